package seed

import (
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
)

// A nextBrand is a brand as it is after the import: one that the files name, or another stored one. Its stored
// manuals that the files do not have are either staying or removed.
type nextBrand struct {
	manual.BrandSettings               // as after the import
	place                problem.Place // where a file names it; zero if none does
	fileBrand            *fileBrand    // of a file, or nil
	stored               *db.Brand     // nil for a new brand
	manuals              []*fileManual // of the files
	staying              []*nextManual
	removed              []*db.Head
	invalid              bool // the slug is invalid: the brand is not compared with others
}

// isNamed reports whether a file names the brand.
func (b *nextBrand) isNamed() bool { return !b.place.IsZero() }

// A nextManual is a manual as it is after the import: of the files, or a stored one.
type nextManual struct {
	*manual.Settings
	inFile *fileManual // nil for a stored manual
	isKept bool        // it stays, and freeKeptNames may take its subdomain and its mark of the primary manual
	status Status      // of a stored manual that changes
}

// allManuals returns the manuals that the brand has after the import, the stored ones first. It makes a new
// nextManual for each manual of the files, which shares its settings.
func (b *nextBrand) allManuals() []*nextManual {
	all := append([]*nextManual{}, b.staying...)
	for _, fm := range b.manuals {
		all = append(all, &nextManual{Settings: &fm.Settings, inFile: fm})
	}
	return all
}

// joinFiles makes the brands that the files name, with the settings that a file or else the store has for them, and
// gives each the manuals of the files.
func (i *importer) joinFiles() {
	for _, f := range i.files {
		if f.unusable {
			i.someUnusable = true
			continue
		}
		b := i.addBrand(f)
		b.manuals = append(b.manuals, f.manuals...)
		if f.fileBrand == nil || b.invalid {
			continue
		}
		if b.fileBrand != nil {
			i.problems.ErrorAtPlace(
				f.fileBrand.place, "duplicate settings of brand %s (also at %s). Write \"brand\": %[1]q here.", b.Slug,
				b.fileBrand.place,
			)
			continue
		}
		b.fileBrand, b.BrandSettings = f.fileBrand, f.fileBrand.BrandSettings
	}
}

// joinStored adds the stored brands that no file names, and to each brand its stored manuals that the
// files do not have: splitStored decides which of them stay and which are removed.
func (i *importer) joinStored() {
	for known := range i.index.Brands() {
		if i.bySlug[known.Slug] == nil {
			b := &nextBrand{BrandSettings: known.BrandSettings, stored: known}
			i.bySlug[b.Slug] = b
			i.brands = append(i.brands, b)
		}
	}
	for _, b := range i.brands {
		if b.stored != nil {
			i.splitStored(b)
		}
	}
}

// chooseSite chooses the base URL, if the options say how: `dev` chooses which brand is at home there.
func (i *importer) chooseSite() {
	if i.options.ChooseSite == nil {
		return
	}
	var slugs []string
	for _, b := range i.brands {
		if b.isNamed() {
			slugs = append(slugs, b.Slug)
		}
	}
	i.site = i.options.ChooseSite(i.site, slugs)
}

// addBrand returns the brand that a file names. If no file before has named it, addBrand adds it, with the
// settings of the stored brand if there is one.
func (i *importer) addBrand(f *sourceFile) *nextBrand {
	if b := i.bySlug[f.brand]; b != nil {
		return b
	}
	b := &nextBrand{BrandSettings: manual.BrandSettings{Slug: f.brand}, place: f.brandPlace}
	i.brands = append(i.brands, b)
	if !manual.IsLabel(f.brand) || f.brand == check.WWW {
		b.invalid = true // the check of the file reports it
		return b
	}
	i.bySlug[f.brand] = b
	b.stored = i.index.Brand(f.brand)
	if b.stored != nil {
		b.BrandSettings = b.stored.BrandSettings
	}
	return b
}

// isFollowed reports whether a path is that of a file or a folder that the server reads its seed files from, or is
// below such a folder.
func (i *importer) isFollowed(path string) bool {
	if path == "" {
		return false
	}
	for _, followed := range i.options.FollowedPaths {
		absolute := source.AbsolutePath(followed)
		if path == absolute || strings.HasPrefix(path, absolute+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// splitStored splits the stored manuals of a brand that the files do not have into those that are removed
// and those that stay. If a file names the brand, it removes:
//
//   - those that the options remove
//   - those from followed files whose slug a manual of the files has
//
// If no file names the brand, it removes all manuals of the brand or none. It removes all if the brand is from a
// followed file and the options remove each manual. The brand then also loses its domains and declared tokens.
//
// Those that stay and are from followed files are kept: see freeKeptNames.
func (i *importer) splitStored(b *nextBrand) {
	isGone := !b.isNamed() && i.isFollowed(b.SeedPath) && i.removesAll(b.stored)
	if isGone { // other brands may take its domains, and only a file declares tokens
		b.Domains = nil
		b.DeclaredTokens = nil
	}
	idsInFiles, slugsInFiles := make(map[string]bool), make(map[string]bool)
	for _, fm := range b.manuals {
		idsInFiles[fm.ID] = true
		slugsInFiles[fm.Slug] = true
	}
	for stored := range b.stored.Manuals() {
		if idsInFiles[stored.ID] {
			continue
		}
		isFollowed := i.isFollowed(stored.SeedPath)
		isReplaced := isFollowed && slugsInFiles[stored.Slug]
		if isGone || b.isNamed() && (isReplaced || i.removes(stored)) {
			b.removed = append(b.removed, stored)
			continue
		}
		settings := stored.Settings // a copy, which the import may change
		b.staying = append(b.staying, &nextManual{Settings: &settings, isKept: isFollowed})
	}
}

// freeKeptNames takes from kept manuals what the files give to others: subdomains, and the mark of the primary
// manual. It also frees the domains of a brand that came from a followed file and is named by none now.
func (i *importer) freeKeptNames() {
	domains, subdomains := i.namesInFiles()
	for _, b := range i.brands {
		if !b.isNamed() && i.isFollowed(b.SeedPath) {
			b.Domains = slices.DeleteFunc(slices.Clone(b.Domains), func(d string) bool { return domains[d] })
		}
		for _, m := range b.staying {
			if !m.isKept {
				continue
			}
			if subdomains[m.Subdomain] {
				m.Subdomain = ""
			}
			if m.MarkedPrimary && b.marksPrimary() { // one manual at most is marked
				m.MarkedPrimary = false
			}
		}
	}
}

// namesInFiles returns the domains of the brands of the files, and the subdomains of these brands and of
// their manuals.
func (i *importer) namesInFiles() (map[string]bool, map[string]bool) {
	domains, subdomains := make(map[string]bool), make(map[string]bool)
	for _, b := range i.brands {
		if !b.isNamed() || b.invalid {
			continue
		}
		subdomains[b.Slug] = true
		for _, fm := range b.manuals {
			subdomains[fm.Subdomain] = true
		}
		if b.fileBrand == nil {
			continue
		}
		for _, d := range b.Domains {
			domains[d] = true
		}
	}
	return domains, subdomains
}

// removesAll reports whether a stored brand has manuals and the import removes all of them.
func (i *importer) removesAll(b *db.Brand) bool {
	for stored := range b.Manuals() {
		if !i.removes(stored) {
			return false
		}
	}
	return b.Primary != nil // a brand without a primary manual has no manual
}

// removes reports whether an import removes a stored manual that its files do not have.
func (i *importer) removes(stored *db.Head) bool {
	if i.options.PruneReread {
		for _, f := range i.files {
			if f.path != "" && f.path == stored.SeedPath {
				return true
			}
		}
	}
	if slices.Contains(i.options.PruneIDs, stored.ID) && i.isFollowed(stored.SeedPath) {
		return true
	}
	return i.options.Prune && i.bySlug[stored.Brand.Slug].isNamed()
}
