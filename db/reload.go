package db

import (
	"errors"
	"fmt"
	"os"
)

// reload opens the file again through the same descriptor, so that its lock
// is kept and the store that is open serves until the new one does. It is for
// who has the turn. On an error, which wraps [ErrRefused], writes are refused.
func (d *DB) reload() error {
	old := d.store.Load()
	err := d.exchange(old)
	d.refused = nil
	if err != nil {
		d.refused = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return d.refused
}

func (d *DB) exchange(old *store) error {
	file, err := duplicate(old.file)
	if errors.Is(err, errors.ErrUnsupported) {
		err = errors.Join(os.ErrClosed, old.close())
	}
	if errors.Is(err, os.ErrClosed) { // the lock is lost: as if for the first time
		file, err = openFile(d.path, toWrite)
	}
	if err != nil {
		return err
	}
	if err := writeMetasAgain(file); err != nil {
		return errors.Join(err, file.Close())
	}
	s, ix, err := openStore(file, toWrite)
	if err != nil {
		if lockErr := flock(old.file); lockErr != nil && !errors.Is(lockErr, os.ErrClosed) { // bbolt let go of it, and another process was quicker
			return errors.Join(ErrLocked, err, lockErr, old.close())
		}
		return err
	}
	ix.adoptUsage(d.Index())
	d.store.Store(s)
	d.index.Store(ix)
	err = old.close()
	if lockErr := flock(s.file); lockErr != nil { // another process was quicker
		return errors.Join(ErrLocked, lockErr, s.close())
	}
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("closing what was open: %w", err)
	}
	return nil
}

// writeMetasAgain writes both meta pages as they are found, and syncs the
// file. Where a sync has failed the kernel takes what it could not write for
// written: the next sync succeeds without it, and a meta page that is in the
// cache alone would be followed by the next transaction and lost with the
// power. All else that the failed commit wrote had been synced before its meta
// page, or nothing leads to it.
func writeMetasAgain(file *os.File) error {
	p := &pages{file: file}
	for id := range uint64(2) {
		if _, err := p.meta(id); err != nil {
			return err
		}
	}
	metas := make([]byte, 2*p.size)
	if err := p.read(metas, 0); err != nil {
		return err
	}
	if _, err := file.WriteAt(metas, 0); err != nil {
		return err
	}
	return file.Sync()
}

// adoptUsage keeps what is known of the tokens' last use when the index has
// been loaded again.
func (ix *Index) adoptUsage(old *Index) {
	known := make(map[string]*usage, len(old.tokens))
	for _, t := range old.tokens {
		known[t.ID] = t.usage
	}
	for _, t := range ix.tokens {
		if u := known[t.ID]; u != nil {
			u.written.Store(t.usage.written.Load())
			t.usage = u
		}
	}
	ix.declareTokens(old)
}
