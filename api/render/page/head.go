package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize/pattern"
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
	Preload     []fontFile
	Forms       []form // of the page

	Icon        string      // its path
	Stylesheets []string    // their paths
	Early       template.JS // what holds before anything is shown, empty on pages that need no script
	Scripts     []loaded
	LaterStyle  string // the path of what the later script loads, empty without one

	// Of a page that loads nothing.
	Embedded template.URL // the icon
	Sheet    template.CSS
	Late     template.JS
}

// A loaded file is a script at a path, with what the policy allows: its hash.
type loaded struct {
	Path, Integrity string
	Later           bool // by another script
}

// A form is the page as another document.
type form struct {
	Type        template.HTMLAttr // html/template would escape the + of a media type
	Title, Path string
}

// newHead returns a head with the paths of what every page loads, on a host with a base.
func newHead(s locale, base string, icon rgba) head {
	return head{Lang: s.Lang, Dir: s.Dir, Icon: base + iconPath(icon), Stylesheets: []string{base + own().style.Path, base + own().siteStyle.Path}}
}

// head returns the head of a page of the manual: of its page, or of another with a title
// and a path below it.
func (b *builder) head(title string, below ...string) head {
	m := b.Manual
	h := newHead(b.locale, b.base(), b.frame.cover)
	h.Title, h.Description, h.SiteName, h.Image, h.NoIndex = m.Title, b.description(), b.Brand.Name, b.image, m.Visibility != manual.Public
	h.Canonical, h.Preload = b.Address()+strings.Join(below, ""), b.frame.preload
	h.load(b.base(), title == "")
	if title == "" && len(b.Releases) == 0 { // those stand among the news
		h.Stylesheets = h.Stylesheets[:1]
	}
	h.form(b.locale, manual.ManualDocument, "manual", b.documents()+manual.ManualSuffix)
	h.form(b.locale, manual.TokensDocument, "tokens", b.documents()+manual.TokensSuffix)
	h.form(b.locale, manual.CSSDocument, "css", b.exportPath(manual.CSSDocument))
	h.form(b.locale, manual.MarkdownDocument, "markdown", b.exportPath(manual.MarkdownDocument))
	if len(m.News)+len(b.Releases) > 0 && m.Visibility.Open() {
		h.form(b.locale, manual.FeedDocument, "news", b.Path()+manual.FeedPath)
	}
	if b.showsBrand() {
		h.Title += " · " + b.Brand.Name
	}
	if title != "" {
		h.Title = title + " · " + h.Title
	}
	// What stands on each page on paper.
	running := m.Title
	if b.Draft {
		running = b.translate("draft") + " · " + running
	}
	paper := "@page{@top-left{content:" + cssFamily(running) + ";font:8pt sans-serif}@bottom-left{content:" + cssFamily(h.Canonical) + ";font:8pt sans-serif}}"
	style := b.frame.fontFaces + b.frame.css() + b.sheet.rules.String() + paper
	if b.embed != nil {
		h.makeSingle(icon(b.frame.cover), style)
		return h
	}
	h.style(b.locale, style, b.links.origins, b.hasFilm)
	return h
}

// description returns what a manual says of itself or, of one that says nothing, its title and those
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
	return shortened(m.Title+": "+strings.Join(titles, ", "), 160)
}

// load adds the scripts, on a host with a base. Only the page of a manual and an index with a filter
// have use for what is loaded later.
func (h *head) load(base string, later bool) {
	h.Early = template.JS(own().early)
	for _, s := range own().loaded {
		if s.Later && !later {
			continue
		}
		s.Path = base + s.Path
		h.Scripts = append(h.Scripts, s)
	}
	if later {
		h.LaterStyle = base + own().laterStyle.Path
	}
}

// integrity returns the hash of a script as its element and the policy have it
// (Subresource Integrity, section 3.1; Content Security Policy Level 3, section 8.4).
func integrity(script []byte) string {
	sum := sha256.Sum256(script)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// exportPath returns the path of a file of the export page.
func (p Page) exportPath(kind manual.DocumentKind) string {
	return p.Path() + manual.DocumentPath(kind.Info().File)
}

// form adds a document as a form of the page, with the words of its title.
func (h *head) form(s locale, kind manual.DocumentKind, title, path string) {
	mediaType, _, _ := strings.Cut(kind.Info().Type, ";")
	h.Forms = append(h.Forms, form{template.HTMLAttr(`type="` + mediaType + `"`), s.translate(title), path})
}

// style sets the style element and allows it, by its hash, in the page's
// policy. Images may come over https and from the given origins, fonts from the
// page's own host.
func (h *head) style(s locale, css string, origins []string, videos bool) {
	// Without the style sheet, as in a file that is opened from a disk, the page says so.
	css += `body::before{display:block;content:"` + s.translate("no-style") + `"}`
	h.Style = template.CSS(css)
	sum := sha256.Sum256([]byte(css))
	// The host also serves the files of authors, so that 'self' would allow those as scripts.
	scripts := "'none'"
	if h.Early != "" {
		scripts = "'" + integrity(own().early) + "'"
	}
	for _, s := range h.Scripts {
		scripts += " '" + s.Integrity + "'"
	}
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'self'; script-src " + scripts + "; font-src 'self'; img-src " +
		strings.Join(append([]string{"'self' https:"}, origins...), " ") +
		"; style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if videos {
		h.Policy += "; media-src 'self'"
	}
	if len(h.Scripts) > 0 { // which read files to save, as programs that judge the page read robots.txt
		h.Policy += "; connect-src 'self'"
	}
}

//go:embed assets templates words.json
var files embed.FS

// An ownFiles has the style sheets and scripts of the pages.
type ownFiles struct {
	style, siteStyle, laterStyle manual.PageAsset // siteStyle follows style on pages without a manual
	script, later                manual.PageAsset // later takes from script what it needs
	early                        []byte           // stands in the page
	loaded                       [2]loaded        // the scripts that a page loads: at once, and when it is first used
}

// own returns the files, which are made when the first page is drawn: most commands draw none.
var own = sync.OnceValue(func() *ownFiles {
	o := &ownFiles{
		style:      newAsset("page.css", styleType, read("page.css")),
		siteStyle:  newAsset("site.css", styleType, read("site.css")),
		laterStyle: newAsset("later.css", styleType, read("later.css")),
		script:     newAsset("page.js", scriptType, strict(pageScript())),
		later:      newAsset("later.js", scriptType, strict(takenNames+laterScript())),
		// It is on one line, since the checker of the W3C hashes no other script.
		early: bytes.ReplaceAll(shorten(read("early.js")), []byte("\n"), nil),
	}
	o.loaded = [...]loaded{
		{Path: o.script.Path, Integrity: integrity(o.script.Body)},
		{Path: o.later.Path, Integrity: integrity(o.later.Body), Later: true},
	}
	return o
})

// takenNames is what the script that is loaded later takes from the other one.
const takenNames = "const { later, body, all, plain, make, fill, say, inSlices, button, channels, rgb, hsl, hueOf, " +
	"tokenOf, colorOf, prepareSwatch, foldedModes, copy } = globalThis.designmanual;\n"

func pageScript() string { return read("js/base.js", "js/contents.js", "js/copy.js", "js/later.js") }

func laterScript() string {
	return "const usual = " + search.Script() + ";\n" +
		read("js/fold.js", "js/contrast.js", "js/rank.js", "js/search.js", "js/pictures.js")
}

// strict returns the text of a script whose names are its own.
func strict(script string) string { return "\"use strict\";\n(() => {\n" + script + "})();\n" }

const (
	scriptType = "text/javascript; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
)

// read returns the text of embedded files, one after the other.
func read(names ...string) string {
	var text strings.Builder
	for _, name := range names {
		source, _ := files.ReadFile("assets/" + name) // embedded
		text.Write(source)
	}
	return text.String()
}

// shorten leaves out of a file what is not served: indentation, empty lines, and comments that start a
// line.
func shorten(text string) []byte {
	short := make([]byte, 0, len(text))
	for text != "" {
		text = strings.TrimLeft(text, " \t")
		end := "\n"
		if strings.HasPrefix(text, "/*") {
			end = "*/\n"
		}
		part, rest, _ := strings.Cut(text, end)
		if part != "" && !strings.HasPrefix(part, "//") && !strings.HasPrefix(part, "/*") {
			short = append(short, part+"\n"...)
		}
		text = rest
	}
	return short
}

// spaces leaves out of a style sheet the spaces that mean nothing: in its strings stands none of these
// pairs, and a space before a colon belongs to a selector.
var spaces = strings.NewReplacer("; }\n", "}", ";\n}\n", "}", "; }", "}", ": ", ":", "; ", ";", ";\n", ";", ", ", ",", ",\n", ",", " { ", "{", " {\n", "{", "}\n", "}", " }\n", "}", " }", "}", " > ", ">")

// cssComment matches a comment behind a rule.
var cssComment = pattern.New(` */\*.*?\*/`)

// newAsset returns a text as a file that is named by a hash of its content:
// page.<hash>.css.
func newAsset(name, mediaType, text string) manual.PageAsset {
	body := shorten(text)
	if mediaType == styleType {
		body = []byte(spaces.Replace(cssComment.ReplaceAllString(string(body), "")))
	}
	sum := sha256.Sum256(body)
	name, extension, _ := strings.Cut(name, ".")
	return manual.PageAsset{Path: manual.InternalPath + name + "." + hex.EncodeToString(sum[:8]) + "." + extension, Type: mediaType, Body: body}
}

// Assets returns the style sheets and the scripts by path.
func Assets() map[string]manual.PageAsset {
	o, found := own(), map[string]manual.PageAsset{}
	for _, a := range []manual.PageAsset{o.style, o.siteStyle, o.laterStyle, o.script, o.later} {
		found[a.Path] = a
	}
	return found
}

// iconName matches the path of an icon; the color is in it.
var iconName = regexp.MustCompile(`^` + manual.InternalPath + `icon\.([0-9a-f]{6})\.svg$`)

// FindAsset returns the asset at a path: one of [Assets], or the icon of a
// color, drawn on request (/-/icon.0f2a43.svg).
func FindAsset(path string) (manual.PageAsset, bool) {
	if a, ok := Assets()[path]; ok {
		return a, true
	}
	if color := iconName.FindStringSubmatch(path); color != nil {
		return manual.PageAsset{Path: path, Type: "image/svg+xml", Body: icon(parseHex("#" + color[1]))}, true
	}
	return manual.PageAsset{}, false
}

// iconPath returns the path of the icon of a color.
func iconPath(c rgba) string { return manual.InternalPath + "icon." + c.hex()[1:] + ".svg" }

// icon draws an open book of swatches on the color.
func icon(c rgba) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
		`<rect width="32" height="32" rx="7" fill="` + c.hex() + `"/>` +
		`<g fill="` + c.ink().hex() + `"><path d="M8 8h7v16H8z"/><path d="M17 8h7v7h-7z" opacity=".6"/><path d="M17 17h7v7h-7z" opacity=".3"/></g></svg>`)
}
