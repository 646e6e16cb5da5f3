package seed

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// near returns the known word that a word is nearly: another in letters of
// the other case, or one or two letters away. It returns an empty string for
// a known word, and where there is none.
func near(word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if k == word {
			return ""
		}
		most := 0
		switch {
		case len(k) > 5:
			most = 2
		case len(k) > 2:
			most = 1
		}
		if word == "" || len(word) > len(k)+most || len(k) > len(word)+most {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d <= most && d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters that are added, left out, replaced or in each
// other's place between two words (Damerau–Levenshtein).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// A textLink is a relative address in rich text.
type textLink struct {
	place place
	to    string
}

// relativeLinks returns every href and src in rich text that is relative, each
// once, but for fragments and queries of the page itself.
func relativeLinks(text string) (links []string) {
	if !strings.Contains(text, "<") || !strings.Contains(text, "=") {
		return nil
	}
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return links
		case html.StartTagToken, html.SelfClosingTagToken:
			_, more := tokens.TagName()
			for more {
				var key, value []byte
				key, value, more = tokens.TagAttr()
				to := strings.TrimSpace(string(value))
				if name := string(key); (name == "href" || name == "src") && to != "" && to[0] != '#' && to[0] != '?' && !urlScheme.MatchString(to) && !slices.Contains(links, to) {
					links = append(links, to)
				}
			}
		}
	}
}

// checkLinks doubts the relative addresses in rich text that lead to no page of
// the brand.
func (p *plan) checkLinks(f *file, b *brandPlan) {
	for _, l := range f.links {
		if !b.hasPage(l.to) {
			p.faults.warn(l.place, "expected an address with https: or the path of a page of brand %q, found %q, which leads nowhere on the page", b.slug, shortened(l.to))
		}
	}
}

// hasPage tells whether a relative address is that of one of the brand's pages.
func (b *brandPlan) hasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == "/-/export" || to == "/-/files.zip" {
		return true
	}
	for _, m := range b.manuals {
		if m.slug == slug {
			return true
		}
	}
	for _, e := range b.kept {
		if e.Slug() == slug {
			return true
		}
	}
	return false
}
