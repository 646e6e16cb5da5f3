package lint

import (
	"slices"
	"sort"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A nameIndex finds the custom property that someone meant.
type nameIndex struct {
	sorted []string
	forms  map[string]string // by a form without separators, and by the words in order
}

func newNameIndex(variables map[string]manual.Token) nameIndex {
	n := nameIndex{forms: map[string]string{}}
	for name, t := range variables {
		if !t.Deprecated.Set {
			n.sorted = append(n.sorted, name)
		}
	}
	slices.Sort(n.sorted)
	for _, name := range n.sorted {
		for _, form := range nameForms(name) {
			if _, taken := n.forms[form]; !taken {
				n.forms[form] = name
			}
		}
	}
	return n
}

// nameForms returns a name without separators and case, and with its words in order.
func nameForms(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' })
	joined := strings.Join(words, "")
	slices.Sort(words)
	return []string{joined, strings.Join(words, " ")}
}

// neighbors is how many names on either side, in alphabetical order, may be meant.
const neighbors = 60

// closest returns the name that is meant by one that does not exist: one with the same
// letters or words, or that few letters make.
func (n nameIndex) closest(name string) (string, bool) {
	if len(name) > 200 {
		return "", false
	}
	for _, form := range nameForms(name) {
		if found, ok := n.forms[form]; ok {
			return found, true
		}
	}
	prefix := prefixes[slices.IndexFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })]
	at := sort.SearchStrings(n.sorted, name)
	best, found := max(2, (len(name)-len(prefix))/3)+1, ""
	for _, other := range n.sorted[max(0, at-neighbors):min(len(n.sorted), at+neighbors)] {
		if !strings.HasPrefix(other, prefix) || len(other) > 200 {
			continue
		}
		if d := tokenize.Edits(name[len(prefix):], other[len(prefix):]); d < best {
			best, found = d, other
		}
	}
	return found, found != ""
}
