package seed

// choosePrimary chooses the primary manual of a brand that the files name, among all that it has after the import:
// the one that is marked, or else the stored primary one, or the only one.
func (i *importer) choosePrimary(b *nextBrand) {
	if !b.isNamed() {
		return
	}
	all := b.allManuals()
	var marked *nextManual
	primary := ""
	for _, m := range all {
		if m.MarkedPrimary && marked == nil {
			marked = m
			continue
		}
		if m.MarkedPrimary && m.inFile != nil {
			i.refuseSecondPrimary(b, m, marked)
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
			b.place, "brand %s has no primary manual. Write \"primary\": true in one of its %d manuals.", b.Slug, len(all),
		)
	}
	for _, fm := range b.manuals {
		fm.Primary = fm.ID == primary
	}
	for _, m := range b.staying {
		m.Primary = m.ID == primary
	}
}

// refuseSecondPrimary refuses a manual of a file that is marked as primary although another one is.
func (i *importer) refuseSecondPrimary(b *nextBrand, m, marked *nextManual) {
	if marked.inFile == nil {
		i.problems.ErrorAtPlace(
			m.inFile.places.primary,
			"duplicate \"primary\" in brand %s (also %s in the database). Import that manual without the key, or "+
				"remove the manual: --prune removes what the files lack.", b.Slug, marked.Slug,
		)
		return
	}
	i.problems.ErrorAtPlace(
		m.inFile.places.primary, "duplicate \"primary\" in brand %s (also %s at %s). Take it out of one of the two.",
		b.Slug, marked.Slug, marked.inFile.places.manual,
	)
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
