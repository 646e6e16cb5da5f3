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
	writers = map[string]func(*renderer, *content.Value) string{
		"logos": (*renderer).logo, "images": (*renderer).picture, "files": (*renderer).download,
		"videos": (*renderer).video, "icons": (*renderer).icon,
	}
	tight = map[string]bool{"files": true, "icons": true}
)

// block returns the content of a block by the keys of its kind; the other keys are a list of keys and
// values after the main one.
func (r *renderer) block(b content.Block) string {
	info := b.Kind.Info()
	others := r.list(b.Content.Without(manual.CommonKeys...).Without(info.Names()...))
	parts := []string{r.rich(b.Content.Get("intro").Scalar())}
	if len(info.Groups) > 0 {
		parts = append(parts, tokenTable(r.modes, r.rows[b.ID]))
	}
	if len(info.Fields) == 0 {
		return joinBlocks(append(parts, others)...)
	}
	parts = append(parts, r.key(b, info.Fields[0]), others)
	for _, key := range info.Fields[1:] {
		parts = append(parts, r.key(b, key))
	}
	return joinBlocks(parts...)
}

// key returns what stands under a key of a block.
func (r *renderer) key(b content.Block, key manual.Field) string {
	entries := b.Content.Get(key.Name).List()
	switch key.Name {
	case "scale":
		return r.list(b.Content.Get("scale").Without("sizes"))
	case "html":
		return r.rich(b.Content.Get("html").Scalar())
	case "items":
		return r.examples(entries)
	case "pairings":
		return pairings(entries)
	}
	if group, _ := b.Kind.Info().List(key.Name); group != "" {
		return r.entries(r.rows[b.ID], group, key, entries)
	}
	write := writers[key.Name]
	if write == nil && key.Form != manual.Single { // such as proportions
		return r.list(content.NewObject(key.Name, b.Content.Get(key.Name)))
	}
	var shown []string
	for _, o := range entries {
		shown = append(shown, write(r, o))
	}
	if tight[key.Name] {
		return strings.Join(shown, "\n")
	}
	return joinBlocks(shown...)
}

// entries writes what the table of tokens does not show of the entries of a list: their
// other members, the weights of a font, and all members of an entry that makes no token.
func (r *renderer) entries(rows []row, group string, key manual.Field, entries []*content.Value) string {
	inTokens := map[int]bool{}
	for _, row := range rows {
		inTokens[row.entry] = inTokens[row.entry] || row.group == group
	}
	inTable := slices.DeleteFunc(key.Names(), func(name string) bool { return name == "weights" })
	var items []string
	for i, o := range entries {
		title := cmp.Or(
			o.Get("name").Scalar(), o.Get("usage").Scalar(), o.Get("family").Scalar(), o.Get("step").Scalar(),
		)
		rest := o.Without("name", "tints", "slug")
		if inTokens[i] {
			rest = o.Without(inTable...)
		}
		if facts := r.list(rest); facts != "" {
			items = append(items, item(escape(title)+"\n"+facts))
		}
	}
	return strings.Join(items, "\n")
}

func (r *renderer) logo(o *content.Value) string {
	words := escape(o.Get("name").Scalar())
	if background := o.Get("background").Scalar(); background != "" {
		words = strings.TrimSpace(words + " on " + code(background))
	}
	return joinBlocks(
		words, r.image(o.Get("alt").Scalar(), r.file(o.Get("url").Scalar())), r.formats(o),
		r.list(o.Without("name", "url", "alt", "background", "files")),
	)
}

// formats writes the same logo in other formats.
func (r *renderer) formats(o *content.Value) string {
	var items []string
	for _, f := range o.Get("files").List() {
		url := f.Get("url").Scalar()
		items = append(
			items, item(r.link(escape(cmp.Or(f.Get("label").Scalar(), r.files[url].Name, url)), r.file(url))),
		)
	}
	return strings.Join(items, "\n")
}

func (r *renderer) video(o *content.Value) string {
	url := o.Get("url").Scalar()
	return joinBlocks(
		r.link(escape(cmp.Or(o.Get("alt").Scalar(), url)), r.file(url)), r.rich(o.Get("caption").Scalar()),
		r.list(o.Without("url", "poster", "captions", "caption", "alt")),
	)
}

func (r *renderer) icon(o *content.Value) string {
	return r.linked(o, strings.Join(o.Get("tags").Scalars(), ", "), "name", "url", "tags", "alt")
}

// linked writes an entry as a list item that links to its file, with a note in brackets
// and the members that are not shown already.
func (r *renderer) linked(o *content.Value, note string, shown ...string) string {
	url := o.Get("url").Scalar()
	text := r.link(escape(cmp.Or(o.Get("name").Scalar(), url)), r.file(url))
	if note != "" {
		text += " (" + escape(note) + ")"
	}
	if further := r.list(o.Without(shown...)); further != "" {
		text += "\n" + further
	}
	return item(text)
}

// pairings writes pairs of colors as a table.
func pairings(entries []*content.Value) string {
	t := table{{"Foreground", "Background", "Use"}}
	for _, o := range entries {
		t = append(
			t,
			[]string{
				escape(o.Get("foreground").Scalar()), escape(o.Get("background").Scalar()),
				escape(o.Get("use").Scalar()),
			},
		)
	}
	if len(t) == 1 {
		return ""
	}
	return t.String()
}

func (r *renderer) picture(o *content.Value) string {
	return joinBlocks(
		r.image(o.Get("alt").Scalar(), r.file(o.Get("url").Scalar())), r.rich(o.Get("caption").Scalar()),
		r.list(o.Without("url", "alt", "caption")),
	)
}

func (r *renderer) download(o *content.Value) string {
	size := o.Get("size").Scalar()
	if file, ok := r.files[o.Get("url").Scalar()]; ok && size == "" {
		size = strconv.FormatInt(file.Size, 10)
	}
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		size = content.Size(float64(n), ".", "B")
	}
	return r.linked(o, size, "name", "url", "size")
}

// examples writes the dos and the don'ts as two lists.
func (r *renderer) examples(entries []*content.Value) string {
	var lists []string
	for _, do := range []bool{true, false} {
		items := []string{map[bool]string{true: "**Do**\n", false: "**Don't**\n"}[do]}
		for _, o := range entries {
			shown := joinBlocks(
				r.rich(o.Get("html").Scalar()), r.image(o.Get("alt").Scalar(), r.file(o.Get("url").Scalar())),
				r.list(o.Without("do", "html", "url", "alt")),
			)
			if shown != "" && o.Get("do").Is('t') == do {
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
