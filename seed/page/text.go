package page

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"designmanual/seed/content"
)

func (b *builder) text(c content.Object) any {
	rich := b.links.rich(c.Text("html"))
	text := string(rich)
	if heading := firstHeading.FindStringSubmatch(text); heading != nil {
		text = heading[1]
	}
	b.names = []string{beginning(text, 48)}
	return rich
}

var firstHeading = regexp.MustCompile(`(?s)<h[1-6][^>]*>(.*?)</h[1-6]>`)

var blockEnd = regexp.MustCompile(`^(?:</(?:p|li|h[1-6]|div|td|th|dt|dd|blockquote|figcaption)>|<br/?>)$`)

// beginning returns the first words of sanitized rich text, at most longest
// bytes.
func beginning(rich string, longest int) string {
	text, words := "", ""
	tokens := html.NewTokenizer(strings.NewReader(rich))
	for len(words) <= longest {
		switch tokens.Next() {
		case html.ErrorToken:
			return words
		case html.TextToken:
			text += string(tokens.Text())
		default:
			if blockEnd.Match(tokens.Raw()) {
				text += " "
			}
		}
		words = strings.Join(strings.Fields(text), " ")
		if trimmed := strings.TrimRightFunc(text, unicode.IsSpace); trimmed != text {
			text = words + " "
		} else {
			text = words
		}
	}
	return shortened(words, longest)
}
