package mcp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

type contrastQuery struct {
	Manual     string `json:"manual,omitempty" jsonschema:"the manual of the tokens, as list_manuals names it; all of them without it"`
	Foreground string `json:"foreground" jsonschema:"a color token's name, or any color of CSS"`
	Background string `json:"background" jsonschema:"a color token's name, or any color of CSS"`
}

type contrast struct {
	Foreground string  `json:"foreground"`
	Background string  `json:"background"`
	Ratio      float64 `json:"ratio"`
	AA         bool    `json:"aa" jsonschema:"4.5 or more: text"`
	AALarge    bool    `json:"aaLarge" jsonschema:"3 or more: large text, and parts of controls"`
	AAA        bool    `json:"aaa" jsonschema:"7 or more"`
	Note       string  `json:"note,omitempty" jsonschema:"how transparent colors were composed"`
}

func (s *server) checkContrast(ctx context.Context, q contrastQuery) (contrast, error) {
	foreground, err := s.color(ctx, q.Manual, "foreground", q.Foreground)
	if err != nil {
		return contrast{}, err
	}
	background, err := s.color(ctx, q.Manual, "background", q.Background)
	if err != nil {
		return contrast{}, err
	}
	ratio := css.Contrast(foreground, background)
	var notes []string
	if css.Channels(foreground)[3] < 255 {
		notes = append(
			notes, "the foreground lets "+alphaText(foreground)+" through and was composed over the background",
		)
	}
	if css.Channels(background)[3] < 255 {
		notes = append(notes, "the background lets "+alphaText(background)+" through and was composed over white")
	}
	return contrast{
		Foreground: foreground, Background: background, Ratio: math.Floor(ratio*100) / 100, // never rounded up to pass
		AA: ratio >= 4.5, AALarge: ratio >= 3, AAA: ratio >= 7, Note: strings.Join(notes, "; "),
	}, nil
}

// alphaText returns how much of what is below a color with alpha is seen.
func alphaText(hex string) string {
	return fmt.Sprintf("%.0f%%", 100-float64(css.Channels(hex)[3])/2.55)
}

// color returns the hex color for a text, which is the name of a token or a color; the
// manual counts before the keywords of CSS.
func (s *server) color(ctx context.Context, name, argument, text string) (string, error) {
	if hex, ok := css.Hex(strings.TrimSpace(text)); ok {
		return hex, nil
	}
	tokens, err := s.tokens(ctx, name)
	if err != nil {
		return "", err
	}
	w := newWanted(text)
	tokens = slices.DeleteFunc(
		tokens, func(t foundToken) bool { return t.Type != manual.ColorToken || w.rank(t.names) > rankClass },
	)
	slices.SortStableFunc(tokens, func(a, b foundToken) int { return w.rank(a.names) - w.rank(b.names) })
	for _, t := range tokens {
		if hex, ok := css.Hex(t.Value); ok {
			return hex, nil
		}
	}
	if c, err := css.ParseColor(text); err == nil {
		hex, _ := c.Hex()
		return hex, nil
	}
	return "", fmt.Errorf(
		"%s: expected a color of CSS or a color token, found %q; find_token finds them", argument, brief(text),
	)
}
