package manual

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// DefaultSite is the base URL of a store that nobody has given another one.
const DefaultSite = "http://localhost:8080"

// A Site is the base URL that every address is made from: scheme, host name
// and port. Addresses are never made from a request. The zero Site is none.
type Site struct {
	Scheme string // "http" or "https"
	Host   string // lower case, without a trailing dot
	Port   string // empty for the scheme's own
}

// ParseSite reads a base URL: http or https, a host name, perhaps a port. An
// IP address, a path (a lone slash too), user information, a query or a
// fragment is an error. The scheme's own port is dropped (RFC 3986, section
// 6.2.3).
func ParseSite(text string) (Site, error) {
	fail := func(reason string) (Site, error) {
		return Site{}, fmt.Errorf("not a base URL: %q: %s (say https://manuals.example.com)", text, reason)
	}
	u, err := url.Parse(text)
	if err != nil {
		return fail("it does not parse as a URL")
	}
	if u.User != nil {
		text = u.Redacted()
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	number, err := strconv.ParseUint(port, 10, 16)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fail("expected http:// or https://")
	case u.User != nil || u.Path != "" || u.RawQuery != "" || u.ForceQuery || u.Opaque != "" || strings.Contains(text, "#"):
		return fail("expected a scheme, a host name and perhaps a port, and nothing after them")
	case ipAddress(host):
		return fail("expected a host name, found an IP address: brands are host names under it")
	case !HostName(host):
		return fail("expected a host name (international ones in their xn-- form)")
	case strings.HasSuffix(u.Host, ":"):
		return fail("expected a port after the colon")
	case port != "" && (err != nil || number == 0 || strconv.FormatUint(number, 10) != port):
		return fail("expected a port from 1 to 65535")
	case u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443":
		port = ""
	}
	return Site{Scheme: u.Scheme, Host: host, Port: port}, nil
}

// String returns the base URL without a trailing slash.
func (s Site) String() string { return s.address(s.Host) }

// address returns the address of a host beside the site, with its port.
func (s Site) address(host string) string {
	if s.Port == "" {
		return s.Scheme + "://" + host
	}
	return s.Scheme + "://" + host + ":" + s.Port
}

// BrandAddress returns the address of the brand's host: the first custom
// domain (with the site's scheme and no port) or <brand>.<site host>.
func (s Site) BrandAddress(b Brand) string {
	if len(b.Domains) > 0 {
		return s.Scheme + "://" + b.Domains[0]
	}
	return s.address(b.Slug + "." + s.Host)
}

// Address returns the address of a manual: the brand's host for the primary
// one, else the host of its own subdomain where it has one, else the path
// /<slug> on the brand's host. It has no trailing slash.
func (s Site) Address(b Brand, slug, subdomain string, primary bool) string {
	switch {
	case primary:
		return s.BrandAddress(b)
	case subdomain != "":
		return s.address(subdomain + "." + s.Host)
	}
	return s.BrandAddress(b) + "/" + slug
}

// Label tells whether s is a lower-case DNS label as slugs are: [a-z0-9] and
// inner hyphens, 1 to 63 characters (RFC 1035, section 2.3.1, with the
// leading digit of RFC 1123, section 2.1).
func Label(s string) bool {
	if len(s) == 0 || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-') {
			return false
		}
	}
	return true
}

// HostName tells whether s is a host name in lower case: labels joined by
// dots, at most 253 characters, no port, no trailing dot, not an IP address.
func HostName(s string) bool {
	if len(s) > 253 || ipAddress(s) {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !Label(label) {
			return false
		}
	}
	return true
}

// ipAddress tells whether a host is an IP address, or one to browsers: those
// take every host that ends in a number for an IPv4 address, also in short
// (127.1) and hexadecimal (URL Standard, "ends in a number checker").
func ipAddress(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}
