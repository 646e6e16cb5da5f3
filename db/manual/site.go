package manual

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// DefaultSite is the base URL of a store in which none was set.
const DefaultSite = "http://localhost:8080"

// A Site is the base URL of all addresses, which are never made from a request.
// The zero Site is not valid.
type Site struct {
	Scheme string // "http" or "https"
	Host   string // lower case, without a trailing dot
	Port   string // empty for the scheme's default
}

// ParseSite parses a base URL: http or https, a host name and an optional port.
// An IP address, a path (even a slash), user information, a query or a fragment
// is an error. The scheme's default port is removed (RFC 3986, section 6.2.3).
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

// address returns the address of a host with the site's scheme and port.
func (s Site) address(host string) string {
	if s.Port == "" {
		return s.Scheme + "://" + host
	}
	return s.Scheme + "://" + host + ":" + s.Port
}

// BrandAddress returns the address of the brand: its first custom domain, with
// the site's scheme and without a port, or <brand>.<site host>.
func (s Site) BrandAddress(b Brand) string {
	if len(b.Domains) > 0 {
		return s.Scheme + "://" + b.Domains[0]
	}
	return s.address(b.Slug + "." + s.Host)
}

// Address returns the address of a manual, without a trailing slash: the brand's
// for the primary manual, else that of its own subdomain if it has one, else the
// brand's with the path /<slug>.
func (s Site) Address(b Brand, slug, subdomain string, primary bool) string {
	switch {
	case primary:
		return s.BrandAddress(b)
	case subdomain != "":
		return s.address(subdomain + "." + s.Host)
	}
	return s.BrandAddress(b) + "/" + slug
}

// Label reports whether s is a DNS label in lower case: 1 to 63 characters,
// [a-z0-9] and inner hyphens (RFC 1035, section 2.3.1, and RFC 1123, section
// 2.1, which allows a leading digit).
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

// HostName reports whether s is a host name in lower case, of at most 253
// characters, without port and trailing dot, and not an IP address.
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

// ipAddress reports whether a host is an IP address, or is one for browsers,
// which parse every host whose last label is a number, such as 127.1 or 0x7f.1,
// as an IPv4 address (URL Standard, "ends in a number checker").
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
