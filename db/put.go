package db

import (
	"crypto/sha256"
	"encoding/hex"
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
		changed, err = tx.putSnapshot(s, made)
		return err
	})
	return changed, err
}

// An encodedSnapshot is the records of a snapshot but for its head.
type encodedSnapshot struct {
	documents map[manual.DocumentKind]encodedDocument
	model     encoded
}

type encodedDocument struct {
	head Document
	encoded
}

// encodeSnapshot checks what the snapshot says by itself, and encodes it.
func encodeSnapshot(s *manual.Snapshot) (*encodedSnapshot, error) {
	if err := checkSnapshot(s); err != nil {
		return nil, err
	}
	made := &encodedSnapshot{documents: make(map[manual.DocumentKind]encodedDocument, len(s.Documents))}
	for kind, d := range s.Documents {
		e, err := encodeDocument(recordKey{s.Brand, s.Manual.ID, string(kind)}, d)
		if err != nil {
			return nil, err
		}
		made.documents[kind] = e
	}
	var err error
	if s.Published {
		made.model, err = encodeRecord(recordKey{s.Brand, s.Manual.ID, modelKind}, newModelRecord(&s.Manual))
	}
	return made, err
}

// encodeDocument encodes a document and makes its head.
func encodeDocument(key recordKey, d manual.Document) (made encodedDocument, err error) {
	etag := sum(sha256.Sum256(d.Identity))
	record := documentRecord{ETag: hex.EncodeToString(etag[:]), Identity: d.Identity, Gzip: d.Gzip}
	if d.ETag != "" && d.ETag != record.ETag {
		return made, fmt.Errorf("document %s: its tag is %q, its body's %s: %w", key.kind, d.ETag, record.ETag, ErrConflict)
	}
	made.encoded, err = encodeRecord(key, &record)
	made.head = Document{
		Kind: manual.DocumentKind(key.kind), Sum: etag, Prefix: hashPrefix(made.sum[:8]), IdentityBytes: len(d.Identity), GzipBytes: len(d.Gzip),
	}
	return made, err
}

func (tx *Tx) putSnapshot(s *manual.Snapshot, made *encodedSnapshot) (changed bool, err error) {
	if err := tx.touch(s.Brand); err != nil {
		return false, err
	}
	id := s.Manual.ID
	old, was, err := tx.head(s.Brand, id)
	if err != nil {
		return false, err
	}
	head, repaired := newHead(s), tx.repaired
	head.Editorial = old.Editorial
	for _, info := range manual.Documents {
		known, was := old.Document(info.Kind)
		if d, ok := made.documents[info.Kind]; ok {
			is, err := tx.putDocument(d, known)
			if err != nil {
				return false, err
			}
			head.Documents = append(head.Documents, is)
		} else if was {
			if err := tx.delete(recordKey{s.Brand, id, string(info.Kind)}); err != nil {
				return false, err
			}
		}
	}
	if s.Published {
		head.Model, err = made.model.sum, tx.putEncoded(made.model, old.Model)
	} else if old.Published {
		err = tx.deleteAll(s.Brand, id, snapshotsBucket)
	}
	if err != nil {
		return false, err
	}
	of, err := tx.put(recordKey{s.Brand, id, headKind}, &head, was)
	return of != was || tx.repaired > repaired, err
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
		if kind.Info().Kind == "" {
			return fmt.Errorf("a document of the unknown kind %q: %w", kind, ErrConflict)
		}
	}
	if !slices.Contains(manual.Visibilities[:], s.Manual.Visibility) {
		return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
	}
	return nil
}

// putDocument writes a document and returns its head. known is that of the one
// that it replaces, if there is one.
func (tx *Tx) putDocument(d encodedDocument, known Document) (Document, error) {
	if known.Kind != "" && known.Sum == d.head.Sum {
		if sound, err := tx.holds(d.key, known.Prefix[:]); err != nil || sound {
			return known, err
		}
		tx.repaired++
	}
	return d.head, tx.putEncoded(d.encoded, sum{})
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
		for _, kind := range [...]string{headKind, editorialKind} {
			if err := tx.delete(recordKey{brand, id, kind}); err != nil {
				return err
			}
		}
		return tx.deleteAll(brand, id, snapshotsBucket)
	})
}

// RemoveBrand removes a brand with its manuals, their editorial records and
// its access tokens. The error wraps [ErrNotFound] when it is not there.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.step("removing brand "+slug, func() error {
		_, err := tx.brand(slug)
		if err == nil {
			err = tx.removeTokens(slug)
		}
		if err == nil {
			tx.brands[slug] = nil
			err = tx.delete(recordKey{brand: slug, kind: brandKind})
		}
		if err != nil {
			return err
		}
		return tx.deleteAll(slug, "", indexBucket, snapshotsBucket, editorialBucket)
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

// SetRendering records by which renderers the documents of the store are made,
// to be asked for with [Index.Rendering].
func (tx *Tx) SetRendering(rendering string) error {
	return tx.step("writing the version of the documents", func() error {
		tx.next.rendering, tx.root.Rendering = rendering, rendering
		return nil
	})
}
