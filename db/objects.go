package db

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/vmihailenco/msgpack/v5"
)

// The names of objects of a manual in messages, besides the kinds of document.
const (
	modelObject     = "model"
	editorialObject = "editorial"
	seedObject      = "seed"
	fileObject      = "file"
)

// batchSize is how many bytes of objects are written in a transaction: bbolt keeps
// in memory what a transaction writes.
const batchSize = 8 << 20

// errMissing is the error for an object that the store does not have. It is damage if
// the current index names it.
var errMissing = damageErrorf("it is missing")

// object returns the content of an object, checked against its name. It lies in the
// mapped file and is valid until the transaction ends. The error is [errMissing] or
// wraps [ErrDamaged].
func (b *boltTx) object(name sum) ([]byte, error) {
	if b.objects == nil {
		if b.objects = b.bucket(objectsBucket); b.objects == nil {
			return nil, damageErrorf("it has no bucket %s", objectsBucket)
		}
	}
	content := b.objects.Get(name[:])
	if content == nil {
		return nil, errMissing
	}
	if sha256.Sum256(content) != name {
		return nil, damageErrorf("its hash does not match")
	}
	return content, nil
}

// has reports whether an object is stored and undamaged.
func (d *DB) has(name sum) bool {
	return d.view(func(b *boltTx) error {
		_, err := b.object(name)
		return err
	}) == nil
}

// writeObjects writes objects in a transaction of their own, and marks the store:
// until the update that refers to them is committed, it may have objects that
// nothing refers to. The caller has locked d.writing.
func (d *DB) writeObjects(objects map[sum][]byte) error {
	err := d.commit(sum{}, func(b *boltTx) error {
		return errors.Join(b.mark(true), b.putObjects(objects))
	})
	if err == nil {
		err = d.view(func(b *boltTx) error { return b.readBack(nil, objects) })
	}
	return err
}

func (b *boltTx) putObjects(objects map[sum][]byte) error {
	bucket := b.bucket(objectsBucket)
	for name, content := range objects {
		if err := bucket.Put(name[:], content); err != nil {
			return err
		}
	}
	return nil
}

// encodeObject returns the object for a struct, such as a model.
func encodeObject(record any) (name sum, content []byte) {
	content = compress(encodeMsgpack(nil, record))
	return sha256.Sum256(content), content
}

// decodeObject decodes what encodeObject encodes. Unknown fields are ignored. The
// error wraps [ErrDamaged].
func decodeObject(content []byte, into any) error {
	text, err := decompress(content, 4*len(content))
	if err == nil {
		err = msgpack.Unmarshal(text, into)
	}
	if err != nil {
		return damageErrorf("decoding: %v", err)
	}
	return nil
}

// A compressor is a gzip writer and its output. Compressors are reused because each
// takes a megabyte. The standard library's writer would take half of an import's
// time and save 2 % of the bytes.
type compressor struct {
	*gzip.Writer
	out bytes.Buffer
}

var (
	compressors   = sync.Pool{New: func() any { return &compressor{Writer: gzip.NewWriter(nil)} }}
	decompressors = sync.Pool{New: func() any { return new(gzip.Reader) }}
)

func compress(text []byte) []byte {
	w := compressors.Get().(*compressor)
	defer compressors.Put(w)
	w.out.Reset()
	w.Reset(&w.out)
	w.ModTime = time.Unix(0, 0) // means no time (RFC 1952, section 2.3.1)
	w.Write(text)               // to memory, which cannot fail
	w.Close()
	return bytes.Clone(w.out.Bytes())
}

// decompress returns the text of a gzip file, which has about that size.
func decompress(content []byte, size int) ([]byte, error) {
	r := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(r)
	if err := r.Reset(bytes.NewReader(content)); err != nil {
		return nil, err
	}
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := io.Copy(text, r)
	return text.Bytes(), err
}

// identity returns the uncompressed body of a document, checked against its tag.
func (d Document) identity(content []byte) ([]byte, error) {
	body, err := decompress(content, int(d.IdentityBytes))
	if err != nil || sha256.Sum256(body) != d.Sum {
		return nil, damageErrorf("its body does not match its entity tag")
	}
	return body, nil
}

// mark marks the store, or removes the mark: it may have objects that nothing refers to.
func (b *boltTx) mark(unswept bool) error {
	if unswept {
		return b.bucket(metaBucket).Put([]byte(unsweptKey), []byte{1})
	}
	return b.bucket(metaBucket).Delete([]byte(unsweptKey))
}

// sweep removes the objects to which an update leaves no reference, in a marked store all
// of them. What a reader keeps stays, and the store is marked as long as it does. Without
// the list of a damaged file sweep cannot tell, and removes nothing.
func (b *boltTx) sweep(tx *Tx, next *Index) error {
	dropped, err := b.dropped(tx, next)
	if err != nil || dropped == nil {
		return err
	}
	kept, err := b.keepReferenced(dropped, next)
	if errors.Is(err, ErrDamaged) {
		return b.mark(true)
	} else if err != nil {
		return err
	}
	for name := range dropped {
		if err := b.bucket(objectsBucket).Delete(name[:]); err != nil {
			return fmt.Errorf("removing an object: %w", err)
		}
		delete(tx.objects, name)
	}
	return b.mark(kept)
}

// dropped returns the objects to which there may be no reference after an update: in a
// marked store all, else those of the manuals that have changed and those that were put.
// It returns nil if there are none.
func (b *boltTx) dropped(tx *Tx, next *Index) (dropped map[sum]bool, err error) {
	if tx.sweep || b.bucket(metaBucket).Get([]byte(unsweptKey)) != nil {
		return b.allObjects()
	}
	dropped = make(map[sum]bool)
	add := func(name sum) { dropped[name] = true }
	for name := range tx.objects {
		add(name)
	}
	for id, e := range tx.index.ids {
		if now := next.ids[id]; now != nil && now.record == e.record {
			continue
		}
		if err := b.eachObject(e, add); err != nil {
			return nil, b.mark(true)
		}
	}
	if len(dropped) == 0 {
		return nil, nil
	}
	return dropped, nil
}

// allObjects returns the names of the stored objects.
func (b *boltTx) allObjects() (map[sum]bool, error) {
	names := make(map[sum]bool)
	return names, b.forEach(func(key string, _ []byte) error {
		if len(key) != len(sum{}) {
			return damageErrorf("an object has the key %q", key)
		}
		names[sum([]byte(key))] = true
		return nil
	}, objectsBucket)
}

// keepReferenced removes from a set of objects what the index refers to and what readers
// keep, and reports whether the latter do. The error wraps [ErrDamaged] if the list of
// a file cannot be read.
func (b *boltTx) keepReferenced(objects map[sum]bool, ix *Index) (kept bool, err error) {
	for _, e := range ix.ids {
		if len(objects) == 0 {
			return false, nil
		}
		if err := b.eachObject(e, func(name sum) { delete(objects, name) }); err != nil {
			return false, err
		}
	}
	b.d.filesMu.Lock()
	defer b.d.filesMu.Unlock()
	for e := range b.d.kept {
		err = errors.Join(err, b.eachObject(e, func(name sum) {
			kept = kept || objects[name]
			delete(objects, name)
		}))
	}
	return kept, err
}

// eachObject calls visit for every object of a manual, with the pieces of its files.
func (b *boltTx) eachObject(e *Manual, visit func(sum)) error {
	for name := range e.objects() {
		visit(name)
	}
	for _, list := range e.names.Pieces {
		pieces, err := b.pieces(list)
		if err != nil {
			return err
		}
		for _, name := range pieces {
			visit(name)
		}
	}
	return nil
}
