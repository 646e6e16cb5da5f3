package db

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

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

// A sum is a SHA-256, of a record or of content. The zero sum means none.
type sum [sha256.Size]byte

// IsZero reports whether there is none. Records omit it then.
func (s sum) IsZero() bool { return s == sum{} }

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

const (
	envelopeVersion = 1
	envelopeHeader  = 1 + sha256.Size
)

// An encodedRecord is a record in its envelope, or with a nil value the removal of
// a record.
type encodedRecord struct {
	key   recordKey
	value []byte
	hash  sum
}

// encodeRecord encodes a record, a struct, or with nil the removal of one. Equal
// records have equal bytes: the fields are written in the order of their declaration.
func encodeRecord(key recordKey, record any) encodedRecord {
	if record == nil {
		return encodedRecord{key: key}
	}
	value := encodeMsgpack(make([]byte, envelopeHeader, 2048), record)
	hash := hashRecord(key, value[envelopeHeader:])
	value[0] = envelopeVersion
	copy(value[1:], hash[:])
	return encodedRecord{key, value, hash}
}

// encodeMsgpack appends a struct to value. An error is a fault of the struct's type,
// which tests find.
func encodeMsgpack(value []byte, record any) []byte {
	text := bytes.NewBuffer(value)
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(text)
	encoder.UseCompactInts(true)
	if err := encoder.Encode(record); err != nil {
		panic(fmt.Sprintf("encoding a %T: %v", record, err))
	}
	return text.Bytes()
}

// hashRecord returns the hash of a record: of version, brand, manual id and
// kind, each with its length, and the payload.
func hashRecord(key recordKey, payload []byte) (hash sum) {
	prefix := append(make([]byte, 0, 128), envelopeVersion)
	for _, part := range [...]string{key.brand, key.id, key.kind} {
		prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(part)))
		prefix = append(prefix, part...)
	}
	h := sha256.New()
	h.Write(prefix)
	h.Write(payload)
	h.Sum(hash[:0])
	return hash
}

// openEnvelope checks an envelope and returns its payload, a part of value, and
// its hash. The error wraps [ErrDamaged].
func openEnvelope(key recordKey, value []byte) (payload []byte, hash sum, err error) {
	switch {
	case value == nil:
		return nil, sum{}, damageErrorf("%s: it is missing", key)
	case len(value) < envelopeHeader || value[0] != envelopeVersion:
		return nil, sum{}, damageErrorf("%s: %d bytes are no record", key, len(value))
	}
	payload = value[envelopeHeader:]
	if hash = hashRecord(key, payload); hash != sum(value[1:envelopeHeader]) {
		return nil, sum{}, damageErrorf("%s: its hash does not match", key)
	}
	return payload, hash, nil
}

// decodeRecord checks an envelope, decodes its payload into record, a pointer to
// a struct, and returns its hash. Unknown fields are ignored. Damaged msgpack
// could make the decoder allocate gigabytes, so the hash is checked first. The
// error wraps [ErrDamaged].
func decodeRecord(key recordKey, value []byte, record any) (sum, error) {
	payload, hash, err := openEnvelope(key, value)
	if err == nil {
		if err = msgpack.Unmarshal(payload, record); err != nil {
			err = damageErrorf("%s: decoding: %v", key, err)
		}
	}
	return hash, err
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

// An instant is a time as records store it: the seconds of the Unix epoch and the
// nanoseconds, which can represent any time, the zero one too.
type instant [2]int64

func newInstant(t time.Time) instant { return instant{t.Unix(), int64(t.Nanosecond())} }

// Time returns the time in UTC.
func (i instant) Time() time.Time { return time.Unix(i[0], i[1]).UTC() }

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
	Edited    sum   `msgpack:"edited"`           // SHA-256 of the editorial data before compression
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
