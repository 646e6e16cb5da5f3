package hosts

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// hostPaths are the paths of what belongs to a host.
var hostPaths = []string{
	manual.RobotsPath, manual.LLMsPath, manual.SkillsPath, manual.FaviconPath, manual.BrandsPath,
	manual.SitemapPath, manual.TouchPath, manual.CatalogPath, manual.ManualListPath, manual.AgentsPath,
}

// manualPaths are paths below that of a manual. Its page is at "".
var manualPaths = []string{
	"", manual.ExportPath, manual.FilesZipPath, manual.FeedPath, manual.BrandZipPath, manual.ReleasesPath,
	manual.ReleasesList,
}

// The targets that are no whole paths.
const (
	ExportPrefix   = manual.ExportPath + "/"   // precedes the name of an export
	FilePrefix     = manual.FilesPath + "/"    // precedes the hash and the name of a file
	ReleasePrefix  = manual.ReleasesPath + "/" // precedes the version of a release and the name of a document
	PageFilePrefix = manual.InternalPath       // precedes the name of a page file
	NoTarget       = "/"                       // of a path that names nothing
)

// A Path is the parsed path of a request. The manual, document or file that it
// names need not exist.
type Path struct {
	Target       string // what it names, and so its route: one of the paths and constants above
	Name         string // of a document or a file
	FileHash     string // the beginning of a file's hash
	Version      string // of a release
	StaticEnding bool   // it ends with / or /index.html, as static servers write the path of a page

	beginning string // what names the manual, before /-/: "" or "/" and its slug
	slug      string // of beginning, in lower case
	tail      string // what names a page, export or file of it, from /-/ on, or ""
}

// Parse parses a decoded path below the base URL's. It may be empty, as in "GET
// http://host" (RFC 9112, section 3.2.2). The path of a page may end with a slash or
// with /index.html.
func Parse(path string) Path {
	if path == "/" {
		path = ""
	}
	withoutEnding, isIndex := strings.CutSuffix(path, "/index.html")
	if !isIndex {
		withoutEnding = strings.TrimSuffix(path, "/")
	}
	p := parseExact(withoutEnding)
	isList := p.Target == manual.BrandsPath || p.Target == manual.ManualListPath
	if withoutEnding == path || p.IsForPeople() || isList {
		p.StaticEnding = withoutEnding != path
		// The address of the page of releases ends with a slash. The page also answers without one.
		if p.Target == manual.ReleasesPath && p.StaticEnding {
			p.StaticEnding = isIndex
			p.tail += "/"
		}
		return p
	}
	return parseExact(path)
}

// parseExact parses a path without a static ending. It keeps a slash at the end. It takes a path below /-/ that names
// nothing else for that of a page file.
func parseExact(path string) Path {
	beginning, _, isBelow := strings.Cut(path, manual.InternalPath)
	p := Path{beginning: beginning, slug: lower(strings.TrimPrefix(beginning, "/")), tail: path[len(beginning):]}
	if slices.Contains(hostPaths, path) {
		p.Target = path
		return p
	}
	if !isBelow && strings.HasSuffix(beginning, "/") {
		p.Target = NoTarget
		return p
	}
	if slices.Contains(manualPaths, p.tail) {
		p.Target = p.tail
		return p
	}
	if export, ok := strings.CutPrefix(p.tail, ExportPrefix); ok {
		p.Target = ExportPrefix
		p.Name = export
		return p
	}
	if file, ok := strings.CutPrefix(p.tail, FilePrefix); ok {
		p.Target = FilePrefix
		p.FileHash, p.Name, _ = strings.Cut(file, "/")
		return p
	}
	if release, ok := strings.CutPrefix(p.tail, ReleasePrefix); ok {
		p.Target = ReleasePrefix
		p.Version, p.Name, _ = strings.Cut(release, "/")
		return p
	}
	p.Target = NoTarget
	if beginning == "" {
		p.Target = PageFilePrefix
	}
	return p
}

// IsForPeople reports whether the path is that of a manual's page, of the page of its exports or of that of
// its releases: there people enter a password, and share links lead there.
func (p Path) IsForPeople() bool {
	return p.Target == "" || p.Target == manual.ExportPath || p.Target == manual.ReleasesPath
}

// IsRoot reports whether the path is the root of its host.
func (p Path) IsRoot() bool { return p.Target == "" && p.beginning == "" }

// At returns the manual, published or not, that a path names in the scope of a
// host, or nil. The primary manual of a brand is at the root of the brand's
// host, the others at their slug (specification, section 4.1), in any case. On
// a manual's own host its exports and files are also at its slug, because the
// same page, with the same links, is served on the brand's host.
func (s Scope) At(p Path) *db.Head {
	if s.Manual != nil && (p.beginning == "" || p.Target != "" && p.slug == s.Manual.Slug) {
		return s.Manual
	}
	if s.Brand != nil && p.beginning == "" {
		return s.Brand.Primary
	}
	if s.Brand != nil && p.beginning[0] == '/' {
		return s.Brand.Manual(p.slug)
	}
	return nil
}

// IsCanonical reports whether the path is the canonical one, in the scope, for what it names of the manual.
func (p Path) IsCanonical(s Scope, site manual.Site, m *db.Head) bool {
	if p.StaticEnding || !s.hasSameBase(site, m) {
		return false
	}
	if p.beginning == "" {
		return s.Manual != nil || m.Primary
	}
	return p.beginning[1:] == m.Slug && (s.Brand == nil || !m.Primary)
}

// Canonical returns the canonical path, escaped, of the same thing in the scope, or its address if that is
// on another host.
func (p Path) Canonical(s Scope, site manual.Site, m *db.Head) string {
	path := s.BasePath
	if !s.hasSameBase(site, m) {
		path = m.Address(site)
	} else if s.Manual == nil && !m.Primary {
		path += "/" + m.Slug
	}
	for _, segment := range strings.Split(p.tail, "/")[1:] {
		path += "/" + url.PathEscape(segment)
	}
	return cmp.Or(path, "/")
}

// OfHost returns the canonical path of what belongs to the host.
func (p Path) OfHost(s Scope) string { return cmp.Or(s.BasePath+p.beginning+p.tail, "/") }

// hasSameBase reports whether the paths in the manual's page are right on the hosts of the scope: both have the
// same base path.
func (s Scope) hasSameBase(site manual.Site, m *db.Head) bool {
	return site.PathBefore(m.Brand.BrandSettings, m.Subdomain, m.Primary) == s.BasePath
}
