package convert

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// readDocuments reads the documents of all files: resolvers with the files that
// they name, token sets with the themes of Tokens Studio, and single files.
func (c *conversion) readDocuments(documents []*input) error {
	for _, d := range documents {
		if !has(d.value, "resolutionOrder") {
			continue
		}
		d.resolved = true
		if err := c.readResolver(d, documents); err != nil {
			return err
		}
	}
	studio := readStudio(documents)
	if studio != nil {
		documents = studio.inOrder(documents)
	}
	for _, d := range documents {
		if d.resolved || strings.HasPrefix(baseOf(d.name), "$") {
			continue
		}
		before := c.inputs
		isSure := c.readDocument(d, studio)
		count := 0
		for _, s := range c.inputs[len(before):] {
			count += len(s.declarations)
		}
		if count > 0 && (isSure || valuesInGroups(d.value) <= count) {
			continue
		}
		tokens := c.inputs
		if c.inputs = before; c.readMap(d) {
			continue
		}
		if c.inputs = tokens; count > 0 {
			continue
		}
		if !d.found {
			return d.errorAt(d.placeOf(d.value), "expected tokens with a $value or a value, found none")
		}
		c.passed = append(c.passed, d.name)
	}
	return nil
}

// valuesInGroups counts the texts and numbers that stand in groups themselves, as in a
// document of names and values alone.
func valuesInGroups(group *content.Value) int {
	var count int
	for _, m := range group.Members() {
		if isScalar(m) && !strings.HasPrefix(m.Name, "$") {
			count++
		}
		if m.Is('{') && !isToken(m, "") && !strings.HasPrefix(m.Name, "$") {
			count += valuesInGroups(m)
		}
	}
	return count
}

// placeOf returns the offset of a value in the file.
func (s *input) placeOf(v *content.Value) int {
	if v == nil {
		return 0
	}
	if s.places != nil {
		return s.places[v]
	}
	return min(int(v.Start), len(s.data))
}

// baseOf returns the name of a file without its folder.
func baseOf(file string) string { return path.Base(filepath.ToSlash(file)) }

// readDocument reads a document that is no resolver. It reports whether the document is of a
// form that is known for sure, not a tree of groups and tokens.
func (c *conversion) readDocument(d *input, studio *studioSets) bool {
	s := d.partOf(d.label)
	if mode := textOf(d.value.Get("$extensions"), "com.figma.modeName", "mode"); mode != "" {
		s.label, s.mode = mode, mode
		if has(d.value, manual.GroupThemes) { // of the program
			c.slugs[mode] = tokenize.Name(d.label, "")
		}
	}
	if entries := namedEntries(d.value); entries != nil {
		s.readEntries(c, entries)
	} else if d.isYAML {
		s.readFrontMatter(c, d.value)
	} else if items := registryItems(d.value); items != nil {
		s.readRegistry(c, items)
	} else if props := d.value.Get("props"); props.Is('{') && (has(d.value, "aliases") || has(d.value, "global")) {
		s.readTheo(c, d.value)
	} else {
		return c.readSets(s, studio)
	}
	c.inputs = append(c.inputs, s)
	return true
}

// readSets reads a document of token sets: of Tokens Studio, one that has its own name in those of its
// tokens, or any other. It reports whether it is one of the first two.
func (c *conversion) readSets(s *input, studio *studioSets) bool {
	if studio != nil && (has(s.value, "$metadata") || has(s.value, "$themes")) {
		for _, set := range studio.ordered(s.value) {
			if set.Is('{') && !strings.HasPrefix(set.Name, "$") {
				c.readSet(s.partOf(set.Name), set, set.Name, studio)
			}
		}
		return true
	}
	if tokens := withoutOwnName(s.value); tokens != nil {
		s.label = textOf(s.value, "name")
		c.readSet(s, tokens, s.label, studio)
		return true
	}
	c.readSet(s, s.value, strings.TrimSuffix(filepath.ToSlash(s.name), ".json"), studio)
	return false
}

// withoutOwnName returns the tokens of a document whose names all begin with that of the document,
// as color.text of Light/color.text, which others have too. It is nil for another document.
func withoutOwnName(document *content.Value) *content.Value {
	prefix, tokens := textOf(document, "name")+"/", object()
	for _, m := range document.Get("tokens").Members() {
		token := *m
		name, ok := strings.CutPrefix(m.Name, prefix)
		if !ok {
			return nil
		}
		token.Name = name
		tokens.Children = append(tokens.Children, &token)
	}
	if len(tokens.Children) == 0 {
		return nil
	}
	return tokens
}

// namedEntries returns a list of tokens with names, as the whole file or as its
// properties or tokens.
func namedEntries(value *content.Value) []*content.Value {
	for _, list := range []*content.Value{value, value.Get("properties"), value.Get("tokens")} {
		items := list.List()
		if len(items) > 0 && has(items[0], "name") && (has(items[0], "value") || has(items[0], "$value")) {
			return items
		}
	}
	return nil
}

// readEntries reads a list of tokens with names.
func (s *input) readEntries(c *conversion, entries []*content.Value) {
	for _, o := range entries {
		name := strings.TrimLeft(textOf(o, "token", "name"), "$-@")
		if name == "" || !has(o, "value") && !has(o, "$value") {
			continue
		}
		keys := o.Get("path").Scalars()
		if len(keys) == 0 && strings.Contains(name, "/") { // of Figma
			keys = strings.Split(name, "/")
		}
		if len(keys) == 0 {
			keys = pathOf(kebab(name))
		}
		before := len(s.declarations)
		s.addToken(c, o, textOf(o, "name"), keys, textOf(o, "category"))
		for _, d := range s.declarations[before:] {
			if mode := textOf(o, "mode"); mode != "" {
				d.when = []sheet.Condition{{With: append([]string{mode}, d.when[0].With...)}}
				if !slices.Contains(c.entryModes, mode) {
					c.entryModes = append(c.entryModes, mode)
				}
				c.addAxis(c.entryModes)
			}
			if d.path != nil && !isType(d.kind) {
				d.kind = ""
			}
		}
	}
}

// readTheo reads a file of Theo: properties with the type and category that all share, and
// aliases, which are no tokens.
func (s *input) readTheo(c *conversion, o *content.Value) {
	s.root = o
	for _, m := range o.Get("aliases").Members() {
		value := m
		if m.Is('{') {
			value = m.Get("value")
		}
		d := s.declare(&declaration{at: s.placeOf(m), name: "!" + m.Name, written: value, part: true})
		d.path = []string{m.Name}
	}
	s.walk(c, o.Get("props"), nil, textOf(o.Get("global"), "type"))
	for _, d := range s.declarations {
		if !isType(d.kind) {
			d.kind = ""
		}
	}
}

// readMap reads a document of names and values alone, as Style Dictionary writes in json/flat
// and json/nested, and reports whether half of its values or more are those of tokens. In a
// list of colors each has the number of its step.
func (c *conversion) readMap(d *input) bool {
	s := d.partOf(d.label)
	leaves(d.value, nil, func(m *content.Value, keys []string) {
		values := m.List()
		if len(values) > 0 && kindOfText(values[0].Scalar(), "", false).place == color {
			for i, value := range values {
				s.leaf(value, keys[:len(keys)-1], keys[len(keys)-1]+"-"+strconv.Itoa(i))
			}
			return
		}
		s.leaf(m, keys[:len(keys)-1], keys[len(keys)-1])
	})
	known := 0
	for _, d := range s.declarations {
		if len(d.path) == 1 { // the path is what follows the prefix that all share
			d.name, d.path = strings.ReplaceAll(kebab(d.name), "_", "-"), nil
		}
		isKnown := known >= 2 && 3*known >= len(s.declarations)
		if !isKnown && isString(d.written) && kindOfText(d.written.Text(), kebab(d.name), false).place != noPlace {
			known++
		}
	}
	if known < 2 || 3*known < len(s.declarations) {
		return false
	}
	c.mapped = append(c.mapped, s.name)
	c.inputs = append(c.inputs, s)
	return true
}

// leaves calls a function for each value inside an object that is no object, with its keys.
func leaves(o *content.Value, keys []string, add func(m *content.Value, keys []string)) {
	if !o.Is('{') && len(keys) > 0 {
		add(o, keys)
	}
	for _, inner := range o.Members() {
		leaves(inner, append(slices.Clip(keys), inner.Name), add)
	}
}

// leaf adds a declaration for a value; its path is that of its keys.
func (s *input) leaf(value *content.Value, group []string, key string) *declaration {
	keys := append(slices.Clip(group), key)
	return s.declare(&declaration{at: s.placeOf(value), name: strings.Join(keys, "."), path: keys, written: value})
}

// registryItems returns the items of a registry of shadcn that have variables, or the one
// that a file is.
func registryItems(value *content.Value) []*content.Value {
	var items []*content.Value
	for _, item := range append([]*content.Value{value}, value.Get("items").List()...) {
		if item.Get("cssVars").Is('{') {
			items = append(items, item)
		}
	}
	return items
}

// readRegistry reads the variables of items: theme holds always, light and dark are modes.
func (s *input) readRegistry(c *conversion, items []*content.Value) {
	s.isSheet, s.cascades = true, true
	for _, item := range items {
		for _, group := range item.Get("cssVars").Members() {
			for _, m := range group.Members() {
				d := s.declare(
					&declaration{at: s.placeOf(m), name: "--" + strings.TrimPrefix(m.Name, "--"), written: m},
				)
				if group.Name != "theme" {
					d.when = []sheet.Condition{{With: []string{group.Name}}}
					c.addAxis([]string{"light", "dark"})
				}
			}
		}
	}
}
