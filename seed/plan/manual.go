package plan

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A Manual is a manual in a file.
type Manual struct {
	manual.Snapshot // without documents, title, sections and files
	In              *Brand
	Title           string        // of the version that is served
	Unchanged       bool          // its file was not read
	Kept            bool          // the files do not have it
	Notes           []manual.Note // of an unchanged manual
	Drafted         bool          // there is a DraftPage
	File            *check.File
	Node            *content.Node // nil if the manual stays as it is stored
	Served          *content.Node // the version that is served; nil if none is approved
	UpdatedAt       time.Time     // in the file, or zero

	Entry     *db.Manual       // the stored manual of the same id, or nil
	Editorial db.Editorial     // as stored, with the new anchors
	Page      []*Part          // the sections of the served version
	DraftPage []*Part          // the sections of a draft, or of a manual that is not published; else nil
	Retitled  []manual.Note    // notes on parts that keep id and anchor with a new title
	Problems  source.Collector // found after the plan was made

	hasFlag bool // the file says whether it is primary
}

// ReadManuals reads the manuals of a checked file, and gives their parts the ids and
// anchors by which a store, which may be nil, knows them.
func (f *File) ReadManuals(tx *db.Tx, o Options) error {
	if f.Broken {
		return nil
	}
	named := f.Tree.Root.Get("brand")
	f.Brand = cmp.Or(named.Text(), named.Get("slug").Text())
	for _, node := range f.Tree.Root.Get("manuals").Items() {
		if !node.Is('{') {
			continue
		}
		m := readManual(node, f.Brand, f.File)
		if err := m.assign(tx, o); err != nil {
			return err
		}
		f.Manuals = append(f.Manuals, m)
	}
	return nil
}

// readCover reads what a brand or a manual says of its cover.
func readCover(p *content.Node) manual.Cover {
	c := manual.Cover{Logo: p.Get("logo").Text(), Image: p.Get("image").Text(), Color: p.Get("color").Text()}
	for _, name := range p.Get("colors").Items() {
		c.Colors = append(c.Colors, name.Text())
	}
	return c
}

// readNews reads what is new, the newest first.
func readNews(p *content.Node) (news []manual.News) {
	for _, n := range p.Items() {
		news = append(news, manual.News{Date: n.Get("date").Text(), Title: n.Get("title").Text(), HTML: n.Get("html").Text()})
	}
	slices.SortStableFunc(news, func(a, b manual.News) int { return strings.Compare(b.Date, a.Date) })
	return news
}

// readManual reads a manual without its content.
func readManual(p *content.Node, brand string, f *check.File) *Manual {
	m := &Manual{File: f, Node: p, Served: p, hasFlag: p.Get("primary") != nil, UpdatedAt: check.ParseTime(p.Get("updatedAt").Text())}
	if m.Reviewed() {
		m.Served = p.Get("approved")
	}
	m.Title = m.Served.Get("title").Text()
	m.Snapshot = manual.Snapshot{
		Brand: brand,
		Manual: manual.Manual{
			ID: manualID(p, brand), Slug: p.Get("slug").Text(), Lang: p.Get("lang").Text(),
			Visibility: manual.Visibility(p.Get("visibility").Text()), ExpiresAt: check.ParseTime(p.Get("expiresAt").Text()),
			Cover: readCover(p.Get("cover")), News: readNews(p.Get("notes")),
		},
		Subdomain: p.Get("subdomain").Text(),
		Flagged:   p.Get("primary").Bool(false),
		Password:  p.Get("password").Text(),
		Published: p.Get("published").Bool(true) && m.Served != nil,
	}
	return m
}

// stored returns a manual as it is in the store, without content.
func stored(b *Brand, e *db.Manual) *Manual {
	return &Manual{In: b, Title: e.Title, Entry: e, Snapshot: manual.Snapshot{
		Brand: b.Slug, Subdomain: e.Subdomain, Primary: e.Primary, Flagged: e.Flagged, Published: e.Published, Password: e.Password, DraftFiles: e.Drafts,
		Manual: manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt, ExpiresAt: e.ExpiresAt},
	}}
}

// Reviewed reports whether changes of the manual need approval.
func (m *Manual) Reviewed() bool { return m.Node.Get("review").Bool(false) }

// assign gives every part its id and anchor, using what the store knows of its manual.
func (m *Manual) assign(tx *db.Tx, o Options) (err error) {
	if tx != nil {
		m.Entry = tx.Index().Manual(m.Manual.ID)
	}
	if m.Entry != nil && m.Entry.Brand.Slug == m.Brand {
		if m.Editorial, err = tx.Editorial(m.Entry); err != nil {
			return err
		}
	}
	if m.Served != nil {
		m.Page = ReadPage(m.Served, m.Manual.ID)
		m.Retitled = assignIDs(m.Manual.ID, m.Page, &m.Editorial)
		m.Editorial.Anchors = assignAnchors(m.Manual.ID, m.Page, m.Editorial, o, &m.Problems)
	}
	if m.Reviewed() {
		// A draft reserves no anchors, but its own must be unique.
		m.DraftPage = ReadPage(m.Node, m.Manual.ID)
		assignIDs(m.Manual.ID, m.DraftPage, new(db.Editorial))
		assignAnchors(m.Manual.ID, m.DraftPage, db.Editorial{}, o, &m.Problems)
	} else if !m.Published {
		m.DraftPage = m.Page
	}
	m.Drafted = m.DraftPage != nil
	return nil
}
