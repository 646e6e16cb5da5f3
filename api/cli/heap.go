package cli

import (
	"math"
	"runtime"

	"designmanual/seed"
)

const (
	// heapForSeed is how many bytes of heap an import takes at least for a
	// byte of its seed files: what is parsed, made, and put.
	heapForSeed = 8

	// The bounds of what is prepared, in bytes.
	leastHeap = 128 << 20
	mostHeap  = 4 << 30

	// heapPiece is how much of it is prepared at a time: as much as the heap
	// grows by at least.
	heapPiece = 4 << 20
)

// heapFor has the heap of an import that this process is to make grow by huge
// pages, where the system has them for the asking. Page by page, what an
// import of thousands of manuals allocates costs a quarter of its time.
func heapFor(sources []seed.Source) {
	var size int64
	for _, s := range sources {
		size += heapForSeed * int64(len(s.Data))
	}
	if size = min(size, mostHeap); size < leastHeap || size > math.MaxInt {
		return
	}
	// Addresses that the heap then takes its next memory from: nothing is
	// there until it is written to, which here nobody does. They are taken in
	// pieces, since one that begins in memory that was used before is cleared,
	// and with it all of its pages come to be.
	pieces := make([][]byte, 0, size/heapPiece+1)
	for ; size > 0; size -= heapPiece {
		piece := make([]byte, heapPiece)
		wantHugePages(piece)
		pieces = append(pieces, piece)
	}
	runtime.KeepAlive(pieces)
	runtime.GC()
}
