package seed

import (
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A shape says what a value must be. One declaration of the seed format, in
// format.go and the files kind_….go, serves the check of files (check.go) and
// the JSON Schema (schema.go).
type shape struct {
	doc      string   // for people and editors
	ref      string   // the name under which the JSON Schema has it, if it is used more than once
	kinds    string   // the JSON kinds allowed, of { [ " 0 t n, all where empty; t stands for both booleans
	members  []field  // of an object, in the order a file is written
	open     bool     // an object may have further members
	items    *shape   // of an array's values
	tokens   bool     // the items of an array become tokens
	keywords keywords // what else a JSON Schema can say of the value
	between  keywords // and of the members of an object together

	// validate records the errors and warnings that a value of these kinds is
	// worth. It is not called for null.
	validate func(f *faults, p place)
}

// A field is a member of an object.
type field struct {
	name     string
	required bool
	shape    *shape
}

func required(name string, s *shape) field { return field{name, true, s} }
func optional(name string, s *shape) field { return field{name, false, s} }

// Shapes that say no more than a kind.
func text(doc string) *shape               { return &shape{doc: doc, kinds: `"`} }
func boolean(doc string) *shape            { return &shape{doc: doc, kinds: "t"} }
func anything(doc string) *shape           { return &shape{doc: doc, open: true} }
func free(doc string) *shape               { return &shape{doc: doc, kinds: "{", open: true} }
func list(doc string, items *shape) *shape { return &shape{doc: doc, kinds: "[", items: items} }
func object(doc string, members ...field) *shape {
	return &shape{doc: doc, kinds: "{", members: members}
}

// matches makes a shape of a string that matches a regular expression and for
// which a function, if there is one, returns true.
func matches(doc, expected, pattern string, right func(text string) bool) *shape {
	return &shape{doc: doc, kinds: `"`, keywords: keywords{{"pattern", pattern}}, validate: expecting(expected, matching(pattern, right))}
}

func matching(pattern string, right func(text string) bool) func(p place) bool {
	form := regexp.MustCompile(pattern)
	return func(p place) bool {
		text := p.str()
		return form.MatchString(text) && (right == nil || right(text))
	}
}

// expecting makes a validation of a condition.
func expecting(expected string, right func(p place) bool) func(f *faults, p place) {
	return func(f *faults, p place) {
		if !right(p) {
			f.at(p, "expected %s, found %s", expected, shown(p))
		}
	}
}

// secret is matches for values that are never shown.
func secret(doc, expected, pattern string, right func(text string) bool) *shape {
	s, match := matches(doc, expected, pattern, right), matching(pattern, right)
	s.validate = func(f *faults, p place) {
		if !match(p) {
			f.at(p, "expected %s, found something else", expected)
		}
	}
	return s
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
	return listed(words)
}

func (s *shape) allows(kind jsontext.Kind) bool {
	if kind == 'f' {
		kind = 't'
	}
	return s.kinds == "" || strings.IndexByte(s.kinds, byte(kind)) >= 0
}

// member returns the shape of a member, or nil.
func (s *shape) member(name string) *shape {
	for _, f := range s.members {
		if f.name == name {
			return f.shape
		}
	}
	return nil
}

// listed joins words with commas and a final or.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// shown is a value as a problem quotes it: a string cut to a readable length,
// and the kind of anything else.
func shown(p place) string {
	if !p.is('"') {
		return kindNames[p.kind]
	}
	quoted, err := jsontext.AppendQuote(nil, shortened(p.str()))
	if err != nil {
		return "a string"
	}
	return string(quoted)
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
