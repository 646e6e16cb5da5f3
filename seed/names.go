package seed

import (
	"slices"
	"strings"

	"designmanual/db/manual"
)

// checkBrands wants the settings of every brand and each domain in one place.
func (p *plan) checkBrands() {
	domains := make(map[string]string) // slug of the brand by domain
	for _, b := range p.brands {
		if !b.settings.there() && b.known == nil && !b.invalid && !p.broken {
			p.faults.at(b.named, "expected an object with the settings of brand %q in one of the files: the store does not know it", b.slug)
		}
		for _, at := range b.settings.get("domains").items() {
			domain := strings.ToLower(at.str())
			owner := domains[domain]
			again := owner == b.slug
			if known := p.index.Domain(domain); owner == "" && known != nil && p.keepsSettings(known.Slug) {
				owner = known.Slug
			}
			switch {
			case !manual.HostName(domain): // said by the check of the file
			case domain == p.site.Host || strings.HasSuffix(domain, "."+p.site.Host):
				p.faults.at(at, "expected a domain of the brand's own, found one of the site %s", p.site)
			case again:
				p.faults.at(at, "expected each domain once, %q comes again", domain)
			case owner != "" && owner != b.slug:
				p.faults.at(at, "expected a domain of the brand's own, %q is that of brand %q", domain, owner)
			}
			domains[domain] = b.slug
		}
	}
}

// keepsSettings tells whether a brand of the store is known to have its domains
// and declared tokens afterwards too: the files neither settle it anew nor have
// given it up.
func (p *plan) keepsSettings(slug string) bool {
	b := p.bySlug[slug]
	return !p.broken && (b == nil || !b.settings.there() && !b.former)
}

// checkIDs wants every id once in the store, and known ones in their brand.
func (p *plan) checkIDs() {
	ids := make(map[string]*manualPlan)
	for _, b := range p.brands {
		for _, m := range b.manuals {
			at, derived := m.place.get("id"), false
			if !at.there() {
				at, derived = m.place, true
			}
			m.known = p.index.Entry(m.Manual.ID)
			switch first := ids[m.Manual.ID]; {
			case b.invalid && derived:
				m.known = nil // nothing to derive an id from
			case first != nil && first.Manual.Slug == m.Manual.Slug && first.brand == b && derived:
				// the derived ids are equal since the slugs are: said there
			case first != nil:
				p.faults.at(at, "expected an id of its own, %q is that of %s", m.Manual.ID, first.place)
			case b.invalid:
				m.known = nil
			case m.known != nil && m.known.Brand.Slug != b.slug:
				p.faults.at(at, "expected an id of its own, %q is that of a manual of brand %q", m.Manual.ID, m.known.Brand.Slug)
				m.known = nil
			}
			ids[m.Manual.ID] = m
		}
	}
}

// checkNames wants every name once: the slugs of a brand's manuals, and the
// labels under the site, which brands and manuals with a subdomain of their
// own share.
func (p *plan) checkNames() {
	labels := make(map[string]owner)
	for _, b := range p.brands {
		p.checkSlugs(b)
		at := b.named
		if b.settings.there() {
			at = b.settings.get("slug")
		}
		if !b.former && !b.invalid { // else no file names it any more, or none can
			p.claim(labels, b.slug, at, owner{name: "brand " + b.slug})
		}
	}
	for _, b := range p.brands {
		for _, m := range b.manuals {
			if m.Subdomain != "" && !b.invalid {
				p.claim(labels, m.Subdomain, m.place.get("subdomain"), owner{"manual " + b.slug + "." + m.Manual.Slug, m.Manual.ID})
			}
		}
	}
}

// checkSlugs wants each slug of a brand once, also beside the subdomains of the
// brand's manuals.
func (p *plan) checkSlugs(b *brandPlan) {
	slugs, subdomains := make(map[string]string), make(map[string]string) // ids of manuals
	for _, e := range b.kept {
		slugs[e.Slug], subdomains[e.Subdomain] = e.ID, e.ID
	}
	for _, m := range b.manuals {
		if m.Manual.Slug == "" {
			continue // said by the check of the file
		}
		at := m.place.get("slug")
		if id, taken := slugs[m.Manual.Slug]; taken {
			p.faults.at(at, "expected a slug of its own in brand %q, %q is that of manual %s", b.slug, m.Manual.Slug, id)
			continue
		}
		slugs[m.Manual.Slug] = m.Manual.ID
		if id, taken := subdomains[m.Manual.Slug]; taken {
			p.faults.at(at, "expected a slug of its own, %q is the subdomain of manual %s", m.Manual.Slug, id)
		}
	}
	for _, m := range b.manuals {
		if id, taken := slugs[m.Subdomain]; taken && id != m.Manual.ID {
			p.faults.at(m.place.get("subdomain"), "expected a subdomain of its own, %q is the slug of another manual of brand %q", m.Subdomain, b.slug)
		}
	}
}

// An owner is who has a label under the site: a brand, or one of its manuals.
type owner struct{ name, id string }

// claim takes a label for a brand or a manual, unless another has it: in the
// files, or in the store and is known to keep it.
func (p *plan) claim(labels map[string]owner, label string, at place, by owner) {
	taken, ok := labels[label]
	if e := p.index.Subdomain(label); !ok && p.index.Brand(label) != nil {
		taken, ok = owner{name: "brand " + label}, true
	} else if !ok && e != nil && !p.broken {
		b := p.bySlug[e.Brand.Slug]
		taken, ok = owner{"manual " + e.Brand.Slug + "." + e.Slug, e.ID}, b == nil || slices.Contains(b.kept, e)
	}
	if ok && taken != by {
		p.faults.at(at, "expected a subdomain of its own, %q is that of %s", label, taken.name)
		return
	}
	labels[label] = by
}

// choosePrimary finds the one primary manual of a brand, counting those that
// the store keeps. A manual whose file says so comes before one that is
// primary only because it was the single one.
func (p *plan) choosePrimary(b *brandPlan) {
	count := len(b.manuals) + len(b.kept)
	said, assumed := "", "" // where a manual says that it is the one; the id of another that is it
	for _, e := range b.kept {
		if e.Flagged && said == "" {
			b.primary, b.primaryOpen = e.ID, true // which the files do not say
			said = e.Slug + " (in the store)"
		}
		if e.Primary || count == 1 {
			assumed = e.ID
		}
	}
	for _, m := range b.manuals {
		switch {
		case m.Flagged && said == "":
			b.primary, said = m.Manual.ID, m.Manual.Slug+" ("+m.place.String()+")"
		case m.Flagged:
			p.faults.at(m.flag, "expected exactly one primary manual in brand %q, found another: %s", b.slug, said)
		case count == 1, m.known != nil && m.known.Primary && !m.flag.there():
			assumed = m.Manual.ID
		}
	}
	switch {
	case said != "":
	case assumed != "" || count == 0 || p.broken || b.invalid:
		b.primary, b.primaryOpen = assumed, count > 1
	default:
		p.faults.at(b.named, "expected exactly one primary manual in brand %q, found none of %d: set primary: true in one", b.slug, count)
	}
	for _, m := range b.manuals {
		m.Primary = m.Manual.ID == b.primary
	}
}
