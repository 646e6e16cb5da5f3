package db

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// readBack reads what a transaction has just committed in a transaction of
// its own, and checks it against what was to be written. Documents that are
// damaged are marked in next; the errors wrap [ErrDamaged].
func (s *store) readBack(written *Tx, next *Index) error {
	return s.view(func(b *bolt.Tx) error {
		tx := newTx(b, s.pages, next)
		if err := tx.readRoot(); err != nil {
			return err
		}
		var problems []error
		if written.changes.session != nil {
			problems = append(problems, tx.checkSessionKey())
		}
		for slug, change := range written.changes.brands {
			for id, head := range change.heads {
				if head != nil {
					problems = append(problems, tx.checkManual(slug, id, head))
				}
			}
		}
		for id, t := range written.changes.tokens {
			if t != nil {
				problems = append(problems, tx.checkToken(t))
			} else if value := b.Bucket([]byte(accessBucket)).Get([]byte(id)); value != nil {
				problems = append(problems, damaged("access token %s: it is still there", id))
			}
		}
		return errors.Join(problems...)
	})
}

// checkManual checks that the manual's head is the one written, and every
// record that it speaks of.
func (tx *Tx) checkManual(brand, id string, want *headRecord) error {
	e := tx.index.Entry(id)
	if e == nil || e.Brand.Slug != brand {
		return damaged("%s/%s: it is not in the index", brand, id)
	}
	var problems []error
	head, err := tx.headOf(e)
	if err == nil && !head.same(want) {
		err = damaged("%s/%s: its head is not the one written", brand, id)
	}
	problems = append(problems, err)
	for _, d := range want.Documents {
		if err := tx.checkDocument(e, d); err != nil {
			problems = append(problems, err)
			e.document(d.Kind).setState(spoilt)
		}
	}
	if want.Model != (sum{}) {
		_, err := tx.Model(e)
		problems = append(problems, err)
	}
	if want.Editorial != (sum{}) {
		_, err := tx.Editorial(e)
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// checkDocument checks a document's record against what the head says of it.
func (tx *Tx) checkDocument(e *Entry, want documentHead) error {
	at := place{e.Brand.Slug, e.ID, string(want.Kind)}
	return guard(func() error {
		b, err := tx.snapshot(at.brand, at.id)
		if err != nil {
			return err
		}
		var record documentRecord
		if err := tx.verified(b, at, want.Mark[:], &record); err != nil {
			return err
		}
		if !record.matches(b.Get([]byte(at.kind)), want) {
			return damaged("%s: its bodies are not where its head says", at)
		}
		return nil
	})
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
