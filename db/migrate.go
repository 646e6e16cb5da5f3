package db

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

// migrate changes a store of an older schema to the current one, after copying
// it to <path>.schema-<version> with mode 0600.
//
// Schema 2 adds the bucket files, and records may have fields that schema 1
// does not know.
func (d *DB) migrate() error {
	var version uint64
	err := d.view(func(tx *Tx) (err error) {
		version, err = tx.schema()
		return err
	})
	if err != nil || version == Schema {
		return err
	}
	if _, err := d.load(); err != nil { // so that a damaged store never replaces an earlier backup
		return err
	}
	err = writeAtomically(fmt.Sprintf("%s.schema-%d", d.path, version), true, func(backup *os.File) error {
		return d.view(func(tx *Tx) error {
			_, err := tx.bolt.WriteTo(backup)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("backing up the store of schema %d: %w", version, err)
	}
	tx, err := d.begin(true)
	if err != nil {
		return err
	}
	defer tx.end()
	return catchPanic(func() error {
		_, err := tx.findBucket(true, []string{filesBucket})
		if err = errors.Join(err, tx.bolt.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), []byte(strconv.Itoa(Schema)))); err != nil {
			return err
		}
		return tx.bolt.Commit()
	})
}
