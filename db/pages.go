package db

import (
	"encoding/binary"
	"hash/fnv"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// How bbolt lays out its pages, in the machine's byte order. A page begins
// with its id (8 bytes), flags (2), count of elements (2) and count of
// overflow pages (4). A branch's elements are a key's position (4) and length
// (4) and the id of a child (8). The first two pages say where everything is;
// each transaction writes the older of them.
const (
	pageHeader    = 16
	branchElement = 16
	branchPage    = 0x01
	leafPage      = 0x02
	metaLength    = 64 // bytes after the page header, the last 8 of them a checksum
)

// checkTree checks that no branch of a bucket leads back to where bbolt comes
// from: bbolt would follow it until the stack ends, which no guard recovers
// from. It reads the branch pages alone, and all other damage shows in
// records. A tree is checked once between two commits.
func (s *store) checkTree(bucket *bolt.Bucket) error {
	root := uint64(bucket.Root())
	if root == 0 || s.checked.has(bucket.Tx().ID(), root) { // 0 for one that lies inside its parent's page, or is new
		return nil
	}
	t := treeCheck{store: s, seen: make(map[uint64]bool)}
	if err := t.climb(root); err != nil {
		return err
	}
	s.checked.add(bucket.Tx().ID(), root)
	return nil
}

// checkedTrees are trees that have been checked, by the page that they begin
// with, as of one transaction.
type checkedTrees struct {
	mu          sync.Mutex
	transaction int
	roots       map[uint64]bool
}

const mostChecked = 1 << 16 // trees

func (c *checkedTrees) has(transaction int, root uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.transaction == transaction && c.roots[root]
}

func (c *checkedTrees) add(transaction int, root uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if transaction > c.transaction || len(c.roots) == mostChecked {
		c.transaction, c.roots = transaction, make(map[uint64]bool)
	}
	if transaction == c.transaction {
		c.roots[root] = true
	}
}

type treeCheck struct {
	*store
	seen map[uint64]bool // branch pages
}

// climb checks the branch pages from id on. All leaves of a tree are equally
// deep, so the first child tells what the others are.
func (t *treeCheck) climb(id uint64) error {
	flags, count, err := t.header(id)
	switch {
	case err != nil || flags == leafPage:
		return err
	case flags != branchPage || count == 0:
		return damaged("page %d belongs to no tree", id)
	}
	t.seen[id] = true
	elements := make([]byte, count*branchElement)
	if err := t.read(elements, int64(id)*t.pageSize+pageHeader); err != nil {
		return err
	}
	children := make([]uint64, count)
	for i := range children {
		children[i] = binary.NativeEndian.Uint64(elements[i*branchElement+8:])
		if t.seen[children[i]] {
			return damaged("page %d leads back to page %d", id, children[i])
		}
	}
	if flags, _, err = t.header(children[0]); err != nil || flags == leafPage {
		return err
	}
	for _, child := range children {
		if err := t.climb(child); err != nil {
			return err
		}
	}
	return nil
}

func (t *treeCheck) header(id uint64) (flags uint16, count int, err error) {
	var page [pageHeader]byte
	if id < 2 || id > 1<<48 {
		return 0, 0, damaged("a page leads to page %d", id)
	}
	if err := t.read(page[:], int64(id)*t.pageSize); err != nil {
		return 0, 0, err
	}
	return binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:])), nil
}

func (s *store) read(into []byte, at int64) error {
	if n, err := s.file.ReadAt(into, at); n < len(into) {
		return damaged("reading %d bytes at %d: %v", len(into), at, err)
	}
	return nil
}

const tornWarning = "the last transaction had not reached the disk: the database is as it was before that"

// torn tells whether one of the first two pages was not written to its end,
// as a loss of power leaves it. bbolt then goes by the other one: the state
// before the last transaction.
func (s *store) torn() (bool, error) {
	for id := range int64(2) {
		var page [pageHeader + metaLength]byte
		if err := s.read(page[:], id*s.pageSize); err != nil {
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
