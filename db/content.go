package db

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/gzip"
	"designmanual/db/manual"
)

// A Snapshot is what an import stores of a manual.
type Snapshot struct {
	Brand string // slug
	manual.Settings
	UpdatedAt time.Time
	Releases  []manual.StoredRelease // the newest first

	// Of the published manual.
	Model      *manual.Manual // nil for an unpublished manual
	Bodies     Bodies
	ServedHash [32]byte // SHA-256 of what the bodies say, without addresses and the time of the last change
	ModeCount  int      // of the token document
	Summary    manual.Summary

	Draft  *manual.Manual // nil without a draft
	Notes  []manual.Note  // where the published manual differs from the seed file
	Ledger Ledger
}

// Bodies are manual.json and tokens.json, uncompressed.
type Bodies struct {
	ManualJSON []byte // specification, section 4.1
	TokensJSON []byte // specification, section 4.2
}

// A Content is the stored content of a manual. Models and documents are decompressed when they are asked for.
type Content struct {
	Notes  []manual.Note
	Ledger Ledger

	record contentRecord
}

type (
	contentRecord struct {
		Model      []byte        `msgpack:"model"` // gzip
		Draft      []byte        `msgpack:"draft"` // gzip
		ManualJSON []byte        `msgpack:"document"`
		TokensJSON []byte        `msgpack:"tokens"`
		Notes      []manual.Note `msgpack:"notes"`
		Ledger     ledgerRecord  `msgpack:"ledger"`
	}
	modelRecord struct {
		manual.Manual
		UpdatedAt instant `msgpack:"updated"`
		ExpiresAt instant `msgpack:"expires"`
	}
)

// Model returns the published model. The error wraps [ErrNotFound] for an unpublished
// manual, or [ErrDamaged].
func (c *Content) Model() (*manual.Manual, error) { return decodeModel(c.record.Model) }

// Draft returns the model of the draft. The error wraps [ErrNotFound] without a draft, or
// [ErrDamaged].
func (c *Content) Draft() (*manual.Manual, error) { return decodeModel(c.record.Draft) }

// CompressedDocument returns manual.json or tokens.json in gzip, as the record has it, or nil for an
// unpublished manual.
func (c *Content) CompressedDocument(kind manual.DocumentKind) []byte {
	if kind == manual.ManualDocument {
		return c.record.ManualJSON
	}
	return c.record.TokensJSON
}

// decodeModel returns a stored model. The error wraps [ErrNotFound] for none, or [ErrDamaged].
func decodeModel(compressed []byte) (*manual.Manual, error) {
	if compressed == nil {
		return nil, ErrNotFound
	}
	text, err := gzip.Decompress(compressed)
	if err != nil {
		return nil, damageErrorf("the model: %v", err)
	}
	var r modelRecord
	if err := msgpack.Unmarshal(text, &r); err != nil {
		return nil, damageErrorf("the model: %v", err)
	}
	r.Manual.UpdatedAt, r.Manual.ExpiresAt = r.UpdatedAt.Time(), r.ExpiresAt.Time()
	return &r.Manual, nil
}

func encodeModel(m *manual.Manual) []byte {
	if m == nil {
		return nil
	}
	return encodeMsgpack(nil, &modelRecord{*m, newInstant(m.UpdatedAt), newInstant(m.ExpiresAt)})
}

// A HashedSnapshot is a snapshot with its head, whose hashes are those of the content before it is
// compressed. So an import sees whether anything has changed, and compresses only changed content.
type HashedSnapshot struct {
	Head Head

	brand        string
	model, draft []byte
	rest         contentRecord // notes and ledger
	bodies       Bodies
}

// Hashed makes the head of a manual, for [Tx.PutManual]. Its Smaller is still empty. These hashes tell what differs.
// Each line has the hash, what it is of, who makes it, and what it decides:
//
//	ServedHash         what readers get          made by newSnapshot    whether UpdatedAt is new, and what breaks
//	ModelHash          the published model       made here              whether the page changes
//	DraftHash          the model of the draft    made here              whether the draft changes
//	contentHash        all content               made here              whether the content is written again
//	contentRecordHash  the record of the content made by [Tx.PutManual] whether a reader has what the head names
//	recordHash         the record of the head    made by makeNext       whether the head is written again
func (s *Snapshot) Hashed() *HashedSnapshot {
	h := &HashedSnapshot{brand: s.Brand, model: encodeModel(s.Model), draft: encodeModel(s.Draft), bodies: s.Bodies}
	h.rest = contentRecord{Notes: s.Notes, Ledger: newLedgerRecord(s.Ledger)}
	h.Head = Head{
		Settings: s.Settings, UpdatedAt: s.UpdatedAt.UTC(), Releases: s.Releases,
		ManualJSON: newBodyInfo(s.Bodies.ManualJSON), TokensJSON: newBodyInfo(s.Bodies.TokensJSON),
		ServedHash: s.ServedHash, ModelHash: sha256.Sum256(h.model), ModeCount: s.ModeCount, Summary: s.Summary,
	}
	h.Head.ExpiresAt = s.ExpiresAt.UTC()
	draft := sha256.Sum256(h.draft)
	rest := sha256.Sum256(encodeMsgpack(nil, &h.rest))
	if s.Model != nil {
		h.Head.Files = s.Model.Files
	}
	if s.Draft != nil {
		h.Head.HasDraft = true
		h.Head.DraftFiles = s.Draft.Files
		h.Head.DraftHash = draft
	}
	hash := sha256.New()
	for _, part := range [...][32]byte{h.Head.ModelHash, draft, h.Head.ManualJSON.Sum, h.Head.TokensJSON.Sum, rest} {
		hash.Write(part[:])
	}
	hash.Sum(h.Head.contentHash[:0])
	return h
}

func newBodyInfo(body []byte) BodyInfo {
	if body == nil {
		return BodyInfo{}
	}
	return BodyInfo{Sum: sha256.Sum256(body), UncompressedBytes: uint32(len(body))}
}

// encode compresses the content, returns its record, and completes the head.
func (h *HashedSnapshot) encode() encodedRecord {
	r := h.rest
	r.Model = gzip.Compress(h.model)
	r.Draft = gzip.Compress(h.draft)
	r.ManualJSON = gzip.Compress(h.bodies.ManualJSON)
	r.TokensJSON = gzip.Compress(h.bodies.TokensJSON)
	h.Head.ManualJSON.GzipBytes = uint32(len(r.ManualJSON))
	h.Head.TokensJSON.GzipBytes = uint32(len(r.TokensJSON))
	record := encodeRecord(recordKey{h.brand, h.Head.ID, contentKind}, &r)
	h.Head.contentRecordHash = record.hash
	return record
}

// Content returns the content of a manual of an index. It reads the whole record, models and both documents,
// and hashes it. The error wraps [ErrReplaced] if the content is newer than the index; the new index is then in
// place, and the caller begins again with it. Otherwise it wraps [ErrDamaged] or [os.ErrClosed].
func (d *DB) Content(ix *Index, m *Head) (*Content, error) {
	c, err := d.readContent(m)
	if errors.Is(err, ErrDamaged) {
		d.committing.RLock() // waits for a running commit, which puts its index in place before it unlocks
		if d.Index() != ix {
			err = ErrReplaced
		}
		d.committing.RUnlock()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the content of %s: %w", m.Name(), err)
	}
	return c, nil
}

// readContent reads the record of the content of a manual, and checks that it is the one that the head
// names. The error wraps [os.ErrClosed] or, for a record that is damaged or newer than the head, [ErrDamaged]:
// [DB.Content] tells the two apart.
func (d *DB) readContent(m *Head) (*Content, error) {
	key := recordKey{m.Brand.Slug, m.ID, contentKind}
	var value []byte
	err := d.readBolt(func(b *boltTx) error {
		var err error
		value, err = b.get(key)
		return err
	})
	if err != nil {
		return nil, err
	}
	c := new(Content)
	hash, err := decodeRecord(key, value, &c.record)
	if err != nil {
		return nil, err
	}
	if hash != m.contentRecordHash {
		return nil, damageErrorf("%s: it is not what was last written", key)
	}
	c.Notes, c.Ledger = c.record.Notes, c.record.Ledger.ledger()
	return c, nil
}

// ReadDocument returns manual.json or tokens.json, compressed or not. Like [DB.Content], it reads and hashes
// the whole record, of which the document is a part. The error is that of [DB.Content], or wraps [ErrNotFound] for an
// unpublished manual.
func (d *DB) ReadDocument(ix *Index, m *Head, kind manual.DocumentKind, inGzip bool) ([]byte, error) {
	info, ok := m.BodyInfo(kind)
	if !ok {
		return nil, fmt.Errorf("reading %s of %s: %w", kind, m.Name(), ErrNotFound)
	}
	c, err := d.Content(ix, m)
	if err != nil {
		return nil, err
	}
	compressed := c.CompressedDocument(kind)
	if inGzip {
		return compressed, nil
	}
	body, err := gzip.Decompress(compressed)
	if err != nil || sha256.Sum256(body) != info.Sum {
		return nil, fmt.Errorf(
			"reading %s of %s: %w", kind, m.Name(), damageErrorf("its body does not match its entity tag"),
		)
	}
	return body, nil
}
