package seed

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
)

// ErrSiteTaken is returned by [SetSite] for a base URL whose host is a custom
// domain of a brand, or has one under it.
var ErrSiteTaken = errors.New("the base URL's host is that of a custom domain")

// SetSite makes site the base URL of the store and renders everything with it
// that has an address in it, in one transaction. Token documents have none
// and stay as they are. Where the store has that base URL already, nothing is
// written.
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	return d.Update(ctx, func(tx *db.Tx) error {
		index := tx.Index()
		if index.Site == site {
			return nil
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		var moves []*move
		for b := range index.Brands() {
			for _, domain := range b.Domains {
				if domain == site.Host || strings.HasSuffix(domain, "."+site.Host) {
					return fmt.Errorf("%w: %s of brand %s", ErrSiteTaken, domain, b.Slug)
				}
			}
			for e := range b.Manuals() {
				moves = append(moves, &move{entry: e, site: site, brand: b.Brand, primary: e.Primary()})
			}
		}
		return readdress(tx, moves)
	})
}

// moveKept gives the manuals of a brand that the files do not have the
// addresses and the name that the brand's new settings make, and reports
// those that changed.
func (p *plan) moveKept(b *brandPlan) ([]ManualReport, error) {
	var moves []*move
	for _, e := range b.kept {
		m := &move{entry: e, site: p.site, brand: b.brand, primary: b.primary == e.ID()}
		was := p.index.Site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary())
		if was != m.address() || m.primary != e.Primary() || b.brand.Name != e.Brand.Name {
			moves = append(moves, m)
		}
	}
	if err := readdress(p.tx, moves); err != nil {
		return nil, err
	}
	var moved []ManualReport
	for _, m := range moves {
		if !m.changed {
			continue
		}
		moved = append(moved, ManualReport{
			Brand: b.slug, Slug: m.entry.Slug(), ID: m.entry.ID(), Address: m.address(), Status: Changed, Published: m.entry.Published(),
			Tokens:  TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}},
			LeftOut: []manual.Note{}, Open: []manual.Note{},
		})
	}
	return moved, nil
}

// A move is a stored manual that is to have another address.
type move struct {
	entry   db.Entry
	site    manual.Site
	brand   manual.Brand // with its new settings
	primary bool

	snapshot *manual.Snapshot
	changed  bool // the manual in the store is another one
}

// address is the new address.
func (m *move) address() string {
	return m.site.Address(m.brand, m.entry.Slug(), m.entry.Subdomain(), m.primary)
}

// readdress renders stored manuals with their new addresses. Their token
// documents, which have no address in them, come to the same bytes.
func readdress(tx *db.Tx, moves []*move) error {
	var c compressors
	return inOrder(len(moves),
		func(i int) error { return moves[i].read(tx) },
		func(i int) error { return moves[i].render(&c) },
		func(i int) (err error) {
			moves[i].changed, err = tx.Put(moves[i].snapshot)
			moves[i].snapshot = nil
			return err
		})
}

// read reads the manual from the store.
func (m *move) read(tx *db.Tx) error {
	e := m.entry
	m.snapshot = &manual.Snapshot{
		Brand: m.brand.Slug, Subdomain: e.Subdomain(), Primary: m.primary, Flagged: e.Flagged(),
		Published: e.Published(), Password: e.Password(),
		Manual: manual.Manual{ID: e.ID(), Slug: e.Slug(), Visibility: e.Visibility(), UpdatedAt: e.UpdatedAt(), ExpiresAt: e.ExpiresAt()},
	}
	if !e.Published() {
		return nil
	}
	model, err := tx.Model(e)
	if err != nil {
		return err
	}
	m.snapshot.Manual = *model
	return nil
}

// render renders all documents of the manual anew.
func (m *move) render(c *compressors) error {
	if m.entry.Published() {
		tokens, _, err := tokenize.Document(&m.snapshot.Manual)
		if err != nil {
			return err
		}
		m.snapshot.Documents, _ = tokenDocuments(&tokens, m.snapshot.Manual.Title)
		if err := addressed(m.snapshot, m.brand, m.site, &tokens); err != nil {
			return err
		}
	}
	c.compressNew(m.snapshot, m.entry)
	return nil
}
