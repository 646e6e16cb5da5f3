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
func encode(record any) ([]byte, error) { return encodeAbout(record, 512) }

// encodeAbout is encode for a record of about so many bytes.
func encodeAbout(record any, size int) ([]byte, error) {
	value := bytes.NewBuffer(make([]byte, envelopeHeader, envelopeHeader+size))
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(value)
	encoder.UseCompactInts(true)
	if err := encoder.Encode(record); err != nil {
		return nil, fmt.Errorf("encoding a record: %w", err)
	}
	return value.Bytes(), nil
}

// A decoder decodes records. It is for one goroutine.
type decoder struct {
	reader  bytes.Reader
	msgpack *msgpack.Decoder
}

func newDecoder() *decoder {
	d := new(decoder)
	d.msgpack = msgpack.NewDecoder(&d.reader)
	return d
}

// decode reads the whole of payload into record, a pointer to a struct.
// payload is one that its hash vouches for: msgpack of another origin could
// claim more than it has. The error wraps [ErrDamaged].
func (d *decoder) decode(at place, payload []byte, record any) error {
	d.reader.Reset(payload)
	d.msgpack.Reset(&d.reader)
	d.msgpack.DisallowUnknownFields(true)
	if err := d.msgpack.Decode(record); err != nil {
		return damaged("%s: decoding: %v", at, err)
	}
	if d.reader.Len() > 0 {
		return damaged("%s: %d bytes after the record", at, d.reader.Len())
	}
	return nil
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
	n, err := d.DecodeArrayLen()
	if err != nil {
		return err
	}
	if n != 2 {
		return fmt.Errorf("a time of %d numbers", n)
	}
	seconds, err := d.DecodeInt64()
	if err != nil {
		return err
	}
	nanoseconds, err := d.DecodeInt64()
	if err != nil {
		return err
	}
	t.Time = time.Unix(seconds, nanoseconds).UTC()
	return nil
}

// decodeArray reads an array into fields, pointers, and passes over what
// follows them.
func decodeArray(d *msgpack.Decoder, fields ...any) error {
	n, err := d.DecodeArrayLen()
	if err != nil {
		return err
	}
	if n < len(fields) {
		return fmt.Errorf("an array of %d, expected %d", n, len(fields))
	}
	if err := d.DecodeMulti(fields...); err != nil {
		return err
	}
	for range n - len(fields) {
		if err := d.Skip(); err != nil {
			return err
		}
	}
	return nil
}
