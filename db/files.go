package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"designmanual/db/manual"
)

// pieceSize is how many bytes of a file an object has. A larger file has several,
// and one more object with the list of their names.
const pieceSize = 256 << 10

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

// keptObjects returns the objects of files that readers keep.
func (b *boltTx) keptObjects() (map[sum]bool, error) {
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	objects := make(map[sum]bool)
	for m := range b.d.kept {
		for f, list := range m.files() {
			names, err := b.fileObjects(f.Sum, list)
			if err != nil {
				return nil, err
			}
			for _, name := range names {
				objects[name] = true
			}
		}
	}
	return objects, nil
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
	list, err := tx.putPieces(file, size, r)
	if err != nil {
		return fmt.Errorf("storing the file %x: %w", file[:8], err)
	}
	tx.addFile(file, list)
	return nil
}

// putPieces puts the pieces of a file and their list, and returns the list.
func (tx *Tx) putPieces(file sum, size int64, r io.Reader) (list sum, err error) {
	hash := sha256.New()
	var names []byte
	for offset := int64(0); offset < size; offset += batchSize {
		content := make([]byte, min(batchSize, size-offset))
		if n, err := io.ReadFull(r, content); err != nil {
			return list, fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(content)
		objects := make(map[sum][]byte)
		for piece := range slices.Chunk(content, pieceSize) {
			name := sum(sha256.Sum256(piece))
			names, objects[name] = append(names, name[:]...), piece
		}
		if offset+batchSize >= size {
			if n, err := r.Read(make([]byte, 1)); n > 0 {
				return list, fmt.Errorf("expected %d bytes, found more", size)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return list, err
			}
			if found := sum(hash.Sum(nil)); found != file {
				return list, fmt.Errorf("its SHA-256 is %x, expected %x", found, file)
			}
			if size > pieceSize {
				list = sha256.Sum256(names)
				objects[list] = names
			}
		}
		err := tx.write("writing a file", func() error {
			_, err := tx.putObjects(objects)
			return err
		})
		if err != nil {
			return list, err
		}
	}
	return list, nil
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
	if put {
		return true
	}
	list, known := tx.index.files[file]
	if !known {
		return false
	}
	err := tx.d.view(func(b *boltTx) error {
		_, err := b.readFile(file, list)
		return err
	})
	if err == nil {
		tx.addFile(file, list)
	}
	return err == nil
}

// SweepFiles removes objects that no manual refers to and no reader keeps. If
// there are none, it writes nothing.
func (d *DB) SweepFiles(ctx context.Context) error {
	err := d.Update(ctx, func(tx *Tx) error {
		return d.view(func(b *boltTx) error {
			orphans, err := b.orphans(tx.index)
			tx.sweepAll = len(orphans) > 0
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("removing files: %w", err)
	}
	return nil
}

// pieces returns the names of the pieces in the list of a file.
func (b *boltTx) pieces(list sum) (pieces []sum, err error) {
	content, err := b.object(list)
	if err != nil {
		return nil, damageErrorf("the list of a file's pieces: %w", err)
	}
	for name := range slices.Chunk(content, len(sum{})) {
		if len(name) < len(sum{}) {
			return nil, damageErrorf("the list of a file's pieces is cut short")
		}
		pieces = append(pieces, sum(name))
	}
	return pieces, nil
}

// fileObjects returns the names of the objects of a file: of its pieces, and at last
// of its list if it has one.
func (b *boltTx) fileObjects(file, list sum) ([]sum, error) {
	if list == (sum{}) {
		return []sum{file}, nil
	}
	pieces, err := b.pieces(list)
	return append(pieces, list), err
}

// readFile checks every object of a file, and returns their names.
func (b *boltTx) readFile(file, list sum) ([]sum, error) {
	names, err := b.fileObjects(file, list)
	if err != nil {
		return nil, err
	}
	for number, name := range names {
		piece, err := b.object(name)
		if err != nil {
			return nil, fmt.Errorf("piece %d: %w", number, err)
		}
		releaseMemory(piece)
	}
	return names, nil
}

// File returns a reader of the file with that SHA-256, of size bytes. It is for
// one goroutine and valid until ctx ends. Its errors wrap [ErrDamaged],
// [ErrNotFound], [os.ErrClosed] or the cause of ctx. When an update has removed the
// file, its index is in place.
func (d *DB) File(ctx context.Context, sum [sha256.Size]byte, size int64) *io.SectionReader {
	return io.NewSectionReader(&pieceReader{ctx: ctx, d: d, file: sum, size: size, number: -1}, 0, size)
}

// A pieceReader reads a file by verified pieces, each in a transaction of its
// own, so that a slow reader takes 256 KiB of memory and delays no update.
type pieceReader struct {
	ctx    context.Context
	d      *DB
	file   sum
	size   int64
	piece  []byte // the last one read
	number int64  // of piece
}

// ReadAt implements [io.ReaderAt].
func (r *pieceReader) ReadAt(p []byte, offset int64) (n int, err error) {
	for ; n < len(p) && offset < r.size; offset = r.number*pieceSize + int64(len(r.piece)) {
		if err := r.load(offset / pieceSize); err != nil {
			return n, fmt.Errorf("reading the file %x: %w", r.file[:8], err)
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
	err := r.read(number)
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	r.d.committing.RLock() // a commit in progress may have removed the file, and an earlier one brought it back
	defer r.d.committing.RUnlock()
	if err = r.read(number); errors.Is(err, ErrNotFound) {
		err = ErrNotFound
		if _, referenced := r.d.Index().files[r.file]; referenced {
			err = damageErrorf("piece %d is missing", number)
		}
	}
	return err
}

// read reads a piece.
func (r *pieceReader) read(number int64) error {
	r.number = -1
	list, known := r.d.fileList(r.file)
	if r.size > pieceSize && !known {
		return ErrNotFound
	}
	return r.d.view(func(b *boltTx) error {
		names, err := b.fileObjects(r.file, list)
		if err == nil && number >= int64(len(names)) {
			err = damageErrorf("it has no piece %d", number)
		}
		if err != nil {
			return err
		}
		content, err := b.object(names[number])
		if err == nil && int64(len(content)) != min(pieceSize, r.size-number*pieceSize) {
			err = damageErrorf("piece %d has %d bytes", number, len(content))
		}
		if err != nil {
			return err
		}
		r.piece, r.number = append(r.piece[:0], content...), number
		releaseMemory(content)
		return nil
	})
}

// files returns the files of a manual with their lists, zero for one of one piece.
func (m *Manual) files() iter.Seq2[manual.File, sum] {
	return func(yield func(manual.File, sum) bool) {
		next := 0
		for _, f := range m.allFiles() {
			var list sum
			if f.Size > pieceSize && next < len(m.pieces) {
				list, next = m.pieces[next], next+1
			}
			if !yield(f, list) {
				return
			}
		}
	}
}
