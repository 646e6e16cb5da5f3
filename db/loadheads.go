package db

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// A headLoader reads and verifies the heads of one brand after the other,
// those of a large one on several processors: nearly all of the time that it
// takes to open a store is spent on their hashes.
type headLoader struct {
	raw     []rawHead
	rows    []row
	manuals []loose
	workers []headWorker
}

// A rawHead is a head in the mapped file.
type rawHead struct{ id, value []byte }

// A headWorker is for one goroutine at a time.
type headWorker struct {
	seal    *sealer
	scratch headRecord
	found   digest
}

// headsPerWorker is how many heads are worth another goroutine.
const headsPerWorker = 64

// load returns the manuals of a brand, as they are until the next call, and
// the digest of their heads. heads may be nil.
func (l *headLoader) load(brand string, heads *bolt.Bucket) ([]loose, digest, error) {
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
	if len(l.rows) < len(l.raw) {
		l.rows = make([]row, len(l.raw))
	}
	l.manuals = slices.Grow(l.manuals[:0], len(l.raw))[:len(l.raw)]
	n := min(runtime.GOMAXPROCS(0), 1+len(l.raw)/headsPerWorker)
	for len(l.workers) < n {
		l.workers = append(l.workers, headWorker{seal: newSealer()})
	}
	found, err := l.share(brand, l.workers[:n])
	return l.manuals, found, err
}

// share divides the heads among the workers.
func (l *headLoader) share(brand string, workers []headWorker) (found digest, err error) {
	problems := make([]error, len(workers))
	var wait sync.WaitGroup
	for i := range workers {
		from, to := i*len(l.raw)/len(workers), (i+1)*len(l.raw)/len(workers)
		work := func() {
			problems[i] = guard(func() error { return workers[i].load(brand, l.raw[from:to], l.rows[from:to], l.manuals[from:to]) })
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

// load makes a row and a manual of each head.
func (w *headWorker) load(brand string, raw []rawHead, rows []row, manuals []loose) error {
	w.found = digest{}
	var texts strings.Builder
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
		if err := rows[i].fill(at.id, &w.scratch, &texts); err != nil {
			return damaged("%s: %v", at, err)
		}
	}
	for i := range manuals {
		manuals[i] = loose{&rows[i], texts.String()}
	}
	return nil
}
