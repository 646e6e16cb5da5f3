package content

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
)

// String returns the file, line and column of the value.
func (n *Value) String() string {
	if n == nil || n.Tree == nil {
		return ""
	}
	line, column := n.Tree.Position(n.offset())
	return fmt.Sprintf("%s:%d:%d", n.Tree.Name, line, column)
}

// offset returns where the value begins in its file.
func (n *Value) offset() int {
	if n.Tree.In != "" {
		return 0
	}
	return int(n.Start)
}

// Position returns the line and column of an offset, both counted from 1, the
// column in bytes.
func (t *Tree) Position(offset int) (line, column int) {
	offset = min(offset, len(t.Data))
	if t.lines == nil {
		t.lines = []uint32{0}
		for at, b := range t.Data {
			if b == '\n' {
				t.lines = append(t.lines, uint32(at)+1)
			}
		}
	}
	line = sort.Search(len(t.lines), func(i int) bool { return int(t.lines[i]) > offset })
	return line, offset - int(t.lines[line-1]) + 1
}

// OffsetAt returns the offset of a line and column as [Tree.Position] has them, the nearest one for a
// place outside the text.
func (t *Tree) OffsetAt(line, column int) int {
	t.Position(0)
	line = max(1, min(line, len(t.lines)))
	return min(len(t.Data), int(t.lines[line-1])+column-1)
}

// Path returns the path of the value. It searches the tree because only problems
// need paths.
func (n *Value) Path() string {
	if n == nil || n.Tree == nil {
		return "$"
	}
	return n.Tree.PathTo(int(n.Start))
}

// plainWord matches a member's name that a path shows without quotes.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_$-]+$`)

// PathTo returns the path from the root to the value or member name that begins
// at an offset, such as manuals[0].sections[2].title; of a text, that of the value that
// names it. The root is $, also of no tree.
func (t *Tree) PathTo(offset int) string {
	if t.In != "" {
		return t.In
	}
	n, path := t.Root, []byte(nil)
	for n != nil && int(n.Start) != offset {
		i := sort.Search(len(n.Children), func(i int) bool { return int(n.Children[i].End) > offset })
		if i == len(n.Children) {
			break // the offset is between two values
		}
		child := n.Children[i]
		if n.Kind == '[' {
			path = fmt.Appendf(path, "[%d]", i)
		} else if !plainWord.MatchString(child.Name) {
			quoted, _ := json.Marshal(child.Name) // marshaling a string cannot fail
			path = fmt.Appendf(path, "[%s]", quoted)
		} else if len(path) == 0 {
			path = append(path, child.Name...)
		} else {
			path = fmt.Appendf(path, ".%s", child.Name)
		}
		n = child
		if int(n.NameStart) == offset {
			break
		}
	}
	if len(path) == 0 {
		return "$"
	}
	return string(path)
}
