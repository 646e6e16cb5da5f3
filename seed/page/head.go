package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// SecurityPolicy is the Content-Security-Policy header of every page, beside
// the policy that each page carries in itself and that is narrower: it says
// what a meta element cannot (Content Security Policy Level 3, section 3.3).
// Both hold at once.
const SecurityPolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// head is what stands in the head of every page.
type head struct {
	speech
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
	Preload     []string // fonts of the frame

	// The page in other forms, on its own host.
	Manual, Tokens, CSS, Markdown string
}

// siteHead is the head of a page that is of no manual.
func siteHead(s speech, title string) head {
	h := head{speech: s, Title: title, NoIndex: true, Stylesheet: stylesheet.path, Icon: iconPath(nearBlack)}
	h.style("", nil)
	return h
}

// head returns the head of a page of the manual, but for its style.
func (p Page) head(s speech, f frame) head {
	address, path := p.address()
	documents := apiPath(p.Brand.Slug, p.Manual.Slug)
	h := head{
		speech: s, Title: p.Manual.Title, Description: p.Manual.Description, Canonical: address, SiteName: p.Brand.Name,
		NoIndex:    p.Manual.Visibility != manual.Public,
		Stylesheet: stylesheet.path, Script: script.path, Icon: iconPath(f.cover),
		Manual: documents + ".json", Tokens: documents + "/tokens.json",
		CSS: path + exportPath + "/tokens.css", Markdown: path + exportPath + "/manual.md",
	}
	if !strings.Contains(h.Title, p.Brand.Name) {
		h.Title += " · " + p.Brand.Name
	}
	return h
}

// style puts a style element into the head and allows it, by its hash, in
// the policy of the page. Images may come over https and from the given
// origins, fonts from the page's own host.
func (h *head) style(css template.CSS, origins []string) {
	h.Style = css
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'self'; script-src 'self'; font-src 'self'; img-src " +
		strings.Join(append([]string{"'self' https:"}, origins...), " ") + "; style-src 'self'"
	if css != "" {
		sum := sha256.Sum256([]byte(css))
		h.Policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
}
