package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"designmanual/tokenize/lint"
)

// The bounds of check_code: bytes of a text, findings that are told of one, texts whose
// findings are kept so that a further page costs nothing, and checks at a time, which are
// the most expensive calls.
const (
	maxCode     = 64 << 10
	maxFindings = 1000
	maxChecked  = 16
	maxChecking = 1
)

// checks are the findings in the texts that were checked last.
type checks struct {
	working chan struct{}

	mu    sync.Mutex
	known map[checkKey][]codeFinding
	order []checkKey // of known, the oldest first
}

// A checkKey is a text and the tokens by which it is checked.
type checkKey struct{ tokens, text [sha256.Size]byte }

// newCheckKey returns the key of a text.
func newCheckKey(m *loadedManual, text string) (checkKey, error) {
	tokens, err := json.Marshal(m.page.Tokens)
	if err != nil {
		return checkKey{}, fmt.Errorf("encoding the tokens of %s: %w", m.name, err)
	}
	return checkKey{sha256.Sum256(tokens), sha256.Sum256([]byte(text))}, nil
}

func newChecks() *checks {
	return &checks{working: make(chan struct{}, maxChecking), known: make(map[checkKey][]codeFinding)}
}

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
	if lint.Language(q.Text) == "" {
		return list, errors.New("text: no code that is checked; expected " + lint.Languages)
	}
	l, err := s.one(ctx, q.Manual)
	if err != nil {
		return list, err
	}
	m, err := l.load(ctx)
	if err != nil {
		return list, err
	}
	found, err := s.checks.find(ctx, m, q.Text)
	if err != nil {
		return list, err
	}
	list.Findings, list.More = part(found, q.From, "")
	return list, nil
}

// find returns the findings in a text, which are kept for a while.
func (c *checks) find(ctx context.Context, m *loadedManual, text string) ([]codeFinding, error) {
	key, err := newCheckKey(m, text)
	if err != nil {
		return nil, err
	}
	if found, ok := c.get(key); ok {
		return found, nil
	}
	select {
	case c.working <- struct{}{}:
		defer func() { <-c.working }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if found, ok := c.get(key); ok { // another call has checked it in the meantime
		return found, nil
	}
	var found []codeFinding
	for _, f := range lint.New(m.page.Tokens).Check(lint.Language(text), []byte(text)) {
		if len(found) == maxFindings {
			found = append(
				found,
				codeFinding{Rule: "more", Message: fmt.Sprintf("only the first %d findings are listed", maxFindings)},
			)
			break
		}
		found = append(found, codeFinding{f.Line, f.Column, f.Rule, f.Found, f.Message, f.Token, brief(f.Value)})
	}
	c.put(key, found)
	return found, nil
}

func (c *checks) get(key checkKey) ([]codeFinding, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.known[key]
	return found, ok
}

// put keeps findings in place of the oldest ones.
func (c *checks) put(key checkKey, found []codeFinding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.order) == maxChecked {
		delete(c.known, c.order[0])
		c.order = c.order[1:]
	}
	c.known[key] = found
	c.order = append(c.order, key)
}
