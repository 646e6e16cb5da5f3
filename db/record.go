package db

import (
	"time"

	"designmanual/db/manual"
)

// The records as they lie in the file. Their tags are the format of the
// store's schema. A further field is no other schema if the zero value says
// what its absence does.

// A rootRecord is the digest of the whole store.
type rootRecord struct {
	Site    sum    `msgpack:"site"`
	Session sum    `msgpack:"session"`
	Brands  digest `msgpack:"brands"`
	Tokens  digest `msgpack:"tokens"`

	Rendering string `msgpack:"rendering,omitempty"` // by which renderers the documents are made
}

// A siteRecord is the base URL.
type siteRecord struct {
	URL string `msgpack:"url"`
}

// A sessionRecord is the key that signs the sessions of pages.
type sessionRecord struct {
	Key []byte `msgpack:"key"`
}

// A brandRecord is a brand and the digest of its manuals' heads.
type brandRecord struct {
	Slug    string   `msgpack:"slug"`
	Name    string   `msgpack:"name"`
	Domains []string `msgpack:"domains"`
	Heads   digest   `msgpack:"heads"`

	Access []declaredRecord `msgpack:"access,omitempty"`
}

func newBrandRecord(b manual.Brand, heads digest) *brandRecord {
	return &brandRecord{Slug: b.Slug, Name: b.Name, Domains: b.Domains, Heads: heads, Access: each(b.Access, newDeclaredRecord)}
}

func (r *brandRecord) brand() manual.Brand {
	return manual.Brand{Slug: r.Slug, Name: r.Name, Domains: r.Domains, Access: each(r.Access, declaredRecord.declared)}
}

// A declaredRecord is an access token that a seed file declares.
type declaredRecord struct {
	ID      string  `msgpack:"id"`
	Name    string  `msgpack:"name"`
	Sum     sum     `msgpack:"sum"`
	Expires instant `msgpack:"expires"`
	File    string  `msgpack:"file"`
}

func newDeclaredRecord(t manual.DeclaredToken) declaredRecord {
	return declaredRecord{ID: t.ID, Name: t.Name, Sum: t.Sum, Expires: instant{t.Expires}, File: t.File}
}

func (r declaredRecord) declared() manual.DeclaredToken {
	return manual.DeclaredToken{ID: r.ID, Name: r.Name, Sum: r.Sum, Expires: r.Expires.Time, File: r.File}
}

// A tokenRecord is an access token. Its id is its key.
type tokenRecord struct {
	Brand    string  `msgpack:"brand"`
	Name     string  `msgpack:"name"`
	Sum      sum     `msgpack:"sum"`
	Created  instant `msgpack:"created"`
	Expires  instant `msgpack:"expires"`
	Revoked  instant `msgpack:"revoked"`
	LastUsed int64   `msgpack:"used"`           // Unix seconds, 0 for never
	Span     int64   `msgpack:"span,omitempty"` // seconds
}

func newTokenRecord(t *AccessToken, lastUsed int64) *tokenRecord {
	return &tokenRecord{
		Brand: t.Brand, Name: t.Name, Sum: t.Sum,
		Created: instant{t.Created}, Expires: instant{t.Expires}, Revoked: instant{t.Revoked},
		LastUsed: lastUsed, Span: int64(t.Span / time.Second),
	}
}

func (r *tokenRecord) token(id string) *AccessToken {
	t := &AccessToken{
		ID: id, Brand: r.Brand, Name: r.Name, Sum: r.Sum,
		Created: r.Created.Time, Expires: r.Expires.Time, Revoked: r.Revoked.Time,
		Span: time.Duration(r.Span) * time.Second, usage: new(usage),
	}
	t.usage.last.Store(r.LastUsed)
	t.usage.written.Store(r.LastUsed)
	return t
}

// fromUnix returns the time of so many seconds of the Unix epoch, the zero
// time for none.
func fromUnix(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
