package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
	"designmanual/tokenize/lint"
)

// The bounds of an answer: nearest colors, and grounds that a color passes on.
const (
	maxNearest = 5
	maxGrounds = 20
)

type tokenQuery struct {
	selection
	Name  string `json:"name,omitempty" jsonschema:"a name in any spelling: Deep Blue, deepBlue, --color-deep-blue, bg-deep-blue, color.deep-blue, or a part of it"`
	Color string `json:"color,omitempty" jsonschema:"any color of CSS, for the tokens nearest to it"`
	Group string `json:"group,omitempty" jsonschema:"a group of tokens, such as color, dimension, text or theme; alone it lists the group"`
}

type tokenList struct {
	Tokens []foundToken `json:"tokens,omitempty"`
	Lines  []string     `json:"lines,omitempty" jsonschema:"of a group, a token a line: its CSS custom property, its value, what is said of it; the tints of each color in one line after the colors"`
	Note   string       `json:"note,omitempty" jsonschema:"what of the question the tokens do not answer"`
	More   string       `json:"more,omitempty" jsonschema:"how to go on"`
}

type foundToken struct {
	Manual     string            `json:"manual"`
	Token      string            `json:"token" jsonschema:"its path in the token document"`
	Value      string            `json:"value"`
	Modes      map[string]string `json:"modes,omitempty" jsonschema:"its other values by theme or mode"`
	Type       manual.TokenType  `json:"type"`
	CSS        string            `json:"css" jsonschema:"the CSS custom property"`
	Tints      string            `json:"tints,omitempty" jsonschema:"its tints and shades: the end of each name after the CSS custom property, and the value"`
	Use        string            `json:"use,omitempty"`
	Deprecated string            `json:"deprecated,omitempty" jsonschema:"why, or what to use instead"`
	Instead    string            `json:"instead,omitempty" jsonschema:"the CSS custom property to take in place of a deprecated one"`
	Place      string            `json:"place" jsonschema:"the address in the manual"`
	PassesOn   []string          `json:"passesOn,omitempty" jsonschema:"grounds of themes on which text in the color has a contrast of 4.5 or more"`
	Distance   *float64          `json:"distance,omitempty" jsonschema:"from the color in OKLCH, 0 for the same"`
	Mode       string            `json:"mode,omitempty" jsonschema:"the mode in which its value is so near; not elsewhere"`

	names tokenNames
	group string
	tint  string // of a tint or shade, its step, such as 50
	base  string // and the custom property of its color
}

func (s *server) findToken(ctx context.Context, q tokenQuery) (tokenList, error) {
	if q.Name != "" && q.Color != "" || q.Name == "" && q.Color == "" && q.Group == "" {
		return tokenList{}, errors.New("give a name, a color or a group, and not both a name and a color")
	}
	tokens, err := s.tokens(ctx, q.Manual)
	if err != nil {
		return tokenList{}, err
	}
	if q.Group != "" {
		if tokens, err = ofGroup(tokens, q.Group); err != nil {
			return tokenList{}, err
		}
	}
	if q.Color != "" {
		color, err := css.ParseColor(q.Color)
		if err != nil {
			return tokenList{}, fmt.Errorf(
				"color: expected a color of CSS such as #0b5fff, rgb(11 95 255) or navy, found %q", brief(q.Color),
			)
		}
		return answerTokens(nearest(tokens, color), q.From, colorNote(color))
	}
	if q.Name == "" {
		lines, more := part(
			groupLines(tokens), q.From, "this group has no such token; list_manuals says which groups have some",
		)
		return tokenList{Lines: lines, More: more}, nil
	}
	found, note := named(tokens, q.Name)
	if len(found) > 0 && !strings.ContainsAny(q.Name, "#(") { // rgb(…) is no name that has words
		return answerTokens(found, q.From, note)
	}
	color, err := css.ParseColor(q.Name)
	if err != nil {
		return answerTokens(found, q.From, note)
	}
	note = fmt.Sprintf("no token is called %q; these are the nearest to that color of CSS", brief(q.Name))
	return answerTokens(nearest(tokens, color), q.From, strings.TrimSuffix(note+"; "+colorNote(color), "; "))
}

// answerTokens returns the tokens that fit into an answer.
func answerTokens(tokens []foundToken, from int, note string) (tokenList, error) {
	var list tokenList
	list.Note = note
	list.Tokens, list.More = part(
		tokens, from, "no token has this name or a part of it; search finds words, group lists a group",
	)
	return list, nil
}

// ofGroup returns the tokens of a group: one of the token document, or a further one of the
// manuals.
func ofGroup(tokens []foundToken, group string) ([]foundToken, error) {
	names := []string{manual.GroupThemes}
	for _, g := range manual.Groups {
		names = append(names, g.Name)
	}
	var found []foundToken
	for _, t := range tokens {
		if strings.EqualFold(t.group, group) {
			found = append(found, t)
		}
		if !slices.Contains(names, t.group) {
			names = append(names, t.group)
		}
	}
	if !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, group) }) {
		return nil, fmt.Errorf("group: expected %s, found %q", strings.Join(names, ", "), brief(group))
	}
	return found, nil
}

// groupLines returns the tokens of a group, a line each, then the tints of each color in
// one line. Lines of several manuals begin with the manual.
func groupLines(tokens []foundToken) []string {
	var tints []string
	base, several := "", false
	for _, t := range tokens {
		several = several || t.Manual != tokens[0].Manual
	}
	var lines []string
	for _, t := range tokens {
		if t.tint != "" {
			if key := t.Manual + " " + t.base; key != base {
				base = key
				tints = append(tints, manualPrefix(several, t)+"tints "+t.base+"-…:")
			}
			tints[len(tints)-1] += " " + t.tint + " " + t.Value
			continue
		}
		line := manualPrefix(several, t) + t.CSS + ": " + t.Value
		for _, mode := range slices.Sorted(maps.Keys(t.Modes)) {
			line += ", " + mode + " " + t.Modes[mode]
		}
		if t.Use != "" {
			line += ", " + t.Use
		}
		if t.Deprecated != "" {
			line += ", deprecated: " + t.Deprecated
		}
		lines = append(lines, line)
	}
	return append(lines, tints...)
}

// manualPrefix returns what a line of a token begins with.
func manualPrefix(several bool, t foundToken) string {
	if several {
		return t.Manual + " "
	}
	return ""
}

// tokens returns the tokens of the manual with a name or, without one, of all manuals.
func (s *server) tokens(ctx context.Context, name string) ([]foundToken, error) {
	all, err := s.load(ctx, name)
	var tokens []foundToken
	for _, m := range all {
		tokens = append(tokens, m.tokens()...)
	}
	return tokens, err
}

// makeTokens returns the tokens of the manual.
func (m *loadedManual) makeTokens() []foundToken {
	var base manual.Token
	successors := lint.Successors(m.page.Tokens)
	var tokens []foundToken
	m.page.Tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
		found := foundToken{
			Manual: m.name, Token: strings.Join(path, "."), Value: valueOf(t), Modes: modesOf(t), Type: kind,
			CSS: t.Variable, Use: brief(t.Description), Place: m.URL + "#" + t.Anchor, group: path[0],
			names: namesOf(path, t.Variable, t.Title),
		}
		if path[0] == manual.Groups[manual.ColorGroup].Name {
			if t.Block == base.Block && t.Entry == base.Entry && strings.HasPrefix(t.Variable, base.Variable+"-") {
				found.tint = strings.TrimPrefix(t.Variable, base.Variable+"-")
				found.base = base.Variable
			} else {
				base = t
			}
		}
		if t.Deprecated.Set {
			found.Deprecated = cmp.Or(brief(t.Deprecated.Reason), "without a successor")
			found.Instead = successors[t.Variable].Variable
		}
		if kind == manual.ColorToken {
			found.PassesOn = m.passesOn(t)
		}
		tokens = append(tokens, found)
	})
	return tokens
}

// valueOf returns the value of a token, and what the font property of a text style does not
// say.
func valueOf(t manual.Token) string { return brief(strings.TrimSpace(t.Value + " " + t.Style.Rest())) }

// modesOf returns the other values of a token by mode, nil without any.
func modesOf(t manual.Token) map[string]string {
	if len(t.Modes) == 0 {
		return nil
	}
	modes := make(map[string]string)
	for _, m := range t.Modes[:min(len(t.Modes), maxGrounds)] {
		modes[m.Mode] = valueOf(t.In(m.Mode))
	}
	return modes
}
