package tokens

import (
	"path"
	"path/filepath"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// readDocuments reads the documents of all files: resolvers with the files that
// they name, token sets with the themes of Tokens Studio, and single files.
func (c *Collection) readDocuments(documents []*input) error {
	for _, d := range documents {
		if !d.value.Has("resolutionOrder") {
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
		c.inputs = before
		if c.readMap(d) {
			continue
		}
		c.inputs = tokens
		if count > 0 {
			continue
		}
		if !d.found {
			return d.errorAt(d.placeOf(d.value), "there are no tokens: a token has a $value or a value")
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
		if m.IsScalar() && !strings.HasPrefix(m.Name, "$") {
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
func (c *Collection) readDocument(d *input, studio *studioSets) bool {
	s := d.partOf(d.label)
	if mode := d.value.Get("$extensions").FirstText("com.figma.modeName", "mode"); mode != "" {
		s.label, s.mode = mode, mode
		if d.value.Has(manual.GroupThemes) { // of the program
			c.slugs[mode] = tokenize.Name(d.label, "")
		}
	}
	if entries := namedEntries(d.value); entries != nil {
		s.readEntries(c, entries)
	} else if d.isYAML {
		s.readFrontMatter(c, d.value)
	} else if items := registryItems(d.value); items != nil {
		s.readRegistry(c, items)
	} else if props := d.value.Get("props"); props.Is('{') && (d.value.Has("aliases") || d.value.Has("global")) {
		s.readTheo(c, d.value)
	} else {
		return c.readSets(s, studio)
	}
	c.inputs = append(c.inputs, s)
	return true
}

// readSets reads a document of token sets: of Tokens Studio, one that has its own name in those of its
// tokens, or any other. It reports whether it is one of the first two.
func (c *Collection) readSets(s *input, studio *studioSets) bool {
	if studio != nil && (s.value.Has("$metadata") || s.value.Has("$themes")) {
		for _, set := range studio.ordered(s.value) {
			if set.Is('{') && !strings.HasPrefix(set.Name, "$") {
				c.readSet(s.partOf(set.Name), set, set.Name, studio)
			}
		}
		return true
	}
	if tokens := withoutOwnName(s.value); tokens != nil {
		s.label = s.value.Get("name").Text()
		c.readSet(s, tokens, s.label, studio)
		return true
	}
	c.readSet(s, s.value, strings.TrimSuffix(filepath.ToSlash(s.name), ".json"), studio)
	return false
}

// withoutOwnName returns the tokens of a document whose names all begin with that of the document,
// as color.text of Light/color.text, which others have too. It is nil for another document.
func withoutOwnName(document *content.Value) *content.Value {
	prefix, tokens := document.Get("name").Text()+"/", content.NewObject()
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
