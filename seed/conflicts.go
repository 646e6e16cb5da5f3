package seed

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// findConflicts finds what contradicts something else in the files or in the store: names, ids,
// domains, access tokens, links and folders of releases.
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
				b.at, `unknown brand %q. Write { "slug": %[1]q, "name": "…" } in one of the files.`, b.Slug,
			)
		}
		if b.fileBrand == nil {
			continue
		}
		for n, domain := range b.Domains {
			by := claim{name: b.Slug, at: b.fileBrand.domainPlaces[n]}
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
				i.problems.ErrorAtPlace(by.at, "duplicate domain %q (also used by brand %s)", domain, b.Slug)
			}
		}
	}
}

// checkDomain checks a domain that a brand claims. First is the claim of the files before, or zero.
func (i *importer) checkDomain(domain string, by, first claim) {
	if !manual.IsHostName(domain) {
		return // the check of the file reports it
	}
	if strings.HasSuffix(domain, "."+i.site.Host) {
		i.problems.ErrorAtPlace(
			by.at, "the domain %q is below the site %s. Choose one of the brand's own.", domain, i.site,
		)
		return
	}
	if domain == i.site.Host && i.site.Home != "" && i.site.Home != by.name {
		i.problems.ErrorAtPlace(
			by.at, "the domain %q is the site, where brand %q is at home. Choose one of the brand's own.", domain,
			i.site.Home,
		)
		return
	}
	if first.name != "" {
		i.problems.ErrorAtPlace(
			by.at, "duplicate domain %q (also used by brand %s at %s)", domain, first.name, first.at,
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

// choosePrimaries chooses the primary manual of each brand that the files name.
func (i *importer) choosePrimaries() {
	for _, b := range i.brands {
		if b.isNamed() {
			i.choosePrimary(b)
		}
	}
}

// choosePrimary chooses the primary manual of a brand among all that it has after the import: the one
// that is marked, or else the stored primary one, or the only one.
func (i *importer) choosePrimary(b *nextBrand) {
	all := b.allManuals()
	var marked *nextManual
	primary := ""
	for _, m := range all {
		if m.MarkedPrimary && marked == nil {
			marked = m
			continue
		}
		if m.MarkedPrimary && m.inFile != nil {
			other := "in the database). Import that one without it (--prune removes what the files no longer have)."
			if marked.inFile != nil {
				other = "at " + marked.inFile.places.manual.String() + "). Take it out of one of the two."
			}
			i.problems.ErrorAtPlace(
				m.inFile.places.primary, "duplicate \"primary\" in brand %s (also %s %s", b.Slug, marked.Slug, other,
			)
			continue
		}
		if len(all) == 1 || m.wasPrimary() {
			primary = m.ID
		}
	}
	if marked != nil {
		primary = marked.ID
	} else if primary == "" && len(all) > 0 && !i.someUnusable && !b.invalid {
		i.problems.ErrorAtPlace(
			b.at, "brand %s has no primary manual. Write \"primary\": true in one of its %d manuals.", b.Slug, len(all),
		)
	}
	for _, m := range all {
		m.Primary = m.ID == primary
	}
}

// marksPrimary reports whether a manual of the files says that it is primary.
func (b *nextBrand) marksPrimary() bool {
	for _, fm := range b.manuals {
		if fm.MarkedPrimary {
			return true
		}
	}
	return false
}

// wasPrimary reports whether the manual is the stored primary one, and no file says otherwise.
func (m *nextManual) wasPrimary() bool {
	if m.inFile == nil {
		return m.Primary
	}
	return m.inFile.stored != nil && m.inFile.stored.Primary && !m.inFile.hasPrimary
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
			ids[d.ID], hashes[d.Sum] = places.at.String(), places.at.String()
		}
	}
}
