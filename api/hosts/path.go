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

// The targets that are no paths themselves.
const (
	ExportPrefix  = manual.ExportPath + "/"   // precedes the name of an export
	FilePrefix    = manual.FilesPath + "/"    // precedes the hash and the name of a file
	ReleasePrefix = manual.ReleasesPath + "/" // precedes the version of a release and the name of a document
	AssetPrefix   = manual.InternalPath       // precedes the name of an asset
	Nothing       = "/"                       // of a path that names nothing
)

// A Path is the parsed path of a request. The manual, document or file that it
// names need not exist.
type Path struct {
	Target       string // what it names: one of the paths and constants above
	Name         string // of a document or a file
	Sum          string // the beginning of a file's hash
	Version      string // of a release
	StaticEnding bool   // it ends with / or /index.html, as static servers write the path of a page

	base  string // the part before /-/: "" or "/" and a slug
	slug  string // of base, in lower case
	below string // the part from /-/ on, or ""
}

// Parse parses a decoded path below the base URL's. It may be empty, as in "GET
// http://host" (RFC 9112, section 3.2.2). The path of a page may end with a slash or
// with /index.html.
func Parse(path string) Path {
	if path == "/" {
		path = ""
	}
	plain, isIndex := strings.CutSuffix(path, "/index.html")
	if !isIndex {
		plain = strings.TrimSuffix(path, "/")
	}
	if p := parse(plain); plain == path || p.IsPage() || p.Target == manual.BrandsPath || p.Target == manual.ManualListPath {
		p.StaticEnding = plain != path
		// Its address ends with a slash; without one the same page answers.
		if p.Target == manual.ReleasesPath && p.StaticEnding {
			p.StaticEnding, p.below = isIndex, p.below+"/"
		}
		return p
	}
	return parse(path)
}

// parse parses a path in which a trailing slash has a meaning.
func parse(path string) Path {
	base, _, below := strings.Cut(path, manual.InternalPath)
	p := Path{base: base, slug: lower(strings.TrimPrefix(base, "/")), below: path[len(base):]}
	if slices.Contains(hostPaths, path) {
		p.Target = path
		return p
	}
	if !below && strings.HasSuffix(base, "/") {
		p.Target = Nothing
		return p
	}
	if slices.Contains(manualPaths, p.below) {
		p.Target = p.below
		return p
	}
	if export, ok := strings.CutPrefix(p.below, ExportPrefix); ok {
		p.Target, p.Name = ExportPrefix, export
		return p
	}
	if file, ok := strings.CutPrefix(p.below, FilePrefix); ok {
		p.Target = FilePrefix
		p.Sum, p.Name, _ = strings.Cut(file, "/")
		return p
	}
	if release, ok := strings.CutPrefix(p.below, ReleasePrefix); ok {
		p.Target = ReleasePrefix
		p.Version, p.Name, _ = strings.Cut(release, "/")
		return p
	}
	p.Target = Nothing
	if base == "" {
		p.Target = AssetPrefix
	}
	return p
}

// IsPage reports whether the path is that of a manual's page, of the list of its exports or of its
// releases.
func (p Path) IsPage() bool {
	return p.Target == "" || p.Target == manual.ExportPath || p.Target == manual.ReleasesPath
}

// IsRoot reports whether the path is the root of its host.
func (p Path) IsRoot() bool { return p.Target == "" && p.base == "" }

// At returns the manual, published or not, that a path names in the scope of a
// host, or nil. The primary manual of a brand is at the root of the brand's
// host, the others at their slug (specification, section 4.1), in any case. On
// a manual's own host its exports and files are also at its slug, because the
// same page, with the same links, is served on the brand's host.
func (s Scope) At(p Path) *db.Head {
	if s.Manual != nil && (p.base == "" || p.Target != "" && p.slug == s.Manual.Slug) {
		return s.Manual
	}
	if s.Brand != nil && p.base == "" {
		return s.Brand.Primary
	}
	if s.Brand != nil && p.base[0] == '/' {
		return s.Brand.Manual(p.slug)
	}
	return nil
}

// IsCanonical reports whether the path is the canonical one for its part of the manual
// in the scope.
func (p Path) IsCanonical(s Scope, site manual.Site, m *db.Head) bool {
	if p.StaticEnding || !s.linksWork(site, m) {
		return false
	}
	if p.base == "" {
		return s.Manual != nil || m.Primary
	}
	return p.base[1:] == m.Slug && (s.Brand == nil || !m.Primary)
}

// Canonical returns the canonical path, escaped, of the same part of the manual in the
// scope, or its address if that is on another host.
func (p Path) Canonical(s Scope, site manual.Site, m *db.Head) string {
	path := s.BasePath
	if !s.linksWork(site, m) {
		path = m.Address(site)
	} else if s.Manual == nil && !m.Primary {
		path += "/" + m.Slug
	}
	for _, segment := range strings.Split(p.below, "/")[1:] {
		path += "/" + url.PathEscape(segment)
	}
	return cmp.Or(path, "/")
}

// OfHost returns the canonical path of a part that belongs to the host.
func (p Path) OfHost(s Scope) string { return cmp.Or(s.BasePath+p.base+p.below, "/") }

// linksWork reports whether the links of the manual's page, which are paths, lead to
// what they name on the hosts of the scope.
func (s Scope) linksWork(site manual.Site, m *db.Head) bool {
	return site.PathBefore(m.Brand.BrandSettings, m.Subdomain, m.Primary) == s.BasePath
}
