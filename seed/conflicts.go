package seed

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// findConflicts finds what contradicts something else in the files or in the store: slugs, subdomains, domains, ids
// and access tokens. It warns of links that lead nowhere and of folders of releases that belong to no manual.
func (i *importer) findConflicts() {
	i.checkBrands()
	i.checkAccess()
	i.checkIDs()
	i.checkUniqueNames()
	if !i.someUnusable {
		i.checkReleaseFolders()
		i.warnOfDeadPageLinks()
	}
}

// checkBrands requires settings for every brand, and domains that are unique.
func (i *importer) checkBrands() {
	claims := make(map[string]claim) // by domain
	for _, b := range i.brands {
		if b.fileBrand == nil && b.stored == nil && !b.invalid && !i.someUnusable {
			i.problems.ErrorAtPlace(
				b.place, `unknown brand %q. Write { "slug": %[1]q, "name": "…" } in one of the files.`, b.Slug,
			)
		}
		if b.fileBrand == nil {
			continue
		}
		for n, domain := range b.Domains {
			by := claim{name: b.Slug, place: b.fileBrand.domainPlaces[n]}
			i.checkDomain(domain, by, claims[domain])
			claims[domain] = by
		}
	}
	for _, b := range i.brands {
		if b.fileBrand != nil || i.someUnusable {
			continue
		}
		for _, domain := range b.Domains {
			if by, taken := claims[domain]; taken {
				i.problems.ErrorAtPlace(by.place, "duplicate domain %q (also used by brand %s)", domain, b.Slug)
			}
		}
	}
}

// checkDomain checks a domain that a brand claims. First is the claim of an earlier brand of the files, or zero.
func (i *importer) checkDomain(domain string, by, first claim) {
	if !manual.IsHostName(domain) {
		return // the check of the file reports it
	}
	if strings.HasSuffix(domain, "."+i.site.Host) {
		i.problems.ErrorAtPlace(
			by.place, "the domain %q is below the site %s. Choose one of the brand's own.", domain, i.site,
		)
		return
	}
	if domain == i.site.Host && i.site.Home != "" && i.site.Home != by.name {
		i.problems.ErrorAtPlace(
			by.place, "the domain %q is the site, where brand %q is at home. Choose one of the brand's own.", domain,
			i.site.Home,
		)
		return
	}
	if first.name != "" {
		i.problems.ErrorAtPlace(
			by.place, "duplicate domain %q (also used by brand %s at %s)", domain, first.name, first.place,
		)
	}
}

// checkIDs requires that ids of manuals are unique and stay in their brand.
func (i *importer) checkIDs() {
	ids := make(map[string]*fileManual)
	for _, b := range i.brands {
		for _, fm := range b.manuals {
			i.checkID(b, fm, ids[fm.ID])
			ids[fm.ID] = fm
		}
	}
}

// checkID checks the id of a manual. First is the one of the files that has it already, or nil.
func (i *importer) checkID(b *nextBrand, fm, first *fileManual) {
	if b.invalid && !fm.hasID {
		return // without a brand the id cannot be derived
	}
	if first != nil {
		sameSlug := first.Slug == fm.Slug && first.brand == fm.brand && !fm.hasID // checkSlugs reports it
		if !sameSlug {
			i.problems.ErrorAtPlace(fm.places.id, "duplicate id %q (also used by %s)", fm.ID, first.places.manual)
		}
		return
	}
	stored := i.index.Manual(fm.ID)
	if stored != nil && stored.Brand.Slug != b.Slug && !b.invalid {
		i.problems.ErrorAtPlace(
			fm.places.id, "duplicate id %q (also used by a manual of brand %s)", fm.ID, stored.Brand.Slug,
		)
	}
}

// checkAccess requires that ids are unique among all access tokens, and hashes among the
// declared ones.
func (i *importer) checkAccess() {
	ids, hashes := make(map[string]string), make(map[[32]byte]string) // whose they are, in words
	// ids of tokens that `token create` made, by hash; a file may declare these too
	createdTokens := make(map[[32]byte]string)
	for t := range i.index.AccessTokens() {
		if t.File == "" {
			ids[t.ID] = "a token that `designmanual token create` made"
			createdTokens[t.Sum] = t.ID
		}
	}
	for _, b := range i.brands {
		if b.fileBrand != nil || i.someUnusable {
			continue
		}
		for _, d := range b.DeclaredTokens {
			ids[d.ID], hashes[d.Sum] = "brand "+b.Slug, "brand "+b.Slug
		}
	}
	for _, b := range i.brands {
		if b.fileBrand == nil {
			continue
		}
		for n, d := range b.fileBrand.DeclaredTokens {
			places := b.fileBrand.accessPlaces[n]
			if d.ID != "" && ids[d.ID] != "" && createdTokens[d.Sum] != d.ID {
				i.problems.ErrorAtPlace(places.id, "duplicate id %q (also used by %s)", content.Truncate(d.ID), ids[d.ID])
			}
			if d.Sum != [32]byte{} && hashes[d.Sum] != "" {
				i.problems.ErrorAtPlace(places.hash, "duplicate secret (also used by %s)", hashes[d.Sum])
			}
			ids[d.ID], hashes[d.Sum] = places.place.String(), places.place.String()
		}
	}
}
