package api

import (
	"iter"
	"strings"

	"designmanual/db"
)

// A scope is what the host of a request leaves to the slug: the whole site,
// one brand, one manual, or, when it is zero, nothing.
type scope struct {
	site   bool
	brand  *db.Brand
	manual db.Entry
}

// scopeOf returns the scope of a request's host (its Host field, or the
// authority of an absolute-form target; RFC 9112, section 3.2.2). Any host
// that has nothing to do with the site stands for it, but a host under the
// site's that names no brand and no manual's own subdomain has no scope, so
// that it tells nothing of what exists.
func scopeOf(ix *db.Index, requestHost string) scope {
	host := hostName(requestHost)
	if site := ix.Site.Host; site != "" {
		if host == site {
			return scope{site: true}
		}
		if label, ok := strings.CutSuffix(host, site); ok && strings.HasSuffix(label, ".") {
			return scopeUnder(ix, label[:len(label)-1])
		}
	}
	if brand := ix.Domain(host); brand != nil {
		return scope{brand: brand}
	}
	return scope{site: true}
}

// manuals returns the manuals that have pages in the scope: those of a brand,
// the primary one first, or the one. The site has but its index.
func (s scope) manuals() iter.Seq[db.Entry] {
	return func(yield func(db.Entry) bool) {
		switch {
		case s.brand != nil:
			s.brand.Manuals()(yield)
		case !s.manual.IsZero():
			yield(s.manual)
		}
	}
}

// scopeUnder returns the scope of the host <label>.<site host>.
func scopeUnder(ix *db.Index, label string) scope {
	if label == "www" {
		return scope{site: true}
	}
	if brand := ix.Brand(label); brand != nil {
		return scope{brand: brand}
	}
	return scope{manual: ix.Subdomain(label)}
}

// hostName returns a host as hosts are compared: in lower case, without port
// and trailing dot.
func hostName(host string) string {
	if bracket := strings.IndexByte(host, ']'); bracket >= 0 { // an IPv6 literal
		host = host[:bracket+1]
	} else if colon := strings.IndexByte(host, ':'); colon >= 0 {
		host = host[:colon]
	}
	return lower(strings.TrimSuffix(host, "."))
}

// lower returns s with its ASCII letters in lower case. Other letters stay:
// Unicode would fold some of them onto ASCII ones (the Kelvin sign is a k).
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return lowered(s)
		}
	}
	return s
}

func lowered(s string) string {
	text := []byte(s)
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return string(text)
}
