package db

import "sync"

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
