package db

import (
	"time"

	"designmanual/db/manual"
)

// The records as they lie in the file. Their tags are the format of the
// store's schema: another name or another field is another schema.

// A rootRecord is the digest of the whole store.
type rootRecord struct {
	Site   sum    `msgpack:"site"`
	Brands digest `msgpack:"brands"`
	Tokens digest `msgpack:"tokens"`
}

// A siteRecord is the base URL.
type siteRecord struct {
	URL string `msgpack:"url"`
}

// A brandRecord is a brand and the digest of its manuals' heads.
type brandRecord struct {
	Slug    string   `msgpack:"slug"`
	Name    string   `msgpack:"name"`
	Domains []string `msgpack:"domains"`
	Heads   digest   `msgpack:"heads"`
}

func (r *brandRecord) brand() manual.Brand {
	return manual.Brand{Slug: r.Slug, Name: r.Name, Domains: r.Domains}
}

// A tokenRecord is an access token. Its id is its key.
type tokenRecord struct {
	Brand    string  `msgpack:"brand"`
	Name     string  `msgpack:"name"`
	Sum      sum     `msgpack:"sum"`
	Created  instant `msgpack:"created"`
	Expires  instant `msgpack:"expires"`
	Revoked  instant `msgpack:"revoked"`
	LastUsed int64   `msgpack:"used"` // Unix seconds, 0 for never
}

func newTokenRecord(t *AccessToken, lastUsed int64) tokenRecord {
	return tokenRecord{
		Brand: t.Brand, Name: t.Name, Sum: t.Sum,
		Created: instant{t.Created}, Expires: instant{t.Expires}, Revoked: instant{t.Revoked},
		LastUsed: lastUsed,
	}
}

func (r *tokenRecord) token(id string) *AccessToken {
	t := &AccessToken{
		ID: id, Brand: r.Brand, Name: r.Name, Sum: r.Sum,
		Created: r.Created.Time, Expires: r.Expires.Time, Revoked: r.Revoked.Time,
		usage: new(usage),
	}
	t.usage.last.Store(r.LastUsed)
	t.usage.written.Store(r.LastUsed)
	return t
}

// A headRecord is what the index says of a manual. Brand and id are its key.
type headRecord struct {
	Slug       string            `msgpack:"slug"`
	Subdomain  string            `msgpack:"subdomain"`
	Primary    bool              `msgpack:"primary"`
	Flagged    bool              `msgpack:"flagged"`
	Published  bool              `msgpack:"published"`
	Visibility manual.Visibility `msgpack:"visibility"`
	UpdatedAt  instant           `msgpack:"updated"`
	ExpiresAt  instant           `msgpack:"expires"`
	Password   string            `msgpack:"password"`
	Model      sum               `msgpack:"model"`     // zero for an unpublished manual
	Editorial  sum               `msgpack:"editorial"` // zero where nothing is recorded
	Documents  []documentHead    `msgpack:"documents"`
}

// A documentHead is what the index says of a document: its tag, which is the
// SHA-256 of the identity body, the sum of its record, and where in the
// record's value (from its first byte, the envelope's header included) its
// bodies begin and how many bytes they are.
type documentHead struct {
	_msgpack struct{} `msgpack:",as_array"`

	Kind                  manual.DocumentKind
	ETag, Sum             sum
	Identity, IdentityLen uint32
	Gzip, GzipLen         uint32
}

// newHead returns the head of s, without its documents and sums.
func newHead(s *manual.Snapshot) headRecord {
	return headRecord{
		Slug: s.Manual.Slug, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published,
		Visibility: s.Manual.Visibility,
		UpdatedAt:  instant{s.Manual.UpdatedAt}, ExpiresAt: instant{s.Manual.ExpiresAt},
		Password: s.Password,
	}
}

// fromUnix returns the time of so many seconds of the Unix epoch, the zero
// time for none.
func fromUnix(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
