package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// StructuredNotes returns notes on the tokens that [Structured] leaves out, and on what it cannot
// say of the others. It does not write the document, since every import asks for the notes.
func StructuredNotes(d *manual.TokenDocument) []manual.Note {
	d = withoutVariables(d)
	var notes []manual.Note
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			notes = append(
				notes,
				unstructured(manual.GroupThemes+"."+theme.Slug+"."+t.Name, cmp.Or(t.Type, manual.ColorToken), t)...)
		}
	}
	for _, g := range d.AllGroups() {
		for _, t := range g.Tokens {
			notes = append(notes, unstructured(g.Name+"."+t.Name, cmp.Or(t.Type, g.Type), t)...)
		}
	}
	return notes
}

// unstructured returns the notes on the token at a path.
func unstructured(path string, kind manual.TokenType, t manual.Token) []manual.Note {
	var notes []manual.Note
	note := func(format string, values ...any) {
		notes = append(
			notes,
			manual.Note{
				Code: manual.NoteUnstructured, Section: t.Section, Block: t.Block, Token: path,
				Text: fmt.Sprintf(format, values...),
			},
		)
	}
	if structuredValue(kind, t) == nil {
		note(
			"The token %s is left out of the 2025.10 document, whose format has no form for %q.", path,
			content.Truncate(t.Value),
		)
		return notes
	}
	text := ""
	if lost := lostIn(kind, t); lost != "" {
		text = fmt.Sprintf(
			"The token %s is in the 2025.10 document without its %s, for which the format has no place.", path, lost,
		)
	}
	if kind == manual.TypographyToken && t.Style.LineHeight == "" {
		text = strings.TrimSpace(
			fmt.Sprintf(
				"%s The token %s has the line height %s in the 2025.10 document, whose format wants one: its text "+
					"style says none.",
				text, path, usualLineHeight,
			),
		)
	}
	if text != "" {
		note("%s", text)
	}
	for _, text := range unstructuredModes(path, kind, t) {
		note("%s", text)
	}
	return notes
}

// unstructuredModes says which values of a token in modes the resolver document leaves out, or has
// without what the value at rest does not lack.
func unstructuredModes(path string, kind manual.TokenType, t manual.Token) []string {
	var texts []string
	for _, m := range t.Modes {
		inMode := t.In(m.Mode)
		if structuredValue(kind, inMode) == nil {
			texts = append(texts, fmt.Sprintf(
				"The value of the token %s in the mode %s is left out of the resolver document, whose format has no "+
					"form for %q.",
				path, m.Mode, content.Truncate(m.Value),
			))
		} else if lost := lostIn(kind, inMode); lost != "" && lost != lostIn(kind, t) {
			texts = append(texts, fmt.Sprintf(
				"The value of the token %s in the mode %s is in the resolver document without its %s, for which the "+
					"format has no place.",
				path, m.Mode, lost,
			))
		}
	}
	return texts
}

// lostIn says what the format cannot say of a token that it has a form for, or nothing.
func lostIn(kind manual.TokenType, t manual.Token) string {
	var lost []string
	switch kind {
	case manual.TypographyToken:
		for name, value := range map[string]string{"text-transform": t.Style.Case, "font-style": t.Style.Style} {
			if value != "" {
				lost = append(lost, name)
			}
		}
		slices.Sort(lost)
	case manual.GradientToken:
		return lostOfGradient(t.Value)
	case manual.TransitionToken:
		parsed, err := css.ParseTransition(t.Value)
		if err != nil {
			return ""
		}
		if parsed.Property != "" {
			return "property"
		}
	}
	return strings.Join(lost, " and ")
}

// lostOfGradient says what the format cannot say of a gradient, or nothing.
func lostOfGradient(text string) string {
	layers, err := css.ParseGradient(text, nil)
	if err != nil {
		return ""
	}
	var lost []string
	if layers[0].HasShape() {
		lost = append(lost, "angle and shape")
	}
	if layers[0].HasColorSpace() {
		lost = append(lost, "color space")
	}
	if layers[0].ReachesOut() {
		lost = append(lost, "positions below 0% or above 100%")
	}
	return strings.Join(lost, " and its ")
}
