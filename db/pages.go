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

// checkTree checks, once a transaction, that no branch page of a bucket leads
// back to one above it: bbolt would follow it until the stack ends, which no
// guard recovers from. Other damage shows in records. It goes down level by
// level; all leaves of a tree are equally deep, so a level that begins with a
// leaf is the last one.
func (tx *Tx) checkTree(bucket *bolt.Bucket) error {
	root := uint64(bucket.Root())
	if root == 0 || tx.checked[root] { // 0 is inside its parent's page, or new
		return nil
	}
	if tx.checked == nil {
		tx.checked = make(map[uint64]bool)
	}
	for level := []uint64{root}; ; {
		var below []uint64
		for i, id := range level {
			tx.checked[id] = true
			leaf, children, err := tx.d.readBranch(id)
			if err != nil || leaf && i == 0 {
				return err
			}
			for _, child := range children {
				if tx.checked[child] {
					return damaged("page %d leads back to page %d", id, child)
				}
			}
			below = append(below, children...)
		}
		level = below
	}
}

// readBranch returns the children of a branch page, or that it is a leaf.
func (d *DB) readBranch(id uint64) (leaf bool, children []uint64, err error) {
	if id < 2 || id > 1<<48 {
		return false, nil, damaged("a page leads to page %d", id)
	}
	at := int64(id) * d.pageSize
	var header [pageHeader]byte
	if err := d.read(header[:], at); err != nil {
		return false, nil, err
	}
	count := binary.NativeEndian.Uint16(header[10:])
	switch flags := binary.NativeEndian.Uint16(header[8:]); {
	case flags == leafPage:
		return true, nil, nil
	case flags != branchPage || count == 0:
		return false, nil, damaged("page %d belongs to no tree", id)
	}
	elements := make([]byte, int(count)*branchElement)
	if err := d.read(elements, at+pageHeader); err != nil {
		return false, nil, err
	}
	for i := range int(count) {
		children = append(children, binary.NativeEndian.Uint64(elements[i*branchElement+8:]))
	}
	return false, children, nil
}

// checkTrees checks the tree of a bucket and of all in it.
func (tx *Tx) checkTrees(bucket *bolt.Bucket) error {
	if err := tx.checkTree(bucket); err != nil {
		return err
	}
	return bucket.ForEachBucket(func(name []byte) error { return tx.checkTrees(bucket.Bucket(name)) })
}

// read reads the file behind bbolt's back.
func (d *DB) read(into []byte, at int64) error {
	if n, err := d.file.ReadAt(into, at); n < len(into) {
		return damaged("reading %d bytes at %d: %v", len(into), at, err)
	}
	return nil
}

const tornWarning = "the last transaction had not reached the disk: the database is as it was before that"

// torn tells whether one of the first two pages was not written to its end,
// as a loss of power leaves it. bbolt then goes by the other one: the state
// before the last transaction.
func (d *DB) torn() (bool, error) {
	for id := range int64(2) {
		var page [pageHeader + metaLength]byte
		if err := d.read(page[:], id*d.pageSize); err != nil {
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
