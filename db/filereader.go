package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// A FileReader reads a file of the store, one verified piece after the other,
// each in a transaction of its own: a slow reader keeps a piece of 256 KiB in
// memory and holds up nobody. It is an [io.ReadSeeker] for one goroutine.
type FileReader struct {
	ctx    context.Context
	d      *DB
	sum    [sha256.Size]byte
	size   int64
	offset int64

	piece  []byte // the last one read
	number int64  // of it
}

// OpenFile returns a reader of the file with that SHA-256, of size bytes, for
// the duration of ctx. The error wraps [ErrNotFound] where the store does not
// have it. The errors of reading wrap [ErrDamaged], [ErrNotFound] where the
// file has been removed meanwhile, [os.ErrClosed] or the cause of ctx.
func (d *DB) OpenFile(ctx context.Context, sum [sha256.Size]byte, size int64) (*FileReader, error) {
	err := d.view(func(tx *transaction) error {
		found, err := tx.hasFile(sum)
		if err == nil && !found {
			err = ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("opening the file %x: %w", sum[:8], err)
	}
	return &FileReader{ctx: ctx, d: d, sum: sum, size: size, number: -1}, nil
}

// Read reads up to the end of a piece.
func (r *FileReader) Read(p []byte) (n int, err error) {
	if r.offset >= r.size {
		return 0, io.EOF
	}
	if err := r.load(r.offset / pieceSize); err != nil {
		return 0, fmt.Errorf("reading the file %x: %w", r.sum[:8], err)
	}
	n = copy(p, r.piece[r.offset%pieceSize:])
	r.offset += int64(n)
	return n, nil
}

// load reads a piece, unless it is the last one read.
func (r *FileReader) load(number int64) error {
	if number == r.number {
		return nil
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	r.number = -1
	err := r.d.view(func(tx *transaction) error {
		pieces, err := tx.bucket(filesBucket, string(r.sum[:]))
		if err != nil {
			return err
		}
		if pieces == nil {
			return ErrNotFound
		}
		value := pieces.Get(pieceNumber(uint32(number)))
		if value == nil {
			return damaged("piece %d is missing", number)
		}
		payload, _, err := openEnvelope(pieceKey(r.sum, uint32(number)), value)
		if err == nil && int64(len(payload)) != min(pieceSize, r.size-number*pieceSize) {
			err = damaged("piece %d has %d bytes", number, len(payload))
		}
		r.piece = append(r.piece[:0], payload...)
		release(payload)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		r.d.damaged.Store(r.sum, true) // the next import brings it again
	}
	if err == nil {
		r.number = number
	}
	return err
}

// Seek sets where the next Read begins, as [io.Seeker] has it.
func (r *FileReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("seeking to %d: %w", offset, fs.ErrInvalid)
	}
	r.offset = offset
	return offset, nil
}

// Close lets go of the piece in memory. It returns nil.
func (r *FileReader) Close() error {
	r.piece, r.number = nil, -1
	return nil
}
