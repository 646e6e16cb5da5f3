package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// Read returns the body of the entry's document of that kind, compressed or
// not. The slice is nobody else's and may be kept. ix is the index that e is of and that the request was judged by.
//
// The error wraps [ErrReplaced] when an update has changed the record since
// ix was current; Read has waited until the new index is in place, and the
// caller judges the request again by it. It wraps [ErrDamaged] when the record is
// not what was written, [ErrNotFound] when e has no such document,
// [os.ErrClosed] after Close, and the cause of ctx when that ends first.
func (d *DB) Read(ctx context.Context, ix *Index, e Entry, kind manual.DocumentKind, gzip bool) ([]byte, error) {
	doc := e.row.document(kind)
	if doc == nil {
		return nil, fmt.Errorf("reading %s of %s: %w", kind, e.ID(), ErrNotFound)
	}
	body, err := d.read(ix, e, doc, gzip, nil)
	if errors.Is(err, errStale) {
		err = d.settle(ctx, ix)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s of %s: %w", kind, e.ID(), err)
	}
	return body, nil
}

// read takes the body out of the store that is current, the next one if that
// is being closed.
func (d *DB) read(ix *Index, e Entry, doc *document, gzip bool, buf []byte) (body []byte, err error) {
	for {
		s := d.store.Load()
		if body = d.readFound(s, ix, doc, gzip, buf); body != nil {
			return body, nil
		}
		err = s.view(func(tx *bolt.Tx) error {
			underWay := d.inflight.Load() != nil
			current := d.isCurrent(ix, s)
			if current {
				if body = s.copyFound(doc, gzip, buf); body != nil {
					return nil
				}
			}
			value, err := s.document(tx, e, doc, current && !underWay)
			if err != nil {
				return err
			}
			body = append(buf[:0], doc.body(value, gzip)...)
			return nil
		})
		if errors.Is(err, os.ErrClosed) && d.store.Load() != s {
			continue
		}
		return body, err
	}
}

// isCurrent tells whether the index is the current one, and of that store.
func (d *DB) isCurrent(ix *Index, s *store) bool { return ix.store == s && d.Index() == ix }

// readFound copies a body from where it was found before, without a
// transaction, which would be most of the work. It returns nil where that
// cannot be: the body was not found yet, or the file is just being written.
func (d *DB) readFound(s *store, ix *Index, doc *document, gzip bool, buf []byte) (body []byte) {
	if !s.still.TryRLock() {
		return nil
	}
	defer s.still.RUnlock()
	if s.closed || s.stuck.Load() || !d.isCurrent(ix, s) {
		return nil
	}
	_ = guard(func() error { // who looks for it in a transaction says why
		body = s.copyFound(doc, gzip, buf)
		return nil
	})
	return body
}

// copyFound copies the body out of a record that has been read before, from
// where it was found then, into buf[:0], or returns nil: bbolt would look for it
// through five pages, which among a hundred thousand manuals are as many waits
// for memory.
//
// It is for who has a transaction open, or holds s.still, and has seen since
// then that the index which doc is of is the current one and of this store. The
// record is then where it was, since nobody has noted a place of a state that
// was committed and not yet that of the index: bbolt moves a record only in a
// transaction that puts its manual, which makes another document of it, and
// what that transaction leaves behind is written over by a later commit, never
// while a transaction is open that began before the swap of the index, nor while
// s.still is held.
//
// Of a file that somebody cuts, the system gives zeros up to the end of a page,
// and faults behind it. No body ends in zeros, neither text nor what gzip makes
// of it, which says its length last. What is not as it was is looked for and
// verified again.
func (s *store) copyFound(doc *document, gzip bool, buf []byte) []byte {
	offset := doc.offset()
	if offset == 0 {
		return nil
	}
	value := s.at(offset, recordBytes(doc.identityLen, doc.gzipLen))
	body := doc.body(value, gzip)
	if !doc.leads(value, gzip) || bytes.HasSuffix(body, []byte{0, 0, 0, 0}) {
		doc.learn(unverified, 0)
		return nil
	}
	return append(buf[:0], body...)
}

// leads tells whether what stands before a body in its record is there: its
// key for the compressed one, and the record's sum for the other. It looks at
// no other page than that the body begins on, or the one before.
func (d *document) leads(value []byte, gzip bool) bool {
	if !gzip {
		stated, ok := statedSum(value)
		return ok && stated.mark() == d.mark
	}
	length := int(d.gzipLen) + lengthBytes(d.gzipLen)
	key := value[:len(value)-length]
	return string(key[len(key)-len(gzipKey):]) == gzipKey
}

// document returns the value of a document's record, which lies in the
// mapped file. It is errStale when the record is not the one that doc speaks
// of, so that it never passes under the tag of another, nor unjudged. The
// whole record is verified by the first one who reads it, and where it lies
// is noted for [store.copyFound], if inPlace: the transaction is known to be of
// the state that the index of e is of.
func (s *store) document(tx *bolt.Tx, e Entry, doc *document, inPlace bool) ([]byte, error) {
	state := doc.state()
	at := place{e.Brand.Slug, e.ID(), string(doc.kind())}
	if state == spoilt {
		return nil, damaged("%s: found damaged when it was written", at)
	}
	snapshot, err := s.snapshot(tx, e.Brand.Slug, e.ID(), state == unverified)
	if err != nil {
		return nil, err
	}
	if snapshot == nil {
		return nil, errStale
	}
	value := snapshot.Get([]byte(at.kind))
	if stated, ok := statedSum(value); !ok || stated.mark() != doc.mark {
		return nil, errStale
	}
	if state == unverified {
		if _, _, err := newSealer().open(at, value); err != nil {
			return nil, err
		}
	}
	switch {
	case doc.offset() != 0:
	case inPlace:
		doc.learn(verified, s.offsetOf(tx, snapshot, doc, value))
	case state == unverified:
		doc.learn(verified, 0)
	}
	return value, nil
}

// snapshot returns the bucket of a manual's documents and model, nil where
// there is none. With walk, the branches of the buckets on the way are
// checked first.
func (s *store) snapshot(tx *bolt.Tx, brand, id string, walk bool) (*bolt.Bucket, error) {
	b := tx.Bucket([]byte(snapshotsBucket))
	for _, name := range [...]string{brand, id} {
		if b == nil {
			return nil, nil
		}
		if b = b.Bucket([]byte(name)); b != nil && walk {
			if err := s.pages.walk(b); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// settle finds out why a record is not the one that an index speaks of: an
// update has been committed since, and it waits until that is in place, or
// the record is damaged.
func (d *DB) settle(ctx context.Context, ix *Index) error {
	if f := d.inflight.Load(); f != nil {
		select {
		case <-f.landed:
			return ErrReplaced
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if d.Index() != ix {
		return ErrReplaced
	}
	return damaged("the record is not the one last written")
}
