package page

import (
	"designmanual/db/manual"
)

// exportPage is what the template of the export page takes.
type exportPage struct {
	Head       head
	Brand      string
	Title      string
	Home       string // the path of the manual
	Restricted bool
	Groups     []exportGroup
}

type exportGroup struct {
	Title string // a key of the words
	Files []exportFile
}

type exportFile struct {
	Name, Path, Size string
	Purpose          string   // a key of the words
	Lines            []string // to copy
}

// exportGroups are the files of the export page and what each is for.
var exportGroups = []struct {
	title string
	kinds []manual.DocumentKind
}{
	{"x-web", []manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.SCSSDocument, manual.ModuleDocument, manual.TypesDocument}},
	{"x-design", []manual.DocumentKind{manual.AdobeDocument, manual.GIMPDocument}},
	{"x-tools", []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument}},
	{"x-reading", []manual.DocumentKind{manual.MarkdownDocument}},
}

var exportPurposes = map[manual.DocumentKind]string{
	manual.CSSDocument: "x-css", manual.TailwindDocument: "x-tailwind", manual.SCSSDocument: "x-scss", manual.ModuleDocument: "x-js", manual.TypesDocument: "x-d.ts",
	manual.AdobeDocument: "x-ase", manual.GIMPDocument: "x-gpl", manual.TokensDocument: "x-tokens", manual.StructuredDocument: "x-2025.10",
	manual.ResolverDocument: "x-resolver", manual.MarkdownDocument: "x-markdown",
}

// RenderExport returns the whole HTML of a manual's export page: each document
// that has a size in bytes here and a file name, with what it is for and lines
// to copy, and all files of the manual in one.
func RenderExport(p Page, sizes map[manual.DocumentKind]int) ([]byte, error) {
	s, frame := p.speech(), newFrame(p.Tokens)
	_, path := p.address()
	d := exportPage{Brand: p.Brand.Name, Title: p.Manual.Title, Home: path + "/", Restricted: !p.Manual.Visibility.Open()}
	if path != "" {
		d.Home = path
	}
	for _, g := range exportGroups {
		group := exportGroup{Title: g.title}
		for _, kind := range g.kinds {
			if size, ok := sizes[kind]; ok {
				group.Files = append(group.Files, p.exportFile(s, kind, size))
			}
		}
		if g.title == "x-reading" && len(p.Manual.Files) > 0 {
			group.Files = append(group.Files, p.exportArchive(s))
		}
		if len(group.Files) > 0 {
			d.Groups = append(d.Groups, group)
		}
	}
	d.Head = p.head(s, frame)
	d.Head.Title, d.Head.Canonical = s.say("exports")+" · "+d.Head.Title, d.Head.Canonical+exportPath
	d.Head.Description = s.say("export-text")
	var none sheet
	d.Head.style(none.text(frame.css()), nil)
	return execute(s, "export", d)
}

func (p Page) exportFile(s speech, kind manual.DocumentKind, size int) exportFile {
	address, path := p.address()
	f := exportFile{Purpose: exportPurposes[kind], Size: s.size(float64(size))}
	for _, d := range manual.Documents {
		if d.Kind == kind {
			f.Name = d.File
		}
	}
	f.Path = path + exportPath + "/" + f.Name
	f.Lines = p.exportLines(kind, f.Name, address+exportPath+"/"+f.Name)
	return f
}

// exportLines are what someone copies to use a file: a link to it where
// anyone may read it, else what fetches it with a token.
func (p Page) exportLines(kind manual.DocumentKind, name, address string) []string {
	open, fetch := p.Manual.Visibility.Open(), p.fetch(address)
	switch kind {
	case manual.CSSDocument:
		if open {
			return []string{`<link rel="stylesheet" href="` + address + `">`, `@import url("` + address + `");`, fetch}
		}
	case manual.TailwindDocument:
		return []string{fetch, `@import "./` + name + `";`}
	case manual.SCSSDocument:
		return []string{fetch, `@use "tokens";`}
	case manual.ModuleDocument:
		if open {
			return []string{`import tokens from "` + address + `";`, fetch}
		}
	case manual.AdobeDocument, manual.GIMPDocument:
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

func (p Page) exportArchive(s speech) exportFile {
	address, path := p.address()
	known, total := map[[32]byte]bool{}, int64(0)
	for _, f := range p.Manual.Files {
		if !known[f.Sum] {
			known[f.Sum] = true
			total += f.Size
		}
	}
	return exportFile{Name: "files.zip", Path: path + filesArchive, Size: s.size(float64(total)), Purpose: "x-files", Lines: []string{p.fetch(address + filesArchive)}}
}
