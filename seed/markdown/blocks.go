package markdown

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// block writes what a block shows, by its kind; an unknown kind is a list of
// its keys and values.
func (r *renderer) block(b *manual.Block) error {
	content, err := parse(b.Content)
	if err != nil {
		return err
	}
	switch b.Kind {
	case manual.Colors:
		r.tokenBlock(b, content, "colors", "name", "hex", "tints")
	case manual.Typography:
		r.tokenBlock(b, content.without("scale"), "fonts", "usage", "family", "fallbacks", "files", "shared")
		if scale, ok := content.get("scale").(object); ok {
			r.put(r.list(scale.without("sizes")))
		}
	case manual.Spacing:
		r.tokenBlock(b, content, "steps", "step", "value", "unit")
	case manual.Breakpoints:
		r.tokenBlock(b, content, "breakpoints", "name", "value")
	case manual.Motion:
		r.tokenBlock(b, content.without("easings"), "durations", "name", "value")
		r.entries(b, content, "easings", "name", "value")
	case manual.Radii:
		r.tokenBlock(b, content, "radii", "name", "value")
	case manual.Elevation:
		r.tokenBlock(b, content, "levels", "name", "value")
	case manual.Themes:
		r.tokenBlock(b, content, "themes", "name", "slug", "colors")
	case manual.Text:
		html, _ := content.get("html").(string)
		r.put(r.rich(html))
		r.put(r.list(content.without("html")))
	case manual.Logo:
		r.media(content, "logos", "\n\n", r.logo)
	case manual.Image:
		r.media(content, "images", "\n\n", r.picture)
	case manual.Downloads:
		r.media(content, "files", "\n", r.download)
	case manual.DosDonts:
		r.examples(content)
	default:
		r.put(r.list(content))
	}
	return nil
}

// A row is a token in a table.
type row struct{ title, property, value, notes string }

func newRow(path []string, t manual.Token) row {
	notes := escape(t.Description)
	if t.Deprecated.Set {
		notes = strings.TrimSpace(notes + " **Deprecated.** " + escape(t.Deprecated.Reason))
	}
	return row{t.Title, tokenize.CSSName(path[0], strings.Join(path[1:], "-")), t.Value, notes}
}

// tokenBlock writes a block that fills tokens: a table of them, and what else
// the block and its entries say. The entries are in the member of that name;
// the further keys are those of an entry that its tokens tell.
func (r *renderer) tokenBlock(b *manual.Block, content object, name string, told ...string) {
	t := table{rows: [][]string{{"Name", "Variable", "Value"}}}
	for _, row := range r.tokens[b.ID] {
		cells := []string{escape(row.title), code(row.property), code(row.value)}
		if row.notes != "" {
			t.rows[0] = append(t.rows[0][:3], "Notes")
			cells = append(cells, row.notes)
		}
		t.rows = append(t.rows, cells)
	}
	if len(t.rows) > 1 {
		r.put(t.String())
	}
	r.entries(b, content, name, told...)
	r.put(r.list(content.without(name)))
}

// entries writes what a table of tokens does not tell of the entries: their
// further members, and the whole of one that makes no token.
func (r *renderer) entries(b *manual.Block, content object, name string, told ...string) {
	entries, _ := content.get(name).(list)
	titles := make(map[string]bool)
	for _, row := range r.tokens[b.ID] {
		title, _, _ := strings.Cut(row.title, ": ") // of a theme, before the role
		titles[row.title], titles[title] = true, true
	}
	var items []string
	for _, entry := range entries {
		o, ok := entry.(object)
		if !ok {
			continue
		}
		title := cmp.Or(o.text("name"), o.text("usage"), o.text("family"), o.text("step"))
		rest := o.without("name", "tints", "slug")
		if titles[title] {
			rest = o.without(append(told, "description", "use", "deprecated")...)
		}
		if facts := r.list(rest); facts != "" {
			items = append(items, item(escape(title)+"\n"+facts))
		}
	}
	r.put(strings.Join(items, "\n"))
}

// media writes a list of files, each an entry of the member of that name, and
// what else the block says.
func (r *renderer) media(content object, name, between string, write func(object) string) {
	entries, _ := content.get(name).(list)
	var shown []string
	for _, entry := range entries {
		if o, ok := entry.(object); ok {
			shown = append(shown, write(o))
		}
	}
	r.put(strings.Join(shown, between))
	r.put(r.list(content.without(name)))
}

func (r *renderer) logo(o object) string {
	words := escape(o.text("name"))
	if background := o.text("background"); background != "" {
		words = strings.TrimSpace(words + " on " + code(background))
	}
	return together(words, r.image(o.text("alt"), r.file(o.text("url"))), r.list(o.without("name", "url", "alt", "background")))
}

func (r *renderer) picture(o object) string {
	return together(r.image(o.text("alt"), r.file(o.text("url"))), r.rich(o.text("caption")), r.list(o.without("url", "alt", "caption")))
}

func (r *renderer) download(o object) string {
	url := o.text("url")
	text := r.link(escape(cmp.Or(o.text("name"), url)), r.file(url))
	size := o.text("size")
	if file, ok := r.files[url]; ok && size == "" {
		size = strconv.FormatInt(file.Size, 10)
	}
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		size = length(n)
	}
	if size != "" {
		text += " (" + escape(size) + ")"
	}
	if further := r.list(o.without("name", "url", "size")); further != "" {
		text += "\n" + further
	}
	return item(text)
}

// length says how long a file is.
func length(n uint64) string {
	unit, size := "bytes", float64(n)
	for _, next := range []string{"KB", "MB", "GB"} {
		if size >= 1000 {
			unit, size = next, size/1000
		}
	}
	return strconv.FormatFloat(math.Round(size*10)/10, 'f', -1, 64) + " " + unit
}

// examples writes what to do and what not to do as two lists.
func (r *renderer) examples(content object) {
	entries, _ := content.get("items").(list)
	for _, part := range []struct{ title, do string }{{"Do", "true"}, {"Don't", "false"}} {
		var items []string
		for _, entry := range entries {
			o, ok := entry.(object)
			if !ok || cmp.Or(o.text("do"), "false") != part.do {
				continue
			}
			shown := together(r.rich(o.text("html")), r.image("", r.file(o.text("url"))), r.list(o.without("do", "html", "url")))
			if shown != "" {
				items = append(items, item(shown))
			}
		}
		if len(items) > 0 {
			r.put("**" + part.title + "**")
			r.put(strings.Join(items, "\n"))
		}
	}
	r.put(r.list(content.without("items")))
}

// together returns the blocks that are not empty.
func together(blocks ...string) string {
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return b == "" })
	return strings.Join(blocks, "\n\n")
}

// file returns the address of a file that travels with the manual, and any
// other address as it is; a relative one leads nowhere.
func (r *renderer) file(url string) string {
	if file, ok := r.files[url]; ok {
		return r.home + file.Path()
	}
	if strings.Contains(url, "://") {
		return url
	}
	return ""
}
