package seed

// choosePrimary finds the one primary manual of a brand, counting those that
// the store keeps. A manual whose file says so comes before one that is
// primary only because it was the single one.
func (p *plan) choosePrimary(b *brandPlan) {
	var flagged []string
	single, count := "", len(b.manuals)+len(b.kept)
	for _, e := range b.kept {
		if e.Flagged() {
			flagged = append(flagged, e.ID())
		}
		if e.Primary() || count == 1 {
			single = e.ID()
		}
	}
	b.unsaid = len(flagged) > 0 // a manual that the files do not have
	for _, m := range b.manuals {
		switch {
		case m.flag.boolean(false):
			flagged = append(flagged, m.id)
			if len(flagged) > 1 {
				p.faults.at(m.flag, "expected exactly one primary manual in brand %q, found another: %s", b.slug, p.nameOf(flagged[0]))
			}
		case count == 1, !m.known.IsZero() && m.known.Primary() && !m.flag.there():
			single = m.id
		}
	}
	switch {
	case len(flagged) > 0:
		b.primary = flagged[0]
	case single != "" || count == 0 || p.broken || b.nameless:
		b.primary, b.unsaid = single, count > 1
	default:
		p.faults.at(b.named, "expected exactly one primary manual in brand %q, found none of %d: set primary: true in one", b.slug, count)
	}
}

// nameOf returns the slug of a manual of the store or of the files.
func (p *plan) nameOf(id string) string {
	for _, b := range p.brands {
		for _, m := range b.manuals {
			if m.id == id {
				return m.slug + " (" + m.place.String() + ")"
			}
		}
	}
	return p.index.Entry(id).Slug() + " (in the store)"
}
