package db

import (
	"encoding/hex"
	"iter"
	"slices"

	"designmanual/db/manual"
)

// Schema is the version of the layout that this package writes.
const Schema = 3

// The top-level buckets.
const (
	metaBucket      = "meta"
	brandsBucket    = "brands"
	snapshotsBucket = "snapshots"
	accessBucket    = "access"
	objectsBucket   = "objects"
)

// topLevel are the top-level buckets of every store.
var topLevel = [...]string{metaBucket, brandsBucket, snapshotsBucket, accessBucket, objectsBucket}

// The keys of the bucket meta besides the root.
const (
	schemaKey  = "schema"
	unsweptKey = "unswept" // there may be objects that nothing refers to
)

// The kinds of record.
const (
	rootKind     = "root"
	brandKind    = "brand"
	snapshotKind = "snapshot"
	accessKind   = "access"
)

// The names of objects of a manual in messages, besides the kinds of document.
const (
	modelObject     = "model"
	editorialObject = "editorial"
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
	case brandKind:
		return []string{brandsBucket}, k.brand
	case accessKind:
		return []string{accessBucket}, k.id
	case snapshotKind:
		return []string{snapshotsBucket, k.brand}, k.id
	}
	return []string{metaBucket}, k.kind
}

// The records. Their tags and the order of their fields are the format of the
// schema. A new field needs no new schema if its zero value means the same as
// its absence.

// A rootRecord has the settings of the store and the hash over its records.
type rootRecord struct {
	Site      string `msgpack:"site"`      // base URL
	Home      string `msgpack:"home"`      // slug of the brand at home there
	Session   []byte `msgpack:"session"`   // key that signs page sessions
	Rendering string `msgpack:"rendering"` // version of the renderers
	Records   sum    `msgpack:"records"`   // over the hashes of brands by slug, then of access tokens by id
}

// A brandRecord is a brand and the hash over its manuals' snapshots, by slug.
type brandRecord struct {
	manual.Brand
	Snapshots sum `msgpack:"snapshots"`
}

// A Head is the snapshot of a manual as the index has it. Brand and id are its
// key. Its fields are those of [manual.Snapshot]; the content is in objects.
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
	Editorial  sum               `msgpack:"editorial"` // zero if there is none
	Edited     sum               `msgpack:"edited"`    // SHA-256 of the editorial data before compression
	Documents  []Document        `msgpack:"documents"` // in the order of [manual.Documents]; for an unpublished manual only the draft
	Files      []manual.File     `msgpack:"files,omitempty"`
	Drafts     []manual.File     `msgpack:"drafts,omitempty"` // the files of the draft
	Pieces     []sum             `msgpack:"pieces,omitempty"` // the lists of files of several pieces, in the order of Files and Drafts
}

// A Document is a document as the index has it.
type Document struct {
	//lint:ignore U1000 msgpack reads its tag
	_msgpack struct{} `msgpack:",as_array"`

	Kind          manual.DocumentKind
	Sum           sum // SHA-256 of the identity body
	Object        sum // the compressed body
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
		UpdatedAt: newInstant(s.Manual.UpdatedAt), ExpiresAt: newInstant(s.Manual.ExpiresAt), Drafts: s.DraftFiles,
	}
}

// allFiles returns the files of the manual and those of its draft.
func (h *Head) allFiles() []manual.File { return slices.Concat(h.Files, h.Drafts) }

// objects returns the names of the manual's objects, of its files only the
// SHA-256 and the lists.
func (h *Head) objects() iter.Seq[sum] {
	return func(yield func(sum) bool) {
		names := append([]sum{h.Model, h.Editorial}, h.Pieces...)
		for _, d := range h.Documents {
			names = append(names, d.Object)
		}
		for _, f := range h.allFiles() {
			names = append(names, f.Sum)
		}
		for _, name := range names {
			if name != (sum{}) && !yield(name) {
				return
			}
		}
	}
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
	Cover       manual.Cover      `msgpack:"cover,omitempty"`
	News        []manual.News     `msgpack:"news,omitempty"`
}

func newModelRecord(m *manual.Manual) *modelRecord {
	return &modelRecord{
		ID: m.ID, Slug: m.Slug, Title: m.Title, Description: m.Description, Visibility: m.Visibility,
		UpdatedAt: newInstant(m.UpdatedAt), ExpiresAt: newInstant(m.ExpiresAt), Sections: m.Sections, Lang: m.Lang, Files: m.Files,
		Cover: m.Cover, News: m.News,
	}
}

func (r *modelRecord) manual() *manual.Manual {
	return &manual.Manual{
		ID: r.ID, Slug: r.Slug, Title: r.Title, Description: r.Description, Visibility: r.Visibility,
		UpdatedAt: r.UpdatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), Sections: r.Sections, Lang: r.Lang, Files: r.Files,
		Cover: r.Cover, News: r.News,
	}
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
