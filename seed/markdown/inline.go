package markdown

import "strings"

// A run is text in one style, or Markdown that is fixed already.
type run struct {
	style
	text  string
	fixed bool
}

// A style is how often each of the elements for a mark stands around, and the
// address that the text links to.
type style struct {
	href                  string
	strong, em, del, code int
}

// set counts the start or the end of an element that marks text; false for
// any other element.
func (s *style) set(element string, by int) bool {
	var count *int
	switch element {
	case "strong", "b", "dt":
		count = &s.strong
	case "em", "i", "cite", "dfn", "var":
		count = &s.em
	case "s", "del", "strike":
		count = &s.del
	case "code", "kbd", "samp", "tt":
		count = &s.code
	default:
		return false
	}
	*count = max(0, *count+by)
	return element != "dt" // which is a block too
}

// A marker is a mark of Markdown around runs that have something in common.
type marker struct {
	of     func(style) string // equal for the runs that it may stand around, empty for none
	before string
	after  func(style) string
}

// markers are all of them; of two with the same reach the first stands outside.
var markers = [...]marker{
	{func(s style) string { return s.href }, "[", func(s style) string { return "](" + s.href + ")" }},
	counted("**", func(s style) int { return s.strong }),
	counted("*", func(s style) int { return s.em }),
	counted("~~", func(s style) int { return s.del }),
	{func(s style) string { return is(s.code) }, "", nil},
}

func counted(mark string, count func(style) int) marker {
	return marker{func(s style) string { return is(count(s)) }, mark, func(style) string { return mark }}
}

func is(count int) string {
	if count > 0 {
		return "yes"
	}
	return ""
}

// render writes runs with their marks but those that stand around already,
// one bit each. Of the marks that begin together the one that reaches
// furthest stands outside. White space at the ends of a mark is put outside
// of it, since Markdown takes none inside.
func render(runs []run, around int) string {
	var out strings.Builder
	for len(runs) > 0 {
		longest, chosen := 0, -1
		for i, m := range markers {
			value := m.of(runs[0].style)
			if value == "" || around&(1<<i) != 0 {
				continue
			}
			n := 1
			for n < len(runs) && m.of(runs[n].style) == value {
				n++
			}
			if n > longest {
				longest, chosen = n, i
			}
		}
		if chosen < 0 {
			out.WriteString(runs[0].plain())
			runs = runs[1:]
			continue
		}
		group, mark := runs[:longest], markers[chosen]
		runs = runs[longest:]
		if mark.after == nil {
			out.WriteString(keepEnds(words(group), code))
			continue
		}
		out.WriteString(keepEnds(render(group, around|1<<chosen), func(inside string) string {
			if inside == "" {
				return ""
			}
			return mark.before + inside + mark.after(group[0].style)
		}))
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
	before, after := "", ""
	if inside == "" {
		if text == "" {
			return ""
		}
		return " "
	}
	if strings.IndexByte(space, text[0]) >= 0 {
		before = " "
	}
	if strings.IndexByte(space, text[len(text)-1]) >= 0 {
		after = " "
	}
	return before + apply(inside) + after
}
