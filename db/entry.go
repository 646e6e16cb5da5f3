package db

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"designmanual/db/manual"
)

// An Entry is a manual of an index. It is two words, which may be copied and
// compared; the zero Entry is no manual. What it says is what the fields of
// [manual.Snapshot] say. As long as no update touches its brand, successive
// indexes have the same entry.
type Entry struct {
	Brand *Brand
	meta  *meta
}

// IsZero tells whether e is no manual.
func (e Entry) IsZero() bool { return e.meta == nil }

// ID returns the manual's id, which is unique in the store.
func (e Entry) ID() string { return e.meta.id }

// Slug returns the manual's slug, which is unique in its brand.
func (e Entry) Slug() string { return e.meta.Slug }

// Title returns the title of a published manual, and nothing for another.
func (e Entry) Title() string { return e.meta.Title }

// Subdomain returns the manual's own subdomain, if it has one.
func (e Entry) Subdomain() string { return e.meta.Subdomain }

// Password returns the hash of the password for the page, if there is one.
func (e Entry) Password() string { return e.meta.Password }

// Visibility returns who may see the manual.
func (e Entry) Visibility() manual.Visibility { return e.meta.Visibility }

// UpdatedAt returns when the manual last changed, in UTC.
func (e Entry) UpdatedAt() time.Time { return e.meta.UpdatedAt.Time }

// ExpiresAt returns when the manual ends, in UTC, the zero time for never.
func (e Entry) ExpiresAt() time.Time { return e.meta.ExpiresAt.Time }

// Primary tells whether the manual is its brand's primary one.
func (e Entry) Primary() bool { return e.meta.Primary }

// Flagged tells whether a seed file says that the manual is the primary one.
func (e Entry) Flagged() bool { return e.meta.Flagged }

// Published tells whether the manual is published.
func (e Entry) Published() bool { return e.meta.Published }

// Files returns the files that travel with the manual, in page order. They are
// not to be changed.
func (e Entry) Files() []manual.File { return e.meta.Files }

// Info is what the index knows of a document.
type Info struct {
	Sum           [sha256.Size]byte // SHA-256 of the identity body
	IdentityBytes int
	GzipBytes     int
}

// ETag returns the fingerprint, the opaque part of the entity tag.
func (i Info) ETag() string { return hex.EncodeToString(i.Sum[:]) }

// Document returns what there is of that kind, and whether there is any. An
// unpublished manual has no documents.
func (e Entry) Document(kind manual.DocumentKind) (Info, bool) {
	d := e.meta.document(kind)
	if d == nil {
		return Info{}, false
	}
	return Info{Sum: d.ETag, IdentityBytes: int(d.IdentityLen), GzipBytes: int(d.GzipLen)}, true
}
