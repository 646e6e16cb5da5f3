package seed

import (
	"encoding/hex"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A sourceFile is what an import goes on with of a seed file that was checked. Its tree is gone.
type sourceFile struct {
	name       string
	path       string // absolute; empty for one from a pipe or an archive
	brand      string // slug
	brandPlace problem.Place
	fileBrand  *fileBrand // nil if the file names its brand by the slug alone
	source     *Source    // without its data, to read its release files
	manuals    []*fileManual
	links      []check.Link // relative addresses in its rich text
	assets     map[string]*asset.Asset
	// Nothing is made of it: it was not read, does not parse, is beyond a limit, or is a copy of another file.
	unusable  bool
	hasErrors bool // the check found errors: its manuals have ids and anchors, but no model and no tokens
	problems  problem.Collector
}

// A fileBrand is a brand as a file has it: its settings.
type fileBrand struct {
	manual.BrandSettings
	file             *sourceFile
	place, slugPlace problem.Place
	coverLogoPlace   problem.Place
	domainPlaces     []problem.Place // of the domains
	accessPlaces     []accessPlace
}

// An accessPlace says where a declared access token stands, with its id and the hash of its secret.
type accessPlace struct{ place, id, hash problem.Place }

// prepareFile parses and checks a seed file, whose bytes were read before, takes its brand from it and makes
// its manuals. The check reads and hashes the files that it refers to; saveFiles reads again those that the
// store lacks. Order is the number of the seed file, from 0.
func (i *importer) prepareFile(s Source, order int) (*sourceFile, error) {
	checked := check.Check(s, order, i.options.checkOptions())
	f := &sourceFile{
		name: s.Name, path: s.Path, links: checked.Links, assets: checked.Assets,
		source:   &Source{Files: s.Files, Releases: s.Releases, WholeFolder: s.WholeFolder},
		unusable: checked.Unusable, hasErrors: checked.Problems.HasErrors(), problems: checked.Problems,
	}
	if f.unusable {
		return f, nil
	}
	root := checked.Tree.Root
	f.brand = checked.Brand()
	f.brandPlace = problem.PlaceIn(root, "brand")
	if named := root.Get("brand"); named.Is('{') {
		f.fileBrand = f.readBrand(named)
	}
	for _, m := range root.Get("manuals").List() {
		if !m.Is('{') {
			continue
		}
		fm, err := i.makeManual(f, m)
		if err != nil {
			return nil, err
		}
		f.manuals = append(f.manuals, fm)
	}
	return f, nil
}

// readBrand copies the settings of a brand and their places.
func (f *sourceFile) readBrand(node *content.Value) *fileBrand {
	cover := node.Get("cover")
	b := &fileBrand{
		BrandSettings: manual.BrandSettings{
			Slug: f.brand, Name: node.Get("name").Text(), Cover: readCover(cover), SeedPath: f.path,
		},
		file: f, place: problem.PlaceOf(node), slugPlace: problem.PlaceIn(node, "slug"),
		coverLogoPlace: problem.PlaceIn(cover, "logo"),
	}
	for _, domain := range node.Get("domains").List() {
		b.Domains = append(b.Domains, strings.ToLower(domain.Text()))
		b.domainPlaces = append(b.domainPlaces, problem.PlaceOf(domain))
	}
	for _, t := range node.Get("access").List() {
		b.DeclaredTokens = append(b.DeclaredTokens, readAccess(t))
		b.accessPlaces = append(
			b.accessPlaces, accessPlace{problem.PlaceOf(t), problem.PlaceIn(t, "id"), problem.PlaceIn(t, "sha256")},
		)
	}
	b.Cover.Logo = b.addFile(b.Cover.Logo)
	b.Cover.Image = b.addFile(b.Cover.Image)
	return b
}

// addFile adds the file of a cover field, and returns the reference by which manuals name it. A field that
// refers to no file, such as the name of a logo, stays as it is.
func (b *fileBrand) addFile(ref string) string {
	a := b.file.asset(ref)
	if a == nil {
		return ref
	}
	b.Files = appendFile(b.Files, manual.BrandRef(ref), a)
	return manual.BrandRef(ref)
}

// readAccess reads the valid parts of a declared access token.
func readAccess(t *content.Value) manual.DeclaredToken {
	d := manual.DeclaredToken{ID: t.Get("id").Text(), Name: t.Get("name").Text(), File: t.Tree.Name}
	d.Expires = check.ParseTime(t.Get("expires").Text())
	hash, err := hex.DecodeString(t.Get("sha256").Text())
	if err != nil || len(hash) != len(d.Sum) {
		return d // the check has reported it
	}
	d.Sum = [32]byte(hash)
	return d
}

// readCover reads what a brand or a manual says of its cover.
func readCover(v *content.Value) manual.Cover {
	c := manual.Cover{
		Logo: v.Get("logo").Text(), Image: v.Get("image").Text(), Focus: v.Get("focus").Text(),
		Color: v.Get("color").Text(),
	}
	for _, name := range v.Get("colors").List() {
		c.Colors = append(c.Colors, name.Text())
	}
	return c
}

// readNews reads the news of a manual, the newest first.
func readNews(v *content.Value) []manual.News {
	var news []manual.News
	for _, n := range v.List() {
		news = append(news, manual.News{
			ID: n.Get("id").Text(), Date: n.Get("date").Text(),
			Title: n.Get("title").Text(), HTML: n.Get("html").Text(),
		})
	}
	slices.SortStableFunc(news, func(a, b manual.News) int { return strings.Compare(b.Date, a.Date) })
	return news
}

// asset returns the file beside the seed file that a URL refers to, or nil if it refers to
// none.
func (f *sourceFile) asset(ref string) *asset.Asset {
	name, err := source.AssetPath(ref)
	if name == "" || err != nil {
		return nil
	}
	return f.assets[name]
}

// appendFile appends the file that a URL refers to, unless the URL is there already or refers
// to none.
func appendFile(files []manual.File, ref string, a *asset.Asset) []manual.File {
	if a == nil {
		return files
	}
	for _, f := range files {
		if f.Ref == ref {
			return files
		}
	}
	file := a.File
	file.Ref = ref
	return append(files, file)
}
