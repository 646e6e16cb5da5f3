package lint

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
	"designmanual/tokenize/lint/syntax"
	"designmanual/tokenize/pattern"
)

// A declaration is a property with its value, or an at-rule without a block.
type declaration struct {
	property   string // in lower case, or the name of a variable
	value      []css.Token
	sheet      syntax.Sheet
	defines    bool // the property is a custom property or a variable
	isRule     bool // it is an at-rule
	calculates bool // a preprocessor computes in the whole value, of which this is a part
	dropped    bool // browsers leave it out
}

// longestStatement is how many items of a statement are checked.
const longestStatement = 1 << 16

// word returns the text of an item.
func (c *checker) word(i css.Token) string { return c.text[i.Start:i.End] }

// Style checks the style sheet, or the declarations, in a part of the text.
func (c *checker) Style(start, end int, s syntax.Sheet) {
	var statement []css.Token
	blocks := []bool{false} // for each open block, whether custom properties have no use in it
	depth := 0
	for i := range css.Scan(c.text, start, end, s.Sass) {
		if i.Kind == "space" || i.Kind == "line" {
			c.Comment(i.Start, i.End)
			continue
		}
		sign := ""
		if i.Kind == "sign" {
			sign = c.word(i)
		}
		if sign == "{" {
			blocks = append(blocks, blocks[len(blocks)-1] || c.isConstant(statement))
			statement, depth = nil, 0
			continue
		}
		if sign == "}" || sign == ";" && depth == 0 {
			c.statement(statement, blocks[len(blocks)-1], s)
			statement, depth = nil, 0
			if sign == "}" && len(blocks) > 1 {
				blocks = blocks[:len(blocks)-1]
			}
			continue
		}
		if i.Kind == "function" || sign == "(" {
			depth++
		}
		if sign == ")" {
			depth = max(depth-1, 0)
		}
		if len(statement) < longestStatement {
			statement = append(statement, i)
		}
	}
	c.statement(statement, blocks[len(blocks)-1], s)
}

// Value checks a part of the text that is the value of a property.
func (c *checker) Value(start, end int, property string) {
	var value []css.Token
	for i := range css.Scan(c.text, start, end, false) {
		if i.Kind != "space" && len(value) < longestStatement {
			value = append(value, i)
		}
	}
	c.declaration(declaration{property: property, value: value})
}

// isConstant reports whether the block that a statement begins has descriptors, in which
// no custom property can be used.
func (c *checker) isConstant(statement []css.Token) bool {
	if len(statement) == 0 {
		return false
	}
	return slices.Contains(constantRules, c.word(statement[0]))
}

var constantRules = strings.Fields("@font-face @font-palette-values @property @page @counter-style @view-transition")

// statement checks a declaration, or an at-rule without a block, inside a rule.
func (c *checker) statement(items []css.Token, constant bool, s syntax.Sheet) {
	if len(items) == 0 || constant {
		return
	}
	first := c.word(items[0])
	colon := slices.IndexFunc(items, func(i css.Token) bool { return c.word(i) == ":" })
	if strings.HasPrefix(first, "@") && colon != 1 { // a variable of Less has a colon
		c.atRule(first, items, s)
		return
	}
	interpolated := colon > 1 && strings.HasPrefix(first, "--") && items[1].Kind == "interpolation" // --#{$prefix}blue
	if colon == 1 && items[0].Kind == "word" || interpolated {
		property := c.text[items[0].Start:items[colon-1].End]
		defines := strings.HasPrefix(property, "--") || property[0] == '$' || property[0] == '@'
		if !defines {
			property = strings.ToLower(property)
		}
		c.declaration(declaration{property: property, value: items[colon+1:], sheet: s, defines: defines})
	}
}

// atRule checks an at-rule without a block.
func (c *checker) atRule(name string, items []css.Token, s syntax.Sheet) {
	if slices.Contains([]string{"@import", "@use", "@forward", "@charset", "@namespace", "@plugin", "@source"}, name) {
		return
	}
	if name == "@apply" {
		c.classes(items[0].End, items[len(items)-1].End)
		return
	}
	c.declaration(declaration{property: name, value: items[1:], sheet: s, isRule: true})
}

// declaration checks a value.
func (c *checker) declaration(d declaration) {
	if len(d.value) == 0 || c.full() {
		return
	}
	text := c.text[d.value[0].Start:d.value[len(d.value)-1].End]
	if d.defines && c.written[plain(text)] {
		return
	}
	if d.property[0] == '$' && slices.Contains(prefixes, "--"+d.property[1:]+"-") { // a map of tokens.scss
		return
	}
	c.namesIn(d.value)
	if strings.Contains(d.property, "mask") || strings.Contains(strings.ToLower(text), "progid:") {
		return
	}
	d.dropped = !d.defines && !d.isRule && c.isDropped(d.value)
	if d.sheet.Measures && c.measuresOf(d) {
		return
	}
	c.colorsOf(d)
}

// prefixes are those of custom properties, by group, and that of themes.
var prefixes = makePrefixes()

func makePrefixes() []string {
	var all []string
	for _, group := range manual.Groups {
		all = append(all, group.Variable+"-")
	}
	return append(all, "--"+manual.GroupThemes+"-")
}

var plainSigns = strings.NewReplacer(`"`, "", "'", "", `\`, "", "#{", "", "}", "")

// plain returns a value in a form in which its spellings agree.
func plain(value string) string {
	return plainSigns.Replace(strings.Join(strings.Fields(strings.ToLower(value)), " "))
}

var ofOneBrowser = pattern.New(`^-(?:moz|ms|o|khtml)-.*\($`)

// isDropped reports whether today's browsers leave a value out, as style sheets for old ones have
// them: a function of one other browser, or a hack. With a custom property in it they would keep the
// declaration, and the property would have no value in place of the one that another declaration
// gives it.
func (c *checker) isDropped(value []css.Token) bool {
	for n, i := range value {
		text := c.word(i)
		if strings.Contains(text, `\`) || ofOneBrowser.MatchString(strings.ToLower(text)) {
			return true
		}
		if text == "!" && (n+1 == len(value) || !strings.EqualFold(c.word(value[n+1]), "important")) {
			return true
		}
	}
	return false
}
