package export

import (
	"archive/zip"
	"bytes"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Figma returns the tokens as a ZIP archive for the variables of Figma, a file for
// each mode: base.tokens.json with all groups that variables can hold, and
// <theme>.tokens.json with the roles of a theme; a role that it lacks has the color of
// the first theme with one. The files have the form of the Design Tokens Format Module
// 2025.10 without references. As Figma requires, lengths are in px, with a rem of 16,
// durations in s, and a font has no fallbacks; names are in ASCII. The archive is not
// compressed, so that it has the same bytes everywhere.
func Figma(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	add := func(file, mode string, groups *content.Value) {
		groups.Add("$extensions", object("com.figma.modeName", mode))
		header := &zip.FileHeader{Name: file + ".tokens.json", Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		if w, err := archive.CreateHeader(header); err == nil { // a buffer does not fail
			_, _ = w.Write(groups.Append(nil))
		}
	}
	add("base", "Base", form(figma).groups(ascii(d), manual.CubicBezierGroup, manual.ShadowGroup))
	eachMode(d, func(file, mode string, colors []manual.Token) {
		add(file, mode, object(manual.GroupThemes, form(figma).group(manual.GroupThemes, manual.ColorToken, colors)))
	})
	_ = archive.Close()
	return out.Bytes()
}

// eachMode visits the themes, each with a name in ASCII and a title that no other one
// and not the base has, and all roles.
func eachMode(d *manual.TokenDocument, visit func(name, title string, colors []manual.Token)) {
	names, titles, roles := map[string]int{"base": 1}, map[string]int{"Base": 1}, allRoles(d)
	for _, theme := range d.Themes {
		role := theme.Colors[0]
		title := strings.TrimSuffix(role.Title, ": "+role.Name) // as in the manual
		visit(tokenize.Unique(names, tokenize.ASCIIName(theme.Slug)), tokenize.Unique(titles, title), addMissingRoles(theme.Colors, roles))
	}
}

// figma returns a token as Figma describes.
func figma(group string, kind manual.TokenType, t manual.Token) *content.Value {
	t.Alias = ""
	switch q, _ := css.ReadQuantity(t.Value); {
	case kind == manual.FontFamilyToken:
		t.Value, _ = css.Family(css.SplitFamilies(t.Value)[0])
	case kind == manual.DurationToken:
		t.Value = css.Quantity{Number: q.Number / 1000, Unit: "s"}.String()
	case kind == manual.DimensionToken && q.Unit == "rem":
		t.Value = css.Quantity{Number: q.Number * 16, Unit: "px"}.String()
	}
	return structured(group, kind, t)
}

// ascii returns the tokens without themes, with names in ASCII.
func ascii(d *manual.TokenDocument) *manual.TokenDocument {
	renamed := manual.TokenDocument{Groups: d.Groups}
	for i := range renamed.Groups {
		renamed.Groups[i].Tokens = asciiNames(renamed.Groups[i].Tokens)
	}
	return &renamed
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
