// Package warn tells authors what they should hear of a manual whose file has no error: names that its page does not
// have, links in its texts that lead to no part of it, and themes whose text has little contrast. It knows what the
// page shows; what a file says by itself is judged by package check.
package warn

import (
	"bytes"
	"cmp"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// OfDeadPartLinks warns of links on the page of a version of a manual, with these parts and news, to parts that it
// does not have.
func OfDeadPartLinks(problems *problem.Collector, version []*assign.Part, news []*content.Value) {
	parts := assign.ShownParts(version)
	var anchors []string // few manuals have such links
	warn := func(node *content.Value, link string) {
		if problems.IsFull(node.Tree.Name, problem.Warning) {
			return // to find what is near, and the place, takes as long as the text and the page are
		}
		if anchors == nil {
			anchors = pageAnchors(version, parts)
		}
		to := fragmentOf(link)
		if to == "" || slices.Contains(anchors, to) {
			return
		}
		where := "no part of the page has this anchor. Hidden, internal and empty parts are not on the page."
		if near := check.Closest(to, anchors); near != "" {
			where = fmt.Sprintf("did you mean %q?", "#"+near)
		}
		problems.Add(
			problem.Warning, node.Tree, node.At(link), int(node.Start), "the link %q leads nowhere: %s",
			content.Truncate(link), where,
		)
	}
	for _, p := range parts {
		eachFragment(p.Content, warn)
	}
	for _, n := range news {
		eachFragment(n.Get("html"), warn)
	}
}

// eachFragment calls visit for each link in the rich text of a value to a part of its own page, once in
// each text.
func eachFragment(v *content.Value, visit func(node *content.Value, link string)) {
	if v == nil {
		return
	}
	for _, inside := range v.Children {
		eachFragment(inside, visit)
	}
	if !v.Is('"') || bytes.IndexByte(v.Raw(), '#') < 0 || check.IsPlainKey(v.Name) {
		return
	}
	known := make(map[string]bool)
	for tokens := html.NewTokenizer(strings.NewReader(v.Text())); tokens.Next() != html.ErrorToken; {
		for _, attr := range tokens.Token().Attr {
			link := strings.TrimSpace(attr.Val)
			if attr.Key == "href" && strings.HasPrefix(link, "#") && !known[link] {
				known[link] = true
				visit(v, link)
			}
		}
	}
}

// fragmentOf returns the anchor that a link leads to, or "" if it leads to what every page has: its top
// (HTML, section 7.4.6.4), what the page itself makes, or a text that browsers search for.
func fragmentOf(link string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(link, "#"), ":~:")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if strings.EqualFold(name, "top") || strings.HasPrefix(name, "dm:") {
		return ""
	}
	return name
}

// thingKeys are, by kind, the list in the content of a block whose entries have an anchor each on the
// page, and the key of their names.
var thingKeys = map[manual.Kind]struct{ list, name string }{
	manual.Colors:     {"colors", "name"},
	manual.Typography: {"fonts", "family"},
	manual.Themes:     {"themes", "name"},
	manual.Logo:       {"logos", "name"},
	manual.Icons:      {"icons", "name"},
	manual.Video:      {"videos", "alt"},
	manual.Downloads:  {"files", "name"},
}

// pageAnchors returns the anchors of the sections of a version that its page shows, of its shown
// parts, and of the things in these: the anchor of the block, a dot and the name.
func pageAnchors(version, parts []*assign.Part) []string {
	taken := make(map[string]int)
	var anchors []string
	for _, p := range slices.Concat(version, parts) {
		if !p.IsHidden {
			anchors = append(anchors, p.Anchor)
			taken[p.Anchor] = 1
		}
	}
	for _, p := range parts {
		keys := thingKeys[p.Kind]
		for _, entry := range p.Content.Get(keys.list).List() {
			name := entry.Get(keys.name).Scalar()
			if p.Kind == manual.Downloads {
				name = cmp.Or(name, downloadName(entry.Get("url").Text()))
			}
			anchors = append(anchors, tokenize.Unique(taken, p.Anchor+"."+tokenize.Name(name, "1")))
		}
	}
	return anchors
}

// downloadName returns what the page calls a download without a name: a file by its own, another
// by its address.
func downloadName(url string) string {
	if source.URLScheme.MatchString(url) {
		return url
	}
	return path.Base(url)
}
