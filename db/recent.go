package db

import "sync"

// maxRecent is how many pieces a generation of [recentPieces] has: two of them are 8 MiB.
const maxRecent = 64

// recentFile is the size, in bytes, up to which a file's pieces are kept: logos, pictures and fonts,
// which many ask for, and no film, which would push them out.
const recentFile = 512 << 10

// recentPieces keeps verified pieces of files that were read last, as reading one from the file and
// verifying it takes ten times as long as sending it. Pieces are not changed, so what is kept stays
// right. When a generation is full it becomes the older one, and what was in that is dropped unless
// it was read meanwhile.
type recentPieces struct {
	mu           sync.Mutex
	newer, older map[pieceName][]byte
}

// A pieceName names a piece of a file.
type pieceName struct {
	file   sum
	number uint32
}

// find returns a kept piece, or nil.
func (r *recentPieces) find(name pieceName) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if piece := r.newer[name]; piece != nil {
		return piece
	}
	piece := r.older[name]
	if piece != nil {
		r.add(name, piece)
	}
	return piece
}

// keep keeps a piece, which nobody may change afterwards.
func (r *recentPieces) keep(name pieceName, piece []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(name, piece)
}

// forget drops all pieces, because files are removed.
func (r *recentPieces) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.newer, r.older = nil, nil
}

// add adds a piece to the newer generation. The caller holds r.mu.
func (r *recentPieces) add(name pieceName, piece []byte) {
	if len(r.newer) >= maxRecent {
		r.older, r.newer = r.newer, nil
	}
	if r.newer == nil {
		r.newer = make(map[pieceName][]byte, maxRecent)
	}
	r.newer[name] = piece
}
