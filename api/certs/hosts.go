package certs

import (
	"iter"
	"strings"

	"designmanual/db"
)

// Covered tells whether a host, as [hostName] returns it, is one to have a
// certificate: the site, www. before it, the hosts and custom domains of
// brands that have something published, and the own hosts of public and
// unlisted manuals. A brand's name shows in its certificate, but the own host
// of a private or password manual, or of one that is not published, is covered by none.
// What names a host is judged in the order in which requests are.
func Covered(ix *db.Index, host string) bool {
	site := ix.Site.Host
	if site == "" || host == "" {
		return false
	}
	if host == site {
		return true
	}
	if label, ok := strings.CutSuffix(host, "."+site); ok {
		return coveredLabel(ix, label)
	}
	brand := ix.Domain(host)
	return brand != nil && publishes(brand)
}

// coveredLabel tells whether the host <label>.<site host> is covered.
func coveredLabel(ix *db.Index, label string) bool {
	if label == "www" {
		return true
	}
	if brand := ix.Brand(label); brand != nil {
		return publishes(brand)
	}
	e := ix.Subdomain(label)
	return !e.IsZero() && open(e)
}

// Hosts returns the covered hosts that the store names: all but www. before
// the site, which has a certificate once somebody asks for it.
func Hosts(ix *db.Index) iter.Seq[string] {
	return func(yield func(string) bool) {
		site := ix.Site.Host
		if site == "" || !yield(site) {
			return
		}
		for brand := range ix.Brands() {
			for host := range hostsOf(brand, site) {
				if Covered(ix, host) && !yield(host) {
					return
				}
			}
		}
	}
}

// hostsOf returns all hosts of a brand, covered or not.
func hostsOf(brand *db.Brand, site string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(brand.Slug + "." + site) {
			return
		}
		for _, domain := range brand.Domains {
			if !yield(domain) {
				return
			}
		}
		for e := range brand.Manuals() {
			if e.Subdomain() != "" && !yield(e.Subdomain()+"."+site) {
				return
			}
		}
	}
}

// publishes tells whether anything of the brand is published, so that there
// is something to be read on its host.
func publishes(brand *db.Brand) bool {
	for e := range brand.Manuals() {
		if e.Published() {
			return true
		}
	}
	return false
}

// open tells whether everybody may know of the manual. One past its end date
// goes on telling that it is gone.
func open(e db.Entry) bool { return e.Published() && e.Visibility().Open() }

// hostName returns the host of a Host field or a server name as hosts are
// compared: ASCII letters in lower case, without port and trailing dot. What
// it makes of an IP address is no host of the store.
func hostName(host string) string {
	host, _, _ = strings.Cut(host, ":")
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSuffix(host, "."))
}
