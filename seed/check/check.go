// Package check checks a seed file by itself, before it is compared with others and
// with the store: its structure by the JSON Schema, and by rules what a schema cannot
// express; the markup of its texts; and the files that it refers to.
//
// [Check] checks one file. It reports every problem with the place of the value, goes on
// after each, and renders nothing.
//
// What a user gets from this package: everything that would be wrong or missing on the page
// is told before it is published, a misspelled key together with the right one, and
// nothing that a browser would run gets further than here, whether in a text, in an
// address or in a drawing.
package check

import (
	"designmanual/db/manual"
	"designmanual/seed/active"
	"designmanual/seed/asset"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// Options configure a check.
type Options struct {
	AllowActiveHTML bool // accept scripts, event handlers and javascript: addresses
	WarnOfAnchors   bool // warn of parts without an anchor too

	Cache *asset.Cache // of what was read of files before; may be nil
}

// A CheckedFile is a checked seed file.
type CheckedFile struct {
	*source.ParsedFile
	Problems problem.Collector       // of this file alone, those of parsing too
	Assets   map[string]*asset.Asset // the files that it refers to, by path
	Links    []Link                  // relative addresses in its rich text
}

// Limits of the content of a manual. Real manuals stay far below them; content
// beyond them would take minutes to render.
const (
	MaxTokens    = 20_000   // of one version of a manual; each tint and each layer of a shadow counts as one
	MaxNameBytes = 10 << 10 // of a name, a title, an id or an anchor
	MaxValues    = 200_000  // in a manual
	MaxManuals   = 10_000   // in a file
	MaxParts     = 10_000   // sections and blocks of one version of a manual
	MaxLayers    = 100      // of one shadow
)

// nameKeys are the keys of strings that are names.
var nameKeys = map[string]bool{
	"id": true, "anchor": true, "title": true, "name": true, "family": true, "usage": true, "label": true,
	"slug": true, "type": true,
}

// A checker validates one file against the schema and the rules.
type checker struct {
	file     *CheckedFile
	problems *problem.Collector
	options  Options
	// lenient is set for an empty block, which may lack values and required
	// members. Their kinds are checked nevertheless.
	lenient   bool
	tokens    int               // of this version of the manual
	counted   map[[32]byte]bool // files of this manual, or of the brand, that fileBytes counts, by SHA-256
	fileBytes int64             // the total size of these files
	active    active.Reader
}

// Check parses a seed file and records every problem that it has on its own. It checks sizes, then the shape of
// the whole file by the schema, then the rules between the keys of an object, the content of known block kinds,
// active content and the files that the file refers to, manual by manual. Order is the file's number among those of
// the import, from 0.
//
// The path to a block is checkManual, checkVersion, checkPart; checkAssets then reads and hashes each file that the
// block refers to, once ([asset.Cache.Read]).
func Check(s source.Source, order int, o Options) *CheckedFile {
	f := &CheckedFile{ParsedFile: source.Parse(s, order), Assets: make(map[string]*asset.Asset)}
	f.Problems = f.ParseProblems
	if f.Unusable {
		f.reportPlaceholder()
		return f
	}
	c := &checker{file: f, problems: &f.Problems, options: o}
	for _, text := range f.Tree.Texts {
		if err := asset.RefusePlaceholder(text.Path, text.Data); err != nil {
			c.problems.Add(problem.Error, text, 0, 0, "%v", err)
		}
	}
	if !c.checkSizes(f.Tree.Root, "") {
		f.Unusable = true
		return f
	}
	if !c.requireSeedFile(f.Tree.Root) {
		return f
	}
	c.checkShape(f.Tree.Root, format().root)
	c.counted = make(map[[32]byte]bool)
	c.checkSettingsFiles(f.Tree.Root.Get("brand"))
	for _, m := range f.Tree.Root.Get("manuals").List() {
		if n := countValues(m); n > MaxValues {
			c.problems.ErrorAt(m, "expected at most %d values in a manual, found %d", MaxValues, n)
			f.Unusable = true
			continue
		}
		c.checkManual(m)
	}
	return f
}

// reportPlaceholder looks whether a file that does not parse is a placeholder, as Git LFS and cloud folders put it in
// place of the file that its author sees. Of a placeholder it reports that alone, and drops what the parser found.
func (f *CheckedFile) reportPlaceholder() {
	if err := asset.RefusePlaceholder(f.Name, f.Tree.Data); err != nil {
		f.Problems = problem.Collector{}
		f.Problems.Add(problem.Error, f.Tree, 0, 0, "%v", err)
	}
}

// requireSeedFile adds an error unless a file is a seed file, be it one with errors. It returns whether it is one.
func (c *checker) requireSeedFile(root *content.Value) bool {
	if isRelease(root) {
		c.problems.ErrorAt(
			root, "expected a seed file, found a release file, which is read with the seed files of the folder above %s",
			source.ReleasesFolder,
		)
		return false
	}
	if found := otherFormat(root); found != "" {
		c.problems.ErrorAt(
			root,
			"expected an object with brand and manuals, found %s. If it has tokens, `designmanual convert` makes a "+
				"seed file of them.",
			found,
		)
		return false
	}
	return true
}

// isRelease reports whether a file is one that `designmanual release` has written.
func isRelease(root *content.Value) bool {
	return root.Get("version") != nil && root.Get("documents") != nil && root.Get("manuals") == nil
}

// otherFormat says what a file is that is no seed file: an array, or an object without
// any key of one, not even misspelt. Else it returns "".
func otherFormat(root *content.Value) string {
	if root.Is('[') {
		return "an array"
	}
	if root.Is('{') && len(root.Children) > 0 && hasNone(root, format().root.names()) {
		return "another object"
	}
	return ""
}

// checkSizes adds an error for each string in a value that is too long, and for each list of manuals or parts that is
// too large. It returns whether there is none. The key is that of the value, or of the list that the value is in.
func (c *checker) checkSizes(p *content.Value, key string) bool {
	if most := maxItems[key]; p.Is('[') && most > 0 && len(p.Children) > most {
		c.problems.ErrorAt(p, "expected at most %d %s, found %d", most, key, len(p.Children))
		return false
	}
	if p.Is('"') {
		most := source.MaxTextBytes
		if nameKeys[key] {
			most = MaxNameBytes
		}
		if int(p.End-p.Start) > most+2 && len(p.Text()) > most {
			c.problems.ErrorAt(p, "expected at most %d KiB, found %d bytes", most>>10, len(p.Text()))
			return false
		}
	}
	ok := true
	for _, inside := range p.Children {
		if p.Is('{') {
			key = inside.Name
		}
		ok = c.checkSizes(inside, key) && ok
	}
	return ok
}

// maxItems limits lists by their keys.
var maxItems = map[string]int{"manuals": MaxManuals, "sections": MaxParts, "blocks": MaxParts}

// countValues returns the number of values in a value, which itself counts as one.
func countValues(p *content.Value) int {
	n := 1
	for _, inside := range p.Children {
		if inside.Name != "comments" && inside.Name != "history" { // nothing is made of these two
			n += countValues(inside)
		}
	}
	return n
}

// checkManual checks a manual: its settings and its news, then its sections or, with review, those of its
// draft and of its approved version.
func (c *checker) checkManual(m *content.Value) {
	if password := m.Get("password"); password != nil && m.Get("visibility").Text() != string(manual.Password) {
		c.problems.ErrorAt(
			password,
			"a password needs the visibility password. Leave the password out, or write \"visibility\": \"password\".",
		)
	}
	review, approved := m.Get("review").Bool(false), m.Get("approved")
	if approved != nil && !review {
		c.problems.ErrorAt(approved, "the key approved needs review. Leave it out, or write \"review\": true.")
	}
	if m.Is('{') && m.Get("id") == nil {
		c.problems.WarnOf(
			problem.NoID, m, "manual %q has no id: it is made of its slug and changes with it",
			content.Truncate(m.Get("title").Text()),
		)
	}
	c.warnOfHTML(m.Get("title"))
	c.counted, c.fileBytes = make(map[[32]byte]bool), 0
	ids := make(map[string]*content.Value)
	for _, news := range m.Get("notes").List() {
		c.checkStrings(news, "")
		id := news.Get("id").Text()
		if id != "" && ids[id] != nil {
			c.problems.ErrorAt(
				news.Get("id"), "duplicate id %q (also used by %s)", content.Truncate(id), problem.PlaceOf(ids[id]),
			)
		}
		ids[id] = news.Get("id")
	}
	c.checkSettingsFiles(m)
	c.checkVersion(m, !review)
	if approved.Is('{') {
		c.checkVersion(approved, true)
	}
}

// checkSettingsFiles checks and reads the files of the cover and of the news of a manual, or of the cover of a brand.
func (c *checker) checkSettingsFiles(p *content.Value) {
	for _, found := range source.SettingsURLs(p) {
		a := c.checkAsset(found)
		if a != nil && (found.Node == p.Get("cover").Get("logo") || found.Node == p.Get("cover").Get("image")) {
			c.warnOfPicture(found.Node, a)
		}
	}
}
