package db

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// pieceSize is how many bytes of a file a record has.
const pieceSize = 64 << 10

// piecesPerCommit is how many pieces one transaction of bbolt writes, which keeps them in
// memory until it ends.
const piecesPerCommit = 32

// pieceKey returns the key of a piece in the bucket of files: the SHA-256 of the file and the
// number of the piece, from 0, in four bytes.
func pieceKey(file hash256, number uint32) string {
	return string(binary.BigEndian.AppendUint32(file[:], number))
}

// hashPiece returns the hash of a piece, which covers the file and the number.
func hashPiece(key string, piece []byte) hash256 {
	h := sha256.New()
	h.Write([]byte(key))
	h.Write(piece)
	var hash hash256
	h.Sum(hash[:0])
	return hash
}

// countPieces returns the number of pieces of a file of that size.
func countPieces(size int64) uint32 { return uint32((size + pieceSize - 1) / pieceSize) }

// piece returns a verified piece of a file of that size. The error wraps [ErrNotFound] or
// [ErrDamaged].
func (d *DB) piece(file hash256, size int64, number uint32) ([]byte, error) {
	key := pieceKey(file, number)
	var value []byte
	err := d.readBolt(func(b *boltTx) error {
		var err error
		value, err = b.value(key, filesBucket)
		return err
	})
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, ErrNotFound
	}
	if len(value) < len(hash256{}) || hashPiece(key, value[len(hash256{}):]) != hash256(value[:len(hash256{})]) {
		return nil, damageErrorf("piece %d: its hash does not match", number)
	}
	piece := value[len(hash256{}):]
	if int64(len(piece)) != min(pieceSize, size-int64(number)*pieceSize) {
		return nil, damageErrorf("piece %d has %d bytes", number, len(piece))
	}
	return piece, nil
}

// SaveFile stores a file for the manuals of the transaction: size bytes of r, whose SHA-256 is sum. It writes the
// pieces at once, 32 in each transaction of bbolt; the last ones, fewer than 32, wait for those of the next file or
// for the end of the update. The error is that of r or of the disk, or says that r has other bytes than
// announced; then no manual can name the file.
func (tx *Tx) SaveFile(sum [sha256.Size]byte, size int64, r io.Reader) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed != nil {
		return tx.failed
	}
	if err := tx.savePieces(sum, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", sum[:8], err)
	}
	return nil
}

// savePieces is SaveFile without its lock. It writes few transactions, as each syncs the disk.
func (tx *Tx) savePieces(sum hash256, size int64, r io.Reader) error {
	hash := sha256.New()
	var batch []encodedRecord
	for number := range countPieces(size) {
		offset := int64(number) * pieceSize
		value := make([]byte, len(hash256{})+int(min(pieceSize, size-offset)))
		piece := value[len(hash256{}):]
		if n, err := io.ReadFull(r, piece); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(piece)
		key := pieceKey(sum, number)
		pieceHash := hashPiece(key, piece)
		copy(value, pieceHash[:])
		batch = append(batch, encodedRecord{key: recordKey{id: key, kind: pieceKind}, value: value})
		if len(batch) == piecesPerCommit {
			if err := tx.writePieces(batch); err != nil {
				return err
			}
			batch = nil
		}
	}
	n, err := r.Read(make([]byte, 1))
	if n > 0 {
		return fmt.Errorf("expected %d bytes, found more", size)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if found := hash256(hash.Sum(nil)); found != sum {
		return fmt.Errorf("its SHA-256 is %x, expected %x", found, sum)
	}
	tx.files[sum] = true
	tx.pieces = append(tx.pieces, batch...)
	if len(tx.pieces) < piecesPerCommit {
		return nil
	}
	batch, tx.pieces = tx.pieces, nil
	return tx.writePieces(batch)
}

// writePieces writes pieces in a transaction of bbolt of their own. Until the update that
// names their file is committed, nothing refers to them.
func (tx *Tx) writePieces(batch []encodedRecord) error {
	if len(batch) == 0 {
		return nil
	}
	return tx.d.writeOrReopen(tx.index.storeHash, func(b *boltTx) error {
		for _, r := range batch {
			if err := b.put(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// HasFile reports whether the store has the file with that SHA-256 undamaged. It reads each file once for that after
// the store was opened.
func (tx *Tx) HasFile(sum [sha256.Size]byte, size int64) bool {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.files[sum] {
		return true
	}
	if !tx.index.files[sum] {
		return false
	}
	if _, verified := tx.d.verified.Load(hash256(sum)); !verified {
		if tx.d.verifyFile(sum, size) != nil {
			return false
		}
		tx.d.verified.Store(hash256(sum), true)
	}
	tx.files[sum] = true
	return true
}

// sweepFiles removes the pieces of files that no manual of the index names.
func (b *boltTx) sweepFiles(ix *Index) error {
	unnamed, err := b.unnamedPieces(ix)
	if err != nil {
		return err
	}
	if len(unnamed) > 0 {
		b.d.recent.forget()
	}
	for _, key := range unnamed {
		if err := b.remove(recordKey{id: key, kind: pieceKind}); err != nil {
			return err
		}
		b.d.verified.Delete(hash256([]byte(key[:len(hash256{})])))
	}
	return nil
}

// unnamedPieces returns the keys of the pieces of files that no manual of the index names.
func (b *boltTx) unnamedPieces(ix *Index) ([]string, error) {
	keys, err := b.keys(filesBucket)
	var unnamed []string
	for _, key := range keys {
		if len(key) < len(hash256{}) || !ix.files[hash256([]byte(key[:len(hash256{})]))] {
			unnamed = append(unnamed, key)
		}
	}
	return unnamed, err
}
