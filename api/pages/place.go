package pages

import (
	"net/url"
	"strings"

	"designmanual/db"
)

// The paths that a host has besides those of its manuals.
const (
	Root      = "/"
	Robots    = "/robots.txt"
	LLMs      = "/llms.txt"
	Favicon   = "/favicon.ico"
	AssetPath = "/-/" // below it are the files that pages use, on every host alike
)

// What lies below a manual's address.
const (
	exportPath = "/-/export"
	filesPath  = "/-/files"
	zipPath    = "/-/files.zip"
)

// A Part is what of a manual a path names.
type Part int

// The parts.
const (
	Page     Part = iota // the manual's page
	Export               // the page that lists its exports
	Document             // one of those, by its file name
	File                 // a file that travels with the manual
	Zip                  // all of those
)

// A Path is a path as it was sent, decoded and taken apart. Whether there is
// such a manual, document or file is another question.
type Path struct {
	Part Part
	Name string // of a document or a file

	manual string // as it was sent: "" or "/" and a slug
	slug   string // that in lower case
	sum    string // of a file, as its path has it
}

// Parse takes a path apart; it is not ok where the program's own assets are,
// or nothing at all.
func Parse(path string) (p Path, ok bool) {
	base, _, below := strings.Cut(path, AssetPath)
	if !below && path == Root {
		base = ""
	}
	p.manual, p.slug = base, db.LowerASCII(strings.TrimPrefix(base, Root))
	if !below {
		return p, path == Root || !strings.HasSuffix(path, Root)
	}
	rest := path[len(base):]
	switch {
	case rest == exportPath:
		p.Part = Export
	case rest == zipPath:
		p.Part = Zip
	case strings.HasPrefix(rest, exportPath+"/"):
		p.Part, p.Name = Document, rest[len(exportPath+"/"):]
	case strings.HasPrefix(rest, filesPath+"/"):
		p.Part = File
		p.sum, p.Name, _ = strings.Cut(rest[len(filesPath+"/"):], "/")
	default:
		return Path{}, false
	}
	return p, true
}

// Shared tells whether pages of other origins may ask for the path: for the
// exports and files, not for what people look at.
func (p Path) Shared() bool { return p.Part == Document || p.Part == File || p.Part == Zip }

// HasForm tells whether a password may be asked for at the path.
func (p Path) HasForm() bool { return p.Part == Page || p.Part == Export }

// Find returns the manual, published or not, that a path names in the scope,
// or the zero Entry. The primary manual of a brand is at the root of the
// brand's host, the others at their slug (specification, section 4.1), which
// is compared without case. On a manual's own host its exports and files are
// at its slug too, as they are on the brand's: its page is one for both.
func Find(s db.Scope, p Path) db.Entry {
	switch {
	case !s.Manual.IsZero() && (p.manual == "" || p.Part != Page && p.slug == s.Manual.Slug()):
		return s.Manual
	case s.Brand != nil && p.manual == "":
		return s.Brand.Primary
	case s.Brand != nil && p.manual[0] == '/':
		return s.Brand.Manual(p.slug)
	}
	return db.Entry{}
}

// IsHome tells whether the path is one that its part of the manual has on a
// host of the scope.
func (p Path) IsHome(s db.Scope, e db.Entry) bool {
	if p.manual == "" {
		return !s.Manual.IsZero() || e.Primary()
	}
	return p.manual[1:] == e.Slug() && (s.Brand == nil || !e.Primary())
}

// Home returns the path, escaped, that this part of the manual has on a host
// of the scope.
func (p Path) Home(s db.Scope, e db.Entry) string {
	base := ""
	if s.Manual.IsZero() && !e.Primary() {
		base = "/" + e.Slug()
	}
	switch p.Part {
	case Export:
		return base + exportPath
	case Document:
		return base + exportPath + "/" + url.PathEscape(p.Name)
	case File:
		return base + filesPath + "/" + url.PathEscape(p.sum) + "/" + url.PathEscape(p.Name)
	case Zip:
		return base + zipPath
	}
	if base == "" {
		return Root
	}
	return base
}
