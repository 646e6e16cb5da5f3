package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"
)

const (
	filesBucket    = "files"    // by SHA-256: a bucket of pieces by number
	incomingBucket = "incoming" // what is not there as a whole yet, as in files

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
	_ = b.d.store.Load().view(func(tx *bolt.Tx) error {
		for _, sum := range sums {
			if !b.d.isDamaged(sum) && fileBucket(tx, sum) != nil {
				continue
			}
			missing = append(missing, sum)
		}
		return nil
	})
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

// fileBucket returns the pieces of a file, nil where the store has no such
// file.
func fileBucket(tx *bolt.Tx, sum [sha256.Size]byte) *bolt.Bucket {
	files := tx.Bucket([]byte(filesBucket))
	if files == nil {
		return nil
	}
	return files.Bucket(sum[:])
}

// Put stores a file, unless the store has it: size bytes of r, whose SHA-256 is
// sum. A large one is written piece by piece, in transactions of bounded size,
// and becomes one of the store's when it is whole. Put waits for updates. The
// error is that of r, says that the bytes are others than announced, or is one
// of those of [DB.Update]; the store is then as it was.
func (b *FileBatch) Put(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
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
	name   []byte   // of its bucket in incoming, nil while it has none
	pieces [][]byte // not written yet
	number uint32   // of the first of them
}

func (w *fileWriter) write(ctx context.Context, size int64, r io.Reader) error {
	hash := sha256.New()
	left := size
	for left > 0 {
		if len(w.pieces) == batchSize {
			if err := w.flush(ctx); err != nil {
				return err
			}
		}
		piece := make([]byte, min(left, pieceSize))
		if n, err := io.ReadFull(r, piece); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, size-left+int64(n), err)
		}
		hash.Write(piece)
		w.pieces = append(w.pieces, piece)
		left -= int64(len(piece))
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 {
		return fmt.Errorf("expected %d bytes, found more", size)
	} else if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if found := [sha256.Size]byte(hash.Sum(nil)); found != w.sum {
		return fmt.Errorf("its SHA-256 is %x, expected %x", found, w.sum)
	}
	return w.finish(ctx)
}

// flush writes the pieces read so far to where nobody looks.
func (w *fileWriter) flush(ctx context.Context) error {
	return w.d.writeAside(ctx, func(tx *bolt.Tx) error {
		incoming, err := tx.CreateBucketIfNotExists([]byte(incomingBucket))
		if err != nil {
			return err
		}
		if w.name == nil {
			n, err := incoming.NextSequence()
			if err != nil {
				return err
			}
			w.name = binary.BigEndian.AppendUint64(nil, n)
		}
		of, err := incoming.CreateBucketIfNotExists(w.name)
		if err != nil {
			return err
		}
		pieces, err := of.CreateBucketIfNotExists(w.sum[:])
		if err != nil {
			return err
		}
		return w.put(pieces)
	})
}

// put puts the pieces into their bucket.
func (w *fileWriter) put(into *bolt.Bucket) error {
	into.FillPercent = 1 // they come in order
	seal := newSealer()
	for _, piece := range w.pieces {
		at := piecePlace(w.sum, w.number)
		value := append(make([]byte, envelopeHeader, envelopeHeader+len(piece)), piece...)
		seal.seal(at, value)
		if err := into.Put(binary.BigEndian.AppendUint32(nil, w.number), value); err != nil {
			return err
		}
		w.number++
	}
	w.pieces = nil
	return nil
}

// finish makes the file one of the store's.
func (w *fileWriter) finish(ctx context.Context) error {
	if w.name != nil && len(w.pieces) > 0 { // bbolt moves what is committed
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	return w.d.writeAside(ctx, func(tx *bolt.Tx) error {
		files, err := tx.CreateBucketIfNotExists([]byte(filesBucket))
		if err != nil {
			return err
		}
		if files.Bucket(w.sum[:]) != nil { // damaged, or another was first
			if err := files.DeleteBucket(w.sum[:]); err != nil {
				return err
			}
		}
		if w.name == nil {
			pieces, err := files.CreateBucket(w.sum[:])
			if err != nil {
				return err
			}
			return w.put(pieces)
		}
		incoming := tx.Bucket([]byte(incomingBucket))
		if err := incoming.Bucket(w.name).MoveBucket(w.sum[:], files); err != nil {
			return err
		}
		return incoming.DeleteBucket(w.name)
	})
}

// discard removes what was written of a file that is not whole.
func (w *fileWriter) discard(ctx context.Context) error {
	if w.name == nil {
		return nil
	}
	return w.d.writeAside(context.WithoutCancel(ctx), func(tx *bolt.Tx) error {
		incoming := tx.Bucket([]byte(incomingBucket))
		if incoming == nil || incoming.Bucket(w.name) == nil {
			return nil
		}
		return incoming.DeleteBucket(w.name)
	})
}

// piecePlace is what the hash of a piece covers besides its bytes.
func piecePlace(sum [sha256.Size]byte, number uint32) place {
	return place{id: string(sum[:]), kind: fmt.Sprintf("piece %d", number)}
}

// writeAside runs a change that no index tells of in a write transaction.
func (d *DB) writeAside(ctx context.Context, change func(*bolt.Tx) error) error {
	return d.inTurn(ctx, func() error {
		return d.aside(func(tx *Tx) (bool, error) { return true, change(tx.bolt) })
	})
}

// SweepFiles removes the files that no manual names and no open batch keeps,
// and what an interrupted import has left of others. It returns how many.
func (d *DB) SweepFiles(ctx context.Context) (removed int, err error) {
	err = d.inTurn(ctx, func() error {
		return d.aside(func(tx *Tx) (bool, error) {
			removed, err = sweepFiles(tx.bolt, tx.index.fileSums(), d.heldFiles())
			return removed > 0, err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("removing files: %w", err)
	}
	return removed, nil
}

// sweepFiles removes the files that are in neither of two sets.
func sweepFiles(tx *bolt.Tx, named, held map[[sha256.Size]byte]bool) (removed int, err error) {
	var orphans [][]byte
	files := tx.Bucket([]byte(filesBucket))
	if files != nil {
		err = files.ForEach(func(key, _ []byte) error {
			if len(key) != sha256.Size || !named[[sha256.Size]byte(key)] && !held[[sha256.Size]byte(key)] {
				orphans = append(orphans, bytes.Clone(key))
			}
			return nil
		})
	}
	for _, key := range orphans {
		if err == nil {
			err = files.DeleteBucket(key)
		}
	}
	if err != nil || len(held) > 0 || tx.Bucket([]byte(incomingBucket)) == nil { // what is incoming may be a batch's
		return len(orphans), err
	}
	_ = tx.Bucket([]byte(incomingBucket)).ForEach(func(_, _ []byte) error { removed++; return nil })
	return removed + len(orphans), tx.DeleteBucket([]byte(incomingBucket))
}

// fileSums returns the files that the manuals of the index name.
func (ix *Index) fileSums() map[[sha256.Size]byte]bool {
	sums := make(map[[sha256.Size]byte]bool)
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			for _, f := range e.Files() {
				sums[f.Sum] = true
			}
		}
	}
	return sums
}

// finishFiles checks that the store has the files of the manuals put, and
// removes those that no manual of next names any more.
func (tx *Tx) finishFiles(next *Index) error {
	for slug, change := range tx.changes.brands {
		for id, head := range change.heads {
			if head == nil {
				continue
			}
			for _, f := range head.Files {
				if fileBucket(tx.bolt, f.Sum) == nil {
					return fmt.Errorf("manual %s of brand %s: its file %s is not stored: %w", id, slug, f.Ref, ErrConflict)
				}
			}
		}
	}
	if tx.heldFiles == nil { // a test of the insides
		return nil
	}
	_, err := sweepFiles(tx.bolt, next.fileSums(), tx.heldFiles())
	return err
}
