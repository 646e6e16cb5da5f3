package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// stagingBucket is where snapshots lie that an update has staged: laid out as
// in snapshots. It is there only while that update lasts, or after a process
// has died in it; nothing leads to what is in it, and the next update that
// writes removes it.
const stagingBucket = "staging"

// stageRoom is how many bytes of records an update stages at a time.
const stageRoom = 32 << 20

// A Stage takes the snapshots of an update out of memory before its
// transaction begins. bbolt keeps all that a transaction puts, and as much
// again for its pages, until it commits; so snapshots are put into a bucket
// beside the others in transactions of their own, and the update's then moves
// them to their place, which copies nothing. Its methods are for one goroutine.
type Stage struct {
	ctx     context.Context
	d       *DB
	room    int
	waiting []*Sealed
	bytes   int        // of those that wait
	writing chan error // of those that are being written, nil while none are
	begun   bool       // something has been written
	failed  error
}

// UpdateStaged is [DB.Update] for what is made for long and is too much for
// memory. prepare runs first, while nobody else writes; what it puts on the
// stage is written at once, and is put into the store by change, with
// [Tx.PutSealed], or not at all. Where prepare returns an error, change does
// not run and UpdateStaged returns that error. What a failed commit means is
// the same for both.
func (d *DB) UpdateStaged(ctx context.Context, prepare func(*Stage) error, change func(*Tx) error) error {
	return d.inTurn(ctx, func() error {
		stage := &Stage{ctx: ctx, d: d, room: stageRoom}
		defer stage.wait() // also where prepare panics: the turn is not to end before
		err := prepare(stage)
		if failed := stage.wait(); failed != nil {
			err = fmt.Errorf("updating the database: %w", failed)
		}
		if err == nil {
			err = d.update(ctx, change)
		}
		if stage.begun && d.refused == nil {
			keep(&err, d.aside((*Tx).clearStage))
		}
		return err
	})
}

// Index returns the current index, which stays that until the update commits.
func (st *Stage) Index() *Index { return st.d.Index() }

// View is [DB.View] for the duration of the update.
func (st *Stage) View(read func(tx *Tx) error) error { return st.d.View(st.ctx, read) }

// Settle lets go of what the store has of a snapshot already. The error is
// that of [Stage.View], or wraps [ErrDamaged].
func (st *Stage) Settle(s *Sealed) error {
	return st.View(func(tx *Tx) error { return tx.settleStored(s) })
}

// Put settles a snapshot and takes the rest, if there is any, to be written to
// the file with what others put. The error is that of [Stage.Settle], or of
// an earlier one.
func (st *Stage) Put(s *Sealed) error {
	if err := st.Settle(s); err != nil {
		return err
	}
	size := s.size()
	if size == 0 {
		return st.failed
	}
	st.waiting = append(st.waiting, s)
	if st.bytes += size; st.bytes < st.room {
		return st.failed
	}
	if err := st.wait(); err != nil {
		return err
	}
	full, first, written := st.waiting, !st.begun, make(chan error, 1)
	st.waiting, st.bytes, st.writing, st.begun = nil, 0, written, true
	go func() { written <- st.d.stage(full, first) }()
	return nil
}

// wait waits until nothing is being written. It returns the first error.
func (st *Stage) wait() error {
	if st.writing != nil {
		st.failed = <-st.writing
		st.writing = nil
	}
	return st.failed
}

// size returns how many bytes of a snapshot the store does not have.
func (s *Sealed) size() int {
	size := len(s.model)
	for _, d := range s.documents {
		size += len(d.value)
	}
	return size
}

// settleStored is settle against what the store has now.
func (tx *Tx) settleStored(s *Sealed) error {
	return guard(func() error {
		old, err := tx.head(s.brand, s.id)
		if err != nil || !s.head.Published {
			return err
		}
		return tx.settle(s, old)
	})
}

// stage writes snapshots into the bucket staging and lets go of their records.
// The first time it clears the bucket. It is for who has the turn.
func (d *DB) stage(snapshots []*Sealed, first bool) error {
	err := d.aside(func(tx *Tx) (bool, error) {
		if first {
			if _, err := tx.clearStage(); err != nil {
				return false, err
			}
		}
		for _, snapshot := range snapshots {
			if err := tx.stage(snapshot); err != nil {
				return false, fmt.Errorf("staging manual %s: %w", snapshot.id, err)
			}
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	for _, snapshot := range snapshots {
		snapshot.staged, snapshot.model = true, nil
		for i := range snapshot.documents {
			snapshot.documents[i].value = nil
		}
	}
	return nil
}

// aside runs a change that no index tells of, in a transaction of its own, and
// commits it if it changed anything.
func (d *DB) aside(change func(*Tx) (changed bool, err error)) error {
	s := d.store.Load()
	b, err := s.begin(true)
	if err != nil {
		return err
	}
	defer s.rollback(b) // does nothing after a commit
	changed := false
	tx := newTx(b, s.pages, d.Index())
	err = guard(func() (err error) {
		changed, err = change(tx)
		return err
	})
	if err != nil || !changed {
		return err
	}
	cause := s.commit(b)
	if cause == nil {
		return nil
	}
	s.rollback(b)
	return errors.Join(fmt.Errorf("committing: %w", cause), d.fly(d.reload))
}

// stage puts the records of a snapshot into the bucket staging, and with them
// copies of those that the store keeps.
func (tx *Tx) stage(s *Sealed) error {
	if tx.bolt.Bucket([]byte(stagingBucket)) == nil {
		if _, err := tx.bolt.CreateBucket([]byte(stagingBucket)); err != nil {
			return err
		}
	}
	to, err := tx.create(stagingBucket, s.brand, s.id)
	if err != nil {
		return err
	}
	from, err := tx.snapshot(s.brand, s.id)
	if err != nil {
		return err
	}
	put := func(kind string, value []byte) error {
		if value == nil {
			value = bytes.Clone(from.Get([]byte(kind)))
		}
		return to.Put([]byte(kind), value)
	}
	for _, d := range s.documents {
		if err := put(string(d.kind), d.value); err != nil {
			return err
		}
	}
	return put(modelKind, s.model)
}

// putStaged moves the records of a snapshot from the bucket staging to where
// the manual has its own.
func (tx *Tx) putStaged(s *Sealed) error {
	if _, err := tx.removeSnapshot(s.brand, s.id); err != nil {
		return err
	}
	to, err := tx.create(snapshotsBucket, s.brand)
	if err != nil {
		return err
	}
	from, err := tx.bucket(stagingBucket, s.brand)
	if err != nil {
		return err
	}
	if from == nil {
		return damaged("%s/%s: what was staged of it is missing", s.brand, s.id)
	}
	return from.MoveBucket([]byte(s.id), to)
}

// clearStage removes the bucket staging and tells whether there was one. Its
// branches are checked first, since bbolt climbs all of them to free their
// pages.
func (tx *Tx) clearStage() (cleared bool, err error) {
	b := tx.bolt.Bucket([]byte(stagingBucket))
	if b == nil {
		return false, nil
	}
	if err := tx.pages.walk(b); err != nil {
		return false, err
	}
	var brands []string
	err = b.ForEachBucket(func(brand []byte) error {
		brands = append(brands, string(brand))
		return nil
	})
	for _, brand := range brands {
		if err == nil {
			err = tx.removeBucket(stagingBucket, brand)
		}
	}
	if err != nil {
		return false, err
	}
	return true, tx.bolt.DeleteBucket([]byte(stagingBucket))
}
