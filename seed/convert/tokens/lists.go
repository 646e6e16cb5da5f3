package tokens

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
)

// namedEntries returns a list of tokens with names, as the whole file or as its
// properties or tokens.
func namedEntries(value *content.Value) []*content.Value {
	for _, list := range []*content.Value{value, value.Get("properties"), value.Get("tokens")} {
		items := list.List()
		if len(items) > 0 && items[0].Has("name") && (items[0].Has("value") || items[0].Has("$value")) {
			return items
		}
	}
	return nil
}

// readEntries reads a list of tokens with names.
func (s *input) readEntries(c *Collection, entries []*content.Value) {
	for _, o := range entries {
		name := strings.TrimLeft(o.FirstText("token", "name"), "$-@")
		if name == "" || !o.Has("value") && !o.Has("$value") {
			continue
		}
		keys := o.Get("path").Scalars()
		if len(keys) == 0 && strings.Contains(name, "/") { // of Figma
			keys = strings.Split(name, "/")
		}
		if len(keys) == 0 {
			keys = meaning.Path(meaning.Kebab(name))
		}
		before := len(s.declarations)
		s.addToken(c, o, o.Get("name").Text(), keys, o.Get("category").Text())
		for _, d := range s.declarations[before:] {
			if mode := o.Get("mode").Text(); mode != "" {
				d.when = []sheet.Condition{{With: append([]string{mode}, d.when[0].With...)}}
				if !slices.Contains(c.entryModes, mode) {
					c.entryModes = append(c.entryModes, mode)
				}
				c.addAxis(c.entryModes)
			}
			if d.Path != nil && !meaning.IsType(d.kind) {
				d.kind = ""
			}
		}
	}
}

// readTheo reads a file of Theo: properties with the type and category that all share, and
// aliases, which are no tokens.
func (s *input) readTheo(c *Collection, o *content.Value) {
	s.root = o
	for _, m := range o.Get("aliases").Members() {
		value := m
		if m.Is('{') {
			value = m.Get("value")
		}
		d := s.declare(&Declaration{at: s.placeOf(m), Name: "!" + m.Name, written: value, Part: true})
		d.Path = []string{m.Name}
	}
	s.walk(c, o.Get("props"), nil, o.Get("global").Get("type").Text())
	for _, d := range s.declarations {
		if !meaning.IsType(d.kind) {
			d.kind = ""
		}
	}
}

// readMap reads a document of names and values alone, as Style Dictionary writes in json/flat
// and json/nested, and reports whether half of its values or more are those of tokens. In a
// list of colors each has the number of its step.
func (c *Collection) readMap(d *input) bool {
	s := d.partOf(d.label)
	leaves(d.value, nil, func(m *content.Value, keys []string) {
		values := m.List()
		if len(values) > 0 && meaning.OfText(values[0].Scalar(), "", false).Place == meaning.Color {
			for i, value := range values {
				s.leaf(value, keys[:len(keys)-1], keys[len(keys)-1]+"-"+strconv.Itoa(i))
			}
			return
		}
		s.leaf(m, keys[:len(keys)-1], keys[len(keys)-1])
	})
	known := 0
	for _, d := range s.declarations {
		if len(d.Path) == 1 { // the path is what follows the prefix that all share
			d.Name, d.Path = strings.ReplaceAll(meaning.Kebab(d.Name), "_", "-"), nil
		}
		isKnown := known >= 2 && 3*known >= len(s.declarations)
		if isKnown || !d.written.IsText() {
			continue
		}
		if k := meaning.OfText(d.written.Text(), meaning.Kebab(d.Name), false); k.Place != meaning.None {
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
func (s *input) leaf(value *content.Value, group []string, key string) *Declaration {
	keys := append(slices.Clip(group), key)
	return s.declare(&Declaration{at: s.placeOf(value), Name: strings.Join(keys, "."), Path: keys, written: value})
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
func (s *input) readRegistry(c *Collection, items []*content.Value) {
	s.isSheet, s.cascades = true, true
	for _, item := range items {
		for _, group := range item.Get("cssVars").Members() {
			for _, m := range group.Members() {
				d := s.declare(
					&Declaration{at: s.placeOf(m), Name: "--" + strings.TrimPrefix(m.Name, "--"), written: m},
				)
				if group.Name != "theme" {
					d.when = []sheet.Condition{{With: []string{group.Name}}}
					c.addAxis([]string{"light", "dark"})
				}
			}
		}
	}
}
