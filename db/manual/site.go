package manual

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// DefaultSite is the base URL of a store in which none was set.
const DefaultSite = "http://localhost:8080"

// A Site is the base URL of all addresses, which are never made from a request,
// and the brand that is at home there. The zero Site is not valid.
type Site struct {
	Scheme string // "http" or "https"
	Host   string // lower case, without a trailing dot; an IPv6 address in brackets
	Port   string // empty for the scheme's default
	Path   string // empty, or with a leading and without a trailing slash
	Home   string // slug of the brand at home; empty for the brand with the host among its domains

	Guessed bool // nobody has set it, so a server may serve another one
	Local   bool // for local work: no address is on a custom domain, which leads elsewhere
}

// sitePath matches a path of plain segments, which no client and no proxy
// rewrites (RFC 3986, section 6.2.2).
var sitePath = regexp.MustCompile(`^(/[A-Za-z0-9~_-][A-Za-z0-9~_.-]*)*$`)

// ParseSite parses a base URL: http or https, a host name or an IP address, an
// optional port and an optional path. User information, a query or a fragment is
// an error. The scheme's default port and a trailing slash are removed (RFC 3986,
// section 6.2.3). [Site.CheckHome] says whether the base URL needs a brand at home.
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
	address, addressErr := netip.ParseAddr(host)
	if u.Scheme != "http" && u.Scheme != "https" {
		return fail("expected http:// or https://")
	}
	if u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Opaque != "" || strings.Contains(text, "#") {
		return fail("expected a scheme, a host name and perhaps a port and a path, and nothing after them")
	}
	if addressErr == nil && (address.Zone() != "" || address.Is6() != strings.HasPrefix(u.Host, "[")) {
		return fail("expected an IP address without a zone")
	}
	if addressErr != nil && !IsHostName(host) {
		return fail("expected a host name (international ones in their xn-- form) or an IP address")
	}
	if address.Is6() {
		host = "[" + address.String() + "]"
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	if !sitePath.MatchString(path) {
		return fail("expected a path of letters, digits and -._~")
	}
	if path == HealthPath || path == ReadyPath {
		return fail("the server itself answers " + path + ", for health checks; take another path")
	}
	if strings.HasSuffix(u.Host, ":") {
		return fail("expected a port after the colon")
	}
	if port != "" && (err != nil || number == 0 || strconv.FormatUint(number, 10) != port) {
		return fail("expected a port from 1 to 65535")
	}
	if u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		port = ""
	}
	return Site{Scheme: u.Scheme, Host: host, Port: port, Path: path}, nil
}

// String returns the base URL without a trailing slash.
func (s Site) String() string { return s.address(s.Host) + s.Path }

// address returns the address of a host with the site's scheme and port.
func (s Site) address(host string) string {
	if s.Port == "" {
		return s.Scheme + "://" + host
	}
	return s.Scheme + "://" + host + ":" + s.Port
}

// IsIP reports whether the site's host is an IP address, below which there are no
// hosts.
func (s Site) IsIP() bool { return s.Host != "" && !IsHostName(s.Host) }

// A NoHomeError says that a base URL needs a brand at home there.
type NoHomeError string

func (e NoHomeError) Error() string { return string(e) }

// Reaches reports whether the brand is at home or has a host, of which an IP address has
// none below it.
func (s Site) Reaches(b BrandSettings) bool { return !s.IsIP() || s.AtHome(b) }

// CheckHome returns a [NoHomeError] if the base URL has a path or an IP address and no
// brand is at home there: the hosts of brands could not be reached.
func (s Site) CheckHome(home bool) error {
	if home || s.Path == "" && !s.IsIP() {
		return nil
	}
	if s.IsIP() {
		return NoHomeError(fmt.Sprintf(
			"the base URL %s is an IP address, which needs a brand at home there: say --brand SLUG", s,
		))
	}
	return NoHomeError(fmt.Sprintf(
		"the base URL %s has a path, which needs a brand at home there: list %s in the domains of a brand, or say "+
			"--brand SLUG",
		s, s.Host,
	))
}

// AtHome reports whether the brand is at home on the site: its primary manual is at
// the base URL itself, its others are below.
func (s Site) AtHome(b BrandSettings) bool {
	if s.Home != "" {
		return s.Home == b.Slug
	}
	return !s.Local && slices.Contains(b.Domains, s.Host)
}

// PathBefore returns the path that precedes all paths in a manual's page: the base
// URL's if the manual is below it, else none.
func (s Site) PathBefore(b BrandSettings, subdomain string, primary bool) string {
	if s.AtHome(b) && (primary || subdomain == "" || s.IsIP()) {
		return s.Path
	}
	return ""
}

// BrandAddress returns the address of the brand: the base URL if the brand is at
// home there, else its first custom domain or <brand>.<site host>, with the scheme and
// the port of the site.
func (s Site) BrandAddress(b BrandSettings) string {
	if s.AtHome(b) {
		return s.String()
	}
	if len(b.Domains) > 0 && !s.Local {
		return s.address(b.Domains[0])
	}
	return s.address(b.Slug + "." + s.Host)
}

// Address returns the address of a manual, without a trailing slash: the brand's
// for the primary manual, else that of its own subdomain if it has one, else the
// brand's with the path /<slug>.
func (s Site) Address(b BrandSettings, slug, subdomain string, primary bool) string {
	if primary {
		return s.BrandAddress(b)
	}
	if subdomain != "" && !s.IsIP() {
		return s.address(subdomain + "." + s.Host)
	}
	return s.BrandAddress(b) + "/" + slug
}

// IsAnchor reports whether a text may be an anchor, which appears in addresses after # and as the id
// of an element. Percent signs are not allowed because browsers decode them, nor is :~:, which ends
// a fragment (URL Fragment Text Directives, section 3.4). The length is unlimited because anchors
// made from titles are.
func IsAnchor(text string) bool {
	isOther := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.~:@!$&'()*+,;=/?", r)
	}
	return text != "" && !strings.Contains(text, ":~:") && !strings.ContainsFunc(text, isOther)
}

// IsLabel reports whether s is a DNS label in lower case: 1 to 63 characters,
// [a-z0-9] and inner hyphens (RFC 1035, section 2.3.1, and RFC 1123, section
// 2.1, which allows a leading digit).
func IsLabel(s string) bool {
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

// IsHostName reports whether s is a host name in lower case, of at most 253
// characters, without port and trailing dot, and not an IP address.
func IsHostName(s string) bool {
	if len(s) > 253 || isIPAddress(s) {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !IsLabel(label) {
			return false
		}
	}
	return true
}

// isIPAddress reports whether a host is an IP address, or is one for browsers,
// which parse every host whose last label is a number, such as 127.1 or 0x7f.1,
// as an IPv4 address (URL Standard, "ends in a number checker").
func isIPAddress(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}
