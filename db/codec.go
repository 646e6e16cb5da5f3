package db

import (
	"bytes"
	"fmt"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// encode returns record, a struct, as a msgpack map behind room for an
// envelope's header. Structs have their fields in order, so the same record
// is always the same bytes.
func encode(record any) ([]byte, error) {
	value := bytes.NewBuffer(make([]byte, envelopeHeader, 1024))
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(value)
	encoder.UseCompactInts(true)
	if err := encoder.Encode(record); err != nil {
		return nil, fmt.Errorf("encoding a record: %w", err)
	}
	return value.Bytes(), nil
}

// encodeRecord returns the envelope of a record and its sum.
func encodeRecord(key recordKey, record any) ([]byte, sum, error) {
	value, err := encode(record)
	if err != nil {
		return nil, sum{}, fmt.Errorf("%s: %w", key, err)
	}
	return value, seal(key, value), nil
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
	var seconds, nanoseconds int64
	n, err := d.DecodeArrayLen()
	if err == nil && n != 2 {
		err = fmt.Errorf("a time of %d numbers, expected 2", n)
	}
	if err == nil {
		err = d.DecodeMulti(&seconds, &nanoseconds)
	}
	t.Time = time.Unix(seconds, nanoseconds).UTC()
	return err
}
