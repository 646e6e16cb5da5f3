package db

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"hash"
)

// The kinds of record besides the documents. They are hashed with the record,
// so a record of one kind never passes for another.
const (
	rootKind      = "root"
	siteKind      = "site"
	sessionKind   = "session"
	brandKind     = "brand"
	headKind      = "head"
	modelKind     = "model"
	editorialKind = "editorial"
	accessKind    = "access"
)

const (
	envelopeVersion = 1
	envelopeHeader  = 1 + sha256.Size

	// smallPayload is up to where it is quicker to copy a payload than to
	// hash it in a piece of its own.
	smallPayload = 2048
)

// A sum is the SHA-256 of a record; the zero sum stands for no record.
type sum [sha256.Size]byte

// A mark is the beginning of a sum. It tells one record of a document from
// the next, which is all that a head needs, and keeps the heads small;
// whether the record is whole, its own sum says.
type mark [8]byte

func (s sum) mark() mark { return mark(s[:len(mark{})]) }

// A place is where a record belongs: what its hash covers besides its bytes.
// A part that has no meaning for the kind is empty.
type place struct{ brand, id, kind string }

// String names the place as messages do.
func (p place) String() string {
	text := p.kind
	if p.id != "" {
		text = p.id + ": " + text
	}
	if p.brand != "" {
		text = p.brand + "/" + text
	}
	return text
}

// A sealer makes and checks envelopes. It is for one goroutine.
type sealer struct {
	hash   hash.Hash
	prefix []byte // and the payload behind it, when that is small
}

func newSealer() *sealer { return &sealer{hash: sha256.New()} }

// sum returns the hash of a record.
func (s *sealer) sum(at place, payload []byte) (result sum) {
	s.prefix = append(s.prefix[:0], envelopeVersion)
	for _, part := range [...]string{at.brand, at.id, at.kind} {
		s.prefix = binary.BigEndian.AppendUint32(s.prefix, uint32(len(part)))
		s.prefix = append(s.prefix, part...)
	}
	if len(payload) <= smallPayload {
		s.prefix = append(s.prefix, payload...)
		return sha256.Sum256(s.prefix)
	}
	s.hash.Reset()
	s.hash.Write(s.prefix)
	s.hash.Write(payload)
	s.hash.Sum(result[:0])
	return result
}

// seal fills in the header of an envelope whose payload is in place: the
// first [envelopeHeader] bytes of value are overwritten.
func (s *sealer) seal(at place, value []byte) sum {
	result := s.sum(at, value[envelopeHeader:])
	value[0] = envelopeVersion
	copy(value[1:], result[:])
	return result
}

// open checks an envelope and returns its payload, which lies in value, and
// its sum. The error wraps [ErrDamaged].
func (s *sealer) open(at place, value []byte) (payload []byte, of sum, err error) {
	stated, ok := statedSum(value)
	if !ok {
		return nil, sum{}, damaged("%s: %d bytes are no record", at, len(value))
	}
	payload = value[envelopeHeader:]
	if of = s.sum(at, payload); of != stated {
		return nil, sum{}, damaged("%s: its hash does not hold", at)
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

// A digest stands for a set of records: how many there are, and their sums,
// each of which covers its own key, joined by exclusive or. It tells a set
// from one in which a record is lost, added or another.
type digest struct {
	Count uint64 `msgpack:"count"`
	Sums  sum    `msgpack:"sums"`
}

// add puts a record into the set.
func (d *digest) add(of sum) { d.Count++; d.toggle(of) }

// remove takes a record out of the set.
func (d *digest) remove(of sum) { d.Count--; d.toggle(of) }

// join puts the records of another set, which has none of this one's, into it.
func (d *digest) join(other digest) { d.Count += other.Count; d.toggle(other.Sums) }

func (d *digest) toggle(of sum) { subtle.XORBytes(d.Sums[:], d.Sums[:], of[:]) }
