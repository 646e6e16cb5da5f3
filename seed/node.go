package seed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"regexp"
	"sort"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a seed file.
const (
	MaxFileBytes = 32 << 20  // bytes of one file
	MaxDepth     = 64        // objects and arrays inside one another, the root being the first
	MaxValues    = 3_000_000 // of one file: each takes some 60 bytes of memory
)

// A node is a JSON value and where it stands in its file. The tree keeps
// what a decoder into Go types would lose: positions, duplicate names and the
// order of members. It is to be small, since that of all files is in memory
// at once: the characters of strings and numbers stay in the file, and
// offsets in it, of at most MaxFileBytes, have four bytes.
type node struct {
	file       *file
	name       string        // of a member
	children   []node        // members as written, duplicates included, or items
	nameStart  uint32        // byte offset of the opening quote of a member's name
	start, end uint32        // byte offsets in the file
	kind       jsontext.Kind // one of { [ " 0 t f n
}

// A place is a value in a file, or nil where there is no such value.
type place = *node

// get returns the first member of that name.
func (n *node) get(name string) place {
	for _, member := range n.members() {
		if member.name == name {
			return member
		}
	}
	return nil
}

// items returns an array's values; none of anything else.
func (n *node) items() iter.Seq2[int, place] { return n.inside('[') }

// members returns an object's members as written, duplicates included; none of
// anything else.
func (n *node) members() iter.Seq2[int, place] { return n.inside('{') }

// inside returns what is in a value of that kind.
func (n *node) inside(kind jsontext.Kind) iter.Seq2[int, place] {
	return func(yield func(int, place) bool) {
		if !n.is(kind) {
			return
		}
		for i := range n.children {
			if !yield(i, &n.children[i]) {
				return
			}
		}
	}
}

// there tells whether there is a value.
func (n *node) there() bool { return n != nil }

// is tells whether there is a value of that kind.
func (n *node) is(kind jsontext.Kind) bool { return n != nil && n.kind == kind }

// raw returns the text of the value as written.
func (n *node) raw() []byte { return n.file.Data[n.start:n.end] }

// str returns the characters of a string, or nothing.
func (n *node) str() string {
	if !n.is('"') {
		return ""
	}
	literal := n.raw()
	if bytes.IndexByte(literal, '\\') < 0 {
		return string(literal[1 : len(literal)-1])
	}
	text, err := jsontext.AppendUnquote(nil, literal)
	if err != nil {
		panic(fmt.Sprintf("unquoting parsed JSON: %v", err))
	}
	return string(text)
}

// scalar returns the characters of a string, the text of a number, or nothing.
func (n *node) scalar() string {
	if n.is('0') {
		return string(n.raw())
	}
	return n.str()
}

// boolean returns a boolean, or what is assumed where there is none.
func (n *node) boolean(assumed bool) bool {
	if n.is('t') || n.is('f') {
		return n.kind == 't'
	}
	return assumed
}

// String tells where the value is, for problems that name a second place.
func (n *node) String() string {
	line, column := n.file.position(int(n.start))
	return Problem{File: n.file.Name, Line: line, Column: column}.place()
}

// path returns the path to the value, which is looked for: only problems need
// it.
func (n *node) path() string { return n.file.root.pathTo(int(n.start)) }

// plainWord is a member's name that a path has as it is.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_$-]+$`)

// pathTo returns the path from the root to the value, or to the member's name,
// that begins at an offset: with dots and brackets, as
// manuals[0].sections[2].title; $ is the root.
func (n *node) pathTo(offset int) string {
	var path []byte
	for int(n.start) != offset {
		i := sort.Search(len(n.children), func(i int) bool { return int(n.children[i].end) > offset })
		if i == len(n.children) {
			break // between two values
		}
		child := &n.children[i]
		switch {
		case n.kind == '[':
			path = fmt.Appendf(path, "[%d]", i)
		case !plainWord.MatchString(child.name):
			quoted, _ := json.Marshal(child.name) // a string always marshals
			path = fmt.Appendf(path, "[%s]", quoted)
		case len(path) == 0:
			path = append(path, child.name...)
		default:
			path = fmt.Appendf(path, ".%s", child.name)
		}
		if n = child; int(n.nameStart) == offset {
			break
		}
	}
	if path == nil {
		return "$"
	}
	return string(path)
}
