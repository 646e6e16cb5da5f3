package db

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// Schema is the version of the layout that this package writes.
const Schema = 5

// The top-level buckets.
const (
	metaBucket    = "meta"
	brandsBucket  = "brands"
	manualsBucket = "manuals"
	contentBucket = "content"
	accessBucket  = "access"
	removedBucket = "gone"
	filesBucket   = "files"
)

// topLevel are the top-level buckets of every store.
var topLevel = [...]string{
	metaBucket, brandsBucket, manualsBucket, contentBucket, accessBucket, removedBucket, filesBucket,
}

// schemaKey is the key of the schema's number in the bucket meta.
const schemaKey = "schema"

// The kinds of record.
const (
	storeKind   = "root" // the store record, with a hash over brands, heads and created access tokens
	brandKind   = "brand"
	headKind    = "head"
	contentKind = "content"
	removedKind = "gone"
	accessKind  = "access"
	pieceKind   = "piece" // of a file; its id is the key
)

// A hash256 is a SHA-256, of a record, of content or of a file. The zero one means none. In the formats of this
// package and of db/manual its field is called Sum.
type hash256 [sha256.Size]byte

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
	case headKind:
		return []string{manualsBucket, k.brand}, k.id
	case contentKind:
		return []string{contentBucket, k.brand}, k.id
	case removedKind:
		return []string{removedBucket, k.brand}, k.id
	case pieceKind:
		return []string{filesBucket}, k.id
	}
	return []string{metaBucket}, k.kind
}

const (
	envelopeVersion = 1
	envelopeHeader  = 1 + sha256.Size
)

// An encodedRecord is a record in its envelope.
type encodedRecord struct {
	key   recordKey
	value []byte
	hash  hash256
}

// encodeRecord encodes a record, a struct. Equal records have equal bytes: the fields are
// written in the order of their declaration. Their tags are the format of the schema. A new
// field needs no new schema if its zero value means the same as its absence.
func encodeRecord(key recordKey, record any) encodedRecord {
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
func hashRecord(key recordKey, payload []byte) hash256 {
	prefix := append(make([]byte, 0, 128), envelopeVersion)
	for _, part := range [...]string{key.brand, key.id, key.kind} {
		prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(part)))
		prefix = append(prefix, part...)
	}
	h := sha256.New()
	h.Write(prefix)
	h.Write(payload)
	var hash hash256
	h.Sum(hash[:0])
	return hash
}

// openEnvelope checks an envelope, and returns its payload, which is a part of value, and its hash. The error wraps
// [ErrDamaged].
func openEnvelope(key recordKey, value []byte) ([]byte, hash256, error) {
	if value == nil {
		return nil, hash256{}, damageErrorf("%s: it is missing", key)
	}
	if len(value) < envelopeHeader || value[0] != envelopeVersion {
		return nil, hash256{}, damageErrorf("%s: %d bytes are no record", key, len(value))
	}
	payload := value[envelopeHeader:]
	hash := hashRecord(key, payload)
	if hash != hash256(value[1:envelopeHeader]) {
		return nil, hash256{}, damageErrorf("%s: its hash does not match", key)
	}
	return payload, hash, nil
}

// decodeRecord checks an envelope, decodes its payload into record, a pointer to
// a struct, and returns its hash. Unknown fields are ignored. Damaged msgpack
// could make the decoder allocate gigabytes, so the hash is checked first. The
// error wraps [ErrDamaged].
func decodeRecord(key recordKey, value []byte, record any) (hash256, error) {
	payload, hash, err := openEnvelope(key, value)
	if err != nil {
		return hash, err
	}
	if err := msgpack.Unmarshal(payload, record); err != nil {
		return hash, damageErrorf("%s: decoding: %v", key, err)
	}
	return hash, nil
}

// An instant is a time as records store it: the seconds of the Unix epoch and the
// nanoseconds, which can represent any time, the zero one too.
type instant [2]int64

func newInstant(t time.Time) instant { return instant{t.Unix(), int64(t.Nanosecond())} }

// Time returns the time in UTC.
func (i instant) Time() time.Time { return time.Unix(i[0], i[1]).UTC() }
