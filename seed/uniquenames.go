package seed

import "designmanual/seed/problem"

// A claim is which brand or manual has a name, and where a file says so.
type claim struct {
	name, id string        // id of a manual
	at       problem.Place // zero for a stored one
}

// checkUniqueNames requires unique names: slugs among a brand's manuals, and subdomains among all
// brands and manuals.
func (i *importer) checkUniqueNames() {
	claims := make(map[string]claim) // by subdomain
	for _, b := range i.brands {
		i.checkSlugs(b)
		if b.isNamed() && !b.invalid { // else its slug is wrong
			at := b.at
			if b.fileBrand != nil {
				at = b.fileBrand.slugAt
			}
			i.claim(claims, b.Slug, claim{name: "brand " + b.Slug, at: at})
		}
	}
	for _, b := range i.brands {
		for _, fm := range b.manuals {
			if fm.Subdomain != "" && !b.invalid {
				i.claim(
					claims, fm.Subdomain,
					claim{"manual " + b.Slug + "." + fm.Slug, fm.ID, fm.places.subdomain},
				)
			}
		}
	}
	for _, b := range i.brands {
		if !b.isNamed() {
			i.claim(claims, b.Slug, claim{name: "brand " + b.Slug})
		}
		for _, m := range b.staying {
			if m.Subdomain != "" {
				i.claim(claims, m.Subdomain, claim{name: "manual " + b.Slug + "." + m.Slug, id: m.ID})
			}
		}
	}
}

// checkSlugs requires that slugs are unique in a brand and differ from the subdomains of its
// other manuals.
func (i *importer) checkSlugs(b *nextBrand) {
	slugs := make(map[string]*nextManual)
	for _, m := range b.allManuals() {
		has := slugs[m.Slug]
		if has != nil {
			i.problems.ErrorAtPlace(
				m.inFile.places.slug, "duplicate slug %q in brand %s (also used by %s)", m.Slug, b.Slug, has.place(),
			)
			continue
		}
		if m.Slug != "" { // else the check of the file reports it
			slugs[m.Slug] = m
		}
	}
	for _, m := range b.allManuals() {
		has := slugs[m.Subdomain]
		if has == nil || has.ID == m.ID {
			continue
		}
		if m.inFile != nil {
			i.problems.ErrorAtPlace(
				m.inFile.places.subdomain,
				"the subdomain %q is the slug of another manual of brand %s. Choose another.", m.Subdomain, b.Slug,
			)
		} else if has.inFile != nil && !m.isKept {
			i.problems.ErrorAtPlace(
				has.inFile.places.slug, "the slug %q is the subdomain of %s. Choose another.", m.Subdomain, m.place(),
			)
		}
	}
}

// place says in a message where the manual is.
func (m *nextManual) place() string {
	if m.inFile == nil {
		return "a manual in the database (" + m.ID + ")"
	}
	return "the manual at " + m.inFile.places.manual.String()
}

// claim gives a subdomain to a brand or manual, unless another one has it.
func (i *importer) claim(claims map[string]claim, subdomain string, by claim) {
	has, taken := claims[subdomain]
	if !taken {
		claims[subdomain] = by
		return
	}
	if has.name == by.name && has.id == by.id {
		return
	}
	if by.at.IsZero() { // a stored one was there before
		has, by = by, has
	}
	where := has.name
	if !has.at.IsZero() {
		where += " at " + has.at.String()
	}
	i.problems.ErrorAtPlace(by.at, "duplicate subdomain %q (also used by %s)", subdomain, where)
}
