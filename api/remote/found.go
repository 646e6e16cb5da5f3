package remote

import (
	"context"
	"fmt"
	"net/url"

	"designmanual/db/manual"
)

// A FoundManual is a manual at a service.
type FoundManual struct {
	client   *Client
	Base     url.URL // what precedes /api/ in the addresses of the documents
	Slug     string  // one of the three forms of section 4.1
	Document *Manual
}

// Address returns the address of the manual document.
func (s *FoundManual) Address() string { return s.path(manual.ManualSuffix).String() }

func (s *FoundManual) path(document string) *url.URL {
	return s.Base.JoinPath("api/v1/manuals", s.Slug+document)
}

// Tokens returns the token document (section 2.5).
func (s *FoundManual) Tokens(ctx context.Context) ([]byte, error) {
	return s.client.get(ctx, s.path(manual.TokensSuffix), "", jsonType, maxDocument)
}

// HasSlug reports whether the service has the same manual under another slug too.
func (s *FoundManual) HasSlug(ctx context.Context, slug string) bool {
	other, err := s.client.readManual(ctx, &s.Base, s.Base.Path, slug)
	if err != nil {
		return false
	}
	return other.Document.ID == s.Document.ID
}

// IsDesignmanual reports whether the service has an OpenAPI document, as this program
// does. Then it serves every manual, also a primary one, as <brand>.<manual>.
func (s *FoundManual) IsDesignmanual(ctx context.Context) bool {
	_, err := s.client.get(ctx, s.Base.JoinPath("api/v1/openapi.json"), "", jsonType, maxDocument)
	return err == nil
}

// Page returns the manual's page, as HTML.
func (s *FoundManual) Page(ctx context.Context) ([]byte, error) {
	return s.getOwn(ctx, s.Document.URL, htmlType, maxDocument)
}

// File reads a file of the manual, of at most so many bytes. The error wraps
// [ErrForeign] if the service does not have the file itself, or [ErrTooLarge].
func (s *FoundManual) File(ctx context.Context, address string, most int) ([]byte, error) {
	return s.getOwn(ctx, address, anyType, most)
}

// getOwn reads what is at an address of the host that the user has named. What is below
// the manual's own address, as its document has it, is requested from there too, with
// the other host in the Host field: a service knows its manuals by their hosts, and no
// document may send this program to other machines.
func (s *FoundManual) getOwn(ctx context.Context, address, accept string, most int) ([]byte, error) {
	u, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	base, host := origin(&s.Base), ""
	if origin(u) != base {
		manual, err := ParseAddress(s.Document.URL)
		if err != nil || origin(u) != origin(manual) {
			return nil, fmt.Errorf("%w: %s", ErrForeign, u.Host)
		}
		host = u.Host
		u.Scheme, u.Host = base.Scheme, base.Host
	}
	return s.client.get(ctx, u, host, accept, most)
}
