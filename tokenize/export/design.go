package export

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// DesignFrontMatter returns the front matter of a DESIGN.md, version alpha
// (github.com/google-labs-code/design.md), without the lines around it: the
// manual's title and description, and its tokens as far as the format has a place
// for them. The roles of the first theme are colors too. The linter of the format wants a
// color named primary: there is none where the manual names none, since no other color
// is known to be it. Groups without tokens are listed as omitted.
func DesignFrontMatter(d *manual.TokenDocument, title, description string) []byte {
	var y, omitted yamlText
	y.line(0, "version", "alpha")
	y.line(0, "name", title)
	if description != "" {
		y.line(0, "description", description)
	}
	var maps yamlText
	group := func(name string, write func(*yamlText)) {
		var inside yamlText
		if write(&inside); len(inside) > 0 {
			maps = append(append(maps, name+":\n"...), inside...)
		} else {
			omitted = append(omitted, "  - "+name+"\n"...)
		}
	}
	group("colors", func(y *yamlText) { y.designColors(d) })
	group("typography", func(y *yamlText) { y.designTypography(d) })
	group("rounded", func(y *yamlText) { y.designLengths(d.Groups[manual.RadiusGroup].Tokens) })
	group("spacing", func(y *yamlText) { y.designLengths(d.Groups[manual.DimensionGroup].Tokens) })
	group("components", func(*yamlText) {})
	return append(append(append(y, "omitted:\n"...), omitted...), maps...)
}

// designColors writes the roles of the first theme and the colors of the manual. A color
// with the name of a role and another value has -color after its name, as in
// [Tailwind]; one with the same value is the role.
func (y *yamlText) designColors(d *manual.TokenDocument) {
	colors := d.Groups[manual.ColorGroup].Tokens
	taken := make(map[string]bool)
	for _, t := range colors {
		taken[t.Name] = true
	}
	roles := rolesAtRest(d)
	for _, role := range roles {
		y.line(2, role.Name, role.Value)
	}
	for _, t := range colors {
		role, isRole := findToken(roles, t.Name)
		if isRole && strings.EqualFold(role.Value, t.Value) {
			continue
		}
		name := t.Name
		if isRole {
			name = freeName(name+"-color", taken)
			taken[name] = true
		}
		y.line(2, name, t.Value)
	}
}

// designTypography writes a level for each font, and one for each font size with
// the font of running text.
func (y *yamlText) designTypography(d *manual.TokenDocument) {
	fonts := d.Groups[manual.FontFamilyGroup].Tokens
	for _, t := range fonts {
		y.key(2, t.Name)
		*y = append(*y, '\n')
		y.line(4, "fontFamily", t.Value)
	}
	styles := map[string]bool{}
	for _, g := range d.Further {
		if g.Name == manual.GroupText {
			y.designStyles(g.Tokens, styles, fonts)
		}
	}
	body, ok := bodyFont(d)
	for _, t := range d.Groups[manual.FontSizeGroup].Tokens {
		if !isDesignLength(t.Value) || hasToken(fonts, "text-"+t.Name) || styles["text-"+t.Name] {
			continue
		}
		y.key(2, "text-"+t.Name)
		*y = append(*y, '\n')
		if ok {
			y.line(4, "fontFamily", body.Value)
		}
		y.line(4, "fontSize", t.Value)
	}
}

// designStyles writes a level for each text style, and records their names. One that is
// called as a font has -style after its name.
func (y *yamlText) designStyles(tokens []manual.Token, names map[string]bool, fonts []manual.Token) {
	for _, t := range tokens {
		name := t.Name
		if hasToken(fonts, name) {
			name += "-style"
		}
		names[name] = true
		y.key(2, name)
		*y = append(*y, '\n')
		s := t.Style
		if s.Family != "" {
			y.line(4, "fontFamily", s.Family)
		}
		if isDesignLength(s.Size) {
			y.line(4, "fontSize", s.Size)
		}
		if s.Weight != "" {
			*y = append(*y, "    fontWeight: "+s.Weight+"\n"...)
		}
		if _, err := css.Number(s.LineHeight); err == nil {
			*y = append(*y, "    lineHeight: "+s.LineHeight+"\n"...)
		} else if isDesignLength(s.LineHeight) {
			y.line(4, "lineHeight", s.LineHeight)
		}
		if isDesignLength(s.LetterSpacing) {
			y.line(4, "letterSpacing", s.LetterSpacing)
		}
	}
}

// designLengths writes lengths, but no breakpoints.
func (y *yamlText) designLengths(tokens []manual.Token) {
	for _, t := range tokens {
		if isDesignLength(t.Value) && t.List != "breakpoints" {
			y.line(2, t.Name, t.Value)
		}
	}
}

// isDesignLength reports whether a DESIGN.md can have the length.
func isDesignLength(value string) bool {
	q, ok := css.ReadQuantity(value)
	return ok && (q.Unit == "px" || q.Unit == "em" || q.Unit == "rem")
}
