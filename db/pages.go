package db

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"sort"

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
	maxDepth      = 32 // of a tree; a page has at least two children
)

// checkTree checks, once a transaction, that no branch page of a bucket leads
// back to a page above it: bbolt would recurse until the stack overflows, which
// cannot be recovered from. Other damage shows up in records.
func (b *boltTx) checkTree(bucket *bolt.Bucket) error {
	root := uint64(bucket.Root())
	if root == 0 || b.checked[root] { // 0 is an inline bucket, or a new one
		return nil
	}
	_, err := b.checkPage(root)
	return err
}

// checkPath is checkTree for the pages alone that a search for a key reads, of a
// bucket with so many that reading all of them would take longer than the search.
func (b *boltTx) checkPath(bucket *bolt.Bucket, key []byte) error {
	id := uint64(bucket.Root())
	if id == 0 {
		return nil
	}
	for range maxDepth {
		at, err := b.branch(id)
		if err != nil || at.children == nil {
			return err
		}
		page, children := at.page, at.children
		outside, exact := false, false
		index := sort.Search(len(children), func(i int) bool { // as bbolt searches, also where the keys are out of order
			element := page[pageHeader+i*branchElement:]
			start, length := uint64(binary.NativeEndian.Uint32(element)), uint64(binary.NativeEndian.Uint32(element[4:]))
			if start+length > uint64(len(element)) {
				outside = true
				return true
			}
			order := bytes.Compare(element[start:start+length], key)
			exact = exact || order == 0
			return order >= 0
		})
		if outside {
			return damageErrorf("page %d belongs to no tree", id)
		}
		if !exact && index > 0 {
			index--
		}
		if index == len(children) {
			return damageErrorf("page %d belongs to no tree", id)
		}
		id = children[index]
	}
	return damageErrorf("page %d leads back to a page above it", id)
}

// A branch is a page and its children, none for a leaf.
type branch struct {
	page     []byte
	children []uint64
}

// branch is readBranch that reads a page once in a transaction.
func (b *boltTx) branch(id uint64) (branch, error) {
	if at, known := b.branches[id]; known {
		return at, nil
	}
	page, children, err := b.d.readBranch(id)
	at := branch{page, children}
	if children == nil {
		at.page = nil // a leaf is not needed
	}
	if err == nil {
		b.branches[id] = at
	}
	return at, err
}

// checkPage checks a page and the branch pages below it. All leaves of a tree
// are equally deep, so when the first child is a leaf, the others are not read.
func (b *boltTx) checkPage(id uint64) (leaf bool, err error) {
	b.checked[id] = true
	_, children, err := b.d.readBranch(id)
	if err != nil || children == nil {
		return true, err
	}
	for _, child := range children {
		if b.checked[child] {
			return false, damageErrorf("page %d leads back to page %d", id, child)
		}
	}
	for _, child := range children {
		if leaf, err := b.checkPage(child); err != nil || leaf {
			return false, err
		}
	}
	return false, nil
}

// checkTrees checks the trees of a bucket and of all buckets in it.
func (b *boltTx) checkTrees(bucket *bolt.Bucket) error {
	if err := b.checkTree(bucket); err != nil {
		return err
	}
	return bucket.ForEachBucket(func(name []byte) error { return b.checkTrees(bucket.Bucket(name)) })
}

// readBranch returns a branch page and its children, which are nil for a leaf.
func (d *DB) readBranch(id uint64) (page []byte, children []uint64, err error) {
	if id < 2 || id > 1<<48 {
		return nil, nil, damageErrorf("a page leads to page %d", id)
	}
	page = make([]byte, d.pageSize)
	if err := d.readAt(page, int64(id)*d.pageSize); err != nil {
		return nil, nil, err
	}
	count := int(binary.NativeEndian.Uint16(page[10:]))
	switch flags := binary.NativeEndian.Uint16(page[8:]); {
	case flags == leafPage:
		return page, nil, nil
	case flags != branchPage || count == 0 || pageHeader+count*branchElement > len(page):
		return nil, nil, damageErrorf("page %d belongs to no tree", id)
	}
	for element := range slices.Chunk(page[pageHeader:pageHeader+count*branchElement], branchElement) {
		children = append(children, binary.NativeEndian.Uint64(element[8:]))
	}
	return page, children, nil
}

// readAt reads from the file, not through bbolt.
func (d *DB) readAt(into []byte, at int64) error {
	if n, err := d.file.ReadAt(into, at); n < len(into) {
		return damageErrorf("reading %d bytes at %d: %v", len(into), at, err)
	}
	return nil
}

const tornWarning = "the last transaction had not reached the disk: the database is as it was before that"

// metaTorn reports whether one of the two meta pages was written incompletely,
// as a power failure leaves it. bbolt then uses the other one: the state before
// the last transaction.
func (d *DB) metaTorn() (bool, error) {
	for id := range int64(2) {
		var page [pageHeader + metaLength]byte
		if err := d.readAt(page[:], id*d.pageSize); err != nil {
			return false, err
		}
		meta := page[pageHeader:]
		checksum := fnv.New64a()
		checksum.Write(meta[:metaLength-8])
		if binary.NativeEndian.Uint64(meta[metaLength-8:]) != checksum.Sum64() {
			return true, nil
		}
	}
	return false, nil
}
