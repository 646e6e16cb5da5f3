package db

import (
	"maps"
	"slices"
	"time"

	"designmanual/db/manual"
)

// A Ledger remembers the ids and anchors of the parts of a manual, its sections and blocks, so that
// links to them keep working when the seed file changes (specification, section 2.2).
type Ledger struct {
	Anchors map[string]string // section or block id to anchor, of unpublished parts too
	Parts   []LedgerPart      // of the page at the last import, with unpublished ones
	// Aliases maps the id that would be derived for a part now to the id that it keeps from an earlier import.
	Aliases map[string]string
}

// A LedgerPart is a section, or a block of the last section before it.
type LedgerPart struct {
	ID      string      `msgpack:"id"`
	Kind    manual.Kind `msgpack:"kind"`    // of a block; empty for a section
	Derived bool        `msgpack:"derived"` // the seed file has no id for it
}

// A ledgerRecord is a ledger as records have it, in a certain order.
type ledgerRecord struct {
	Anchors [][2]string  `msgpack:"anchors"` // id and anchor, by id
	Parts   []LedgerPart `msgpack:"parts"`
	Aliases [][2]string  `msgpack:"aliases"` // see [Ledger], by the first id
}

func newLedgerRecord(l Ledger) ledgerRecord {
	r := ledgerRecord{Parts: l.Parts}
	for _, id := range slices.Sorted(maps.Keys(l.Anchors)) {
		r.Anchors = append(r.Anchors, [2]string{id, l.Anchors[id]})
	}
	for _, from := range slices.Sorted(maps.Keys(l.Aliases)) {
		r.Aliases = append(r.Aliases, [2]string{from, l.Aliases[from]})
	}
	return r
}

func (r ledgerRecord) ledger() Ledger {
	l := Ledger{Anchors: make(map[string]string, len(r.Anchors)), Parts: r.Parts}
	for _, pair := range r.Anchors {
		l.Anchors[pair[0]] = pair[1]
	}
	if len(r.Aliases) > 0 {
		l.Aliases = make(map[string]string, len(r.Aliases))
	}
	for _, pair := range r.Aliases {
		l.Aliases[pair[0]] = pair[1]
	}
	return l
}

// removedLedgerTime is how long the ledger of a removed manual is kept.
const removedLedgerTime = 365 * 24 * time.Hour

// A removedRecord is the ledger of a removed manual.
type removedRecord struct {
	Removed instant      `msgpack:"removed"`
	Ledger  ledgerRecord `msgpack:"ledger"`
}

// keepLedger keeps the ledger of a manual that the update removes. That of damaged content is
// lost.
func (tx *Tx) keepLedger(brand string, head *Head) {
	if tx.index.Manual(head.ID) != head {
		return // it was put and removed in this update
	}
	content, err := tx.d.readContent(head)
	if err != nil {
		return
	}
	record := &removedRecord{Removed: newInstant(tx.d.now()), Ledger: content.record.Ledger}
	tx.removedLedgers = append(tx.removedLedgers, encodeRecord(recordKey{brand, head.ID, removedKind}, record))
}

// RemovedLedger returns the ledger of a manual that was removed less than a year ago, or an empty
// one.
func (tx *Tx) RemovedLedger(brand, id string) Ledger {
	var r removedRecord
	err := tx.d.readBolt(func(b *boltTx) error {
		_, err := b.read(recordKey{brand, id, removedKind}, &r)
		return err
	})
	if err != nil {
		return Ledger{} // what is damaged is as if it had been gone for longer
	}
	return r.Ledger.ledger()
}

// sweepRemoved removes the ledgers of manuals that are back, or were removed a year ago.
func (b *boltTx) sweepRemoved(next *Index) error {
	brands, err := b.keys(removedBucket)
	if err != nil {
		return err
	}
	for _, brand := range brands {
		ids, err := b.keys(removedBucket, brand)
		if err != nil {
			return err
		}
		for _, id := range ids {
			key := recordKey{brand, id, removedKind}
			value, err := b.get(key)
			if err != nil {
				return err
			}
			var r removedRecord
			_, damaged := decodeRecord(key, value, &r)
			back := next.ids[id]
			if damaged == nil && (back == nil || back.Brand.Slug != brand) &&
				b.d.now().Sub(r.Removed.Time()) < removedLedgerTime {
				continue
			}
			if err := b.remove(key); err != nil {
				return err
			}
		}
	}
	return nil
}
