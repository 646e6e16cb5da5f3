package markdown

import "strings"

// A run is text in one style, or Markdown that is fixed already.
type run struct {
	style
	text  string
	fixed bool
}

// A style is the address that a text links to, empty for none, and its other
// marks, one bit each.
type style struct {
	href  string
	marks int
}

// The marks; of two with the same reach the first stands outside.
const (
	linked = iota
	strong
	em
	del
	inCode
	markCount
)

var signs = [...]string{strong: "**", em: "*", del: "~~"}

// with returns the style with one more mark.
func (s style) with(mark int) style {
	s.marks |= 1 << mark
	return s
}

// shares tells whether a mark may stand around texts of both styles.
func (s style) shares(mark int, other style) bool {
	if mark == linked {
		return s.href != "" && s.href == other.href
	}
	return s.marks&other.marks&(1<<mark) != 0
}

// render writes runs with their marks but those that stand around already,
// one bit each. Of the marks that begin together the one that reaches
// furthest stands outside. White space at the ends of a mark is put outside
// of it, since Markdown takes none inside.
func render(runs []run, around int) string {
	var out strings.Builder
	for len(runs) > 0 {
		reach, mark := 1, -1
		for m := range markCount {
			n := 0
			for around&(1<<m) == 0 && n < len(runs) && runs[n].shares(m, runs[0].style) {
				n++
			}
			if n > reach || n == 1 && mark < 0 {
				reach, mark = n, m
			}
		}
		group := runs[:reach]
		runs = runs[reach:]
		switch mark {
		case -1:
			out.WriteString(group[0].plain())
		case inCode:
			out.WriteString(keepEnds(words(group), code))
		default:
			out.WriteString(keepEnds(render(group, around|1<<mark), func(inside string) string {
				if mark == linked {
					return "[" + inside + "](" + group[0].href + ")"
				}
				return signs[mark] + inside + signs[mark]
			}))
		}
	}
	return out.String()
}

// plain returns a run without marks.
func (r run) plain() string {
	if r.fixed {
		return strings.ReplaceAll(r.text, "\n", "\\\n")
	}
	return keepEnds(r.text, escape)
}

func words(runs []run) string {
	var text strings.Builder
	for _, r := range runs {
		if !r.fixed || r.text == "\n" {
			text.WriteString(r.text)
		}
	}
	return text.String()
}

// trimmed returns runs without the line breaks at both ends.
func trimmed(runs []run) []run {
	blank := func(r run) bool { return strings.Trim(r.text, space) == "" }
	for len(runs) > 0 && blank(runs[0]) {
		runs = runs[1:]
	}
	for len(runs) > 0 && blank(runs[len(runs)-1]) {
		runs = runs[:len(runs)-1]
	}
	return runs
}

const space = " \t\r\n\f"

// keepEnds applies a function to the inside of text and keeps a space at
// either end where there was white space.
func keepEnds(text string, apply func(string) string) string {
	inside := strings.Trim(text, space)
	if inside == "" {
		return strings.Repeat(" ", min(len(text), 1))
	}
	inside = apply(inside)
	if strings.IndexByte(space, text[0]) >= 0 {
		inside = " " + inside
	}
	if strings.IndexByte(space, text[len(text)-1]) >= 0 {
		inside += " "
	}
	return inside
}
