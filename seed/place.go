package seed

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// A place is a value in a file; its node is nil where there is no such value.
type place struct {
	file *file
	node *node
}

// get returns the place of a member.
func (p place) get(name string) place {
	return place{p.file, p.node.get(name)}
}

// items returns the places of an array's values; none of anything else.
func (p place) items() iter.Seq2[int, place] { return p.children('[') }

// members returns the places of an object's members as written, duplicates
// included; none of anything else.
func (p place) members() iter.Seq2[int, place] { return p.children('{') }

func (p place) children(kind jsontext.Kind) iter.Seq2[int, place] {
	return func(yield func(int, place) bool) {
		if !p.is(kind) {
			return
		}
		for i := range p.node.children {
			if !yield(i, place{p.file, &p.node.children[i]}) {
				return
			}
		}
	}
}

// there tells whether there is a value.
func (p place) there() bool { return p.node != nil }

// is tells whether there is a value of that kind.
func (p place) is(kind jsontext.Kind) bool { return p.node != nil && p.node.kind == kind }

// str returns the characters of a string, or nothing.
func (p place) str() string {
	if !p.is('"') {
		return ""
	}
	return p.file.characters(p.node.start, p.node.end)
}

// scalar returns the characters of a string, the text of a number, or nothing.
func (p place) scalar() string {
	if p.is('0') {
		return p.file.text(p.node.start, p.node.end)
	}
	return p.str()
}

// boolean returns a boolean, or what is assumed where there is none.
func (p place) boolean(assumed bool) bool {
	switch {
	case p.is('t'):
		return true
	case p.is('f'):
		return false
	}
	return assumed
}

// raw returns the text of the value as written.
func (p place) raw() []byte { return p.file.data[p.node.start:p.node.end] }

// path returns the path to the value, which is looked for: only problems need
// it.
func (p place) path() string { return p.file.root.pathTo(int(p.node.start)) }

// String tells where the place is, for problems that name a second place.
func (p place) String() string {
	line, column := p.file.position(int(p.node.start))
	return Problem{File: p.file.name, Line: line, Column: column}.place()
}
