package safe

import (
	"html/template"
	"net/url"
	"regexp"
	"strings"
)

// A Link is a text and its address. The address is empty if the manual gives
// none that is allowed.
type Link struct {
	Text    string
	Address template.URL
}

// Host returns the host of an address elsewhere, empty for any other.
func (l Link) Host() string {
	u, err := url.Parse(string(l.Address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

var extension = regexp.MustCompile(`\.([0-9A-Za-z]{1,5})$`)

// Kind returns the extension of the name of the file in capitals, such as "ZIP".
func (l Link) Kind() string {
	u, err := url.Parse(string(l.Address))
	if err != nil {
		return ""
	}
	return KindOf(u.Path)
}

// KindOf returns the extension of a file name in capitals.
func KindOf(name string) string {
	if found := extension.FindStringSubmatch(name); found != nil {
		return strings.ToUpper(found[1])
	}
	return ""
}

// MaxExample is the number of bytes after which sample texts and addresses are
// cut.
const MaxExample = 300

// ShownAddress returns an address that is not a link as text. Of a data:
// address it keeps only the media type.
func ShownAddress(address string) string {
	if kind, _, ok := strings.Cut(address, ","); ok && strings.HasPrefix(strings.ToLower(kind), "data:") {
		address = kind + ",…"
	}
	return Shortened(address, MaxExample)
}

// Shortened cuts a text after a word so that it has at most longest bytes.
func Shortened(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	if space := strings.LastIndexByte(text[:longest+1], ' '); space > 0 {
		return text[:space] + "…"
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
