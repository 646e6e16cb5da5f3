package seed

import (
	"errors"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
)

// findConflicts finds what contradicts something else in the files or in the store, and
// chooses the primary manual of each brand.
func (i *importer) findConflicts() {
	i.checkBrands()
	i.checkAccess()
	i.checkIDs()
	i.checkNames()
	for _, b := range i.brands {
		i.choosePrimary(b)
	}
}

// checkBrands requires settings for every brand, and domains that are unique.
func (i *importer) checkBrands() {
	owners := make(map[string]string) // slug of the brand, by domain
	for _, b := range i.brands {
		if b.settings == nil && b.stored == nil && !b.invalid && !i.broken {
			i.problems.ErrorIn(b.at, `unknown brand %q: write { "slug": %[1]q, "name": "…" } in one of the files`, b.Slug)
		}
		if b.settings == nil {
			continue
		}
		for n, domain := range b.Domains {
			i.checkDomain(b, domain, b.settings.domains[n], owners[domain])
			owners[domain] = b.Slug
		}
	}
}

// checkDomain checks a domain of a brand. Owner is the brand of the files that has it already.
func (i *importer) checkDomain(b *brand, domain string, at source.Place, owner string) {
	if !manual.HostName(domain) {
		return // the check of the file reports it
	}
	if stored := i.index.Domain(domain); owner == "" && stored != nil && i.keepsSettings(stored.Slug) {
		owner = stored.Slug
	}
	if strings.HasSuffix(domain, "."+i.site.Host) {
		i.problems.ErrorIn(at, "the domain %q is below the site %s: choose one of the brand's own", domain, i.site)
		return
	}
	if domain == i.site.Host && i.site.Home != "" && i.site.Home != b.Slug {
		i.problems.ErrorIn(at, "the domain %q is the site, where brand %q is at home: choose one of the brand's own", domain, i.site.Home)
		return
	}
	if owner == b.Slug {
		i.problems.ErrorIn(at, "duplicate domain %q", domain)
		return
	}
	if owner != "" {
		i.problems.ErrorIn(at, "duplicate domain %q (also used by brand %s)", domain, owner)
	}
}

// keepsSettings reports whether a stored brand keeps its domains and declared tokens: the
// import changes nothing of it.
func (i *importer) keepsSettings(slug string) bool {
	b := i.bySlug[slug]
	return !i.broken && (b == nil || b.settings == nil && !b.gone && len(b.Domains) == len(b.stored.Domains))
}

// ErrSiteTaken is wrapped by the error of [SetSite] if a custom domain of a brand is below the
// base URL's host, or is that host while another brand is at home there.
var ErrSiteTaken = errors.New("the base URL's host is that of a custom domain")

// checkDomains checks that a brand can have its domains beside a base URL.
func checkDomains(site manual.Site, b manual.Brand) error {
	for _, domain := range b.Domains {
		if domain == site.Host && !site.AtHome(b) || strings.HasSuffix(domain, "."+site.Host) {
			return fmt.Errorf("%w: %s of brand %s", ErrSiteTaken, domain, b.Slug)
		}
	}
	return nil
}

// checkIDs requires that ids of manuals are unique and stay in their brand.
func (i *importer) checkIDs() {
	ids := make(map[string]*entry)
	for _, b := range i.brands {
		for _, e := range b.entries {
			i.checkID(b, e, ids[e.head.ID])
			ids[e.head.ID] = e
		}
	}
}

// checkID checks the id of a manual. First is the one of the files that has it already, or nil.
func (i *importer) checkID(b *brand, e, first *entry) {
	if b.invalid && !e.hasID {
		e.stored = nil // without a brand the id cannot be derived
		return
	}
	if first != nil {
		sameSlug := first.head.Slug == e.head.Slug && first.brand == e.brand && !e.hasID // checkSlugs reports it
		if !sameSlug {
			i.problems.ErrorIn(e.places.id, "duplicate id %q (also used by %s)", e.head.ID, first.places.manual)
		}
		return
	}
	if b.invalid {
		e.stored = nil
		return
	}
	if e.stored != nil && e.stored.Brand.Slug != b.Slug {
		i.problems.ErrorIn(e.places.id, "duplicate id %q (also used by a manual of brand %s)", e.head.ID, e.stored.Brand.Slug)
		e.stored = nil
	}
}

// An owner is the brand or manual that has a subdomain.
type owner struct{ name, id string }

// checkNames requires unique names: slugs among a brand's manuals, and subdomains among all
// brands and manuals.
func (i *importer) checkNames() {
	labels := make(map[string]owner)
	for _, b := range i.brands {
		i.checkSlugs(b)
		at := b.at
		if b.settings != nil {
			at = b.settings.slugAt
		}
		if !b.gone && !b.invalid { // else no file names it any more, or its slug is wrong
			i.reserve(labels, b.Slug, owner{name: "brand " + b.Slug}, at)
		}
	}
	for _, b := range i.brands {
		for _, e := range b.entries {
			if e.head.Subdomain != "" && !b.invalid {
				i.reserve(labels, e.head.Subdomain, owner{"manual " + b.Slug + "." + e.head.Slug, e.head.ID}, e.places.subdomain)
			}
		}
	}
	for _, b := range i.brands {
		for _, m := range b.others {
			if by, taken := labels[m.Subdomain]; taken && m.yields && by.id != m.ID {
				m.Subdomain = ""
			}
		}
	}
}

// checkSlugs requires that slugs are unique in a brand and differ from the subdomains of its
// other manuals.
func (i *importer) checkSlugs(b *brand) {
	slugs := make(map[string]*member)
	for _, m := range b.members() {
		has := slugs[m.Slug]
		if has != nil {
			i.problems.ErrorIn(m.entry.places.slug, "duplicate slug %q in brand %s (also used by %s)", m.Slug, b.Slug, has.place())
			continue
		}
		if m.Slug != "" { // else the check of the file reports it
			slugs[m.Slug] = m
		}
	}
	for _, m := range b.members() {
		has := slugs[m.Subdomain]
		if has == nil || has.ID == m.ID {
			continue
		}
		if m.entry != nil {
			i.problems.ErrorIn(m.entry.places.subdomain, "the subdomain %q is the slug of another manual of brand %s: choose another", m.Subdomain, b.Slug)
		} else if has.entry != nil && !m.yields {
			i.problems.ErrorIn(has.entry.places.slug, "the slug %q is the subdomain of %s: choose another", m.Subdomain, m.place())
		}
	}
}

// place says in a message where the manual is.
func (m *member) place() string {
	if m.entry == nil {
		return "a manual in the database (" + m.ID + ")"
	}
	return "the manual at " + m.entry.places.manual.String()
}

// reserve gives a subdomain to a brand or manual at a place, unless another one has it.
func (i *importer) reserve(labels map[string]owner, label string, by owner, at source.Place) {
	if has := i.ownerOf(labels, label); has != (owner{}) && has != by {
		i.problems.ErrorIn(at, "duplicate subdomain %q (also used by %s)", label, has.name)
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
	keeps := !i.follows(m.Source)
	if b := i.bySlug[m.Brand.Slug]; b != nil {
		keeps = false // the files move or remove it
		for _, kept := range b.others {
			keeps = keeps || kept.ID == m.ID && !kept.yields
		}
	}
	if !keeps {
		return owner{}
	}
	return owner{"manual " + m.Brand.Slug + "." + m.Slug, m.ID}
}

// choosePrimary finds the primary manual of a brand, counting those that the store keeps. A
// manual with the flag comes before one that is primary only because it was the single one.
func (i *importer) choosePrimary(b *brand) {
	members := b.members()
	var flagged *member
	for _, m := range members {
		if m.entry == nil && m.yields && m.Flagged && b.flags() {
			m.Flagged = false
		}
	}
	fallback := ""
	for _, m := range members {
		if m.Flagged && flagged == nil {
			flagged = m
			continue
		}
		if m.Flagged && m.entry != nil {
			where := "in the database; --prune removes what the files no longer have"
			if flagged.entry != nil {
				where = flagged.entry.places.manual.String()
			}
			i.problems.ErrorIn(m.entry.places.primary, "brand %s has a second primary manual: %s is primary too (%s)", b.Slug, flagged.Slug, where)
			continue
		}
		if len(members) == 1 || m.wasPrimary() {
			fallback = m.ID
		}
	}
	if flagged != nil {
		fallback = flagged.ID
	} else if fallback == "" && len(members) > 0 && !i.broken && !b.invalid {
		i.problems.ErrorIn(b.at, "brand %s has no primary manual: write \"primary\": true in one of its %d", b.Slug, len(members))
	}
	for _, m := range members {
		m.Primary = m.ID == fallback
	}
}

// flags reports whether a manual of the files says that it is primary.
func (b *brand) flags() bool {
	for _, e := range b.entries {
		if e.head.Flagged {
			return true
		}
	}
	return false
}

// wasPrimary reports whether the manual is the stored primary one, and no file says otherwise.
func (m *member) wasPrimary() bool {
	if m.entry == nil {
		return m.Primary
	}
	return m.entry.stored != nil && m.entry.stored.Primary && !m.entry.hasFlag
}

// checkAccess requires that ids are unique among all access tokens, and hashes among the
// declared ones.
func (i *importer) checkAccess() {
	ids, sums := make(map[string]string), make(map[[32]byte]string) // whose they are, in words
	made := make(map[[32]byte]string)                               // ids of tokens made by a command, by hash; a file may declare these too
	for t := range i.index.Tokens() {
		if t.File == "" {
			ids[t.ID] = "a token that `designmanual token create` made"
			made[t.Sum] = t.ID
		} else if i.keepsSettings(t.Brand) {
			ids[t.ID], sums[t.Sum] = "brand "+t.Brand, "brand "+t.Brand
		}
	}
	for _, b := range i.brands {
		if b.settings == nil {
			continue
		}
		for n, d := range b.settings.Access {
			at := b.settings.access[n]
			if d.ID != "" && ids[d.ID] != "" && made[d.Sum] != d.ID {
				i.problems.ErrorIn(at.id, "duplicate id %q (also used by %s)", source.Truncate(d.ID), ids[d.ID])
			}
			if d.Sum != [32]byte{} && sums[d.Sum] != "" {
				i.problems.ErrorIn(at.sum, "duplicate secret (also used by %s)", sums[d.Sum])
			}
			ids[d.ID], sums[d.Sum] = at.at.String(), at.at.String()
		}
	}
}
