package mcp

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// passesOn returns the grounds of the themes on which text in a color passes WCAG AA, with
// the value that the color has in the theme.
func (m *loadedManual) passesOn(t manual.Token) []string {
	var grounds []string
	for _, theme := range m.page.Tokens.Themes {
		hex, ok := css.Hex(t.In(theme.Slug).Value)
		if !ok {
			continue
		}
		for _, role := range theme.Colors {
			if (role.Name == "background" || role.Name == "surface") && css.Contrast(hex, role.Value) >= 4.5 {
				grounds = append(grounds, theme.Slug+" "+role.Name)
				if len(grounds) == maxGrounds {
					return grounds
				}
			}
		}
	}
	return grounds
}

// nearest returns the color tokens that are nearest to a color at rest or in a mode, of
// equal ones those of nearly the same alpha first.
func nearest(tokens []foundToken, color css.Color) []foundToken {
	want, _ := color.Hex()
	var found []foundToken
	for _, t := range tokens {
		hex, ok := css.Hex(t.Value)
		if !ok || t.Type != manual.ColorToken {
			continue
		}
		distance := distanceOf(want, hex)
		for _, mode := range slices.Sorted(maps.Keys(t.Modes)) {
			other, ok := css.Hex(t.Modes[mode])
			if ok && distanceOf(want, other) < distance {
				distance, t.Mode = distanceOf(want, other), mode
			}
		}
		t.Distance = &distance
		found = append(found, t)
	}
	alpha := func(t foundToken) float64 {
		hex, _ := css.Hex(t.Value)
		return math.Abs(float64(css.Channels(hex)[3]) - float64(css.Channels(want)[3]))
	}
	slices.SortStableFunc(found, func(a, b foundToken) int {
		return cmp.Or(
			cmp.Compare(*a.Distance, *b.Distance), cmp.Compare(len(a.Mode), len(b.Mode)),
			cmp.Compare(alpha(a), alpha(b)),
		)
	})
	return found[:min(len(found), maxNearest)]
}

// distanceOf returns the distance of two hex colors with four decimals.
func distanceOf(first, second string) float64 {
	return math.Round(css.Distance(first, second)*10000) / 10000
}

// colorNote says what distances leave out of a color.
func colorNote(color css.Color) string {
	hex, outside := color.Hex()
	var notes []string
	if css.Channels(hex)[3] < 255 {
		notes = append(notes, "the color lets "+alphaText(hex)+" through, which the distances leave out")
	}
	if outside {
		notes = append(notes, "the color lies outside sRGB and was compared as "+hex)
	}
	return strings.Join(notes, "; ")
}
