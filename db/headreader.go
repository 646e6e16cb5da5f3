package db

import (
	"encoding/binary"
	"math"
	"time"

	"designmanual/db/manual"
)

// A headReader reads the msgpack of a head: the map that encode makes of a
// [headRecord], its keys in that order, numbers in any width. What it does
// not expect sets failed; it never reads past the end.
type headReader struct {
	rest   []byte
	failed bool
}

// decodeHead reads the whole of payload into head, whose Documents are
// reused. The error wraps [ErrDamaged].
func decodeHead(at place, payload []byte, head *headRecord) error {
	r := &headReader{rest: payload}
	fields := r.byte()
	r.failed = fields != 0x80|13 && fields != 0x80|14 // a map of thirteen, or one with files
	r.key("\xa4slug")
	head.Slug = string(r.text())
	r.key("\xa5title")
	head.Title = string(r.text())
	r.key("\xa9subdomain")
	head.Subdomain = string(r.text())
	r.key("\xa7primary")
	head.Primary = r.boolean()
	r.key("\xa7flagged")
	head.Flagged = r.boolean()
	r.key("\xa9published")
	head.Published = r.boolean()
	r.key("\xaavisibility")
	head.Visibility = r.visibility()
	r.key("\xa7updated")
	head.UpdatedAt = r.instant()
	r.key("\xa7expires")
	head.ExpiresAt = r.instant()
	r.key("\xa8password")
	head.Password = string(r.text())
	r.key("\xa5model")
	head.Model = r.sum()
	r.key("\xa9editorial")
	head.Editorial = r.sum()
	r.key("\xa9documents")
	head.Documents = r.documents(head.Documents[:0])
	head.Files = nil
	if fields == 0x80|14 {
		r.key("\xa5files")
		head.Files = r.files()
	}
	if r.failed || len(r.rest) > 0 {
		return damaged("%s: decoding: %d bytes from the end", at, len(r.rest))
	}
	return nil
}

func (r *headReader) documents(into []documentHead) []documentHead {
	first := r.byte()
	if first == 0xc0 { // nil
		return into
	}
	if first&0xf0 != 0x90 { // an array of up to fifteen
		r.failed = true
		return into
	}
	for range first & 0x0f {
		r.want(0x90 | 5)
		into = append(into, documentHead{
			Kind: r.kind(), ETag: r.sum(), Mark: r.mark(), IdentityLen: r.uint32(), GzipLen: r.uint32(),
		})
	}
	return into
}

// kind reads the name of a kind of document; another one fails.
func (r *headReader) kind() manual.DocumentKind {
	text := r.text()
	for _, kind := range documentKinds {
		if string(text) == string(kind) {
			return kind
		}
	}
	r.failed = true
	return ""
}

// visibility reads a visibility; another one fails.
func (r *headReader) visibility() manual.Visibility {
	text := r.text()
	for _, v := range manual.Visibilities {
		if string(text) == string(v) {
			return v
		}
	}
	r.failed = true
	return ""
}

// take returns the next n bytes, or nil where there are not as many.
func (r *headReader) take(n int) []byte {
	if r.failed || n > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// byte returns the next byte; 0xc1, which msgpack never uses, at the end.
func (r *headReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0xc1
}

func (r *headReader) want(b byte) {
	if r.byte() != b {
		r.failed = true
	}
}

// key reads a key, given as it is written: a byte that tells its length, at
// most 31, and the name.
func (r *headReader) key(written string) {
	if string(r.take(len(written))) != written {
		r.failed = true
	}
}

// text reads a string, which lies in the payload.
func (r *headReader) text() []byte {
	switch b := r.byte(); {
	case b&0xe0 == 0xa0:
		return r.take(int(b & 0x1f))
	case b == 0xd9:
		return r.take(int(r.number(1)))
	case b == 0xda:
		return r.take(int(r.number(2)))
	case b == 0xdb:
		return r.take(int(r.number(4)))
	}
	r.failed = true
	return nil
}

func (r *headReader) boolean() bool {
	b := r.byte()
	if b&^1 != 0xc2 {
		r.failed = true
	}
	return b == 0xc3
}

func (r *headReader) sum() (of sum) {
	r.bytes(of[:])
	return of
}

func (r *headReader) mark() (m mark) {
	r.bytes(m[:])
	return m
}

// bytes fills into, at most 255 bytes, with as many.
func (r *headReader) bytes(into []byte) {
	r.want(0xc4)
	r.want(byte(len(into)))
	copy(into, r.take(len(into)))
}

// number reads n bytes, at most eight, as an unsigned number.
func (r *headReader) number(n int) uint64 {
	var wide [8]byte
	copy(wide[8-n:], r.take(n))
	return binary.BigEndian.Uint64(wide[:])
}

// integer reads a whole number of any width.
func (r *headReader) integer() int64 {
	switch b := r.byte(); {
	case b < 0x80 || b >= 0xe0:
		return int64(int8(b))
	case b >= 0xcc && b <= 0xcf: // unsigned, 1 to 8 bytes
		n := r.number(1 << (b - 0xcc))
		r.failed = r.failed || n > math.MaxInt64
		return int64(n)
	case b >= 0xd0 && b <= 0xd3: // signed
		n := 1 << (b - 0xd0)
		shift := 64 - 8*n
		return int64(r.number(n)<<shift) >> shift
	}
	r.failed = true
	return 0
}

func (r *headReader) uint32() uint32 {
	n := r.integer()
	if n < 0 || n > math.MaxUint32 {
		r.failed = true
	}
	return uint32(n)
}

func (r *headReader) instant() instant {
	r.want(0x90 | 2)
	seconds, nanoseconds := r.integer(), r.integer()
	return instant{time.Unix(seconds, nanoseconds).UTC()}
}

func (r *headReader) files() (files []fileRecord) {
	count := 0
	switch first := r.byte(); {
	case first&0xf0 == 0x90:
		count = int(first & 0x0f)
	case first == 0xdc:
		count = int(r.number(2))
	default:
		r.failed = true
	}
	for range count {
		r.want(0x90 | 7)
		files = append(files, fileRecord{
			Ref: string(r.text()), Name: string(r.text()), Sum: r.sum(), Size: r.integer(),
			Width: int(r.integer()), Height: int(r.integer()), Shared: r.boolean(),
		})
		if r.failed {
			return nil
		}
	}
	return files
}
