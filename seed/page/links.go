package page

import (
	"html/template"
	"net"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/idna"

	"designmanual/db/manual"
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
	origins []string
	known   map[string]bool // the same, nil before the first
}

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

// image returns the address of an image, and keeps its origin where the
// policy has to name it; empty for one that may not be fetched: whatever is
// not http or https on a host that a policy can name, which IPv6 addresses
// are not (Content Security Policy Level 3, section 2.3.1).
func (l *links) image(raw string) template.URL {
	u, ok := address(raw)
	if !ok || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return ""
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || !manual.HostName(host) && net.ParseIP(host) == nil {
		return ""
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	if u.Host = host; u.Scheme == "http" {
		l.keep("http://" + host)
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
