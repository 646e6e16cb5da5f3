package page

import (
	"cmp"
	"html/template"

	"designmanual/db/manual"
)

// exportData is what the template of the export page takes.
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

// exports are the files of the export page by group, a key of the words. What
// each is for is said under x- and its kind.
var exports = []struct {
	group string
	kinds []manual.DocumentKind
}{
	{"x-web", []manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.SCSSDocument, manual.ModuleDocument, manual.TypesDocument}},
	{"x-design", []manual.DocumentKind{manual.AdobeDocument, manual.GIMPDocument}},
	{"x-tools", []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument}},
	{"x-reading", []manual.DocumentKind{manual.MarkdownDocument}},
}

// RenderExport returns the whole HTML of a manual's export page: each document
// that has a size in bytes here and a file name, with what it is for and lines
// to copy, and all files of the manual in one.
func RenderExport(p Page, sizes map[manual.DocumentKind]int) []byte {
	s := p.speech()
	address, path := p.address()
	d := exportData{Title: p.Manual.Title, Home: cmp.Or(path, "/"), Restricted: !p.Manual.Visibility.Open()}
	for _, e := range exports {
		group := exportGroup{Title: s.say(e.group)}
		for _, kind := range e.kinds {
			if size, ok := sizes[kind]; ok {
				name := kind.Info().File
				below := exportPath + "/" + name
				group.Files = append(group.Files, exportFile{name, path + below, s.size(float64(size)), s.say("x-" + string(kind)), p.exportLines(kind, name, address+below)})
			}
		}
		if e.group == "x-reading" && len(p.Manual.Files) > 0 {
			group.Files = append(group.Files, exportFile{"files.zip", path + filesArchive, s.size(filesSize(p.Manual.Files)), s.say("x-files"), []string{p.fetch(address + filesArchive)}})
		}
		if group.Files != nil {
			d.Groups = append(d.Groups, group)
		}
	}
	frame := newFrame(p.Tokens)
	d.Head = p.head(s, frame)
	d.Head.Title, d.Head.Canonical = s.say("exports")+" · "+d.Head.Title, d.Head.Canonical+exportPath
	d.Head.Description = s.say("export-text")
	d.Head.style(template.CSS(frame.css()), nil)
	return execute(s, "export", d)
}

// filesSize returns the bytes of all files, of equal ones once.
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

// exportLines are what someone copies to use a file: a link to it where
// anyone may read it, else what fetches it with a token.
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
	case kind == manual.AdobeDocument, kind == manual.GIMPDocument:
		return nil
	}
	return []string{fetch}
}

// fetch is a command that saves the file at an address.
func (p Page) fetch(address string) string {
	if p.Manual.Visibility.Open() {
		return "curl -O " + address
	}
	return `curl -O -H "Authorization: Bearer $DESIGNMANUAL_TOKEN" ` + address
}
