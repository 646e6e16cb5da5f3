package seed

import (
	"slices"
	"strings"

	"designmanual/db/manual"
)

// checkBrands requires settings for every brand, and unique domains.
func (p *plan) checkBrands() {
	domains := make(map[string]string) // slug of the brand, by domain
	for _, b := range p.brands {
		if b.settings == nil && b.stored == nil && !b.invalid && !p.broken {
			p.problems.errorAt(b.namedAt, "expected an object with the settings of brand %q in one of the files: the store does not know it", b.slug)
		}
		for _, at := range b.settings.get("domains").items() {
			domain := strings.ToLower(at.str())
			owner := domains[domain]
			if stored := p.index.Domain(domain); owner == "" && stored != nil && p.keepsSettings(stored.Slug) {
				owner = stored.Slug
			}
			switch {
			case !manual.HostName(domain): // the check of the file reports it
			case strings.HasSuffix(domain, "."+p.site.Host):
				p.problems.errorAt(at, "expected a domain of the brand's own, found one of the site %s", p.site)
			case domain == p.site.Host && p.site.Home != "" && p.site.Home != b.slug:
				p.problems.errorAt(at, "expected a domain of the brand's own: at the site %s brand %q is at home", p.site, p.site.Home)
			case owner == b.slug:
				p.problems.errorAt(at, "expected each domain once, %q comes again", domain)
			case owner != "":
				p.problems.errorAt(at, "expected a domain of the brand's own, %q is that of brand %q", domain, owner)
			}
			domains[domain] = b.slug
		}
	}
}

// keepsSettings reports whether a stored brand keeps its domains and declared
// tokens: the files neither have new settings for it nor stopped naming it.
func (p *plan) keepsSettings(slug string) bool {
	b := p.bySlug[slug]
	return !p.broken && (b == nil || b.settings == nil && !b.former)
}

// checkIDs requires that ids of manuals are unique and stay in their brand.
func (p *plan) checkIDs() {
	ids := make(map[string]*manualPlan)
	for _, b := range p.brands {
		for _, m := range b.manuals {
			at := m.node.get("id")
			derived := at == nil
			if derived {
				at = m.node
			}
			m.entry = p.index.Entry(m.Manual.ID)
			switch first := ids[m.Manual.ID]; {
			case b.invalid && derived:
				m.entry = nil // without a brand the id cannot be derived
			case first != nil && first.Manual.Slug == m.Manual.Slug && first.brand == b && derived:
				// equal derived ids mean equal slugs, which checkSlugs reports
			case first != nil:
				p.problems.errorAt(at, "expected an id of its own, %q is that of %s", m.Manual.ID, first.node)
			case b.invalid:
				m.entry = nil
			case m.entry != nil && m.entry.Brand.Slug != b.slug:
				p.problems.errorAt(at, "expected an id of its own, %q is that of a manual of brand %q", m.Manual.ID, m.entry.Brand.Slug)
				m.entry = nil
			}
			ids[m.Manual.ID] = m
		}
	}
}

// checkNames requires unique names: slugs among a brand's manuals, and subdomains
// among all brands and manuals.
func (p *plan) checkNames() {
	labels := make(map[string]owner)
	for _, b := range p.brands {
		p.checkSlugs(b)
		at := b.namedAt
		if b.settings != nil {
			at = b.settings.get("slug")
		}
		if !b.former && !b.invalid { // else no file names it any more, or its slug is wrong
			p.reserve(labels, b.slug, at, owner{name: "brand " + b.slug})
		}
	}
	for _, b := range p.brands {
		for _, m := range b.manuals {
			if m.Subdomain != "" && !b.invalid {
				p.reserve(labels, m.Subdomain, m.node.get("subdomain"), owner{"manual " + b.slug + "." + m.Manual.Slug, m.Manual.ID})
			}
		}
	}
}

// checkSlugs requires that slugs are unique in a brand and differ from the
// subdomains of its other manuals.
func (p *plan) checkSlugs(b *brandPlan) {
	slugs, subdomains := make(map[string]string), make(map[string]string) // ids of manuals
	for _, e := range b.kept {
		slugs[e.Slug], subdomains[e.Subdomain] = e.ID, e.ID
	}
	for _, m := range b.manuals {
		if m.Manual.Slug == "" {
			continue // the check of the file reports it
		}
		at := m.node.get("slug")
		if id, taken := slugs[m.Manual.Slug]; taken {
			p.problems.errorAt(at, "expected a slug of its own in brand %q, %q is that of manual %s", b.slug, m.Manual.Slug, id)
			continue
		}
		slugs[m.Manual.Slug] = m.Manual.ID
		if id, taken := subdomains[m.Manual.Slug]; taken {
			p.problems.errorAt(at, "expected a slug of its own, %q is the subdomain of manual %s", m.Manual.Slug, id)
		}
	}
	for _, m := range b.manuals {
		if id, taken := slugs[m.Subdomain]; taken && id != m.Manual.ID {
			p.problems.errorAt(m.node.get("subdomain"), "expected a subdomain of its own, %q is the slug of another manual of brand %q", m.Subdomain, b.slug)
		}
	}
}

// An owner is the brand or manual that has a subdomain.
type owner struct{ name, id string }

// reserve gives a subdomain to a brand or manual, unless another one has it.
func (p *plan) reserve(labels map[string]owner, label string, at *node, by owner) {
	if has := p.ownerOf(labels, label); has != (owner{}) && has != by {
		p.problems.errorAt(at, "expected a subdomain of its own, %q is that of %s", label, has.name)
		return
	}
	labels[label] = by
}

// ownerOf returns the brand or manual that has a subdomain in the files or keeps it in
// the store, or the zero owner.
func (p *plan) ownerOf(labels map[string]owner, label string) owner {
	if has, ok := labels[label]; ok {
		return has
	}
	if p.index.Brand(label) != nil {
		return owner{name: "brand " + label}
	}
	e := p.index.Subdomain(label)
	if e == nil || p.broken {
		return owner{}
	}
	if b := p.bySlug[e.Brand.Slug]; b != nil && !slices.Contains(b.kept, e) {
		return owner{} // the files move or remove it
	}
	return owner{"manual " + e.Brand.Slug + "." + e.Slug, e.ID}
}

// choosePrimary finds the primary manual of a brand, counting those that the store
// keeps. A manual with the flag comes before one that is primary only because it
// was the single one.
func (p *plan) choosePrimary(b *brandPlan) {
	count := len(b.manuals) + len(b.kept)
	flagged := ""  // the manual with the flag, for messages
	fallback := "" // id of the manual that is primary if none has the flag
	for _, e := range b.kept {
		if e.Flagged && flagged == "" {
			b.primary, b.primaryOpen = e.ID, true // primary by the store, not by a file
			flagged = e.Slug + " (in the store)"
		}
		if e.Primary || count == 1 {
			fallback = e.ID
		}
	}
	for _, m := range b.manuals {
		switch {
		case m.Flagged && flagged == "":
			b.primary, flagged = m.Manual.ID, m.Manual.Slug+" ("+m.node.String()+")"
		case m.Flagged:
			p.problems.errorAt(m.primaryFlag, "expected exactly one primary manual in brand %q, found another: %s", b.slug, flagged)
		case count == 1, m.entry != nil && m.entry.Primary && m.primaryFlag == nil:
			fallback = m.Manual.ID
		}
	}
	switch {
	case flagged != "":
	case fallback != "" || count == 0 || p.broken || b.invalid:
		b.primary, b.primaryOpen = fallback, count > 1
	default:
		p.problems.errorAt(b.namedAt, "expected exactly one primary manual in brand %q, found none of %d: set primary: true in one", b.slug, count)
	}
	for _, m := range b.manuals {
		m.Primary = m.Manual.ID == b.primary
	}
}
