package db

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

const (
	envelopeVersion = 1
	envelopeHeader  = 1 + sha256.Size
)

// A sum is a SHA-256, of a record or a body. The zero sum means no record.
type sum [sha256.Size]byte

// A hashPrefix is the beginning of a record's hash. It tells the versions of a
// record apart, which is all that a head needs, and keeps heads small.
type hashPrefix [8]byte

// A digest identifies a set of records: their number and the exclusive or of
// their hashes. As a hash covers the record's key, a record that is lost, added
// or replaced changes the digest.
type digest struct {
	Count uint64 `msgpack:"count"`
	Sums  sum    `msgpack:"sums"`
}

func (d *digest) add(hash sum) {
	d.Count++
	subtle.XORBytes(d.Sums[:], d.Sums[:], hash[:])
}

// An encodedRecord is a record in its envelope.
type encodedRecord struct {
	key   recordKey
	value []byte
	hash  sum
}

// encodeRecord encodes a record, a struct. Equal records have equal bytes: the
// fields are written in the order of their declaration.
func encodeRecord(key recordKey, record any) (encodedRecord, error) {
	room := 1024
	if d, ok := record.(*documentRecord); ok {
		room += len(d.Identity) + len(d.Gzip)
	}
	value := bytes.NewBuffer(make([]byte, envelopeHeader, room))
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(value)
	encoder.UseCompactInts(true)
	if err := encoder.Encode(record); err != nil {
		return encodedRecord{}, fmt.Errorf("%s: encoding a record: %w", key, err)
	}
	return encodedRecord{key, value.Bytes(), sealEnvelope(key, value.Bytes())}, nil
}

// sealEnvelope writes the header of an envelope over the first [envelopeHeader]
// bytes of value, and returns the hash of the payload behind them.
func sealEnvelope(key recordKey, value []byte) sum {
	hash := hashRecord(key, value[envelopeHeader:])
	value[0] = envelopeVersion
	copy(value[1:], hash[:])
	return hash
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

// hasHash reports whether the header of an envelope has a hash with that
// prefix. It does not check the payload.
func hasHash(value, prefix []byte) bool {
	return len(value) >= envelopeHeader && value[0] == envelopeVersion && bytes.HasPrefix(value[1:envelopeHeader], prefix)
}

// openEnvelope checks an envelope and returns its payload, a part of value, and
// its hash. The error wraps [ErrDamaged].
func openEnvelope(key recordKey, value []byte) (payload []byte, hash sum, err error) {
	switch {
	case value == nil:
		return nil, sum{}, damageErrorf("%s: it is missing", key)
	case !hasHash(value, nil):
		return nil, sum{}, damageErrorf("%s: %d bytes are no record", key, len(value))
	}
	payload = value[envelopeHeader:]
	if hash = hashRecord(key, payload); !hasHash(value, hash[:]) {
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
	if err != nil {
		return sum{}, err
	}
	if err := msgpack.Unmarshal(payload, record); err != nil {
		return sum{}, damageErrorf("%s: decoding: %v", key, err)
	}
	return hash, nil
}

// An instant is a time as records store it: an array of the seconds of the Unix
// epoch and the nanoseconds, which can represent any time, the zero one too.
type instant struct {
	//lint:ignore U1000 msgpack reads its tag
	_msgpack struct{} `msgpack:",as_array"`

	Seconds, Nanoseconds int64
}

func newInstant(t time.Time) instant {
	return instant{Seconds: t.Unix(), Nanoseconds: int64(t.Nanosecond())}
}

// Time returns the time in UTC.
func (i instant) Time() time.Time { return time.Unix(i.Seconds, i.Nanoseconds).UTC() }
