package db

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
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

func (s sum) prefix() hashPrefix { return hashPrefix(s[:len(hashPrefix{})]) }

// hashRecord returns the hash of a record: version, brand, manual id and kind,
// each with its length, and the payload.
func hashRecord(key recordKey, payload []byte) (result sum) {
	prefix := append(make([]byte, 0, 128), envelopeVersion)
	for _, part := range [...]string{key.brand, key.id, key.kind} {
		prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(part)))
		prefix = append(prefix, part...)
	}
	hash := sha256.New()
	hash.Write(prefix)
	hash.Write(payload)
	hash.Sum(result[:0])
	return result
}

// seal fills in the header of an envelope whose payload is in place: the
// first [envelopeHeader] bytes of value are overwritten.
func seal(key recordKey, value []byte) sum {
	result := hashRecord(key, value[envelopeHeader:])
	value[0] = envelopeVersion
	copy(value[1:], result[:])
	return result
}

// openEnvelope checks an envelope and returns its payload, which lies in value, and
// its sum. The error wraps [ErrDamaged].
func openEnvelope(key recordKey, value []byte) (payload []byte, of sum, err error) {
	if value == nil {
		return nil, sum{}, damaged("%s: it is missing", key)
	}
	stated, ok := statedSum(value)
	if !ok {
		return nil, sum{}, damaged("%s: %d bytes are no record", key, len(value))
	}
	payload = value[envelopeHeader:]
	if of = hashRecord(key, payload); of != stated {
		return nil, sum{}, damaged("%s: its hash does not hold", key)
	}
	return payload, of, nil
}

// statedSum returns the sum that an envelope states, unchecked. It is not ok
// where value is too short or of another version.
func statedSum(value []byte) (of sum, ok bool) {
	if len(value) < envelopeHeader || value[0] != envelopeVersion {
		return sum{}, false
	}
	return sum(value[1:envelopeHeader]), true
}

// states tells whether an envelope states a sum that begins so.
func states(value, prefix []byte) bool {
	of, ok := statedSum(value)
	return ok && bytes.HasPrefix(of[:], prefix)
}

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
