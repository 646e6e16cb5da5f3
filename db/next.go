package db

import (
	"maps"
	"slices"
)

// recordChanges are the records in which the state after an update differs from the one before, those of
// content apart.
type recordChanges struct {
	put     []encodedRecord
	removed []recordKey
}

func (c *recordChanges) isEmpty() bool { return len(c.put) == 0 && len(c.removed) == 0 }

// addPut adds a record, unless the store has it already, with that hash. It returns the record's hash.
func (c *recordChanges) addPut(r encodedRecord, stored sum) sum {
	if r.hash != stored {
		c.put = append(c.put, r)
	}
	return r.hash
}

// addRemoved adds the removal of a record.
func (c *recordChanges) addRemoved(key recordKey) { c.removed = append(c.removed, key) }

// makeNext makes the index of the state after the transaction from its changes, and returns the records
// that differ.
func (tx *Tx) makeNext() (recordChanges, error) {
	var changed recordChanges
	err := tx.change("finishing", func() error {
		for _, slug := range slices.Sorted(maps.Keys(tx.brands)) {
			if err := tx.makeBrand(slug, &changed); err != nil {
				return err
			}
		}
		tx.putMadeTokens(&changed)
		if err := tx.next.build(tx.index); err != nil {
			return err
		}
		if err := tx.next.checkHome(); err != nil {
			return err
		}
		record := encodeRecord(recordKey{kind: storeKind}, tx.next.storeRecord())
		tx.next.storeSum = changed.addPut(record, tx.index.storeSum)
		return nil
	})
	if tx.next.storeSum == tx.index.storeSum {
		return recordChanges{}, err // the records are as they were: what this update changed, it changed back
	}
	return changed, err
}

// makeBrand puts a changed brand into the new index, or removes it from there, and adds its records that differ
// to changed.
func (tx *Tx) makeBrand(slug string, changed *recordChanges) error {
	old, after, key := tx.index.brands[slug], tx.brands[slug], recordKey{brand: slug, kind: brandKind}
	if old == nil {
		old = new(Brand) // with the hash of no record
	}
	before := make(map[string]sum)
	for _, m := range old.manuals {
		before[m.ID] = m.recordSum
		if after == nil || after.manuals[m.ID] == nil {
			changed.addRemoved(recordKey{slug, m.ID, headKind})
			changed.addRemoved(recordKey{slug, m.ID, contentKind})
		}
	}
	if after == nil {
		delete(tx.next.brands, slug)
		changed.addRemoved(key)
		return nil
	}
	b := &Brand{BrandSettings: after.BrandSettings}
	differs := len(after.manuals) != len(old.manuals)
	for _, m := range after.manuals {
		entry := *m
		entry.Brand = b
		if m != tx.index.Manual(m.ID) || m.Brand != old {
			entry.recordSum = changed.addPut(entry.encode(slug), before[m.ID])
		}
		differs = differs || entry.recordSum != before[m.ID]
		b.manuals = append(b.manuals, &entry)
	}
	if err := b.build(); err != nil {
		return err
	}
	b.recordSum = changed.addPut(encodeRecord(key, &b.BrandSettings), old.recordSum)
	if differs || b.recordSum != old.recordSum {
		tx.next.brands[slug] = b
	}
	return nil
}

// putMadeTokens adds what differs of the access tokens that the store has made. Declared ones are in the
// records of their brands.
func (tx *Tx) putMadeTokens(changed *recordChanges) {
	for id := range tx.index.createdTokens {
		if tx.next.createdTokens[id] == nil {
			changed.addRemoved(recordKey{id: id, kind: accessKind})
		}
	}
	for id, t := range tx.next.createdTokens {
		old := tx.index.createdTokens[id]
		if old == nil {
			t.recordSum = changed.addPut(t.encode(), sum{})
		} else if old != t {
			t.recordSum = changed.addPut(t.encode(), old.recordSum)
		}
	}
}
