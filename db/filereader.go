package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
)

// File returns a reader of the file with that SHA-256, of size bytes. It is for
// one goroutine and valid until ctx ends. Its errors wrap [ErrDamaged],
// [ErrNotFound], [os.ErrClosed] or the cause of ctx. When an update has removed the
// file, its index is in place.
func (d *DB) File(ctx context.Context, sum [sha256.Size]byte, size int64) *io.SectionReader {
	return io.NewSectionReader(&pieceReader{ctx: ctx, d: d, sum: sum, size: size, number: -1}, 0, size)
}

// A pieceReader reads a file by verified pieces, each in a transaction of its
// own, so that a slow reader takes 256 KiB of memory and delays no update.
type pieceReader struct {
	ctx    context.Context
	d      *DB
	sum    [sha256.Size]byte
	size   int64
	piece  []byte // the last one read
	number int64  // of piece
}

// ReadAt implements [io.ReaderAt].
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

// load reads a piece unless it was the last one read.
func (r *pieceReader) load(number int64) error {
	if number == r.number {
		return nil
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	r.number = -1
	err := r.d.view(func(tx *Tx) error {
		pieces, err := tx.bucket(filesBucket, string(r.sum[:]))
		if err == nil && pieces == nil {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		payload, err := openPiece(r.sum, number, pieces.Get(pieceNumber(number)))
		if err == nil && int64(len(payload)) != min(pieceSize, r.size-number*pieceSize) {
			err = damageErrorf("piece %d has %d bytes", number, len(payload))
		}
		if err != nil {
			return err
		}
		r.piece, r.number = append(r.piece[:0], payload...), number
		releaseMemory(payload)
		return nil
	})
	if errors.Is(err, ErrNotFound) { // a commit in progress may have removed the file; View waits for its index
		err = errors.Join(err, r.d.View(r.ctx, func(*Tx) error { return nil }))
	}
	return err
}

// openPiece returns the verified bytes of a piece, a part of value.
func openPiece(file [sha256.Size]byte, number int64, value []byte) ([]byte, error) {
	payload, _, err := openEnvelope(pieceKey(file, number), value)
	if err != nil {
		return nil, damageErrorf("piece %d is missing, or its hash does not match", number)
	}
	return payload, nil
}

// checkFile reads and verifies a file. The error wraps [ErrNotFound] or
// [ErrDamaged].
func (tx *Tx) checkFile(sum [sha256.Size]byte) error {
	hash, number := sha256.New(), int64(0)
	err := tx.forEach(func(_ string, value []byte) error {
		payload, err := openPiece(sum, number, value)
		number++
		hash.Write(payload)
		releaseMemory(payload)
		return err
	}, filesBucket, string(sum[:]))
	switch {
	case err == nil && number == 0:
		return ErrNotFound
	case err == nil && [sha256.Size]byte(hash.Sum(nil)) != sum:
		return damageErrorf("its content is not what its hash says")
	}
	return err
}
