package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/db/manual"
)

// An exportPage is the data of the template "export".
type exportPage struct {
	Shelf  shelf
	Groups []exportGroup
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
	Remarks          []exportRemark
	Lines            []string
}

// An exportRemark is a sentence before a list of names.
type exportRemark struct {
	Text  string
	Names []string
}

// ExportRemarks are what the export page says of single files, since a build does not say it.
type ExportRemarks struct {
	Modes       []string    // of tokens.css: titles of all modes, if they are not combined
	Renamed     [][2]string // of tailwind.css: custom properties of colors, and those there
	NotInShadcn []string    // of shadcn.json: titles of the modes that it leaves out

	// Of tailwind.css: names that its classes use otherwise.
	Steps, Colors, Radii []string
	Classes              []string // Tailwind's own that a token takes as well or instead
}

// maxRemarkNames is the most names of a remark.
const maxRemarkNames = 12

// remarks returns what the page says of a file.
func (b *builder) remarks(kind manual.DocumentKind, r ExportRemarks) []exportRemark {
	var all []exportRemark
	add := func(key string, names []string) {
		if len(names) == 0 {
			return
		}
		if len(names) > maxRemarkNames {
			names = append(slices.Clone(names[:maxRemarkNames]), "…")
		}
		all = append(all, exportRemark{b.Translate(key), names})
	}
	switch kind {
	case manual.CSSDocument:
		add("x-modes", r.Modes)
	case manual.TailwindDocument:
		var renamed []string
		for _, pair := range r.Renamed {
			renamed = append(renamed, pair[0]+" → "+pair[1])
		}
		add("x-renamed", renamed)
		add("x-steps", r.Steps)
		add("x-text-colors", r.Colors)
		add("x-sides", r.Radii)
		add("x-classes", r.Classes)
	case manual.ShadcnDocument:
		add("x-left-out", r.NotInShadcn)
	}
	return all
}

// An exportRow is a file and the lines to copy for it, with bars between them: of a manual
// that anyone may read, and of another if they differ. GET is the command that saves the
// file, URL its address, FILE its name, HOST the address of the manual's host.
type exportRow struct {
	kind         manual.DocumentKind
	open, closed string
}

// exportGroups are the groups of the export page; their titles are keys of the words.
var exportGroups = [...]struct {
	title string
	rows  []exportRow
}{
	{"x-web", []exportRow{
		{manual.CSSDocument, `<link rel="stylesheet" href="URL">|@import url("URL");|GET`, "GET"},
		{manual.TailwindDocument, `GET|@import "./FILE";`, ""},
		{manual.ShadcnDocument, "npx shadcn add URL", "GET|npx shadcn add ./FILE"},
		{manual.SCSSDocument, `GET|@use "tokens";`, ""},
	}},
	{"x-design", []exportRow{
		{manual.FigmaDocument, "", ""}, {manual.PenpotDocument, "", ""}, {manual.AdobeDocument, "", ""},
		{manual.GIMPDocument, "", ""},
		{manual.BrandDocument, "quarto use brand URL", "GET"},
	}},
	{"x-apps", []exportRow{
		{manual.ModuleDocument, `import { color } from "URL";|GET|import { color } from "./FILE";`, "GET"},
		{manual.TypesDocument, "GET", ""}, {manual.StructuredDocument, "GET", ""},
	}},
	{"x-agents", []exportRow{
		{manual.DesignDocument, "GET", ""}, {manual.SkillDocument, "npx skills add HOST", "GET"},
		{manual.MarkdownDocument, "GET", ""},
	}},
	{"x-data", []exportRow{{manual.TokensDocument, "GET", ""}, {manual.ResolverDocument, "GET", ""}}},
}

// RenderExport returns the HTML of a manual's export page. It lists each document that the
// manual has, with its purpose, what else there is to know of it and lines to copy, and the
// archive of all files.
func RenderExport(p Input, has func(manual.DocumentKind) bool, remarks ExportRemarks) []byte {
	b := newBuilder(p)
	d := exportPage{Shelf: b.newShelf("site exports", "exports", "export-text", manual.ExportPath)}
	for _, group := range exportGroups {
		shown := exportGroup{Title: b.Translate(group.title)}
		for _, row := range group.rows {
			if has(row.kind) {
				file := b.exportFile(row)
				file.Remarks = b.remarks(row.kind, remarks)
				shown.Files = append(shown.Files, file)
			}
		}
		archive := b.archive()
		if group.title == "x-design" && archive != nil {
			shown.Files = append(shown.Files, archive)
		} else if group.title == "x-agents" {
			shown.Agents = b.agentLines()
		}
		d.Groups = append(d.Groups, shown)
	}
	return execute(b.Locale, "export", d)
}

// pageLogo returns the logo of a page beside that of the manual, or nothing.
func (b *builder) pageLogo() template.URL {
	logo := look.LogoOf(
		b.Summary, b.Manual.Files, b.Brand.Cover, b.BrandContext.primaryCard, b.frame.Cover, b.Site.BrandAddress(b.Brand),
	)
	if strings.Contains(logo, "://") { // the primary manual's
		return b.inheritedLogo(&b.checker)
	}
	return template.URL(look.Card{Logo: logo}.LogoAt(b.Path()))
}

// home returns where the page of the manual is.
func (p Input) home() string {
	if p.Subdomain != "" && !p.Primary {
		return p.Address()
	}
	return cmp.Or(p.Path(), "/")
}

func (b *builder) exportFile(row exportRow) *exportFile {
	name, below := row.kind.Info().File, manual.ExportDocumentPath(row.kind.Info().File)
	if row.kind == manual.BrandDocument {
		name, below = "brand.zip", manual.BrandZipPath
	}
	f := &exportFile{Name: name, Path: b.Path() + below, Purpose: b.Translate("x-" + string(row.kind))}
	address, lines, options := b.Address()+below, row.open, ""
	if !b.Manual.Visibility.ForAnyone() {
		lines, options = cmp.Or(row.closed, row.open), "-H "+bearer+" "
	} else if row.kind == manual.SkillDocument && b.Manual.Visibility != manual.Public { // which a host does not list
		lines = row.closed
	}
	if lines != "" {
		lines = strings.NewReplacer(
			"GET", "curl -O "+options+address, "URL", address, "FILE", name, "HOST", b.host(),
		).Replace(lines)
		f.Lines = strings.Split(lines, "|")
	}
	return f
}

// bearer is the header field for a manual whose files need a token, as a shell takes it.
const bearer = `"Authorization: Bearer $DESIGNMANUAL_TOKEN"`

// archive returns the archive of all files, nil without files.
func (b *builder) archive() *exportFile {
	if len(b.Manual.Files) == 0 || b.Draft { // the exports are of what is published
		return nil
	}
	size := b.Size(manual.NewArchive(b.Manual.Files).Size())
	return &exportFile{
		Name: "files.zip", Path: b.Path() + manual.FilesZipPath, Size: size, Purpose: b.Translate("x-files"),
	}
}

// agentLines returns the lines that connect agents with the manual: over HTTP where the
// host answers them, which a static site does not, and names the manual, which an unlisted one
// is on a host of its own alone; and through this program.
func (b *builder) agentLines() []string {
	name := b.Brand.Slug
	if !b.Primary {
		name += "-" + b.Manual.Slug
	}
	var lines []string
	isNamed := b.Manual.Visibility != manual.Unlisted || b.host() == b.Address()
	if isNamed && b.HasMCP {
		line := "claude mcp add --transport http " + name + " " + b.host() + manual.AgentsPath
		if !b.Manual.Visibility.ForAnyone() {
			line += " --header " + bearer
		}
		lines = append(lines, line)
	}
	return append(lines, "claude mcp add "+name+" -- designmanual mcp "+b.Address())
}

// host returns the address of the manual's host.
func (p Input) host() string {
	if p.Subdomain != "" && !p.Primary && !p.Site.IsIP() {
		return p.Address()
	}
	return p.Site.BrandAddress(p.Brand)
}
