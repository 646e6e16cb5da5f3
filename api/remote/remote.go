// Package remote reads manuals over the interface (specification, section 4),
// of this program or of any other that speaks it.
//
// Use [New] with an access token, [Client.Find] to come from what people paste
// to a [Source], and [Source.Read] for what is there. The token goes to the
// host that a user has named and to no other, whatever a document or a
// redirection says.
//
// Users paste the address of any page or document of a manual, also one on a
// custom domain or below localhost, and files of private manuals come along.
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

// The limits of what is read.
const (
	maxDocument = 64 << 20 // bytes
	askTime     = 30 * time.Second
)

// The errors that what a user gave may lead to.
var (
	ErrNone    = errors.New("there is no manual, or it needs an access token in DESIGNMANUAL_TOKEN")
	ErrAddress = errors.New("expected the address of a manual")
)

// A Manual is a manual document (specification, section 2.1). Content is as it
// was served.
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

// New returns a client with an access token, which may be empty.
func New(token string) *Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: dial, ForceAttemptHTTP2: true, ResponseHeaderTimeout: askTime}
	return &Client{http: &http.Client{Transport: transport, CheckRedirect: dropToken}, token: token}
}

// dial leads localhost, and every host under it, to this machine (RFC 6761,
// section 6.3), where a system's resolver may not.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: askTime}
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

// dropToken lets no token go on to another host, another port or plain HTTP.
func dropToken(request *http.Request, via []*http.Request) error {
	if len(via) > 5 {
		return errors.New("redirected too often")
	}
	if origin(request.URL) != origin(via[0].URL) {
		request.Header.Del("Authorization")
	}
	return nil
}

func origin(u *url.URL) url.URL { return url.URL{Scheme: u.Scheme, Host: u.Host} }

// A Source is a manual at a service: its documents, and what is held of them.
type Source struct {
	client         *Client
	Base           url.URL // scheme and host of the documents
	Slug           string  // one of the three forms of section 4.1
	manual, tokens held
	document       *Manual
}

// held is an answer that is held with its tag.
type held struct {
	body []byte
	tag  string
}

// documentLink finds the address of a document of a manual, with or without
// its host, and the manual's slug in it.
var documentLink = regexp.MustCompile(`(?:https?://[^/"'<>\s]+)?/api/v1/manuals/([^/"'<>\s?#]+?)(?:\.json|/tokens\.json)`)

// ParseAddress reads what may be the address of a manual. The error wraps
// [ErrAddress].
func ParseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%w (https://…), found %q", ErrAddress, address)
	}
	u.User = nil // nobody's password goes into a request or a message
	return u, nil
}

// Find returns the manual at an address: that of its page or of one of its
// documents. The error wraps [ErrNone] or [ErrAddress].
func (c *Client) Find(ctx context.Context, address string) (*Source, error) {
	u, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	if m := documentLink.FindStringSubmatch(u.Path); m != nil {
		return c.source(ctx, u, m[1])
	}
	// A brand's host root is its primary manual's page; below it the path is
	// the slug of another one (section 4.1).
	label, _, _ := strings.Cut(u.Hostname(), ".")
	slugs := []string{label}
	if name, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/"); name != "" && name != "-" {
		slugs = []string{label + "." + name, name}
	}
	for _, slug := range slugs {
		if s, err := c.source(ctx, u, slug); !errors.Is(err, ErrNone) {
			return s, err
		}
	}
	return c.linked(ctx, u)
}

// source reads the manual of a slug where another address is.
func (c *Client) source(ctx context.Context, beside *url.URL, slug string) (*Source, error) {
	s := &Source{client: c, Base: origin(beside), Slug: slug}
	_, err := s.Read(ctx)
	return s, err
}

// linked returns the manual whose documents a page links to, as one on a
// custom domain does.
func (c *Client) linked(ctx context.Context, page *url.URL) (*Source, error) {
	var there held
	if _, err := c.get(ctx, page, &there, "text/html"); err != nil {
		return nil, err
	}
	u, err := page.Parse(string(documentLink.Find(there.body)))
	if err != nil || !documentLink.MatchString(u.Path) {
		return nil, fmt.Errorf("%s: %w", page, ErrNone)
	}
	if origin(u) != origin(page) {
		c = &Client{http: c.http} // another host gets no token
	}
	return c.source(ctx, u, documentLink.FindStringSubmatch(u.Path)[1])
}

// Address returns where the manual document is.
func (s *Source) Address() string { return s.path(".json").String() }

func (s *Source) path(document string) *url.URL {
	return s.Base.JoinPath("api/v1/manuals", s.Slug+document)
}

// Read returns the manual as it is now. What is held is asked for with
// If-None-Match (section 4.1). The error wraps [ErrNone].
func (s *Source) Read(ctx context.Context) (*Manual, error) {
	changed, err := s.client.get(ctx, s.path(".json"), &s.manual, "application/json")
	if err != nil || !changed {
		return s.document, err
	}
	document := new(Manual)
	if err := json.Unmarshal(s.manual.body, document); err != nil || document.ID == "" || document.Sections == nil {
		s.manual = held{}
		return nil, fmt.Errorf("%s: expected a manual document, found something else", s.Address())
	}
	s.document = document
	return document, nil
}

// Tokens returns the token document (section 2.5) as it is now.
func (s *Source) Tokens(ctx context.Context) ([]byte, error) {
	_, err := s.client.get(ctx, s.path("/tokens.json"), &s.tokens, "application/json")
	return s.tokens.body, err
}

// Answers tells whether the service has the same manual under another slug.
func (s *Source) Answers(ctx context.Context, slug string) bool {
	other, err := s.client.source(ctx, &s.Base, slug)
	return err == nil && other.document.ID == s.document.ID
}

// Ours tells whether the service describes itself as this program does: it
// knows every manual of a brand as <brand>.<manual>, the primary one too.
func (s *Source) Ours(ctx context.Context) bool {
	_, err := s.client.get(ctx, s.Base.JoinPath("api/v1/openapi.json"), new(held), "application/json")
	return err == nil
}

// File opens a file of the manual. Where its own host does not give it, as
// that of a private manual to who comes without the token, the host of the
// documents is asked for it by the name of that host. The token goes to the
// host of the documents only.
func (s *Source) File(ctx context.Context, address string) (io.ReadCloser, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	here := s.Base == origin(u)
	body, err := s.client.open(ctx, u, "", here)
	if err != nil && !here {
		beside := *u
		beside.Scheme, beside.Host = s.Base.Scheme, s.Base.Host
		if again, failed := s.client.open(ctx, &beside, u.Host, true); failed == nil {
			return again, nil
		}
	}
	return body, err
}

func (c *Client) open(ctx context.Context, u *url.URL, host string, authorized bool) (io.ReadCloser, error) {
	response, err := c.do(ctx, u, host, authorized, http.Header{})
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("%s: %s", u, response.Status)
	}
	return response.Body, nil
}

// do asks for an address, with the token where it is authorized, and by the
// name of another host where that is not empty.
func (c *Client) do(ctx context.Context, u *url.URL, host string, authorized bool, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	if authorized && c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	request.Host, request.Header = host, header
	response, err := c.http.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = fmt.Errorf("%s: %w", u, failed.Err)
	}
	return response, err
}

// get brings what is held up to date, and tells whether it has changed.
func (c *Client) get(ctx context.Context, u *url.URL, have *held, accept string) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	header := http.Header{"Accept": {accept}}
	if have.tag != "" {
		header.Set("If-None-Match", have.tag)
	}
	response, err := c.do(ctx, u, "", true, header)
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
		err = ErrNone
	case status == http.StatusGone:
		err = errors.New("the manual is past its end date")
	case status == http.StatusUnauthorized:
		err = errors.New("the access token in DESIGNMANUAL_TOKEN is not valid there")
	case status != http.StatusOK:
		err = errors.New(response.Status)
	case accept == "application/json" && !strings.HasSuffix(kind, "json"):
		err = fmt.Errorf("%w: expected JSON, found %s", ErrNone, kind)
	default:
		if body, err = io.ReadAll(io.LimitReader(response.Body, maxDocument+1)); len(body) > maxDocument {
			err = fmt.Errorf("more than %d MiB", maxDocument>>20)
		}
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", u, err)
	}
	*have = held{body, response.Header.Get("ETag")}
	return true, nil
}
