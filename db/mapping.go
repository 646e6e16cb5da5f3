package db

import (
	"math"
	"runtime"
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

const (
	// mapRoom is how far beyond its end a file is mapped: more than one
	// update adds. When a file outgrows its mapping, bbolt waits for every
	// reader, and first copies all that the update has put so far. The room
	// is addresses, not memory.
	mapRoom = 16 << 30

	// growStep is by how much a file is longer than it need be.
	growStep = 1 << 20
)

// mapAhead sets how much of a file of so many bytes is mapped. Where
// addresses are few, and where a mapping makes the file as long as itself,
// bbolt decides.
func mapAhead(o *bolt.Options, fileSize int64) {
	if math.MaxInt > math.MaxInt32 && runtime.GOOS != "windows" {
		o.InitialMmapSize = int(fileSize + mapRoom)
	}
}

// at returns so many bytes of the mapped file. It is for who has a transaction
// open, which keeps the mapping in place, and knows that the file has them.
func (s *store) at(offset uint64, length int) []byte {
	file := s.bolt.Info().Data
	return unsafe.Slice((*byte)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&file)), offset)), length)
}

// offsetOf returns where in the file the value of a document's record begins,
// which was read from its manual's bucket, and zero where it may be elsewhere
// tomorrow: a bucket that is small enough lies in a page of its brand's, and
// moves with that.
func (s *store) offsetOf(tx *bolt.Tx, snapshot *bolt.Bucket, doc *document, value []byte) uint64 {
	offset := uint64(uintptr(unsafe.Pointer(unsafe.SliceData(value))) - s.bolt.Info().Data)
	inline := snapshot.Root() == 0
	if inline || len(value) != recordBytes(doc.identityLen, doc.gzipLen) || offset+uint64(len(value)) > uint64(tx.Size()) {
		return 0
	}
	return offset
}
