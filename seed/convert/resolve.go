package convert

import (
	"cmp"
	"errors"
	"strings"

	"designmanual/tokenize/content"
)

// A result is the value of a token in a mode.
type result struct {
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
		r = &result{open: true, kind: t.kind}
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

// reference returns the result of the token that a value refers to.
func (c *conversion) reference(other *token, name, mode string) (*result, error) {
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
		group := needsMath
		if inner, ok := errors.AsType[*reason](r.err); ok {
			group = inner.group
		}
		return nil, because(group, "%s, which it refers to, is left out", name)
	}
	return r, nil
}

// refersTo notes that the whole value of the token being evaluated is a
// reference.
func (c *conversion) refersTo(other *token, r *result) {
	own := c.evaluating[len(c.evaluating)-1]
	own.alias = other
	if own.kind == "" {
		own.kind = r.kind
	}
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
