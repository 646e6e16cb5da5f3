package db

import (
	"time"
)

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
