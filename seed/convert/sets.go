package convert

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// readDocuments reads the documents of all files: resolvers with the files that
// they name, token sets with the themes of Tokens Studio, and single files.
func (c *conversion) readDocuments(documents []*input) error {
	themes := map[string]string{} // the theme of each token set that not all have
	for _, d := range documents {
		o, _ := d.value.(content.Object)
		l, _ := d.value.(list)
		if l == nil || strings.TrimPrefix(path.Base(filepath.ToSlash(d.name)), "$") != "themes.json" {
			l, _ = o.Get("$themes").(list)
		}
		collectThemes(l, themes)
	}
	for _, d := range documents {
		if o, _ := d.value.(content.Object); has(o, "resolutionOrder") {
			d.resolved = true
			if err := c.readResolver(d, o, documents); err != nil {
				return err
			}
		}
	}
	for _, d := range documents {
		if d.resolved || strings.HasPrefix(path.Base(filepath.ToSlash(d.name)), "$") {
			continue
		}
		before := len(c.sources)
		c.readDocument(d, themes)
		if !slices.ContainsFunc(c.sources[before:], func(s *input) bool { return len(s.tokens) > 0 }) {
			switch {
			case c.readMap(d):
			case d.found:
				c.passed = append(c.passed, d.name)
			default:
				return d.errorAt(d.valueStart(0), "expected tokens with a $value or a value, found none")
			}
		}
	}
	return nil
}

func (c *conversion) readDocument(d *input, themes map[string]string) {
	s := d.part(d.label)
	o, _ := d.value.(content.Object)
	if mode := textOf(in(o, "$extensions"), "com.figma.modeName", "mode"); mode != "" {
		s.label, s.first = mode, mode
		if has(o, manual.GroupThemes) { // of the program
			c.slugs[mode] = tokenize.Name(d.label, "")
		}
	}
	switch l := arrayOf(d.value); {
	case l != nil:
		s.readArray(l)
		c.sources = append(c.sources, s)
	case d.plain:
		s.readFrontMatter(c, o)
		c.sources = append(c.sources, s)
	case has(o, "$metadata") || has(o, "$themes"):
		for _, m := range ordered(o) {
			set, ok := m.Value.(content.Object)
			if !ok || strings.HasPrefix(m.Key, "$") {
				continue
			}
			c.readSet(s.part(m.Key), set, m.Key, themes)
		}
	default:
		c.readSet(s, o, strings.TrimSuffix(filepath.ToSlash(d.name), ".json"), themes)
	}
}

// readSet reads a token set, which belongs to a mode if only some themes have
// it.
func (c *conversion) readSet(s *input, set content.Object, name string, themes map[string]string) {
	s.walk(c, set, nil, "")
	for known, theme := range themes {
		if name == known || strings.HasSuffix(name, "/"+known) {
			s.label = theme
			for _, t := range s.tokens {
				t.mode = cmp.Or(t.mode, theme)
			}
		}
	}
	c.sources = append(c.sources, s)
}

// ordered returns the token sets in the order of $metadata.
func ordered(o content.Object) content.Object {
	order := in(o, "$metadata").Texts("tokenSetOrder")
	sorted := slices.Clone(o)
	slices.SortStableFunc(sorted, func(a, b content.Member) int {
		return slices.Index(order, a.Key) - slices.Index(order, b.Key)
	})
	return sorted
}

// collectThemes adds, for each token set that some of the themes have and others
// do not, the name of the first theme that has it.
func collectThemes(themes list, of map[string]string) {
	counts := map[string]int{}
	for _, value := range themes {
		theme, _ := value.(content.Object)
		for _, m := range in(theme, "selectedTokenSets") {
			if m.Value != "disabled" {
				counts[m.Key]++
				of[m.Key] = cmp.Or(of[m.Key], theme.Text("name"))
			}
		}
	}
	for set, count := range counts {
		if count == len(themes) {
			delete(of, set)
		}
	}
}

// arrayOf returns a list of tokens with names, as the whole file or as its
// properties or tokens.
func arrayOf(value any) list {
	o, _ := value.(content.Object)
	for _, candidate := range []any{value, o.Get("properties"), o.Get("tokens")} {
		if l, ok := candidate.(list); ok && len(l) > 0 {
			if first, ok := l[0].(content.Object); ok && has(first, "name") && (has(first, "value") || has(first, "$value")) {
				return l
			}
		}
	}
	return nil
}

func (s *input) readArray(l list) {
	for _, value := range l {
		o, _ := value.(content.Object)
		name := strings.TrimLeft(cmp.Or(textOf(o, "token"), textOf(o, "name")), "$-@")
		if name == "" || !has(o, "value") && !has(o, "$value") || len(o) == 0 {
			continue
		}
		path := o.Texts("path")
		switch {
		case len(path) > 0:
		case strings.Contains(name, "/"): // of Figma
			path = strings.Split(name, "/")
		default:
			path = pathOf(kebab(name))
		}
		s.token(o, s.valueStart(o[0].End), path, textOf(o, "category"))
		t := s.tokens[len(s.tokens)-1]
		t.name, t.mode = textOf(o, "name"), textOf(o, "mode")
		t.addScopes(o.Get("scopes"))
		if _, known := typesOf[strings.ToLower(t.kind)]; !known {
			t.kind = ""
		}
	}
}

func kebab(name string) string { return strings.ToLower(camelCase.ReplaceAllString(name, "$1-$2")) }

// readMap reads a document of names and values alone, as Style Dictionary writes in json/flat
// and json/nested, and reports whether half of its values or more are those of tokens.
func (c *conversion) readMap(d *input) bool {
	s := d.part(d.label)
	s.mapped(content.Member{Value: d.value}, nil)
	known := 0
	for _, t := range s.tokens {
		if text, ok := t.written.(string); ok && placeOfText(text, kebab(t.name)) != noPlace {
			known++
		}
	}
	if known == 0 || 2*known < len(s.tokens) {
		return false
	}
	c.mapped = append(c.mapped, s.name)
	c.sources = append(c.sources, s)
	return true
}

// mapped adds a token for each value in a member. In a list of colors each has the number of
// its step.
func (s *input) mapped(m content.Member, keys []string) {
	switch value := m.Value.(type) {
	case content.Object:
		for _, inner := range value {
			s.mapped(inner, append(slices.Clip(keys), inner.Key))
		}
		return
	case list:
		if n := len(keys) - 1; n >= 0 && len(value) > 0 && placeOfText(content.Text(value[0]), "") == color {
			for i, inner := range value {
				s.mapped(content.Member{Value: inner, End: m.End}, append(slices.Clip(keys[:n]), keys[n]+"-"+strconv.Itoa(i)))
			}
			return
		}
	}
	if len(keys) == 1 { // the path is what follows the prefix that all share
		s.leaf(m, []string{strings.ReplaceAll(kebab(keys[0]), "_", "-")}, nil)
	} else if len(keys) > 1 {
		s.leaf(m, keys, keys)
	}
}

// readResolver reads a resolver document: its sets, and each context of a
// modifier as a mode, the default one first. References to other files are to
// those of this command.
func (c *conversion) readResolver(d *input, o content.Object, documents []*input) error {
	order, _ := o.Get("resolutionOrder").(list)
	for _, value := range order {
		item, _ := value.(content.Object)
		if ref := item.Text("$ref"); ref != "" {
			item = in(o, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
		}
		if err := c.readSources(d, item.Get("sources"), "", documents); err != nil {
			return err
		}
		first := item.Text("default")
		contexts := slices.Clone(in(item, "contexts"))
		slices.SortStableFunc(contexts, func(a, b content.Member) int {
			return cmp.Compare(btoi(b.Key == first), btoi(a.Key == first))
		})
		for _, context := range contexts {
			if err := c.readSources(d, context.Value, context.Key, documents); err != nil {
				return err
			}
		}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *conversion) readSources(d *input, sources any, mode string, documents []*input) error {
	l, _ := sources.(list)
	for _, value := range l {
		o, _ := value.(content.Object)
		s := d
		if ref, ok := o.Get("$ref").(string); ok {
			file, pointer, _ := strings.Cut(ref, "#")
			i := slices.IndexFunc(documents, func(other *input) bool {
				return file != "" && path.Base(filepath.ToSlash(other.name)) == path.Base(file) && other != d
			})
			switch {
			case file == "" && strings.HasPrefix(pointer, "/sets/"): // read already
				continue
			case i < 0:
				return d.errorAt(0, "expected the file %q among those to convert, since the resolver names it", ref)
			}
			documents[i].resolved = true
			s = documents[i]
			o, _ = s.value.(content.Object)
			o = in(o, strings.FieldsFunc(pointer, func(c rune) bool { return c == '/' })...)
		}
		part := s.part("")
		part.cascades = true
		part.walk(c, o, nil, "")
		for _, t := range part.tokens {
			t.mode = cmp.Or(t.mode, mode)
		}
		c.sources = append(c.sources, part)
	}
	return nil
}
