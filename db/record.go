package db

import (
	"encoding/hex"
	"errors"
	"slices"

	"github.com/vmihailenco/msgpack/v5"

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
	seedObject      = "seed"
	fileObject      = "file"
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
	Guessed   bool   `msgpack:"guessed"`   // nobody has set the base URL
	Session   []byte `msgpack:"session"`   // key that signs page sessions
	Rendering string `msgpack:"rendering"` // version of the renderers
	Records   sum    `msgpack:"records"`   // over the hashes of brands by slug, then of access tokens by id
}

// A brandRecord is a brand and the hash over its manuals' snapshots, by slug.
type brandRecord struct {
	manual.Brand
	Snapshots sum `msgpack:"snapshots"`
}

// A snapshotRecord is a [Manual]. Brand and id are its key.
type snapshotRecord struct {
	Slug       string            `msgpack:"slug"`
	Title      string            `msgpack:"title"`
	Subdomain  string            `msgpack:"subdomain"`
	Primary    bool              `msgpack:"primary"`
	Flagged    bool              `msgpack:"flagged"`
	Published  bool              `msgpack:"published"`
	Visibility manual.Visibility `msgpack:"visibility"`
	UpdatedAt  instant           `msgpack:"updated"`
	ExpiresAt  instant           `msgpack:"expires"`
	Password   string            `msgpack:"password"`
	Model      sum               `msgpack:"model"`
	Editorial  sum               `msgpack:"editorial"`
	Edited     sum               `msgpack:"edited"`
	Documents  []Document        `msgpack:"documents"`
	Files      []manual.File     `msgpack:"files,omitempty"`
	Drafts     []manual.File     `msgpack:"drafts,omitempty"`
	Pieces     []sum             `msgpack:"pieces,omitempty"`
	Seed       []byte            `msgpack:"seed,omitempty"`
}

func (m *Manual) encoded() *snapshotRecord {
	r := &snapshotRecord{
		Slug: m.Slug, Title: m.Title, Subdomain: m.Subdomain, Primary: m.Primary, Flagged: m.Flagged, Published: m.Published,
		Visibility: m.Visibility, UpdatedAt: newInstant(m.UpdatedAt), ExpiresAt: newInstant(m.ExpiresAt), Password: m.Password,
		Model: m.model, Editorial: m.editorial, Edited: m.edited, Documents: m.Documents, Files: m.Files, Drafts: m.Drafts, Pieces: m.pieces,
	}
	if m.seed != (sum{}) {
		r.Seed = m.seed[:]
	}
	return r
}

// newManual returns the manual of a snapshot, without documents, names of objects and
// brand.
func newManual(s *manual.Snapshot) *Manual {
	return &Manual{
		ID: s.Manual.ID, Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published, Visibility: s.Manual.Visibility,
		UpdatedAt: s.Manual.UpdatedAt.UTC(), ExpiresAt: s.Manual.ExpiresAt.UTC(), Password: s.Password, Files: s.Manual.Files, Drafts: s.DraftFiles,
	}
}

// manual returns the manual of a record with that hash.
func (r *snapshotRecord) manual(id string, hash sum) *Manual {
	m := &Manual{
		ID: id, Slug: r.Slug, Title: r.Title, Subdomain: r.Subdomain, Primary: r.Primary, Flagged: r.Flagged, Published: r.Published,
		Visibility: r.Visibility, UpdatedAt: r.UpdatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), Password: r.Password,
		model: r.Model, editorial: r.Editorial, edited: r.Edited, Documents: slices.DeleteFunc(r.Documents, func(d Document) bool { return d.Kind == "" }), Files: r.Files, Drafts: r.Drafts, pieces: r.Pieces, record: hash,
	}
	copy(m.seed[:], r.Seed)
	return m
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

// DecodeMsgpack implements [msgpack.CustomDecoder]: reflection would take half of the
// time in which a store is opened. The kind becomes a string of [manual.Documents], so
// that it takes no memory, or empty if it is unknown. In the schemas before there were 8
// bytes of another hash in place of the object.
func (d *Document) DecodeMsgpack(decoder *msgpack.Decoder) error {
	fields, err := decoder.DecodeArrayLen()
	kind, kindErr := decoder.DecodeString()
	d.Kind = manual.DocumentKind(kind).Info().Kind
	err = errors.Join(err, kindErr)
	for _, hash := range []*sum{&d.Sum, &d.Object} {
		length, lengthErr := decoder.DecodeBytesLen()
		err = errors.Join(err, lengthErr, decoder.ReadFull(hash[:max(0, min(length, len(hash)))]))
	}
	for _, size := range []*uint32{&d.IdentityBytes, &d.GzipBytes} {
		var sizeErr error
		*size, sizeErr = decoder.DecodeUint32()
		err = errors.Join(err, sizeErr)
	}
	for field := 5; field < fields && err == nil; field++ { // of a newer program
		err = decoder.Skip()
	}
	return err
}

// ETag returns the entity tag, without quotes.
func (d Document) ETag() string { return hex.EncodeToString(d.Sum[:]) }

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
