package check

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A Link is a relative address in rich text.
type Link struct {
	To   string
	Dead problem.Collector // a warning for the case that it leads to no page of the brand
}

// pictureBlock says, as the end of a message, where the picture of an address belongs.
func pictureBlock(attribute string) string {
	if attribute == "src" {
		return ". Pictures go into an IMAGE block, or into a text beside the seed file (.md)."
	}
	return ""
}

// recordLinks records the relative href and src addresses of rich text, each once, without
// those that are only a query or a fragment.
func (c *checker) recordLinks(p *content.Value, attributes []html.Attribute) {
	known := make(map[string]bool)
	for _, attr := range attributes {
		to := strings.TrimSpace(attr.Val)
		if to == "" || known[to] || attr.Key != "href" && attr.Key != "src" {
			continue
		}
		known[to] = true
		if slices.ContainsFunc(p.Tree.Pictures, func(f content.Picture) bool { return f.Ref == to }) {
			continue
		}
		if len(c.file.Links) < problem.MaxProblems && to[0] != '#' && to[0] != '?' && !source.URLScheme.MatchString(to) {
			link := Link{To: to}
			link.Dead.Add(
				problem.Warning, p.Tree, p.At(to), int(p.Start),
				"the address %q leads nowhere on the page: write one with https:, or the path of a page of brand %s%s",
				content.Truncate(to), c.file.Brand(), pictureBlock(attr.Key),
			)
			c.file.Links = append(c.file.Links, link)
		}
	}
}
