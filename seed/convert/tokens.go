package convert

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A token is a named value from any kind of file.
type token struct {
	*input
	at      int      // offset in the file
	name    string   // as in the file: color.blue, --color-blue, or $color-blue
	path    []string // the keys, or the namespace of a custom property and the rest of its name
	kind    string   // the type in the file, or empty
	written any      // a value of package content, with references
	mode    string   // the mode that it belongs to, empty for the first
	scopes  string   // what a design tool offers it for
	left    error    // the reason why it is not read
	rule    string   // the rule of a style sheet in which alone it holds
	ofSet   bool     // it is a value for one of several sets, which the file has inside the token
	part    bool     // it belongs to another token's declaration and is not reported

	description string
	deprecated  any // true, a reason, or nil
	anchor      string
	modify      content.Object // what Tokens Studio does with the color
	beside      content.Member // what else stands beside the value and changes a color

	val       any    // the value without references
	alias     *token // the token that the whole value refers to
	as        string // the token of the manual: color.blue
	colorName string // the name of the color made from it
}

// An input is a file of tokens, or a part of a file that has a name of its own:
// a token set, or a context of a resolver.
type input struct {
	name     string
	data     []byte
	found    bool   // in a folder
	label    string // the mode that its values belong to, if an earlier source gives other values to the same names
	mode     string // the mode of those of its values that say none
	first    string // the mode that its values outside modes are, if it says so
	tokens   []*token
	sheet    bool  // a style sheet
	cascades bool  // a later value for a name counts, as in CSS
	lines    []int // offsets of the lines, computed for the first problem

	value    any  // of a document
	plain    bool // front matter: every value is a token
	resolved bool // it is a resolver, or one names it

	root      content.Object // of JSON, in which groups extend others
	inherited int            // how many members they have from others
}

// part returns an input for a part of the same file.
func (s *input) part(label string) *input {
	inside := *s
	inside.label, inside.tokens = label, nil
	return &inside
}

// errorAt returns the error for a file that cannot be read.
func (s *input) errorAt(at int, format string, args ...any) error {
	p := s.place(at)
	p.Path, p.Severity, p.Reason = "$", source.Error, fmt.Sprintf(format, args...)
	return source.Problems{p}
}

// place returns a problem with the place of an offset.
func (s *input) place(at int) source.Problem {
	if s.lines == nil {
		s.lines = []int{0}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(s.lines, at+1)
	return source.Problem{File: s.name, Line: line, Column: 1 + at - s.lines[line-1]}
}

// A result is the value of a token in a mode.
type result struct {
	token *token
	val   any
	alias *token // the token that the whole value refers to
	kind  string
	err   error
	open  bool // it is being computed
}

type evaluation struct {
	*token
	mode string
}

// assign puts every token into the set of its mode. If a source gives another
// value to a name of an earlier source, all its values are those of a mode. A
// name that only modes have gets the value of the first of them.
func (c *conversion) assign() {
	c.sets = map[string]map[string]*token{"": {}}
	differs := false
	for _, s := range c.sources {
		mode := ""
		if other := c.differing(s); other != nil {
			if mode = s.label; !differs {
				c.first, differs = cmp.Or(other.first, other.label), true
			}
		} else if c.first == "" {
			c.first = s.first
		}
		for _, t := range s.tokens {
			if t.left != nil {
				continue
			}
			if t.mode == "" {
				t.mode = mode
			}
			if c.sets[t.mode] == nil {
				c.sets[t.mode] = map[string]*token{}
				c.modes = append(c.modes, t.mode)
			}
			before := c.sets[t.mode][setKey(t.name)]
			switch {
			case before == nil:
				c.sets[t.mode][setKey(t.name)] = t
			case s.cascades:
				before.left = because(overridden, "a later declaration overrides it")
				c.sets[t.mode][setKey(t.name)] = t
			default:
				t.left = because(overridden, "an earlier value has this name")
			}
		}
	}
	for _, mode := range c.modes {
		for key, t := range c.sets[mode] {
			if c.sets[""][key] == nil {
				c.sets[""][key] = t
			}
		}
	}
	c.ownTailwind()
}

// ownTailwind finds the themes of a tailwind.css that the program made: a mode that repeats the
// values of the root, all of which are --color- and a role. Such properties are roles, no colors.
func (c *conversion) ownTailwind() {
	role := func(name string) []string {
		if path := themePath(strings.TrimPrefix(name, "--color-")); strings.HasPrefix(name, "--color-") && path != nil && path[1] == "" {
			return path
		}
		return nil
	}
	i := slices.IndexFunc(c.modes, func(mode string) bool {
		for name, t := range c.sets[mode] {
			if first := c.sets[""][name]; role(name) == nil || first == t || !equal(first.written, t.written) {
				return false
			}
		}
		return mode != ""
	})
	if i < 0 || c.first != "" {
		return
	}
	c.first = c.modes[i]
	for _, s := range c.sources {
		for _, t := range s.tokens {
			if path := role(t.name); path != nil {
				t.path = path
			}
		}
	}
}

// differing returns an earlier source that gives another value to a name of this
// one outside of modes, or nil.
func (c *conversion) differing(s *input) *input {
	if s.label == "" {
		return nil
	}
	for _, t := range s.tokens {
		first := c.sets[""][setKey(t.name)]
		if t.left == nil && t.mode == "" && first != nil && first.input != s && !first.sameAs(t) {
			return first.input
		}
	}
	return nil
}

// lookup returns the token with a name, as a mode has it.
func (c *conversion) lookup(name, mode string) *token {
	if t := c.sets[mode][setKey(name)]; t != nil {
		return t
	}
	return c.sets[""][setKey(name)]
}

// setKey returns the key of a name in its set. Files of one brand write a path
// with points or with hyphens.
func setKey(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "$") {
		return name
	}
	return strings.ReplaceAll(name, ".", "-")
}

// value returns the value of a token in a mode, without references.
func (c *conversion) value(t *token, mode string) *result {
	key := evaluation{t, mode}
	r := c.results[key]
	if r == nil {
		r = &result{token: t, open: true, kind: t.kind}
		c.results[key] = r
		c.evaluating = append(c.evaluating, r)
		r.val, r.err = c.substitute(t, mode, t.written)
		if r.err == nil && t.modify != nil {
			r.val, r.err = c.modified(t, mode, r.val)
		}
		if r.err == nil {
			r.val, r.err = t.withBeside(r.val)
		}
		c.evaluating = c.evaluating[:len(c.evaluating)-1]
		r.open = false
	}
	return r
}

// reference returns the result of the token that a value refers to by its name.
func (c *conversion) reference(name, mode string) (*result, error) {
	other := c.find(name, mode)
	if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "$") {
		name = "token " + name
	}
	if other == nil {
		return nil, because(unknown, "there is no %s, which it refers to", name)
	}
	if len(c.evaluating) > maxReferences {
		return nil, because(unknown, "it refers to %s through more than %d others", name, maxReferences)
	}
	r := c.value(other, mode)
	if r.open {
		return nil, because(unknown, "it refers to itself through %s", name)
	}
	if r.err != nil {
		return nil, because(groupOf(r.err), "%s, which it refers to, is left out", name)
	}
	return r, nil
}

const (
	maxReferences = 1000     // one after the other
	maxValue      = 16 << 10 // the length of a text value in bytes, with references replaced
)

var errTooLong = because(needsMath, "it refers to so much that it is longer than %d bytes", maxValue)

// withoutPlaces returns a value without the places of its keys in the file.
func withoutPlaces(value any) string { return string(content.Append(nil, value)) }

// sameAs reports whether two tokens have the same value in their files, with what changes it.
func (t *token) sameAs(other *token) bool {
	return equal(t.written, other.written) && equal(t.modify, other.modify) && t.beside.Key == other.beside.Key && equal(t.beside.Value, other.beside.Value)
}

// equal reports whether two values are the same.
func equal(a, b any) bool { return withoutPlaces(a) == withoutPlaces(b) }
