package seed

import "designmanual/seed/source"

// An owner is the brand or manual that has a subdomain.
type owner struct{ name, id string }

// checkUniqueNames requires unique names: slugs among a brand's manuals, and subdomains among all
// brands and manuals.
func (i *importer) checkUniqueNames() {
	labels := make(map[string]owner)
	for _, b := range i.brands {
		i.checkSlugs(b)
		at := b.at
		if b.settings != nil {
			at = b.settings.slugAt
		}
		if !b.isRemoved && !b.invalid { // else no file names it any more, or its slug is wrong
			i.reserve(labels, b.Slug, owner{name: "brand " + b.Slug}, at)
		}
	}
	for _, b := range i.brands {
		for _, fm := range b.manuals {
			if fm.head.Subdomain != "" && !b.invalid {
				i.reserve(
					labels, fm.head.Subdomain, owner{"manual " + b.Slug + "." + fm.head.Slug, fm.head.ID},
					fm.places.subdomain,
				)
			}
		}
	}
	for _, b := range i.brands {
		for _, m := range b.notInFiles {
			if by, taken := labels[m.Subdomain]; taken && m.isKept && by.id != m.ID {
				m.Subdomain = ""
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
				m.inFile.places.subdomain, "the subdomain %q is the slug of another manual of brand %s: choose another",
				m.Subdomain, b.Slug,
			)
		} else if has.inFile != nil && !m.isKept {
			i.problems.ErrorAtPlace(
				has.inFile.places.slug, "the slug %q is the subdomain of %s: choose another", m.Subdomain, m.place(),
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

// reserve gives a subdomain to a brand or manual at a place, unless another one has it.
func (i *importer) reserve(labels map[string]owner, label string, by owner, at source.Place) {
	if has := i.ownerOf(labels, label); has != (owner{}) && has != by {
		i.problems.ErrorAtPlace(at, "duplicate subdomain %q (also used by %s)", label, has.name)
		return
	}
	labels[label] = by
}

// ownerOf returns the brand or manual that has a subdomain in the files or keeps it in the
// store, or the zero owner.
func (i *importer) ownerOf(labels map[string]owner, label string) owner {
	if has, ok := labels[label]; ok {
		return has
	}
	if i.index.Brand(label) != nil {
		return owner{name: "brand " + label}
	}
	m := i.index.Subdomain(label)
	if m == nil || i.broken {
		return owner{}
	}
	keeps := !i.isFollowed(m.Source)
	if b := i.bySlug[m.Brand.Slug]; b != nil {
		keeps = false // the files move or remove it
		for _, kept := range b.notInFiles {
			keeps = keeps || kept.ID == m.ID && !kept.isKept
		}
	}
	if !keeps {
		return owner{}
	}
	return owner{"manual " + m.Brand.Slug + "." + m.Slug, m.ID}
}
