package db

import (
	"fmt"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A loader reads an index out of a file. It checks every record and the
// digests, so that what it returns is all that was written, and no more.
type loader struct {
	store *store
	tx    *bolt.Tx
	index *Index
	root  rootRecord
}

// load reads the index.
func (s *store) load() (ix *Index, err error) {
	err = s.view(func(b *bolt.Tx) error {
		ix, err = s.loadIndex(b)
		return err
	})
	return ix, err
}

// loadIndex reads the index as of the transaction. Its errors wrap
// [ErrDamaged] and say which record is damaged, or [ErrNewerSchema].
func (s *store) loadIndex(b *bolt.Tx) (*Index, error) {
	l := &loader{store: s, tx: b, index: &Index{
		brands: make(map[string]*Brand), domains: make(map[string]*Brand),
		subdomains: make(map[string]Entry), ids: make(map[string]Entry), access: make(map[string]*AccessToken),
	}}
	if _, err := s.schema(b); err != nil {
		return nil, err
	}
	of, err := l.record(recordKey{kind: rootKind}, &l.root)
	if err != nil {
		return nil, err
	}
	l.index.root, l.index.rendering = of, l.root.Rendering
	for _, name := range topLevel {
		if b.Bucket([]byte(name)) == nil && name != filesBucket { // which schema 1 does not have
			return nil, damaged("it has no bucket %s", name)
		}
	}
	for _, step := range []func() error{l.site, l.session, l.brands, l.tokens} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return l.index, nil
}

// schema returns the version of the layout, which this package knows.
func (s *store) schema(b *bolt.Tx) (uint64, error) {
	meta, err := s.bucket(b, metaBucket)
	if err != nil {
		return 0, err
	}
	if meta == nil {
		return 0, damaged("it has no bucket %s", metaBucket)
	}
	text := string(meta.Get([]byte(schemaKey)))
	version, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err != nil || version == 0:
		return 0, damaged("%q is no schema version", text)
	case version > Schema:
		return 0, fmt.Errorf("schema %d: %w", version, ErrNewerSchema)
	}
	return version, nil
}

// record reads one record.
func (l *loader) record(key recordKey, into any) (sum, error) {
	value, err := l.store.get(l.tx, key)
	if err != nil {
		return sum{}, err
	}
	return decodeRecord(key, value, into)
}

// single reads a record that the root speaks of, if it does.
func (l *loader) single(kind string, want sum, into any) error {
	if want == (sum{}) {
		return nil
	}
	key := recordKey{kind: kind}
	of, err := l.record(key, into)
	if err == nil && of != want {
		err = damaged("%s: it is not the one last written", key)
	}
	return err
}

func (l *loader) site() error {
	var record siteRecord
	err := l.single(siteKind, l.root.Site, &record)
	if err != nil || l.root.Site == (sum{}) {
		return err
	}
	if l.index.Site, err = manual.SplitSite(record.URL); err != nil {
		return damaged("the base URL: %v", err)
	}
	return nil
}

func (l *loader) session() error {
	var record sessionRecord
	err := l.single(sessionKind, l.root.Session, &record)
	if err != nil || l.root.Session == (sum{}) {
		return err
	}
	if copy(l.index.session[:], record.Key) != len(l.index.session) {
		return damaged("the key of page sessions has %d bytes", len(record.Key))
	}
	return nil
}

// each calls visit with the keys and values of a bucket.
func (l *loader) each(visit func(key string, value []byte) error, path ...string) error {
	bucket, err := l.store.bucket(l.tx, path...)
	if err != nil || bucket == nil {
		return err
	}
	return bucket.ForEach(func(key, value []byte) error { return visit(string(key), value) })
}

func (l *loader) brands() error {
	var found digest
	var all []*Brand
	err := l.each(func(slug string, value []byte) error {
		var record brandRecord
		of, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record)
		if err != nil {
			return err
		}
		found.add(of)
		b, err := l.brand(&record)
		if err != nil {
			return err
		}
		b.record = of
		all = append(all, b)
		return nil
	}, brandsBucket)
	if err != nil {
		return err
	}
	if found != l.root.Brands {
		return damaged("the brands are not those last written: %d, not %d", found.Count, l.root.Brands.Count)
	}
	for _, b := range all {
		if err := l.index.add(b); err != nil {
			return damaged("%v", err)
		}
	}
	return nil
}

// brand reads the heads of a brand's manuals.
func (l *loader) brand(record *brandRecord) (*Brand, error) {
	for i := range record.Access {
		record.Access[i].Expires = record.Access[i].Expires.UTC()
	}
	var metas []*meta
	err := l.each(func(id string, value []byte) (err error) {
		m := &meta{id: id}
		m.record, err = decodeRecord(recordKey{record.Slug, id, headKind}, value, &m.headRecord)
		m.Documents = knownDocuments(m.Documents)
		metas = append(metas, m)
		return err
	}, indexBucket, record.Slug)
	if err != nil {
		return nil, err
	}
	b, err := newBrand(record.Brand, metas)
	if err != nil {
		return nil, damaged("%v", err)
	}
	if found := b.digest(); found != record.Heads {
		return nil, damaged("%s: the manuals are not those last written: %d, not %d", record.Slug, found.Count, record.Heads.Count)
	}
	return b, nil
}

// knownDocuments returns the documents of kinds that this program knows. Their
// kinds are the strings of the table, which take no memory.
func knownDocuments(heads []documentHead) []documentHead {
	known := heads[:0]
	for _, head := range heads {
		i := slices.IndexFunc(manual.Documents[:], func(info manual.DocumentInfo) bool { return info.Kind == head.Kind })
		if i >= 0 {
			head.Kind = manual.Documents[i].Kind
			known = append(known, head)
		}
	}
	return known
}

func (l *loader) tokens() error {
	var found digest
	err := l.each(func(id string, value []byte) error {
		var record tokenRecord
		of, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &record)
		if err != nil {
			return err
		}
		found.add(of)
		t := record.token(id)
		t.record = of
		l.index.access[id] = t
		return nil
	}, accessBucket)
	if err != nil {
		return err
	}
	if found != l.root.Tokens {
		return damaged("the access tokens are not those last written: %d, not %d", found.Count, l.root.Tokens.Count)
	}
	if err := l.index.setTokens(nil); err != nil {
		return damaged("%v", err)
	}
	return nil
}
