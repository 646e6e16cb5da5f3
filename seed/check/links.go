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

// links records the relative href and src addresses of rich text, each once, without
// those that are only a fragment or query, and the hosts that its pictures come from.
func (c *checker) links(p *content.Node, attributes []html.Attribute) {
	known := make(map[string]bool)
	for _, attr := range attributes {
		to := strings.TrimSpace(attr.Val)
		if to == "" || known[to] || attr.Key != "href" && attr.Key != "src" {
			continue
		}
		if known[to] = true; slices.ContainsFunc(p.Tree.Pictures, func(f content.Picture) bool { return f.Ref == to }) {
			continue
		}
		if attr.Key == "src" {
			c.host(p, to)
		}
		if len(c.file.Links) < source.MaxProblems && to[0] != '#' && to[0] != '?' && !source.URLScheme.MatchString(to) {
			c.file.Links = append(c.file.Links, Link{p, to})
		}
	}
}

// host counts the host of an address that a picture comes from.
func (c *checker) host(p *content.Node, address string) {
	_, rest, found := strings.Cut(address, "://")
	host := rest[:max(0, strings.IndexAny(rest+"/", "/?#"))]
	if !found || c.hosts[host] {
		return
	}
	if c.hosts[host] = true; len(c.hosts) == MaxHosts+1 {
		c.problems.ErrorAt(p, "expected pictures from at most %d hosts in a manual, found one more", MaxHosts)
	}
}
