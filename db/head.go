package db

import (
	"bytes"
	"fmt"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/manual"
)

// A headRecord is what the index says of a manual. Brand and id are its key.
type headRecord struct {
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
	Model      sum               `msgpack:"model"`     // zero for an unpublished manual
	Editorial  sum               `msgpack:"editorial"` // zero where nothing is recorded
	Documents  documentHeads     `msgpack:"documents"`
	Files      fileList          `msgpack:"files,omitempty"`
}

// newHead returns the head of s, without its documents and sums.
func newHead(s *manual.Snapshot) headRecord {
	return headRecord{
		Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published,
		Visibility: s.Manual.Visibility, Password: s.Password, Files: s.Manual.Files,
		UpdatedAt: toInstant(s.Manual.UpdatedAt), ExpiresAt: toInstant(s.Manual.ExpiresAt),
	}
}

// same tells whether two heads say the same, apart from the editorial record.
func (h *headRecord) same(other *headRecord) bool {
	a, b := *h, *other
	a.Editorial, b.Editorial = sum{}, sum{}
	first, errFirst := encode(&a)
	second, errSecond := encode(&b)
	return errFirst == nil && errSecond == nil && bytes.Equal(first, second)
}

// document returns what the head says of the document of that kind, or nil.
func (h *headRecord) document(kind manual.DocumentKind) *documentHead {
	for i := range h.Documents {
		if h.Documents[i].Kind == kind {
			return &h.Documents[i]
		}
	}
	return nil
}

// A documentHead is what the index says of a document: its tag, which is the
// SHA-256 of the identity body, the beginning of its record's hash, and how
// many bytes its bodies are.
type documentHead struct {
	Kind                 manual.DocumentKind
	ETag                 sum
	Prefix               hashPrefix
	IdentityLen, GzipLen uint32
}

// documentHeads are in the order of [manual.Documents]. Those of kinds that
// this program does not know are passed over.
type documentHeads []documentHead

// EncodeMsgpack writes each document as an array.
func (all documentHeads) EncodeMsgpack(e *msgpack.Encoder) error {
	if all == nil {
		return e.EncodeNil()
	}
	if err := e.EncodeArrayLen(len(all)); err != nil {
		return err
	}
	for i := range all {
		d := &all[i]
		if err := e.EncodeArrayLen(5); err != nil {
			return err
		}
		if err := e.EncodeMulti(string(d.Kind), d.ETag[:], d.Prefix[:], d.IdentityLen, d.GzipLen); err != nil {
			return err
		}
	}
	return nil
}

// DecodeMsgpack reads what EncodeMsgpack writes.
func (all *documentHeads) DecodeMsgpack(d *msgpack.Decoder) error {
	n, err := d.DecodeArrayLen()
	if err != nil || n < 0 { // -1 for nil
		return err
	}
	*all = make(documentHeads, 0, n)
	for range n {
		var head documentHead
		kind, err := head.decode(d)
		if err != nil {
			return err
		}
		for i := range manual.Documents {
			if head.Kind = manual.Documents[i].Kind; string(head.Kind) == kind { // the table's string, which takes no memory
				*all = append(*all, head)
				break
			}
		}
	}
	return nil
}

// decode reads a document, without reflection: opening a store reads all of
// them.
func (h *documentHead) decode(d *msgpack.Decoder) (kind string, err error) {
	n, err := d.DecodeArrayLen()
	if err == nil {
		kind, err = d.DecodeString()
	}
	for _, hash := range [...][]byte{h.ETag[:], h.Prefix[:]} {
		if err == nil {
			err = decodeHash(d, hash)
		}
	}
	if err == nil {
		h.IdentityLen, err = d.DecodeUint32()
	}
	if err == nil {
		h.GzipLen, err = d.DecodeUint32()
	}
	for range n - 5 { // what a later program has added
		if err == nil {
			err = d.Skip()
		}
	}
	return kind, err
}

// decodeHash reads bytes that fill a hash.
func decodeHash(d *msgpack.Decoder, hash []byte) error {
	n, err := d.DecodeBytesLen()
	if err == nil && n != len(hash) {
		err = fmt.Errorf("a hash of %d bytes, expected %d", n, len(hash))
	}
	if err == nil {
		err = d.ReadFull(hash)
	}
	return err
}

// A fileList is the files of a manual as heads and models have it.
type fileList []manual.File

// EncodeMsgpack writes each file as an array.
func (all fileList) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(len(all)); err != nil {
		return err
	}
	for i := range all {
		f := &all[i]
		if err := e.EncodeArrayLen(7); err != nil {
			return err
		}
		if err := e.EncodeMulti(f.Ref, f.Name, f.Sum[:], f.Size, f.Width, f.Height, f.Shared); err != nil {
			return err
		}
	}
	return nil
}

// DecodeMsgpack reads what EncodeMsgpack writes.
func (all *fileList) DecodeMsgpack(d *msgpack.Decoder) error {
	n, err := d.DecodeArrayLen()
	for i := 0; err == nil && i < n; i++ {
		var f manual.File
		err = decodeArray(d, &f.Ref, &f.Name, (*sum)(&f.Sum), &f.Size, &f.Width, &f.Height, &f.Shared)
		*all = append(*all, f)
	}
	return err
}

// toInstant returns a time as the file gives it back.
func toInstant(t time.Time) instant {
	return instant{time.Unix(t.Unix(), int64(t.Nanosecond())).UTC()}
}
