package tokens

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
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
func (s *input) parseYAML(data []byte) (*content.Value, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		line := 1
		_, _ = fmt.Sscanf(err.Error(), "yaml: line %d:", &line)
		return nil, s.errorAt(s.text.OffsetAt(line, 1), "expected YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(root.Content) == 0 {
		return content.NewObject(), nil
	}
	s.places = map[*content.Value]int{}
	return s.fromYAML(root.Content[0])
}

// fromYAML returns a value of YAML. Scalars are text, null is nil.
func (s *input) fromYAML(n *yaml.Node) (*content.Value, error) {
	at := s.text.OffsetAt(n.Line, n.Column)
	if n.Kind == yaml.AliasNode {
		return nil, s.errorAt(at, "expected YAML without aliases")
	}
	if n.Kind == yaml.ScalarNode {
		if n.Tag == "!!null" {
			return nil, nil
		}
		v := content.NewString(n.Value)
		s.places[v] = at
		return v, nil
	}
	v := content.NewList()
	step, offset := 1, 0
	if n.Kind == yaml.MappingNode {
		v = content.NewObject()
		step = 2
		offset = 1
	}
	for i := 0; i+offset < len(n.Content); i += step {
		inner, err := s.fromYAML(n.Content[i+offset])
		if err != nil {
			return nil, err
		}
		if inner == nil {
			continue
		}
		if n.Kind == yaml.MappingNode {
			inner.Name = n.Content[i].Value
			s.places[inner] = s.text.OffsetAt(n.Content[i].Line, n.Content[i].Column)
		}
		v.Children = append(v.Children, inner)
	}
	s.places[v] = at
	return v, nil
}

// readFrontMatter reads the front matter of DESIGN.md, or brand.yml: colors,
// typography, rounded and spacing. What both say about other things makes no
// tokens, but logos are told.
func (s *input) readFrontMatter(c *Collection, o *content.Value) {
	s.root = o
	meta := o.Get("meta")
	c.Brand = cmp.Or(
		c.Brand, o.Get("name").Text(), meta.Get("name").Text(), meta.Get("name").FirstText("short", "full"),
	)
	colors := o.Get("color")
	styles := map[string]string{} // by typeface, the first with it
	leaves(o, nil, func(m *content.Value, keys []string) {
		if fonts := m.List(); fonts != nil && keys[0] == "typography" {
			s.addFamilies(fonts, keys)
			return
		}
		if keys[0] == "logo" {
			s.leaf(m, keys[:len(keys)-1], keys[len(keys)-1]).Left = reason.New(
				"logos", "init takes in the files of logos: name this one with --from",
			)
			return
		}
		if len(keys) > 1 && m.IsScalar() {
			s.addFrontMatter(c, m, keys, colors, styles)
		}
	})
}

// groupsOfYAML are the namespaces of the groups of both formats.
var groupsOfYAML = map[string]string{
	"color": "color", "colors": "color", "rounded": "radius", "spacing": "spacing",
	"typography": "font-family", "components": "component",
}

// addFrontMatter adds a value of front matter.
func (s *input) addFrontMatter(
	c *Collection, m *content.Value, keys []string, colors *content.Value, styles map[string]string,
) {
	group, last := keys[0], keys[len(keys)-1]
	namespace := groupsOfYAML[group]
	if namespace == "" {
		return
	}
	d := s.leaf(m, keys[:len(keys)-1], last)
	d.Path = []string{namespace, keys[1]}
	switch group {
	case "components":
		d.Path = []string{last}
		d.Left = reason.New("values of components", "it belongs to a component")
	case "color":
		d.written = brandColor(colors, d.Name, m)
		if len(keys) > 2 && keys[1] == "palette" {
			d.Path[1] = last
		} else if len(keys) > 2 {
			d.Name = "color." + keys[1]
			d.when = []sheet.Condition{{With: []string{last}}}
			c.addAxis([]string{"light", "dark"})
		}
	case "typography":
		s.addTypography(d, keys, colors, styles)
	}
}

// propertyNames are the namespaces of properties of typography.
var propertyNames = map[string]string{
	"fontFamily": "font-family", "family": "font-family", "fontSize": "font-size", "size": "font-size",
	"weight": "font-weight", "fontWeight": "font-weight",
	"line-height": "line-height", "lineHeight": "line-height", "letterSpacing": "letter-spacing", "color": "color",
	"background-color": "color",
}

// addTypography completes a value of typography.
func (s *input) addTypography(d *Declaration, keys []string, colors *content.Value, styles map[string]string) {
	property := propertyNames[keys[len(keys)-1]]
	if len(keys) == 2 || property == "font-family" {
		family := d.written.Scalar()
		styles[family] = cmp.Or(styles[family], keys[1])
		d.kind = "fontFamily"
		if len(keys) > 2 {
			d.Path[1] = styles[family]
		}
		return
	}
	if property == "color" {
		d.written = brandColor(colors, d.Name, d.written)
		d.Path = []string{"color", keys[1] + "-" + keys[len(keys)-1]}
		return
	}
	if property == "" {
		d.Path = keys[1:]
		return
	}
	d.Path = []string{property, keys[1]}
	if size, ok := strings.CutPrefix(keys[1], "text-"); ok && property == "font-size" {
		d.Path = []string{"text", size}
	}
}

// addFamilies adds the typefaces of a list of fonts in brand.yml.
func (s *input) addFamilies(fonts []*content.Value, keys []string) {
	for _, font := range fonts {
		family := font.Get("family")
		if family.IsText() {
			d := s.leaf(family, keys, family.Text())
			d.Path, d.kind = []string{"font-family", family.Text()}, "fontFamily"
		}
	}
}

// brandColor returns a color of brand.yml, or a reference if it is the name of one of its
// palette or of another role.
func brandColor(colors *content.Value, own string, value *content.Value) *content.Value {
	name := value.Text()
	other := "color." + name
	if colors.Get("palette").Has(name) {
		other = "color.palette." + name
	} else if !colors.Has(name) {
		return value
	}
	if other == own {
		return value
	}
	return content.NewString("{" + other + "}")
}
