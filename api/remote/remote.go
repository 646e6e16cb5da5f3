// Package remote reads manuals over the interface (specification, section 4),
// of this program or of any other that speaks it.
//
// Use [New] with an access token, [Client.Find] to come from what people paste
// to a [Source], and [Source.Read] for what is there. The token goes to the
// host that a user has named and to no other, whatever a document or a
// redirection says.
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
	Sections    []Section         `json:"sections"`
}

// A Section is a section of a manual document (section 2.2).
type Section struct {
	ID      string          `json:"id"`
	Anchor  string          `json:"anchor"`
	URL     string          `json:"url"`
	Title   string          `json:"title"`
	Content json.RawMessage `json:"content"`
	Blocks  []Block         `json:"blocks"`
}

// A Block is a block of a manual document (section 2.3).
type Block struct {
	ID      string          `json:"id"`
	Anchor  string          `json:"anchor"`
	URL     string          `json:"url"`
	Kind    manual.Kind     `json:"type"`
	Label   string          `json:"label"`
	Content json.RawMessage `json:"content"`
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
	if first := via[0].URL; request.URL.Scheme != first.Scheme || request.URL.Host != first.Host {
		request.Header.Del("Authorization")
	}
	return nil
}

// A Source is a manual at a service: its documents, and what is held of them.
type Source struct {
	client   *Client
	Base     *url.URL // scheme and host of the documents
	Slug     string   // one of the three forms of section 4.1
	manual   held
	tokens   held
	document *Manual
}

// held is an answer that is held with its tag.
type held struct {
	body []byte
	tag  string
}

// ErrNone is returned where there is no manual, or none without a token.
var ErrNone = errors.New("there is no manual, or it needs an access token in DESIGNMANUAL_TOKEN")

// ErrAddress is returned for what is no address.
var ErrAddress = errors.New("expected the address of a manual")

// documentPath is the path of a document of a manual, on any host.
var documentPath = regexp.MustCompile(`/api/v1/manuals/([^/"'<>\s?#]+?)(?:\.json|/tokens\.json)`)

// Find returns the manual at an address: that of its page or of one of its
// documents. The error wraps [ErrNone] or [ErrAddress].
func (c *Client) Find(ctx context.Context, address string) (*Source, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%w (https://…), found %q", ErrAddress, address)
	}
	u.User = nil // nobody's password goes into a request or a message
	base := &url.URL{Scheme: u.Scheme, Host: u.Host}
	if m := documentPath.FindStringSubmatch(u.Path); m != nil {
		s := &Source{client: c, Base: base, Slug: m[1]}
		_, err := s.Read(ctx)
		return s, err
	}
	// A brand's host root is its primary manual's page; below it the path is
	// the slug of another one (section 4.1).
	label, _, _ := strings.Cut(u.Hostname(), ".")
	slugs := []string{label}
	if name, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/"); name != "" && name != "-" {
		slugs = []string{label + "." + name, name}
	}
	for _, slug := range slugs {
		s := &Source{client: c, Base: base, Slug: slug}
		if _, err := s.Read(ctx); err == nil || !errors.Is(err, ErrNone) {
			return s, err
		}
	}
	return c.linked(ctx, u)
}

// linked returns the manual whose documents a page links to, as one on a
// custom domain does.
func (c *Client) linked(ctx context.Context, page *url.URL) (*Source, error) {
	var there held
	if _, err := c.get(ctx, page, &there, "text/html"); err != nil {
		return nil, err
	}
	link := regexp.MustCompile(`(?:https?://[^/"'<>\s]+)?` + documentPath.String()).Find(there.body)
	if link == nil {
		return nil, fmt.Errorf("%s: %w", page, ErrNone)
	}
	u, err := page.Parse(string(link))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", page, ErrNone)
	}
	s := &Source{client: c, Base: &url.URL{Scheme: u.Scheme, Host: u.Host}, Slug: documentPath.FindStringSubmatch(u.Path)[1]}
	if *s.Base != (url.URL{Scheme: page.Scheme, Host: page.Host}) {
		s.client = &Client{http: c.http} // another host gets no token
	}
	_, err = s.Read(ctx)
	return s, err
}

// Address returns where the manual document is.
func (s *Source) Address() string { return s.Base.JoinPath("api/v1/manuals", s.Slug+".json").String() }

// Read returns the manual as it is now. What is held is asked for with
// If-None-Match (section 4.1). The error wraps [ErrNone].
func (s *Source) Read(ctx context.Context) (*Manual, error) {
	changed, err := s.client.get(ctx, s.Base.JoinPath("api/v1/manuals", s.Slug+".json"), &s.manual, "application/json")
	if err != nil {
		return nil, err
	}
	if changed || s.document == nil {
		document := new(Manual)
		if err := json.Unmarshal(s.manual.body, document); err != nil || document.ID == "" || document.Sections == nil {
			s.manual = held{}
			return nil, fmt.Errorf("%s: expected a manual document, found something else", s.Address())
		}
		s.document = document
	}
	return s.document, nil
}

// Tokens returns the token document (section 2.5) as it is now.
func (s *Source) Tokens(ctx context.Context) ([]byte, error) {
	_, err := s.client.get(ctx, s.Base.JoinPath("api/v1/manuals", s.Slug, "tokens.json"), &s.tokens, "application/json")
	return s.tokens.body, err
}

// Answers tells whether the service has the same manual under another slug.
func (s *Source) Answers(ctx context.Context, slug string) bool {
	other := &Source{client: s.client, Base: s.Base, Slug: slug}
	m, err := other.Read(ctx)
	return err == nil && m.ID == s.document.ID
}

// Ours tells whether the service describes itself as this program does: it
// knows every manual of a brand as <brand>.<manual>, the primary one too.
func (s *Source) Ours(ctx context.Context) bool {
	var description held
	_, err := s.client.get(ctx, s.Base.JoinPath("api/v1/openapi.json"), &description, "application/json")
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
	here := *s.Base == url.URL{Scheme: u.Scheme, Host: u.Host}
	response, err := s.client.do(ctx, request{url: u, authorized: here})
	if !here && (err != nil || response.StatusCode != http.StatusOK) {
		at := *u
		at.Scheme, at.Host = s.Base.Scheme, s.Base.Host
		if again, failed := s.client.do(ctx, request{url: &at, host: u.Host, authorized: true}); failed == nil {
			if err == nil {
				response.Body.Close()
			}
			response, err = again, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("%s: %s", u, response.Status)
	}
	return response.Body, nil
}

// A request is one that a client sends.
type request struct {
	url         *url.URL
	host        string // asked for; that of the URL where it is empty
	tag, accept string
	authorized  bool // the token goes along
}

func (c *Client) do(ctx context.Context, q request) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, q.url.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Host = q.host
	if q.accept != "" {
		r.Header.Set("Accept", q.accept)
	}
	if q.tag != "" {
		r.Header.Set("If-None-Match", q.tag)
	}
	if q.authorized && c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(r)
	var address *url.Error
	if errors.As(err, &address) {
		err = fmt.Errorf("%s: %w", q.url, address.Err)
	}
	return response, err
}

// get brings what is held up to date, and tells whether it has changed.
func (c *Client) get(ctx context.Context, u *url.URL, have *held, accept string) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	response, err := c.do(ctx, request{url: u, tag: have.tag, accept: accept, authorized: true})
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotModified:
		return false, nil
	case http.StatusNotFound:
		return false, fmt.Errorf("%s: %w", u, ErrNone)
	case http.StatusGone:
		return false, fmt.Errorf("%s: the manual is past its end date", u)
	case http.StatusUnauthorized:
		return false, fmt.Errorf("%s: the access token in DESIGNMANUAL_TOKEN is not valid there", u)
	default:
		return false, fmt.Errorf("%s: %s", u, response.Status)
	}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); accept == "application/json" && !strings.HasSuffix(kind, "json") {
		return false, fmt.Errorf("%s: %w: expected JSON, found %s", u, ErrNone, kind)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxDocument+1))
	if err == nil && len(body) > maxDocument {
		err = fmt.Errorf("more than %d MiB", maxDocument>>20)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", u, err)
	}
	*have = held{body, response.Header.Get("ETag")}
	return true, nil
}
