package db

import (
	"encoding/hex"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/manual"
)

// A Manual is a manual of an index. It is immutable. Successive indexes share it
// until an update changes its brand. The tags are those of its record.
type Manual struct {
	Brand      *Brand            `msgpack:"-"`
	ID         string            `msgpack:"-"`    // unique in the store
	Slug       string            `msgpack:"slug"` // unique in the brand
	Title      string            `msgpack:"title"`
	Subdomain  string            `msgpack:"subdomain"` // the manual's own, or empty
	Primary    bool              `msgpack:"primary"`   // at the root of the brand's host
	Flagged    bool              `msgpack:"flagged"`   // the seed file marks the manual as primary
	Published  bool              `msgpack:"published"`
	Visibility manual.Visibility `msgpack:"visibility"`
	UpdatedAt  time.Time         `msgpack:"-"`                // in UTC, as ExpiresAt
	ExpiresAt  time.Time         `msgpack:"-"`                // zero for never
	Password   string            `msgpack:"password"`         // bcrypt hash
	Documents  []Document        `msgpack:"documents"`        // in the order of [manual.Documents]; for an unpublished manual only the draft
	Files      []manual.File     `msgpack:"files,omitempty"`  // in page order
	Drafts     []manual.File     `msgpack:"drafts,omitempty"` // the files of the draft

	names  objectNames
	record sum // hash of the snapshot's record
}

// Expired reports whether the manual has expired at now.
func (m *Manual) Expired(now time.Time) bool { return manual.Expired(m.ExpiresAt, now) }

// Name returns the slugs by which people and agents name the manual: that of the brand
// for the primary one, else both.
func (m *Manual) Name() string {
	if m.Primary {
		return m.Brand.Slug
	}
	return m.Brand.Slug + "." + m.Slug
}

// Document returns the document of that kind, and whether there is one.
func (m *Manual) Document(kind manual.DocumentKind) (Document, bool) {
	for _, d := range m.Documents {
		if d.Kind == kind {
			return d, true
		}
	}
	return Document{}, false
}

// files returns the files of a manual and of its draft, each with the list of its pieces,
// which is zero for one of one piece.
func (m *Manual) files() iter.Seq2[manual.File, sum] {
	return func(yield func(manual.File, sum) bool) {
		lists := m.names.Pieces
		for _, files := range [...][]manual.File{m.Files, m.Drafts} {
			for _, f := range files {
				var list sum
				if f.Size > PieceSize && len(lists) > 0 {
					list, lists = lists[0], lists[1:]
				}
				if !yield(f, list) {
					return
				}
			}
		}
	}
}

// objects returns the names of the manual's objects and what they are: a kind of
// document or of object. Of files with several pieces it has only the lists.
func (m *Manual) objects() iter.Seq2[sum, string] {
	return func(yield func(sum, string) bool) {
		each := func(name sum, kind string) bool { return name.IsZero() || yield(name, kind) }
		if !each(m.names.Model, modelObject) || !each(m.names.Editorial, editorialObject) || !each(m.names.Seed, seedObject) {
			return
		}
		for _, d := range m.Documents {
			if !each(d.Object, string(d.Kind)) {
				return
			}
		}
		for f, list := range m.files() {
			if list.IsZero() {
				list = f.Sum
			}
			if !each(list, fileObject) {
				return
			}
		}
	}
}

// A snapshotRecord is a [Manual]. Brand and id are its key.
type snapshotRecord struct {
	Manual
	UpdatedAt instant `msgpack:"updated"`
	ExpiresAt instant `msgpack:"expires"`
	objectNames
}

// The objectNames of a manual are the names of its objects besides the documents and
// the files of one piece.
type objectNames struct {
	Model     sum   `msgpack:"model"` // zero for an unpublished manual
	Editorial sum   `msgpack:"editorial"`
	Pieces    []sum `msgpack:"pieces,omitempty"` // the lists of files of several pieces, in the order of Files and Drafts
	Seed      sum   `msgpack:"seed,omitempty"`   // what is remembered of the seed file, see [Seed]
}

// encode returns the record of the manual.
func (m *Manual) encode() encodedRecord {
	return encodeRecord(recordKey{m.Brand.Slug, m.ID, snapshotKind}, &snapshotRecord{*m, newInstant(m.UpdatedAt), newInstant(m.ExpiresAt), m.names})
}

// manual returns the manual of a record with that hash.
func (r *snapshotRecord) manual(id string, hash sum) *Manual {
	m := r.Manual
	m.ID, m.UpdatedAt, m.ExpiresAt, m.names, m.record = id, r.UpdatedAt.Time(), r.ExpiresAt.Time(), r.objectNames, hash
	m.Documents = slices.DeleteFunc(m.Documents, func(d Document) bool { return d.Kind == "" })
	return &m
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
	manual.Manual
	UpdatedAt instant `msgpack:"updated"`
	ExpiresAt instant `msgpack:"expires"`
}

func (r *modelRecord) manual() *manual.Manual {
	r.Manual.UpdatedAt, r.Manual.ExpiresAt = r.UpdatedAt.Time(), r.ExpiresAt.Time()
	return &r.Manual
}
