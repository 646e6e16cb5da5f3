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

// addIfChanged adds a record to be put, unless the stored record has the same hash. It returns the record's hash.
func (c *recordChanges) addIfChanged(r encodedRecord, stored hash256) hash256 {
	if r.hash != stored {
		c.put = append(c.put, r)
	}
	return r.hash
}

// addRemoved adds the removal of a record.
func (c *recordChanges) addRemoved(key recordKey) { c.removed = append(c.removed, key) }

// makeNext makes tx.next, the index of the state after the transaction, from its changes, and returns the records
// that differ. The error wraps [ErrConflict] if the changes contradict each other or the rest of the store.
func (tx *Tx) makeNext() (recordChanges, error) {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	var changed recordChanges
	if tx.failed != nil {
		return changed, tx.failed
	}
	for _, slug := range slices.Sorted(maps.Keys(tx.brands)) {
		if err := tx.applyBrand(slug, &changed); err != nil {
			return changed, err
		}
	}
	tx.addCreatedAccessTokens(&changed)
	if err := tx.next.makeMaps(tx.index); err != nil {
		return changed, err
	}
	if err := tx.next.checkHome(); err != nil {
		return changed, err
	}
	record := encodeRecord(recordKey{kind: storeKind}, tx.next.storeRecord())
	tx.next.storeHash = changed.addIfChanged(record, tx.index.storeHash)
	if tx.next.storeHash == tx.index.storeHash {
		return recordChanges{}, nil // nothing differs in the end: what was put was also removed
	}
	return changed, nil
}

// applyBrand puts a changed brand into the new index, or removes it from there, and adds its records that differ
// to changed.
func (tx *Tx) applyBrand(slug string, changed *recordChanges) error {
	after := tx.brands[slug]
	key := recordKey{brand: slug, kind: brandKind}
	stored := tx.index.brands[slug]
	if stored == nil {
		stored = new(Brand) // its hash is zero, which no record has
	}
	storedHashes := make(map[string]hash256) // of the records of heads, by id
	for _, head := range stored.manuals {
		storedHashes[head.ID] = head.recordHash
		if after == nil || after.manuals[head.ID] == nil {
			changed.addRemoved(recordKey{slug, head.ID, headKind})
			changed.addRemoved(recordKey{slug, head.ID, contentKind})
		}
	}
	if after == nil {
		delete(tx.next.brands, slug)
		changed.addRemoved(key)
		return nil
	}
	b := &Brand{BrandSettings: after.BrandSettings}
	differs := len(after.manuals) != len(stored.manuals)
	for _, headAfter := range after.manuals {
		head := *headAfter
		head.Brand = b
		// The record of an unchanged head, still the one of the old index, is the stored one.
		if headAfter != tx.index.Manual(head.ID) || headAfter.Brand != stored {
			head.recordHash = changed.addIfChanged(head.encode(slug), storedHashes[head.ID])
		}
		differs = differs || head.recordHash != storedHashes[head.ID]
		b.manuals = append(b.manuals, &head)
	}
	if err := b.sortManuals(); err != nil {
		return err
	}
	b.recordHash = changed.addIfChanged(encodeRecord(key, &b.BrandSettings), stored.recordHash)
	if differs || b.recordHash != stored.recordHash {
		tx.next.brands[slug] = b
	}
	return nil
}

// addCreatedAccessTokens adds the records of created access tokens that differ. Declared ones are in the records of
// their brands.
func (tx *Tx) addCreatedAccessTokens(changed *recordChanges) {
	for id := range tx.index.createdAccessTokens {
		if tx.next.createdAccessTokens[id] == nil {
			changed.addRemoved(recordKey{id: id, kind: accessKind})
		}
	}
	for id, t := range tx.next.createdAccessTokens {
		stored := tx.index.createdAccessTokens[id]
		if stored == nil {
			t.recordHash = changed.addIfChanged(t.encode(), hash256{})
		} else if stored != t {
			t.recordHash = changed.addIfChanged(t.encode(), stored.recordHash)
		}
	}
}
