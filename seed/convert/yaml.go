package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"designmanual/tokenize/content"
)

// frontMatter returns the YAML between the first two lines of hyphens in a
// Markdown file, preceded by an empty line so that lines keep their numbers.
func frontMatter(data []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("---\n"))
	if !ok {
		return nil, false
	}
	yaml, _, ok := bytes.Cut(rest, []byte("\n---"))
	return append([]byte("\n"), yaml...), ok
}

// parseYAML parses a YAML document. Aliases are errors, since a few lines of
// them can stand for billions.
func (s *input) parseYAML(data []byte) (any, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		line := 1
		_, _ = fmt.Sscanf(err.Error(), "yaml: line %d:", &line)
		return nil, s.errorAt(s.lineStart(line), "expected YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(root.Content) == 0 {
		return content.Object(nil), nil
	}
	return s.fromYAML(root.Content[0])
}

// lineStart returns the offset of a line, from 1.
func (s *input) lineStart(line int) int {
	s.place(0)
	return s.lines[max(0, min(line, len(s.lines))-1)]
}

func (s *input) fromYAML(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return nil, s.errorAt(s.lineStart(n.Line)+n.Column-1, "expected YAML without aliases")
	case yaml.MappingNode:
		o := content.Object{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			value, err := s.fromYAML(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			o = append(o, content.Member{Key: key.Value, Value: value, End: min(len(s.data), s.lineStart(key.Line)+key.Column-1)})
		}
		return o, nil
	case yaml.SequenceNode:
		l := list{}
		for _, inner := range n.Content {
			value, err := s.fromYAML(inner)
			if err != nil {
				return nil, err
			}
			l = append(l, value)
		}
		return l, nil
	}
	if n.Tag == "!!null" {
		return nil, nil
	}
	return n.Value, nil
}

// readFrontMatter reads the front matter of DESIGN.md, or brand.yml: colors,
// typography, rounded and spacing. What both say about other things makes no
// tokens.
func (s *input) readFrontMatter(c *conversion, o content.Object) {
	for _, m := range o {
		group, _ := m.Value.(content.Object)
		switch m.Key {
		case "meta":
			c.brandName = cmp.Or(c.brandName, textOf(group, "name"), textOf(in(group, "name"), "short", "full"))
		case "name":
			c.brandName = cmp.Or(c.brandName, o.Text("name"))
		case "color":
			s.readBrandColors(group)
		case "colors":
			s.leaves(group, "colors", "color")
		case "rounded":
			s.leaves(group, "rounded", "radius")
		case "spacing":
			s.leaves(group, "spacing", "spacing")
		case "typography":
			s.readTypography(group)
		case "components":
			for _, component := range group {
				inside, _ := component.Value.(content.Object)
				for _, property := range inside {
					s.leaf(property, []string{m.Key, component.Key, property.Key}, []string{property.Key})
					s.tokens[len(s.tokens)-1].left = because("values of components", "it belongs to a component")
				}
			}
		}
	}
}

// leaf adds a token for a member.
func (s *input) leaf(m content.Member, keys, path []string) *token {
	t := &token{input: s, at: m.End, name: strings.Join(keys, "."), path: path, written: m.Value}
	s.tokens = append(s.tokens, t)
	return t
}

// leaves adds a token for each member of a group.
func (s *input) leaves(group content.Object, name, namespace string) {
	for _, m := range group {
		s.leaf(m, []string{name, m.Key}, []string{namespace, m.Key})
	}
}

// readBrandColors reads the colors of brand.yml: a palette and roles, which name
// colors of the palette or of other roles, or have one color for each mode.
func (s *input) readBrandColors(group content.Object) {
	palette := in(group, "palette")
	add := func(m content.Member, keys ...string) *token {
		name, _ := m.Value.(string)
		other := "color." + name
		if has(palette, name) {
			other = "color.palette." + name
		}
		if (has(palette, name) || has(group, name)) && other != strings.Join(keys, ".") {
			m.Value = "{" + other + "}"
		}
		return s.leaf(m, keys, []string{"color", keys[len(keys)-1]})
	}
	for _, m := range group {
		inside, several := m.Value.(content.Object)
		for _, entry := range inside {
			if m.Key == "palette" {
				add(entry, "color", "palette", entry.Key)
			} else {
				add(entry, "color", m.Key).mode = entry.Key
			}
		}
		if !several && m.Value != nil && m.Key != "palette" {
			add(m, "color", m.Key)
		}
	}
}

// readTypography reads the typefaces and sizes of either format.
func (s *input) readTypography(group content.Object) {
	named := map[string]string{} // the first style with a typeface
	for _, m := range group {
		switch value := m.Value.(type) {
		case list:
			for _, entry := range value {
				font, _ := entry.(content.Object)
				if i := slices.IndexFunc(font, func(m content.Member) bool { return m.Key == "family" }); i >= 0 {
					s.leaf(font[i], []string{"typography", m.Key, font.Text("family")}, []string{"font-family", font.Text("family")}).kind = "fontFamily"
				}
			}
		case content.Object:
			for _, property := range value {
				kind := map[string]string{"fontFamily": "font-family", "family": "font-family", "fontSize": "font-size", "size": "font-size"}[property.Key]
				path := []string{m.Key, property.Key}
				if kind != "" {
					path = []string{kind, m.Key}
				}
				t := s.leaf(property, []string{"typography", m.Key, property.Key}, path)
				if size, ok := strings.CutPrefix(m.Key, "text-"); ok && kind == "font-size" {
					t.path = []string{"text", size}
				}
				if kind == "font-family" {
					family := content.Text(property.Value)
					named[family] = cmp.Or(named[family], m.Key)
					t.kind, t.path = "fontFamily", []string{kind, named[family]}
				}
			}
		case string:
			s.leaf(m, []string{"typography", m.Key}, []string{"font-family", m.Key}).kind = "fontFamily"
		}
	}
}
