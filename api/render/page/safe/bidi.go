package safe

import (
	"html"
	"html/template"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// On a page from right to left, numbers with spaces between them (88 46 78 56), telephone
// numbers, hex colors, names of tokens and lengths (24 mm) would be shown backwards, because
// they begin with no letter that says otherwise (Unicode Standard Annex 9, rules N1 and W2).
// Each is isolated with its own direction, with the Latin words before it (CMYK 88 46 78 56): isolated
// without them, it would stand before them.

// Isolated returns a plain text of a page from right to left as HTML, empty on any
// other page. A text without a letter from right to left is isolated as a whole.
func (c *Checker) Isolated(text string) template.HTML {
	if !c.RTL || text == "" {
		return ""
	}
	escaped := html.EscapeString(text)
	if !hasRightToLeft(text) {
		return template.HTML(leftToRight(escaped))
	}
	return isolated(template.HTML(escaped))
}

func leftToRight(escaped string) string { return `<bdi dir="ltr">` + escaped + `</bdi>` }

// hasRightToLeft reports whether a text has a letter that runs from right to left.
func hasRightToLeft(text string) bool {
	for text != "" {
		p, size := bidi.LookupString(text)
		if c := p.Class(); c == bidi.R || c == bidi.AL {
			return true
		}
		text = text[max(size, 1):]
	}
	return false
}

// ltrRun matches, in HTML, what stands as it is (elements that isolate themselves, tags,
// character references) or a run to isolate.
var ltrRun = regexp.MustCompile(`(?s)<(?:code|pre|bdi|kbd|samp)[ >].*?</(?:code|pre|bdi|kbd|samp)>|<[^>]*>|&#?[0-9A-Za-z]+;|` +
	`#[0-9A-Fa-f]{3,8}\b|--[0-9A-Za-z-]+|(?:[A-Za-z][0-9A-Za-z]*[ \x{a0}\x{202f}])*\+?\(?[0-9](?:[0-9.,:/%()×°+\x{2010}-\x{2013} \x{a0}\x{202f}-]*[0-9%°])?(?:[ \x{a0}\x{202f}]?[A-Za-zµ]+\b)?`)

// isolated isolates such runs in sanitized HTML.
func isolated(safe template.HTML) template.HTML {
	return template.HTML(ltrRun.ReplaceAllStringFunc(string(safe), func(run string) string {
		if strings.HasPrefix(run, "<") || strings.HasPrefix(run, "&") || !strings.ContainsAny(run, " \u00a0\u202f+#-/:×%") {
			return run // a number alone keeps its order by itself
		}
		return leftToRight(run)
	}))
}
