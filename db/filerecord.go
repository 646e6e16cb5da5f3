package db

import (
	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/manual"
)

// A fileRecord is a [manual.File] as heads and models have it.
type fileRecord struct {
	Ref, Name     string
	Sum           sum
	Size          int64
	Width, Height int
	Shared        bool
}

func newFileRecord(f manual.File) fileRecord {
	return fileRecord{Ref: f.Ref, Name: f.Name, Sum: f.Sum, Size: f.Size, Width: f.Width, Height: f.Height, Shared: f.Shared}
}

func (r fileRecord) file() manual.File {
	return manual.File{Ref: r.Ref, Name: r.Name, Sum: r.Sum, Size: r.Size, Width: r.Width, Height: r.Height, Shared: r.Shared}
}

// EncodeMsgpack writes the fields as an array.
func (r fileRecord) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(7); err != nil {
		return err
	}
	return e.EncodeMulti(r.Ref, r.Name, r.Sum[:], r.Size, r.Width, r.Height, r.Shared)
}

// DecodeMsgpack reads what EncodeMsgpack writes, and passes over what may
// follow it.
func (r *fileRecord) DecodeMsgpack(d *msgpack.Decoder) error {
	return decodeArray(d, &r.Ref, &r.Name, &r.Sum, &r.Size, &r.Width, &r.Height, &r.Shared)
}
