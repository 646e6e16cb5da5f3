package markdown

import "strings"

// A run is text in one style, or Markdown that is fixed already.
type run struct {
	style
	text  string
	fixed bool
}

// A style is the marks around a text, and the address that it links to.
type style struct {
	href                  string
	strong, em, del, code bool
}

// A marker is a mark of Markdown around runs that have something in common.
type marker struct {
	of    func(style) string // equal for the runs that it may stand around, empty for none
	write func(inside string, s style) string
}

// markers are all of them; of two with the same reach the first stands outside.
var markers = [...]marker{
	{func(s style) string { return s.href }, func(inside string, s style) string { return "[" + inside + "](" + s.href + ")" }},
	emphasis("**", func(s style) bool { return s.strong }),
	emphasis("*", func(s style) bool { return s.em }),
	emphasis("~~", func(s style) bool { return s.del }),
	emphasis("`", func(s style) bool { return s.code }),
}

func emphasis(mark string, on func(style) bool) marker {
	return marker{
		func(s style) string {
			if on(s) {
				return mark
			}
			return ""
		},
		func(inside string, _ style) string { return mark + inside + mark },
	}
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
		if mark.of(style{code: true}) != "" {
			out.WriteString(keepEnds(words(group), code))
			continue
		}
		out.WriteString(keepEnds(render(group, around|1<<chosen), func(inside string) string {
			if inside == "" {
				return ""
			}
			return mark.write(inside, group[0].style)
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
