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
	themes := map[string]string{} // the theme of each token set, empty if all have it
	for _, d := range documents {
		o, _ := d.value.(content.Object)
		l, _ := d.value.(list)
		if l == nil || baseOf(d.name) != "themes.json" && baseOf(d.name) != "$themes.json" {
			l, _ = o.Get("$themes").(list)
		}
		collectThemes(l, themes)
		if has(o, "resolutionOrder") {
			d.resolved = true
			if err := c.readResolver(d, o, documents); err != nil {
				return err
			}
		}
	}
	for _, d := range documents {
		if d.resolved || strings.HasPrefix(baseOf(d.name), "$") {
			continue
		}
		before := len(c.sources)
		c.readDocument(d, themes)
		switch {
		case slices.ContainsFunc(c.sources[before:], func(s *input) bool { return len(s.tokens) > 0 }) || c.readMap(d):
		case d.found:
			c.passed = append(c.passed, d.name)
		default:
			return d.errorAt(d.valueStart(0), "expected tokens with a $value or a value, found none")
		}
	}
	return nil
}

// baseOf returns the name of a file without its folder.
func baseOf(file string) string { return path.Base(filepath.ToSlash(file)) }

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
		c.add(s)
	case d.plain:
		s.readFrontMatter(c, o)
		c.add(s)
	case has(o, "$metadata") || has(o, "$themes"):
		for _, m := range ordered(o) {
			if set, ok := m.Value.(content.Object); ok && !strings.HasPrefix(m.Key, "$") {
				c.readSet(s.part(m.Key), set, m.Key, themes)
			}
		}
	default:
		c.readSet(s, o, strings.TrimSuffix(filepath.ToSlash(d.name), ".json"), themes)
	}
}

// add adds a source whose tokens have been read.
func (c *conversion) add(s *input) {
	for _, t := range s.tokens {
		t.input, t.mode = s, cmp.Or(t.mode, s.mode)
	}
	c.sources = append(c.sources, s)
}

// readSet reads a token set, which belongs to a mode if only some themes have
// it.
func (c *conversion) readSet(s *input, set content.Object, name string, themes map[string]string) {
	longest := "" // of the sets whose name this is, or its end
	for known := range themes {
		if (name == known || strings.HasSuffix(name, "/"+known)) && len(known) > len(longest) {
			longest = known
		}
	}
	if theme := themes[longest]; theme != "" {
		s.label, s.mode = theme, theme
	}
	s.walk(c, set, nil, "")
	c.add(s)
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

// collectThemes adds, for each token set that themes have, the name of the first theme
// that has it, empty if all have it.
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
			of[set] = ""
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
		name := strings.TrimLeft(textOf(o, "token", "name"), "$-@")
		if name == "" || !has(o, "value") && !has(o, "$value") {
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
		s.token(o, s.valueStart(o[0].End), textOf(o, "name"), path, textOf(o, "category"))
		t := s.tokens[len(s.tokens)-1]
		t.mode = textOf(o, "mode")
		if typesOf[strings.ToLower(t.kind)] == noPlace {
			t.kind = ""
		}
	}
}

func kebab(name string) string { return strings.ToLower(camelCase.ReplaceAllString(name, "$1-$2")) }

// readMap reads a document of names and values alone, as Style Dictionary writes in json/flat
// and json/nested, and reports whether half of its values or more are those of tokens. In a
// list of colors each has the number of its step.
func (c *conversion) readMap(d *input) bool {
	s, known := d.part(d.label), 0
	leaves(content.Member{Value: d.value}, nil, func(m content.Member, keys []string) {
		values, _ := m.Value.(list)
		if len(values) > 0 && placeOfText(content.Text(values[0]), "") == color {
			for i, value := range values {
				s.leaf(content.Member{Value: value, End: m.End}, keys[:len(keys)-1], keys[len(keys)-1]+"-"+strconv.Itoa(i))
			}
			return
		}
		s.leaf(m, keys[:len(keys)-1], keys[len(keys)-1])
	})
	for _, t := range s.tokens {
		if len(t.path) == 1 { // the path is what follows the prefix that all share
			t.name, t.path = strings.ReplaceAll(kebab(t.name), "_", "-"), nil
		}
		if text, ok := t.written.(string); ok && placeOfText(text, kebab(t.name)) != noPlace {
			known++
		}
	}
	if known == 0 || 2*known < len(s.tokens) {
		return false
	}
	c.mapped = append(c.mapped, s.name)
	c.add(s)
	return true
}

// leaves calls a function for each value inside a member that is no object, with its keys.
func leaves(m content.Member, keys []string, add func(m content.Member, keys []string)) {
	group, ok := m.Value.(content.Object)
	if !ok && len(keys) > 0 {
		add(m, keys)
	}
	for _, inner := range group {
		leaves(inner, append(slices.Clip(keys), inner.Key), add)
	}
}

// leaf adds a token for a member; its path is that of its keys.
func (s *input) leaf(m content.Member, group []string, key string) *token {
	keys := append(slices.Clip(group), key)
	t := &token{at: s.valueStart(m.End), name: strings.Join(keys, "."), path: keys, written: m.Value}
	s.tokens = append(s.tokens, t)
	return t
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
		first := item.Text("default")
		contexts := append(content.Object{{Value: item.Get("sources")}}, in(item, "contexts")...)
		slices.SortStableFunc(contexts[1:], func(a, b content.Member) int {
			return cmp.Compare(btoi(b.Key == first), btoi(a.Key == first))
		})
		for _, context := range contexts {
			sources, _ := context.Value.(list)
			for _, source := range sources {
				o, _ := source.(content.Object)
				if err := c.readSource(d, o, context.Key, documents); err != nil {
					return err
				}
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

// readSource reads a source of a set or of a context: tokens, or a reference to a file or
// to a set, which is read already.
func (c *conversion) readSource(d *input, o content.Object, mode string, documents []*input) error {
	s := d
	if ref := o.Text("$ref"); ref != "" {
		file, pointer, _ := strings.Cut(ref, "#")
		if file == "" && strings.HasPrefix(pointer, "/sets/") {
			return nil
		}
		i := slices.IndexFunc(documents, func(other *input) bool {
			return file != "" && baseOf(other.name) == path.Base(file) && other != d
		})
		if i < 0 {
			return d.errorAt(0, "expected the file %q among those to convert, since the resolver names it", ref)
		}
		s = documents[i]
		s.resolved = true
		o, _ = s.value.(content.Object)
		o = in(o, strings.FieldsFunc(pointer, func(c rune) bool { return c == '/' })...)
	}
	part := s.part("")
	part.cascades, part.mode = true, mode
	part.walk(c, o, nil, "")
	c.add(part)
	return nil
}
