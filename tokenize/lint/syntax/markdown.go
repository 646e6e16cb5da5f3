package syntax

import (
	"strings"

	"designmanual/tokenize/pattern"
)

// frontMatter passes over what stands between lines of --- at the beginning, which is a
// script in Astro, and returns where the rest begins.
func (w *walker) frontMatter(d dialect) int {
	if !d.fence && !d.markdown || !strings.HasPrefix(strings.TrimLeft(w.text, "\ufeff \r\n"), "---") {
		return w.markdownLine(0, d)
	}
	start := strings.Index(w.text, "---") + 3
	end := start + lengthTo(w.text[start:], "\n---")
	if d.fence {
		w.script(start, end)
	}
	return end
}

// markdownLine visits the line at an offset if it begins a script of MDX, which goes up to
// an empty line, and returns where the rest begins.
func (w *walker) markdownLine(at int, d dialect) int {
	if !d.markdown || !moduleLine.MatchString(w.text[at:min(len(w.text), at+20)]) {
		return at
	}
	last := at + lengthTo(w.text[at:], "\n\n")
	w.script(at, last)
	return last - min(1, last-at)
}

var moduleLine = pattern.New(`^(?:import|export)\s`)

// fenceForm matches the beginning of a block of code in Markdown, in a list or not.
var fenceForm = pattern.New("^[ \t>]*(?:`{3,}|~{3,})")

// markdownAt passes over code in Markdown, which is shown and not used, and returns where
// the rest begins.
func (w *walker) markdownAt(at int) int {
	rest := w.text[at:]
	switch rest[0] {
	case '\n':
		at++
		if fence := strings.TrimLeft(fenceForm.FindString(w.text[at:min(len(w.text), at+80)]), " \t>"); fence != "" {
			at += lengthTo(w.text[at:], fence)
			return at + lengthTo(w.text[at:], fence)
		}
		return w.markdownLine(at, dialect{markdown: true})
	case '`':
		ticks := len(rest) - len(strings.TrimLeft(rest, "`"))
		paragraph := rest[ticks:][:lengthTo(rest[ticks:], "\n\n")]
		if end := strings.Index(paragraph, rest[:ticks]); end >= 0 {
			return at + end + 2*ticks
		}
		return at + ticks
	}
	return at + 1
}
