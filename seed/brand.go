package seed

import (
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

// A brand is a brand that the files name, or a stored one that changes with them.
type brand struct {
	manual.Brand // as after the import
	at           source.Place
	settings     *settings // of a file, or nil
	stored       *db.Brand // nil for a new brand
	entries      []*entry  // its manuals in the files
	others       []*member // stored manuals that the files do not have
	removed      []*db.Head
	gone         bool // no file names it any more, and it loses its manuals
	invalid      bool // the slug is invalid: the brand is not compared with others
}

// A member is a manual of a brand after the import: of the files, or a stored one.
type member struct {
	*db.Head
	entry  *entry // nil for a stored manual
	yields bool   // gives way to what the files have
	status Status // of a stored manual that changes
}

// members returns the manuals that the brand has after the import, the stored ones first.
func (b *brand) members() []*member {
	members := append([]*member{}, b.others...)
	for _, e := range b.entries {
		members = append(members, &member{Head: &e.head, entry: e})
	}
	return members
}

// joinBrands brings the manuals of the files together with the stored ones of their brands.
func (i *importer) joinBrands() {
	for _, f := range i.files {
		if f.broken {
			i.broken = true
			continue
		}
		b := i.brandOf(f)
		i.takeSettings(b, f)
		b.entries = append(b.entries, f.entries...)
	}
	if i.broken {
		return
	}
	i.addGone()
	for _, b := range i.brands {
		i.findOthers(b)
	}
	i.yieldDomains()
	i.checkReleaseFolders()
	for _, f := range i.files {
		b := i.bySlug[f.brand]
		for _, l := range f.links {
			if b != nil && l.Manual == nil && !b.hasPage(l.To) {
				i.problems.Merge(&l.Dead)
			}
		}
	}
}

// brandOf returns the brand that a file names.
func (i *importer) brandOf(f *file) *brand {
	if b := i.bySlug[f.brand]; b != nil {
		return b
	}
	b := &brand{Brand: manual.Brand{Slug: f.brand}, at: f.brandAt}
	i.brands = append(i.brands, b)
	if !manual.Label(f.brand) || f.brand == check.WWW {
		b.invalid = true // the check of the file reports it
		return b
	}
	i.bySlug[f.brand] = b
	if b.stored = i.index.Brand(f.brand); b.stored != nil {
		b.Brand = b.stored.Brand
	}
	return b
}

// takeSettings gives a brand the settings that a file has.
func (i *importer) takeSettings(b *brand, f *file) {
	if f.settings == nil || b.invalid {
		return
	}
	if b.settings != nil {
		i.problems.ErrorIn(f.settings.at, "write \"brand\": %q here: the settings of this brand stand in %s", b.Slug, b.settings.at)
		return
	}
	b.settings, b.Brand = f.settings, f.settings.Brand
}

// follows reports whether a path is one of those that the server follows, or below one.
func (i *importer) follows(path string) bool {
	if path == "" {
		return false
	}
	for _, followed := range i.options.Followed {
		absolute, err := filepath.Abs(followed)
		if err == nil && (path == absolute || strings.HasPrefix(path, absolute+string(filepath.Separator))) {
			return true
		}
	}
	return false
}

// addGone adds the brands that came from the followed files, which no longer name them, if all
// of their manuals are removed.
func (i *importer) addGone() {
	for known := range i.index.Brands() {
		if i.bySlug[known.Slug] != nil || !i.follows(known.Source) || known.Primary == nil || !i.removesAll(known) {
			continue
		}
		b := &brand{Brand: known.Brand, stored: known, gone: true}
		b.Domains, b.Access = nil, nil // other brands may take them, and only a file declares tokens
		i.bySlug[b.Slug] = b
		i.brands = append(i.brands, b)
	}
}

// findOthers finds the stored manuals that the files do not have: those that stay, and those
// that are removed.
func (i *importer) findOthers(b *brand) {
	if b.stored == nil {
		return
	}
	here, slugs := make(map[string]bool), make(map[string]bool)
	for _, e := range b.entries {
		here[e.head.ID], slugs[e.head.Slug] = true, true
	}
	for m := range b.stored.Manuals() {
		if here[m.ID] {
			continue
		}
		if i.removes(m) || i.follows(m.Source) && slugs[m.Slug] {
			b.removed = append(b.removed, m)
			continue
		}
		head := *m
		b.others = append(b.others, &member{Head: &head, yields: i.follows(m.Source)})
	}
}

func (i *importer) removesAll(b *db.Brand) bool {
	for m := range b.Manuals() {
		if !i.removes(m) {
			return false
		}
	}
	return true
}

// removes reports whether an import removes a stored manual that its files do not have.
func (i *importer) removes(m *db.Head) bool {
	if i.options.LetGo {
		for _, f := range i.files {
			if f.path != "" && f.path == m.Source {
				return true
			}
		}
	}
	if slices.Contains(i.options.Remove, m.ID) && i.follows(m.Source) {
		return true
	}
	return i.options.Prune && i.bySlug[m.Brand.Slug] != nil
}

// yieldDomains takes from stored brands, which came from the followed files and are not in them
// any more, the domains that brands of the files have now.
func (i *importer) yieldDomains() {
	taken := make(map[string]bool)
	for _, b := range i.brands {
		if b.settings != nil {
			for _, domain := range b.Domains {
				taken[domain] = true
			}
		}
	}
	for known := range i.index.Brands() {
		if i.bySlug[known.Slug] != nil || !i.follows(known.Source) {
			continue
		}
		var left []string
		for _, domain := range known.Domains {
			if !taken[domain] {
				left = append(left, domain)
			}
		}
		if len(left) == len(known.Domains) {
			continue
		}
		b := &brand{Brand: known.Brand, stored: known}
		b.Domains = left
		i.bySlug[b.Slug] = b
		i.brands = append(i.brands, b)
		i.findOthers(b)
	}
}

// hasPage reports whether a relative address leads to a page of the brand.
func (b *brand) hasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == manual.ExportPath || to == manual.FilesZipPath {
		return true
	}
	for _, m := range b.members() {
		if m.Slug == slug {
			return true
		}
	}
	return false
}
