package page

import (
	"bytes"
	"html/template"
	"strings"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// A releasesPage is the data of the template "releases".
type releasesPage struct {
	Shelf    shelf
	Releases []shownRelease
}

// A shownRelease is a release as readers see it.
type shownRelease struct {
	Version  string // and the id of its heading
	Date     *words.Date
	Day      string // YYYY-MM-DD
	Notes    template.HTML
	First    bool // there is none before it
	Brief    bool // its changes are left to the list for programs
	Breaking bool
	Lists    []changeList
	Files    []releaseFile
}

// A releaseFile is a document of a release, with its path.
type releaseFile struct{ Name, Path string }

// A changeList is what a release changes in one way.
type changeList struct {
	Title string
	Rows  []changeRow
}

// A changeRow is a token that changes, with its values before and after. A token that is only there
// before or after has one of them.
type changeRow struct {
	Token    string // path
	Becomes  string // the path of its new name
	Mode     string // title of the mode that changes
	From, To *changedValue
	Note     string
}

// A changedValue is a value before or after. Class sets --v to what CSS can show of it.
type changedValue struct {
	Text  string
	Class look.Class
}

// maxWhole is how many releases, the newest ones, their page shows with their changes. Of the others it
// has version, date, notes and files, so that it stays light after years of releases.
const maxWhole = 50

// RenderReleases returns the HTML of the page of a manual's releases, the newest first, or nil if there
// are none.
func RenderReleases(p Input) []byte {
	if len(p.Releases) == 0 {
		return nil
	}
	b := newBuilder(p)
	var d releasesPage
	for i, r := range p.Releases {
		shown := b.release(r)
		if i >= maxWhole {
			shown.Lists = nil
			shown.First = false
			shown.Brief = true
			shown.Files = append(shown.Files, releaseFile{"releases.json", b.Path() + manual.ReleasesList})
		}
		d.Releases = append(d.Releases, shown)
	}
	d.Shelf = b.newShelf("site exports releases", "releases", "releases-text", manual.ReleasesPath+"/")
	return execute(b.Locale, "releases", d)
}

// release returns a release as readers see it.
func (b *builder) release(r *release.Release) shownRelease {
	day, _ := time.Parse(time.DateOnly, r.Date) // checked at import
	shown := shownRelease{
		Version: r.Version.String(), Date: b.Date(day), Day: r.Date, Notes: b.releaseNotes(r),
		First: r.Difference == nil,
	}
	for _, d := range r.Documents {
		shown.Files = append(shown.Files, releaseFile{d.Name, b.Path() + manual.ReleasePath(shown.Version, d.Name)})
	}
	if r.Difference != nil {
		shown.Lists, shown.Breaking = b.changes(r.Difference), r.Difference.Breaking()
	}
	return shown
}

// releaseNotes returns the notes of a release, which are Markdown without HTML.
func (b *builder) releaseNotes(r *release.Release) template.HTML {
	notes := goldmark.DefaultParser().Parse(text.NewReader([]byte(r.Notes)))
	lowerHeadings(notes)
	var out bytes.Buffer
	if goldmark.DefaultRenderer().Render(&out, []byte(r.Notes), notes) != nil { // memory does not fail
		return ""
	}
	return b.checker.RichText(strings.TrimSpace(out.String()))
}

// lowerHeadings sets the levels of headings so that they begin below the heading of a release, an <h2>.
func lowerHeadings(notes ast.Node) {
	var headings []*ast.Heading
	highest := 6
	ast.Walk(notes, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // quotes and lists have some too
		if h, ok := n.(*ast.Heading); ok && entering {
			headings = append(headings, h)
			highest = min(highest, h.Level)
		}
		return ast.WalkContinue, nil
	})
	for _, h := range headings {
		h.Level = min(h.Level-highest+3, 6)
	}
}

// changes returns the lists of what a release changes, what may break a build first.
func (b *builder) changes(d *difference.Difference) []changeList {
	var lists []changeList
	add := func(title string, rows []changeRow) {
		if len(rows) > 0 {
			lists = append(lists, changeList{b.Translate(title), rows})
		}
	}
	add("removed", b.tokenRows(d.Modes.Removed, d.Removed, false))
	var rows []changeRow
	for _, r := range d.Renamed {
		rows = append(rows, changeRow{Token: r.From, Becomes: r.To, To: b.changedValue(r.Type, r.Value)})
	}
	add("renamed", rows)
	rows = nil
	for _, k := range d.Kinds {
		from, to := b.changedValue(k.From, k.FromValue), b.changedValue(k.To, k.ToValue)
		rows = append(rows, changeRow{Token: k.Token, From: from, To: to, Note: k.From + " → " + k.To})
	}
	add("other-kind", rows)
	rows = nil
	for _, c := range d.Changed {
		row := changeRow{
			Token: c.Token, Mode: b.modeTitle(c.Mode), From: b.changedValue(c.Type, c.From),
			To: b.changedValue(c.Type, c.To),
		}
		if c.Looks != "" {
			row.Note = b.Translate("looks-" + c.Looks)
		}
		rows = append(rows, row)
	}
	add("changed", rows)
	rows = nil
	for _, t := range d.Deprecated {
		rows = append(rows, changeRow{Token: t.Token, Note: t.Reason})
	}
	add("key-deprecated", rows)
	rows = nil
	for _, t := range d.Restored {
		rows = append(rows, changeRow{Token: t.Token})
	}
	add("restored", rows)
	add("added", b.tokenRows(d.Modes.Added, d.Added, true))
	return lists
}

// tokenRows returns rows of modes and tokens that are added, or removed.
func (b *builder) tokenRows(modes []string, tokens []difference.Token, added bool) []changeRow {
	var rows []changeRow
	for _, mode := range modes {
		rows = append(rows, changeRow{Mode: b.modeTitle(mode)})
	}
	for _, t := range tokens {
		row, value := changeRow{Token: t.Token, Mode: b.modeTitle(t.Mode)}, b.changedValue(t.Type, t.Value)
		if added {
			row.To = value
		} else {
			row.From = value
		}
		rows = append(rows, row)
	}
	return rows
}

// changedValue returns a value of a type as readers see it.
func (b *builder) changedValue(kind, text string) *changedValue {
	switch manual.TokenType(kind) {
	case manual.ColorToken:
		return &changedValue{shownColor(text), b.sheet.Value(look.Color(text))}
	case manual.GradientToken:
		return &changedValue{text, b.sheet.Value(look.Value(manual.GradientToken, text))}
	}
	return &changedValue{Text: text}
}
