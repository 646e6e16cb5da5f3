package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// The limits of the results.
const (
	maxTokens  = 20
	maxMatches = 20
	maxNearest = 5
)

// addTool adds a read-only tool.
func addTool[In, Out any](s *server, name, description string, answer func(context.Context, In) (Out, error)) {
	openWorld := true
	tool := &sdk.Tool{Name: name, Description: description, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &openWorld}}
	sdk.AddTool(s.sdk, tool, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, Out, error) {
		out, err := answer(ctx, in)
		return nil, out, err
	})
}

func (s *server) addTools() {
	addTool(s, "list_manuals", "List the brand manuals with their sections.", s.listManuals)
	addTool(s, "get_section", "Read a section of a manual as Markdown.", s.getSection)
	addTool(s, "find_token", "Find design tokens by name, or the color tokens nearest to a color.", s.findToken)
	addTool(s, "search", "Search the text of the manuals. All words must occur in a section.", s.search)
	addTool(s, "check_contrast", "Say the contrast ratio of two colors and whether it passes WCAG 2.2.", s.checkContrast)
}

type manualList struct {
	Manuals []listedManual `json:"manuals"`
}

type listedManual struct {
	Manual    string          `json:"manual" jsonschema:"the name to use in other tools"`
	Title     string          `json:"title"`
	URL       string          `json:"url"`
	UpdatedAt string          `json:"updatedAt"`
	Resource  string          `json:"resource" jsonschema:"the manual as Markdown"`
	Sections  []listedSection `json:"sections"`
}

type listedSection struct {
	ID     string `json:"id"`
	Anchor string `json:"anchor"`
	Title  string `json:"title"`
}

func (s *server) listManuals(ctx context.Context, _ struct{}) (manualList, error) {
	list := manualList{Manuals: []listedManual{}}
	all, err := s.manuals(ctx)
	for _, m := range all {
		listed := listedManual{Manual: m.source.Slug, Title: m.Title, URL: m.URL, UpdatedAt: m.UpdatedAt, Resource: m.uri(), Sections: []listedSection{}}
		for _, section := range m.Sections {
			listed.Sections = append(listed.Sections, listedSection{section.ID, section.Anchor, section.Title})
		}
		list.Manuals = append(list.Manuals, listed)
	}
	return list, err
}

type sectionQuery struct {
	Manual  string `json:"manual,omitempty" jsonschema:"the manual, as list_manuals names it; all of them without it"`
	Section string `json:"section" jsonschema:"the id, the anchor or the title of the section"`
}

type sectionText struct {
	Manual   string `json:"manual"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Markdown string `json:"markdown"`
}

func (s *server) getSection(ctx context.Context, q sectionQuery) (sectionText, error) {
	all, err := s.manuals(ctx)
	if err != nil {
		return sectionText{}, err
	}
	if q.Manual != "" {
		all = slices.DeleteFunc(all, func(m *loadedManual) bool { return !m.isNamed(q.Manual) })
		if len(all) == 0 {
			return sectionText{}, fmt.Errorf("there is no manual %q; list_manuals names them", q.Manual)
		}
	}
	for _, m := range all {
		if section, ok := m.section(q.Section); ok {
			text, err := m.markdown(section)
			return sectionText{m.source.Slug, m.URL + "#" + section.Anchor, section.Title, text}, err
		}
	}
	return sectionText{}, fmt.Errorf("there is no section %q; list_manuals names them", q.Section)
}

type tokenQuery struct {
	Name  string `json:"name,omitempty" jsonschema:"a token's name or a part of it, such as color.blue"`
	Color string `json:"color,omitempty" jsonschema:"a hex color, for the tokens nearest to it"`
}

type tokenList struct {
	Tokens []foundToken `json:"tokens"`
}

type foundToken struct {
	Manual   string           `json:"manual"`
	Token    string           `json:"token" jsonschema:"its path in the token document"`
	Value    string           `json:"value"`
	Type     manual.TokenType `json:"type"`
	CSS      string           `json:"css" jsonschema:"the CSS custom property"`
	Distance *float64         `json:"distance,omitempty" jsonschema:"from the color in OKLCH, 0 for the same"`
}

func (s *server) findToken(ctx context.Context, q tokenQuery) (tokenList, error) {
	list := tokenList{Tokens: []foundToken{}}
	color, isColor := tokenize.Hex(q.Color)
	switch {
	case (q.Name == "") == (q.Color == ""):
		return list, errors.New("expected either name or color")
	case q.Color != "" && !isColor:
		return list, fmt.Errorf("color: expected a hex color such as #0b5fff, found %q", q.Color)
	}
	tokens, err := s.tokens(ctx)
	if q.Color != "" {
		list.Tokens = append(list.Tokens, nearest(tokens, color)...)
		return list, err
	}
	name := strings.ToLower(q.Name)
	var partial []foundToken
	for _, t := range tokens {
		switch {
		case t.isNamed(name):
			list.Tokens = append(list.Tokens, t)
		case strings.Contains(strings.ToLower(t.Token), name):
			partial = append(partial, t)
		}
	}
	list.Tokens = append(list.Tokens, partial...)
	list.Tokens = list.Tokens[:min(len(list.Tokens), maxTokens)]
	return list, err
}

// isNamed reports whether a name is the token's path, the last key of the path, or
// its custom property.
func (t foundToken) isNamed(name string) bool {
	key := t.Token[strings.LastIndexByte(t.Token, '.')+1:]
	return strings.EqualFold(name, t.Token) || strings.EqualFold(name, key) || name == t.CSS
}

// nearest returns the color tokens that are nearest to a color.
func nearest(tokens []foundToken, color string) []foundToken {
	var found []foundToken
	for _, t := range tokens {
		if hex, ok := tokenize.Hex(t.Value); ok && t.Type == manual.ColorToken {
			distance := math.Round(tokenize.Distance(color, hex)*10000) / 10000
			t.Distance = &distance
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b foundToken) int { return cmp.Compare(*a.Distance, *b.Distance) })
	return found[:min(len(found), maxNearest)]
}

// tokens returns the tokens of all manuals.
func (s *server) tokens(ctx context.Context) (tokens []foundToken, err error) {
	all, err := s.manuals(ctx)
	for _, m := range all {
		m.tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
			tokens = append(tokens, foundToken{
				Manual: m.source.Slug, Token: strings.Join(path, "."), Value: t.Value, Type: kind, CSS: t.Variable,
			})
		})
	}
	return tokens, err
}

type searchQuery struct {
	Query string `json:"query" jsonschema:"words"`
}

type matchList struct {
	Matches []match `json:"matches"`
}

type match struct {
	Manual  string `json:"manual"`
	Section string `json:"section" jsonschema:"its id"`
	Title   string `json:"title"`
	URL     string `json:"url"`
	Text    string `json:"text" jsonschema:"the line with the first word"`
}

func (s *server) search(ctx context.Context, q searchQuery) (matchList, error) {
	list := matchList{Matches: []match{}}
	words := strings.Fields(strings.ToLower(q.Query))
	if len(words) == 0 {
		return list, errors.New("query: expected words")
	}
	all, err := s.manuals(ctx)
	if err != nil {
		return list, err
	}
	for _, m := range all {
		for _, section := range m.Sections {
			text, err := m.markdown(section)
			if err != nil {
				return list, err
			}
			lower := strings.ToLower(text)
			missing := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(lower, w) })
			if missing || len(list.Matches) == maxMatches {
				continue
			}
			list.Matches = append(list.Matches, match{m.source.Slug, section.ID, section.Title, m.URL + "#" + section.Anchor, lineWith(text, words[0])})
		}
	}
	return list, nil
}

// lineWith returns the first line that contains a word, ignoring case.
func lineWith(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), word) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

type contrastQuery struct {
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
	foreground, err := s.color(ctx, "foreground", q.Foreground)
	if err != nil {
		return contrast{}, err
	}
	background, err := s.color(ctx, "background", q.Background)
	if err != nil {
		return contrast{}, err
	}
	ratio := tokenize.Contrast(foreground, background)
	return contrast{
		Foreground: foreground, Background: background, Ratio: math.Floor(ratio*100) / 100, // never rounded up to pass
		AA: ratio >= 4.5, AALarge: ratio >= 3, AAA: ratio >= 7,
	}, nil
}

// color returns the hex color for a text, which is a color or the name of a token.
func (s *server) color(ctx context.Context, argument, text string) (string, error) {
	if hex, ok := tokenize.Hex(text); ok {
		return hex, nil
	}
	tokens, err := s.tokens(ctx)
	for _, t := range tokens {
		if hex, ok := tokenize.Hex(t.Value); ok && t.Type == manual.ColorToken && t.isNamed(text) {
			return hex, nil
		}
	}
	return "", cmp.Or(err, fmt.Errorf("%s: expected a hex color or a color token, found %q", argument, text))
}
