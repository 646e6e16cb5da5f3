package certs

import (
	"slices"

	"designmanual/db"
)

// Covered tells whether a host, as [db.HostName] returns it, is one to have a
// certificate: the site, www. before it, the hosts and custom domains of
// brands that have something published, and the own hosts of public and
// unlisted manuals, past their end date too. A brand's name shows in its
// certificate, but the own host of a private or password manual, or of one
// that is not published, has none.
func Covered(ix *db.Index, host string) bool {
	scope := ix.Scope(host)
	switch {
	case ix.Site.Host == "":
		return false
	case scope.Site:
		return host == ix.Site.Host || host == "www."+ix.Site.Host
	}
	for e := range scope.Manuals() {
		if e.Published && (scope.Brand != nil || e.Visibility.Open()) {
			return true
		}
	}
	return false
}

// Hosts returns the covered hosts that the store names: all but www. before
// the site, which has a certificate once somebody visits it.
func Hosts(ix *db.Index) []string {
	site := ix.Site.Host
	hosts := []string{site}
	for brand := range ix.Brands() {
		hosts = append(append(hosts, brand.Slug+"."+site), brand.Domains...)
		for e := range brand.Manuals() {
			if e.Subdomain != "" {
				hosts = append(hosts, e.Subdomain+"."+site)
			}
		}
	}
	return slices.DeleteFunc(hosts, func(host string) bool { return !Covered(ix, host) })
}
