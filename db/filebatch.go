package db

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

const (
	pieceSize = 256 << 10 // bytes of a file in one record
	batchSize = 8 << 20   // bytes of a file in one transaction
)

// A FileBatch puts the files of one import into the store, before the update
// that puts the manuals which name them. Until it is closed, what it has found
// or put stays, also while no manual names it. Its methods are not to be
// called from within a function given to [DB.Update].
type FileBatch struct {
	d     *DB
	files map[[sha256.Size]byte]bool // what it keeps; guarded by d.filesMu
}

// NewFileBatch begins a batch, which must be closed.
func (d *DB) NewFileBatch() *FileBatch {
	b := &FileBatch{d: d, files: make(map[[sha256.Size]byte]bool)}
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	d.batches[b] = true
	return b
}

// Close ends the batch: what no manual names now is removed by the next
// update, or by [DB.SweepFiles].
func (b *FileBatch) Close() {
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	delete(b.d.batches, b)
}

// keptFiles returns the files that open batches keep.
func (d *DB) keptFiles() map[[sha256.Size]byte]bool {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	kept := make(map[[sha256.Size]byte]bool)
	for b := range d.batches {
		maps.Copy(kept, b.files)
	}
	return kept
}

// Missing returns those of the files, given by the SHA-256 of their content,
// that the store does not have, or has damaged, in their order.
func (b *FileBatch) Missing(sums [][sha256.Size]byte) (missing [][sha256.Size]byte) {
	b.d.filesMu.Lock() // first, so that none goes after it was seen
	for _, sum := range sums {
		b.files[sum] = true
	}
	b.d.filesMu.Unlock()
	err := b.d.View(context.Background(), func(tx *Tx) error { // waits for a commit that may not have known that
		for _, sum := range sums {
			if guard(func() error { return tx.checkFile(sum) }) != nil {
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

// Put stores a file, unless the store has it: size bytes of r, whose SHA-256 is
// sum. One of more than 8 MiB is written in several transactions, one such file
// after the other. Put waits for updates. The error is that of r, says
// that the bytes are others than announced, or one of [DB.Update];
// the store is then without the file.
func (b *FileBatch) Put(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	if size > batchSize {
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
	if err := b.d.putFile(ctx, sum, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", sum[:8], err)
	}
	return nil
}

// putFile writes a file in batches of pieces, the first piece with the last
// batch. What it leaves of one that is not whole goes when the batch that keeps
// it is closed.
func (d *DB) putFile(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	hash := sha256.New()
	var first []byte
	for offset := int64(0); offset < size; offset += batchSize {
		batch := make([]byte, min(batchSize, size-offset))
		if n, err := io.ReadFull(r, batch); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(batch)
		last := offset+batchSize >= size
		if last {
			if n, err := r.Read(make([]byte, 1)); n > 0 {
				return fmt.Errorf("expected %d bytes, found more", size)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if found := [sha256.Size]byte(hash.Sum(nil)); found != sum {
				return fmt.Errorf("its SHA-256 is %x, expected %x", found, sum)
			}
		}
		if offset == 0 {
			first = batch[:min(pieceSize, size)]
		}
		err := d.Update(ctx, func(tx *Tx) error {
			return tx.step("writing", func() error {
				err := tx.putPieces(sum, uint32(offset/pieceSize), batch)
				if err == nil && last {
					err = tx.putPiece(sum, 0, first)
				}
				return err
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// putPieces writes pieces from that number on, but not the first one.
func (tx *Tx) putPieces(sum [sha256.Size]byte, number uint32, batch []byte) error {
	if number == 0 { // what is there is damaged, or left by an interrupted import
		if err := tx.deleteBucket(filesBucket, string(sum[:])); err != nil {
			return err
		}
	}
	for piece := range slices.Chunk(batch, pieceSize) {
		if number > 0 {
			if err := tx.putPiece(sum, number, piece); err != nil {
				return err
			}
		}
		number++
	}
	return nil
}

func (tx *Tx) putPiece(sum [sha256.Size]byte, number uint32, piece []byte) error {
	tx.repaired++
	value := append(make([]byte, envelopeHeader, envelopeHeader+len(piece)), piece...)
	seal(pieceKey(sum, number), value)
	bucket, err := tx.find(true, []string{filesBucket, string(sum[:])})
	if err == nil {
		bucket.FillPercent = 1 // they come in order
		err = bucket.Put(pieceNumber(number), value)
	}
	return err
}

// pieceNumber is the key of a piece.
func pieceNumber(number uint32) []byte { return binary.BigEndian.AppendUint32(nil, number) }

// pieceKey is what the hash of a piece covers besides its bytes.
func pieceKey(sum [sha256.Size]byte, number uint32) recordKey {
	return recordKey{id: string(sum[:]), kind: fmt.Sprintf("piece %d", number)}
}

// SweepFiles removes the files that no manual names and no open batch keeps,
// with what an interrupted import has left of others. It returns how many, and
// writes nothing where there are none.
func (d *DB) SweepFiles(ctx context.Context) (removed int, err error) {
	err = d.Update(ctx, func(tx *Tx) error {
		return guard(func() error {
			orphans, err := tx.orphans(tx.index)
			removed = len(orphans)
			tx.repaired += removed // which the update removes
			return err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("removing files: %w", err)
	}
	return removed, nil
}

// sweep removes the orphans.
func (tx *Tx) sweep(ix *Index) error {
	orphans, err := tx.orphans(ix)
	for _, key := range orphans {
		if err == nil {
			err = tx.deleteBucket(filesBucket, key)
		}
	}
	return err
}

// orphans returns the keys of the files that no manual of the index names and
// no batch keeps.
func (tx *Tx) orphans(ix *Index) (orphans []string, err error) {
	var kept map[[sha256.Size]byte]bool // made once there is a file
	err = tx.each(func(key string, _ []byte) error {
		if kept == nil {
			kept = tx.d.keptFiles()
			for _, e := range ix.ids {
				for _, f := range e.Files {
					kept[f.Sum] = true
				}
			}
		}
		if len(key) != sha256.Size || !kept[[sha256.Size]byte([]byte(key))] {
			orphans = append(orphans, key)
		}
		return nil
	}, filesBucket)
	return orphans, err
}
