package seed

import "slices"

// checkNames wants every name once: the slugs of a brand's manuals, and the
// labels under the site, which brands and manuals with a subdomain of their
// own share.
func (p *plan) checkNames() {
	for _, b := range p.brands {
		p.checkSlugs(b)
	}
	labels := make(map[string]owner)
	for _, b := range p.brands {
		at := b.named
		switch {
		case !at.there(), b.nameless:
			continue // no file names it any more, or none can
		case b.settings.there():
			at = b.settings.get("slug")
		}
		p.claim(labels, b.slug, at, owner{brand: b.slug})
	}
	for _, b := range p.brands {
		for _, m := range b.manuals {
			if m.subdomain != "" && !b.nameless {
				p.claim(labels, m.subdomain, m.place.get("subdomain"), owner{b.slug, m.slug, m.id})
			}
		}
	}
}

func (p *plan) checkSlugs(b *brandPlan) {
	slugs := make(map[string]owner)
	for _, e := range b.kept {
		slugs[e.Slug()] = owner{b.slug, e.Slug(), e.ID()}
	}
	for _, m := range b.manuals {
		if m.slug == "" {
			continue // said by the check of the file
		}
		if taken, ok := slugs[m.slug]; ok {
			p.faults.at(m.place.get("slug"), "expected a slug of its own in brand %q, %q is that of manual %s", b.slug, m.slug, taken.id)
			continue
		}
		slugs[m.slug] = owner{b.slug, m.slug, m.id}
	}
	for _, m := range b.manuals {
		if other, ok := slugs[m.subdomain]; ok && other.id != m.id {
			p.faults.at(m.place.get("subdomain"), "expected a subdomain of its own, %q is the slug of another manual of brand %q", m.subdomain, b.slug)
		}
	}
	p.checkKeptSubdomains(b, slugs)
}

// checkKeptSubdomains wants no new slug to be the subdomain of a manual that
// the store keeps.
func (p *plan) checkKeptSubdomains(b *brandPlan, slugs map[string]owner) {
	for _, e := range b.kept {
		other, ok := slugs[e.Subdomain()]
		if !ok || other.id == e.ID() {
			continue
		}
		for _, m := range b.manuals {
			if m.id == other.id {
				p.faults.at(m.place.get("slug"), "expected a slug of its own, %q is the subdomain of manual %s", m.slug, e.ID())
			}
		}
	}
}

// An owner is who has a name: a brand, or one of its manuals.
type owner struct{ brand, slug, id string }

func (o owner) String() string {
	if o.slug == "" {
		return "brand " + o.brand
	}
	return "manual " + o.brand + "." + o.slug
}

// stored returns who of the store has a label under the site and is known to
// keep it.
func (p *plan) stored(label string) (owner, bool) {
	if p.index.Brand(label) != nil {
		return owner{brand: label}, true
	}
	e := p.index.Subdomain(label)
	if e.IsZero() || p.broken {
		return owner{}, false
	}
	b := p.bySlug[e.Brand.Slug]
	return owner{e.Brand.Slug, e.Slug(), e.ID()}, b == nil || slices.Contains(b.kept, e)
}

// claim takes a label under the site for a brand or a manual.
func (p *plan) claim(labels map[string]owner, label string, at place, by owner) {
	taken, ok := labels[label]
	if !ok {
		taken, ok = p.stored(label)
	}
	if ok && taken != by {
		p.faults.at(at, "expected a subdomain of its own, %q is that of %s", label, taken)
		return
	}
	labels[label] = by
}
