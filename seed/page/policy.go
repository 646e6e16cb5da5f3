package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"
)

// SecurityPolicy is the Content-Security-Policy header of every page, beside
// the policy that each page carries in itself and that is narrower: it says
// what a meta element cannot (Content Security Policy Level 3, section 3.3).
// Both hold at once.
const SecurityPolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// ContentType is the media type of every page.
const ContentType = "text/html; charset=utf-8"

// style puts a style element into the head and allows it, by its hash, in
// the policy of the page. Images may come over https and from the given
// origins, fonts from the page's own host.
func (h *head) style(css template.CSS, origins []string) {
	styles := ""
	if css != "" {
		sum := sha256.Sum256([]byte(css))
		styles = " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	images := strings.Join(append([]string{"'self' https:"}, origins...), " ")
	h.Style = css
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'self'; script-src 'self'; font-src 'self'; img-src " + images + "; style-src 'self'" + styles
}
