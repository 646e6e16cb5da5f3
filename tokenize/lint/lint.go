// Package lint finds what in source code is no design token of a manual though
// it could be one: colors in CSS, SCSS, JavaScript and markup; lengths, fonts and
// shadows in CSS and SCSS; custom properties with the prefixes of tokens.css that
// do not exist; and deprecated tokens. It reads no files.
//
// The definition of a custom property or of a Sass variable with the value of a
// token is no finding, so that the exports of a manual have none. A line with
// lint-ignore in a comment on it passes.
package lint

import (
	"bytes"
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// MaxFindings is how many findings [Linter.Check] returns at most.
const MaxFindings = 10_000

// The rules.
const (
	ColorRule      = "color"
	LengthRule     = "length"
	FontRule       = "font"
	ShadowRule     = "shadow"
	UnknownRule    = "unknown-property"
	DeprecatedRule = "deprecated"
)

// Rules says what each rule finds.
var Rules = []struct{ ID, Text string }{
	{ColorRule, "A color that is written out instead of a color token"},
	{LengthRule, "A length that is written out instead of a token"},
	{FontRule, "A font family that is written out instead of a token"},
	{ShadowRule, "A shadow that is written out instead of a token"},
	{UnknownRule, "A custom property with the prefix of a token group that does not exist"},
	{DeprecatedRule, "A token that is deprecated"},
}

// A Finding is a place in a text. Line and column count from 1, columns in
// characters.
type Finding struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Found   string `json:"found"`
	Message string `json:"message"`
	Token   string `json:"token,omitempty"` // custom property of the nearest token that is not deprecated
	Value   string `json:"value,omitempty"` // of that token
	Fixable bool   `json:"fixable"`         // by [Fix]

	start, end  int
	replacement string
}

// A Linter checks texts against the tokens of a manual.
type Linter struct {
	groups    [len(manual.Groups)][]manual.Token // not deprecated
	colors    []manual.Token                     // those of groups, or roles of themes if there are none
	variables map[string]manual.Token            // every custom property
	values    map[string]bool                    // every value, as plain returns it
	successor map[string]string                  // of deprecated custom properties with exactly one
	defined   map[string]bool                    // custom properties that texts define themselves
	tailwind  bool                               // a text uses Tailwind
	looked    map[string]match                   // colors that were looked up, by hex
}

// New returns a linter for the tokens of a manual.
func New(d *manual.TokenDocument) *Linter {
	l := &Linter{variables: map[string]manual.Token{}, values: map[string]bool{}, successor: map[string]string{}, defined: map[string]bool{}, looked: map[string]match{}}
	for i, g := range d.Groups {
		for _, t := range g.Tokens {
			if !t.Deprecated.Set {
				l.groups[i] = append(l.groups[i], t)
			}
		}
		for _, t := range g.Tokens {
			if t.Deprecated.Set {
				l.successor[t.Variable] = successor(t, g.Tokens, l.groups[i])
			}
		}
	}
	d.All(func(path []string, _ manual.TokenType, t manual.Token) {
		l.variables[t.Variable], l.values[plain(t.Value)] = t, true
		if path[0] == manual.GroupThemes {
			role := manual.Token{Name: t.Name, Value: t.Value, Variable: "--theme-" + t.Name}
			l.variables[role.Variable] = role
			l.defined["--color-"+t.Name] = true // in tailwind.css
		}
	})
	colors := l.groups[manual.ColorGroup]
	if len(colors) == 0 {
		for _, theme := range d.Themes {
			colors = append(colors, theme.Colors...)
		}
	}
	for _, t := range colors {
		if _, ok := css.Hex(t.Value); ok {
			l.colors = append(l.colors, t)
		}
	}
	return l
}

var (
	definition = regexp.MustCompile(`(--[^\s:;,(){}"'/]+)["']?\s*:`)
	tailwind   = regexp.MustCompile(`@import\s+["']tailwindcss|@(?:theme|apply|tailwind)\s`)
)

// Define takes note of the custom properties that a text defines: those that it
// defines itself are known.
func (l *Linter) Define(text []byte) {
	for _, m := range definition.FindAllSubmatch(text, -1) {
		l.defined[string(m[1])] = true
	}
	l.tailwind = l.tailwind || tailwind.Match(text)
}

// languages check the whole text of a file, by the ending of its name.
var languages = map[string]func(c *checker){
	".css":    func(c *checker) { c.style(0, len(c.text), sheet{measures: true}) },
	".scss":   func(c *checker) { c.style(0, len(c.text), sheet{measures: true, sass: true}) },
	".jsx":    func(c *checker) { c.script(0, len(c.text)) },
	".tsx":    func(c *checker) { c.script(0, len(c.text)) },
	".vue":    (*checker).markup,
	".svelte": (*checker).markup,
	".html":   (*checker).markup,
	".htm":    (*checker).markup,
}

// Known reports whether a file has a language that [Linter.Check] reads.
func Known(name string) bool { return language(name) != nil }

func language(name string) func(*checker) { return languages[strings.ToLower(filepath.Ext(name))] }

// Language returns the name of a file as which a text without one is checked: that
// of HTML, JSX or CSS.
func Language(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case strings.Contains(text, "className=") || strings.Contains(text, "={") || scriptStart.MatchString(text):
		return "text.jsx"
	case strings.HasPrefix(text, "<"):
		return "text.html"
	}
	return "text.scss"
}

var scriptStart = regexp.MustCompile(`(?m)^\s*(?:import\s.*['"]|export\s|const\s|let\s|var\s|function\s|return\b)`)

// Check returns the findings in a text in its order, at most [MaxFindings]. The name
// must be [Known].
func (l *Linter) Check(name string, text []byte) []Finding {
	l.Define(text)
	c := &checker{Linter: l, text: string(text)}
	language(name)(c)
	return c.located(name)
}

// A checker checks one text.
type checker struct {
	*Linter
	text    string
	found   []Finding
	ignores []int // where comments have lint-ignore, in order
}

func (c *checker) add(rule string, start, end int, token manual.Token, message string) *Finding {
	c.found = append(c.found, Finding{Rule: rule, Found: short(c.text[start:end]), Message: message, Token: token.Variable, Value: token.Value, start: start, end: end})
	return &c.found[len(c.found)-1]
}

// full reports whether there are enough findings; some of them may be ignored.
func (c *checker) full() bool { return len(c.found) >= 2*MaxFindings }

// comment takes note of a part of the text that is a comment, or may have some.
func (c *checker) comment(start, end int) {
	for _, m := range ignore.FindAllStringIndex(c.text[start:end], -1) {
		c.ignores = append(c.ignores, start+m[0])
	}
}

var ignore = regexp.MustCompile(`\blint-ignore\b`)

// short returns the beginning of a text, on one line.
func short(text string) string {
	const most = 80
	if len(text) > 4*most {
		text = text[:4*most]
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// fix says with what a finding is replaced.
func (f *Finding) fix(with string) { f.Fixable, f.replacement = true, with }

// located returns the findings with their places, without those on ignored lines.
func (c *checker) located(name string) []Finding {
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(a.start, b.start) })
	slices.Sort(c.ignores)
	var kept []Finding
	line, column, counted := 1, 1, 0
	lineStart, lineEnd := 0, through(c.text, "\n")
	for _, f := range c.found {
		if before := c.text[counted:f.start]; f.start >= lineEnd {
			line, column = line+strings.Count(before, "\n"), 1
			lineStart = counted + strings.LastIndexByte(before, '\n') + 1
			lineEnd, counted = f.start+through(c.text[f.start:], "\n"), lineStart
		}
		column, counted = column+utf8.RuneCountInString(c.text[counted:f.start]), f.start
		next, _ := slices.BinarySearch(c.ignores, lineStart)
		if next < len(c.ignores) && c.ignores[next] < lineEnd {
			continue
		}
		f.File, f.Line, f.Column = name, line, column
		if kept = append(kept, f); len(kept) == MaxFindings {
			break
		}
	}
	return kept
}

// Fix returns the text with the fixable ones of its findings replaced.
func Fix(text []byte, findings []Finding) []byte {
	var out bytes.Buffer
	at := 0
	for _, f := range findings {
		if f.Fixable && f.start >= at {
			out.Write(text[at:f.start])
			out.WriteString(f.replacement)
			at = f.end
		}
	}
	out.Write(text[at:])
	return out.Bytes()
}

// through returns the length of a text up to the end of a part, or of the whole text.
func through(text, part string) int {
	if i := strings.Index(text, part); i >= 0 {
		return i + len(part)
	}
	return len(text)
}
