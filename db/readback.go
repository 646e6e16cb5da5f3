package db

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// readBack reads what a transaction has just committed in transactions of its
// own, several beside one another, and checks it against what was to be
// written. Documents that are damaged are marked in next; the errors wrap
// [ErrDamaged].
func (s *store) readBack(written *Tx, next *Index) error {
	manuals := written.changes.manuals()
	readers := min(runtime.GOMAXPROCS(0), 1+len(manuals)/manualsPerReader)
	problems := make([]error, readers)
	var wait sync.WaitGroup
	for i := range readers {
		part := manuals[i*len(manuals)/readers : (i+1)*len(manuals)/readers]
		wait.Go(func() {
			problems[i] = s.view(func(b *bolt.Tx) error { return newTx(b, s.pages, next).checkManuals(part) })
		})
	}
	others := s.view(func(b *bolt.Tx) error { return newTx(b, s.pages, next).checkOthers(written) })
	wait.Wait()
	return errors.Join(others, errors.Join(problems...))
}

// manualsPerReader is how many manuals are worth another goroutine.
const manualsPerReader = 16

// A writtenManual is a manual that a transaction has put.
type writtenManual struct {
	brand, id string
	head      *headRecord
}

// manuals returns the manuals put, those of a brand together.
func (c *changes) manuals() []writtenManual {
	var all []writtenManual
	for slug, change := range c.brands {
		for id, head := range change.heads {
			if head != nil {
				all = append(all, writtenManual{slug, id, head})
			}
		}
	}
	return all
}

// checkOthers checks what a transaction has written besides manuals.
func (tx *Tx) checkOthers(written *Tx) error {
	if err := tx.readRoot(); err != nil {
		return err
	}
	var problems []error
	if written.changes.session != nil {
		problems = append(problems, tx.checkSessionKey())
	}
	for id, t := range written.changes.tokens {
		if t != nil {
			problems = append(problems, tx.checkToken(t))
		} else if value := tx.bolt.Bucket([]byte(accessBucket)).Get([]byte(id)); value != nil {
			problems = append(problems, damaged("access token %s: it is still there", id))
		}
	}
	return errors.Join(problems...)
}

func (tx *Tx) checkManuals(manuals []writtenManual) error {
	var problems []error
	for _, m := range manuals {
		if err := tx.checkManual(m.brand, m.id, m.head); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// checkManual checks that the manual's head is the one written, and every
// record that it speaks of. A hash that holds says that they are, byte for
// byte, so that there is no need to decode them.
func (tx *Tx) checkManual(brand, id string, want *headRecord) error {
	e := tx.index.Entry(id)
	if e.IsZero() || e.Brand.Slug != brand {
		return damaged("%s/%s: it is not in the index", brand, id)
	}
	problems := []error{guard(func() error {
		head, err := tx.headOf(e)
		if err == nil && !head.same(want) {
			err = damaged("%s/%s: its head is not the one written", brand, id)
		}
		return err
	})}
	check := func(bucket []string, at place, want []byte) error {
		err := guard(func() error {
			b, err := tx.bucket(bucket...)
			if err == nil {
				_, err = tx.sound(b, at, want)
			}
			return err
		})
		if err != nil {
			err = fmt.Errorf("reading %s: %w", at, err)
		}
		problems = append(problems, err)
		return err
	}
	snapshot := []string{snapshotsBucket, brand, id}
	for _, d := range want.Documents {
		if check(snapshot, place{brand, id, string(d.Kind)}, d.Mark[:]) != nil {
			e.row.document(d.Kind).learn(spoilt, 0)
		}
	}
	if want.Model != (sum{}) {
		check(snapshot, place{brand, id, modelKind}, want.Model[:])
	}
	if want.Editorial != (sum{}) {
		check([]string{editorialBucket, brand}, place{brand, id, editorialKind}, want.Editorial[:])
	}
	return errors.Join(problems...)
}

func (tx *Tx) checkToken(t *AccessToken) error {
	at := place{id: t.ID, kind: accessKind}
	return guard(func() error {
		b, err := tx.bucket(accessBucket)
		if err != nil {
			return err
		}
		payload, _, err := tx.seal.open(at, b.Get([]byte(t.ID)))
		if err != nil {
			return err
		}
		var record tokenRecord
		if err := tx.decode.decode(at, payload, &record); err != nil {
			return err
		}
		if record.Sum != t.Sum || !record.Revoked.Equal(t.Revoked) {
			return damaged("%s: it is not the one written", at)
		}
		return nil
	})
}
