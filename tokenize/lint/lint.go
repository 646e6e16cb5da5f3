// Package lint finds what in source code is no design token of a manual though
// it could be one: colors in style sheets, scripts and markup; lengths, fonts and
// shadows in style sheets; custom properties with the prefixes of tokens.css that
// do not exist; and deprecated tokens, as properties, as variables of Sass, in maps
// and as classes of Tailwind. It reads no files.
//
// The definition of a custom property or of a Sass variable with the value of a
// token is no finding, so that the exports of a manual have none. Comments with
// lint-ignore, lint-ignore-next-line and lint-ignore-file pass what they stand for.
//
// The work for a text grows with its length alone: tokens are sorted once, in [New].
package lint

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/tokenize/lint/syntax"
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
	{RemovedRule, "A token or theme that a later version of the manual no longer has"},
	{RenamedRule, "A token that has another name in a later version of the manual"},
	{ChangedRule, "A token that has another value in a later version of the manual"},
}

// A Finding is a place in a text. Line and column count from 1, columns in
// characters.
type Finding struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Found   string `json:"found"`
	Message string `json:"message"`         // with the token to take, if there is one
	Token   string `json:"token,omitempty"` // custom property of the nearest token that is not deprecated
	Value   string `json:"value,omitempty"` // of that token
	Fixable bool   `json:"fixable"`         // by [Fix]

	start, end  int
	replacement string
}

// A Linter checks texts against the tokens of a manual. Checks may run at the same
// time, but not beside [Linter.Define].
type Linter struct {
	atRest  string // slug of the mode at rest, if there are modes
	colors  values
	roles   map[string][]modeToken     // roles of themes, by color
	retired map[string]manual.Token    // deprecated colors, by color
	lengths map[*measure]*lengthTokens // what may stand for each measure
	fonts   []manual.Token
	shadows values

	variables  map[string]manual.Token            // every custom property
	written    map[string]bool                    // every value, as plain returns it
	names      nameIndex                          // custom properties that are not deprecated
	changes    map[string]change                  // deprecations, or with [NewChanges] differences, by custom property
	outdated   map[string]map[string]manual.Token // tokens that have changes, by group and name
	entryForms func() []entryForm                 // of what outdated has
	project    definitions                        // of all texts that Define has read

	onlyChanges bool     // made by [NewChanges]: nothing else is found
	lostThemes  []string // then, slugs
}

// New returns a linter for the tokens of a manual.
func New(d *manual.TokenDocument) *Linter {
	l := &Linter{
		shadows:   newValues(),
		variables: map[string]manual.Token{},
		written:   map[string]bool{},
		project:   newDefinitions(),
	}
	if len(d.Modes) > 0 {
		l.atRest = d.Modes[0].Slug
	}
	live := liveTokens(d)
	l.addColors(d, append(live[manual.ColorGroup], furtherOf(d, manual.ColorToken)...))
	l.addLengths(d, live)
	l.fonts = append(live[manual.FontFamilyGroup], furtherOf(d, manual.FontFamilyToken)...)
	for _, t := range live[manual.ShadowGroup] {
		l.shadows.add(t, l.atRest, readShadow)
	}
	l.addNames(d)
	l.addDeprecated(d)
	l.entryForms = sync.OnceValue(func() []entryForm { return newEntryForms(l.outdated) })
	return l
}

// addNames takes note of the custom properties that the exports of a manual define, and
// of their values.
func (l *Linter) addNames(d *manual.TokenDocument) {
	d.All(func(path []string, _ manual.TokenType, t manual.Token) {
		l.variables[t.Variable] = t
		l.written[plain(t.Value)] = true
		for _, m := range t.Modes {
			l.written[plain(m.Value)] = true
		}
		if path[0] == manual.GroupThemes {
			role := roleToken(t)
			l.variables[role.Variable] = role
			l.project.properties["--color-"+t.Name] = true // in tailwind.css
		}
	})
	l.names = newNameIndex(l.variables)
}

// liveTokens returns the tokens of each group that are not deprecated.
func liveTokens(d *manual.TokenDocument) [len(manual.Groups)][]manual.Token {
	var live [len(manual.Groups)][]manual.Token
	for i, g := range d.Groups {
		live[i] = notDeprecated(g.Tokens)
	}
	return live
}

func notDeprecated(tokens []manual.Token) []manual.Token {
	return keep(tokens, func(t manual.Token) bool { return !t.Deprecated.Set })
}

// furtherOf returns the tokens of a type in the further groups that are not deprecated.
func furtherOf(d *manual.TokenDocument, kind manual.TokenType) []manual.Token {
	var tokens []manual.Token
	for _, g := range d.Further {
		for _, t := range notDeprecated(g.Tokens) {
			if t.Type == kind {
				tokens = append(tokens, t)
			}
		}
	}
	return tokens
}

// roleToken returns the custom property that has the color of a role in the theme that
// is on, as tokens.css has it.
func roleToken(t manual.Token) manual.Token {
	return manual.Token{Name: t.Name, Value: t.Value, Variable: "--" + manual.GroupThemes + "-" + t.Name}
}

// Define takes note of the custom properties that a text defines, and whether it uses
// Tailwind: what one file of a project defines is known in the others.
func (l *Linter) Define(text []byte) { l.project.read(string(text)) }

// Check returns the findings in a text in its order, at most [MaxFindings]. A name that
// is not [syntax.Known] has none.
func (l *Linter) Check(name string, text []byte) []Finding {
	c := &checker{Linter: l, text: string(text), own: newDefinitions(), colorsSeen: map[string]match{}}
	c.own.read(c.text)
	c.tailwind = c.own.tailwind || l.project.tailwind
	c.target = sync.OnceValue(func() string { return staticTarget(name, c.text) })
	if !syntax.Walk(name, c.text, c) {
		return nil
	}
	c.themes()
	return c.located(name)
}

// A checker checks one text, as a [syntax.Visitor] of its parts.
type checker struct {
	*Linter
	text       string
	own        definitions      // of this text
	tailwind   bool             // the text or the project uses Tailwind
	target     func() string    // what the text is for, if that knows no custom properties
	colorsSeen map[string]match // what was found for a color, by its hex
	found      []Finding
	ignores    []ignore
}

// add adds a finding. In code that knows no custom properties nothing is fixed, since
// what is written there has to be a value. A linter of changes keeps nothing else.
func (c *checker) add(rule string, start, end int, token manual.Token, message string) *Finding {
	f := Finding{Rule: rule, Found: short(c.text[start:end]), Message: message,
		Token: token.Variable, Value: token.Value, start: start, end: end}
	if c.onlyChanges && rule != RemovedRule && rule != RenamedRule && rule != ChangedRule {
		return &f
	}
	c.found = append(c.found, f)
	return &c.found[len(c.found)-1]
}

// fix says with what a finding is replaced.
func (c *checker) fix(f *Finding, with string) {
	if target := c.target(); target != "" {
		f.Message += " by its value: " + target + " knows no custom properties"
		return
	}
	f.Fixable, f.replacement = true, with
}

// full reports whether there are enough findings; some of them may be ignored.
func (c *checker) full() bool { return len(c.found) >= 2*MaxFindings }

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
