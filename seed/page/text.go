package page

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"designmanual/db/manual"
)

type textContent struct {
	manual.TextContent
	Further further `json:",embed"`
}

type textFigure struct {
	Text    template.HTML
	Further *value
}

func (b *builder) text(c textContent) (figure textFigure, err error) {
	figure.Text = b.links.rich(c.HTML)
	figure.Further, err = b.further(c.Further)
	return figure, err
}

var firstHeading = regexp.MustCompile(`(?s)<h[1-6][^>]*>(.*?)</h[1-6]>`)

func (f textFigure) contents() string {
	text := string(f.Text)
	if found := firstHeading.FindStringSubmatch(text); found != nil {
		text = found[1]
	}
	return shortened(wordsOf(text), 48)
}

var noTags = bluemonday.StrictPolicy()

var blockEnd = regexp.MustCompile(`</(?:p|li|h[1-6]|div|td|th|dt|dd|blockquote|figcaption)>|<br/?>`)

// wordsOf returns the text of rich text that may stand on the page.
func wordsOf(rich string) string {
	text := noTags.Sanitize(blockEnd.ReplaceAllString(rich, " "))
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}
