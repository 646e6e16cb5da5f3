package page

import (
	"html/template"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// A link is a text and where it leads; the address is empty where the manual
// gives none that may be followed.
type link struct {
	Text    string
	Address template.URL
}

// A picture is an image that may be fetched, or none where Src is empty. Its
// size is 0 where it is not known.
type picture struct {
	Src           template.URL
	Alt           string
	Width, Height int
}

// links judges the addresses of a manual and keeps the origins of its images
// that https: does not cover, each once.
type links struct {
	base    string                  // the path of the manual's address
	files   map[string]*manual.File // by the address that the manual has for it
	origins []string
	texts   content.Texts

	emphasis bool // a rich text has some, which is set in italics
}

func newLinks(files []manual.File, base string) links {
	l := links{base: base, files: make(map[string]*manual.File, len(files)), texts: content.Texts{}}
	for i := range files {
		l.files[files[i].Ref] = &files[i]
	}
	return l
}

// file returns the file of the manual at an address, and its path on the
// page's own host; nil where there is none.
func (l *links) file(raw string) (*manual.File, string) {
	if f := l.files[raw]; f != nil {
		return f, l.base + f.Path()
	}
	return nil, ""
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
	if _, path := l.file(raw); path != "" {
		return link{text, template.URL(path)}
	}
	u, ok := address(raw)
	if !ok {
		return link{Text: text}
	}
	return link{text, template.URL(u.String())}
}

// picture returns an image that may be fetched: a file of the manual, or one
// on a host.
func (l *links) picture(raw, alt string) picture {
	if f, path := l.file(raw); f != nil {
		return picture{template.URL(path), alt, f.Width, f.Height}
	}
	return picture{Src: l.image(raw), Alt: alt}
}

// image returns the address of an image on a host, and keeps its origin where
// the policy has to name it; empty for one that may not be fetched: whatever
// is not http or https on a host that a policy can name, which IPv6 addresses
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
	u.Host = host
	if origin := "http://" + host; u.Scheme == "http" && !slices.Contains(l.origins, origin) {
		l.origins = append(l.origins, origin)
	}
	return template.URL(u.String())
}

var extension = regexp.MustCompile(`\.([0-9A-Za-z]{1,5})$`)

// fileKind is the kind of a file as its name tells it, in capitals: "ZIP".
func fileKind(address template.URL) string {
	u, err := url.Parse(string(address))
	if err != nil {
		return ""
	}
	if found := extension.FindStringSubmatch(u.Path); found != nil {
		return strings.ToUpper(found[1])
	}
	return ""
}

// longestExample is how many bytes of a text stand for it in an example.
const longestExample = 300

// unfollowed is what is shown of an address that leads nowhere: of one that
// has its data in it, no more than what kind of data that is.
func unfollowed(address string) string {
	if kind, _, ok := strings.Cut(address, ","); ok && strings.HasPrefix(strings.ToLower(kind), "data:") {
		address = kind + ",…"
	}
	return shortened(address, longestExample)
}

// shortened returns the words that a text begins with, as far as so many
// bytes go.
func shortened(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	if space := strings.LastIndexByte(text[:longest+1], ' '); space > 0 {
		return text[:space] + "…"
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
