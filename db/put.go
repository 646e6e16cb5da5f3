package db

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// Put writes a snapshot in place of what there is of its manual id, and tells
// whether anything is another than before. Another slug for a known id is a
// rename. What is recorded for the manual's administration stays, and so does
// the compressed body of a document that is as before, whatever compressor has
// made it. The error wraps [ErrNotFound] when the brand is not there and
// [ErrConflict] when the snapshot contradicts itself; names that are taken, and
// files that are not stored, are found at the end of the transaction.
func (tx *Tx) Put(s *manual.Snapshot) (changed bool, err error) {
	made, cause := encodeSnapshot(s) // beside what others put
	err = tx.step("writing manual "+s.Manual.ID, func() (err error) {
		if cause != nil {
			return cause
		}
		changed, err = tx.putSnapshot(s.Brand, s.Manual.ID, made)
		return err
	})
	return changed, err
}

// An encodedSnapshot is the head of a snapshot, and the records that it speaks
// of: those of its documents, in their order, and the model.
type encodedSnapshot struct {
	Head
	records []encoded
}

// encodeSnapshot checks what the snapshot says by itself, and encodes it.
func encodeSnapshot(s *manual.Snapshot) (*encodedSnapshot, error) {
	if err := checkSnapshot(s); err != nil {
		return nil, err
	}
	made := &encodedSnapshot{Head: newHead(s)}
	for _, info := range manual.Documents {
		d, ok := s.Documents[info.Kind]
		if !ok {
			continue
		}
		of := sum(sha256.Sum256(d.Identity))
		record := documentRecord{ETag: hex.EncodeToString(of[:]), Identity: d.Identity, Gzip: d.Gzip}
		if d.ETag != "" && d.ETag != record.ETag {
			return nil, fmt.Errorf("document %s: its tag is %q, its body's %s: %w", info.Kind, d.ETag, record.ETag, ErrConflict)
		}
		r, err := encodeRecord(recordKey{s.Brand, s.Manual.ID, string(info.Kind)}, &record)
		if err != nil {
			return nil, err
		}
		made.records = append(made.records, r)
		made.Documents = append(made.Documents, Document{
			Kind: info.Kind, Sum: of, Prefix: hashPrefix(r.sum[:8]), IdentityBytes: uint32(len(d.Identity)), GzipBytes: uint32(len(d.Gzip)),
		})
	}
	if !s.Published {
		return made, nil
	}
	model, err := encodeRecord(recordKey{s.Brand, s.Manual.ID, modelKind}, newModelRecord(&s.Manual))
	made.Model, made.records = model.sum, append(made.records, model)
	return made, err
}

// putSnapshot writes what differs from the snapshot of that id.
func (tx *Tx) putSnapshot(brand, id string, made *encodedSnapshot) (changed bool, err error) {
	old, was, err := tx.head(brand, id)
	if err != nil {
		return false, err
	}
	head, repaired := made.Head, tx.repaired
	head.Editorial = old.Editorial
	for i, r := range made.records {
		if i == len(head.Documents) { // the model comes after the documents
			err = tx.putEncoded(r, old.Model)
		} else {
			known, _ := old.Document(head.Documents[i].Kind)
			head.Documents[i], err = tx.putDocument(r, head.Documents[i], known)
		}
		if err != nil {
			return false, err
		}
	}
	for _, known := range old.Documents {
		if _, ok := head.Document(known.Kind); !ok {
			err = errors.Join(err, tx.delete(recordKey{brand, id, string(known.Kind)}))
		}
	}
	if old.Published && !head.Published {
		err = errors.Join(err, tx.deleteBucket(snapshotsBucket, brand, id))
	}
	if err != nil {
		return false, err
	}
	of, err := tx.put(recordKey{brand, id, headKind}, &head, was)
	return of != was || tx.repaired > repaired, err
}

// putDocument writes a document and returns what the head says of it. known is
// what it says of the one before, which stays where its body is the same.
func (tx *Tx) putDocument(r encoded, d, known Document) (Document, error) {
	if d.Sum == known.Sum {
		if sound, err := tx.holds(r.key, known.Prefix[:]); err != nil || sound {
			return known, err
		}
		tx.repaired++
	}
	return d, tx.putEncoded(r, sum{})
}

// checkSnapshot checks what the snapshot says by itself.
func checkSnapshot(s *manual.Snapshot) error {
	switch {
	case s.Manual.ID == "" || s.Manual.Slug == "":
		return fmt.Errorf("a manual without an id or a slug: %w", ErrConflict)
	case !s.Published && len(s.Documents) > 0:
		return fmt.Errorf("an unpublished manual with documents: %w", ErrConflict)
	case !slices.Contains(manual.Visibilities[:], s.Manual.Visibility):
		return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
	}
	for kind := range s.Documents {
		if kind.Info().Kind == "" {
			return fmt.Errorf("a document of the unknown kind %q: %w", kind, ErrConflict)
		}
	}
	return nil
}

// PutEditorial records what there is to know of a manual for its
// administration. The error wraps [ErrNotFound] when the manual is not there:
// it is put first.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	made, cause := encodeRecord(recordKey{brand, id, editorialKind}, newEditorialRecord(ed))
	return tx.step("writing the editorial record of manual "+id, func() error {
		if cause != nil {
			return cause
		}
		head, was, err := tx.manual(brand, id)
		if err != nil {
			return err
		}
		if err := tx.putEncoded(made, head.Editorial); err != nil {
			return err
		}
		head.Editorial = made.sum
		_, err = tx.put(recordKey{brand, id, headKind}, &head, was)
		return err
	})
}

// PutBrand writes a brand, new or in place of the one with that slug; its
// manuals stay.
func (tx *Tx) PutBrand(b manual.Brand) error {
	return tx.step("writing brand "+b.Slug, func() error {
		if b.Slug == "" {
			return fmt.Errorf("a brand without a slug: %w", ErrConflict)
		}
		b.Domains, b.Access = slices.Clone(b.Domains), slices.Clone(b.Access)
		if len(b.Domains) == 0 { // none is always the same bytes
			b.Domains = nil
		}
		tx.brands[b.Slug] = &b
		return nil
	})
}

// Remove removes a manual with all that is recorded of it. The error wraps
// [ErrNotFound] when the brand has no manual of that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.step("removing manual "+id, func() error {
		if _, _, err := tx.manual(brand, id); err != nil {
			return err
		}
		return errors.Join(
			tx.delete(recordKey{brand, id, headKind}), tx.delete(recordKey{brand, id, editorialKind}), tx.deleteBucket(snapshotsBucket, brand, id))
	})
}

// RemoveBrand removes a brand with its manuals, their editorial records and
// its access tokens. The error wraps [ErrNotFound] when it is not there.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.step("removing brand "+slug, func() error {
		if err := tx.touch(slug); err != nil {
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

// SetSite writes the base URL that the documents are rendered with. The error
// wraps [ErrConflict] when it is none.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.step("writing the base URL", func() (err error) {
		if again, err := manual.ParseSite(site.String()); err != nil || again != site {
			return fmt.Errorf("%q is no base URL: %w", site, ErrConflict)
		}
		tx.next.Site = site
		tx.root.Site, err = tx.put(recordKey{kind: siteKind}, &siteRecord{URL: site.String()}, tx.root.Site)
		return err
	})
}

// SetRendering records by which renderers the documents of the store are made.
func (tx *Tx) SetRendering(rendering string) error {
	return tx.step("writing the version of the documents", func() error {
		tx.next.Rendering, tx.root.Rendering = rendering, rendering
		return nil
	})
}
