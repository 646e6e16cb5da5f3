package db

import (
	"math"
	"runtime"

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
