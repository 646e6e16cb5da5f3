package db

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// The layout of bbolt's pages, in the machine's byte order. A page begins with
// its id (8 bytes), flags (2), element count (2) and overflow count (4). An
// element of a branch page is the position (4) and length (4) of a key and the
// page id of a child (8). The first two pages are meta pages; each transaction
// overwrites the older one.
const (
	pageHeader    = 16
	branchElement = 16
	branchPage    = 0x01
	leafPage      = 0x02
	metaLength    = 64 // bytes after the page header, the last 8 of them a checksum
)

// checkTrees checks that no branch page leads to one that was visited: in a loop bbolt
// would recurse until the stack overflows, which cannot be recovered from. Other damage
// shows up in records.
func (b *boltTx) checkTrees() error {
	visited := make(map[uint64]bool)
	check := func(bucket *bolt.Bucket) error {
		if bucket == nil {
			return damageErrorf("a record is in place of a bucket")
		}
		if bucket.Root() == 0 { // it is inside of the page of its parent
			return nil
		}
		_, err := b.d.checkPage(uint64(bucket.Root()), visited)
		return err
	}
	if err := check(b.Cursor().Bucket()); err != nil {
		return err
	}
	if err := b.ForEach(func(_ []byte, bucket *bolt.Bucket) error { return check(bucket) }); err != nil {
		return err
	}
	snapshots := b.bucket(snapshotsBucket)
	if snapshots == nil {
		return nil
	}
	return snapshots.ForEachBucket(func(name []byte) error { return check(snapshots.Bucket(name)) })
}

// checkPage checks a page and the branch pages below it. All leaves of a tree
// are equally deep, so when the first child is a leaf, the others are not read.
func (d *DB) checkPage(id uint64, visited map[uint64]bool) (leaf bool, err error) {
	visited[id] = true
	if id < 2 || id > 1<<48 {
		return false, damageErrorf("a page leads to page %d", id)
	}
	page := make([]byte, d.pageSize)
	if err := d.readAt(page, int64(id)*d.pageSize); err != nil {
		return false, err
	}
	count := int(binary.NativeEndian.Uint16(page[10:]))
	switch flags := binary.NativeEndian.Uint16(page[8:]); {
	case flags == leafPage:
		return true, nil
	case flags != branchPage || count == 0 || pageHeader+count*branchElement > int(d.pageSize):
		return false, damageErrorf("page %d belongs to no tree", id)
	}
	elements := page[pageHeader:][:count*branchElement]
	for element := range slices.Chunk(elements, branchElement) {
		if child := binary.NativeEndian.Uint64(element[8:]); visited[child] {
			return false, damageErrorf("page %d leads back to page %d", id, child)
		}
	}
	for element := range slices.Chunk(elements, branchElement) {
		if leaf, err := d.checkPage(binary.NativeEndian.Uint64(element[8:]), visited); err != nil || leaf {
			return false, err
		}
	}
	return false, nil
}

// readAt reads from the file, not through bbolt.
func (d *DB) readAt(into []byte, at int64) error {
	if n, err := d.file.ReadAt(into, at); n < len(into) {
		return damageErrorf("reading %d bytes at %d: %v", len(into), at, err)
	}
	return nil
}

// checkMeta returns a warning, or nothing, when one of the two meta pages was written
// incompletely, as a power failure leaves it. bbolt then uses the other one: the state
// before the last transaction.
func (d *DB) checkMeta() (warning string, err error) {
	for id := range int64(2) {
		var page [pageHeader + metaLength]byte
		if err := d.readAt(page[:], id*d.pageSize); err != nil {
			return "", err
		}
		meta := page[pageHeader:]
		checksum := fnv.New64a()
		checksum.Write(meta[:metaLength-8])
		if binary.NativeEndian.Uint64(meta[metaLength-8:]) != checksum.Sum64() {
			return "the last transaction had not reached the disk: the database is as it was before that", nil
		}
	}
	return "", nil
}
