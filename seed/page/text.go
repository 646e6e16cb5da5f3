package page

import (
	"html/template"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"designmanual/seed/content"
)

type textFigure struct {
	Text    template.HTML
	Further *value
}

func (b *builder) text(c content.Object) textFigure {
	figure := textFigure{b.links.rich(c.Text("html")), b.further(c, "html")}
	text := string(figure.Text)
	if heading := firstHeading.FindStringSubmatch(text); heading != nil {
		text = heading[1]
	}
	b.names = []string{beginning(text, 48)}
	return figure
}

var firstHeading = regexp.MustCompile(`(?s)<h[1-6][^>]*>(.*?)</h[1-6]>`)

var blockEnd = regexp.MustCompile(`^(?:</(?:p|li|h[1-6]|div|td|th|dt|dd|blockquote|figcaption)>|<br/?>)$`)

// beginning returns the words that rich text which may stand on the page begins
// with, as far as so many bytes go.
func beginning(rich string, longest int) string {
	var words strings.Builder
	space := false
	tokens := html.NewTokenizer(strings.NewReader(rich))
	for words.Len() <= longest {
		switch tokens.Next() {
		case html.ErrorToken:
			return words.String()
		case html.TextToken:
			for _, r := range string(tokens.Text()) {
				if unicode.IsSpace(r) {
					space = true
					continue
				}
				if space && words.Len() > 0 {
					words.WriteByte(' ')
				}
				space = false
				words.WriteRune(r)
			}
		default:
			space = space || blockEnd.Match(tokens.Raw())
		}
	}
	return shortened(words.String(), longest)
}
