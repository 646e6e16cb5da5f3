package db

import (
	"fmt"
	"slices"
	"strconv"

	"designmanual/db/manual"
)

// load reads the index from the file, for a caller that holds d.reopening or has not shown the store to
// anybody yet.
func (d *DB) load() (*Index, error) {
	var (
		ix  *Index
		err error
	)
	err = d.readWithoutLock(func(b *boltTx) error {
		ix, err = b.load()
		return err
	})
	return ix, err
}

// load reads the index as of the transaction. It checks every record of it and the hash over
// them, so that nothing is missing and nothing was added. The error wraps [ErrDamaged] and
// names the record, or wraps [ErrOtherSchema].
func (b *boltTx) load() (*Index, error) {
	if err := b.checkSchema(); err != nil {
		return nil, err
	}
	ix := &Index{brands: make(map[string]*Brand), createdAccessTokens: make(map[string]*AccessToken)}
	r, err := b.loadStoreRecord(ix)
	if err != nil {
		return nil, err
	}
	slugs, err := b.keys(brandsBucket)
	if err != nil {
		return nil, err
	}
	for _, slug := range slugs {
		if ix.brands[slug], err = b.loadBrand(slug); err != nil {
			return nil, err
		}
	}
	ids, err := b.keys(accessBucket)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if ix.createdAccessTokens[id], err = b.loadAccessToken(id); err != nil {
			return nil, err
		}
	}
	if err := ix.makeMaps(nil); err != nil { // no update commits a conflict
		return nil, damageErrorf("%v", err)
	}
	if ix.hashRecords() != r.Records {
		return nil, damageErrorf(
			"the brands, manuals or access tokens are not those last written: it has %d, %d and %d", len(ix.brands),
			len(ix.ids), len(ix.createdAccessTokens),
		)
	}
	return ix, nil
}

// otherSchema returns the error of a file of another schema: what to do depends on which is newer.
func otherSchema(version uint64) error {
	if version < Schema {
		return fmt.Errorf(
			"schema %d: %w by an older designmanual; move it away and import the seed files again, into a new one",
			version, ErrOtherSchema,
		)
	}
	return fmt.Errorf("schema %d: %w by a newer designmanual; use that one", version, ErrOtherSchema)
}

// checkSchema checks that the file has this program's schema and its buckets. The error wraps
// [ErrOtherSchema] or [ErrDamaged].
func (b *boltTx) checkSchema() error {
	value, err := b.get(recordKey{kind: schemaKey})
	if err != nil {
		return err
	}
	version, err := strconv.ParseUint(string(value), 10, 32)
	if err != nil || version == 0 {
		return damageErrorf("%q is no schema version", value)
	}
	if version != Schema {
		return otherSchema(version)
	}
	top, err := b.keys()
	if err != nil {
		return err
	}
	for _, name := range topLevel {
		if !slices.Contains(top, name) {
			return damageErrorf("its part %s is missing", name)
		}
	}
	return nil
}

// readStoreRecord reads the store's own record and returns its hash.
func (b *boltTx) readStoreRecord() (storeRecord, hash256, error) {
	var r storeRecord
	hash, err := b.read(recordKey{kind: storeKind}, &r)
	return r, hash, err
}

// read decodes a record and returns its hash. The error wraps [ErrDamaged].
func (b *boltTx) read(key recordKey, record any) (hash256, error) {
	value, err := b.get(key)
	if err != nil {
		return hash256{}, err
	}
	return decodeRecord(key, value, record)
}

// loadStoreRecord reads the store's own record and sets the settings of the index.
func (b *boltTx) loadStoreRecord(ix *Index) (storeRecord, error) {
	var (
		r   storeRecord
		err error
	)
	r, ix.storeHash, err = b.readStoreRecord()
	if err != nil {
		return r, err
	}
	if r.Site != "" {
		if ix.Site, err = manual.ParseSite(r.Site); err != nil {
			return r, damageErrorf("%v", err)
		}
	}
	ix.Site.Home = r.Home
	ix.Site.Guessed = r.Guessed
	ix.Site.Local = r.Local
	if len(r.Session) == len(ix.session) {
		ix.session = [32]byte(r.Session)
	}
	return r, nil
}

// loadBrand reads a brand and the heads of its manuals.
func (b *boltTx) loadBrand(slug string) (*Brand, error) {
	brand := new(Brand)
	var err error
	if brand.recordHash, err = b.read(recordKey{brand: slug, kind: brandKind}, &brand.BrandSettings); err != nil {
		return nil, err
	}
	for i := range brand.DeclaredTokens {
		brand.DeclaredTokens[i].Expires = brand.DeclaredTokens[i].Expires.UTC()
	}
	ids, err := b.keys(manualsBucket, slug)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		value, err := b.get(recordKey{slug, id, headKind})
		if err != nil {
			return nil, err
		}
		m, err := decodeHead(slug, id, value)
		if err != nil {
			return nil, err
		}
		m.Brand = brand
		brand.manuals = append(brand.manuals, m)
	}
	if err := brand.sortManuals(); err != nil {
		return nil, damageErrorf("%v", err)
	}
	return brand, nil
}

// loadAccessToken reads an access token.
func (b *boltTx) loadAccessToken(id string) (*AccessToken, error) {
	value, err := b.get(recordKey{id: id, kind: accessKind})
	if err != nil {
		return nil, err
	}
	return decodeAccessToken(id, value)
}
