package db

import (
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// Schema is the version of the layout that this package writes.
const Schema = 1

// The top-level buckets.
const (
	metaBucket      = "meta"
	brandsBucket    = "brands"
	indexBucket     = "index"
	snapshotsBucket = "snapshots"
	editorialBucket = "editorial"
	accessBucket    = "access"
)

var topLevel = [...]string{metaBucket, brandsBucket, indexBucket, snapshotsBucket, editorialBucket, accessBucket}

// The keys of the bucket meta.
const (
	schemaKey  = "schema"
	rootKey    = "root"
	siteKey    = "site"
	sessionKey = "session"
)

// A loader reads an index out of a file. It checks every record and the
// digests, so that what it returns is all that was written, and no more.
type loader struct {
	tx     *bolt.Tx
	pages  *pages
	seal   *sealer
	decode *decoder
	index  *Index
	heads  headLoader
}

// loadIndex reads the index as of the transaction. Its errors wrap
// [ErrDamaged] and say which record is damaged, or [ErrNewerSchema].
func loadIndex(tx *bolt.Tx, p *pages) (*Index, error) {
	l := &loader{tx: tx, pages: p, seal: newSealer(), decode: newDecoder(), index: &Index{}}
	if err := l.schema(); err != nil {
		return nil, err
	}
	var root rootRecord
	of, err := l.record(metaBucket, rootKey, place{kind: rootKind}, &root)
	if err != nil {
		return nil, err
	}
	l.index.root, l.index.rendering = of, root.Rendering
	for _, step := range []func(*rootRecord) error{l.site, l.session, l.brands, l.tokens} {
		if err := step(&root); err != nil {
			return nil, err
		}
	}
	l.index.declareTokens(nil)
	return l.index, nil
}

// schema checks that the layout is the one that this package knows.
func (l *loader) schema() error {
	b, err := l.bucket(metaBucket)
	if err != nil {
		return err
	}
	text := string(b.Get([]byte(schemaKey)))
	version, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err != nil || version == 0:
		return damaged("%q is no schema version", text)
	case version > Schema:
		return fmt.Errorf("schema %d: %w", version, ErrNewerSchema)
	}
	return nil
}

// record reads one record of a top-level bucket.
func (l *loader) record(bucket, key string, at place, into any) (sum, error) {
	b, err := l.bucket(bucket)
	if err != nil {
		return sum{}, err
	}
	return l.decoded(at, b.Get([]byte(key)), into)
}

// bucket returns a top-level bucket, which every store has.
func (l *loader) bucket(name string) (*bolt.Bucket, error) {
	b := l.tx.Bucket([]byte(name))
	if b == nil {
		return nil, damaged("it has no bucket %s", name)
	}
	return b, l.pages.walk(b)
}

func (l *loader) decoded(at place, value []byte, into any) (sum, error) {
	payload, of, err := l.seal.open(at, value)
	if err != nil {
		return sum{}, err
	}
	return of, l.decode.decode(at, payload, into)
}

func (l *loader) site(root *rootRecord) error {
	if root.Site == (sum{}) {
		return nil
	}
	var record siteRecord
	of, err := l.record(metaBucket, siteKey, place{kind: siteKind}, &record)
	if err != nil {
		return err
	}
	if of != root.Site {
		return damaged("the base URL is not the one last written")
	}
	if l.index.Site, err = manual.SplitSite(record.URL); err != nil {
		return damaged("the base URL: %v", err)
	}
	return nil
}

func (l *loader) tokens(root *rootRecord) error {
	b, err := l.bucket(accessBucket)
	if err != nil {
		return err
	}
	l.index.tokens = make(map[[32]byte]*AccessToken, root.Tokens.Count)
	var found digest
	err = b.ForEach(func(key, value []byte) error {
		id := string(key)
		var record tokenRecord
		of, err := l.decoded(place{id: id, kind: accessKind}, value, &record)
		if err != nil {
			return err
		}
		found.add(of)
		l.index.tokens[record.Sum] = record.token(id)
		return nil
	})
	if err != nil {
		return err
	}
	if found != root.Tokens {
		return damaged("the access tokens are not those last written: %d, not %d", found.Count, root.Tokens.Count)
	}
	return nil
}

func (l *loader) brands(root *rootRecord) error {
	brands, err := l.bucket(brandsBucket)
	if err != nil {
		return err
	}
	heads, err := l.bucket(indexBucket)
	if err != nil {
		return err
	}
	for _, name := range []string{snapshotsBucket, editorialBucket} {
		if _, err := l.bucket(name); err != nil { // what is in them is walked when it is read
			return err
		}
	}
	l.index.brands = make(map[string]*Brand, root.Brands.Count)
	l.index.domains = make(map[string]*Brand)
	l.index.subdomains = make(map[string]Entry)
	var all []*Brand
	var found digest
	err = brands.ForEach(func(key, value []byte) error {
		slug := string(key)
		var record brandRecord
		of, err := l.decoded(place{brand: slug, kind: brandKind}, value, &record)
		if err != nil {
			return err
		}
		found.add(of)
		brand, err := l.brand(&record, heads.Bucket(key))
		if err != nil {
			return err
		}
		all = append(all, brand)
		return nil
	})
	if err != nil {
		return err
	}
	if found != root.Brands {
		return damaged("the brands are not those last written: %d, not %d", found.Count, root.Brands.Count)
	}
	l.index.ids = &idIndex{}
	for _, b := range all {
		if err := l.index.enter(b); err != nil {
			return damaged("%v", err)
		}
	}
	return nil
}

// brand reads the heads of a brand's manuals out of heads, which may be nil
// where there are none.
func (l *loader) brand(record *brandRecord, heads *bolt.Bucket) (*Brand, error) {
	if heads != nil {
		if err := l.pages.walk(heads); err != nil {
			return nil, err
		}
	}
	manuals, found, err := l.heads.load(record.Slug, heads)
	if err != nil {
		return nil, err
	}
	if found != record.Heads {
		return nil, damaged("%s: the manuals are not those last written: %d, not %d", record.Slug, found.Count, record.Heads.Count)
	}
	b, err := newBrand(record.brand(), manuals)
	if err != nil {
		return nil, damaged("%v", err)
	}
	return b, nil
}
