package db

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/vmihailenco/msgpack/v5"
)

// batchSize is how many bytes of objects are written in a transaction: bbolt keeps
// in memory what a transaction writes.
const batchSize = 8 << 20

// object returns the content of an object, checked against its name. It lies in the
// mapped file and is valid until the transaction ends. The error wraps
// [ErrNotFound] or [ErrDamaged].
func (b *boltTx) object(name sum) ([]byte, error) {
	bucket := b.bucket(objectsBucket)
	if bucket == nil {
		return nil, damageErrorf("it has no bucket %s", objectsBucket)
	}
	content := bucket.Get(name[:])
	if content == nil {
		return nil, ErrNotFound
	}
	if sha256.Sum256(content) != name {
		return nil, damageErrorf("its hash does not match")
	}
	return content, nil
}

// missing returns those of the objects that are not stored or are damaged.
func (d *DB) missing(names iter.Seq[sum]) (missing []sum) {
	err := d.view(func(b *boltTx) error {
		for name := range names {
			if _, err := b.object(name); err != nil {
				missing = append(missing, name)
			}
		}
		return nil
	})
	if err != nil { // a page is damaged
		return slices.Collect(names)
	}
	return missing
}

// writeObjects writes objects in a transaction of their own, and marks the store:
// until the update that refers to them is committed, it may have objects that
// nothing refers to. The caller has locked d.writing.
func (d *DB) writeObjects(objects map[sum][]byte) error {
	err := d.commit(sum{}, func(b *boltTx) error {
		return errors.Join(b.Bucket([]byte(metaBucket)).Put([]byte(unsweptKey), []byte{1}), b.putObjects(objects))
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

// orphans returns the names of the stored objects that the index does not refer to.
func (b *boltTx) orphans(ix *Index) (map[sum]bool, error) {
	orphans := make(map[sum]bool)
	err := b.forEach(func(key string, _ []byte) error {
		if len(key) != len(sum{}) {
			return damageErrorf("an object has the key %q", key)
		}
		orphans[sum([]byte(key))] = false
		return nil
	}, objectsBucket)
	if err == nil {
		err = b.removeReferenced(orphans, ix)
	}
	return orphans, err
}

// removeReferenced removes what the index refers to from a set of objects. The value
// says whether an object is the list of a file's pieces; those of the lists that stay
// are added. The error wraps [ErrDamaged] if a list cannot be read.
func (b *boltTx) removeReferenced(objects map[sum]bool, ix *Index) error {
	lists := make(map[sum]bool) // whether the index refers to it
	for _, e := range ix.ids {
		for name := range e.objects() {
			delete(objects, name)
		}
		for _, list := range e.pieces {
			lists[list] = true
		}
	}
	for name, isList := range objects {
		if isList {
			lists[name] = false
		}
	}
	for _, referenced := range [...]bool{false, true} {
		for list := range lists {
			if lists[list] != referenced || len(objects) == 0 {
				continue
			}
			pieces, err := b.pieces(list)
			if err != nil {
				return err
			}
			for _, piece := range pieces {
				if objects[piece] = false; referenced {
					delete(objects, piece)
				}
			}
		}
	}
	return nil
}

// sweep removes those of an update's dropped objects that the new index does not refer
// to, or of all objects if the store is marked. What a reader keeps stays, and the store is
// marked as long as it does. Without the list of a damaged file sweep cannot tell,
// and removes nothing.
func (b *boltTx) sweep(ix *Index, tx *Tx) error {
	meta, dropped := b.bucket(metaBucket), tx.dropped()
	all := tx.sweepAll || meta.Get([]byte(unsweptKey)) != nil
	if len(dropped) == 0 && !all {
		return nil
	}
	var err error
	if all {
		dropped, err = b.orphans(ix)
	} else {
		err = b.removeReferenced(dropped, ix)
	}
	var kept map[sum]bool
	if err == nil {
		kept, err = b.keptObjects()
	}
	if errors.Is(err, ErrDamaged) {
		return meta.Put([]byte(unsweptKey), []byte{1})
	} else if err != nil {
		return err
	}
	marked := false
	for name := range dropped {
		if kept[name] {
			marked = true
		} else if err := b.bucket(objectsBucket).Delete(name[:]); err != nil {
			return fmt.Errorf("removing an object: %w", err)
		} else {
			delete(tx.objects, name)
		}
	}
	if marked {
		return meta.Put([]byte(unsweptKey), []byte{1})
	}
	return meta.Delete([]byte(unsweptKey))
}
