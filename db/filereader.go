package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
)

// File returns a reader of the file with that SHA-256, of size bytes, for one
// goroutine and the duration of ctx. The errors of reading wrap [ErrDamaged],
// [ErrNotFound] where the store does not have the file, [os.ErrClosed] or the
// cause of ctx.
func (d *DB) File(ctx context.Context, sum [sha256.Size]byte, size int64) *io.SectionReader {
	return io.NewSectionReader(&pieceReader{ctx: ctx, d: d, sum: sum, size: size, number: -1}, 0, size)
}

// A pieceReader reads a file one verified piece after the other, each in a
// transaction of its own: a slow reader keeps a piece of 256 KiB in memory and
// holds up nobody.
type pieceReader struct {
	ctx    context.Context
	d      *DB
	sum    [sha256.Size]byte
	size   int64
	piece  []byte // the last one read
	number int64  // of it
}

// ReadAt implements [io.ReaderAt], for one goroutine.
func (r *pieceReader) ReadAt(p []byte, offset int64) (n int, err error) {
	for ; n < len(p) && offset < r.size; offset = r.number*pieceSize + int64(len(r.piece)) {
		if err := r.load(offset / pieceSize); err != nil {
			return n, fmt.Errorf("reading the file %x: %w", r.sum[:8], err)
		}
		n += copy(p[n:], r.piece[offset%pieceSize:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// load reads a piece, unless it is the last one read.
func (r *pieceReader) load(number int64) error {
	if number == r.number {
		return nil
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	r.number = -1
	return r.d.view(func(tx *Tx) error {
		pieces, err := tx.bucket(filesBucket, string(r.sum[:]))
		if err == nil && pieces == nil {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		payload, err := openPiece(r.sum, uint32(number), pieces.Get(pieceNumber(uint32(number))))
		if err == nil && int64(len(payload)) != min(pieceSize, r.size-number*pieceSize) {
			err = damaged("piece %d has %d bytes", number, len(payload))
		}
		if err != nil {
			return err
		}
		r.piece, r.number = append(r.piece[:0], payload...), number
		release(payload)
		return nil
	})
}

// openPiece returns the bytes of a piece, which lie in value.
func openPiece(file [sha256.Size]byte, number uint32, value []byte) ([]byte, error) {
	payload, _, err := openEnvelope(pieceKey(file, number), value)
	if err != nil {
		return nil, damaged("piece %d is missing, or its hash does not hold", number)
	}
	return payload, nil
}

// hasFile tells whether the store has a file as a whole: its first piece is
// written last.
func (tx *Tx) hasFile(sum [sha256.Size]byte) (bool, error) {
	pieces, err := tx.bucket(filesBucket, string(sum[:]))
	return err == nil && pieces != nil && pieces.Get(pieceNumber(0)) != nil, err
}

// checkFile reads all of a file. The error wraps [ErrNotFound] or [ErrDamaged].
func (tx *Tx) checkFile(sum [sha256.Size]byte) error {
	if found, err := tx.hasFile(sum); err != nil || !found {
		return cmp.Or(err, ErrNotFound)
	}
	hash, number := sha256.New(), uint32(0)
	err := tx.each(func(_ string, value []byte) error {
		payload, err := openPiece(sum, number, value)
		number++
		hash.Write(payload)
		release(payload)
		return err
	}, filesBucket, string(sum[:]))
	if err == nil && [sha256.Size]byte(hash.Sum(nil)) != sum {
		err = damaged("its content is not what its hash says")
	}
	return err
}
