package plan

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// checkBrands requires settings for every brand, and unique domains.
func (p *Plan) checkBrands() {
	domains := make(map[string]string) // slug of the brand, by domain
	for _, b := range p.Brands {
		if b.Settings == nil && b.Stored == nil && !b.invalid && !p.broken {
			p.Problems.ErrorAt(b.NamedAt, `expected { "slug": %q, "name": "…" } in one of the files: the database does not know this brand`, b.Slug)
		}
		for _, at := range b.Settings.Get("domains").List() {
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
			m.Entry = p.Index.Manual(m.Manual.ID)
			switch first := ids[m.Manual.ID]; {
			case b.invalid && !m.hasID:
				m.Entry = nil // without a brand the id cannot be derived
			case first != nil && first.Manual.Slug == m.Manual.Slug && first.In == b && !m.hasID:
				// equal derived ids mean equal slugs, which checkSlugs reports
			case first != nil:
				p.Problems.ErrorAt(m.at("id"), "expected an id of its own, %q is that of %s", m.Manual.ID, first.ref.Node())
			case b.invalid:
				m.Entry = nil
			case m.Entry != nil && m.Entry.Brand.Slug != b.Slug:
				p.Problems.ErrorAt(m.at("id"), "expected an id of its own, %q is that of a manual of brand %q", m.Manual.ID, m.Entry.Brand.Slug)
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
			p.reserve(labels, b.Slug, owner{name: "brand " + b.Slug}, func() *content.Value { return at })
		}
	}
	for _, b := range p.Brands {
		for _, m := range b.Manuals {
			if m.Subdomain != "" && !b.invalid {
				p.reserve(labels, m.Subdomain, owner{"manual " + b.Slug + "." + m.Manual.Slug, m.Manual.ID}, func() *content.Value { return m.at("subdomain") })
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
			p.Problems.ErrorAt(m.at("slug"), "expected a slug of its own in brand %q, %q is that of %s", b.Slug, slug, has.place())
		} else if slug != "" { // else the check of the file reports it
			slugs[slug] = m
		}
	}
	for _, m := range b.All() {
		switch has := slugs[m.Subdomain]; {
		case has == nil || has.Manual.ID == m.Manual.ID:
		case !m.Kept:
			p.Problems.ErrorAt(m.at("subdomain"), "expected a subdomain of its own, %q is the slug of another manual of brand %q", m.Subdomain, b.Slug)
		case !has.Kept:
			p.Problems.ErrorAt(has.at("slug"), "expected a slug of its own, %q is the subdomain of %s", m.Subdomain, m.place())
		}
	}
}

// place says in a message where the manual is.
func (m *Manual) place() string {
	if m.Kept {
		return "a manual in the database (" + m.Manual.ID + ")"
	}
	return "the manual at " + m.ref.Node().String()
}

// at returns the value of a key in the file, or the manual if it lacks the key.
func (m *Manual) at(key string) *content.Value {
	node := m.ref.Node()
	return cmp.Or(node.Get(key), node)
}

// An owner is the brand or manual that has a subdomain.
type owner struct{ name, id string }

// reserve gives a subdomain to a brand or manual, which at finds in a file, unless
// another one has it.
func (p *Plan) reserve(labels map[string]owner, label string, by owner, at func() *content.Value) {
	if has := p.ownerOf(labels, label); has != (owner{}) && has != by {
		p.Problems.ErrorAt(at(), "expected a subdomain of its own, %q is that of %s", label, has.name)
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
	var flagged *Manual // with the flag
	fallback := ""      // id of the manual that is primary if none has the flag
	for _, m := range all {
		switch {
		case m.Flagged && flagged == nil:
			flagged, b.Primary, b.PrimaryOpen = m, m.Manual.ID, m.Kept // by the store, not by a file
		case m.Flagged && !m.Kept:
			where := flagged.ref.Node().String()
			if flagged.Kept {
				where = "in the database; --prune removes what the files no longer have"
			}
			p.Problems.ErrorAt(m.at("primary"), "expected exactly one primary manual in brand %q, found another: %s (%s)", b.Slug, flagged.Manual.Slug, where)
		case len(all) == 1, m.Entry != nil && m.Entry.Primary && !m.hasFlag:
			fallback = m.Manual.ID
		}
	}
	switch {
	case flagged != nil:
	case fallback != "" || len(all) == 0 || p.broken || b.invalid:
		b.Primary, b.PrimaryOpen = fallback, len(all) > 1
	default:
		p.Problems.ErrorAt(b.NamedAt, "expected exactly one primary manual in brand %q, found none of %d: write \"primary\": true in one", b.Slug, len(all))
	}
	for _, m := range all {
		m.Primary = m.Manual.ID == b.Primary
	}
}

// readAccess reads the valid parts of a declared access token.
func readAccess(t *content.Value) manual.DeclaredToken {
	d := manual.DeclaredToken{ID: t.Get("id").Text(), Name: t.Get("name").Text(), File: t.Tree.Name}
	d.Expires = check.ParseTime(t.Get("expires").Text())
	if sum, err := hex.DecodeString(t.Get("sha256").Text()); err == nil && len(sum) == len(d.Sum) {
		d.Sum = [32]byte(sum)
	}
	return d
}

// checkAccess requires that ids are unique among all access tokens, and hashes
// among the declared ones.
func (p *Plan) checkAccess() {
	ids, sums := make(map[string]any), make(map[[32]byte]any) // the owner: a string or a node
	made := make(map[[32]byte]string)                         // ids of tokens made by a command, by hash; a file may declare these too
	for t := range p.Index.Tokens() {
		switch {
		case t.File == "":
			ids[t.ID] = "a token that `designmanual token create` made"
			made[t.Sum] = t.ID
		case p.keepsSettings(t.Brand):
			ids[t.ID], sums[t.Sum] = "brand "+t.Brand, "brand "+t.Brand
		}
	}
	for _, b := range p.Brands {
		for _, t := range b.Settings.Get("access").List() {
			d := readAccess(t)
			if id := t.Get("id"); d.ID != "" && ids[d.ID] != nil && made[d.Sum] != d.ID {
				p.Problems.ErrorAt(id, "expected an id of its own, %q is that of %s", source.Truncate(d.ID), ids[d.ID])
			}
			if sum := t.Get("sha256"); d.Sum != [32]byte{} && sums[d.Sum] != nil {
				p.Problems.ErrorAt(sum, "expected a secret of its own, this one is that of %s", sums[d.Sum])
			}
			ids[d.ID], sums[d.Sum] = t, t
		}
	}
}

// checkLinks warns about relative addresses in rich text that lead to no page of
// the brand.
func (p *Plan) checkLinks(f *check.File, b *Brand) {
	for _, l := range f.Links {
		if !b.HasPage(l.To) {
			p.Problems.Merge(&l.Dead)
		}
	}
}

// HasPage reports whether a relative address leads to a page of the brand.
func (b *Brand) HasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == manual.ExportPath || to == manual.FilesZipPath {
		return true
	}
	named := func(m *Manual) bool { return m.Manual.Slug == slug }
	return slices.ContainsFunc(b.Manuals, named) || slices.ContainsFunc(b.Kept, named)
}
