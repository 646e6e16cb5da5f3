package lint

import (
	"strings"

	"designmanual/tokenize/pattern"
)

// frontMatter passes over what stands between lines of --- at the beginning, which is a
// script in Astro, and returns where the rest begins.
func (c *checker) frontMatter(d dialect) int {
	if !d.fence && !d.markdown || !strings.HasPrefix(strings.TrimLeft(c.text, "\ufeff \r\n"), "---") {
		return c.markdownLine(0, d)
	}
	start := strings.Index(c.text, "---") + 3
	end := start + lengthTo(c.text[start:], "\n---")
	if d.fence {
		c.script(start, end)
	}
	return end
}

// markdownLine checks the line at an offset if it begins a script of MDX, which goes up to
// an empty line, and returns where the rest begins.
func (c *checker) markdownLine(at int, d dialect) int {
	if !d.markdown || !moduleLine.MatchString(c.text[at:min(len(c.text), at+20)]) {
		return at
	}
	last := at + lengthTo(c.text[at:], "\n\n")
	c.script(at, last)
	return last - min(1, last-at)
}

var moduleLine = pattern.New(`^(?:import|export)\s`)

// fenceForm matches the beginning of a block of code in Markdown, in a list or not.
var fenceForm = pattern.New("^[ \t>]*(?:`{3,}|~{3,})")

// markdownAt passes over code in Markdown, which is shown and not used, and returns where
// the rest begins.
func (c *checker) markdownAt(at int) int {
	rest := c.text[at:]
	switch rest[0] {
	case '\n':
		at++
		if fence := strings.TrimLeft(fenceForm.FindString(c.text[at:min(len(c.text), at+80)]), " \t>"); fence != "" {
			at += lengthTo(c.text[at:], fence)
			return at + lengthTo(c.text[at:], fence)
		}
		return c.markdownLine(at, dialect{markdown: true})
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
