package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"designmanual/db/manual"
)

// pieceSize is how many bytes of a file an object has. A larger file has several,
// and one more object with the list of their names.
const pieceSize = 256 << 10

// A FileBatch stores the files of an import, before the update that puts the
// manuals which name them. Until the batch is closed, files that it has found or
// stored are not removed, even if no manual names them. A function given to
// [DB.Update] must not call its methods.
type FileBatch struct {
	d       *DB
	lists   map[sum]sum  // the lists of stored files of several pieces, by the SHA-256 of the file; guarded by d.filesMu
	objects map[sum]bool // not to be removed; guarded by d.filesMu
}

// NewFileBatch returns an open batch.
func (d *DB) NewFileBatch() *FileBatch {
	b := &FileBatch{d: d, lists: make(map[sum]sum), objects: make(map[sum]bool)}
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

// keptObjects returns the objects that readers and open batches keep.
func (b *boltTx) keptObjects() (map[sum]bool, error) {
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	objects := make(map[sum]bool)
	for batch := range b.d.batches {
		maps.Copy(objects, batch.objects)
	}
	for m := range b.d.kept {
		for f := range m.files() {
			objects[f.Sum] = true
		}
		for _, list := range m.pieces {
			objects[list] = true
			pieces, err := b.pieces(list)
			if err != nil {
				return nil, err
			}
			for _, piece := range pieces {
				objects[piece] = true
			}
		}
	}
	return objects, nil
}

// fileList returns the list of a file of several pieces, in the index, an open batch
// or a manual whose files a reader keeps. It reports whether there is such a file.
func (d *DB) fileList(file sum) (list sum, ok bool) {
	if list, ok = d.Index().files[file]; ok {
		return list, true
	}
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	for b := range d.batches {
		if list, ok = b.lists[file]; ok {
			return list, true
		}
	}
	for m := range d.kept {
		for f, list := range m.files() {
			if f.Sum == file {
				return list, true
			}
		}
	}
	return list, false
}

// Missing returns those of the files, given by the SHA-256 of their content,
// that are not stored or are damaged, in their order.
func (b *FileBatch) Missing(sums [][sha256.Size]byte) (missing [][sha256.Size]byte) {
	for _, file := range sums {
		if !b.find(file) {
			missing = append(missing, file)
		}
	}
	return missing
}

// find reports whether a file is stored and undamaged. Then the batch has it.
func (b *FileBatch) find(file sum) bool {
	b.d.committing.RLock() // so that no commit removes its objects meanwhile
	defer b.d.committing.RUnlock()
	list, _ := b.d.fileList(file)
	names := []sum{file, list}
	err := b.d.view(func(tx *boltTx) error {
		return tx.readFile(file, list, func(name sum) { names = append(names, name) })
	})
	if err != nil {
		return false
	}
	b.add(file, list, names)
	return true
}

// add makes the batch keep a file.
func (b *FileBatch) add(file, list sum, objects []sum) {
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	if list != (sum{}) {
		b.lists[file] = list
	}
	for _, name := range objects {
		b.objects[name] = true
	}
}

// Put stores a file unless it is stored: size bytes of r with the SHA-256 sum.
// It waits for updates. A file of more than 8 MiB takes several transactions. If r
// has other bytes than announced or fails, or [DB.Update] does, Put returns that
// error, and the file is not stored.
func (b *FileBatch) Put(ctx context.Context, sum [sha256.Size]byte, size int64, r io.Reader) error {
	if b.find(sum) {
		return nil
	}
	if err := b.put(ctx, sum, size, r); err != nil {
		return fmt.Errorf("storing the file %x: %w", sum[:8], err)
	}
	return nil
}

func (b *FileBatch) put(ctx context.Context, file sum, size int64, r io.Reader) error {
	list, err := split(file, size, r, func(objects map[sum][]byte) error {
		b.add(file, sum{}, slices.Collect(maps.Keys(objects)))
		return b.d.storeObjects(ctx, objects)
	})
	if err == nil {
		b.add(file, list, nil)
	}
	return err
}

// split reads a file and calls store with its objects, of which each call gets at
// most batchSize bytes. The last call has the list, whose name split returns, if the
// file has several pieces.
func split(file sum, size int64, r io.Reader, store func(map[sum][]byte) error) (list sum, err error) {
	hash := sha256.New()
	var names []byte
	for offset := int64(0); offset < size; offset += batchSize {
		batch := make([]byte, min(batchSize, size-offset))
		if n, err := io.ReadFull(r, batch); err != nil {
			return sum{}, fmt.Errorf("expected %d bytes, found %d: %w", size, offset+int64(n), err)
		}
		hash.Write(batch)
		objects := make(map[sum][]byte)
		for piece := range slices.Chunk(batch, pieceSize) {
			name := sum(sha256.Sum256(piece))
			names, objects[name] = append(names, name[:]...), piece
		}
		if offset+batchSize >= size {
			if n, err := r.Read(make([]byte, 1)); n > 0 {
				return sum{}, fmt.Errorf("expected %d bytes, found more", size)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return sum{}, err
			}
			if found := sum(hash.Sum(nil)); found != file {
				return sum{}, fmt.Errorf("its SHA-256 is %x, expected %x", found, file)
			}
			if size > pieceSize {
				list = sha256.Sum256(names)
				objects[list] = names
			}
		}
		if err := store(objects); err != nil {
			return sum{}, err
		}
	}
	return list, nil
}

// PutFile stores a file for the manuals of the transaction, unless it is stored: size
// bytes of r with the SHA-256 sum. The error is that of r, or says that r has other
// bytes than announced.
func (tx *Tx) PutFile(file [sha256.Size]byte, size int64, r io.Reader) error {
	list, err := split(file, size, r, func(objects map[sum][]byte) error {
		return tx.write("writing a file", func() error { return tx.putObjects(objects) })
	})
	if err == nil {
		err = tx.write("writing a file", func() error {
			tx.lists[file] = list
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("storing the file %x: %w", file[:8], err)
	}
	return nil
}

// HasFile reports whether the transaction has a file of that SHA-256 and size, put or
// stored and undamaged.
func (tx *Tx) HasFile(file [sha256.Size]byte, size int64) bool {
	tx.mu.Lock()
	_, put := tx.lists[file]
	tx.mu.Unlock()
	if put {
		return true
	}
	list, known := tx.d.fileList(file)
	if size > pieceSize && (!known || list == (sum{})) {
		return false
	}
	return tx.d.view(func(b *boltTx) error { return b.readFile(file, list, func(sum) {}) }) == nil
}

// storeObjects locks the store and writes objects.
func (d *DB) storeObjects(ctx context.Context, objects map[sum][]byte) error {
	if err := d.lockForUpdate(ctx); err != nil {
		return err
	}
	defer d.unlock()
	return d.writeObjects(objects)
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

// readFile checks every piece of a file, which has a list if it has several, and
// calls visit with its name.
func (b *boltTx) readFile(file, list sum, visit func(name sum)) error {
	names := []sum{file}
	if list != (sum{}) {
		var err error
		if names, err = b.pieces(list); err != nil {
			return err
		}
	}
	for number, name := range names {
		piece, err := b.object(name)
		if err != nil {
			return fmt.Errorf("piece %d: %w", number, err)
		}
		visit(name)
		releaseMemory(piece)
	}
	return nil
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
	names  []sum  // of all pieces
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
	r.names = nil
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
	return r.d.view(func(b *boltTx) error {
		if err := r.findPieces(b); err != nil {
			return err
		}
		content, err := b.object(r.names[number])
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

// findPieces reads the names of the pieces, once.
func (r *pieceReader) findPieces(b *boltTx) (err error) {
	switch list, known := r.d.fileList(r.file); {
	case r.names != nil:
		return nil
	case r.size <= pieceSize:
		r.names = []sum{r.file}
		return nil
	case !known || list == (sum{}):
		return ErrNotFound
	default:
		r.names, err = b.pieces(list)
	}
	if want := (r.size + pieceSize - 1) / pieceSize; err == nil && int64(len(r.names)) != want {
		err, r.names = damageErrorf("it has %d pieces, expected %d", len(r.names), want), nil
	}
	return err
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

// SweepFiles removes objects that no manual refers to and no open batch has. If
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
