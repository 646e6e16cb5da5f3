package pull

import (
	"bytes"
	"context"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/db/manual"
)

// A page is what the page of a manual says of it and the document does not.
type page struct {
	lang  string // of its root element
	brand string // name, from og:site_name
}

// readPage reads the language and the brand's name from the manual's page, and notes
// what it does not find there.
func (s *source) readPage(ctx context.Context) {
	body, err := s.Page(ctx)
	if err == nil {
		s.page = parsePage(body)
	}
	s.seed.Lang = s.page.lang
	if s.page.lang == "" {
		s.note("lang", "the page does not say the language: the seed file has none")
	}
	if s.page.brand == "" {
		s.note("brand.name", "the page does not say the brand's name: it is made from the slug, or say --name")
	}
}

func (s *source) note(path, text string) {
	s.notes = append(s.notes, Difference{s.Address(), path, text})
}

// parsePage reads the head of a page.
func parsePage(body []byte) (p page) {
	document, err := html.Parse(bytes.NewReader(body))
	if err != nil { // deeper than the parser goes
		return p
	}
	for n := range document.Descendants() {
		switch {
		case n.DataAtom == atom.Body:
			return p
		case n.DataAtom == atom.Html:
			p.lang = attribute(n, "lang")
		case n.DataAtom == atom.Meta && attribute(n, "property") == "og:site_name":
			p.brand = strings.TrimSpace(attribute(n, "content"))
		}
	}
	return p
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// brandName returns the name of the brand that the first page with one says.
func brandName(manuals []*source) string {
	for _, m := range manuals {
		if m.page.brand != "" {
			return m.page.brand
		}
	}
	return ""
}

// domains returns the custom domains of the brand: the hosts of manuals at the root
// or at a path of a host that is neither the brand's subdomain nor a manual's own.
func domains(brand string, manuals []*source) (found []string) {
	for _, m := range manuals {
		u, err := url.Parse(m.document.URL)
		if err != nil || m.seed.Subdomain != "" {
			continue
		}
		host := strings.ToLower(u.Hostname())
		label, _, _ := strings.Cut(host, ".")
		_, notIP := netip.ParseAddr(host)
		if label != brand && notIP != nil && strings.Contains(host, ".") && manual.HostName(host) && !slices.Contains(found, host) {
			found = append(found, host)
		}
	}
	return found
}
