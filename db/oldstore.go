package db

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"designmanual/db/manual"
)

// An oldStore reads a store of schema 1 or 2 for [Migrate]. Each value there is an
// envelope:
//
//	meta       root, site, session
//	brands     <brand>       with the digest of its heads
//	index      <brand>       a bucket: <manual id> → head
//	snapshots  <brand>       a bucket: <manual id> → a bucket: <document> → {etag,
//	                         identity, gzip}; model → the published model
//	editorial  <brand>       a bucket: <manual id> → editorial data
//	access     <token id>    access token
//	files      <SHA-256>     a bucket: <number> → a piece; not in schema 1
type oldStore struct{ *boltTx }

// A digest identifies a set of records: their number and the exclusive or of their
// hashes.
type digest struct {
	Count uint64 `msgpack:"count"`
	Sums  sum    `msgpack:"sums"`
}

func (d *digest) add(hash sum) {
	d.Count++
	subtle.XORBytes(d.Sums[:], d.Sums[:], hash[:])
}

type (
	oldRoot struct {
		Site      sum    `msgpack:"site"`
		Session   sum    `msgpack:"session"`
		Brands    digest `msgpack:"brands"`
		Tokens    digest `msgpack:"tokens"`
		Rendering string `msgpack:"rendering"`
	}
	oldBrand struct {
		manual.Brand
		Heads digest `msgpack:"heads"`
	}
	oldHead struct {
		Slug       string            `msgpack:"slug"`
		Title      string            `msgpack:"title"`
		Subdomain  string            `msgpack:"subdomain"`
		Primary    bool              `msgpack:"primary"`
		Flagged    bool              `msgpack:"flagged"`
		Published  bool              `msgpack:"published"`
		Visibility manual.Visibility `msgpack:"visibility"`
		UpdatedAt  instant           `msgpack:"updated"`
		ExpiresAt  instant           `msgpack:"expires"`
		Password   string            `msgpack:"password"`
		Model      sum               `msgpack:"model"`
		Editorial  sum               `msgpack:"editorial"`
		Documents  []oldDocument     `msgpack:"documents"`
		Files      []manual.File     `msgpack:"files"`
	}
	oldDocument struct {
		//lint:ignore U1000 msgpack reads its tag
		_msgpack struct{} `msgpack:",as_array"`

		Kind   manual.DocumentKind
		Sum    sum
		Prefix [8]byte // of the hash of its record

		IdentityBytes, GzipBytes uint32
	}
	oldBody struct {
		Identity []byte `msgpack:"identity"`
		Gzip     []byte `msgpack:"gzip"`
	}
)

// read decodes the record at a path, whose key is key, and returns its hash. The
// error wraps [ErrDamaged].
func (o oldStore) read(key recordKey, into any, path ...string) (sum, error) {
	bucket, err := o.bucket(path[:len(path)-1]...)
	if err != nil || bucket == nil {
		return sum{}, errors.Join(err, damageErrorf("%s: it is missing", key))
	}
	return decodeRecord(key, bucket.Get([]byte(path[len(path)-1])), into)
}

// copy puts everything but the files into a transaction of a new store.
func (o oldStore) copy(tx *Tx) error {
	return catchPanic(func() error {
		var root oldRoot
		if _, err := o.read(recordKey{kind: "root"}, &root, "meta", "root"); err != nil {
			return err
		}
		if err := errors.Join(o.copySettings(tx, root), tx.SetRendering(root.Rendering)); err != nil {
			return err
		}
		var brands, tokens digest
		err := o.forEach(func(slug string, value []byte) error {
			var record oldBrand
			hash, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record)
			if err != nil {
				return err
			}
			brands.add(hash)
			return errors.Join(tx.PutBrand(record.Brand), o.copyManuals(tx, slug, record.Heads))
		}, "brands")
		if err != nil {
			return err
		}
		err = o.forEach(func(id string, value []byte) error {
			var record tokenRecord
			hash, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &record)
			tokens.add(hash)
			return errors.Join(err, tx.write("writing access token "+id, func() error { return tx.putToken(record.token(id, sum{})) }))
		}, "access")
		if err == nil && (brands != root.Brands || tokens != root.Tokens) {
			err = damageErrorf("the brands or access tokens are not those last written")
		}
		return err
	})
}

func (o oldStore) copySettings(tx *Tx, root oldRoot) error {
	if root.Site != (sum{}) {
		var record struct {
			URL  string `msgpack:"url"`
			Home string `msgpack:"home"`
		}
		if hash, err := o.read(recordKey{kind: "site"}, &record, "meta", "site"); err != nil || hash != root.Site {
			return errors.Join(err, damageErrorf("the base URL is not the one last written"))
		}
		site, err := storedSite(record.URL, record.Home)
		if tx.next.Site = site; err != nil {
			return err
		}
	}
	if root.Session != (sum{}) {
		var record struct {
			Key []byte `msgpack:"key"`
		}
		hash, err := o.read(recordKey{kind: "session"}, &record, "meta", "session")
		if err != nil || hash != root.Session || len(record.Key) != len(tx.next.session) {
			return errors.Join(err, damageErrorf("the key of page sessions is not the one last written"))
		}
		tx.next.session = [32]byte(record.Key)
	}
	return nil
}

// copyManuals puts the manuals of a brand.
func (o oldStore) copyManuals(tx *Tx, brand string, heads digest) error {
	var found digest
	err := o.forEach(func(id string, value []byte) error {
		var head oldHead
		hash, err := decodeRecord(recordKey{brand, id, "head"}, value, &head)
		found.add(hash)
		if err == nil {
			err = o.copyManual(tx, brand, id, &head)
		}
		return err
	}, "index", brand)
	if err == nil && found != heads {
		err = damageErrorf("%s: the manuals are not those last written", brand)
	}
	return err
}

func (o oldStore) copyManual(tx *Tx, brand, id string, head *oldHead) error {
	s := &manual.Snapshot{
		Brand: brand, Subdomain: head.Subdomain, Primary: head.Primary, Flagged: head.Flagged, Published: head.Published, Password: head.Password,
		Manual: manual.Manual{
			ID: id, Slug: head.Slug, Title: head.Title, Visibility: head.Visibility,
			UpdatedAt: head.UpdatedAt.Time(), ExpiresAt: head.ExpiresAt.Time(), Files: head.Files,
		},
		Documents: make(map[manual.DocumentKind]manual.Document),
	}
	for _, d := range head.Documents {
		key := recordKey{brand, id, string(d.Kind)}
		var body oldBody
		hash, err := o.read(key, &body, "snapshots", brand, id, string(d.Kind))
		if err != nil {
			return err
		}
		if [8]byte(hash[:8]) != d.Prefix || sha256.Sum256(body.Identity) != d.Sum {
			return damageErrorf("%s: it is not the one last written", key)
		}
		if d.Kind.Info().Kind != "" {
			s.Documents[d.Kind] = manual.Document{Identity: body.Identity, Gzip: body.Gzip}
		}
	}
	if head.Model != (sum{}) {
		var record modelRecord
		key := recordKey{brand, id, modelObject}
		if hash, err := o.read(key, &record, "snapshots", brand, id, "model"); err != nil || hash != head.Model {
			return errors.Join(err, damageErrorf("%s: it is not the one last written", key))
		}
		s.Manual = *record.manual()
	}
	if _, err := tx.Put(s); err != nil || head.Editorial == (sum{}) {
		return err
	}
	var record editorialRecord
	key := recordKey{brand, id, editorialObject}
	if hash, err := o.read(key, &record, "editorial", brand, id); err != nil || hash != head.Editorial {
		return errors.Join(err, damageErrorf("%s: it is not the one last written", key))
	}
	editorial, err := record.editorial()
	if err != nil {
		return err
	}
	return tx.PutEditorial(brand, id, editorial)
}

// putFiles stores the files that manuals name.
func (o oldStore) putFiles(ctx context.Context, batch *FileBatch) error {
	return catchPanic(func() error {
		return o.forEach(func(brand string, _ []byte) error {
			return o.forEach(func(id string, value []byte) error {
				var head oldHead
				_, err := decodeRecord(recordKey{brand, id, "head"}, value, &head)
				for _, f := range head.Files {
					if err == nil {
						err = batch.Put(ctx, f.Sum, f.Size, &oldFile{oldStore: o, key: string(f.Sum[:])})
					}
				}
				return err
			}, "index", brand)
		}, "index")
	})
}

// An oldFile reads a file piece by piece.
type oldFile struct {
	oldStore
	key    string // SHA-256
	number uint32 // of the next piece
	rest   []byte // of the last piece
}

func (f *oldFile) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		bucket, err := f.bucket("files", f.key)
		if err != nil || bucket == nil {
			return 0, errors.Join(err, damageErrorf("it is missing"))
		}
		value := bucket.Get(binary.BigEndian.AppendUint32(nil, f.number))
		if value == nil {
			return 0, io.EOF
		}
		f.rest, _, err = openEnvelope(recordKey{id: f.key, kind: fmt.Sprintf("piece %d", f.number)}, value)
		if err != nil {
			return 0, err
		}
		f.number++
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}
