package manual

// A DocumentKind is the kind of a document of a manual. Two are made at import, the others are
// drawn when they are first read.
type DocumentKind string

// The documents of a manual.
const (
	ManualDocument     DocumentKind = "manual"           // specification, section 4.1
	TokensDocument     DocumentKind = "tokens"           // specification, section 4.2
	StructuredDocument DocumentKind = "tokens-2025.10"   // the tokens in the stable W3C form
	ResolverDocument   DocumentKind = "resolver-2025.10" // its resolver document; only with two themes or more
	PageDocument       DocumentKind = "page"             // the published page, HTML
	IconDocument       DocumentKind = "icon"             // the icon of a host, ICO
	TouchDocument      DocumentKind = "touch-icon"       // the icon of a host for home screens, PNG
	ExportDocument     DocumentKind = "export"           // the page that lists the exports, HTML
	CSSDocument        DocumentKind = "css"              // the tokens as CSS custom properties
	SCSSDocument       DocumentKind = "scss"             // the tokens as Sass variables and maps
	TailwindDocument   DocumentKind = "tailwind"         // the tokens as a Tailwind 4 theme
	ModuleDocument     DocumentKind = "js"               // the tokens as an ES module
	TypesDocument      DocumentKind = "d.ts"             // its TypeScript declarations
	GIMPDocument       DocumentKind = "gpl"              // the palette for GIMP and Inkscape
	AdobeDocument      DocumentKind = "ase"              // the palette for Adobe's programs
	ShadcnDocument     DocumentKind = "shadcn"           // the tokens as a theme in a shadcn/ui registry
	// the tokens for Figma, a ZIP archive with a file for each mode
	FigmaDocument    DocumentKind = "figma"
	PenpotDocument   DocumentKind = "penpot"    // the tokens for Penpot, with a set for each theme
	BrandDocument    DocumentKind = "brand-yml" // _brand.yml, which brand.zip has with the files that it names
	DesignDocument   DocumentKind = "design-md" // DESIGN.md, the manual for agents that write code
	SkillDocument    DocumentKind = "skill"     // SKILL.md, the manual as a skill of agents
	MarkdownDocument DocumentKind = "markdown"  // the manual as Markdown
	FeedDocument     DocumentKind = "feed"      // the notes on what is new, Atom; only if there are any
	ReleasesDocument DocumentKind = "releases"  // the page of the releases, HTML; only if there are any
	HistoryDocument  DocumentKind = "history"   // the list of the releases for programs, JSON
	// the page of a manual that is not published, or of a draft, HTML; for share links alone
	DraftDocument DocumentKind = "draft"
)

// A DocumentInfo describes how a kind of document is served.
type DocumentInfo struct {
	Kind        DocumentKind
	File        string // name on the export page; empty if it is not there
	Format      string // value of the query key "format" of the tokens endpoint; empty if it is not there
	Type        string // media type
	CrossOrigin bool   // pages of other origins may read it if the manual is for anyone

	Released bool // each release of the manual keeps it, as it was that day
}

// Documents are all kinds of document. Routing, commands and metrics read this table: a new
// document needs a row here and a renderer.
var Documents = []DocumentInfo{
	{Kind: ManualDocument, Type: "application/json", CrossOrigin: true},
	{Kind: TokensDocument, File: "tokens.json", Type: "application/json", CrossOrigin: true, Released: true},
	{
		Kind: StructuredDocument, File: "tokens.2025-10.json", Format: "2025.10",
		Type: "application/design-tokens+json", CrossOrigin: true, Released: true,
	},
	{
		Kind: ResolverDocument, File: "resolver.json", Format: "2025.10-resolver",
		Type: "application/json", CrossOrigin: true, Released: true,
	},
	{Kind: PageDocument, Type: "text/html; charset=utf-8"},
	{Kind: IconDocument, Type: "image/vnd.microsoft.icon"},
	{Kind: TouchDocument, Type: "image/png"},
	{Kind: ExportDocument, Type: "text/html; charset=utf-8"},
	{Kind: CSSDocument, File: "tokens.css", Type: "text/css; charset=utf-8", CrossOrigin: true, Released: true},
	{Kind: SCSSDocument, File: "tokens.scss", Type: "text/x-scss; charset=utf-8", CrossOrigin: true},
	{Kind: TailwindDocument, File: "tailwind.css", Type: "text/css; charset=utf-8", CrossOrigin: true},
	{Kind: ModuleDocument, File: "tokens.js", Type: "text/javascript; charset=utf-8", CrossOrigin: true},
	{Kind: TypesDocument, File: "tokens.d.ts", Type: "text/plain; charset=utf-8", CrossOrigin: true},
	{Kind: GIMPDocument, File: "palette.gpl", Type: "text/plain; charset=utf-8", CrossOrigin: true},
	{Kind: AdobeDocument, File: "palette.ase", Type: "application/octet-stream", CrossOrigin: true},
	{Kind: ShadcnDocument, File: "shadcn.json", Type: "application/json", CrossOrigin: true},
	{Kind: FigmaDocument, File: "figma.zip", Type: "application/zip", CrossOrigin: true},
	{Kind: PenpotDocument, File: "penpot.json", Type: "application/json", CrossOrigin: true},
	{Kind: BrandDocument, File: "_brand.yml", Type: "application/yaml", CrossOrigin: true},
	{Kind: DesignDocument, File: "DESIGN.md", Type: "text/markdown; charset=utf-8", CrossOrigin: true},
	{Kind: SkillDocument, File: "SKILL.md", Type: "text/markdown; charset=utf-8", CrossOrigin: true},
	{Kind: MarkdownDocument, File: "manual.md", Type: "text/markdown; charset=utf-8", CrossOrigin: true},
	{Kind: FeedDocument, Type: "application/atom+xml; charset=utf-8", CrossOrigin: true},
	{Kind: ReleasesDocument, Type: "text/html; charset=utf-8"},
	{Kind: HistoryDocument, Type: "application/json", CrossOrigin: true},
	{Kind: DraftDocument, Type: "text/html; charset=utf-8"},
}

// Info returns the row of [Documents] for the kind, or the zero value.
func (k DocumentKind) Info() DocumentInfo {
	for _, info := range Documents {
		if info.Kind == k {
			return info
		}
	}
	return DocumentInfo{}
}

// TokensKind returns the kind of tokens document with a format, without one
// [TokensDocument], and reports whether there is such a format.
func TokensKind(format string) (DocumentKind, bool) {
	if format == "" {
		return TokensDocument, true
	}
	for _, info := range Documents {
		if info.Format == format {
			return info.Kind, true
		}
	}
	return "", false
}

// ReleasedKind returns the kind of the document of a release with a file name, or "".
func ReleasedKind(name string) DocumentKind {
	for _, info := range Documents {
		if info.Released && info.File == name {
			return info.Kind
		}
	}
	return ""
}

// A Readable is a manual whose documents may be read.
type Readable struct {
	Name string // slugs: <brand>, or <brand>.<manual> if it is not the primary one
	URL  string
	Tag  string // of its manual document
	Read func(DocumentKind) ([]byte, error)

	// Released returns a document of a release by its file name, nil if there is none; without a
	// version the list of the releases.
	Released func(version, file string) ([]byte, error)
}
