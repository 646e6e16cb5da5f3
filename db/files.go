package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
)

// PieceSize is how many bytes of a file an object has. A larger file has several,
// and one more object with the list of their names.
const PieceSize = 256 << 10

// KeepFiles keeps the files of a manual until release is called, even if no manual
// names them any more. The next update after that removes those. However many
// readers keep the files of a manual, and however slow they are, they take no
// memory and delay no update. The error is [ErrReplaced] if an update has removed
// one of the files already; the new index is then in place.
func (d *DB) KeepFiles(m *Manual) (release func(), err error) {
	d.committing.RLock() // so that no commit removes them meanwhile
	defer d.committing.RUnlock()
	for f := range m.files() {
		if _, ok := d.Index().files[f.Sum]; !ok {
			return nil, ErrReplaced
		}
	}
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	d.kept[m]++
	return func() {
		d.filesMu.Lock()
		defer d.filesMu.Unlock()
		if d.kept[m]--; d.kept[m] == 0 {
			delete(d.kept, m)
		}
	}, nil
}

// fileList returns the list of a file, in the index or a manual whose files a reader
// keeps; zero for one of one piece. It reports whether there is such a file.
func (d *DB) fileList(file sum) (list sum, ok bool) {
	if list, ok = d.Index().files[file]; ok {
		return list, true
	}
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	for m := range d.kept {
		for f, list := range m.files() {
			if f.Sum == file {
				return list, true
			}
		}
	}
	return list, false
}

// PutFile stores a file for the manuals of the transaction: size bytes of r with the
// SHA-256 sum. The error is that of r or of the disk, or says that r has other bytes
// than announced; then the file is not stored.
func (tx *Tx) PutFile(file [sha256.Size]byte, size int64, r io.Reader) error {
	if err := tx.putPieces(file, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", file[:8], err)
	}
	return nil
}

// putPieces puts the pieces of a file and their list.
func (tx *Tx) putPieces(file sum, size int64, r io.Reader) error {
	hash := sha256.New()
	var names []byte
	put := func(objects map[sum][]byte) error {
		return tx.write("writing a file", func() error { return tx.putObjects(objects) })
	}
	for offset := int64(0); offset < size; offset += PieceSize {
		piece := make([]byte, min(PieceSize, size-offset))
		if n, err := io.ReadFull(r, piece); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(piece)
		name := sum(sha256.Sum256(piece))
		names = append(names, name[:]...)
		if err := put(map[sum][]byte{name: piece}); err != nil {
			return err
		}
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 {
		return fmt.Errorf("expected %d bytes, found more", size)
	} else if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if found := sum(hash.Sum(nil)); found != file {
		return fmt.Errorf("its SHA-256 is %x, expected %x", found, file)
	}
	var list sum
	if size > PieceSize {
		list = sha256.Sum256(names)
		if err := put(map[sum][]byte{list: names}); err != nil {
			return err
		}
	}
	tx.addFile(file, list)
	return nil
}

// addFile notes that the transaction has a file.
func (tx *Tx) addFile(file, list sum) {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	tx.files[file] = list
}

// HasFile reports whether the transaction has a file of that SHA-256, put or stored
// and undamaged.
func (tx *Tx) HasFile(file [sha256.Size]byte) bool {
	tx.mu.Lock()
	_, put := tx.files[file]
	tx.mu.Unlock()
	list, known := tx.index.files[file]
	if put || !known {
		return put
	}
	err := tx.d.view(func(b *boltTx) error { return b.checkFile(file, list) })
	if err == nil {
		tx.addFile(file, list)
	}
	return err == nil
}

// SweepFiles removes objects that no manual refers to and no reader keeps.
func (d *DB) SweepFiles(ctx context.Context) error {
	return d.Update(ctx, func(tx *Tx) error {
		tx.sweep = true
		return nil
	})
}

// pieces returns the names of the pieces in the list of a file.
func (b *boltTx) pieces(list sum) (pieces []sum, err error) {
	content, err := b.object(list)
	if err != nil {
		return nil, fmt.Errorf("the list of a file's pieces: %w", err)
	}
	for name := range slices.Chunk(content, len(sum{})) {
		if len(name) < len(sum{}) {
			return nil, damageErrorf("the list of a file's pieces is cut short")
		}
		pieces = append(pieces, sum(name))
	}
	return pieces, nil
}

// filePieces returns the names of the pieces of a file with that list.
func (b *boltTx) filePieces(file, list sum) ([]sum, error) {
	if list.IsZero() {
		return []sum{file}, nil
	}
	return b.pieces(list)
}

// checkFile checks every object of a file with that list.
func (b *boltTx) checkFile(file, list sum) error {
	names, err := b.filePieces(file, list)
	if err != nil {
		return err
	}
	for number, name := range names {
		piece, err := b.object(name)
		if err != nil {
			return fmt.Errorf("piece %d: %w", number, err)
		}
		releaseMemory(piece)
	}
	return nil
}

// Piece returns a verified piece of the file with that SHA-256, of size bytes: its bytes
// from number times [PieceSize] on. So a slow reader takes little memory and delays no
// update. The caller may keep the slice. The error wraps [ErrDamaged], [ErrNotFound] or
// [os.ErrClosed]. When an update has removed the file, its index is in place.
func (d *DB) Piece(file [sha256.Size]byte, size, number int64) ([]byte, error) {
	piece, err := d.piece(file, size, number)
	if errors.Is(err, errMissing) {
		d.committing.RLock() // a commit in progress may have removed the file, and an earlier one brought it back
		defer d.committing.RUnlock()
		if _, known := d.fileList(file); known {
			piece, err = d.piece(file, size, number)
		} else {
			err = ErrNotFound
		}
	}
	if err != nil {
		return nil, fmt.Errorf("reading the file %x: %w", file[:8], err)
	}
	return piece, nil
}

func (d *DB) piece(file sum, size, number int64) (piece []byte, err error) {
	list, _ := d.fileList(file)
	err = d.view(func(b *boltTx) error {
		names, err := b.filePieces(file, list)
		if err != nil {
			return err
		}
		if number >= int64(len(names)) {
			return errMissing
		}
		content, err := b.object(names[number])
		if err == nil && int64(len(content)) != min(PieceSize, size-number*PieceSize) {
			err = damageErrorf("piece %d has %d bytes", number, len(content))
		}
		piece = bytes.Clone(content)
		releaseMemory(content)
		return err
	})
	return piece, err
}
