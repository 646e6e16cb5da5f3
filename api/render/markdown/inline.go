package markdown

import "strings"

// A run is text in one style, or finished Markdown.
type run struct {
	style
	text     string
	verbatim bool
}

// A style is the address that a text links to, empty for none, and its other
// marks, one bit each.
type style struct {
	href  string
	marks int
}

// The marks. Of two marks on the same runs, the first is outside.
const (
	linked = iota
	strong
	em
	del
	inCode
	markCount
)

var delimiters = [...]string{strong: "**", em: "*", del: "~~"}

// with returns the style with another mark.
func (s style) with(mark int) style {
	s.marks |= 1 << mark
	return s
}

// shares reports whether one pair of delimiters of a mark may enclose texts of
// both styles.
func (s style) shares(mark int, other style) bool {
	if mark == linked {
		return s.href != "" && s.href == other.href
	}
	return s.marks&other.marks&(1<<mark) != 0
}

// render renders runs with their marks, except the outer marks, one bit each,
// which enclose them already. Of the marks that begin at the same run, the one
// that covers most runs is outside. White space at the ends of a mark moves
// outside, since Markdown allows none inside.
func render(runs []run, outer int) string {
	var out strings.Builder
	for len(runs) > 0 {
		reach, mark := 1, -1
		for m := range markCount {
			n := 0
			for outer&(1<<m) == 0 && n < len(runs) && runs[n].shares(m, runs[0].style) {
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
			text := group[0].plain()
			if before, ok := strings.CutSuffix(text, "!"); ok && len(runs) > 0 && runs[0].href != "" {
				text = before + `\!` // would make the link an image
			}
			out.WriteString(text)
		case inCode:
			out.WriteString(keepOuterSpace(textOf(group), code))
		default:
			out.WriteString(keepOuterSpace(render(group, outer|1<<mark), func(inside string) string {
				if mark == linked {
					return "[" + inside + "](" + group[0].href + ")"
				}
				return delimiters[mark] + inside + delimiters[mark]
			}))
		}
	}
	return out.String()
}

// plain renders a run without marks.
func (r run) plain() string {
	if r.verbatim {
		return strings.ReplaceAll(r.text, "\n", "\\\n")
	}
	return keepOuterSpace(r.text, escape)
}

func textOf(runs []run) string {
	var text strings.Builder
	for _, r := range runs {
		if !r.verbatim || r.text == "\n" {
			text.WriteString(r.text)
		}
	}
	return text.String()
}

// trimBlankRuns removes white space and line breaks at both ends.
func trimBlankRuns(runs []run) []run {
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

// keepOuterSpace applies a function to text without its outer white space, and
// keeps one space at each end that had white space.
func keepOuterSpace(text string, apply func(string) string) string {
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
