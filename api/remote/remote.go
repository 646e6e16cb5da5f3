// Package remote reads manuals from a service that implements the public interface
// (specification, section 4): this program or another one.
//
// [New] takes an access token, [Client.Find] finds the manual at an address, and
// [Source.Read] reads it. The token is only sent to the host that the user has
// named, whatever a document or a redirect says, and files are only read from
// there.
//
// The address can be that of any page or document of a manual, also on a custom
// domain, below localhost, or below a path (https://acme.example/brand).
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"designmanual/db/manual"
)

const (
	maxDocument    = 64 << 20 // bytes
	requestTimeout = 30 * time.Second
	fileTimeout    = 10 * time.Minute // of a file of 64 MiB over a slow line
)

var (
	// ErrNotFound is returned for an address without a manual.
	ErrNotFound = errors.New("there is no manual, or it needs an access token in DESIGNMANUAL_TOKEN")
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
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: Dial, ForceAttemptHTTP2: true, ResponseHeaderTimeout: requestTimeout}
	return &Client{http: &http.Client{Transport: transport, CheckRedirect: checkRedirect, Timeout: fileTimeout}, token: token}
}

// Dial connects to an address. It takes localhost and all hosts below it for this
// machine (RFC 6761, section 6.3), which not every resolver does.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: requestTimeout}
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
	switch {
	case len(via) > 5:
		return errors.New("redirected too often")
	case origin(request.URL) == origin(via[0].URL):
		return nil
	case via[0].Header.Get("Accept") == "": // of a file
		return fmt.Errorf("%w: redirected to %s", ErrForeign, request.URL.Host)
	}
	request.Header.Del("Authorization")
	return nil
}

func origin(u *url.URL) url.URL { return url.URL{Scheme: u.Scheme, Host: u.Host} }

// A Source is a manual at a service, with its cached documents.
type Source struct {
	client         *Client
	Base           url.URL // what precedes /api/ in the addresses of the documents
	Slug           string  // one of the three forms of section 4.1
	manual, tokens cached
	document       *Manual
}

// cached is the body of a response with its entity tag.
type cached struct {
	body []byte
	tag  string
}

// documentLink matches the address of a document, with or without a host. The
// submatches are the path before /api/ and the slug of the manual.
var documentLink = regexp.MustCompile(`(?:https?://[^/"'<>\s]+)?((?:/[\w.~-]+)*?)` + manual.ManualsPath + `([^/"'<>\s?#]+?)(?:` + regexp.QuoteMeta(manual.ManualSuffix) + `|` + regexp.QuoteMeta(manual.TokensSuffix) + `)`)

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
func (c *Client) Find(ctx context.Context, address string) (*Source, error) {
	u, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	if m := documentLink.FindStringSubmatch(u.Path); m != nil {
		return c.newSource(ctx, u, m[1], m[2])
	}
	// On the host of a brand, / is the primary manual and /SLUG another one
	// (section 4.1).
	label, _, _ := strings.Cut(u.Hostname(), ".")
	slugs := []string{label}
	if name, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/"); name != "" && name != "-" {
		slugs = []string{label + "." + name, name}
	}
	for _, slug := range slugs {
		if s, err := c.newSource(ctx, u, "", slug); !errors.Is(err, ErrNotFound) {
			return s, err
		}
	}
	return c.findLinked(ctx, u)
}

// newSource reads the manual with a slug below a path of the host of an address.
func (c *Client) newSource(ctx context.Context, address *url.URL, path, slug string) (*Source, error) {
	s := &Source{client: c, Base: origin(address), Slug: slug}
	s.Base.Path = path
	_, err := s.Read(ctx)
	return s, err
}

// findLinked returns the manual whose documents a page links to, as pages on custom
// domains do.
func (c *Client) findLinked(ctx context.Context, page *url.URL) (*Source, error) {
	var html cached
	if _, err := c.get(ctx, page, "", &html, "text/html"); err != nil {
		return nil, err
	}
	u, err := page.Parse(string(documentLink.Find(html.body)))
	if err != nil || !documentLink.MatchString(u.Path) {
		return nil, fmt.Errorf("%s: %w", page, ErrNotFound)
	}
	if origin(u) != origin(page) {
		c = &Client{http: c.http} // without the token
	}
	m := documentLink.FindStringSubmatch(u.Path)
	return c.newSource(ctx, u, m[1], m[2])
}

// Address returns the address of the manual document.
func (s *Source) Address() string { return s.path(manual.ManualSuffix).String() }

func (s *Source) path(document string) *url.URL {
	return s.Base.JoinPath("api/v1/manuals", s.Slug+document)
}

// Read returns the manual as it is now. It revalidates the cached document with
// If-None-Match (section 4.1). The error wraps [ErrNotFound].
func (s *Source) Read(ctx context.Context) (*Manual, error) {
	changed, err := s.client.get(ctx, s.path(manual.ManualSuffix), "", &s.manual, "application/json")
	if err != nil || !changed {
		return s.document, err
	}
	document := new(Manual)
	if err := json.Unmarshal(s.manual.body, document); err != nil || document.ID == "" || document.Sections == nil {
		s.manual = cached{}
		return nil, fmt.Errorf("%s: expected a manual document, found something else", s.Address())
	}
	s.document = document
	return document, nil
}

// Tokens returns the token document (section 2.5).
func (s *Source) Tokens(ctx context.Context) ([]byte, error) {
	_, err := s.client.get(ctx, s.path(manual.TokensSuffix), "", &s.tokens, "application/json")
	return s.tokens.body, err
}

// HasSlug reports whether the service has the same manual under another slug too.
func (s *Source) HasSlug(ctx context.Context, slug string) bool {
	other, err := s.client.newSource(ctx, &s.Base, s.Base.Path, slug)
	return err == nil && other.document.ID == s.document.ID
}

// IsDesignmanual reports whether the service has an OpenAPI document, as this program
// does. Then it serves every manual, also a primary one, as <brand>.<manual>.
func (s *Source) IsDesignmanual(ctx context.Context) bool {
	_, err := s.client.get(ctx, s.Base.JoinPath("api/v1/openapi.json"), "", new(cached), "application/json")
	return err == nil
}

// Page returns the manual's page, as HTML.
func (s *Source) Page(ctx context.Context) ([]byte, error) {
	u, host, err := s.own(s.document.URL)
	if err != nil {
		return nil, err
	}
	var page cached
	_, err = s.client.get(ctx, u, host, &page, "text/html")
	return page.body, err
}

// File reads a file of the manual, of at most so many bytes, for at most ten minutes. The
// error wraps [ErrForeign] if the service does not have the file itself, or [ErrTooLarge].
func (s *Source) File(ctx context.Context, address string, most int) ([]byte, error) {
	u, host, err := s.own(address)
	if err != nil {
		return nil, err
	}
	response, err := s.client.do(ctx, u, host, http.Header{})
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, response.Status)
	}
	body, err := readBody(response, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return body, nil
}

func readBody(response *http.Response, most int) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	if err == nil && len(body) > most {
		err = fmt.Errorf("%w than %d MiB", ErrTooLarge, most>>20)
	}
	return body, err
}

// own returns the address as one of the host that the user has named. What is below
// the manual's own address, as its document has it, is requested from there too, with
// the other host in the Host field: a service knows its manuals by their hosts, and no
// document may send this program to other machines.
func (s *Source) own(address string) (u *url.URL, host string, err error) {
	u, err = ParseAddress(address)
	if err != nil {
		return nil, "", err
	}
	base := origin(&s.Base)
	if origin(u) == base {
		return u, "", nil
	}
	manual, err := ParseAddress(s.document.URL)
	if err != nil || origin(u) != origin(manual) {
		return nil, "", fmt.Errorf("%w: %s", ErrForeign, u.Host)
	}
	host = u.Host
	u.Scheme, u.Host = base.Scheme, base.Host
	return u, host, nil
}

// do sends a GET request with the token, and with a Host field unless host is empty.
func (c *Client) do(ctx context.Context, u *url.URL, host string, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	request.Host, request.Header = host, header
	response, err := c.http.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = fmt.Errorf("%s: %w", u, failed.Err)
	}
	return response, err
}

// get updates a cached document and reports whether it has changed. The request has a
// Host field unless host is empty.
func (c *Client) get(ctx context.Context, u *url.URL, host string, have *cached, accept string) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	header := http.Header{"Accept": {accept}}
	if have.tag != "" {
		header.Set("If-None-Match", have.tag)
	}
	response, err := c.do(ctx, u, host, header)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	var body []byte
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch status := response.StatusCode; {
	case status == http.StatusNotModified:
		return false, nil
	case status == http.StatusNotFound:
		err = ErrNotFound
	case status == http.StatusGone:
		err = errors.New("the manual is past its end date")
	case status == http.StatusUnauthorized:
		err = errors.New("the access token in DESIGNMANUAL_TOKEN is not valid there")
	case status != http.StatusOK:
		err = errors.New(response.Status)
	case accept == "application/json" && !strings.HasSuffix(kind, "json"):
		err = fmt.Errorf("%w: expected JSON, found %s", ErrNotFound, kind)
	default:
		body, err = readBody(response, maxDocument)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", u, err)
	}
	*have = cached{body, response.Header.Get("ETag")}
	return true, nil
}
