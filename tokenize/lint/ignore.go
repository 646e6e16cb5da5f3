package lint

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// An ignore is a comment with lint-ignore: for its line, for the next one, or for the
// whole text.
type ignore struct {
	at    int
	scope string // "", "next-line" or "file"
}

var ignoreForm = pattern.New(`\blint-ignore(?:-(next-line|file))?(?:[^-\w]|$)`)

// Comment takes note of a part of the text that is a comment, or may have some.
func (c *checker) Comment(start, end int) {
	if !strings.Contains(c.text[start:end], "lint-ignore") {
		return
	}
	for _, m := range ignoreForm.FindAllStringSubmatchIndex(c.text[start:end], -1) {
		i := ignore{at: start + m[0]}
		if m[2] >= 0 {
			i.scope = c.text[start+m[2] : start+m[3]]
		}
		if i.scope == "next-line" {
			i.at = end - 1 // of a comment of several lines, its last one counts
		}
		c.ignores = append(c.ignores, i)
	}
}

// located returns the findings with their places, without those that are ignored.
func (c *checker) located(name string) []Finding {
	tree := content.Tree{Data: []byte(c.text)}
	ignored := map[int]bool{}
	for _, i := range c.ignores {
		switch i.scope {
		case "file":
			return nil
		case "next-line":
			line, _ := tree.Position(i.at)
			ignored[line+1] = true
		default:
			line, _ := tree.Position(i.at)
			ignored[line] = true
		}
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(a.start, b.start) })
	last, column, counted := 0, 1, 0
	var kept []Finding
	for _, f := range c.found {
		line, byteColumn := tree.Position(f.start)
		if line != last {
			last = line
			column = 1
			counted = f.start - byteColumn + 1
		}
		column += utf8.RuneCountInString(c.text[counted:f.start])
		counted = f.start
		if ignored[line] {
			continue
		}
		f.File = name
		f.Line = line
		f.Column = column
		kept = append(kept, f)
		if len(kept) == MaxFindings {
			break
		}
	}
	return kept
}
