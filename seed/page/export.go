package page

import (
	"cmp"
	"html/template"

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
	Title string
	Files []exportFile
}

type exportFile struct {
	Name, Path, Size string
	Purpose          string
	Lines            []string // to copy
}

// exports are the files of the export page, by group: what each is for is
// said under the second key of the words.
var exports = []struct {
	group   string
	kind    manual.DocumentKind
	purpose string
}{
	{"x-web", manual.CSSDocument, "x-css"},
	{"x-web", manual.TailwindDocument, "x-tailwind"},
	{"x-web", manual.SCSSDocument, "x-scss"},
	{"x-web", manual.ModuleDocument, "x-js"},
	{"x-web", manual.TypesDocument, "x-d.ts"},
	{"x-design", manual.AdobeDocument, "x-ase"},
	{"x-design", manual.GIMPDocument, "x-gpl"},
	{"x-tools", manual.TokensDocument, "x-tokens"},
	{"x-tools", manual.StructuredDocument, "x-2025.10"},
	{"x-tools", manual.ResolverDocument, "x-resolver"},
	{"x-reading", manual.MarkdownDocument, "x-markdown"},
}

// RenderExport returns the whole HTML of a manual's export page: each document
// that has a size in bytes here and a file name, with what it is for and lines
// to copy, and all files of the manual in one.
func RenderExport(p Page, sizes map[manual.DocumentKind]int) ([]byte, error) {
	s := p.speech()
	address, path := p.address()
	d := exportPage{Brand: p.Brand.Name, Title: p.Manual.Title, Home: cmp.Or(path, "/"), Restricted: !p.Manual.Visibility.Open()}
	add := func(key string, f exportFile) {
		group := s.say(key)
		if last := len(d.Groups) - 1; last < 0 || d.Groups[last].Title != group {
			d.Groups = append(d.Groups, exportGroup{Title: group})
		}
		last := &d.Groups[len(d.Groups)-1]
		last.Files = append(last.Files, f)
	}
	for _, e := range exports {
		if size, ok := sizes[e.kind]; ok {
			name := e.kind.Info().File
			below := exportPath + "/" + name
			add(e.group, exportFile{name, path + below, s.size(float64(size)), s.say(e.purpose), p.exportLines(e.kind, name, address+below)})
		}
	}
	if len(p.Manual.Files) > 0 {
		known, total := map[[32]byte]bool{}, int64(0)
		for _, f := range p.Manual.Files {
			if !known[f.Sum] {
				known[f.Sum] = true
				total += f.Size
			}
		}
		add("x-reading", exportFile{"files.zip", path + filesArchive, s.size(float64(total)), s.say("x-files"), []string{p.fetch(address + filesArchive)}})
	}
	frame := newFrame(p.Tokens)
	d.Head = p.head(s, frame)
	d.Head.Title, d.Head.Canonical = s.say("exports")+" · "+d.Head.Title, d.Head.Canonical+exportPath
	d.Head.Description = s.say("export-text")
	d.Head.style(template.CSS(frame.css()), nil)
	return execute(s, "export", d)
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
