package certs

import (
	"slices"

	"designmanual/api/hosts"
	"designmanual/db"
)

// isCovered reports whether a host, as [hosts.Name] returns it, gets a certificate:
// the site with and without www., the hosts and custom domains of brands with a
// manual that is not kept secret, and the own hosts of open manuals,
// see [hosts.Scope.HasVisible].
func isCovered(ix *db.Index, host string) bool {
	scope := hosts.ScopeOf(ix, host)
	if ix.Site.Host == "" {
		return false
	}
	if scope.AllBrands {
		return host == ix.Site.Host || host == "www."+ix.Site.Host
	}
	return scope.HasVisible()
}

// Hosts returns the covered hosts, except two that get their certificates on the first
// visit, because they need no DNS record: the site with www., and <brand>.<site> of the
// brand at home on the site.
func Hosts(ix *db.Index) []string {
	site := ix.Site.Host
	hosts := []string{site}
	for brand := range ix.Brands() {
		if brand != ix.Home() {
			hosts = append(hosts, brand.Slug+"."+site)
		}
		hosts = append(hosts, brand.Domains...)
		for e := range brand.Manuals() {
			if e.Subdomain != "" {
				hosts = append(hosts, e.Subdomain+"."+site)
			}
		}
	}
	slices.Sort(hosts)
	return slices.DeleteFunc(slices.Compact(hosts), func(host string) bool { return !isCovered(ix, host) })
}
