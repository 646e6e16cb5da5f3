package db

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"designmanual/db/manual"
)

// A FileReader reads a stored file piece by piece, each verified. It holds one piece. It is
// an [io.ReadSeeker]. Errors wrap [ErrReplaced] when an update has removed the file, or
// [ErrDamaged] or [os.ErrClosed]; Err returns the first one.
type FileReader struct {
	d      *DB
	ix     *Index
	file   manual.File
	offset int64
	number uint32
	piece  []byte // of that number, or nil
	err    error
}

// File returns a reader of a file of a manual of the index.
func (d *DB) File(ix *Index, f manual.File) *FileReader { return &FileReader{d: d, ix: ix, file: f} }

// Err returns the first error of a read.
func (r *FileReader) Err() error { return r.err }

// Read implements [io.Reader].
func (r *FileReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if r.offset >= r.file.Size {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	rest, err := r.rest()
	if err != nil {
		return 0, err
	}
	n := copy(p, rest)
	r.offset += int64(n)
	return n, nil
}

// rest returns what the piece at the offset has from there on.
func (r *FileReader) rest() ([]byte, error) {
	number := uint32(r.offset / pieceSize)
	if r.piece == nil || r.number != number {
		piece, err := r.read(number)
		if err != nil {
			r.err = r.d.fileError(r.ix, r.file, err)
			return nil, r.err
		}
		r.piece, r.number = piece, number
	}
	return r.piece[r.offset%pieceSize:], nil
}

// read returns a verified piece, kept or from the store.
func (r *FileReader) read(number uint32) ([]byte, error) {
	if r.file.Size > recentFile {
		return r.d.piece(r.file.Sum, r.file.Size, number)
	}
	name := pieceName{r.file.Sum, number}
	if kept := r.d.recent.find(name); kept != nil {
		return kept, nil
	}
	piece, err := r.d.piece(r.file.Sum, r.file.Size, number)
	if err != nil {
		return nil, err
	}
	r.d.recent.keep(name, piece)
	return piece, nil
}

// WriteN writes the next n bytes to w, a piece at a time, without a copy of them. It returns how
// many were written, and the error of reading or of w, or [io.EOF] if the file ends before.
func (r *FileReader) WriteN(w io.Writer, n int64) (int64, error) {
	var written int64
	for written < n {
		if r.err != nil {
			return written, r.err
		}
		if r.offset >= r.file.Size {
			return written, io.EOF
		}
		rest, err := r.rest()
		if err != nil {
			return written, err
		}
		sent, err := w.Write(rest[:min(int64(len(rest)), n-written)])
		r.offset += int64(sent)
		written += int64(sent)
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// Seek implements [io.Seeker].
func (r *FileReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.file.Size
	}
	if offset < 0 {
		return 0, errors.New("seeking before the beginning of a file")
	}
	r.offset = offset
	return offset, nil
}

// fileError returns the error of reading a file of a manual of the index.
func (d *DB) fileError(ix *Index, f manual.File, err error) error {
	if errors.Is(err, ErrNotFound) {
		d.committing.RLock() // an update in progress may have removed it
		if d.Index() != ix {
			err = ErrReplaced
		} else if ix.files[f.Sum] {
			err = damageErrorf("it is missing")
		}
		d.committing.RUnlock()
	}
	if errors.Is(err, ErrDamaged) {
		d.verified.Delete(f.Sum) // so that the next import writes it again
	}
	return fmt.Errorf("reading the file %s (%x): %w", f.Name, f.Sum[:8], err)
}

// maxRecent is how many pieces [recentPieces] keeps: 8 MiB.
const maxRecent = 128

// recentFile is the size, in bytes, up to which a file's pieces are kept: logos, pictures and fonts,
// which many ask for, and no film, which would push them out.
const recentFile = 512 << 10

// recentPieces keeps verified pieces of files that were read last, as reading one from the file and
// verifying it takes ten times as long as sending it. Pieces are not changed, so what is kept stays
// right. When there is no room for another piece, all are dropped: those that many ask for are soon
// there again.
type recentPieces struct {
	mu   sync.Mutex
	kept map[pieceName][]byte
}

// A pieceName names a piece of a file.
type pieceName struct {
	file   hash256
	number uint32
}

// find returns a kept piece, or nil.
func (r *recentPieces) find(name pieceName) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[name]
}

// keep keeps a piece, which nobody may change afterwards.
func (r *recentPieces) keep(name pieceName, piece []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= maxRecent {
		r.kept = make(map[pieceName][]byte, maxRecent)
	}
	r.kept[name] = piece
}

// forget drops all pieces, because files are removed.
func (r *recentPieces) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = nil
}
