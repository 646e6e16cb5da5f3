package page

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"

	"designmanual/api/render/page/assets"
	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
)

// SecurityPolicy is the Content-Security-Policy header of a redirect, and of a page whose
// own policy is in its meta element alone. With the policy of a page the header adds the
// directives that a meta element cannot have (Content Security Policy Level 3, section 3.3).
const SecurityPolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// head is the data of the template "head".
type head struct {
	Lang, Dir   string // attributes of the html element
	Title       string
	Description string
	Canonical   string
	SiteName    string
	Image       string
	NoIndex     bool
	Policy      string
	Style       template.CSS
	Preload     []fonts.File
	Alternates  []alternate // the page as other documents

	Icon        string      // its path
	Stylesheets []string    // their paths
	Early       template.JS // what holds before anything is shown, empty on pages that need no script
	Scripts     []assets.Script
	LaterStyle  string // the path of what the later script loads, empty without one

	// Of a page that loads nothing.
	Embedded template.URL // the icon
	Sheet    template.CSS
	Late     template.JS
}

// An alternate is the page as another document.
type alternate struct {
	Type        template.HTMLAttr // html/template would escape the + of a media type
	Title, Path string
}

// newHead returns a head with the paths of what every page loads, on a host with a base.
func newHead(s words.Locale, base string, icon rgb.Color) head {
	h := head{Lang: s.Lang, Dir: s.Dir, Icon: base + assets.IconPath(icon)}
	h.addStyle(base, assets.Load().Style)
	if !s.IsLatin {
		h.addStyle(base, assets.Load().WritingStyle)
	}
	return h
}

// addStyle adds a style sheet on a host with a base.
func (h *head) addStyle(base string, style manual.PageFile) {
	h.Stylesheets = append(h.Stylesheets, base+style.Path)
}

// head returns the head of a page at a path below that of the manual, with a title of its own; both are empty for the
// page of the manual itself. The style and its policy are those of what the builder has drawn so far.
func (b *builder) head(title, below string) head {
	m := b.Manual
	h := newHead(b.Locale, b.base(), b.frame.Cover)
	h.Title = m.Title
	h.Description = b.description()
	h.SiteName = b.Brand.Name
	h.Image = b.image
	h.NoIndex = m.Visibility != manual.Public
	h.Canonical = b.Address() + below
	h.Preload = b.frame.Preload
	h.addScripts(b.base(), title == "")
	if title == "" && b.isLong() {
		h.addStyle(b.base(), assets.Load().LongStyle)
	}
	if title != "" || b.Draft || len(b.Releases) > 0 { // releases stand among the news
		h.addStyle(b.base(), assets.Load().SiteStyle)
	}
	h.addAlternate(b.Locale, manual.ManualDocument, "manual", b.documents()+manual.ManualSuffix)
	h.addAlternate(b.Locale, manual.TokensDocument, "tokens", b.documents()+manual.TokensSuffix)
	h.addAlternate(b.Locale, manual.CSSDocument, "css", b.exportPath(manual.CSSDocument))
	h.addAlternate(b.Locale, manual.MarkdownDocument, "markdown", b.exportPath(manual.MarkdownDocument))
	if len(m.News)+len(b.Releases) > 0 && m.Visibility.ForAnyone() {
		h.addAlternate(b.Locale, manual.FeedDocument, "news", b.Path()+manual.FeedPath)
	}
	if b.showsBrand() {
		h.Title += " · " + b.Brand.Name
	}
	if title != "" {
		h.Title = title + " · " + h.Title
	}
	// Each page on paper has these two lines.
	running := m.Title
	if b.Draft {
		running = b.Translate("draft") + " · " + running
	}
	paper := "@page{@top-left{content:" + fonts.Quote(running) + ";font:8pt sans-serif}" +
		"@bottom-left{content:" + fonts.Quote(h.Canonical) + ";font:8pt sans-serif}}"
	style := b.frame.FontFaces + b.frame.CSS() + b.sheet.Rules.String() + paper
	if b.embed != nil {
		h.makeSingle(assets.Icon(b.frame.Cover), style)
		return h
	}
	h.setStyleAndPolicy(b.Locale, style, b.checker.Origins, b.hasVideo)
	return h
}

// description returns what a manual says of itself. For a manual that says nothing it returns the title and those
// of its sections, so that lists of pages can tell it from others.
func (b *builder) description() string {
	m := b.Manual
	if m.Description != "" || len(m.Sections) == 0 {
		return cmp.Or(m.Description, m.Title)
	}
	var titles []string
	for _, s := range m.Sections {
		titles = append(titles, s.Title)
	}
	return safe.Shortened(m.Title+": "+strings.Join(titles, ", "), 160)
}

// addScripts adds the scripts, on a host with a base. Only the page of a manual and a list with a filter use the scripts
// and the style sheet that load later.
func (h *head) addScripts(base string, later bool) {
	h.Early = template.JS(assets.Load().Early)
	for _, s := range assets.Load().Scripts {
		if s.Later && !later {
			continue
		}
		s.Path = base + s.Path
		h.Scripts = append(h.Scripts, s)
	}
	if later {
		h.LaterStyle = base + assets.Load().LaterStyle.Path
	}
}

// exportPath returns the path of a file of the export page.
func (p Input) exportPath(kind manual.DocumentKind) string {
	return p.Path() + manual.ExportDocumentPath(kind.Info().File)
}

// addAlternate adds a document that has what the page has, with the words of its title.
func (h *head) addAlternate(s words.Locale, kind manual.DocumentKind, title, path string) {
	mediaType, _, _ := strings.Cut(kind.Info().Type, ";")
	h.Alternates = append(h.Alternates, alternate{template.HTMLAttr(`type="` + mediaType + `"`), s.Translate(title), path})
}

// setStyleAndPolicy sets the style element and allows it, by its hash, in the page's
// policy. Images may come over https and from the given origins, fonts from the
// page's own host.
func (h *head) setStyleAndPolicy(s words.Locale, css string, origins []string, hasVideo bool) {
	// Without the style sheet, as in a file that is opened from a disk, the page says so.
	css += `body::before{display:block;content:"` + s.Translate("no-style") + `"}`
	h.Style = template.CSS(css)
	sum := sha256.Sum256([]byte(css))
	// The host also serves the files of authors, so that 'self' would allow those as scripts.
	allowedScripts := "'none'"
	if h.Early != "" {
		allowedScripts = "'" + assets.Integrity(assets.Load().Early) + "'"
	}
	for _, s := range h.Scripts {
		allowedScripts += " '" + s.Integrity + "'"
	}
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'self'" +
		"; script-src " + allowedScripts + "; font-src 'self'" +
		"; img-src " + strings.Join(append([]string{"'self' https:"}, origins...), " ") +
		"; style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if hasVideo {
		h.Policy += "; media-src 'self'"
	}
	if len(h.Scripts) > 0 { // scripts read the files that a reader saves; programs that judge the page read robots.txt
		h.Policy += "; connect-src 'self'"
	}
}
