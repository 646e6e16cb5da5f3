package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// The bounds of an answer: nearest colors, and grounds that a color passes on.
const (
	maxNearest = 5
	maxGrounds = 20
)

type tokenQuery struct {
	scope
	Name  string `json:"name,omitempty" jsonschema:"a name in any spelling: Deep Blue, deep-blue, --color-deep-blue, bg-deep-blue, color.deep-blue, or a part of it"`
	Color string `json:"color,omitempty" jsonschema:"a hex color, for the tokens nearest to it"`
	Group string `json:"group,omitempty" jsonschema:"a group of the token document, such as color, dimension or theme; alone it lists the group"`
}

type tokenList struct {
	Tokens []foundToken `json:"tokens"`
	More   string       `json:"more,omitempty" jsonschema:"how to go on"`
}

type foundToken struct {
	Manual     string           `json:"manual"`
	Token      string           `json:"token" jsonschema:"its path in the token document"`
	Value      string           `json:"value"`
	Type       manual.TokenType `json:"type"`
	CSS        string           `json:"css" jsonschema:"the CSS custom property"`
	Use        string           `json:"use,omitempty"`
	Deprecated string           `json:"deprecated,omitempty" jsonschema:"why, or what to use instead"`
	Place      string           `json:"place" jsonschema:"the address in the manual"`
	PassesOn   []string         `json:"passesOn,omitempty" jsonschema:"grounds of themes on which text in the color has a contrast of 4.5 or more"`
	Distance   *float64         `json:"distance,omitempty" jsonschema:"from the color in OKLCH, 0 for the same"`

	names []string // that name exactly this token, folded
}

func (s *server) findToken(ctx context.Context, q tokenQuery) (list tokenList, err error) {
	color, isColor := css.Hex(q.Color)
	switch {
	case q.Name != "" && q.Color != "" || q.Name == "" && q.Color == "" && q.Group == "":
		return list, errors.New("expected either name or color, or a group")
	case q.Color != "" && !isColor:
		return list, fmt.Errorf("color: expected a hex color such as #0b5fff, found %q", brief(q.Color))
	}
	tokens, err := s.tokens(ctx, q.Manual)
	if err != nil {
		return list, err
	}
	without := "no token has this name or a part of it; search finds words, group lists a group"
	if q.Group != "" {
		names := []string{manual.GroupThemes}
		for _, g := range manual.Groups {
			names = append(names, g.Name)
		}
		if !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, q.Group) }) {
			return list, fmt.Errorf("group: expected %s, found %q", strings.Join(names, ", "), brief(q.Group))
		}
		without = "this group has no such token; list_manuals says which groups have some"
		tokens = slices.DeleteFunc(tokens, func(t foundToken) bool {
			group, _, _ := strings.Cut(t.Token, ".")
			return !strings.EqualFold(group, q.Group)
		})
	}
	switch {
	case q.Color != "":
		tokens = nearest(tokens, color)
	case q.Name != "":
		tokens = named(tokens, q.Name)
	}
	list.Tokens, list.More = part(tokens, q.From, without)
	return list, nil
}

// tokens returns the tokens of the manual with a name or, without one, of all manuals.
func (s *server) tokens(ctx context.Context, name string) (tokens []foundToken, err error) {
	all, err := s.load(ctx, name)
	for _, m := range all {
		m.page.Tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
			found := foundToken{
				Manual: m.name, Token: strings.Join(path, "."), Value: brief(t.Value), Type: kind, CSS: t.Variable, Use: brief(t.Description),
				Place: m.URL + "#" + t.Anchor,
			}
			for _, name := range []string{strings.Join(path, "-"), t.Variable, path[len(path)-1], strings.Join(path[1:], "-")} {
				found.names = append(found.names, fold(name))
				if !css.IsASCII(name) { // as the files for Figma and Quarto have it
					found.names = append(found.names, fold(tokenize.ASCIIName(name)))
				}
			}
			if t.Deprecated.Set {
				found.Deprecated = cmp.Or(brief(t.Deprecated.Reason), "deprecated, without a successor")
			}
			if kind == manual.ColorToken {
				found.PassesOn = m.passesOn(t.Value)
			}
			tokens = append(tokens, found)
		})
	}
	return tokens, err
}

// passesOn returns the grounds of the themes on which text in a color passes WCAG AA.
func (m *loadedManual) passesOn(color string) (grounds []string) {
	for _, theme := range m.page.Tokens.Themes {
		for _, role := range theme.Colors {
			if (role.Name == "background" || role.Name == "surface") && css.Contrast(color, role.Value) >= 4.5 {
				if grounds = append(grounds, theme.Slug+" "+role.Name); len(grounds) == maxGrounds {
					return grounds
				}
			}
		}
	}
	return grounds
}

// named returns the tokens that a name names exactly, then those whose name begins
// with it, then those that have it as a part.
func named(tokens []foundToken, name string) []foundToken {
	folded := fold(name)
	class := "" // the name without the utility of a Tailwind class: bg-deep-blue
	if _, rest, ok := strings.Cut(folded, "-"); ok {
		class = rest
	}
	var ranks [4][]foundToken
	for _, t := range tokens {
		rank := slices.IndexFunc([]func(string) bool{
			func(n string) bool { return n == folded },
			func(n string) bool { return n == class && class != "" },
			func(n string) bool { return strings.HasPrefix(n, folded) },
			func(n string) bool { return strings.Contains(n, folded) },
		}, func(matches func(string) bool) bool { return slices.ContainsFunc(t.names, matches) })
		if rank >= 0 && folded != "" {
			ranks[rank] = append(ranks[rank], t)
		}
	}
	if len(ranks[0]) > 0 {
		ranks[1] = nil // the whole name counts
	}
	return slices.Concat(ranks[:]...)
}

// affix matches what stands around a name: the variants and the opacity of a class of
// Tailwind, a function of Sass or Tailwind, the name of the module.
var affix = regexp.MustCompile(`^(?:[a-z0-9-]+:)+|^[a-z.-]+\(|^tokens\.|/[0-9]+$`)

// fold returns the form of a name in which all spellings of it agree: letters in lower
// case and digits, with a hyphen between words. What encloses a name in CSS, Sass,
// JavaScript, a reference or a class is taken off.
func fold(name string) string {
	name = strings.TrimSpace(name)
	if inner, ok := strings.CutPrefix(name, "var("); ok {
		name, _, _ = strings.Cut(inner, ",") // without the fallback
	}
	var words strings.Builder
	before := ' '
	for _, c := range affix.ReplaceAllString(name, "") {
		if unicode.IsUpper(c) && unicode.IsLower(before) {
			words.WriteByte('-')
		}
		words.WriteRune(c)
		before = c
	}
	return tokenize.Name(words.String(), "")
}

// nearest returns the color tokens that are nearest to a color.
func nearest(tokens []foundToken, color string) []foundToken {
	var found []foundToken
	for _, t := range tokens {
		if hex, ok := css.Hex(t.Value); ok && t.Type == manual.ColorToken {
			distance := math.Round(css.Distance(color, hex)*10000) / 10000
			t.Distance = &distance
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b foundToken) int { return cmp.Compare(*a.Distance, *b.Distance) })
	return found[:min(len(found), maxNearest)]
}

type contrastQuery struct {
	Manual     string `json:"manual,omitempty" jsonschema:"the manual of the tokens, as list_manuals names it; all of them without it"`
	Foreground string `json:"foreground" jsonschema:"a hex color, or a color token's name"`
	Background string `json:"background" jsonschema:"a hex color, or a color token's name"`
}

type contrast struct {
	Foreground string  `json:"foreground"`
	Background string  `json:"background"`
	Ratio      float64 `json:"ratio"`
	AA         bool    `json:"aa" jsonschema:"4.5 or more: text"`
	AALarge    bool    `json:"aaLarge" jsonschema:"3 or more: large text, and parts of controls"`
	AAA        bool    `json:"aaa" jsonschema:"7 or more"`
}

func (s *server) checkContrast(ctx context.Context, q contrastQuery) (contrast, error) {
	foreground, err := s.color(ctx, q.Manual, "foreground", q.Foreground)
	background, wrong := s.color(ctx, q.Manual, "background", q.Background)
	if err := cmp.Or(err, wrong); err != nil {
		return contrast{}, err
	}
	ratio := css.Contrast(foreground, background)
	return contrast{
		Foreground: foreground, Background: background, Ratio: math.Floor(ratio*100) / 100, // never rounded up to pass
		AA: ratio >= 4.5, AALarge: ratio >= 3, AAA: ratio >= 7,
	}, nil
}

// color returns the hex color for a text, which is a color or the name of a token.
func (s *server) color(ctx context.Context, name, argument, text string) (string, error) {
	if hex, ok := css.Hex(text); ok {
		return hex, nil
	}
	tokens, err := s.tokens(ctx, name)
	for _, t := range tokens {
		if hex, ok := css.Hex(t.Value); ok && t.Type == manual.ColorToken && slices.Contains(t.names, fold(text)) {
			return hex, nil
		}
	}
	return "", cmp.Or(err, fmt.Errorf("%s: expected a hex color or a color token, found %q; find_token finds them", argument, brief(text)))
}
