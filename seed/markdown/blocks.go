package markdown

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A tokenList is a member of a block whose entries make tokens of a group. The
// table of tokens shows some members of the entries.
type tokenList struct {
	member, group string
	inTable       []string
}

var (
	tokenLists = map[manual.Kind]tokenList{
		manual.Colors:      {"colors", "color", []string{"name", "hex", "tints"}},
		manual.Typography:  {"fonts", "fontFamily", []string{"usage", "family", "fallbacks", "files", "shared"}},
		manual.Spacing:     {"steps", "dimension", []string{"step", "value", "unit"}},
		manual.Breakpoints: {"breakpoints", "dimension", []string{"name", "value"}},
		manual.Motion:      {"durations", "duration", []string{"name", "value"}},
		manual.Radii:       {"radii", "radius", []string{"name", "value"}},
		manual.Elevation:   {"levels", "shadow", []string{"name", "value"}},
		manual.Themes:      {"themes", manual.GroupThemes, []string{"name", "slug", "colors"}},
	}
	easings = tokenList{"easings", "cubicBezier", []string{"name", "value"}}
)

// block writes the content of a block by its kind; an unknown kind is a list of
// its keys and values.
func (r *renderer) block(b content.Block) {
	c, rows := b.Content.Without(manual.CommonKeys...), r.rows[b.ID]
	r.writeBlock(r.rich(b.Content.Text("intro")))
	if l, ok := tokenLists[b.Kind]; ok {
		r.writeBlock(tokenTable(rows))
		r.entries(rows, l, c)
		c = c.Without(l.member)
	}
	switch b.Kind {
	case manual.Typography:
		r.writeBlock(r.list(c.Without("scale")))
		scale, _ := c.Get("scale").(content.Object)
		c = scale.Without("sizes")
	case manual.Motion:
		r.writeBlock(r.list(c.Without(easings.member)))
		r.entries(rows, easings, c)
		c = nil
	case manual.Text:
		r.writeBlock(r.rich(c.Text("html")))
		c = c.Without("html")
	case manual.Logo:
		c = r.media(c, "logos", "\n\n", r.logo)
	case manual.Image:
		c = r.media(c, "images", "\n\n", r.picture)
	case manual.Downloads:
		c = r.media(c, "files", "\n", r.download)
	case manual.DosDonts:
		c = r.examples(c)
	case manual.Video:
		c = r.media(c, "videos", "\n\n", r.video)
	case manual.Icons:
		c = r.media(c, "icons", "\n", r.icon)
	case manual.Pairings:
		r.writeBlock(r.pairings(c))
		c = c.Without("pairings")
	}
	r.writeBlock(r.list(c))
}

// A row is a token in a table: its cells, and the entry of the block that made
// it.
type row struct {
	group string
	entry int
	cells [4]string
}

func newRow(path []string, t manual.Token) row {
	notes := escape(t.Description)
	if t.Deprecated.Set {
		notes = strings.TrimSpace(notes + " **Deprecated.** " + escape(t.Deprecated.Reason))
	}
	return row{path[0], t.Entry, [...]string{escape(t.Title), code(t.Variable), code(t.Value), notes}}
}

// tokenTable returns the tokens of a block as a table, empty without tokens.
func tokenTable(rows []row) string {
	columns := 3
	if slices.ContainsFunc(rows, func(r row) bool { return r.cells[3] != "" }) {
		columns = 4
	}
	t := table{[]string{"Name", "Variable", "Value", "Notes"}[:columns]}
	for i := range rows {
		t = append(t, rows[i].cells[:columns])
	}
	if len(t) == 1 {
		return ""
	}
	return t.String()
}

// entries writes what the table of tokens does not show of the entries: their
// other members, and all members of an entry that makes no token.
func (r *renderer) entries(rows []row, l tokenList, c content.Object) {
	made := map[int]bool{}
	for _, row := range rows {
		if row.group == l.group {
			made[row.entry] = true
		}
	}
	var items []string
	for i, o := range c.Objects(l.member) {
		title := cmp.Or(o.Text("name"), o.Text("usage"), o.Text("family"), o.Text("step"))
		rest := o.Without("name", "tints", "slug")
		if made[i] {
			rest = o.Without(l.inTable...).Without("description", "use", "deprecated")
		}
		if facts := r.list(rest); facts != "" {
			items = append(items, item(escape(title)+"\n"+facts))
		}
	}
	r.writeBlock(strings.Join(items, "\n"))
}

// media writes the entries of a member, and returns the other members of the
// block.
func (r *renderer) media(c content.Object, member, between string, write func(content.Object) string) content.Object {
	var shown []string
	for _, o := range c.Objects(member) {
		shown = append(shown, write(o))
	}
	r.writeBlock(strings.Join(shown, between))
	return c.Without(member)
}

func (r *renderer) logo(o content.Object) string {
	words := escape(o.Text("name"))
	if background := o.Text("background"); background != "" {
		words = strings.TrimSpace(words + " on " + code(background))
	}
	return joinBlocks(words, r.image(o.Text("alt"), r.file(o.Text("url"))), r.formats(o), r.list(o.Without("name", "url", "alt", "background", "files")))
}

// formats writes the same logo in other formats.
func (r *renderer) formats(o content.Object) string {
	var items []string
	for _, f := range o.Objects("files") {
		url := f.Text("url")
		items = append(items, item(r.link(escape(cmp.Or(f.Text("label"), r.files[url].Name, url)), r.file(url))))
	}
	return strings.Join(items, "\n")
}

func (r *renderer) video(o content.Object) string {
	url := o.Text("url")
	return joinBlocks(r.link(escape(cmp.Or(o.Text("alt"), url)), r.file(url)), r.rich(o.Text("caption")), r.list(o.Without("url", "poster", "captions", "caption", "alt")))
}

func (r *renderer) icon(o content.Object) string {
	return r.linked(o, strings.Join(o.Texts("tags"), ", "), "name", "url", "tags")
}

// linked writes an entry as a list item that links to its file, with a note in brackets
// and the members that are not shown already.
func (r *renderer) linked(o content.Object, note string, shown ...string) string {
	url := o.Text("url")
	text := r.link(escape(cmp.Or(o.Text("name"), url)), r.file(url))
	if note != "" {
		text += " (" + escape(note) + ")"
	}
	if further := r.list(o.Without(shown...)); further != "" {
		text += "\n" + further
	}
	return item(text)
}

// pairings writes pairs of colors as a table.
func (r *renderer) pairings(c content.Object) string {
	t := table{{"Foreground", "Background", "Use"}}
	for _, o := range c.Objects("pairings") {
		t = append(t, []string{escape(o.Text("foreground")), escape(o.Text("background")), escape(o.Text("use"))})
	}
	if len(t) == 1 {
		return ""
	}
	return t.String()
}

func (r *renderer) picture(o content.Object) string {
	return joinBlocks(r.image(o.Text("alt"), r.file(o.Text("url"))), r.rich(o.Text("caption")), r.list(o.Without("url", "alt", "caption")))
}

func (r *renderer) download(o content.Object) string {
	size := o.Text("size")
	if file, ok := r.files[o.Text("url")]; ok && size == "" {
		size = strconv.FormatInt(file.Size, 10)
	}
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		size = content.Size(float64(n), ".", "B")
	}
	return r.linked(o, size, "name", "url", "size")
}

// examples writes the dos and the don'ts as two lists, and returns the other
// members of the block.
func (r *renderer) examples(c content.Object) content.Object {
	for _, do := range []bool{true, false} {
		var items []string
		for _, o := range c.Objects("items") {
			if (o.Get("do") == true) != do {
				continue
			}
			if shown := joinBlocks(r.rich(o.Text("html")), r.image("", r.file(o.Text("url"))), r.list(o.Without("do", "html", "url"))); shown != "" {
				items = append(items, item(shown))
			}
		}
		if len(items) > 0 {
			r.writeBlock(map[bool]string{true: "**Do**", false: "**Don't**"}[do])
			r.writeBlock(strings.Join(items, "\n"))
		}
	}
	return c.Without("items")
}

// joinBlocks joins the blocks that are not empty.
func joinBlocks(blocks ...string) string {
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return b == "" })
	return strings.Join(blocks, "\n\n")
}

// file returns the address of a file of the manual, and any other absolute
// address as it is. It returns an empty string for a relative address.
func (r *renderer) file(url string) string {
	if file, ok := r.files[url]; ok {
		return r.home + file.Path()
	}
	if strings.Contains(url, "://") {
		return url
	}
	return ""
}

// A table is rows of cells of inline Markdown; the first row is its header.
type table [][]string

// String returns the table, empty if all cells are.
func (t table) String() string {
	columns, filled := 0, t[:0]
	for _, row := range t {
		if strings.Join(row, "") != "" {
			filled = append(filled, row)
			columns = max(columns, len(row))
		}
	}
	var out strings.Builder
	for i, row := range filled {
		for column := range columns {
			text := ""
			if column < len(row) {
				text = cell(row[column])
			}
			out.WriteString("| " + text + " ")
		}
		out.WriteString("|\n")
		if i == 0 {
			out.WriteString(strings.Repeat("| --- ", columns) + "|\n")
		}
	}
	return strings.TrimRight(out.String(), "\n")
}
