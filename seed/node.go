package seed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a seed file.
const (
	MaxFileBytes = 32 << 20  // in bytes
	maxDepth     = 64        // of nested objects and arrays, counting the root
	maxValues    = 3_000_000 // in a file; a value takes about 80 bytes of memory
)

// A node is a JSON value and its position in the file. Unlike Go values it
// keeps positions, duplicate names and the order of members. Nodes are small
// because the trees of all files are in memory together: the text of strings
// and numbers stays in the file, and offsets have four bytes. The methods accept
// a nil node, which is a value that is absent.
type node struct {
	file       *file
	name       string        // of a member
	children   []*node       // members as written, with duplicates, or items
	nameStart  uint32        // offset of the opening quote of a member's name
	start, end uint32        // offsets of the value
	kind       jsontext.Kind // one of { [ " 0 t f n
}

// get returns the first member of that name, or nil.
func (n *node) get(name string) *node {
	for _, member := range n.members() {
		if member.name == name {
			return member
		}
	}
	return nil
}

// find returns the values at a path of names such as files.url, of each item of
// the lists on the way.
func (n *node) find(path string) (found []*node) {
	name, rest, deeper := strings.Cut(path, ".")
	switch at := n.get(name); {
	case at == nil:
	case !deeper:
		return []*node{at}
	case at.is('['):
		for _, item := range at.children {
			found = append(found, item.find(rest)...)
		}
	default:
		return at.find(rest)
	}
	return found
}

// items returns the items of an array; none of any other value.
func (n *node) items() []*node {
	if !n.is('[') {
		return nil
	}
	return n.children
}

// members returns the members of an object as written, with duplicates; none of
// any other value.
func (n *node) members() []*node {
	if !n.is('{') {
		return nil
	}
	return n.children
}

// is reports whether the value is present and of that kind.
func (n *node) is(kind jsontext.Kind) bool { return n != nil && n.kind == kind }

// raw returns the JSON text of the value as written.
func (n *node) raw() []byte { return n.file.Data[n.start:n.end] }

// str returns the characters of a string; it is empty for any other value.
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

// scalar returns the characters of a string or the digits of a number; it is
// empty for any other value.
func (n *node) scalar() string {
	if n.is('0') {
		return string(n.raw())
	}
	return n.str()
}

// boolean returns a boolean, or the default for any other value.
func (n *node) boolean(assumed bool) bool {
	if n.is('t') || n.is('f') {
		return n.kind == 't'
	}
	return assumed
}

// String returns the position of the value, for problems that mention it.
func (n *node) String() string {
	line, column := n.file.position(int(n.start))
	return Problem{File: n.file.Name, Line: line, Column: column}.position()
}

// path returns the path of the value. It searches the tree because only problems
// need paths.
func (n *node) path() string { return n.file.root.pathTo(int(n.start)) }

// plainWord matches a member's name that a path shows without quotes.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_$-]+$`)

// pathTo returns the path from the root to the value or member name that begins
// at an offset, such as manuals[0].sections[2].title. The root is $.
func (n *node) pathTo(offset int) string {
	var path []byte
	for int(n.start) != offset {
		i := sort.Search(len(n.children), func(i int) bool { return int(n.children[i].end) > offset })
		if i == len(n.children) {
			break // the offset is between two values
		}
		child := n.children[i]
		switch {
		case n.kind == '[':
			path = fmt.Appendf(path, "[%d]", i)
		case !plainWord.MatchString(child.name):
			quoted, _ := json.Marshal(child.name) // marshaling a string cannot fail
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
