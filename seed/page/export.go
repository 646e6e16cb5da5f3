package page

import (
	"cmp"
	"html/template"

	"designmanual/db/manual"
)

// exportData is the data of the template "export".
type exportData struct {
	Head       head
	Title      string
	Home       string // the path of the manual
	Restricted bool
	Groups     []exportGroup
}

type exportGroup struct {
	Title string
	Files []exportFile
}

type exportFile struct {
	Name, Path, Size string
	Purpose          string
	Lines            []string // to copy
}

// exports are the documents of the export page by group. The group is a key of
// the words; the purpose of a document has the key x-<kind>.
var exports = []struct {
	group string
	kinds []manual.DocumentKind
}{
	{"x-web", []manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.SCSSDocument, manual.ModuleDocument, manual.TypesDocument}},
	{"x-design", []manual.DocumentKind{manual.AdobeDocument, manual.GIMPDocument}},
	{"x-tools", []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument}},
	{"x-reading", []manual.DocumentKind{manual.MarkdownDocument}},
}

// RenderExport returns the HTML of a manual's export page. It lists each
// document that has a size (in bytes) and a file name, with its purpose and
// lines to copy, and the archive of all files.
func RenderExport(p Page, sizes map[manual.DocumentKind]int) []byte {
	s := p.locale()
	address, path := p.address()
	d := exportData{Title: p.Manual.Title, Home: cmp.Or(path, "/"), Restricted: !p.Manual.Visibility.Open()}
	for _, e := range exports {
		group := exportGroup{Title: s.translate(e.group)}
		for _, kind := range e.kinds {
			if size, ok := sizes[kind]; ok {
				name := kind.Info().File
				below := manual.DocumentPath(name)
				group.Files = append(group.Files, exportFile{name, path + below, s.size(float64(size)), s.translate("x-" + string(kind)), p.exportLines(kind, name, address+below)})
			}
		}
		if e.group == "x-reading" && len(p.Manual.Files) > 0 {
			group.Files = append(group.Files, exportFile{"files.zip", path + manual.FilesZipPath, s.size(filesSize(p.Manual.Files)), s.translate("x-files"), []string{p.fetch(address + manual.FilesZipPath)}})
		}
		if group.Files != nil {
			d.Groups = append(d.Groups, group)
		}
	}
	frame := newFrame(p.Tokens)
	d.Head = p.head(s, frame)
	d.Head.Title, d.Head.Canonical = s.translate("exports")+" · "+d.Head.Title, d.Head.Canonical+manual.ExportPath
	d.Head.Description = s.translate("export-text")
	d.Head.style(template.CSS(frame.css()), nil)
	return execute(s, "export", d)
}

// filesSize returns the total size of the files in bytes, counting equal files
// once.
func filesSize(files []manual.File) (total float64) {
	sizes := map[[32]byte]int64{}
	for _, f := range files {
		sizes[f.Sum] = f.Size
	}
	for _, size := range sizes {
		total += float64(size)
	}
	return total
}

// exportLines returns lines to copy for using a file: a link if the manual is
// open to all, else the command that fetches it with a token.
func (p Page) exportLines(kind manual.DocumentKind, name, address string) []string {
	open, fetch := p.Manual.Visibility.Open(), p.fetch(address)
	switch {
	case kind == manual.CSSDocument && open:
		return []string{`<link rel="stylesheet" href="` + address + `">`, `@import url("` + address + `");`, fetch}
	case kind == manual.TailwindDocument:
		return []string{fetch, `@import "./` + name + `";`}
	case kind == manual.SCSSDocument:
		return []string{fetch, `@use "tokens";`}
	case kind == manual.ModuleDocument && open:
		return []string{`import tokens from "` + address + `";`, fetch}
	}
	return []string{fetch}
}

// fetch returns a command that saves the file at an address.
func (p Page) fetch(address string) string {
	if p.Manual.Visibility.Open() {
		return "curl -O " + address
	}
	return `curl -O -H "Authorization: Bearer $DESIGNMANUAL_TOKEN" ` + address
}
