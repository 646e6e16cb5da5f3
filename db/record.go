package db

import (
	"encoding/hex"

	"designmanual/db/manual"
)

// Schema is the version of the layout that this package writes.
const Schema = 2

// The top-level buckets.
const (
	metaBucket      = "meta"
	brandsBucket    = "brands"
	indexBucket     = "index"
	snapshotsBucket = "snapshots"
	editorialBucket = "editorial"
	accessBucket    = "access"
	filesBucket     = "files"
)

// topLevel are the top-level buckets of every store.
var topLevel = [...]string{metaBucket, brandsBucket, indexBucket, snapshotsBucket, editorialBucket, accessBucket, filesBucket}

// schemaKey is the key of the schema version in the bucket meta.
const schemaKey = "schema"

// The kinds of record besides the documents.
const (
	rootKind      = "root"
	siteKind      = "site"
	sessionKind   = "session"
	brandKind     = "brand"
	headKind      = "head"
	modelKind     = "model"
	editorialKind = "editorial"
	accessKind    = "access"
)

// A recordKey identifies a record. The record's hash covers it, so that no
// record can stand in for another. Parts that do not apply are empty.
type recordKey struct{ brand, id, kind string }

// String returns the name of the record in messages.
func (k recordKey) String() string {
	text := k.kind
	if k.id != "" {
		text = k.id + ": " + text
	}
	if k.brand != "" {
		text = k.brand + "/" + text
	}
	return text
}

// path returns the names of the record's buckets, and its key in the last one.
func (k recordKey) path() (buckets []string, key string) {
	switch k.kind {
	case schemaKey, rootKind, siteKind, sessionKind:
		return []string{metaBucket}, k.kind
	case brandKind:
		return []string{brandsBucket}, k.brand
	case accessKind:
		return []string{accessBucket}, k.id
	case headKind:
		return []string{indexBucket, k.brand}, k.id
	case editorialKind:
		return []string{editorialBucket, k.brand}, k.id
	}
	return []string{snapshotsBucket, k.brand, k.id}, k.kind
}

// The records. Their tags and the order of their fields are the format of the
// schema. A new field needs no new schema if its zero value means the same as
// its absence.

// A rootRecord has the hashes over the whole store.
type rootRecord struct {
	Site    sum    `msgpack:"site"`
	Session sum    `msgpack:"session"`
	Brands  digest `msgpack:"brands"`
	Tokens  digest `msgpack:"tokens"`

	Rendering string `msgpack:"rendering,omitempty"` // version of the renderers
}

// A siteRecord is the base URL and the slug of the brand at home there.
type siteRecord struct {
	URL  string `msgpack:"url"`
	Home string `msgpack:"home,omitempty"`
}

// A sessionRecord is the key that signs page sessions.
type sessionRecord struct {
	Key []byte `msgpack:"key"`
}

// A brandRecord is a brand and the digest of its manuals' heads.
type brandRecord struct {
	manual.Brand
	Heads digest `msgpack:"heads"`
}

// A Head is the part of a manual that the index has. Brand and id are its key.
// Its fields are those of [manual.Snapshot].
type Head struct {
	Slug       string            `msgpack:"slug"` // unique in the brand
	Title      string            `msgpack:"title"`
	Subdomain  string            `msgpack:"subdomain"`
	Primary    bool              `msgpack:"primary"`
	Flagged    bool              `msgpack:"flagged"`
	Published  bool              `msgpack:"published"`
	Visibility manual.Visibility `msgpack:"visibility"`
	UpdatedAt  instant           `msgpack:"updated"`
	ExpiresAt  instant           `msgpack:"expires"`
	Password   string            `msgpack:"password"`
	Model      sum               `msgpack:"model"`     // zero for an unpublished manual
	Editorial  sum               `msgpack:"editorial"` // zero if there is no record
	Documents  []Document        `msgpack:"documents"` // in the order of [manual.Documents]; none for an unpublished manual
	Files      []manual.File     `msgpack:"files,omitempty"`
}

// A Document is the part of a document that the index has.
type Document struct {
	//lint:ignore U1000 msgpack reads its tag
	_msgpack struct{} `msgpack:",as_array"`

	Kind          manual.DocumentKind
	Sum           sum        // SHA-256 of the identity body
	Prefix        hashPrefix // of the hash of its record
	IdentityBytes uint32
	GzipBytes     uint32
}

// ETag returns the entity tag, without quotes.
func (d Document) ETag() string { return hex.EncodeToString(d.Sum[:]) }

// Document returns the document of that kind, and whether there is one.
func (h *Head) Document(kind manual.DocumentKind) (Document, bool) {
	for _, d := range h.Documents {
		if d.Kind == kind {
			return d, true
		}
	}
	return Document{}, false
}

// newHead returns the head of s, without documents and hashes.
func newHead(s *manual.Snapshot) Head {
	return Head{
		Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published,
		Visibility: s.Manual.Visibility, Password: s.Password, Files: s.Manual.Files,
		UpdatedAt: newInstant(s.Manual.UpdatedAt), ExpiresAt: newInstant(s.Manual.ExpiresAt),
	}
}

// recordHash returns the hash of the manual's record of that kind, of a
// document the prefix of the hash, or nil if there is no such record.
func (e *Entry) recordHash(kind string) []byte {
	hash := e.record
	switch kind {
	case headKind:
	case modelKind:
		hash = e.Model
	case editorialKind:
		hash = e.Editorial
	default:
		if d, ok := e.Document(manual.DocumentKind(kind)); ok {
			return d.Prefix[:]
		}
		return nil
	}
	if hash == (sum{}) {
		return nil
	}
	return hash[:]
}

// A modelRecord is the published model.
type modelRecord struct {
	ID          string            `msgpack:"id"`
	Slug        string            `msgpack:"slug"`
	Title       string            `msgpack:"title"`
	Description string            `msgpack:"description"`
	Visibility  manual.Visibility `msgpack:"visibility"`
	UpdatedAt   instant           `msgpack:"updated"`
	ExpiresAt   instant           `msgpack:"expires"`
	Sections    []manual.Section  `msgpack:"sections"`
	Lang        string            `msgpack:"lang,omitempty"`
	Files       []manual.File     `msgpack:"files,omitempty"`
}

func newModelRecord(m *manual.Manual) *modelRecord {
	return &modelRecord{
		ID: m.ID, Slug: m.Slug, Title: m.Title, Description: m.Description, Visibility: m.Visibility,
		UpdatedAt: newInstant(m.UpdatedAt), ExpiresAt: newInstant(m.ExpiresAt), Sections: m.Sections, Lang: m.Lang, Files: m.Files,
	}
}

func (r *modelRecord) manual() *manual.Manual {
	return &manual.Manual{
		ID: r.ID, Slug: r.Slug, Title: r.Title, Description: r.Description, Visibility: r.Visibility,
		UpdatedAt: r.UpdatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), Sections: r.Sections, Lang: r.Lang, Files: r.Files,
	}
}

// A documentRecord is a document.
type documentRecord struct {
	ETag     string `msgpack:"etag"`
	Identity []byte `msgpack:"identity"`
	Gzip     []byte `msgpack:"gzip"`
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
