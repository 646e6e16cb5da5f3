package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// rich returns rich text as blocks of Markdown, empty where it has no text.
// Elements open and close as they stand in the text: no tree is built, so
// that a text takes no more time and memory than it is long. Whatever cannot
// be said in Markdown, or has no place in a text (scripts, styles, frames),
// leaves its words or nothing.
func (r *renderer) rich(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return paragraph(escape(text))
	}
	c := converter{renderer: r}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			c.flush()
			c.endTable()
			return strings.TrimRight(c.out.String(), "\n")
		case html.TextToken:
			c.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			c.start(token.Data, func(name string) string { return attribute(token, name) })
		case html.EndTagToken:
			name, _ := z.TagName()
			c.end(string(name))
		}
	}
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// A converter writes Markdown block by block.
type converter struct {
	*renderer
	out    strings.Builder
	hidden string      // the element that is being passed over
	within []container // lists, items and quotes around, the innermost last
	opened int         // how many of them there were
	last   []int       // the numbers of those around the block before
	listed bool        // which stood in a list

	marks   style
	runs    []run
	heading int
	pre     bool
	table   *table
}

// maxDepth bounds how deep lists and quotes nest; what is deeper stands at
// that depth.
const maxDepth = 12

// A container is a list (ul or ol), an item in one (li) or a quote.
type container struct {
	element string
	number  int    // each has its own
	count   int    // of the items of a list
	marker  string // of an item, until its first block is written
	indent  string // before the further lines
}

func (c *converter) text(text string) {
	if c.hidden == "" {
		c.runs = append(c.runs, run{style: c.marks, text: text})
	}
}

func (c *converter) start(name string, attr func(name string) string) {
	if c.hidden != "" {
		return
	}
	if c.marks.set(name, 1) {
		return
	}
	switch name {
	case "script", "style", "iframe", "noscript", "noembed", "noframes", "object":
		c.hidden = name
	case "a":
		c.marks.href = c.address(attr("href"))
	case "br":
		c.runs = append(c.runs, run{text: "\n", fixed: true})
	case "img":
		c.runs = append(c.runs, run{text: c.image(attr("alt"), attr("src")), fixed: true})
	default:
		c.block(name, true)
	}
}

func (c *converter) end(name string) {
	switch {
	case c.hidden != "":
		if name == c.hidden {
			c.hidden = ""
		}
	case c.marks.set(name, -1):
	case name == "a":
		c.marks.href = ""
	default:
		c.block(name, false)
	}
}

// block begins or ends an element that is a block of its own; an element that
// it does not know is part of the line.
func (c *converter) block(name string, start bool) {
	switch name {
	case "p", "div", "section", "figure", "figcaption", "dl", "dt", "dd":
		c.flush()
	case "caption":
		t := c.table
		c.table = nil // the caption stands before the table
		c.flush()
		c.table = t
	case "h1", "h2", "h3", "h4", "h5", "h6":
		c.flush()
		if c.heading = 0; start {
			c.heading = max(4, 1+int(name[1]-'0')) // below the label of the block
		}
	case "pre":
		c.flush()
		c.pre = start
	case "hr":
		c.flush()
		c.write("---")
	case "ul", "ol", "blockquote", "li":
		c.flush()
		if c.marks = (style{}); start {
			c.open(name)
		} else {
			c.close(name)
		}
	case "table":
		c.flush()
		c.endTable()
		if start {
			c.table = new(table)
		}
	case "tr", "td", "th":
		c.flush()
		if start && c.table != nil {
			c.table.open(name)
		}
	}
}

func (c *converter) open(name string) {
	if name == "li" {
		c.close("li")
	}
	if len(c.within) >= maxDepth {
		return
	}
	c.opened++
	next := container{element: name, number: c.opened}
	switch name {
	case "li":
		next.marker = "- "
		if last := len(c.within) - 1; last >= 0 && c.within[last].element == "ol" {
			c.within[last].count++
			next.marker = strconv.Itoa(c.within[last].count) + ". "
		}
		next.indent = strings.Repeat(" ", len(next.marker))
	case "blockquote":
		next.indent = "> "
	}
	c.within = append(c.within, next)
}

// close leaves the innermost element of that name. An item ends in its own
// list only.
func (c *converter) close(name string) {
	for i := len(c.within) - 1; i >= 0; i-- {
		element := c.within[i].element
		if element == name {
			c.within = c.within[:i]
			return
		}
		if name == "li" && element != "blockquote" {
			return
		}
	}
}

// flush writes what has been gathered as a block.
func (c *converter) flush() {
	runs := c.runs
	c.runs = nil
	if c.pre {
		c.write(fenced(runs))
		return
	}
	inline := strings.TrimSpace(render(trimmed(runs), 0))
	switch {
	case inline == "":
	case c.table != nil:
		c.table.add(inline)
	case c.heading > 0:
		c.write(heading(c.heading, inline))
	default:
		c.write(paragraph(inline))
	}
}

func (c *converter) endTable() {
	if t := c.table; t != nil {
		c.table = nil
		c.write(t.String())
	}
}

// write writes a block inside the lists and quotes around it, a blank line
// before it; the items of a list stand close together.
func (c *converter) write(block string) {
	if block == "" {
		return
	}
	var blank, first, further strings.Builder
	item, inList := false, false // whether the block begins an item, or stands in one
	around := make([]int, len(c.within))
	for i := range c.within {
		at := &c.within[i]
		further.WriteString(at.indent)
		if at.element == "li" && at.marker != "" {
			first.WriteString(at.marker)
			at.marker, item = "", true
		} else {
			first.WriteString(at.indent)
		}
		inList = inList || at.element == "li"
		if around[i] = at.number; i < len(c.last) && c.last[i] == at.number {
			blank.WriteString(at.indent)
		}
	}
	if c.out.Len() > 0 && !(item && c.listed) {
		c.out.WriteString(strings.TrimRight(blank.String(), " ") + "\n")
	}
	c.last, c.listed = around, inList
	prefix := first.String()
	for line := range strings.SplitSeq(block, "\n") {
		c.out.WriteString(strings.TrimRight(prefix+line, " ") + "\n")
		prefix = further.String()
	}
}

// fenced returns text as a block of code.
func fenced(runs []run) string {
	var text strings.Builder
	for _, r := range runs {
		text.WriteString(r.text)
	}
	inside := strings.Trim(text.String(), "\r\n")
	if strings.TrimSpace(inside) == "" {
		return ""
	}
	fence := fenceFor(inside, 3)
	return fence + "\n" + strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(inside) + "\n" + fence
}
