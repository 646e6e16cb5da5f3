package db

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"
)

const (
	pieceSize = 256 << 10 // bytes of a file in one record
	batchSize = 32        // pieces in one transaction
)

// A FileBatch puts the files of one import into the store, before the update
// that puts the manuals which name them. Until it is closed, what it has found
// or put stays, also while no manual names it. Its methods are not to be
// called from within a function given to [DB.Update].
type FileBatch struct {
	d    *DB
	held map[[sha256.Size]byte]bool // guarded by d.fileMu
}

// NewFileBatch begins a batch, which must be closed.
func (d *DB) NewFileBatch() *FileBatch {
	b := &FileBatch{d: d, held: make(map[[sha256.Size]byte]bool)}
	d.fileMu.Lock()
	defer d.fileMu.Unlock()
	if d.batches == nil {
		d.batches = make(map[*FileBatch]struct{})
	}
	d.batches[b] = struct{}{}
	return b
}

// Close ends the batch: what no manual names now is removed by the next
// update, or by [DB.SweepFiles].
func (b *FileBatch) Close() {
	b.d.fileMu.Lock()
	defer b.d.fileMu.Unlock()
	delete(b.d.batches, b)
}

func (b *FileBatch) hold(sum [sha256.Size]byte) {
	b.d.fileMu.Lock()
	defer b.d.fileMu.Unlock()
	b.held[sum] = true
}

// heldFiles returns what open batches keep.
func (d *DB) heldFiles() map[[sha256.Size]byte]bool {
	d.fileMu.Lock()
	defer d.fileMu.Unlock()
	held := make(map[[sha256.Size]byte]bool)
	for b := range d.batches {
		for sum := range b.held {
			held[sum] = true
		}
	}
	return held
}

// Missing returns those of the files, given by the SHA-256 of their content,
// that the store does not have, or has found damaged, in their order.
func (b *FileBatch) Missing(sums [][sha256.Size]byte) (missing [][sha256.Size]byte) {
	for _, sum := range sums { // first, so that none goes after it was seen
		b.hold(sum)
	}
	if c := b.d.current.Load(); c != nil { // which may not have known that
		<-c.done
	}
	err := b.d.viewStore(func(s *store, tx *bolt.Tx) error {
		for _, sum := range sums {
			found, err := s.hasFile(tx, sum)
			if err != nil {
				return err
			}
			if !found || b.d.isDamaged(sum) {
				missing = append(missing, sum)
			}
		}
		return nil
	})
	if err != nil {
		return sums // to bring one that is there does no harm
	}
	return missing
}

// isDamaged tells whether a reader has found the file damaged.
func (d *DB) isDamaged(sum [sha256.Size]byte) bool {
	d.fileMu.Lock()
	defer d.fileMu.Unlock()
	return d.damaged[sum]
}

// setDamaged notes whether a file is damaged.
func (d *DB) setDamaged(sum [sha256.Size]byte, damaged bool) {
	d.fileMu.Lock()
	defer d.fileMu.Unlock()
	if !damaged {
		delete(d.damaged, sum)
		return
	}
	if d.damaged == nil {
		d.damaged = make(map[[sha256.Size]byte]bool)
	}
	d.damaged[sum] = true
}

// hasFile tells whether the store has a file as a whole: its first piece is
// written last.
func (s *store) hasFile(tx *bolt.Tx, sum [sha256.Size]byte) (bool, error) {
	pieces, err := s.bucket(tx, filesBucket, string(sum[:]))
	return err == nil && pieces != nil && pieces.Get(pieceNumber(0)) != nil, err
}

// Put stores a file, unless the store has it: size bytes of r, whose SHA-256 is
// sum. One of more than 8 MiB is written in several transactions, one such file
// after the other. Put waits for updates. The error is that of r, says
// that the bytes are others than announced, or is one of those of [DB.Update];
// the store is then without the file.
func (b *FileBatch) Put(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	if size > batchSize*pieceSize {
		select {
		case b.d.putting <- struct{}{}:
		case <-ctx.Done():
			return fmt.Errorf("waiting for another large file: %w", context.Cause(ctx))
		}
		defer func() { <-b.d.putting }()
	}
	if len(b.Missing([][sha256.Size]byte{sum})) == 0 {
		return nil
	}
	w := &fileWriter{d: b.d, sum: sum}
	if err := w.write(ctx, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", sum[:8], errors.Join(err, w.discard(ctx)))
	}
	b.d.setDamaged(sum, false)
	return nil
}

// A fileWriter writes one file.
type fileWriter struct {
	d      *DB
	sum    [sha256.Size]byte
	first  []byte   // piece
	pieces [][]byte // besides the first that are not written yet
	number uint32   // of the piece written last
	begun  bool
}

func (w *fileWriter) write(ctx context.Context, size int64, r io.Reader) error {
	hash := sha256.New()
	for left := size; left > 0; {
		piece := make([]byte, min(left, pieceSize))
		if n, err := io.ReadFull(r, piece); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, size-left+int64(n), err)
		}
		hash.Write(piece)
		if left == size {
			w.first = piece
		} else {
			w.pieces = append(w.pieces, piece)
		}
		left -= int64(len(piece))
		if len(w.pieces) == batchSize {
			if err := w.flush(ctx, false); err != nil {
				return err
			}
		}
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 {
		return fmt.Errorf("expected %d bytes, found more", size)
	} else if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if found := [sha256.Size]byte(hash.Sum(nil)); found != w.sum {
		return fmt.Errorf("its SHA-256 is %x, expected %x", found, w.sum)
	}
	return w.flush(ctx, true)
}

// flush writes the pieces read so far and, at the end, the first.
func (w *fileWriter) flush(ctx context.Context, whole bool) error {
	return w.d.writeFiles(ctx, func(s *store, tx *bolt.Tx) error {
		if !w.begun { // what is there is damaged, or left by an interrupted import
			if err := s.deleteBucket(tx, filesBucket, string(w.sum[:])); err != nil {
				return err
			}
		}
		w.begun = true
		bucket, err := s.createBucket(tx, filesBucket, string(w.sum[:]))
		if err != nil {
			return err
		}
		bucket.FillPercent = 1 // they come in order
		for _, piece := range w.pieces {
			w.number++
			if err := putPiece(bucket, w.sum, w.number, piece); err != nil {
				return err
			}
		}
		w.pieces = nil
		if whole {
			return putPiece(bucket, w.sum, 0, w.first)
		}
		return nil
	})
}

func putPiece(into *bolt.Bucket, sum [sha256.Size]byte, number uint32, piece []byte) error {
	value := append(make([]byte, envelopeHeader, envelopeHeader+len(piece)), piece...)
	seal(pieceKey(sum, number), value)
	return into.Put(pieceNumber(number), value)
}

// discard removes what was written of a file that is not whole.
func (w *fileWriter) discard(ctx context.Context) error {
	if !w.begun {
		return nil
	}
	return w.d.writeFiles(context.WithoutCancel(ctx), func(s *store, tx *bolt.Tx) error {
		return s.deleteBucket(tx, filesBucket, string(w.sum[:]))
	})
}

// pieceNumber is the key of a piece.
func pieceNumber(number uint32) []byte { return binary.BigEndian.AppendUint32(nil, number) }

// pieceKey is what the hash of a piece covers besides its bytes.
func pieceKey(sum [sha256.Size]byte, number uint32) recordKey {
	return recordKey{id: string(sum[:]), kind: fmt.Sprintf("piece %d", number)}
}
