package check

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A Link is a relative address in rich text.
type Link struct {
	Node *content.Node
	To   string
}

// relativeLinks returns the relative href and src addresses in rich text, each
// once, without those that are only a fragment or query.
func relativeLinks(text string) (links []string) {
	if !strings.Contains(text, "<") || !strings.Contains(text, "=") {
		return nil
	}
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return links
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, attr := range tokens.Token().Attr {
				to := strings.TrimSpace(attr.Val)
				relative := to != "" && to[0] != '#' && to[0] != '?' && !source.URLScheme.MatchString(to)
				if relative && (attr.Key == "href" || attr.Key == "src") && !slices.Contains(links, to) {
					links = append(links, to)
				}
			}
		}
	}
}
