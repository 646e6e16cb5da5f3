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

	"designmanual/db/manual"
)

const (
	pieceSize = 256 << 10 // bytes of a file in a record
	batchSize = 8 << 20   // bytes of a file in a transaction
)

// A FileBatch stores the files of an import, before the update that puts the
// manuals which name them. Until the batch is closed, files that it has found or
// stored are not removed, even if no manual names them. A function given to
// [DB.Update] must not call its methods.
type FileBatch struct {
	d     *DB
	files map[[sha256.Size]byte]bool // not to be removed; guarded by d.filesMu
}

// NewFileBatch returns an open batch.
func (d *DB) NewFileBatch() *FileBatch {
	b := &FileBatch{d: d, files: make(map[[sha256.Size]byte]bool)}
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	d.batches[b] = true
	return b
}

// Close closes the batch. The next update, or [DB.SweepFiles], removes those of
// its files that no manual names.
func (b *FileBatch) Close() {
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	delete(b.d.batches, b)
}

// batchFiles returns the files of all open batches.
func (d *DB) batchFiles() map[[sha256.Size]byte]bool {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	files := make(map[[sha256.Size]byte]bool)
	for b := range d.batches {
		maps.Copy(files, b.files)
	}
	return files
}

// Missing returns those of the files, given by the SHA-256 of their content,
// that are not stored or are damaged, in their order.
func (b *FileBatch) Missing(sums [][sha256.Size]byte) (missing [][sha256.Size]byte) {
	b.d.filesMu.Lock() // first, so that no later update removes them
	for _, sum := range sums {
		b.files[sum] = true
	}
	b.d.filesMu.Unlock()
	err := b.d.View(context.Background(), func(tx *Tx) error { // after a commit in progress, which may remove them
		for _, sum := range sums {
			if catchPanic(func() error { return tx.checkFile(sum) }) != nil {
				missing = append(missing, sum)
			}
		}
		return nil
	})
	if err != nil {
		return sums // storing a file again does no harm
	}
	return missing
}

// Put stores a file unless it is stored: size bytes of r with the SHA-256 sum.
// It waits for updates. A file of more than 8 MiB takes several transactions;
// such files are stored one after the other. If r has other bytes than announced
// or fails, or [DB.Update] does, Put returns that error, and the file is not
// stored.
func (b *FileBatch) Put(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	if size > batchSize {
		b.d.largeFile.Lock()
		defer b.d.largeFile.Unlock()
	}
	if len(b.Missing([][sha256.Size]byte{sum})) == 0 {
		return nil
	}
	if err := b.d.putFile(ctx, sum, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", sum[:8], err)
	}
	return nil
}

// putFile writes a file, batchSize bytes in a transaction. An incomplete file
// is removed like one that no manual names.
func (d *DB) putFile(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	hash := sha256.New()
	for offset := int64(0); offset < size; offset += batchSize {
		batch := make([]byte, min(batchSize, size-offset))
		if n, err := io.ReadFull(r, batch); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(batch)
		if offset+batchSize >= size {
			if n, err := r.Read(make([]byte, 1)); n > 0 {
				return fmt.Errorf("expected %d bytes, found more", size)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if found := [sha256.Size]byte(hash.Sum(nil)); found != sum {
				return fmt.Errorf("its SHA-256 is %x, expected %x", found, sum)
			}
		}
		err := d.Update(ctx, func(tx *Tx) error {
			return tx.write("writing", func() error { return tx.putPieces(sum, offset/pieceSize, batch) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// putPieces writes the pieces of a file from that number on.
func (tx *Tx) putPieces(sum [sha256.Size]byte, number int64, batch []byte) error {
	if number == 0 { // what is stored is damaged or incomplete
		if err := tx.deleteBucket(filesBucket, string(sum[:])); err != nil {
			return err
		}
	}
	bucket, err := tx.findBucket(true, []string{filesBucket, string(sum[:])})
	if err != nil {
		return err
	}
	bucket.FillPercent = 1 // the keys are in order
	for piece := range slices.Chunk(batch, pieceSize) {
		value := append(make([]byte, envelopeHeader, envelopeHeader+len(piece)), piece...)
		sealEnvelope(pieceKey(sum, number), value)
		if err := bucket.Put(pieceNumber(number), value); err != nil {
			return err
		}
		number++
	}
	tx.uncovered++
	return nil
}

// pieceNumber returns the key of a piece in the bucket of its file.
func pieceNumber(number int64) []byte { return binary.BigEndian.AppendUint32(nil, uint32(number)) }

// pieceKey returns what the hash of a piece covers besides its bytes.
func pieceKey(sum [sha256.Size]byte, number int64) recordKey {
	return recordKey{id: string(sum[:]), kind: fmt.Sprintf("piece %d", number)}
}

// hasFile reports whether the store has a complete file: its last piece is
// written last.
func (tx *Tx) hasFile(f manual.File) (bool, error) {
	pieces, err := tx.bucket(filesBucket, string(f.Sum[:]))
	return err == nil && pieces != nil && pieces.Get(pieceNumber((f.Size-1)/pieceSize)) != nil, err
}

// SweepFiles removes files that no manual names and no open batch has, and
// incomplete ones. If there are none, it writes nothing.
func (d *DB) SweepFiles(ctx context.Context) error {
	err := d.Update(ctx, func(tx *Tx) error {
		return catchPanic(func() error {
			orphans, err := tx.orphans(tx.index)
			tx.uncovered += len(orphans) // so that the update commits, which removes them
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("removing files: %w", err)
	}
	return nil
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
// no open batch has.
func (tx *Tx) orphans(ix *Index) (orphans []string, err error) {
	referenced := tx.d.batchFiles()
	for _, e := range ix.ids {
		for _, f := range e.Files {
			referenced[f.Sum] = true
		}
	}
	err = tx.forEach(func(key string, _ []byte) error {
		if len(key) != sha256.Size || !referenced[[sha256.Size]byte([]byte(key))] {
			orphans = append(orphans, key)
		}
		return nil
	}, filesBucket)
	return orphans, err
}
