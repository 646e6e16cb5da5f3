package db

import (
	"fmt"

	"designmanual/db/manual"
)

// A Sealed is a snapshot as its records will lie in the file. To make one is
// most of the work of writing a snapshot, and takes no store.
type Sealed struct {
	brand, id string
	head      headRecord // its editorial record is the one sealed, if any
	documents []sealedRecord
	model     []byte // nil where the store has it
	editorial []byte // nil where what is recorded stays
	settled   bool   // what has no value, the store has
	staged    bool   // all records of documents and the model are on the stage, and no longer here
}

// A sealedRecord is a document's record.
type sealedRecord struct {
	kind  manual.DocumentKind
	value []byte // the envelope; nil where the store has it, or is thought to

	identity []byte // of a record that the store is thought to have
	compress Compress
}

// A Compress makes the compressed body of a document.
type Compress func(identity []byte) []byte

// Seal encodes and hashes a snapshot for [Tx.PutSealed], and with it what is
// to be recorded for the manual's administration; with nil, what is recorded
// stays. A document's tag may be empty: it is the fingerprint of the body.
//
// A document that comes without a compressed body gets one from compress,
// unless known, the manual as the store has it, has that very document: then
// the store's is kept, also where another compress has made its body. known
// may be the zero Entry, and compress nil.
//
// The error wraps [ErrConflict] when the snapshot contradicts itself. Only
// bodies of s are kept, and any goroutine may seal.
func Seal(s *manual.Snapshot, ed *Editorial, known Entry, compress Compress) (*Sealed, error) {
	sealed, err := seal(s, ed, known, compress)
	if err != nil {
		return nil, fmt.Errorf("sealing manual %s: %w", s.Manual.ID, err)
	}
	return sealed, nil
}

func seal(s *manual.Snapshot, ed *Editorial, known Entry, compress Compress) (*Sealed, error) {
	if err := checkSnapshot(s); err != nil {
		return nil, err
	}
	sealed := &Sealed{brand: s.Brand, id: s.Manual.ID, head: newHead(s)}
	sealer := newSealer()
	if s.Published {
		if err := sealed.sealDocuments(sealer, s, known, compress); err != nil {
			return nil, err
		}
		var err error
		if sealed.model, err = encodeModel(&s.Manual); err != nil {
			return nil, err
		}
		sealed.head.Model = sealer.seal(place{s.Brand, s.Manual.ID, modelKind}, sealed.model)
	}
	if ed == nil {
		return sealed, nil
	}
	var err error
	if sealed.editorial, err = encodeEditorial(*ed); err != nil {
		return nil, err
	}
	sealed.head.Editorial = sealer.seal(place{s.Brand, s.Manual.ID, editorialKind}, sealed.editorial)
	return sealed, nil
}

// sealDocuments seals the documents of a published manual.
func (s *Sealed) sealDocuments(sealer *sealer, from *manual.Snapshot, known Entry, compress Compress) error {
	for _, kind := range documentKinds {
		d, ok := from.Documents[kind]
		if !ok {
			continue
		}
		record := sealedRecord{kind: kind, identity: d.Identity, compress: compress}
		head := documentHead{Kind: kind}
		var err error
		if head.ETag, err = fingerprint(kind, d); err != nil {
			return err
		}
		if compress == nil || d.Gzip != nil || !known.hasDocument(kind, head.ETag) {
			if compress != nil && d.Gzip == nil {
				d.Gzip = compress(d.Identity)
			}
			if err := record.seal(sealer, place{brand: s.brand, id: s.id}, &head, d.Gzip); err != nil {
				return err
			}
		}
		s.documents = append(s.documents, record)
		s.head.Documents = append(s.head.Documents, head)
	}
	return nil
}

// hasDocument tells whether the entry, which may be the zero Entry, has a
// document of that tag.
func (e Entry) hasDocument(kind manual.DocumentKind, etag sum) bool {
	if e.IsZero() {
		return false
	}
	d := e.row.document(kind)
	return d != nil && d.etag == etag
}

// seal makes the envelope of a document and completes its head, which has its
// kind and its tag.
func (r *sealedRecord) seal(sealer *sealer, at place, head *documentHead, gzip []byte) (err error) {
	if r.value, err = encodeDocument(head, r.identity, gzip); err != nil {
		return err
	}
	at.kind = string(r.kind)
	head.Mark = sealer.seal(at, r.value).mark()
	r.identity, r.compress = nil, nil
	return nil
}

// checkSnapshot checks what the snapshot says by itself.
func checkSnapshot(s *manual.Snapshot) error {
	if s.Manual.ID == "" || s.Manual.Slug == "" {
		return fmt.Errorf("a manual without an id or a slug: %w", ErrConflict)
	}
	if !s.Published && len(s.Documents) > 0 {
		return fmt.Errorf("an unpublished manual with documents: %w", ErrConflict)
	}
	for kind := range s.Documents {
		if _, ok := kindIndex(kind); !ok {
			return fmt.Errorf("document %s: there is no such kind: %w", kind, ErrConflict)
		}
	}
	for _, v := range manual.Visibilities {
		if s.Manual.Visibility == v {
			return nil
		}
	}
	return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
}
