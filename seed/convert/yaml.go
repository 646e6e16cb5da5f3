package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
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

const maxNodes = 200_000

// parseYAML parses a YAML document. Aliases are errors, since a few lines of
// them can stand for billions.
func (s *input) parseYAML(data []byte) (any, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		line := 1
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			_, _ = fmt.Sscan(m[1], &line)
		}
		return nil, s.errorAt(s.lineStart(line), "expected YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(root.Content) == 0 {
		return content.Object(nil), nil
	}
	nodes := 0
	return s.fromYAML(root.Content[0], 0, &nodes)
}

var yamlLine = regexp.MustCompile(`line ([0-9]+)`)

// lineStart returns the offset of a line, from 1.
func (s *input) lineStart(line int) int {
	s.place(0)
	return s.lines[max(0, min(line, len(s.lines))-1)]
}

func (s *input) fromYAML(n *yaml.Node, depth int, nodes *int) (any, error) {
	at := s.lineStart(n.Line) + n.Column - 1
	if *nodes++; *nodes > maxNodes || depth > maxDepth || n.Kind == yaml.AliasNode {
		return nil, s.errorAt(at, "expected YAML of at most %d values, %d deep and without aliases", maxNodes, maxDepth)
	}
	switch n.Kind {
	case yaml.MappingNode:
		o := content.Object{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			value, err := s.fromYAML(n.Content[i+1], depth+1, nodes)
			if err != nil {
				return nil, err
			}
			o = append(o, content.Member{Key: key.Value, Value: value, End: min(len(s.data), s.lineStart(key.Line)+key.Column-1)})
		}
		return o, nil
	case yaml.SequenceNode:
		l := list{}
		for _, inner := range n.Content {
			value, err := s.fromYAML(inner, depth+1, nodes)
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
	refer := func(value any) any {
		name, _ := value.(string)
		switch {
		case has(palette, name):
			return "{color.palette." + name + "}"
		case has(group, name):
			return "{color." + name + "}"
		}
		return value
	}
	for _, m := range group {
		modes, _ := m.Value.(content.Object)
		switch {
		case m.Key == "palette":
			for _, entry := range modes {
				key := entry.Key
				if text, _ := entry.Value.(string); text != key {
					entry.Value = refer(entry.Value)
				}
				s.leaf(entry, []string{"color", "palette", key}, []string{"color", key})
			}
		case modes != nil:
			for _, mode := range modes {
				key := mode.Key
				mode.Value = refer(mode.Value)
				s.leaf(mode, []string{"color", m.Key}, []string{"color", m.Key}).mode = key
			}
		case m.Value != nil:
			key := m.Key
			if text, _ := m.Value.(string); text != key || has(palette, key) {
				m.Value = refer(m.Value)
			}
			s.leaf(m, []string{"color", key}, []string{"color", key})
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
