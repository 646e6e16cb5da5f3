package page

import (
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// An exportPage is the data of the template "export", which has the groups of documents
// and the lines to copy.
type exportPage struct {
	*builder
	sizes map[manual.DocumentKind]int
}

// An exportFile is a file of the export page.
type exportFile struct {
	Name, Path, Address, Size string
	Purpose                   string
	Open                      bool
	Get                       string // the command that saves it
}

// RenderExport returns the HTML of a manual's export page. It lists each
// document that has a size (in bytes) and a file name, with its purpose and
// lines to copy, and the archive of all files. Card is the card of the manual.
func RenderExport(p Page, card []byte, sizes map[manual.DocumentKind]int) []byte {
	b := newBuilder(p)
	if c, err := ParseCard(card); err == nil && strings.Contains(c.Logo, "://") { // the primary manual's
		b.Logo.Src = p.inheritedLogo(&b.links)
	} else if err == nil {
		b.Logo.Src = template.URL(c.logo(b.Path()))
	}
	b.Head = b.head(b.translate("exports"), manual.ExportPath)
	b.Head.Description = b.translate("export-text")
	return execute(b.locale, "export", exportPage{b, sizes})
}

// File returns the file of a kind of document, nil if the manual has none.
func (x exportPage) File(kind manual.DocumentKind) *exportFile {
	size, ok := x.sizes[kind]
	if !ok {
		return nil
	}
	name, below := kind.Info().File, manual.DocumentPath(kind.Info().File)
	if kind == manual.BrandDocument {
		name, below = "brand.zip", manual.BrandZipPath
	}
	f := &exportFile{name, x.Path() + below, x.Address() + below, x.size(int64(size)), x.translate("x-" + string(kind)), x.Manual.Visibility.Open(), "curl -O "}
	if !f.Open {
		f.Get += `-H "Authorization: Bearer $DESIGNMANUAL_TOKEN" `
	}
	f.Get += f.Address
	return f
}

// Archive returns the archive of all files, nil without files.
func (b *builder) Archive() *exportFile {
	if len(b.Manual.Files) == 0 {
		return nil
	}
	size := b.size(manual.NewArchive(b.Manual.Files).Size())
	return &exportFile{Name: "files.zip", Path: b.Path() + manual.FilesZipPath, Size: size, Purpose: b.translate("x-files")}
}

// Host returns the address of the manual's host.
func (p Page) Host() string {
	if p.Subdomain != "" && !p.Primary && !p.Site.IsIP() {
		return p.Address()
	}
	return p.Site.BrandAddress(p.Brand)
}

// Agents returns the address at which agents ask over HTTP, empty if the host does not
// name the manual there: an unlisted one is named on a host of its own alone.
func (p Page) Agents() string {
	if p.Manual.Visibility == manual.Unlisted && p.Host() != p.Address() {
		return ""
	}
	return p.Host() + manual.AgentsPath
}
