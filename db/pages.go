package db

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// How bbolt lays out its pages. Numbers are in the machine's byte order. A
// page begins with its id (8 bytes), flags (2), count of elements (2) and
// count of overflow pages (4). A branch's elements are a key's position (4)
// and length (4) and the id of a child (8).
const (
	pageHeader    = 16
	branchElement = 16

	branchPage   = 0x01
	leafPage     = 0x02
	metaPage     = 0x04
	freelistPage = 0x10

	metaLength  = 64 // bytes after the page header, the last 8 of them a checksum
	metaMagic   = 0xED0CDAED
	metaVersion = 2

	// What a tree may have, far more than fits in any file.
	deepest      = 16      // levels
	mostBranches = 1 << 20 // branch pages
)

// pages reads the pages of a file beside bbolt, for checks that bbolt does
// not make: where it would follow a damaged branch in circles, and where it
// would pass over the damage and serve an older state.
type pages struct {
	file io.ReaderAt
	size uint64 // bytes a page
}

// A meta is one of the two pages that say where the trees of a file start.
// They take turns: each transaction writes the older one.
type meta struct {
	root, freelist, end uint64 // page ids; end is the first one not in use
	txid                uint64
}

// checkPages checks what bbolt reads when it opens a file: both meta pages,
// the list of free pages, and the branches of the root. bbolt makes do with
// one good meta page, which may be the one before the last transaction; here
// that is damage. fileSize is in bytes.
func checkPages(file io.ReaderAt, fileSize int64) (*pages, error) {
	p := &pages{file: file}
	if fileSize < pageHeader+metaLength {
		return nil, damaged("it is cut short: a database has more than %d bytes", fileSize)
	}
	first, err := p.meta(0)
	if err != nil {
		return nil, err
	}
	second, err := p.meta(1)
	if err != nil {
		return nil, err
	}
	newest := first
	if second.txid > first.txid {
		newest = second
	}
	if have := uint64(fileSize) / p.size; newest.end > have {
		return nil, damaged("it is cut short: %d pages of %d", have, newest.end)
	}
	if err := p.checkFreelist(newest); err != nil {
		return nil, err
	}
	return p, p.climbTree(newest.root)
}

// meta reads meta page 0 or 1. Page 0 tells the size of all pages.
func (p *pages) meta(id uint64) (meta, error) {
	var page [pageHeader + metaLength]byte
	if err := p.read(page[:], id*p.size); err != nil {
		return meta{}, err
	}
	number := binary.NativeEndian
	m := page[pageHeader:]
	checksum := fnv.New64a()
	checksum.Write(m[:metaLength-8])
	size := uint64(number.Uint32(m[8:]))
	switch {
	case number.Uint32(m) != metaMagic:
		return meta{}, damaged("meta page %d is none of a designmanual database, or it is damaged", id)
	case number.Uint32(m[4:]) != metaVersion, number.Uint64(m[metaLength-8:]) != checksum.Sum64():
		return meta{}, damaged("the checksum of meta page %d does not hold", id)
	case number.Uint16(page[8:]) != metaPage, size < 1024, size&(size-1) != 0, id == 1 && size != p.size:
		return meta{}, damaged("meta page %d is none", id)
	}
	p.size = size
	return meta{
		root: number.Uint64(m[16:]), freelist: number.Uint64(m[32:]),
		end: number.Uint64(m[40:]), txid: number.Uint64(m[48:]),
	}, nil
}

// checkFreelist checks that the free pages are in order and in the file: a
// page of the trees that passes for free would be overwritten.
func (p *pages) checkFreelist(m meta) error {
	header, err := p.header(m.freelist)
	if err != nil {
		return err
	}
	if header.flags != freelistPage || m.freelist+header.overflow >= m.end {
		return damaged("page %d is no list of free pages", m.freelist)
	}
	count, at := uint64(header.count), m.freelist*p.size+pageHeader
	room := (header.overflow+1)*p.size - pageHeader
	if count == 0xFFFF { // the count did not fit
		var long [8]byte
		if err := p.read(long[:], at); err != nil {
			return err
		}
		count, at, room = binary.NativeEndian.Uint64(long[:]), at+8, room-8
	}
	if count > room/8 {
		return damaged("page %d: %d free pages do not fit", m.freelist, count)
	}
	ids := make([]byte, count*8)
	if err := p.read(ids, at); err != nil {
		return err
	}
	last := uint64(1)
	for ; len(ids) > 0; ids = ids[8:] {
		id := binary.NativeEndian.Uint64(ids)
		if id <= last || id >= m.end || id == m.root || m.freelist <= id && id <= m.freelist+header.overflow {
			return damaged("page %d: page %d cannot be free", m.freelist, id)
		}
		last = id
	}
	return nil
}

// walk checks the branches of a bucket, so that bbolt may follow them. A
// bucket that lies inside its parent's page has none.
func (p *pages) walk(b *bolt.Bucket) error {
	if root := uint64(b.Root()); root != 0 {
		return p.climbTree(root)
	}
	return nil
}

// climbTree checks the branch pages of the tree from that page on: none leads
// back to one above it.
func (p *pages) climbTree(root uint64) error {
	left := mostBranches
	return p.climb(root, nil, &left)
}

// climb checks the branch pages from id on. All leaves of a tree are equally
// deep, so the first child tells what the others are. above are the pages
// that lead to id; left counts down the branch pages.
func (p *pages) climb(id uint64, above []uint64, left *int) error {
	header, err := p.header(id)
	if err != nil {
		return err
	}
	*left--
	switch {
	case header.flags == leafPage:
		return nil
	case header.flags != branchPage || header.count == 0 || len(above) == deepest || *left < 0:
		return damaged("page %d belongs to no tree", id)
	}
	children, err := p.children(id, header)
	if err != nil {
		return err
	}
	above = append(above, id)
	for _, child := range children {
		if slices.Contains(above, child) {
			return damaged("page %d leads back to page %d", id, child)
		}
	}
	first, err := p.header(children[0])
	if err != nil || first.flags == leafPage {
		return err
	}
	for _, child := range children {
		if err := p.climb(child, above, left); err != nil {
			return err
		}
	}
	return nil
}

// children returns the pages that a branch page leads to.
func (p *pages) children(id uint64, h header) ([]uint64, error) {
	elements := make([]byte, h.count*branchElement)
	if err := p.read(elements, id*p.size+pageHeader); err != nil {
		return nil, err
	}
	children := make([]uint64, h.count)
	for i := range children {
		children[i] = binary.NativeEndian.Uint64(elements[i*branchElement+8:])
	}
	return children, nil
}

// A header is that of a page.
type header struct {
	flags    uint16
	count    int
	overflow uint64
}

// header reads the header of a page that is not a meta page.
func (p *pages) header(id uint64) (header, error) {
	var page [pageHeader]byte
	if id < 2 || id > 1<<48 {
		return header{}, damaged("a page leads to page %d", id)
	}
	if err := p.read(page[:], id*p.size); err != nil {
		return header{}, err
	}
	number := binary.NativeEndian
	if self := number.Uint64(page[:]); self != id {
		return header{}, damaged("page %d says that it is page %d", id, self)
	}
	return header{
		flags: number.Uint16(page[8:]), count: int(number.Uint16(page[10:])),
		overflow: uint64(number.Uint32(page[12:])),
	}, nil
}

func (p *pages) read(into []byte, at uint64) error {
	if n, err := p.file.ReadAt(into, int64(at)); n < len(into) {
		return damaged("reading %d bytes at %d: %v", len(into), at, err)
	}
	return nil
}
