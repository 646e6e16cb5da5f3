package seed

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A shape says what a value must be. One declaration of the seed format (see
// format.go and kinds.go) serves the check of files and the JSON Schema.
type shape struct {
	doc     string               // for people and editors
	kinds   string               // the JSON kinds allowed, of { [ " 0 t n; t stands for both booleans
	members []field              // of an object, in the order a file is written
	open    bool                 // an object may have further members
	items   *shape               // of an array's values
	values  *shape               // of the members of an object that are not in members
	choices []string             // of a string
	rule    *rule                // what more a value must be
	tokens  bool                 // the items of an array become tokens
	doubt   func(p place) string // why a right value may be a mistake, or nothing
}

// A field is a member of an object.
type field struct {
	name     string
	required bool
	shape    *shape
}

// A rule is a condition on a value that its kind alone does not say.
type rule struct {
	expected string   // completes "expected …"
	pattern  string   // the same for a JSON Schema, where a regular expression can say it
	also     keywords // or where other keywords can
	of       string   // the member of an object that is at fault, where it is not the whole
	secret   bool     // what was found is not told
	// validate tells whether the value is right; a non-empty reason replaces expected.
	validate func(p place) (ok bool, reason string)
}

var kindNames = map[jsontext.Kind]string{
	'{': "an object", '[': "an array", '"': "a string", '0': "a number", 't': "a boolean", 'f': "a boolean", 'n': "null",
}

// expected says in words which kinds a shape allows.
func (s *shape) expected() string {
	var words []string
	for _, kind := range s.kinds {
		words = append(words, kindNames[jsontext.Kind(kind)])
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func (s *shape) allows(kind jsontext.Kind) bool {
	if kind == 'f' {
		kind = 't'
	}
	return s.kinds == "" || strings.IndexByte(s.kinds, byte(kind)) >= 0
}

// check records every fault of a value against its shape.
func (c *checker) check(p place, s *shape) {
	if !s.allows(p.node.kind) {
		if c.lenient && p.node.kind == 'n' {
			return
		}
		c.faults.at(p, "expected %s, found %s", s.expected(), kindNames[p.node.kind])
		return
	}
	switch p.node.kind {
	case '{':
		c.object(p, s)
	case '[':
		if s.tokens {
			if c.entries += len(p.node.children); c.entries > MaxEntries {
				c.faults.at(p, "expected at most %d entries in the lists of a manual that make tokens, found more with these %d", MaxEntries, len(p.node.children))
				return
			}
		}
		if s.items != nil {
			for _, item := range p.items() {
				c.check(item, s.items)
			}
		}
	}
	c.value(p, s)
}

// value holds a value against the choices and the rule of its shape.
func (c *checker) value(p place, s *shape) {
	if c.lenient {
		return
	}
	if s.doubt != nil {
		if doubt := s.doubt(p); doubt != "" {
			c.faults.warn(p, "%s", doubt)
		}
	}
	if s.choices != nil && p.node.kind == '"' {
		if !slices.Contains(s.choices, p.str()) {
			c.faults.at(p, "expected %s, found %s", listed(s.choices), shown(p))
		}
		return
	}
	if s.rule != nil {
		if ok, reason := s.rule.validate(p); !ok {
			if member := p.get(s.rule.of); member.there() {
				p = member
			}
			if reason != "" {
				c.faults.at(p, "%s", reason)
				return
			}
			if s.rule.secret {
				c.faults.at(p, "expected %s, found something else", s.rule.expected)
				return
			}
			c.faults.at(p, "expected %s, found %s", s.rule.expected, shown(p))
		}
	}
}

func (c *checker) object(p place, s *shape) {
	if s.members == nil && s.values == nil {
		return
	}
	var missing []string // what a key may be nearly
	for _, f := range s.members {
		if !p.get(f.name).there() {
			missing = append(missing, f.name)
		}
	}
	for _, inside := range p.members() {
		switch member := s.member(inside.node.name); {
		case member != nil:
			c.check(inside, member)
		case s.values != nil:
			c.check(inside, s.values)
		case !s.open:
			c.faults.add(p.file, int(inside.node.nameStart), "unknown key: expected %s", s.names())
		case !c.lenient:
			if known := near(inside.node.name, missing); known != "" {
				c.faults.put(Warning, p.file, int(inside.node.nameStart), int(inside.node.nameStart), "expected the key %q, found one that is nearly it and that nothing reads", known)
			}
		}
	}
	for _, f := range s.members {
		if f.required && !p.get(f.name).there() && !c.lenient {
			c.faults.at(p, "missing key %q: expected %s", f.name, f.shape.expected())
		}
	}
}

func (s *shape) member(name string) *shape {
	for i := range s.members {
		if s.members[i].name == name {
			return s.members[i].shape
		}
	}
	return nil
}

// names lists the members that an object may have.
func (s *shape) names() string { return listed(s.memberNames()) }

func (s *shape) memberNames() []string {
	names := make([]string, len(s.members))
	for i, f := range s.members {
		names[i] = f.name
	}
	return names
}

// listed joins words with commas and a final or.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// shown is a scalar as a problem quotes it, cut to a readable length.
func shown(p place) string {
	switch p.node.kind {
	case '"':
		quoted, err := jsontext.AppendQuote(nil, shortened(p.str()))
		if err != nil {
			return "a string"
		}
		return string(quoted)
	default:
		return kindNames[p.node.kind]
	}
}

// shortened is a text as sentences quote it: no more than its first characters.
func shortened(text string) string {
	const most = 60
	count := 0
	for i := range text {
		if count == most {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
