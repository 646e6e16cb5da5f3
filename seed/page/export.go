package page

import (
	"cmp"
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// An exportPage is the data of the template "export".
type exportPage struct {
	Head         head
	Logo         template.URL
	Brand, Title string
	Home         string // the address of the page
	WithToken    bool   // the files need a token
	Groups       []exportGroup
}

type exportGroup struct {
	Title  string
	Files  []*exportFile
	Agents []string // lines for agents that ask
}

// An exportFile is a file of the export page, with lines to copy.
type exportFile struct {
	Name, Path, Size string
	Purpose          string
	Lines            []string
}

// exportGroups are the groups of the export page.
var exportGroups = [...]struct {
	title string // a key of the words
	kinds []manual.DocumentKind
}{
	{"x-web", []manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.ShadcnDocument, manual.SCSSDocument}},
	{"x-design", []manual.DocumentKind{manual.FigmaDocument, manual.PenpotDocument, manual.AdobeDocument, manual.GIMPDocument, manual.BrandDocument}},
	{"x-apps", []manual.DocumentKind{manual.ModuleDocument, manual.TypesDocument, manual.StructuredDocument}},
	{"x-agents", []manual.DocumentKind{manual.DesignDocument, manual.SkillDocument, manual.MarkdownDocument}},
	{"x-data", []manual.DocumentKind{manual.TokensDocument, manual.ResolverDocument}},
}

// RenderExport returns the HTML of a manual's export page. It lists each
// document that has a size (in bytes) and a file name, with its purpose and
// lines to copy, and the archive of all files. Card is the card of the manual.
func RenderExport(p Page, card []byte, sizes map[manual.DocumentKind]int) []byte {
	b := newBuilder(p)
	d := exportPage{Brand: p.Brand.Name, Title: p.Manual.Title, Home: b.home(), WithToken: !p.Manual.Visibility.Open()}
	if c, err := ParseCard(card); err == nil && strings.Contains(c.Logo, "://") { // the primary manual's
		d.Logo = p.inheritedLogo(&b.links)
	} else if err == nil {
		d.Logo = template.URL(c.logo(b.Path()))
	}
	d.Head = b.head(b.translate("exports"), manual.ExportPath)
	d.Head.Description = b.translate("export-text")
	for _, group := range exportGroups {
		shown := exportGroup{Title: b.translate(group.title)}
		for _, kind := range group.kinds {
			if size, ok := sizes[kind]; ok {
				shown.Files = append(shown.Files, b.exportFile(kind, size))
			}
		}
		switch archive := b.archive(); group.title {
		case "x-design":
			if archive != nil {
				shown.Files = append(shown.Files, archive)
			}
		case "x-agents":
			shown.Agents = b.agentLines()
		}
		d.Groups = append(d.Groups, shown)
	}
	return execute(b.locale, "export", d)
}

// home returns where the page of the manual is.
func (p Page) home() string {
	if p.Subdomain != "" && !p.Primary {
		return p.Address()
	}
	return cmp.Or(p.Path(), "/")
}

func (b *builder) exportFile(kind manual.DocumentKind, size int) *exportFile {
	name, below := kind.Info().File, manual.DocumentPath(kind.Info().File)
	if kind == manual.BrandDocument {
		name, below = "brand.zip", manual.BrandZipPath
	}
	return &exportFile{name, b.Path() + below, b.size(int64(size)), b.translate("x-" + string(kind)), b.exportLines(kind, b.Address()+below, "./"+name)}
}

// exportLines returns the lines to copy for a file at an address, or saved at a path.
func (b *builder) exportLines(kind manual.DocumentKind, address, path string) []string {
	open := b.Manual.Visibility.Open()
	get := "curl -O " + address
	if !open {
		get = `curl -O -H "Authorization: Bearer $DESIGNMANUAL_TOKEN" ` + address
	}
	switch kind {
	case manual.FigmaDocument, manual.PenpotDocument, manual.AdobeDocument, manual.GIMPDocument:
		return nil
	case manual.TailwindDocument:
		return []string{get, `@import "` + path + `";`}
	case manual.SCSSDocument:
		return []string{get, `@use "tokens";`}
	case manual.ShadcnDocument:
		if open {
			return []string{"npx shadcn add " + address}
		}
		return []string{get, "npx shadcn add " + path}
	case manual.SkillDocument:
		if b.Manual.Visibility == manual.Public { // a host lists its skills
			return []string{"npx skills add " + b.host()}
		}
	}
	if open {
		switch kind {
		case manual.CSSDocument:
			return []string{`<link rel="stylesheet" href="` + address + `">`, `@import url("` + address + `");`, get}
		case manual.BrandDocument:
			return []string{"quarto use brand " + address}
		case manual.ModuleDocument:
			return []string{`import { color } from "` + address + `";`, get, `import { color } from "` + path + `";`}
		}
	}
	return []string{get}
}

// archive returns the archive of all files, nil without files.
func (b *builder) archive() *exportFile {
	if len(b.Manual.Files) == 0 {
		return nil
	}
	size := b.size(manual.NewArchive(b.Manual.Files).Size())
	return &exportFile{Name: "files.zip", Path: b.Path() + manual.FilesZipPath, Size: size, Purpose: b.translate("x-files")}
}

// agentLines returns the lines that connect agents with the manual: over HTTP where the
// host names it, which an unlisted one is on a host of its own alone, and through this
// program.
func (b *builder) agentLines() (lines []string) {
	name := b.Brand.Slug
	if !b.Primary {
		name += "-" + b.Manual.Slug
	}
	if b.Manual.Visibility != manual.Unlisted || b.host() == b.Address() {
		line := "claude mcp add --transport http " + name + " " + b.host() + manual.AgentsPath
		if !b.Manual.Visibility.Open() {
			line += ` --header "Authorization: Bearer $DESIGNMANUAL_TOKEN"`
		}
		lines = append(lines, line)
	}
	return append(lines, "claude mcp add "+name+" -- designmanual mcp "+b.Address())
}

// host returns the address of the manual's host.
func (p Page) host() string {
	if p.Subdomain != "" && !p.Primary && !p.Site.IsIP() {
		return p.Address()
	}
	return p.Site.BrandAddress(p.Brand)
}
