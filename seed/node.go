package seed

import (
	"encoding/json"
	"fmt"
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
	name       string        // of a member
	children   []node        // members as written, duplicates included, or items
	nameStart  uint32        // byte offset of the opening quote of a member's name
	start, end uint32        // byte offsets in the file
	kind       jsontext.Kind // one of { [ " 0 t f n
}

// get returns the first member of that name, or nil.
func (n *node) get(name string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	for i := range n.children {
		if n.children[i].name == name {
			return &n.children[i]
		}
	}
	return nil
}

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
