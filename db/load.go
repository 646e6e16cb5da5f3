package db

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// load reads the index from the file.
func (d *DB) load() (ix *Index, err error) {
	err = d.view(func(b *boltTx) error {
		ix, err = b.load()
		return err
	})
	return ix, err
}

// load reads the index as of the transaction. It checks every record of it and
// the hashes over them, so that nothing is missing and nothing was added. The
// error wraps [ErrDamaged] and names the record, or wraps [ErrOlderSchema] or
// [ErrNewerSchema].
func (b *boltTx) load() (*Index, error) {
	switch version, err := b.schema(); {
	case err != nil:
		return nil, err
	case version < Schema:
		return nil, fmt.Errorf("schema %d: %w", version, ErrOlderSchema)
	}
	for _, name := range topLevel {
		if b.Bucket([]byte(name)) == nil {
			return nil, damageErrorf("it has no bucket %s", name)
		}
	}
	ix := &Index{brands: make(map[string]*Brand), access: make(map[string]*AccessToken)}
	root, err := b.loadRoot(ix)
	if err == nil {
		err = b.forEach(func(slug string, value []byte) error {
			ix.brands[slug], err = b.loadBrand(slug, value)
			return err
		}, brandsBucket)
	}
	if err == nil {
		err = b.forEach(func(id string, value []byte) error {
			ix.access[id], err = loadToken(id, value)
			return err
		}, accessBucket)
	}
	if err != nil {
		return nil, err
	}
	if ix.records() != root.Records {
		return nil, damageErrorf("the brands or access tokens are not those last written: it has %d and %d", len(ix.brands), len(ix.access))
	}
	if err := ix.build(nil); err != nil { // no update commits a conflict
		return nil, damageErrorf("%v", err)
	}
	return ix, nil
}

// schema returns the schema version. The error wraps [ErrNewerSchema] for one
// that this package does not know.
func (b *boltTx) schema() (uint64, error) {
	value := b.get(recordKey{kind: schemaKey})
	version, err := strconv.ParseUint(string(value), 10, 32)
	switch {
	case err != nil || version == 0:
		return 0, damageErrorf("%q is no schema version", value)
	case version > Schema:
		return 0, fmt.Errorf("schema %d: %w", version, ErrNewerSchema)
	}
	return version, nil
}

// readRoot reads the root record and returns its hash.
func (b *boltTx) readRoot() (root rootRecord, hash sum, err error) {
	key := recordKey{kind: rootKind}
	hash, err = decodeRecord(key, b.get(key), &root)
	return root, hash, err
}

// loadRoot reads the root record and sets the settings of the index.
func (b *boltTx) loadRoot(ix *Index) (root rootRecord, err error) {
	root, ix.root, err = b.readRoot()
	if err != nil {
		return root, err
	}
	ix.Rendering = root.Rendering
	if ix.Site, err = storedSite(root.Site, root.Home); err != nil {
		return root, err
	}
	ix.Site.Guessed = root.Guessed
	ix.Site.Local = root.Local
	if len(root.Session) == len(ix.session) {
		ix.session = [32]byte(root.Session)
	}
	return root, nil
}

// storedSite parses a stored base URL. It is not ParseSite: an older program may
// have accepted what that refuses now.
func storedSite(text, home string) (manual.Site, error) {
	u, err := url.Parse(text)
	if err != nil {
		return manual.Site{}, damageErrorf("the base URL: %v", err)
	}
	host := strings.TrimSuffix(u.Host, ":"+u.Port()) // an IPv6 address stays in brackets
	return manual.Site{Scheme: u.Scheme, Host: host, Port: u.Port(), Path: u.Path, Home: home}, nil
}

// loadBrand decodes the record of a brand, and reads the snapshots of its manuals.
func (b *boltTx) loadBrand(slug string, value []byte) (*Brand, error) {
	var record brandRecord
	hash, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record)
	if err != nil {
		return nil, err
	}
	for i := range record.Access {
		record.Access[i].Expires = record.Access[i].Expires.UTC()
	}
	brand := &Brand{Brand: record.Brand, record: hash}
	err = b.forEach(func(id string, value []byte) error {
		var record snapshotRecord
		hash, err := decodeRecord(recordKey{slug, id, snapshotKind}, value, &record)
		e := record.manual(id, hash)
		e.Brand = brand
		brand.entries = append(brand.entries, e)
		return err
	}, snapshotsBucket, slug)
	if err != nil {
		return nil, err
	}
	if err := brand.build(); err != nil {
		return nil, damageErrorf("%v", err)
	}
	if brand.snapshots() != record.Snapshots {
		return nil, damageErrorf("%s: the manuals are not those last written: it has %d", slug, len(brand.entries))
	}
	return brand, nil
}
