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
	meta := in(o, "meta")
	c.brandName = cmp.Or(c.brandName, textOf(o, "name"), textOf(meta, "name"), textOf(in(meta, "name"), "short", "full"))
	colors := in(o, "color")
	styles := map[string]string{} // by typeface, the first with it
	leaves(content.Member{Value: o}, nil, func(m content.Member, keys []string) {
		group, last := keys[0], keys[len(keys)-1]
		namespace := map[string]string{"color": "color", "colors": "color", "rounded": "radius", "spacing": "spacing", "typography": "font-family", "components": "component"}[group]
		if len(keys) < 2 || namespace == "" || m.Value == nil {
			return
		}
		if fonts, ok := m.Value.(list); ok {
			s.addFamilies(fonts, keys)
			return
		}
		t := s.leaf(m, keys[:len(keys)-1], last)
		t.path = []string{namespace, keys[1]}
		switch property := propertyNames[last]; {
		case group == "components":
			t.path, t.left = []string{last}, because("values of components", "it belongs to a component")
		case group == "color":
			t.written = brandColor(colors, t.name, m.Value)
			if len(keys) > 2 && keys[1] == "palette" {
				t.path[1] = last
			} else if len(keys) > 2 {
				t.name, t.mode = "color."+keys[1], last
			}
		case group == "typography" && (len(keys) == 2 || property == "font-family"):
			family := content.Text(m.Value)
			styles[family] = cmp.Or(styles[family], keys[1])
			t.kind = "fontFamily"
			if len(keys) > 2 {
				t.path[1] = styles[family]
			}
		case group == "typography":
			t.path = []string{cmp.Or(property, keys[1]), keys[1]}
			if size, ok := strings.CutPrefix(keys[1], "text-"); property != "" && ok {
				t.path = []string{"text", size}
			} else if property == "" {
				t.path = keys[1:]
			}
		}
	})
}

// propertyNames are the namespaces of properties of typography.
var propertyNames = map[string]string{"fontFamily": "font-family", "family": "font-family", "fontSize": "font-size", "size": "font-size"}

// addFamilies adds the typefaces of a list of fonts in brand.yml.
func (s *input) addFamilies(fonts list, keys []string) {
	for _, entry := range fonts {
		font, _ := entry.(content.Object)
		if i := slices.IndexFunc(font, func(m content.Member) bool { return m.Key == "family" }); i >= 0 {
			t := s.leaf(font[i], keys, font.Text("family"))
			t.path, t.kind = []string{"font-family", font.Text("family")}, "fontFamily"
		}
	}
}

// brandColor returns a color of brand.yml, or a reference if it is the name of one of its
// palette or of another role.
func brandColor(colors content.Object, own string, value any) any {
	name, _ := value.(string)
	other := "color." + name
	if has(in(colors, "palette"), name) {
		other = "color.palette." + name
	} else if !has(colors, name) {
		return value
	}
	if other == own {
		return value
	}
	return "{" + other + "}"
}
