package db

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

// migrate brings the store to the current schema. What it was is copied to
// <path>.schema-<version> before, for its owner alone.
//
// Schema 2 has the bucket files, and records may have fields that schema 1
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
	if _, err := d.load(); err != nil { // damage is not copied over an earlier backup
		return err
	}
	err = writeWhole(fmt.Sprintf("%s.schema-%d", d.path, version), true, func(copied *os.File) error {
		return d.view(func(tx *Tx) error {
			_, err := tx.bolt.WriteTo(copied)
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
	defer tx.end() // does nothing after a commit
	return guard(func() error {
		_, err := tx.find(true, []string{filesBucket})
		if err = errors.Join(err, tx.bolt.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), []byte(strconv.Itoa(Schema)))); err != nil {
			return err
		}
		return tx.bolt.Commit()
	})
}
