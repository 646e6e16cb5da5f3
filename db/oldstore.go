package db

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"designmanual/db/manual"
)

// An oldStore copies a store of schema 1 or 2 into a transaction of a new one. Each
// value in it is an envelope:
//
//	meta       root, site, session
//	brands     <brand>       with the number of its heads
//	index      <brand>       a bucket: <manual id> → head
//	snapshots  <brand>       a bucket: <manual id> → a bucket: <document> → {identity,
//	                         gzip}; model → the published model
//	editorial  <brand>       a bucket: <manual id> → editorial data
//	access     <token id>    access token
//	files      <SHA-256>     a bucket: <number> → a piece; not in schema 1
type oldStore struct {
	*boltTx
	tx *Tx
}

type (
	oldCount struct {
		Count int `msgpack:"count"`
	}
	oldRoot struct {
		Site      sum      `msgpack:"site"`    // zero without a base URL
		Session   sum      `msgpack:"session"` // zero without a key
		Brands    oldCount `msgpack:"brands"`
		Tokens    oldCount `msgpack:"tokens"`
		Rendering string   `msgpack:"rendering"`
	}
	oldBrand struct {
		manual.Brand
		Heads oldCount `msgpack:"heads"`
	}
)

// read decodes the record at a path. The error wraps [ErrDamaged].
func (o oldStore) read(key recordKey, into any, path ...string) error {
	var value []byte
	if bucket := o.bucket(path[:len(path)-1]...); bucket != nil {
		value = bucket.Get([]byte(path[len(path)-1]))
	}
	_, err := decodeRecord(key, value, into)
	return err
}

func (o oldStore) copy() error {
	var root oldRoot
	if err := o.read(recordKey{kind: "root"}, &root, "meta", "root"); err != nil {
		return err
	}
	if err := errors.Join(o.copySettings(root), o.tx.SetRendering(root.Rendering)); err != nil {
		return err
	}
	err := o.forEach(func(slug string, value []byte) error {
		root.Brands.Count--
		return o.copyBrand(slug, value)
	}, "brands")
	if err != nil {
		return err
	}
	err = o.forEach(func(id string, value []byte) error {
		root.Tokens.Count--
		var record tokenRecord
		if _, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &record); err != nil {
			return err
		}
		return o.tx.write("writing access token "+id, func() error { return o.tx.putToken(record.token(id, sum{})) })
	}, "access")
	if err == nil && (root.Brands.Count != 0 || root.Tokens.Count != 0) {
		err = damageErrorf("the brands or access tokens are not those last written")
	}
	return err
}

func (o oldStore) copySettings(root oldRoot) error {
	var site struct {
		URL  string `msgpack:"url"`
		Home string `msgpack:"home"`
	}
	var session struct {
		Key [32]byte `msgpack:"key"`
	}
	var err error
	if root.Site != (sum{}) {
		if err = o.read(recordKey{kind: "site"}, &site, "meta", "site"); err == nil {
			o.tx.next.Site, err = storedSite(site.URL, site.Home)
		}
	}
	if root.Session != (sum{}) {
		err = errors.Join(err, o.read(recordKey{kind: "session"}, &session, "meta", "session"))
	}
	o.tx.next.session = session.Key
	return err
}

// copyBrand copies a brand and its manuals.
func (o oldStore) copyBrand(slug string, value []byte) error {
	var record oldBrand
	if _, err := decodeRecord(recordKey{brand: slug, kind: brandKind}, value, &record); err != nil {
		return err
	}
	if err := o.tx.PutBrand(record.Brand); err != nil {
		return err
	}
	err := o.forEach(func(id string, value []byte) error {
		record.Heads.Count--
		return o.copyManual(slug, id, value)
	}, "index", slug)
	if err == nil && record.Heads.Count != 0 {
		err = damageErrorf("%s: the manuals are not those last written", slug)
	}
	return err
}

func (o oldStore) copyManual(brand, id string, value []byte) error {
	var head snapshotRecord // the same but for its documents, which have no objects
	hash, err := decodeRecord(recordKey{brand, id, "head"}, value, &head)
	if err != nil {
		return err
	}
	m := head.manual(id, hash)
	s := &manual.Snapshot{
		Brand: brand, Subdomain: m.Subdomain, Primary: m.Primary, Flagged: m.Flagged, Published: m.Published, Password: m.Password,
		Manual: manual.Manual{
			ID: id, Slug: m.Slug, Title: m.Title, Visibility: m.Visibility, UpdatedAt: m.UpdatedAt, ExpiresAt: m.ExpiresAt, Files: m.Files,
		},
		Documents: make(map[manual.DocumentKind]manual.Document),
	}
	for _, d := range m.Documents {
		var body struct {
			Identity []byte `msgpack:"identity"`
			Gzip     []byte `msgpack:"gzip"`
		}
		if err := o.read(recordKey{brand, id, string(d.Kind)}, &body, "snapshots", brand, id, string(d.Kind)); err != nil {
			return err
		}
		s.Documents[d.Kind] = manual.Document{Identity: body.Identity, Gzip: body.Gzip}
	}
	if m.model != (sum{}) {
		var record modelRecord
		if err := o.read(recordKey{brand, id, modelObject}, &record, "snapshots", brand, id, "model"); err != nil {
			return err
		}
		s.Manual = *record.manual()
	}
	for _, f := range m.Files {
		if err := o.tx.PutFile(f.Sum, f.Size, &oldFile{oldStore: o, key: string(f.Sum[:])}); err != nil {
			return err
		}
	}
	if _, err := o.tx.Put(s); err != nil || m.editorial == (sum{}) {
		return err
	}
	var record editorialRecord
	if err := o.read(recordKey{brand, id, editorialObject}, &record, "editorial", brand, id); err != nil {
		return err
	}
	editorial, err := record.editorial()
	return errors.Join(err, o.tx.PutEditorial(brand, id, editorial))
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
		bucket := f.bucket("files", f.key)
		if bucket == nil {
			return 0, damageErrorf("it is missing")
		}
		value := bucket.Get(binary.BigEndian.AppendUint32(nil, f.number))
		if value == nil {
			return 0, io.EOF
		}
		var err error
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
