package db

import (
	"context"
	"crypto/rand"
	"fmt"
)

// A sessionRecord is the key that signs the sessions of pages.
type sessionRecord struct {
	Key []byte `msgpack:"key"`
}

// noSessionKey stands for a store that has needed no key yet.
var noSessionKey [32]byte

// SessionKey returns the key that signs the sessions of pages. It is not ok
// where the store has needed none yet, so that nothing is signed with it.
func (ix *Index) SessionKey() (key [32]byte, ok bool) {
	return ix.session, ix.session != noSessionKey
}

// SessionKey returns the key that signs the sessions of pages. The first call
// makes it, 32 random bytes, and keeps it in the store for good: all that is
// signed with it survives a new start of the program, and a backup holds it.
// The errors are those of [DB.Update].
func (d *DB) SessionKey(ctx context.Context) ([32]byte, error) {
	if key, ok := d.Index().SessionKey(); ok {
		return key, nil
	}
	err := d.Update(ctx, func(tx *Tx) error {
		if _, ok := tx.Index().SessionKey(); ok {
			return ErrDiscard // another one was first
		}
		var key [32]byte
		rand.Read(key[:]) // never fails
		return tx.putSessionKey(key)
	})
	if err != nil {
		return noSessionKey, fmt.Errorf("making the key of page sessions: %w", err)
	}
	key, _ := d.Index().SessionKey()
	return key, nil
}

func (tx *Tx) putSessionKey(key [32]byte) error {
	return tx.write("writing the key of page sessions", func() error {
		value, err := encode(&sessionRecord{Key: key[:]})
		if err != nil {
			return err
		}
		tx.root.Session = tx.seal.seal(place{kind: sessionKind}, value)
		tx.changes.session = &key
		b, err := tx.bucket(metaBucket)
		if err != nil {
			return err
		}
		var changed bool
		return replace(b, sessionKey, value, &changed)
	})
}

// checkSessionKey checks that the key's record is the one that the root
// speaks of.
func (tx *Tx) checkSessionKey() error {
	at := place{kind: sessionKind}
	return guard(func() error {
		b, err := tx.bucket(metaBucket)
		if err != nil {
			return err
		}
		return tx.verified(b, at, tx.root.Session[:], new(sessionRecord))
	})
}

// session reads the key of page sessions.
func (l *loader) session(root *rootRecord) error {
	if root.Session == (sum{}) {
		return nil
	}
	var record sessionRecord
	of, err := l.record(metaBucket, sessionKey, place{kind: sessionKind}, &record)
	if err != nil {
		return err
	}
	if of != root.Session || len(record.Key) != len(noSessionKey) {
		return damaged("the key of page sessions is not the one last written")
	}
	l.index.session = [32]byte(record.Key)
	return nil
}
