package lint

import (
	"slices"
	"strings"

	"designmanual/tokenize/css"
)

// A sheet says how a style sheet is read.
type sheet struct {
	measures bool // with lengths, fonts and shadows
	sass     bool
	property string // of which the text is the value, without a name; may be empty
}

// longestStatement is how many items of a statement are checked.
const longestStatement = 1 << 16

// style checks the style sheet, or the declarations, in a part of the text.
func (c *checker) style(start, end int, s sheet) {
	var statement []css.Token
	if s.property != "" {
		defer func() { c.declaration(s.property, statement, s) }()
	}
	blocks := []string{""} // the beginnings of the open rules
	depth := 0
	for i := range css.Scan(c.text, start, end, s.sass) {
		sign := ""
		if i.Kind == "sign" {
			sign = c.text[i.Start:i.End]
		}
		switch {
		case i.Kind == "space" || i.Kind == "line":
			c.comment(i.Start, i.End)
			continue
		case sign == "{":
			beginning := ""
			if len(statement) > 0 {
				beginning = c.text[statement[0].Start:statement[0].End]
			}
			blocks, statement, depth = append(blocks, beginning), nil, 0
			continue
		case sign == ";" && depth == 0, sign == "}":
			c.statement(statement, blocks[len(blocks)-1], s)
			if statement, depth = nil, 0; sign == "}" && len(blocks) > 1 {
				blocks = blocks[:len(blocks)-1]
			}
			continue
		case i.Kind == "function" || sign == "(":
			depth++
		case sign == ")":
			depth = max(depth-1, 0)
		}
		if len(statement) < longestStatement {
			statement = append(statement, i)
		}
	}
	if s.property == "" {
		c.statement(statement, blocks[len(blocks)-1], s)
	}
}

// statement checks a declaration, or an at-rule without a block, inside a rule.
func (c *checker) statement(items []css.Token, rule string, s sheet) {
	if len(items) == 0 || slices.Contains(constant, rule) {
		return
	}
	first := c.text[items[0].Start:items[0].End]
	colon := slices.IndexFunc(items, func(i css.Token) bool { return c.text[i.Start:i.End] == ":" })
	switch {
	case slices.Contains([]string{"@import", "@use", "@forward", "@charset", "@namespace"}, first):
	case strings.HasPrefix(first, "@"):
		c.declaration(first, items[1:], s)
	case colon == 1 && items[0].Kind == "word", colon > 1 && strings.HasPrefix(first, "--") && items[1].Kind == "interpolation": // --#{$prefix}blue
		c.declaration(c.text[items[0].Start:items[colon-1].End], items[colon+1:], s)
	}
}
