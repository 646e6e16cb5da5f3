package page

import (
	"cmp"
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// exportData is the data of the template "export".
type exportData struct {
	Page
	Head       head
	Logo       template.URL // the path of a logo on the color of the cover, or empty
	Home       string       // the path of the manual, its address if that is on a host of its own
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
	{"x-web", []manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.ShadcnDocument, manual.SCSSDocument}},
	{designGroup, []manual.DocumentKind{manual.FigmaDocument, manual.PenpotDocument, manual.AdobeDocument, manual.GIMPDocument, manual.BrandDocument}},
	{"x-apps", []manual.DocumentKind{manual.ModuleDocument, manual.TypesDocument, manual.StructuredDocument}},
	{agentGroup, []manual.DocumentKind{manual.DesignDocument, manual.SkillDocument, manual.MarkdownDocument}},
	{"x-data", []manual.DocumentKind{manual.TokensDocument, manual.ResolverDocument}},
}

// designGroup is the group that also has the archive of all files, and agentGroup the
// one that also has the lines for agents that ask.
const (
	designGroup = "x-design"
	agentGroup  = "x-agents"
)

// RenderExport returns the HTML of a manual's export page. It lists each
// document that has a size (in bytes) and a file name, with its purpose and
// lines to copy, and the archive of all files. Card is the card of the manual.
func RenderExport(p Page, card []byte, sizes map[manual.DocumentKind]int) []byte {
	s := p.locale()
	address, path := p.address()
	d := exportData{Page: p, Home: cmp.Or(path, "/"), Restricted: !p.Manual.Visibility.Open()}
	if p.Subdomain != "" && !p.Primary {
		d.Home = address
	}
	links := p.links()
	if c, err := ParseCard(card); err == nil && strings.Contains(c.Logo, "://") { // the primary manual's
		d.Logo = p.inheritedLogo(&links)
	} else if err == nil {
		d.Logo = template.URL(c.logo(path))
	}
	for _, e := range exports {
		group := exportGroup{Title: s.translate(e.group)}
		for _, kind := range e.kinds {
			size, ok := sizes[kind]
			if !ok {
				continue
			}
			name, below := kind.Info().File, manual.DocumentPath(kind.Info().File)
			if kind == manual.BrandDocument {
				name, below = "brand.zip", manual.BrandZipPath
			}
			group.Files = append(group.Files, exportFile{name, path + below, s.size(int64(size)), s.translate("x-" + string(kind)), p.exportLines(kind, name, address+below)})
		}
		if archive, size := p.archive(path); e.group == designGroup && archive != "" {
			group.Files = append(group.Files, exportFile{"files.zip", archive, size, s.translate("x-files"), nil})
		}
		if e.group == agentGroup {
			group.Files = append(group.Files, exportFile{Name: "Model Context Protocol", Purpose: s.translate("x-mcp"), Lines: p.agentLines()})
		}
		if group.Files != nil {
			d.Groups = append(d.Groups, group)
		}
	}
	frame := newFrame(p, newTypefaces(p.Sections, &links))
	d.Head = p.head(s, frame)
	d.Head.Preload = frame.preload
	d.Head.Title, d.Head.Canonical = s.translate("exports")+" · "+d.Head.Title, d.Head.Canonical+manual.ExportPath
	d.Head.Description = s.translate("export-text")
	d.Head.style(template.CSS(frame.fontFaces+frame.css()), links.origins, media{})
	return execute(s, "export", d)
}

// exportLines returns lines to copy for using a file: a link if the manual is
// open to all, else the command that fetches it with a token. A file for a program with
// windows, or one that a line already fetches, has no such command: the page links it.
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
			return []string{`import { color } from "` + address + `";`, fetch, `import { color } from "./` + name + `";`}
		}
	case manual.ShadcnDocument:
		if open {
			return []string{"npx shadcn add " + address}
		}
		return []string{fetch, "npx shadcn add ./" + name}
	case manual.SkillDocument:
		if p.Manual.Visibility == manual.Public {
			return []string{"npx skills add " + p.host()} // a host lists its skills
		}
	case manual.BrandDocument:
		if open {
			return []string{"quarto use brand " + address}
		}
	case manual.FigmaDocument, manual.PenpotDocument, manual.AdobeDocument, manual.GIMPDocument:
		return nil
	}
	return []string{fetch}
}

// agentLines returns the commands by which agents ask: over HTTP, where an unlisted
// manual is named on a host of its own alone, and with the program.
func (p Page) agentLines() (lines []string) {
	name := p.Brand.Slug
	if !p.Primary {
		name += "-" + p.Manual.Slug
	}
	address, _ := p.address()
	if p.Manual.Visibility != manual.Unlisted || p.host() == address {
		line := "claude mcp add --transport http " + name + " " + p.host() + manual.AgentsPath
		if !p.Manual.Visibility.Open() {
			line += ` --header "Authorization: Bearer $DESIGNMANUAL_TOKEN"`
		}
		lines = append(lines, line)
	}
	return append(lines, "claude mcp add "+name+" -- designmanual mcp "+address)
}

// host returns the address of the manual's host.
func (p Page) host() string {
	if p.Subdomain != "" && !p.Primary && !p.Site.IsIP() {
		address, _ := p.address()
		return address
	}
	return p.Site.BrandAddress(p.Brand)
}

// fetch returns a command that saves the file at an address.
func (p Page) fetch(address string) string {
	if p.Manual.Visibility.Open() {
		return "curl -O " + address
	}
	return `curl -O -H "Authorization: Bearer $DESIGNMANUAL_TOKEN" ` + address
}
