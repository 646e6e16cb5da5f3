package markdown

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// writers write an entry of a list as Markdown; entries of tight lists are list items.
var (
	writers = map[string]func(*renderer, content.Object) string{
		"logos": (*renderer).logo, "images": (*renderer).picture, "files": (*renderer).download, "videos": (*renderer).video, "icons": (*renderer).icon,
	}
	tight = map[string]bool{"files": true, "icons": true}
)

// block returns the content of a block by the keys of its kind; what is left, also before
// a second key, is a list of keys and values.
func (r *renderer) block(b content.Block) string {
	if known, ok := r.blocks[b.ID]; ok {
		return known
	}
	c, info := b.Content.Without(manual.CommonKeys...), b.Kind.Info()
	parts := []string{r.rich(b.Content.Text("intro"))}
	if len(info.Groups) > 0 {
		parts = append(parts, tokenTable(r.rows[b.ID]))
	}
	for i, key := range info.Keys {
		if i > 0 {
			parts = append(parts, r.list(c.Without(key.Name)))
			c = content.Object{{Key: key.Name, Value: c.Get(key.Name)}}
		}
		parts = append(parts, r.key(b, key))
		c = c.Without(key.Name)
	}
	text := joinBlocks(append(parts, r.list(c))...)
	if r.blocks != nil {
		r.blocks[b.ID] = text
	}
	return text
}

// key returns what stands under a key of a block.
func (r *renderer) key(b content.Block, key manual.Key) string {
	entries := b.Content.Objects(key.Name)
	switch key.Name {
	case "scale":
		scale, _ := b.Content.Get("scale").(content.Object)
		return r.list(scale.Without("sizes"))
	case "html":
		return r.rich(b.Content.Text("html"))
	case "items":
		return r.examples(entries)
	case "pairings":
		return pairings(entries)
	}
	if group, _ := b.Kind.Info().List(key.Name); group != "" {
		return r.entries(r.rows[b.ID], group, key, entries)
	}
	var shown []string
	for _, o := range entries {
		shown = append(shown, writers[key.Name](r, o))
	}
	if tight[key.Name] {
		return strings.Join(shown, "\n")
	}
	return joinBlocks(shown...)
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

// entries writes what the table of tokens does not show of the entries of a list: their
// other members, the weights of a font, and all members of an entry that makes no token.
func (r *renderer) entries(rows []row, group string, key manual.Key, entries []content.Object) string {
	made := map[int]bool{}
	for _, row := range rows {
		made[row.entry] = made[row.entry] || row.group == group
	}
	inTable := slices.DeleteFunc(slices.Clone(key.Entry), func(name string) bool { return name == "weights" })
	var items []string
	for i, o := range entries {
		title := cmp.Or(o.Text("name"), o.Text("usage"), o.Text("family"), o.Text("step"))
		rest := o.Without("name", "tints", "slug")
		if made[i] {
			rest = o.Without(inTable...)
		}
		if facts := r.list(rest); facts != "" {
			items = append(items, item(escape(title)+"\n"+facts))
		}
	}
	return strings.Join(items, "\n")
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
func pairings(entries []content.Object) string {
	t := table{{"Foreground", "Background", "Use"}}
	for _, o := range entries {
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

// examples writes the dos and the don'ts as two lists.
func (r *renderer) examples(entries []content.Object) string {
	var lists []string
	for _, do := range []bool{true, false} {
		items := []string{map[bool]string{true: "**Do**\n", false: "**Don't**\n"}[do]}
		for _, o := range entries {
			shown := joinBlocks(r.rich(o.Text("html")), r.image("", r.file(o.Text("url"))), r.list(o.Without("do", "html", "url")))
			if shown != "" && (o.Get("do") == true) == do {
				items = append(items, item(shown))
			}
		}
		if len(items) > 1 {
			lists = append(lists, strings.Join(items, "\n"))
		}
	}
	return joinBlocks(lists...)
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

// list returns the members of an object as a list, nested values below their item.
func (r *renderer) list(o content.Object) string {
	var items []string
	for _, m := range o {
		key := escape(content.Readable(m.Key)) + ":"
		switch text := r.value(m.Value); {
		case text == "":
		case strings.HasPrefix(text, "\n"):
			items = append(items, item(key+text))
		case strings.Contains(text, "\n"):
			items = append(items, item(key+"\n\n"+text))
		default:
			items = append(items, item(key+" "+text))
		}
	}
	return strings.Join(items, "\n")
}

// value returns a value on one line if it fits, else as blocks after a line
// break.
func (r *renderer) value(value any) string {
	switch value := value.(type) {
	case content.Number:
		return escape(string(value))
	case bool:
		return strconv.FormatBool(value)
	case string:
		if content.IsRich(value) {
			return r.rich(value)
		}
		if content.IsAddress(value) {
			return r.link(escape(value), value)
		}
		return escape(value)
	case content.List:
		var texts []string
		for _, v := range value {
			if text := r.value(v); text != "" {
				texts = append(texts, text)
			}
		}
		if line := strings.Join(texts, ", "); !strings.Contains(line, "\n") {
			return line
		}
		for i, text := range texts {
			texts[i] = item(text)
		}
		return "\n" + strings.Join(texts, "\n")
	case content.Object:
		if inside := r.list(value); inside != "" {
			return "\n" + inside
		}
	}
	return ""
}

// item returns blocks as a list item.
func item(blocks string) string {
	return indented(strings.TrimPrefix(blocks, "\n"), "- ", "  ")
}
