package db

import (
	"encoding/binary"
	"hash/fnv"

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
// records.
func (s *store) checkTree(bucket *bolt.Bucket) error {
	root := uint64(bucket.Root())
	if root == 0 { // it lies inside its parent's page, or is new
		return nil
	}
	_, err := s.climb(root, make(map[uint64]bool))
	return err
}

// climb checks the branch pages from id on, and tells whether it is a leaf. All
// leaves of a tree are equally deep, so the first child tells what the others
// are. seen are the branch pages met before.
func (s *store) climb(id uint64, seen map[uint64]bool) (leaf bool, err error) {
	if id < 2 || id > 1<<48 {
		return false, damaged("a page leads to page %d", id)
	}
	at := int64(id) * s.pageSize
	var header [pageHeader]byte
	if err := s.read(header[:], at); err != nil {
		return false, err
	}
	count := int(binary.NativeEndian.Uint16(header[10:]))
	switch flags := binary.NativeEndian.Uint16(header[8:]); {
	case flags == leafPage:
		return true, nil
	case flags != branchPage || count == 0:
		return false, damaged("page %d belongs to no tree", id)
	}
	seen[id] = true
	elements := make([]byte, count*branchElement)
	if err := s.read(elements, at+pageHeader); err != nil {
		return false, err
	}
	for i := range count {
		child := binary.NativeEndian.Uint64(elements[i*branchElement+8:])
		if seen[child] {
			return false, damaged("page %d leads back to page %d", id, child)
		}
		if !leaf {
			if leaf, err = s.climb(child, seen); err != nil {
				return false, err
			}
		}
	}
	return false, nil
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
