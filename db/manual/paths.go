package manual

import (
	"encoding/hex"
	"net/url"
	"strings"
)

// The paths that the program serves. Package api alone has those of the script by which dev reloads a page.
const (
	APIPrefix      = "/api/"                  // begins all paths of the JSON API; all others but health checks are pages
	APIPath        = APIPrefix + "v1/"        // of its version
	ManualsPath    = APIPath + "manuals/"     // precedes the slug of a manual's documents
	ManualSuffix   = ".json"                  // follows it: the manual document
	TokensSuffix   = "/tokens.json"           // follows it: the token document
	OpenAPIPath    = APIPath + "openapi.json" // of the description of the JSON API
	InternalPath   = "/-/"                    // precedes the paths of page files, and those below a manual's address
	ManualListPath = InternalPath + "manuals" // of the list of a brand's manuals, below the brand's address
	// HostParameter is the query key of a link in a list of manuals that is read through a tunnel:
	// the host whose pages the reader sees from there on.
	HostParameter = "host"

	BrandsPath   = InternalPath + "brands"                // of the list of the site's brands, where a brand is at home
	ExportPath   = InternalPath + "export"                // of the list of exports, below a manual's address
	FeedPath     = InternalPath + "notes.atom"            // of the notes on what is new, below a manual's address
	FilesPath    = InternalPath + "files"                 // of a manual's files, below its address
	AgentsPath   = InternalPath + "mcp"                   // of the Model Context Protocol, on each host
	FilesZipPath = FilesPath + ".zip"                     // of all of them in an archive
	SkillsPath   = "/.well-known/agent-skills/index.json" // of the index of a host's skills
	ReleasesPath = InternalPath + "releases"              // of the page of releases, below a manual's address
	ReleasesList = ReleasesPath + ".json"                 // of their list for programs
	BrandZipPath = ExportPath + "/brand.zip"              // of _brand.yml with the files that it names

	HealthPath  = "/healthz"                 // of the check whether the server lives, on any host
	ReadyPath   = "/readyz"                  // of the check whether it is ready
	RobotsPath  = "/robots.txt"              // of the rules for crawlers on a host
	SitemapPath = "/sitemap.xml"             // of the list of a host's public pages for crawlers
	LLMsPath    = "/llms.txt"                // of the list of a host's manuals for programs
	FaviconPath = "/favicon.ico"             // of the icon of a host
	TouchPath   = "/apple-touch-icon.png"    // of the icon of a host for home screens
	CatalogPath = "/.well-known/api-catalog" // of the catalog of a host (RFC 9727)
)

// APIDocumentsPath returns the path of a manual's documents without their suffix.
// It is the same on the site and on the manual's own host.
func APIDocumentsPath(brand, slug string) string { return ManualsPath + brand + "." + slug }

// ExportDocumentPath returns the path of an export, below the manual's address.
func ExportDocumentPath(file string) string { return ExportPath + "/" + file }

// ReleasePath returns the path of a document of a release, below the manual's address.
func ReleasePath(version, file string) string { return ReleasesPath + "/" + version + "/" + file }

// Prefix returns the part of the file's path that identifies its content: the
// first 16 hexadecimal digits of the SHA-256.
func (f *File) Prefix() string { return hex.EncodeToString(f.Sum[:8]) }

// Path returns the escaped path of the file, below the manual's address.
func (f *File) Path() string { return FilesPath + "/" + f.Prefix() + "/" + url.PathEscape(f.Name) }

// BrandPath returns the path of the file in brand.zip, beside _brand.yml. It
// consists of letters of ASCII, digits, dots, hyphens and one slash.
func (f *File) BrandPath() string {
	plain := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, f.Name)
	return "files/" + f.Prefix() + "-" + plain
}
