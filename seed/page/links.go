package page

import (
	"html"
	"html/template"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// A link is a text and where it leads; the address is empty where the manual
// gives none that may be followed.
type link struct {
	Text    string
	Address template.URL
}

// links judges the addresses of a manual and keeps the origins of its images
// that https: does not cover, each once.
type links struct {
	scheme  string // of the site
	origins []string
	known   map[string]bool // the same, nil before the first
}

// richText lets through what a text needs and nothing that runs, fetches
// (but images), styles or could take an anchor of the page.
var richText = newRichText()

func newRichText() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "del", "ins",
		"sub", "sup", "small", "mark", "code", "kbd", "samp", "var", "pre", "blockquote", "q", "cite", "abbr", "dfn", "time",
		"ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td")
	p.AllowAttrs("lang").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("abbr", "dfn")
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("th", "td")
	p.AllowAttrs("start", "value").Matching(bluemonday.Integer).OnElements("ol", "li")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("alt").Matching(bluemonday.Paragraph).OnElements("img")
	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

// rich returns rich text that may stand on the page.
func (l *links) rich(text string) template.HTML {
	if !strings.ContainsAny(text, "<>&") {
		return template.HTML(html.EscapeString(text))
	}
	if IsPlain(text) {
		return template.HTML(closed(text))
	}
	clean := closed(richText.Sanitize(withoutGaps(text)))
	for rest := clean; ; {
		_, after, ok := strings.Cut(rest, "<img")
		if !ok {
			return template.HTML(clean)
		}
		tag, remaining, _ := strings.Cut(after, ">")
		if _, source, ok := strings.Cut(tag, ` src="`); ok {
			source, _, _ = strings.Cut(source, `"`)
			l.image(html.UnescapeString(source))
		}
		rest = remaining
	}
}

// withoutGaps returns rich text with the spaces inside the addresses of links
// and images encoded, as browsers do it for them (WHATWG URL, section 4.4).
// The sanitizer drops an address that has one.
func withoutGaps(text string) string {
	return linkTag.ReplaceAllStringFunc(text, func(tag string) string {
		return quotedAddress.ReplaceAllStringFunc(tag, func(attribute string) string {
			name, value, _ := strings.Cut(attribute, "=")
			value = strings.TrimSpace(value)
			quote, inner := value[:1], strings.TrimSpace(value[1:len(value)-1])
			return name + "=" + quote + strings.ReplaceAll(inner, " ", "%20") + quote
		})
	})
}

var (
	linkTag       = regexp.MustCompile(`(?i)<(?:a|img)\s[^<>]*>`)
	quotedAddress = regexp.MustCompile(`(?i)\s(?:href|src)\s*=\s*(?:"[^"]*"|'[^']*')`)
)

// address returns an address that may be followed: http, https, mailto, or
// relative (RFC 3986, section 4.2); anything else is false.
func address(text string) (*url.URL, bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || text == "" {
		return nil, false
	}
	switch u.Scheme {
	case "", "http", "https", "mailto":
		return u, true
	}
	return nil, false
}

// link returns the link of an address; one that may not be followed is left
// as text.
func (l *links) link(text, raw string) link {
	u, ok := address(raw)
	if !ok {
		return link{Text: text}
	}
	return link{Text: text, Address: template.URL(u.String())}
}

// image returns the address of an image, and keeps its origin; empty for one
// that may not be fetched.
func (l *links) image(raw string) template.URL {
	u, ok := address(raw)
	if !ok || u.Scheme == "mailto" {
		return ""
	}
	scheme := u.Scheme
	if scheme == "" {
		scheme = l.scheme
	}
	if scheme == "http" && u.Host != "" && strings.Trim(u.Host, originCharacters) == "" {
		l.keep("http://" + u.Host)
	}
	return template.URL(u.String())
}

func (l *links) keep(origin string) {
	if l.known[origin] {
		return
	}
	if l.known == nil {
		l.known = map[string]bool{}
	}
	l.known[origin] = true
	l.origins = append(l.origins, origin)
}

// originCharacters are those of a host and a port as a policy may name them
// (Content Security Policy Level 3, section 2.3.1).
const originCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:"

// fileKind is the kind of a file as its name tells it, in capitals: "ZIP".
func fileKind(address template.URL) string {
	u, err := url.Parse(string(address))
	if err != nil {
		return ""
	}
	extension := strings.TrimPrefix(path.Ext(u.Path), ".")
	if len(extension) > 5 || !isAlphanumeric(extension) {
		return ""
	}
	return strings.ToUpper(extension)
}

func isAlphanumeric(text string) bool {
	for _, r := range text {
		if !isDigit(r) && !isLetter(r) {
			return false
		}
	}
	return text != ""
}
