package seed

import (
	"sort"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a seed file.
const (
	MaxFileBytes = 32 << 20 // bytes of one file
	MaxDepth     = 64       // objects and arrays inside one another, the root being the first
)

// A node is a JSON value and where it stands in its file. The tree keeps
// what a decoder into Go types would lose: positions, duplicate names, the
// order of members and the text of numbers.
type node struct {
	kind       jsontext.Kind // one of { [ " 0 t f n
	start, end int           // byte offsets in the file
	text       string        // the characters of a string, the text of a number
	members    []member      // of an object, as written, duplicates included
	items      []node        // of an array
}

type member struct {
	name  string
	start int // byte offset of the name's opening quote
	value node
}

// get returns the first member of that name, or nil.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// pathTo returns the path from n to the value, or to the member's name, that
// begins at an offset inside n.
func (n *node) pathTo(offset int) (at *path) {
	for offset != n.start {
		switch n.kind {
		case '{':
			i := sort.Search(len(n.members), func(i int) bool { return n.members[i].value.end > offset })
			m := &n.members[i]
			if at = at.member(m.name); offset == m.start {
				return at
			}
			n = &m.value
		case '[':
			i := sort.Search(len(n.items), func(i int) bool { return n.items[i].end > offset })
			at, n = at.item(i), &n.items[i]
		default:
			return at
		}
	}
	return at
}

// A file is a seed file on its way in.
type file struct {
	name   string
	order  int // among the files of the import
	data   []byte
	root   node
	broken bool  // not parsed to its end: there is no tree
	unread error // why there is no data
}
