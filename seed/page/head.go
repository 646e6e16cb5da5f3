package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// SecurityPolicy is the Content-Security-Policy header of every page. Each page
// also carries a stricter policy in a meta element; the header adds the
// directives that a meta element cannot have (Content Security Policy Level 3,
// section 3.3).
const SecurityPolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// head is the data of the template "head".
type head struct {
	locale
	Base        string // precedes the paths of assets and documents
	Title       string
	Description string
	Canonical   string
	SiteName    string
	Image       string
	NoIndex     bool
	Policy      string
	Style       template.CSS
	Stylesheet  string
	Script      string
	Icon        string
	Preload     []fontFile

	// The paths of the page in other forms.
	Manual, Tokens, CSS, Markdown string
	Feed                          string // empty without news
}

// siteHead returns the head of a page without a manual, on a host with that base.
func siteHead(s locale, base, title string) head {
	h := head{locale: s, Base: base, Title: title, NoIndex: true, Stylesheet: stylesheet.Path, Icon: iconPath(nearBlack)}
	h.style("", nil, media{})
	return h
}

// head returns the head of a page of the manual, without its style.
func (p Page) head(s locale, f frame) head {
	address, path := p.address()
	documents := manual.DocumentsPath(p.Brand.Slug, p.Manual.Slug)
	h := head{
		locale: s, Base: p.base(), Title: p.Manual.Title, Description: p.Manual.Description, Canonical: address, SiteName: p.Brand.Name,
		NoIndex:    p.Manual.Visibility != manual.Public,
		Stylesheet: stylesheet.Path, Script: script.Path, Icon: iconPath(f.cover),
		Manual: p.base() + documents + manual.ManualSuffix, Tokens: p.base() + documents + manual.TokensSuffix,
		CSS: path + manual.DocumentPath("tokens.css"), Markdown: path + manual.DocumentPath("manual.md"),
	}
	if len(p.Manual.News) > 0 && p.Manual.Visibility.Open() {
		h.Feed = path + manual.FeedPath
	}
	if !strings.Contains(h.Title, p.Brand.Name) {
		h.Title += " · " + p.Brand.Name
	}
	return h
}

// media are further sources of a page: videos and what the script reads.
type media struct{ videos, reads bool }

// style sets the style element and allows it, by its hash, in the page's
// policy. Images may come over https and from the given origins, fonts from the
// page's own host.
func (h *head) style(css template.CSS, origins []string, m media) {
	// Without the style sheet, as in a file that is opened from a disk, the page says so.
	css += template.CSS(`body::before{display:block;content:"` + h.translate("no-style") + `"}`)
	h.Style = css
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'self'; script-src 'self'; font-src 'self'; img-src " +
		strings.Join(append([]string{"'self' https:"}, origins...), " ") + "; style-src 'self'"
	if css != "" {
		sum := sha256.Sum256([]byte(css))
		h.Policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	if m.videos {
		h.Policy += "; media-src 'self'"
	}
	if m.reads {
		h.Policy += "; connect-src 'self'"
	}
}
