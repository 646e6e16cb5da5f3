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

// A sum is the SHA-256 of a record; the zero sum stands for no record.
type sum [sha256.Size]byte

// A hashPrefix is the beginning of a sum. It tells one record of a document
// from the next, which is all that a head needs, and keeps the heads small;
// whether the record is whole, its own sum says.
type hashPrefix [8]byte

// A digest stands for a set of records: how many there are, and their sums,
// each of which covers its own key, joined by exclusive or. It tells a set
// from one in which a record is lost, added or another.
type digest struct {
	Count uint64 `msgpack:"count"`
	Sums  sum    `msgpack:"sums"`
}

// add puts a record into the set.
func (d *digest) add(of sum) {
	d.Count++
	subtle.XORBytes(d.Sums[:], d.Sums[:], of[:])
}

// An encoded record is the envelope of one, and its sum.
type encoded struct {
	key   recordKey
	value []byte
	sum   sum
}

// encodeRecord encodes a record, a struct. The fields are in order, so the same
// record is always the same bytes.
func encodeRecord(key recordKey, record any) (encoded, error) {
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
		return encoded{}, fmt.Errorf("%s: encoding a record: %w", key, err)
	}
	return encoded{key, value.Bytes(), seal(key, value.Bytes())}, nil
}

// seal fills in the header of an envelope whose payload is in place: the
// first [envelopeHeader] bytes of value are overwritten.
func seal(key recordKey, value []byte) sum {
	of := hashRecord(key, value[envelopeHeader:])
	value[0] = envelopeVersion
	copy(value[1:], of[:])
	return of
}

// hashRecord returns the hash of a record: version, brand, manual id and kind,
// each with its length, and the payload.
func hashRecord(key recordKey, payload []byte) (of sum) {
	prefix := append(make([]byte, 0, 128), envelopeVersion)
	for _, part := range [...]string{key.brand, key.id, key.kind} {
		prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(part)))
		prefix = append(prefix, part...)
	}
	hash := sha256.New()
	hash.Write(prefix)
	hash.Write(payload)
	hash.Sum(of[:0])
	return of
}

// states tells whether an envelope states a sum that begins so, unchecked.
func states(value, prefix []byte) bool {
	return len(value) >= envelopeHeader && value[0] == envelopeVersion && bytes.HasPrefix(value[1:envelopeHeader], prefix)
}

// openEnvelope checks an envelope and returns its payload, which lies in value,
// and its sum. The error wraps [ErrDamaged].
func openEnvelope(key recordKey, value []byte) (payload []byte, of sum, err error) {
	switch {
	case value == nil:
		return nil, sum{}, damaged("%s: it is missing", key)
	case !states(value, nil):
		return nil, sum{}, damaged("%s: %d bytes are no record", key, len(value))
	}
	payload = value[envelopeHeader:]
	if of = hashRecord(key, payload); !states(value, of[:]) {
		return nil, sum{}, damaged("%s: its hash does not hold", key)
	}
	return payload, of, nil
}

// decodeRecord checks an envelope and decodes its payload into record, a
// pointer to a struct; fields that the struct does not have are passed over.
// Nothing is decoded that the hash does not vouch for: msgpack of another
// origin could claim more than it has. The error wraps [ErrDamaged].
func decodeRecord(key recordKey, value []byte, record any) (sum, error) {
	payload, of, err := openEnvelope(key, value)
	if err != nil {
		return sum{}, err
	}
	if err := msgpack.Unmarshal(payload, record); err != nil {
		return sum{}, damaged("%s: decoding: %v", key, err)
	}
	return of, nil
}

// An instant is a time as a record has it: seconds of the Unix epoch and
// nanoseconds, which hold every time of the calendar, the zero one included.
type instant struct{ time.Time }

// EncodeMsgpack writes the two numbers as an array.
func (t instant) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(2); err != nil {
		return err
	}
	return e.EncodeMulti(t.Unix(), int64(t.Nanosecond()))
}

// DecodeMsgpack reads what EncodeMsgpack writes; the time is in UTC.
func (t *instant) DecodeMsgpack(d *msgpack.Decoder) error {
	var parts [2]int64
	n, err := d.DecodeArrayLen()
	if err == nil && n != len(parts) {
		err = fmt.Errorf("a time of %d numbers, expected 2", n)
	}
	if err == nil {
		err = d.DecodeMulti(&parts[0], &parts[1])
	}
	t.Time = time.Unix(parts[0], parts[1]).UTC()
	return err
}
