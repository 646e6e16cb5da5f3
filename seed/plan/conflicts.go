package plan

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// checkBrands requires settings for every brand, and unique domains.
func (p *Plan) checkBrands() {
	domains := make(map[string]string) // slug of the brand, by domain
	for _, b := range p.Brands {
		if b.Settings == nil && b.Stored == nil && !b.invalid && !p.broken {
			p.Problems.ErrorAt(b.NamedAt, `expected { "slug": %q, "name": "…" } in one of the files: the database does not know this brand`, b.Slug)
		}
		for _, at := range b.Settings.Get("domains").Items() {
			domain := strings.ToLower(at.Text())
			owner := domains[domain]
			if stored := p.Index.Domain(domain); owner == "" && stored != nil && p.keepsSettings(stored.Slug) {
				owner = stored.Slug
			}
			switch {
			case !manual.HostName(domain): // the check of the file reports it
			case strings.HasSuffix(domain, "."+p.Site.Host):
				p.Problems.ErrorAt(at, "expected a domain of the brand's own, found one of the site %s", p.Site)
			case domain == p.Site.Host && p.Site.Home != "" && p.Site.Home != b.Slug:
				p.Problems.ErrorAt(at, "expected a domain of the brand's own: at the site %s brand %q is at home", p.Site, p.Site.Home)
			case owner == b.Slug:
				p.Problems.ErrorAt(at, "expected each domain once, %q comes again", domain)
			case owner != "":
				p.Problems.ErrorAt(at, "expected a domain of the brand's own, %q is that of brand %q", domain, owner)
			}
			domains[domain] = b.Slug
		}
	}
}

// keepsSettings reports whether a stored brand keeps its domains and declared
// tokens: the files neither have new settings for it nor stopped naming it.
func (p *Plan) keepsSettings(slug string) bool {
	b := p.bySlug[slug]
	return !p.broken && (b == nil || b.Settings == nil && !b.Former)
}

// checkIDs requires that ids of manuals are unique and stay in their brand.
func (p *Plan) checkIDs() {
	ids := make(map[string]*Manual)
	for _, b := range p.Brands {
		for _, m := range b.Manuals {
			at := m.Node.Get("id")
			derived := at == nil
			if derived {
				at = m.Node
			}
			m.Entry = p.Index.Manual(m.Manual.ID)
			switch first := ids[m.Manual.ID]; {
			case b.invalid && derived:
				m.Entry = nil // without a brand the id cannot be derived
			case first != nil && first.Manual.Slug == m.Manual.Slug && first.In == b && derived:
				// equal derived ids mean equal slugs, which checkSlugs reports
			case first != nil:
				p.Problems.ErrorAt(at, "expected an id of its own, %q is that of %s", m.Manual.ID, first.Node)
			case b.invalid:
				m.Entry = nil
			case m.Entry != nil && m.Entry.Brand.Slug != b.Slug:
				p.Problems.ErrorAt(at, "expected an id of its own, %q is that of a manual of brand %q", m.Manual.ID, m.Entry.Brand.Slug)
				m.Entry = nil
			}
			ids[m.Manual.ID] = m
		}
	}
}

// checkNames requires unique names: slugs among a brand's manuals, and subdomains
// among all brands and manuals.
func (p *Plan) checkNames() {
	labels := make(map[string]owner)
	for _, b := range p.Brands {
		p.checkSlugs(b)
		at := b.NamedAt
		if b.Settings != nil {
			at = b.Settings.Get("slug")
		}
		if !b.Former && !b.invalid { // else no file names it any more, or its slug is wrong
			p.reserve(labels, b.Slug, at, owner{name: "brand " + b.Slug})
		}
	}
	for _, b := range p.Brands {
		for _, m := range b.Manuals {
			if m.Subdomain != "" && !b.invalid {
				p.reserve(labels, m.Subdomain, m.Node.Get("subdomain"), owner{"manual " + b.Slug + "." + m.Manual.Slug, m.Manual.ID})
			}
		}
	}
}

// checkSlugs requires that slugs are unique in a brand and differ from the
// subdomains of its other manuals.
func (p *Plan) checkSlugs(b *Brand) {
	slugs := make(map[string]*Manual)
	for _, m := range b.All() {
		slug := m.Manual.Slug
		if has := slugs[slug]; has != nil {
			p.Problems.ErrorAt(m.Node.Get("slug"), "expected a slug of its own in brand %q, %q is that of %s", b.Slug, slug, has.place())
		} else if slug != "" { // else the check of the file reports it
			slugs[slug] = m
		}
	}
	for _, m := range b.All() {
		switch has := slugs[m.Subdomain]; {
		case has == nil || has.Manual.ID == m.Manual.ID:
		case !m.Kept:
			p.Problems.ErrorAt(m.Node.Get("subdomain"), "expected a subdomain of its own, %q is the slug of another manual of brand %q", m.Subdomain, b.Slug)
		case !has.Kept:
			p.Problems.ErrorAt(has.Node.Get("slug"), "expected a slug of its own, %q is the subdomain of %s", m.Subdomain, m.place())
		}
	}
}

// place says in a message where the manual is.
func (m *Manual) place() string {
	if m.Kept {
		return "a manual in the database (" + m.Manual.ID + ")"
	}
	return "the manual at " + m.Node.String()
}

// An owner is the brand or manual that has a subdomain.
type owner struct{ name, id string }

// reserve gives a subdomain to a brand or manual, unless another one has it.
func (p *Plan) reserve(labels map[string]owner, label string, at *content.Node, by owner) {
	if has := p.ownerOf(labels, label); has != (owner{}) && has != by {
		p.Problems.ErrorAt(at, "expected a subdomain of its own, %q is that of %s", label, has.name)
		return
	}
	labels[label] = by
}

// ownerOf returns the brand or manual that has a subdomain in the files or keeps it in
// the store, or the zero owner.
func (p *Plan) ownerOf(labels map[string]owner, label string) owner {
	if has, ok := labels[label]; ok {
		return has
	}
	if p.Index.Brand(label) != nil {
		return owner{name: "brand " + label}
	}
	e := p.Index.Subdomain(label)
	if e == nil || p.broken {
		return owner{}
	}
	if b := p.bySlug[e.Brand.Slug]; b != nil && !slices.ContainsFunc(b.Kept, func(m *Manual) bool { return m.Entry == e }) {
		return owner{} // the files move or remove it
	}
	return owner{"manual " + e.Brand.Slug + "." + e.Slug, e.ID}
}

// choosePrimary finds the primary manual of a brand, counting those that the store
// keeps. A manual with the flag comes before one that is primary only because it
// was the single one.
func (p *Plan) choosePrimary(b *Brand) {
	all := b.All()
	flagged := ""  // the manual with the flag, for messages
	fallback := "" // id of the manual that is primary if none has the flag
	for _, m := range all {
		switch {
		case m.Flagged && flagged == "":
			b.Primary, flagged = m.Manual.ID, m.Manual.Slug+" ("+m.Node.String()+")"
			if m.Kept {
				b.PrimaryOpen = true // primary by the store, not by a file
				flagged = m.Manual.Slug + " (in the database; --prune removes what the files no longer have)"
			}
		case m.Flagged && !m.Kept:
			p.Problems.ErrorAt(m.Node.Get("primary"), "expected exactly one primary manual in brand %q, found another: %s", b.Slug, flagged)
		case len(all) == 1, m.Entry != nil && m.Entry.Primary && !m.hasFlag:
			fallback = m.Manual.ID
		}
	}
	switch {
	case flagged != "":
	case fallback != "" || len(all) == 0 || p.broken || b.invalid:
		b.Primary, b.PrimaryOpen = fallback, len(all) > 1
	default:
		p.Problems.ErrorAt(b.NamedAt, "expected exactly one primary manual in brand %q, found none of %d: write \"primary\": true in one", b.Slug, len(all))
	}
	for _, m := range all {
		m.Primary = m.Manual.ID == b.Primary
	}
}
