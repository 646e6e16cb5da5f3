package db

import (
	"errors"
	"runtime"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// A headLoader reads and verifies the heads of one brand after the other,
// those of a large one on several processors: nearly all of the time that it
// takes to open a store is spent on their hashes.
type headLoader struct {
	raw     []rawHead
	workers []headWorker
}

// A rawHead is a head in the mapped file.
type rawHead struct{ id, value []byte }

// A headWorker is for one goroutine at a time.
type headWorker struct {
	seal    *sealer
	scratch headRecord
	shelf   *shelf
	found   digest
}

const (
	// headsPerWorker is how many heads are worth another goroutine.
	headsPerWorker = 64

	// shelfDocuments is how many documents a shelf has room for: as many as
	// fill one of the allocator's sizes well.
	shelfDocuments = 146
)

// load returns the entries of a brand and the digest of their heads. heads
// may be nil.
func (l *headLoader) load(brand string, heads *bolt.Bucket) ([]Entry, digest, error) {
	if heads == nil {
		return nil, digest{}, nil
	}
	l.raw = l.raw[:0]
	err := heads.ForEach(func(key, value []byte) error {
		l.raw = append(l.raw, rawHead{key, value})
		return nil
	})
	if err != nil {
		return nil, digest{}, err
	}
	entries := make([]Entry, len(l.raw))
	n := min(runtime.GOMAXPROCS(0), 1+len(l.raw)/headsPerWorker)
	for len(l.workers) < n {
		l.workers = append(l.workers, headWorker{seal: newSealer()})
	}
	found, err := l.share(brand, entries, l.workers[:n])
	return entries, found, err
}

// share divides the heads among the workers.
func (l *headLoader) share(brand string, entries []Entry, workers []headWorker) (found digest, err error) {
	problems := make([]error, len(workers))
	var wait sync.WaitGroup
	for i := range workers {
		from, to := i*len(entries)/len(workers), (i+1)*len(entries)/len(workers)
		work := func() {
			problems[i] = guard(func() error { return workers[i].load(brand, l.raw[from:to], entries[from:to]) })
		}
		if i == len(workers)-1 {
			work()
		} else {
			wait.Go(work)
		}
	}
	wait.Wait()
	for i := range workers {
		found.join(workers[i].found)
	}
	return found, errors.Join(problems...)
}

// load fills entries from as many heads.
func (w *headWorker) load(brand string, raw []rawHead, entries []Entry) error {
	w.found = digest{}
	for i, head := range raw {
		at := place{brand, string(head.id), headKind}
		payload, of, err := w.seal.open(at, head.value)
		if err == nil {
			err = decodeHead(at, payload, &w.scratch)
		}
		if err != nil {
			return err
		}
		w.found.add(of)
		if n := len(w.scratch.Documents); w.shelf == nil || !w.shelf.room(n) {
			w.shelf = newShelf(max(n, shelfDocuments))
		}
		var ok bool
		if entries[i], ok = w.shelf.put(at.id, &w.scratch); !ok {
			return damaged("%s: a kind of document or a visibility that there is not", at)
		}
	}
	return nil
}
