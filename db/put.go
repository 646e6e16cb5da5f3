package db

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// Put stores a snapshot in place of the one of the same manual id, and reports
// whether that changed anything. A new slug for a known id is a rename. The
// editorial record stays. A document with an unchanged body keeps its stored
// compressed body. The error wraps [ErrNotFound] when there is no such brand.
// Names in use elsewhere and files that are not stored are found at the end of
// the transaction.
func (tx *Tx) Put(s *manual.Snapshot) (changed bool, err error) {
	encoded, encodeErr := encodeSnapshot(s) // not in write, so that goroutines encode in parallel
	err = tx.write("writing manual "+s.Manual.ID, func() (err error) {
		if encodeErr != nil {
			return encodeErr
		}
		changed, err = tx.putSnapshot(s.Brand, s.Manual.ID, encoded)
		return err
	})
	return changed, err
}

// An encodedSnapshot is the head of a snapshot and its records.
type encodedSnapshot struct {
	head      Head
	documents []encodedRecord // in the order of head.Documents
	model     encodedRecord   // of a published manual
}

func encodeSnapshot(s *manual.Snapshot) (*encodedSnapshot, error) {
	encoded := &encodedSnapshot{head: newHead(s)}
	for _, info := range manual.Documents {
		d, ok := s.Documents[info.Kind]
		if !ok {
			continue
		}
		hash := sum(sha256.Sum256(d.Identity))
		record := documentRecord{ETag: hex.EncodeToString(hash[:]), Identity: d.Identity, Gzip: d.Gzip}
		r, err := encodeRecord(recordKey{s.Brand, s.Manual.ID, string(info.Kind)}, &record)
		if err != nil {
			return nil, err
		}
		encoded.documents = append(encoded.documents, r)
		encoded.head.Documents = append(encoded.head.Documents, Document{
			Kind: info.Kind, Sum: hash, Prefix: hashPrefix(r.hash[:8]), IdentityBytes: uint32(len(d.Identity)), GzipBytes: uint32(len(d.Gzip)),
		})
	}
	if !s.Published {
		return encoded, nil
	}
	var err error
	encoded.model, err = encodeRecord(recordKey{s.Brand, s.Manual.ID, modelKind}, newModelRecord(&s.Manual))
	encoded.head.Model = encoded.model.hash
	return encoded, err
}

// putSnapshot writes the parts of a snapshot that differ from the stored one.
func (tx *Tx) putSnapshot(brand, id string, encoded *encodedSnapshot) (changed bool, err error) {
	old, oldHash, err := tx.changeHead(brand, id)
	if err != nil {
		return false, err
	}
	head, uncovered := encoded.head, tx.uncovered
	head.Editorial = old.Editorial
	for i, r := range encoded.documents {
		known, _ := old.Document(head.Documents[i].Kind)
		if head.Documents[i], err = tx.putDocument(r, head.Documents[i], known); err != nil {
			return false, err
		}
	}
	if head.Published {
		err = tx.putEncoded(encoded.model, old.Model)
	} else if old.Published {
		err = tx.deleteBucket(snapshotsBucket, brand, id)
	}
	for _, known := range old.Documents {
		if _, ok := head.Document(known.Kind); !ok && err == nil {
			err = tx.delete(recordKey{brand, id, string(known.Kind)})
		}
	}
	if err != nil {
		return false, err
	}
	hash, err := tx.put(recordKey{brand, id, headKind}, &head, oldHash)
	return hash != oldHash || tx.uncovered > uncovered, err
}

// putDocument writes the record of d and returns d. If known, the document
// before, has the same body and is intact, it stays and is returned.
func (tx *Tx) putDocument(r encodedRecord, d, known Document) (Document, error) {
	if d.Sum == known.Sum {
		if intact, err := tx.intact(r.key, known.Prefix[:]); err != nil || intact {
			return known, err
		}
		tx.uncovered++
	}
	return d, tx.putEncoded(r, sum{})
}

// PutEditorial stores the editorial record of a manual. The error wraps
// [ErrNotFound] when the manual has not been put.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	encoded, encodeErr := encodeRecord(recordKey{brand, id, editorialKind}, newEditorialRecord(ed))
	return tx.write("writing the editorial record of manual "+id, func() error {
		if encodeErr != nil {
			return encodeErr
		}
		head, hash, err := tx.changeKnownHead(brand, id)
		if err != nil {
			return err
		}
		if err := tx.putEncoded(encoded, head.Editorial); err != nil {
			return err
		}
		head.Editorial = encoded.hash
		_, err = tx.put(recordKey{brand, id, headKind}, &head, hash)
		return err
	})
}

// PutBrand stores a brand in place of the one with the same slug. Its manuals
// stay.
func (tx *Tx) PutBrand(b manual.Brand) error {
	return tx.write("writing brand "+b.Slug, func() error {
		b.Domains, b.Access = slices.Clone(b.Domains), slices.Clone(b.Access)
		if len(b.Domains) == 0 { // nil and empty have different bytes
			b.Domains = nil
		}
		tx.brands[b.Slug] = &b
		return nil
	})
}

// Remove removes a manual and its editorial record. The error wraps
// [ErrNotFound] when the brand has no manual with that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.write("removing manual "+id, func() error {
		if _, _, err := tx.changeKnownHead(brand, id); err != nil {
			return err
		}
		return errors.Join(
			tx.delete(recordKey{brand, id, headKind}), tx.delete(recordKey{brand, id, editorialKind}), tx.deleteBucket(snapshotsBucket, brand, id))
	})
}

// RemoveBrand removes a brand with its manuals, their editorial records and
// its access tokens. The error wraps [ErrNotFound] when there is no such brand.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.write("removing brand "+slug, func() error {
		if err := tx.changeBrand(slug); err != nil {
			return err
		}
		tx.brands[slug] = nil
		err := errors.Join(tx.removeTokens(slug), tx.delete(recordKey{brand: slug, kind: brandKind}))
		for _, bucket := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
			err = errors.Join(err, tx.deleteBucket(bucket, slug))
		}
		return err
	})
}

// SetSite stores the base URL that the documents are rendered with, and the brand
// at home there. The error wraps [ErrConflict] when it is not valid.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.write("writing the base URL", func() (err error) {
		again, err := manual.ParseSite(site.String())
		if again.Home = site.Home; err != nil || again != site || site.Home != "" && !manual.Label(site.Home) {
			return fmt.Errorf("%q is no base URL: %w", site, ErrConflict)
		}
		tx.next.Site = site
		tx.root.Site, err = tx.put(recordKey{kind: siteKind}, &siteRecord{URL: site.String(), Home: site.Home}, tx.root.Site)
		return err
	})
}

// SetRendering stores the version of the renderers that made the documents.
func (tx *Tx) SetRendering(rendering string) error {
	return tx.write("writing the version of the documents", func() error {
		tx.next.Rendering, tx.root.Rendering = rendering, rendering
		return nil
	})
}
