package plan

import (
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
	File            *check.File   // nil if the manual stays as it is stored
	Reviewed        bool          // changes of the manual need approval
	Drafted         bool          // there is a DraftPage
	UpdatedAt       time.Time     // in the file, or zero

	Entry    *db.Manual       // the stored manual of the same id, or nil
	Retitled []manual.Note    // notes on parts that keep id and anchor with a new title
	Problems source.Collector // found after the plan was made

	ref     content.Reference // in the file
	hasID   bool              // the file gives its id
	hasFlag bool              // the file says whether it is primary
}

// A Content is what a file says of a manual. It is read again for each use, because the
// contents of all manuals take more memory than the rest of an import.
type Content struct {
	Node      *content.Value
	Served    *content.Value // the version that is served; nil if none is approved
	Page      []*Part        // its sections
	DraftPage []*Part        // the sections of a draft, or of a manual that is not published; else nil
	Editorial db.Editorial   // as stored, with the new anchors
}

// ReadManuals reads the manuals of a checked file, and finds the problems of the ids and
// anchors by which a store, which may be nil, knows their parts. It drops the tree.
func (f *File) ReadManuals(tx *db.Tx, o Options) error {
	if f.Broken {
		return nil
	}
	f.Brand = f.File.Brand()
	if named := f.Tree.Root.Get("brand"); named != nil {
		f.NamedAt = named.Reference().Node()
	}
	for _, node := range f.Tree.Root.Get("manuals").List() {
		if !node.Is('{') {
			continue
		}
		m := readManual(node, f.Brand, f.File)
		if tx != nil {
			m.Entry = tx.Index().Manual(m.Manual.ID)
		}
		c, retitled, err := m.read(node, tx, o, &m.Problems)
		if err != nil {
			return err
		}
		m.Drafted, m.Retitled = c.DraftPage != nil, retitled
		f.Manuals = append(f.Manuals, m)
	}
	f.Tree.Root = nil
	return nil
}

// readCover reads what a brand or a manual says of its cover.
func readCover(p *content.Value) manual.Cover {
	c := manual.Cover{Logo: p.Get("logo").Text(), Image: p.Get("image").Text(), Color: p.Get("color").Text()}
	for _, name := range p.Get("colors").List() {
		c.Colors = append(c.Colors, name.Text())
	}
	return c
}

// readNews reads what is new, the newest first.
func readNews(p *content.Value) (news []manual.News) {
	for _, n := range p.List() {
		news = append(news, manual.News{Date: n.Get("date").Text(), Title: n.Get("title").Text(), HTML: n.Get("html").Text()})
	}
	slices.SortStableFunc(news, func(a, b manual.News) int { return strings.Compare(b.Date, a.Date) })
	return news
}

// readManual reads a manual without its content.
func readManual(p *content.Value, brand string, f *check.File) *Manual {
	served := servedVersion(p)
	m := &Manual{
		Title: served.Get("title").Text(), File: f, Reviewed: isReviewed(p), UpdatedAt: check.ParseTime(p.Get("updatedAt").Text()),
		ref: p.Reference(), hasID: p.Get("id") != nil, hasFlag: p.Get("primary") != nil,
	}
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
		Published: p.Get("published").Bool(true) && served != nil,
	}
	return m
}

func isReviewed(p *content.Value) bool { return p.Get("review").Bool(false) }

// servedVersion returns the version of a manual that is served, or nil if none is approved.
func servedVersion(p *content.Value) *content.Value {
	if isReviewed(p) {
		return p.Get("approved")
	}
	return p
}

// stored returns a manual as it is in the store, without content.
func stored(b *Brand, e *db.Manual) *Manual {
	return &Manual{In: b, Title: e.Title, Entry: e, Snapshot: manual.Snapshot{
		Brand: b.Slug, Subdomain: e.Subdomain, Primary: e.Primary, Flagged: e.Flagged, Published: e.Published, Password: e.Password, DraftFiles: e.Drafts,
		Manual: manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt, ExpiresAt: e.ExpiresAt},
	}}
}

// Read reads the content of a manual of a file.
func (p *Plan) Read(m *Manual) (Content, error) {
	c, _, err := m.read(m.ref.Node(), p.Tx, p.options, new(source.Collector)) // the plan has its problems
	return c, err
}

// read reads the content and gives every part its id and anchor, using what the store
// knows of the manual. It returns notes on parts with a new title.
func (m *Manual) read(node *content.Value, tx *db.Tx, o Options, problems *source.Collector) (c Content, retitled []manual.Note, err error) {
	c = Content{Node: node, Served: servedVersion(node)}
	if m.Entry != nil && m.Entry.Brand.Slug == m.Brand {
		if c.Editorial, err = tx.Editorial(m.Entry); err != nil {
			return c, nil, err
		}
	}
	if c.Served != nil {
		c.Page = ReadPage(c.Served, m.Manual.ID)
		retitled = assignIDs(m.Manual.ID, c.Page, &c.Editorial)
		c.Editorial.Anchors = assignAnchors(m.Manual.ID, c.Page, c.Editorial, o, problems)
	}
	if m.Reviewed {
		// A draft reserves no anchors, but its own must be unique.
		c.DraftPage = ReadPage(node, m.Manual.ID)
		assignIDs(m.Manual.ID, c.DraftPage, new(db.Editorial))
		assignAnchors(m.Manual.ID, c.DraftPage, db.Editorial{}, o, problems)
	} else if !m.Published {
		c.DraftPage = c.Page
	}
	return c, retitled, nil
}
