package db

import (
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
)

const (
	aheadReaders = 16       // pages that are waited for at a time
	aheadStep    = 16 << 20 // bytes of a file for each of them
)

// readAhead reads the pages that the heads lie in, many at a time, until stop
// is called, which waits. bbolt has told the system that pages are wanted at
// random, so that one who reads them in turn waits for each by itself: with a
// hundred thousand manuals that are twelve thousand waits. What it reads is
// not looked at, and what it finds damaged is left for those who look.
func (s *store) readAhead(fileSize int64) (stop func()) {
	var (
		ended   atomic.Bool
		next    atomic.Int64
		readers sync.WaitGroup
	)
	for range min(aheadReaders, fileSize/aheadStep) {
		readers.Go(func() {
			_ = s.view(func(tx *bolt.Tx) error { return s.fetchHeads(tx, &next, &ended) })
		})
	}
	return func() {
		ended.Store(true)
		readers.Wait()
	}
}

// fetchHeads reads the heads of those brands whose turn it is.
func (s *store) fetchHeads(tx *bolt.Tx, next *atomic.Int64, ended *atomic.Bool) error {
	index := tx.Bucket([]byte(indexBucket))
	if index == nil {
		return nil
	}
	if err := s.pages.walk(index); err != nil {
		return err
	}
	turn := next.Add(1) - 1
	cursor := index.Cursor()
	at := int64(0)
	for brand, _ := cursor.First(); brand != nil && !ended.Load(); brand, _ = cursor.Next() {
		if at == turn {
			if err := s.fetch(index.Bucket(brand)); err != nil {
				return err
			}
			turn = next.Add(1) - 1
		}
		at++
	}
	return nil
}

// fetch reads the pages of a bucket; b may be nil. It reads them from the file
// and not where it is mapped: a goroutine that waits there keeps a processor.
func (s *store) fetch(b *bolt.Bucket) error {
	if b == nil || b.Root() == 0 { // it lies inside its parent's page
		return nil
	}
	if err := s.pages.walk(b); err != nil {
		return err
	}
	return s.pages.fetch(uint64(b.Root()))
}

// fetch reads the pages of a tree whose branches have been checked.
func (p *pages) fetch(id uint64) error {
	header, err := p.header(id) // the system reads a page as a whole
	if err != nil || header.flags != branchPage {
		return err
	}
	children, err := p.children(id, header)
	for i := 0; err == nil && i < len(children); i++ {
		err = p.fetch(children[i])
	}
	return err
}
