package db

import (
	"context"
	"crypto/rand"
	"fmt"
)

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
			return nil // another one was first
		}
		var key [32]byte
		rand.Read(key[:]) // never fails
		return tx.step("writing the key", func() (err error) {
			tx.next.session = key
			tx.root.Session, err = tx.put(recordKey{kind: sessionKind}, &sessionRecord{Key: key[:]}, sum{})
			return err
		})
	})
	if err != nil {
		return [32]byte{}, fmt.Errorf("making the key of page sessions: %w", err)
	}
	key, _ := d.Index().SessionKey()
	return key, nil
}
