package lint

import (
	"regexp"
	"slices"
	"strings"
)

// A sheet says how a style sheet is read.
type sheet struct {
	measures bool // with lengths, fonts and shadows
	sass     bool
	property string // of which the text is the value, without a name; may be empty
	inside   string // the beginning of the innermost rule
}

// An item is a token of CSS (CSS Syntax Module Level 3, section 4), simplified.
type item struct {
	kind       string // of itemForm
	start, end int
}

// itemForm matches one item. Sass has comments to the end of a line, $variables and
// #{interpolation}, which CSS has not.
var itemForm = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`(?P<space>\s+|/\*(?s:.*?)(?:\*/|$))`, `(?P<line>//[^\n]*)`,
	`(?P<string>"(?:[^"\\\n]|\\(?s:.))*"?|'(?:[^'\\\n]|\\(?s:.))*'?)`,
	`(?P<url>(?i:url)\([^"')]*\)?)`,
	`(?P<interpolation>#\{[^}]*\}?)`,
	`(?P<hash>#[0-9a-zA-Z_-]+)`,
	`(?P<number>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?:[a-zA-Z]+|%)?)`,
	`(?P<function>[-a-zA-Z_][-\w.]*\()`,
	`(?P<word>[$@]?(?:[-\w]|[^\x00-\x7f]|\\(?:[0-9a-fA-F]{1,6}\s?|[^\n]))+)`,
	`(?P<sign>(?s:.))`}, "|") + `)`)

// longestStatement is how many items of a statement are checked.
const longestStatement = 1 << 16

// style checks the style sheet, or the declarations, in a part of the text.
func (c *checker) style(start, end int, s sheet) {
	var statement []item
	if s.property != "" {
		defer func() { c.declaration(s.property, statement, s) }()
	}
	var blocks []string // preludes
	depth := 0
	names := itemForm.SubexpNames()
	for at := start; at < end; {
		match := itemForm.FindStringSubmatchIndex(c.text[at:end])
		if match == nil {
			return
		}
		i := item{start: at, end: at + match[1]}
		for group := 1; group < len(names); group++ {
			if match[2*group] >= 0 {
				i.kind = names[group]
			}
		}
		if i.kind == "line" && !s.sass {
			i.kind, i.end = "sign", at+1
		}
		at = i.end
		sign := ""
		if i.kind == "sign" {
			sign = c.text[i.start:i.end]
		}
		switch {
		case i.kind == "space" || i.kind == "line":
			c.comment(i.start, i.end)
			continue
		case sign == "{":
			s.inside = ""
			if len(statement) > 0 {
				s.inside = c.text[statement[0].start:statement[0].end]
			}
			blocks, statement, depth = append(blocks, s.inside), nil, 0
			continue
		case sign == ";" && depth == 0, sign == "}":
			c.statement(statement, s)
			statement, depth = nil, 0
			if sign == "}" {
				blocks = blocks[:max(len(blocks)-1, 0)]
				s.inside = ""
				if len(blocks) > 0 {
					s.inside = blocks[len(blocks)-1]
				}
			}
			continue
		case i.kind == "function" || sign == "(":
			depth++
		case sign == ")":
			depth = max(depth-1, 0)
		}
		if len(statement) < longestStatement {
			statement = append(statement, i)
		}
	}
	if s.property == "" {
		c.statement(statement, s)
	}
}

// statement checks a declaration, or an at-rule without a block.
func (c *checker) statement(items []item, s sheet) {
	if len(items) == 0 {
		return
	}
	first := c.text[items[0].start:items[0].end]
	colon := slices.IndexFunc(items, func(i item) bool { return c.text[i.start:i.end] == ":" })
	switch {
	case slices.Contains([]string{"@import", "@use", "@forward", "@charset", "@namespace"}, first):
	case strings.HasPrefix(first, "@"):
		c.declaration(first, items[1:], s)
	case colon == 1 && items[0].kind == "word", colon > 1 && strings.HasPrefix(first, "--") && items[1].kind == "interpolation": // --#{$prefix}blue
		c.declaration(c.text[items[0].start:items[colon-1].end], items[colon+1:], s)
	}
}
