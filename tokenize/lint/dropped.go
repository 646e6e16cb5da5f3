package lint

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

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
