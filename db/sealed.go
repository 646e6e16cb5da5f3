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
	model     []byte
	editorial []byte // nil where what is recorded stays
}

// A sealedRecord is the envelope of a record and its key in its bucket.
type sealedRecord struct {
	key   string
	value []byte
}

// Seal encodes and hashes a snapshot for [Tx.PutSealed], and with it what is
// to be recorded for the manual's administration; with nil, what is recorded
// stays. A document's tag may be empty: it is the fingerprint of the body. The
// error wraps [ErrConflict] when the snapshot contradicts itself. Nothing of
// s and of ed is kept, and any goroutine may seal.
func Seal(s *manual.Snapshot, ed *Editorial) (*Sealed, error) {
	sealed, err := seal(s, ed)
	if err != nil {
		return nil, fmt.Errorf("sealing manual %s: %w", s.Manual.ID, err)
	}
	return sealed, nil
}

func seal(s *manual.Snapshot, ed *Editorial) (*Sealed, error) {
	if err := checkSnapshot(s); err != nil {
		return nil, err
	}
	sealed := &Sealed{brand: s.Brand, id: s.Manual.ID, head: newHead(s)}
	sealer := newSealer()
	if s.Published {
		if err := sealed.sealRecords(sealer, s); err != nil {
			return nil, err
		}
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

// sealRecords seals the documents and the model of a published manual.
func (s *Sealed) sealRecords(sealer *sealer, from *manual.Snapshot) error {
	at := place{brand: s.brand, id: s.id}
	for _, kind := range documentKinds {
		d, ok := from.Documents[kind]
		if !ok {
			continue
		}
		at.kind = string(kind)
		value, doc, err := encodeDocument(kind, d)
		if err != nil {
			return err
		}
		doc.Mark = sealer.seal(at, value).mark()
		s.documents = append(s.documents, sealedRecord{at.kind, value})
		s.head.Documents = append(s.head.Documents, doc)
	}
	var err error
	if s.model, err = encodeModel(&from.Manual); err != nil {
		return err
	}
	at.kind = modelKind
	s.head.Model = sealer.seal(at, s.model)
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
