package pages

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"designmanual/db"
)

// What lies at a host, and below a manual's address there.
const (
	root       = "/"
	llmsPath   = "/llms.txt"
	assetPath  = "/-/" // below it are the files that pages use, on every host alike
	exportPath = "/-/export"
	filesPath  = "/-/files" // and files.zip
)

// A Part is what a path names, of a manual or of a host.
type Part int

// The parts.
const (
	Page      Part = iota // the manual's page
	Export                // the page that lists its exports
	Document              // one of those, by its file name
	File                  // a file that travels with the manual
	Zip                   // all of those
	Robots                // robots.txt of the host
	LLMs                  // llms.txt
	Favicon               // favicon.ico
	AssetFile             // a file that pages use
	Nothing
)

// A Path is a path as it was sent, decoded and taken apart. Whether there is
// such a manual, document or file is another question.
type Path struct {
	Part Part
	Name string // of a document or a file

	manual string // as it was sent: "" or "/" and a slug
	slug   string // that in lower case
	below  string // the rest of it, from /-/ on, or ""
	sum    string // of a file, as its path has it
}

// Parse takes a path apart. That of an absolute-form target may be empty (RFC
// 9112, section 3.2.2).
func Parse(path string) Path {
	if path == root {
		path = ""
	}
	base, rest, below := strings.Cut(path, assetPath)
	p := Path{manual: base, slug: db.LowerASCII(strings.TrimPrefix(base, root)), below: path[len(base):]}
	switch {
	case path == "/robots.txt":
		p.Part = Robots
	case path == llmsPath:
		p.Part = LLMs
	case path == "/favicon.ico":
		p.Part = Favicon
	case !below && strings.HasSuffix(base, root):
		p.Part = Nothing
	case !below:
		p.Part = Page
	case rest == "export":
		p.Part = Export
	case rest == "files.zip":
		p.Part = Zip
	case strings.HasPrefix(rest, "export/"):
		p.Part, p.Name = Document, rest[len("export/"):]
	case strings.HasPrefix(rest, "files/"):
		p.Part = File
		p.sum, p.Name, _ = strings.Cut(rest[len("files/"):], "/")
	case base == "":
		p.Part = AssetFile
	default:
		p.Part = Nothing
	}
	return p
}

// IsRoot tells whether the path is the root of its host.
func (p Path) IsRoot() bool { return p.Part == Page && p.manual == "" }

// Shared tells whether pages of other origins may ask for the path: for the
// exports and files, not for what people look at.
func (p Path) Shared() bool { return p.Part == Document || p.Part == File || p.Part == Zip }

// AsksPassword tells whether the manual's password may be asked for at the
// path: there is one that opens the page, for anyone who knows it.
func (p Path) AsksPassword(e *db.Entry, now time.Time) bool {
	return (p.Part == Page || p.Part == Export) && AsksPassword(e, now)
}

// Find returns the manual, published or not, that a path names in the scope,
// or the zero Entry. The primary manual of a brand is at the root of the
// brand's host, the others at their slug (specification, section 4.1), which
// is compared without case. On a manual's own host its exports and files are
// at its slug too, as they are on the brand's: its page is one for both.
func Find(s db.Scope, p Path) *db.Entry {
	switch {
	case s.Manual != nil && (p.manual == "" || p.Part != Page && p.slug == s.Manual.Slug):
		return s.Manual
	case s.Brand != nil && p.manual == "":
		return s.Brand.Primary
	case s.Brand != nil && p.manual[0] == '/':
		return s.Brand.Manual(p.slug)
	}
	return nil
}

// IsHome tells whether the path is one that its part of the manual has on a
// host of the scope.
func (p Path) IsHome(s db.Scope, e *db.Entry) bool {
	if p.manual == "" {
		return s.Manual != nil || e.Primary
	}
	return p.manual[1:] == e.Slug && (s.Brand == nil || !e.Primary)
}

// Home returns the path, escaped, that this part of the manual has on a host
// of the scope.
func (p Path) Home(s db.Scope, e *db.Entry) string {
	home := ""
	if s.Manual == nil && !e.Primary {
		home = root + e.Slug
	}
	for _, segment := range strings.Split(p.below, "/")[1:] {
		home += "/" + url.PathEscape(segment)
	}
	return cmp.Or(home, root)
}
