package db

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"designmanual/db/manual"
)

// load reads the index. It checks every record and the digests, so that what it
// returns is all that was written, and no more. Its errors wrap [ErrDamaged] and
// say which record is damaged, or [ErrNewerSchema].
func (d *DB) load() (ix *Index, err error) {
	err = d.view(func(tx *Tx) error {
		ix, err = tx.load()
		return err
	})
	return ix, err
}

// load reads the index as of the transaction.
func (tx *Tx) load() (*Index, error) {
	if _, err := tx.schema(); err != nil {
		return nil, err
	}
	for _, name := range topLevel {
		if tx.bolt.Bucket([]byte(name)) == nil && name != filesBucket { // which schema 1 does not have
			return nil, damaged("it has no bucket %s", name)
		}
	}
	ix := &Index{brands: make(map[string]*Brand)}
	root, of, err := tx.readRoot()
	if err != nil {
		return nil, err
	}
	ix.root, ix.Rendering = of, root.Rendering
	if err := tx.loadSettings(ix, &root); err != nil {
		return nil, err
	}
	err = tx.each(func(slug string, value []byte) error {
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
		return nil, damaged("the brands are not those last written: %d, not %d", found.Brands.Count, root.Brands.Count)
	case found.Tokens != root.Tokens:
		return nil, damaged("the access tokens are not those last written: %d, not %d", found.Tokens.Count, root.Tokens.Count)
	}
	if err := ix.build(nil); err != nil { // which no update commits
		return nil, damaged("%v", err)
	}
	return ix, nil
}

// schema returns the version of the layout, which this package knows.
func (tx *Tx) schema() (uint64, error) {
	value, err := tx.get(recordKey{kind: schemaKey})
	if err != nil {
		return 0, err
	}
	text := string(value)
	version, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err != nil || version == 0:
		return 0, damaged("%q is no schema version", text)
	case version > Schema:
		return 0, fmt.Errorf("schema %d: %w", version, ErrNewerSchema)
	}
	return version, nil
}

// readRoot reads the root record and returns its sum.
func (tx *Tx) readRoot() (root rootRecord, of sum, err error) {
	key := recordKey{kind: rootKind}
	value, err := tx.get(key)
	if err == nil {
		of, err = decodeRecord(key, value, &root)
	}
	return root, of, err
}

// loadSettings reads the base URL and the key of page sessions, where the root
// speaks of them.
func (tx *Tx) loadSettings(ix *Index, root *rootRecord) error {
	var site siteRecord
	var session sessionRecord
	err := errors.Join(tx.setting(siteKind, root.Site, &site), tx.setting(sessionKind, root.Session, &session))
	if err != nil {
		return err
	}
	if root.Site != (sum{}) { // as SetSite has written it, also where that would refuse it by now
		u, err := url.Parse(site.URL)
		if err != nil {
			return damaged("the base URL: %v", err)
		}
		ix.Site = manual.Site{Scheme: u.Scheme, Host: u.Hostname(), Port: u.Port()}
	}
	if root.Session != (sum{}) && copy(ix.session[:], session.Key) != len(ix.session) {
		return damaged("the key of page sessions has %d bytes", len(session.Key))
	}
	return nil
}

// setting decodes the record of a setting, unless its sum is zero.
func (tx *Tx) setting(kind string, want sum, into any) error {
	if want == (sum{}) {
		return nil
	}
	of, err := tx.record(recordKey{kind: kind}, into)
	if err == nil && of != want {
		err = damaged("%s: it is not the one last written", kind)
	}
	return err
}

// loadBrand reads a brand out of its record, and the heads of its manuals.
func (tx *Tx) loadBrand(slug string, value []byte) (*Brand, error) {
	var record brandRecord
	of, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record)
	if err != nil {
		return nil, err
	}
	for i := range record.Access {
		record.Access[i].Expires = record.Access[i].Expires.UTC()
	}
	entries, err := tx.loadManuals(slug)
	if err != nil {
		return nil, err
	}
	b, err := newBrand(record.Brand, entries)
	if err != nil {
		return nil, damaged("%v", err)
	}
	b.record = of
	if b.heads != record.Heads {
		return nil, damaged("%s: the manuals are not those last written: %d, not %d", slug, b.heads.Count, record.Heads.Count)
	}
	return b, nil
}

// loadManuals reads the heads of a brand's manuals.
func (tx *Tx) loadManuals(brand string) (entries []*Entry, err error) {
	err = tx.each(func(id string, value []byte) (err error) {
		e := &Entry{ID: id}
		e.record, err = decodeRecord(recordKey{brand, id, headKind}, value, &e.Head)
		e.Documents = knownDocuments(e.Documents)
		entries = append(entries, e)
		return err
	}, indexBucket, brand)
	return entries, err
}

// knownDocuments returns the documents of kinds that this program knows. Their
// kinds are the strings of the table, which take no memory.
func knownDocuments(heads []Document) []Document {
	known := heads[:0]
	for _, head := range heads {
		if head.Kind = head.Kind.Info().Kind; head.Kind != "" {
			known = append(known, head)
		}
	}
	return known
}

// loadTokens reads the access tokens that the store keeps, by id.
func (tx *Tx) loadTokens() (map[string]*AccessToken, error) {
	tokens := make(map[string]*AccessToken)
	return tokens, tx.each(func(id string, value []byte) error {
		var record tokenRecord
		of, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &record)
		if err == nil {
			tokens[id] = record.token(id, of)
		}
		return err
	}, accessBucket)
}
