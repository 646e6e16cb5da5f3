package lint

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"designmanual/tokenize/pattern"
)

// An ignore is a comment with lint-ignore: for its line, for the next one, or for the
// whole text.
type ignore struct {
	at    int
	scope string // "", "next-line" or "file"
}

var ignoreForm = pattern.New(`\blint-ignore(?:-(next-line|file))?(?:[^-\w]|$)`)

// comment takes note of a part of the text that is a comment, or may have some.
func (c *checker) comment(start, end int) {
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
func (c *checker) located(name string) (kept []Finding) {
	lines := lineStarts(c.text)
	ignored := map[int]bool{}
	for _, i := range c.ignores {
		switch i.scope {
		case "file":
			return nil
		case "next-line":
			ignored[lineOf(lines, i.at)+1] = true
		default:
			ignored[lineOf(lines, i.at)] = true
		}
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(a.start, b.start) })
	last, column, counted := 0, 1, 0
	for _, f := range c.found {
		line := lineOf(lines, f.start)
		if line != last {
			last, column, counted = line, 1, lines[line-1]
		}
		column += utf8.RuneCountInString(c.text[counted:f.start])
		counted = f.start
		if ignored[line] {
			continue
		}
		f.File, f.Line, f.Column = name, line, column
		kept = append(kept, f)
		if len(kept) == MaxFindings {
			break
		}
	}
	return kept
}

// lineStarts returns where the lines of a text begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineOf returns the number of the line at an offset, from 1.
func lineOf(starts []int, at int) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > at })
}
