package db

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"sort"
	"sync"

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
		page, err := b.branch(id)
		if err != nil || page == nil {
			return err
		}
		broken, exact := false, false
		index := sort.Search(page.count(), func(i int) bool { // as bbolt searches, also where the keys are out of order
			found, ok := page.key(i)
			broken = broken || !ok
			order := bytes.Compare(found, key)
			exact = exact || order == 0
			return order >= 0
		})
		if !exact && index > 0 {
			index--
		}
		if broken || index == page.count() {
			return damageErrorf("page %d belongs to no tree", id)
		}
		id = page.child(index)
	}
	return damageErrorf("page %d leads back to a page above it", id)
}

// checkPage checks a page and the branch pages below it. All leaves of a tree
// are equally deep, so when the first child is a leaf, the others are not read.
func (b *boltTx) checkPage(id uint64) (leaf bool, err error) {
	b.checked[id] = true
	page, err := b.branch(id)
	if err != nil || page == nil {
		return true, err
	}
	for i := range page.count() {
		if child := page.child(i); b.checked[child] {
			return false, damageErrorf("page %d leads back to page %d", id, child)
		}
	}
	for i := range page.count() {
		if leaf, err := b.checkPage(page.child(i)); err != nil || leaf {
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

// A branch is a branch page.
type branch []byte

func (p branch) count() int           { return int(binary.NativeEndian.Uint16(p[10:])) }
func (p branch) element(i int) []byte { return p[pageHeader+i*branchElement:] }
func (p branch) child(i int) uint64   { return binary.NativeEndian.Uint64(p.element(i)[8:]) }

// key returns the key of an element. It reports false if that is outside of the page.
func (p branch) key(i int) ([]byte, bool) {
	element := p.element(i)
	start, length := uint64(binary.NativeEndian.Uint32(element)), uint64(binary.NativeEndian.Uint32(element[4:]))
	if start+length > uint64(len(element)) {
		return nil, false
	}
	return element[start : start+length], true
}

// pages has the memory of branches, as pointers to them.
var pages sync.Pool

// branch returns a branch page, read once in a transaction, or nil for a leaf.
func (b *boltTx) branch(id uint64) (branch, error) {
	page, known := b.branches[id]
	if known {
		return page, nil
	}
	if id < 2 || id > 1<<48 {
		return nil, damageErrorf("a page leads to page %d", id)
	}
	if used, ok := pages.Get().(*branch); ok && int64(len(*used)) == b.d.pageSize {
		page = *used
	} else {
		page = make(branch, b.d.pageSize)
	}
	if err := b.d.readAt(page, int64(id)*b.d.pageSize); err != nil {
		return nil, err
	}
	switch flags := binary.NativeEndian.Uint16(page[8:]); {
	case flags == leafPage:
		unused := page
		pages.Put(&unused)
		page = nil
	case flags != branchPage || page.count() == 0 || pageHeader+page.count()*branchElement > len(page):
		return nil, damageErrorf("page %d belongs to no tree", id)
	}
	b.branches[id] = page
	return page, nil
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
