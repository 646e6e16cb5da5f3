package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

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

// each copies the records of a bucket, of which there must be as many as counted.
func (o oldStore) each(counted oldCount, copy func(key string, value []byte) error, path ...string) error {
	err := o.forEach(func(key string, value []byte) error {
		counted.Count--
		return copy(key, value)
	}, path...)
	if err == nil && counted.Count != 0 {
		err = damageErrorf("%s: the records are not those last written", strings.Join(path, "/"))
	}
	return err
}

func (o oldStore) copy() error {
	var root oldRoot
	err := o.read(recordKey{kind: "root"}, &root, "meta", "root")
	if err == nil {
		err = o.copySettings(root)
	}
	if err == nil {
		err = o.each(root.Brands, o.copyBrand, "brands")
	}
	if err == nil {
		err = o.each(root.Tokens, func(id string, value []byte) (err error) {
			o.tx.next.access[id], err = loadToken(id, value)
			return err
		}, "access")
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
	if !root.Site.IsZero() {
		if err = o.read(recordKey{kind: "site"}, &site, "meta", "site"); err == nil {
			o.tx.next.Site, err = storedSite(site.URL, site.Home)
		}
	}
	if !root.Session.IsZero() {
		err = errors.Join(err, o.read(recordKey{kind: "session"}, &session, "meta", "session"))
	}
	o.tx.next.session, o.tx.next.Rendering = session.Key, root.Rendering
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
	return o.each(record.Heads, func(id string, value []byte) error { return o.copyManual(slug, id, value) }, "index", slug)
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
	if !m.names.Model.IsZero() {
		var record modelRecord
		if err := o.read(recordKey{brand, id, modelObject}, &record, "snapshots", brand, id, "model"); err != nil {
			return err
		}
		s.Manual = *record.manual()
	}
	for _, f := range m.Files {
		content, err := o.file(string(f.Sum[:]))
		if err == nil {
			err = o.tx.PutFile(f.Sum, f.Size, content)
		}
		if err != nil {
			return err
		}
	}
	if err := o.tx.Put(s); err != nil || m.names.Editorial.IsZero() {
		return err
	}
	var record editorialRecord
	if err := o.read(recordKey{brand, id, editorialObject}, &record, "editorial", brand, id); err != nil {
		return err
	}
	return o.tx.PutEditorial(brand, id, record.editorial())
}

// file returns the content of the file with that SHA-256.
func (o oldStore) file(key string) (io.Reader, error) {
	var pieces []io.Reader
	for number := uint32(0); ; number++ {
		var value []byte
		if bucket := o.bucket("files", key); bucket != nil {
			value = bucket.Get(binary.BigEndian.AppendUint32(nil, number))
		}
		if value == nil {
			return io.MultiReader(pieces...), nil
		}
		piece, _, err := openEnvelope(recordKey{id: key, kind: fmt.Sprintf("piece %d", number)}, value)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, bytes.NewReader(piece))
	}
}
