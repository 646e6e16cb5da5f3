// Package remote reads manuals from a service that implements the public interface
// (specification, section 4): this program or another one.
//
// [New] takes an access token, and [Client.Find] reads the manual at an address. The
// token is only sent to the host that the user has named, whatever a document or a
// redirect says, and files are only read from there.
//
// The address can be that of any page or document of a manual, also on a custom
// domain, below localhost, or below a path (https://acme.example/brand).
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"designmanual/db/manual"
)

const (
	maxDocument = 64 << 20         // bytes
	readTimeout = 10 * time.Minute // until an answer ends: 64 MiB over a slow line
)

var (
	// ErrNotFound is returned for an address without a manual.
	ErrNotFound = errors.New("there is no manual, or it needs an access token in DESIGNMANUAL_TOKEN")
	// errNoRelease is returned for a version that a manual does not have.
	errNoRelease = errors.New(
		"there is no such release; the page " + manual.ReleasesPath + "/ below the manual's address lists those " +
			"there are",
	)
	// ErrForeign is returned for a file that the service does not have itself.
	ErrForeign = errors.New("the file is on another host")
	// ErrTooLarge is returned for what is larger than asked for.
	ErrTooLarge = errors.New("more")
	// ErrAddress is returned for text that is no http or https address.
	ErrAddress = errors.New("expected the address of a manual")
)

// A Manual is a manual document (specification, section 2.1). The content of its
// blocks is unchanged.
type Manual struct {
	ID          string            `json:"id"`
	Slug        string            `json:"slug"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	URL         string            `json:"url"`
	Visibility  manual.Visibility `json:"visibility"`
	UpdatedAt   string            `json:"updatedAt"`
	ExpiresAt   *string           `json:"expiresAt"`
	Sections    []manual.Section  `json:"sections"`
}

// A Client reads documents.
type Client struct {
	http  *http.Client
	token string
}

// New returns a client that sends an access token, which may be empty.
func New(token string) *Client {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: Dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: stallTimeout, ResponseHeaderTimeout: stallTimeout,
	}
	return &Client{
		http: &http.Client{Transport: transport, CheckRedirect: checkRedirect, Timeout: readTimeout}, token: token,
	}
}

// Dial connects to an address. It takes localhost and all hosts below it for this
// machine (RFC 6761, section 6.3), which not every resolver does.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	AddRoots()
	dialer := net.Dialer{Timeout: stallTimeout}
	host, port, err := net.SplitHostPort(address)
	if err != nil || host != "localhost" && !strings.HasSuffix(host, ".localhost") {
		return dialer.DialContext(ctx, network, address)
	}
	conn, err := dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		conn, err = dialer.DialContext(ctx, network, net.JoinHostPort("::1", port))
	}
	return conn, err
}

// checkRedirect removes the token from a request that is redirected to another
// scheme, host or port. A file is not followed there.
func checkRedirect(request *http.Request, via []*http.Request) error {
	if len(via) > 5 {
		return errors.New("redirected too often")
	}
	if origin(request.URL) == origin(via[0].URL) {
		return nil
	}
	if via[0].Header.Get("Accept") == anyType { // of a file
		return fmt.Errorf("%w: redirected to %s", ErrForeign, request.URL.Host)
	}
	request.Header.Del("Authorization")
	return nil
}

func origin(u *url.URL) url.URL { return url.URL{Scheme: u.Scheme, Host: u.Host} }

// documentLink matches the address of a document, with or without a host. The
// submatches are the path before /api/ and the slug of the manual.
var documentLink = regexp.MustCompile(
	`(?:https?://[^/"'<>\s]+)?((?:/[\w.~-]+)*?)` + manual.ManualsPath + `([^/"'<>\s?#]+?)(?:` +
		regexp.QuoteMeta(manual.ManualSuffix) + `|` + regexp.QuoteMeta(manual.TokensSuffix) + `)`,
)

// headLink matches the link of a manual's own page to one of its documents.
var headLink = regexp.MustCompile(`<link\s[^>]*` + documentLink.String())

// ParseAddress parses an http or https address. The error wraps [ErrAddress].
func ParseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%w (https://…), found %q", ErrAddress, address)
	}
	u.User = nil // a password must not get into requests and messages
	return u, nil
}

// Find returns the manual whose page or document is at an address. The error wraps
// [ErrNotFound] or [ErrAddress].
func (c *Client) Find(ctx context.Context, address string) (*FoundManual, error) {
	u, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	if m := documentLink.FindStringSubmatch(u.Path); m != nil {
		return c.readManual(ctx, u, m[1], m[2])
	}
	// On the host of a brand, / is the primary manual and /SLUG another one
	// (section 4.1).
	label, _, _ := strings.Cut(u.Hostname(), ".")
	slugs := []string{label}
	if name, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/"); name != "" && name != "-" {
		slugs = []string{label + "." + name, name}
	}
	for _, slug := range slugs {
		if s, err := c.readManual(ctx, u, "", slug); !errors.Is(err, ErrNotFound) {
			return s, err
		}
	}
	return c.findLinked(ctx, u)
}

// readManual reads the manual with a slug below a path of the host of an address.
func (c *Client) readManual(ctx context.Context, address *url.URL, path, slug string) (*FoundManual, error) {
	s := &FoundManual{client: c, Base: origin(address), Slug: slug, Document: new(Manual)}
	s.Base.Path = path
	body, err := c.get(ctx, s.path(manual.ManualSuffix), "", jsonType, maxDocument)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, s.Document); err != nil || s.Document.ID == "" || s.Document.Sections == nil {
		return nil, fmt.Errorf("%s: expected a manual document, found something else", s.Address())
	}
	return s, nil
}

// findLinked returns the manual whose documents a page links to, as pages on custom
// domains do. A list of manuals, such as the first page of a site, is none of them.
func (c *Client) findLinked(ctx context.Context, page *url.URL) (*FoundManual, error) {
	html, err := c.get(ctx, page, "", htmlType, maxDocument)
	if err != nil {
		return nil, err
	}
	u, err := page.Parse(string(documentLink.Find(html)))
	if err != nil || !documentLink.MatchString(u.Path) {
		return nil, fmt.Errorf("%s: %w", page, ErrNotFound)
	}
	if !headLink.Match(html) && linksSeveral(html) {
		return nil, fmt.Errorf("%s lists several manuals. Give the address of one of them, such as %s", page, u)
	}
	if origin(u) != origin(page) {
		c = &Client{http: c.http} // without the token
	}
	m := documentLink.FindStringSubmatch(u.Path)
	return c.readManual(ctx, u, m[1], m[2])
}

// linksSeveral reports whether a page links to the documents of several manuals.
func linksSeveral(html []byte) bool {
	links := documentLink.FindAllSubmatch(html, -1)
	return slices.ContainsFunc(links, func(m [][]byte) bool { return string(m[2]) != string(links[0][2]) })
}
