package page

import (
	"html/template"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

type colorsFigure struct {
	Swatches []swatch
	Many     bool // more than eight, none with tints: smaller and in more columns
}

// A swatch is a color on its card.
type swatch struct {
	ID     string
	Class  class
	Name   string
	Value  string // as written in the manual
	Copied template.HTMLAttr
	Token  token
	Clear  bool // it is transparent, or may be
	Tints  []token
	Extra  *value
}

func (b *builder) colors(c content.Object) any {
	var figure colorsFigure
	for i, color := range c.Objects("colors") {
		s := swatch{ID: b.id(color.Text("name")), Name: color.Text("name"), Value: color.Text("hex"), Extra: b.extra(color, "name", "hex", "tints")}
		if s.Token = b.nextToken(manual.ColorGroup, i); s.Token.Variable != "" {
			hex := parseHex(s.Token.Value)
			s.Class, s.Clear = s.Token.Class, hex[3] < 255
			b.inks = append(b.inks, namedColor{Name: s.Name, color: hex})
		} else if value := cssColor(s.Value); value != "" {
			s.Class, s.Clear = b.sheet.value(value), true
		}
		for t := b.nextToken(manual.ColorGroup, i); t.Variable != ""; t = b.nextToken(manual.ColorGroup, i) {
			t.Title = t.Title[strings.LastIndexByte(t.Title, ' ')+1:] // the step
			s.Tints = append(s.Tints, t)
		}
		s.Copied = s.Token.copied(s.Value)
		figure.Swatches = append(figure.Swatches, s)
	}
	isTinted := func(s swatch) bool { return s.Tints != nil }
	figure.Many = len(figure.Swatches) > 8 && !slices.ContainsFunc(figure.Swatches, isTinted)
	return figure
}
