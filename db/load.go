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
	err = d.view(func(tx *Tx) error {
		ix, err = tx.load()
		return err
	})
	return ix, err
}

// load reads the index as of the transaction. It checks every record of it and
// the digests over them, so that nothing is missing and nothing was added. The
// error wraps [ErrDamaged] and names the record, or wraps [ErrNewerSchema].
func (tx *Tx) load() (*Index, error) {
	if _, err := tx.schema(); err != nil {
		return nil, err
	}
	for _, name := range topLevel {
		if tx.bolt.Bucket([]byte(name)) == nil && name != filesBucket { // which schema 1 does not have
			return nil, damageErrorf("it has no bucket %s", name)
		}
	}
	ix := &Index{brands: make(map[string]*Brand)}
	root, hash, err := tx.readRoot()
	if err != nil {
		return nil, err
	}
	ix.root, ix.Rendering = hash, root.Rendering
	if err := tx.loadSettings(ix, &root); err != nil {
		return nil, err
	}
	err = tx.forEach(func(slug string, value []byte) error {
		ix.brands[slug], err = tx.loadBrand(slug, value)
		return err
	}, brandsBucket)
	if err != nil {
		return nil, err
	}
	if ix.access, err = tx.loadTokens(); err != nil {
		return nil, err
	}
	found := ix.digests(root)
	switch {
	case found.Brands != root.Brands:
		return nil, damageErrorf("the brands are not those last written: %d, not %d", found.Brands.Count, root.Brands.Count)
	case found.Tokens != root.Tokens:
		return nil, damageErrorf("the access tokens are not those last written: %d, not %d", found.Tokens.Count, root.Tokens.Count)
	}
	if err := ix.build(nil); err != nil { // no update commits a conflict
		return nil, damageErrorf("%v", err)
	}
	return ix, nil
}

// schema returns the schema version. The error wraps [ErrNewerSchema] for one
// that this package does not know.
func (tx *Tx) schema() (uint64, error) {
	value, err := tx.get(recordKey{kind: schemaKey})
	if err != nil {
		return 0, err
	}
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
func (tx *Tx) readRoot() (root rootRecord, hash sum, err error) {
	key := recordKey{kind: rootKind}
	value, err := tx.get(key)
	if err == nil {
		hash, err = decodeRecord(key, value, &root)
	}
	return root, hash, err
}

// loadSettings reads the base URL and the key of page sessions, if the root has
// their hashes.
func (tx *Tx) loadSettings(ix *Index, root *rootRecord) error {
	if root.Site != (sum{}) {
		var site siteRecord
		if err := tx.loadSetting(siteKind, root.Site, &site); err != nil {
			return err
		}
		u, err := url.Parse(site.URL) // not ParseSite: an older program may have accepted what it now refuses
		if err != nil {
			return damageErrorf("the base URL: %v", err)
		}
		host := strings.TrimSuffix(u.Host, ":"+u.Port()) // an IPv6 address stays in brackets
		ix.Site = manual.Site{Scheme: u.Scheme, Host: host, Port: u.Port(), Path: u.Path, Home: site.Home}
	}
	if root.Session != (sum{}) {
		var session sessionRecord
		if err := tx.loadSetting(sessionKind, root.Session, &session); err != nil {
			return err
		}
		ix.session = [32]byte(session.Key)
	}
	return nil
}

// loadSetting decodes the record that has that hash.
func (tx *Tx) loadSetting(kind string, hash sum, into any) error {
	found, err := tx.record(recordKey{kind: kind}, into)
	if err == nil && found != hash {
		err = damageErrorf("%s: it is not the one last written", kind)
	}
	return err
}

// loadBrand decodes the record of a brand, and reads the heads of its manuals.
func (tx *Tx) loadBrand(slug string, value []byte) (*Brand, error) {
	var record brandRecord
	hash, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record)
	if err != nil {
		return nil, err
	}
	for i := range record.Access {
		record.Access[i].Expires = record.Access[i].Expires.UTC()
	}
	entries, err := tx.loadEntries(slug)
	if err != nil {
		return nil, err
	}
	b, err := newBrand(record.Brand, entries)
	if err != nil {
		return nil, damageErrorf("%v", err)
	}
	b.record = hash
	if b.heads != record.Heads {
		return nil, damageErrorf("%s: the manuals are not those last written: %d, not %d", slug, b.heads.Count, record.Heads.Count)
	}
	return b, nil
}

// loadEntries reads the heads of a brand's manuals.
func (tx *Tx) loadEntries(brand string) (entries []*Entry, err error) {
	err = tx.forEach(func(id string, value []byte) (err error) {
		e := &Entry{ID: id}
		e.record, err = decodeRecord(recordKey{brand, id, headKind}, value, &e.Head)
		e.Documents = knownDocuments(e.Documents)
		entries = append(entries, e)
		return err
	}, indexBucket, brand)
	return entries, err
}

// knownDocuments drops documents of unknown kinds. The kinds of the others
// become the strings of [manual.Documents], so that they take no memory.
func knownDocuments(all []Document) []Document {
	known := all[:0]
	for _, d := range all {
		if d.Kind = d.Kind.Info().Kind; d.Kind != "" {
			known = append(known, d)
		}
	}
	return known
}

// loadTokens reads the access tokens of the bucket access, by id.
func (tx *Tx) loadTokens() (map[string]*AccessToken, error) {
	tokens := make(map[string]*AccessToken)
	return tokens, tx.forEach(func(id string, value []byte) error {
		var record tokenRecord
		hash, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &record)
		if err == nil {
			tokens[id] = record.token(id, hash)
		}
		return err
	}, accessBucket)
}
