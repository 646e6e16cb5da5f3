package lint

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// colorProperty matches the properties that have a color as a part.
var colorProperty = pattern.New(`color|` +
	`^(?:background|border|outline|column-rule|text-decoration|text-emphasis|-webkit-text-stroke)|` +
	`^(?:background-image|fill|stroke|box-shadow|text-shadow|filter|caret)$`)

var (
	colorFunction = pattern.New(`^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\($`)

	// fixableInside matches functions in which a custom property stands as well as a color.
	fixableInside = pattern.New(`-gradient\($|^drop-shadow\($`)

	// takesNames matches functions in which the name of a color means the color. In another
	// one, such as theme(colors.red.500), it may be a key.
	takesNames = pattern.New(`-gradient\($|^(?:drop-shadow|color-mix|light-dark|rgba?|hsla?|color-stop|from|to|` +
		`(?:color\.)?(?:mix|adjust|scale|change|invert|complement|grayscale|lighten|darken|saturate|desaturate|` +
		`opacify|transparentize|fade|fade-?in|fade-?out|tint|shade))?\($`)
)

// longestColor is how many items a color in a function has at most.
const longestColor = 100

// A group is a parenthesis that is open in a value.
type group struct{ fixable, names bool }

// colorsOf checks the colors of a value.
func (c *checker) colorsOf(d declaration) {
	open := []group{{fixable: true, names: colorProperty.MatchString(d.property)}}
	plainCase := !d.defines && !d.isRule && !d.dropped && !c.calculates(d.value, d.sheet)
	for n := 0; n < len(d.value); n++ {
		i, text := d.value[n], c.word(d.value[n])
		inside := open[len(open)-1]
		if text == ")" && len(open) > 1 {
			open = open[:len(open)-1]
			continue
		}
		if i.Kind == "function" || text == "(" {
			name := strings.ToLower(text)
			if name == "var(" { // a fallback is not in use
				n = c.closing(d.value, n)
				continue
			}
			if last := c.colorEnd(d.value, n); last > n {
				n, i.End = last, d.value[last].End
				c.color(i.Start, i.End, c.word(i), plainCase && inside.fixable, d.defines)
				continue
			}
			open = append(open, group{
				fixable: inside.fixable && fixableInside.MatchString(name),
				names:   inside.names && takesNames.MatchString(name),
			})
			continue
		}
		isList := len(open) == 1 && d.defines && c.isListed(d.value, n)
		if c.isColor(d, n, inside.names && !isList) {
			c.color(i.Start, i.End, text, plainCase && inside.fixable, d.defines)
		}
	}
}

// isColor reports whether an item is a hex color, or the name of one where names are
// colors and it is no key of a map.
func (c *checker) isColor(d declaration, n int, names bool) bool {
	text := c.word(d.value[n])
	if d.value[n].Kind == "hash" {
		_, ok := css.Hex(text)
		return ok
	}
	isKey := n+1 < len(d.value) && c.word(d.value[n+1]) == ":"
	return d.value[n].Kind == "word" && names && !isKey && css.IsNamedColor(strings.ToLower(text))
}

// isListed reports whether a comma stands beside an item: a variable of a preprocessor
// may list names that are no colors to it.
func (c *checker) isListed(value []css.Token, n int) bool {
	return n > 0 && c.word(value[n-1]) == "," || n+1 < len(value) && c.word(value[n+1]) == ","
}

// colorEnd returns the index of the item that closes a color in a function, or 0 if
// there is none.
func (c *checker) colorEnd(value []css.Token, n int) int {
	if !colorFunction.MatchString(strings.ToLower(c.word(value[n]))) {
		return 0
	}
	last := c.closing(value[:min(len(value), n+longestColor)], n)
	if _, _, ok := parseColor(c.text[value[n].Start:value[last].End]); !ok {
		return 0
	}
	return last
}

// closing returns the index of the item that closes the n-th one, or the last one.
func (c *checker) closing(items []css.Token, n int) int {
	depth := 0
	for k := n; k < len(items); k++ {
		text := c.word(items[k])
		if items[k].Kind == "function" || text == "(" {
			depth++
		}
		if text != ")" {
			continue
		}
		if depth--; depth == 0 {
			return k
		}
	}
	return len(items) - 1
}
