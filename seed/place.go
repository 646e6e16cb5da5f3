package seed

import "github.com/go-json-experiment/json/jsontext"

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
func (p place) items() []place {
	if p.node == nil {
		return nil
	}
	places := make([]place, len(p.node.items))
	for i := range p.node.items {
		places[i] = place{p.file, &p.node.items[i]}
	}
	return places
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
	return p.node.text
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
func (p place) path() *path { return p.file.root.pathTo(p.node.start) }

// String tells where the place is, for problems that name a second place.
func (p place) String() string {
	line, column := position(p.file.data, p.node.start)
	return Problem{File: p.file.name, Line: line, Column: column}.place()
}
