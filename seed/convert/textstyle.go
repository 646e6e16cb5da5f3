package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// styleOf returns a text style for a seed file. A typeface with fallbacks is in the manual, or is added.
func (b *builder) styleOf(value *content.Value, step string) (*content.Value, error) {
	style, families, err := meaning.Style(value, step)
	if wanted := strings.Join(families, ","); len(families) > 1 && !slices.Contains(b.extraFamilies, wanted) {
		b.extraFamilies = append(b.extraFamilies, wanted)
	}
	return style, err
}

// A propertyGroup is a set of values whose names differ in the property of a text alone:
// heading-1-font-size and heading-1-line-height.
type propertyGroup struct {
	stem  string
	parts map[string]*token // by property
	size  *token            // a size of Tailwind, which keeps its place if it is of the type scale
	font  *token            // a font property, which says more than one
}

// scaleStep returns the step of the type scale that the size of the group is, empty for none.
func (g *propertyGroup) scaleStep() string {
	if g == nil || g.size == nil || g.size.entry == nil || g.size.entry.kind.Place != meaning.FontSize {
		return ""
	}
	return meaning.SizeKey(g.size.entry.declaration.Path)
}

// propertyForm matches the end of a name that is a property of a text.
var propertyForm = pattern.New(
	`(?i)^(.+?)(--|[-./_ ]|\.)(font-?size|size|line-?height|leading|font-?weight|weight|` +
		`letter-?spacing|tracking|font-?family|family|font|text-?transform|text-?case|font-?style)$`,
)

// propertyKeys are the properties by what names call them, without hyphens.
var propertyKeys = map[string]string{
	"fontsize": "fontSize", "size": "fontSize", "lineheight": "lineHeight", "leading": "lineHeight",
	"fontweight": "fontWeight", "weight": "fontWeight",
	"letterspacing": "letterSpacing", "tracking": "letterSpacing",
	"fontfamily": "fontFamily", "family": "fontFamily", "font": "fontFamily",
	"texttransform": "textCase", "textcase": "textCase", "fontstyle": "fontStyle",
}

// propertyGroups finds the groups of properties that have a size and more.
func (b *builder) propertyGroups() []*propertyGroup {
	known, order := map[string]*propertyGroup{}, []*propertyGroup{}
	for _, t := range b.tokens {
		name := meaning.Kebab(t.Name)
		m := propertyForm.FindStringSubmatch(name)
		if m == nil || t.First() == nil {
			continue
		}
		key := propertyKeys[strings.ToLower(strings.ReplaceAll(m[3], "-", ""))]
		short := m[3] == "size" || m[3] == "weight" || m[3] == "family" || m[3] == "font"
		if short && m[2] == "-" {
			continue // button-size is no size of a text
		}
		if m[3] == "font" && !b.isTypeface(t) {
			continue // the whole property
		}
		g := known[m[1]]
		if g == nil {
			g = &propertyGroup{stem: m[1], parts: map[string]*token{}}
			if m[2] == "--" && strings.HasPrefix(m[1], "--text-") {
				g.size = b.tokenOf[b.Collection.Token(m[1])]
			}
			if t := b.tokenOf[b.Collection.Token(m[1])]; t != nil && b.isFont(t) {
				g.size, g.font = nil, t
			}
			known[m[1]] = g
			order = append(order, g)
		}
		g.parts[key] = cmp.Or(g.parts[key], t)
	}
	return slices.DeleteFunc(order, func(g *propertyGroup) bool {
		size := cmp.Or(g.size, g.font, g.parts["fontSize"])
		return size == nil || !g.hasMore() || !b.isStyle(g)
	})
}

// hasMore reports whether the group has properties besides a size and a typeface.
func (g *propertyGroup) hasMore() bool {
	for key := range g.parts {
		if key != "fontSize" && key != "fontFamily" {
			return true
		}
	}
	return false
}

// consumed returns the tokens of which the text style has the values: all but that of the
// typeface and a size of the type scale, which have places of their own.
func (g *propertyGroup) consumed() []*token {
	var all []*token
	if g.font != nil {
		all = append(all, g.font)
	}
	if g.size != nil && meaning.SizeKey(meaning.Path(strings.TrimLeft(g.stem, "-"))) == "" {
		all = append(all, g.size)
	}
	for key, t := range g.parts {
		if key != "fontFamily" {
			all = append(all, t)
		}
	}
	return all
}

// isFont reports whether a token is a font property.
func (b *builder) isFont(t *token) bool {
	r, _ := b.valueIn(t, b.Modes[0])
	if r.Err != nil || !r.Value.IsText() {
		return false
	}
	_, err := meaning.Font(r.Value.Text())
	return err == nil
}

// isTypeface reports whether a token is the name of a typeface.
func (b *builder) isTypeface(t *token) bool {
	r, d := b.valueIn(t, b.Modes[0])
	return r.Err == nil && d != nil && meaning.Of(d.Named(), r.Kind, r.Value).Place == meaning.FontFamily
}

// isStyle reports whether the values of a group make a text style.
func (b *builder) isStyle(g *propertyGroup) bool {
	value, err := b.groupValue(g, b.Modes[0])
	if err != nil {
		return false
	}
	_, err = b.styleOf(value, "")
	return err == nil
}

// groupValue returns the properties of a group in a mode, as the object of a document.
func (b *builder) groupValue(g *propertyGroup, m *tokens.Mode) (*content.Value, error) {
	value := content.NewObject()
	if g.font != nil {
		r, _ := b.valueIn(g.font, m)
		if r.Err != nil {
			return nil, r.Err
		}
		font, err := meaning.Font(r.Value.Text())
		if err != nil {
			return nil, err
		}
		value = font
	}
	keys := []string{"fontFamily", "fontSize", "lineHeight", "fontWeight", "letterSpacing", "textCase", "fontStyle"}
	for _, key := range keys {
		t := g.parts[key]
		if key == "fontSize" {
			t = cmp.Or(g.size, t)
		}
		if t == nil {
			continue
		}
		r, d := b.valueIn(t, m)
		if r.Err != nil {
			return nil, r.Err
		}
		if key == "fontFamily" && css.IsReserved(r.Value.Text()) {
			continue // it is the family of what is around
		}
		if key == "fontSize" && d != nil && d.Named().InSheet && meaning.IsNumber(r.Value.Text()) {
			return nil, reason.New(reason.Malformed, "no browser takes a number without a unit for a font size")
		}
		value.Add(key, r.Value)
	}
	return value, nil
}

// addGroup adds the token that a group of properties makes, which has the values of all of them.
func (b *builder) addGroup(g *propertyGroup) {
	parts := g.consumed()
	first := b.tokens[slices.IndexFunc(b.tokens, func(t *token) bool { return slices.Contains(parts, t) })]
	d := *b.CountsIn(first.Token, b.Modes[0])
	d.Path = b.PathOfStem(g.stem, &d)
	d.Description = ""
	d.Anchor = ""
	d.Deprecated = nil
	whole := newToken(&tokens.Token{Name: g.stem, Declarations: []*tokens.Declaration{&d}})
	whole.group = g
	err := b.add(whole)
	for _, t := range parts {
		t.as = whole.as
		t.left = err
		t.entry = whole.entry
		t.held = whole.held
		t.lost = whole.lost
	}
}

// addExtraFamilies adds the typefaces of text styles that the manual has not.
func (b *builder) addExtraFamilies() {
	for _, families := range b.extraFamilies {
		known := func(e *entry) bool { return strings.Join(e.value.Scalars(), ",") == families }
		if slices.ContainsFunc(b.entries[meaning.FontFamily], known) {
			continue
		}
		names := strings.Split(families, ",")
		d := &tokens.Declaration{Path: []string{"font-family", names[0]}}
		// one of that name is there
		_ = b.take(
			&entry{
				token: newToken(&tokens.Token{Name: names[0]}), declaration: d,
				kind: meaning.Kind{Place: meaning.FontFamily}, value: content.NewStrings(names...),
			},
		)
	}
}
