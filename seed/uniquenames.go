package seed

import "designmanual/seed/problem"

// A claim is the brand or manual that has a subdomain or a domain, and where a file says so.
type claim struct {
	name  string        // of the brand or manual, in messages
	id    string        // of a manual; empty for a brand
	place problem.Place // zero for a stored one
}

// checkUniqueNames requires unique names: slugs among a brand's manuals, and subdomains among all
// brands and manuals.
func (i *importer) checkUniqueNames() {
	claims := make(map[string]claim) // by subdomain
	for _, b := range i.brands {
		i.checkSlugs(b)
		if b.isNamed() && !b.invalid { // else its slug is wrong
			place := b.place
			if b.fileBrand != nil {
				place = b.fileBrand.slugPlace
			}
			i.claimSubdomain(claims, b.Slug, claim{name: "brand " + b.Slug, place: place})
		}
	}
	for _, b := range i.brands {
		for _, fm := range b.manuals {
			if fm.Subdomain != "" && !b.invalid {
				i.claimSubdomain(
					claims, fm.Subdomain,
					claim{"manual " + b.Slug + "." + fm.Slug, fm.ID, fm.places.subdomain},
				)
			}
		}
	}
	for _, b := range i.brands {
		if !b.isNamed() {
			i.claimSubdomain(claims, b.Slug, claim{name: "brand " + b.Slug})
		}
		for _, m := range b.staying {
			if m.Subdomain != "" {
				i.claimSubdomain(claims, m.Subdomain, claim{name: "manual " + b.Slug + "." + m.Slug, id: m.ID})
			}
		}
	}
}

// checkSlugs requires that slugs are unique in a brand and differ from the subdomains of its
// other manuals.
func (i *importer) checkSlugs(b *nextBrand) {
	slugs := make(map[string]*nextManual)
	for _, m := range b.allManuals() {
		owner := slugs[m.Slug]
		if owner != nil {
			i.problems.ErrorAtPlace(
				m.inFile.places.slug, "duplicate slug %q in brand %s (also used by %s)", m.Slug, b.Slug, owner.describe(),
			)
			continue
		}
		if m.Slug != "" { // else the check of the file reports it
			slugs[m.Slug] = m
		}
	}
	for _, m := range b.allManuals() {
		owner := slugs[m.Subdomain]
		if owner == nil || owner.ID == m.ID {
			continue
		}
		if m.inFile != nil {
			i.problems.ErrorAtPlace(
				m.inFile.places.subdomain,
				"the subdomain %q is the slug of another manual of brand %s. Choose another.", m.Subdomain, b.Slug,
			)
		} else if owner.inFile != nil && !m.isKept {
			i.problems.ErrorAtPlace(
				owner.inFile.places.slug, "the slug %q is the subdomain of %s. Choose another.", m.Subdomain, m.describe(),
			)
		}
	}
}

// describe says in a message which manual it is, and where.
func (m *nextManual) describe() string {
	if m.inFile == nil {
		return "a manual in the database (" + m.ID + ")"
	}
	return "the manual at " + m.inFile.places.manual.String()
}

// claimSubdomain notes which brand or manual has a subdomain. If another one has it already, it reports the
// conflict.
func (i *importer) claimSubdomain(claims map[string]claim, subdomain string, by claim) {
	first, taken := claims[subdomain]
	if !taken {
		claims[subdomain] = by
		return
	}
	if first.name == by.name && first.id == by.id {
		return
	}
	if by.place.IsZero() { // a stored one had it before the files
		first, by = by, first
	}
	owner := first.name
	if !first.place.IsZero() {
		owner += " at " + first.place.String()
	}
	i.problems.ErrorAtPlace(by.place, "duplicate subdomain %q (also used by %s)", subdomain, owner)
}
