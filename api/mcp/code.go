package mcp

import (
	"context"
	"errors"
	"fmt"

	"designmanual/tokenize/lint"
	"designmanual/tokenize/lint/syntax"
)

// The bounds of check_code: bytes of a text, and findings that are told of one.
const (
	maxCode     = 64 << 10
	maxFindings = 1000
)

// newTurn returns what lets one text be checked at a time: these are the most expensive calls.
func newTurn() chan struct{} { return make(chan struct{}, 1) }

type codeQuery struct {
	selection
	Text string `json:"text" jsonschema:"CSS, SCSS, TypeScript, JSX, Vue, Svelte, Astro or HTML"`
}

type codeFindings struct {
	Findings []codeFinding `json:"findings"`
	More     string        `json:"more,omitempty" jsonschema:"how to go on"`
}

type codeFinding struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Found   string `json:"found"`
	Message string `json:"message"`
	Token   string `json:"token,omitempty" jsonschema:"the CSS custom property of the nearest token that is not deprecated"`
	Value   string `json:"value,omitempty" jsonschema:"its value"`
}

func (s *server) checkCode(ctx context.Context, q codeQuery) (codeFindings, error) {
	var list codeFindings
	if len(q.Text) > maxCode {
		const help = "check it in parts, or all files with designmanual lint"
		return list, fmt.Errorf("text: expected at most %d bytes, found %d: %s", maxCode, len(q.Text), help)
	}
	if syntax.Language(q.Text) == "" {
		return list, errors.New("text: no code that is checked; expected " + syntax.Languages)
	}
	l, err := s.one(ctx, q.Manual)
	if err != nil {
		return list, err
	}
	m, err := l.load(ctx)
	if err != nil {
		return list, err
	}
	found, err := s.findingsIn(ctx, m, q.Text)
	if err != nil {
		return list, err
	}
	list.Findings, list.More = part(found, q.From, "")
	return list, nil
}

// findingsIn returns the findings in a text.
func (s *server) findingsIn(ctx context.Context, m *loadedManual, text string) ([]codeFinding, error) {
	select {
	case s.checking <- struct{}{}:
		defer func() { <-s.checking }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	var found []codeFinding
	for _, f := range lint.New(m.page.Tokens).Check(syntax.Language(text), []byte(text)) {
		if len(found) == maxFindings {
			const more = "only the first %d findings are listed"
			return append(found, codeFinding{Rule: "more", Message: fmt.Sprintf(more, maxFindings)}), nil
		}
		found = append(found, codeFinding{f.Line, f.Column, f.Rule, f.Found, f.Message, f.Token, brief(f.Value)})
	}
	return found, nil
}
