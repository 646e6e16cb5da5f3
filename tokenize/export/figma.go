package export

import (
	"archive/zip"
	"bytes"
	"cmp"
	"slices"
	"time"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Figma returns the tokens as a ZIP archive for the variables of Figma, a file for
// each mode: base.tokens.json with all that variables can hold and no mode changes, and
// <theme>.tokens.json with the roles of a theme and the tokens that any mode changes; a role
// that it lacks has the color of the first theme with one. The files have the form of the
// Design Tokens Format Module 2025.10 without references. As Figma requires, lengths are in
// px, with a rem of 16, durations in s, and a font has no fallbacks; a text style is a
// variable for each of its parts; names are in ASCII. The archive is not compressed, so that
// it has the same bytes everywhere. A token without a form in one of its modes is left out.
func Figma(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	add := func(file, mode string, groups *content.Value) {
		groups.Add("$extensions", object("com.figma.modeName", mode))
		header := &zip.FileHeader{
			Name: file + ".tokens.json", Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		}
		w, _ := archive.CreateHeader(header) // a buffer does not fail
		_, _ = w.Write(groups.Append(nil))
	}
	renamed := encoder(figma).inAllModes(ascii(d))
	still := steady(renamed)
	base := encoder(figma).groups(still, manual.CubicBezierGroup, manual.ShadowGroup)
	encoder(figma).addFurther(base, still)
	add("base", "Base", base)
	changes := changing(renamed)
	eachMode(d, func(file string, m mode) {
		add(file, m.Title, encoder(figma).inMode(in(changes, m.Slug), m, manual.CubicBezierGroup, manual.ShadowGroup))
	})
	_ = archive.Close()
	return out.Bytes()
}

// eachMode visits the modes, each with a name in ASCII and a title that no other one
// and not the base has, and all roles.
func eachMode(d *manual.TokenDocument, visit func(name string, m mode)) {
	names, titles, roles := map[string]int{"base": 1}, map[string]int{"Base": 1}, allRoles(d)
	for _, m := range modesOf(d) {
		m.Title = tokenize.Unique(titles, m.Title)
		m.roles = addMissingRoles(m.roles, roles)
		visit(tokenize.Unique(names, tokenize.ASCIIName(m.Slug)), m)
	}
}

// figmaTypes are the types that variables of Figma can hold.
var figmaTypes = []manual.TokenType{
	manual.ColorToken, manual.DimensionToken, manual.FontFamilyToken, manual.DurationToken, manual.NumberToken,
	manual.FontWeightToken,
}

// figma returns a token as Figma describes.
func figma(group string, kind manual.TokenType, t manual.Token) *content.Value {
	if kind == manual.TypographyToken {
		return figmaStyle(group, t)
	}
	if t.Type != "" && !slices.Contains(figmaTypes, kind) {
		return nil
	}
	t.Alias, t.Object = "", nil
	q, _ := css.ReadQuantity(t.Value)
	if kind == manual.FontFamilyToken {
		t.Value, _ = css.Family(css.SplitFamilies(t.Value)[0])
	} else if kind == manual.DurationToken {
		t.Value = css.Quantity{Number: q.Number / 1000, Unit: "s"}.String()
	} else if kind == manual.DimensionToken && q.Unit == "rem" {
		t.Value = css.Quantity{Number: float64(q.Number * 16), Unit: "px"}.String()
	}
	return structured(group, kind, t)
}

// figmaStyle returns the parts of a text style as a group of variables: those that it says in
// any mode, since the files of all modes have the same names.
func figmaStyle(group string, t manual.Token) *content.Value {
	parts, s := object(), *t.Style
	for _, p := range tokenize.ThemedProperties(t) {
		switch p.Name {
		case "line-height":
			s.LineHeight = cmp.Or(s.LineHeight, usualLineHeight)
		case "font-weight":
			s.Weight = p.Value
		case "letter-spacing":
			s.LetterSpacing = cmp.Or(s.LetterSpacing, "0px")
		}
	}
	size, _ := pixelsOf(s.Size, 0)
	add := func(name string, kind manual.TokenType, value string) {
		if value != "" {
			parts.Add(
				name,
				figma(
					group, kind,
					manual.Token{
						Type: kind, Name: name, Value: value, Description: t.Description, Deprecated: t.Deprecated,
						Anchor: t.Anchor,
					},
				),
			)
		}
	}
	add("font-family", manual.FontFamilyToken, s.Family)
	add("font-size", manual.DimensionToken, s.Size)
	add("font-weight", manual.FontWeightToken, s.Weight)
	if _, err := css.Number(s.LineHeight); err == nil {
		add("line-height", manual.NumberToken, s.LineHeight)
	} else if px, ok := pixelsOf(s.LineHeight, size); ok {
		add("line-height", manual.DimensionToken, css.Decimal(px)+"px")
	}
	if px, ok := pixelsOf(s.LetterSpacing, size); ok {
		add("letter-spacing", manual.DimensionToken, css.Decimal(px)+"px")
	}
	if len(parts.Members()) == 0 {
		return nil
	}
	return parts
}

// ascii returns the tokens without themes, with names in ASCII.
func ascii(d *manual.TokenDocument) *manual.TokenDocument {
	renamed := manual.TokenDocument{Groups: d.Groups, Modes: d.Modes}
	for i := range renamed.Groups {
		renamed.Groups[i].Tokens = asciiNames(renamed.Groups[i].Tokens)
	}
	for _, g := range d.Further {
		g.Name, g.Tokens = asciiGroup(g.Name), asciiNames(g.Tokens)
		renamed.Further = append(renamed.Further, g)
	}
	return &renamed
}

// asciiGroup returns the name of a group in ASCII; one in ASCII keeps its capitals.
func asciiGroup(name string) string {
	if css.IsASCII(name) {
		return name
	}
	return tokenize.ASCIIName(name)
}

// asciiNames returns the tokens with names in ASCII, each with a name of its own.
func asciiNames(tokens []manual.Token) []manual.Token {
	taken := make(map[string]int, len(tokens))
	for _, t := range tokens {
		if css.IsASCII(t.Name) { // keeps its name
			taken[t.Name] = 1
		}
	}
	renamed := make([]manual.Token, len(tokens))
	for i, t := range tokens {
		if !css.IsASCII(t.Name) {
			t.Name = tokenize.Unique(taken, tokenize.ASCIIName(t.Name))
		}
		renamed[i] = t
	}
	return renamed
}
