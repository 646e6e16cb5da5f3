package db

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], for the goroutine and
// the duration of the function that it is given to.
type Tx struct {
	bolt   *bolt.Tx
	pages  *pages
	index  *Index
	seal   *sealer
	decode *decoder
	walked map[string]bool // buckets whose branches are checked, by path

	heldFiles func() map[[32]byte]bool // the files that are not to be removed

	root    rootRecord // as the changes so far make it, but for the brands touched
	changes changes
	healed  bool  // a damaged record has been written again as it was
	failed  error // the first error of a writing method: what it left half done is not committed
}

func newTx(b *bolt.Tx, p *pages, ix *Index) *Tx {
	return &Tx{
		bolt: b, pages: p, index: ix, seal: newSealer(), decode: newDecoder(),
		walked:  make(map[string]bool),
		changes: changes{brands: make(map[string]*brandChange), tokens: make(map[string]*AccessToken)},
	}
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// Model returns the published model of the entry's manual, verified. The
// error wraps [ErrNotFound] when the manual is unpublished, [ErrReplaced]
// when the entry is not of this transaction's state, and [ErrDamaged].
func (tx *Tx) Model(e Entry) (*manual.Manual, error) {
	at := place{e.Brand.Slug, e.ID(), modelKind}
	var record modelRecord
	err := guard(func() error {
		head, err := tx.headOf(e)
		if err != nil {
			return err
		}
		if head.Model == (sum{}) {
			return ErrNotFound
		}
		b, err := tx.snapshot(e.Brand.Slug, e.ID())
		if err != nil {
			return err
		}
		return tx.verified(b, at, head.Model[:], &record)
	})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", at, err)
	}
	return record.manual(), nil
}

// Body returns a copy of the identity body of the entry's document of that
// kind, verified. The error wraps [ErrNotFound] when there is no such
// document, [ErrReplaced] when the entry is not of this transaction's state,
// and [ErrDamaged].
func (tx *Tx) Body(e Entry, kind manual.DocumentKind) ([]byte, error) {
	at := place{e.Brand.Slug, e.ID(), string(kind)}
	doc := e.row.document(kind)
	if doc == nil {
		return nil, fmt.Errorf("reading %s: %w", at, ErrNotFound)
	}
	var record documentRecord
	err := guard(func() error {
		head, err := tx.headOf(e)
		if err != nil {
			return err
		}
		if !head.has(doc) {
			return ErrReplaced
		}
		b, err := tx.snapshot(at.brand, at.id)
		if err != nil {
			return err
		}
		return tx.verified(b, at, doc.mark[:], &record)
	})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", at, err)
	}
	return record.Identity, nil
}

// Editorial returns what is recorded of the entry's manual for its
// administration; its Anchors are not nil. Where nothing was recorded, all of
// it is empty. The error wraps [ErrReplaced] when the entry is not of this
// transaction's state, and [ErrDamaged].
func (tx *Tx) Editorial(e Entry) (Editorial, error) {
	at := place{e.Brand.Slug, e.ID(), editorialKind}
	ed := Editorial{Anchors: make(map[string]string), Tokens: manual.NewTokenDocument()}
	err := guard(func() error {
		head, err := tx.headOf(e)
		if err != nil {
			return err
		}
		if head.Editorial == (sum{}) {
			return nil
		}
		b, err := tx.bucket(editorialBucket, at.brand)
		if err != nil {
			return err
		}
		var record editorialRecord
		if err := tx.verified(b, place{at.brand, at.id, editorialKind}, head.Editorial[:], &record); err != nil {
			return err
		}
		var ok bool
		if ed, ok = record.editorial(); !ok {
			return damaged("%d groups of tokens", len(record.Groups))
		}
		return nil
	})
	if err != nil {
		return Editorial{}, fmt.Errorf("reading %s: %w", at, err)
	}
	return ed, nil
}

// bucket returns the bucket at the end of a path, nil where there is none.
// The branches of the buckets on the way are checked once a transaction.
func (tx *Tx) bucket(path ...string) (*bolt.Bucket, error) {
	b := tx.bolt.Bucket([]byte(path[0]))
	walked := path[0]
	for _, name := range path[1:] {
		if b == nil {
			return nil, nil
		}
		b = b.Bucket([]byte(name))
		walked += "\x00" + name
		if b == nil || tx.walked[walked] {
			continue
		}
		if err := tx.pages.walk(b); err != nil {
			return nil, err
		}
		tx.walked[walked] = true
	}
	return b, nil
}

func (tx *Tx) snapshot(brand, id string) (*bolt.Bucket, error) {
	return tx.bucket(snapshotsBucket, brand, id)
}

// head returns the head of a manual as the transaction has it, nil where
// there is none.
func (tx *Tx) head(brand, id string) (*headRecord, error) {
	b, err := tx.bucket(indexBucket, brand)
	if err != nil || b == nil {
		return nil, err
	}
	value := b.Get([]byte(id))
	if value == nil {
		return nil, nil
	}
	at := place{brand, id, headKind}
	payload, _, err := tx.seal.open(at, value)
	if err != nil {
		return nil, err
	}
	head := new(headRecord)
	return head, decodeHead(at, payload, head)
}

// headOf returns the head of an entry's manual, [ErrReplaced] where the
// transaction has none.
func (tx *Tx) headOf(e Entry) (*headRecord, error) {
	head, err := tx.head(e.Brand.Slug, e.ID())
	if err == nil && head == nil {
		err = ErrReplaced
		if tx.index.Entry(e.ID()) == e && tx.changes.brands[e.Brand.Slug] == nil {
			err = damaged("its head is missing")
		}
	}
	return head, err
}

// verified reads the record whose sum begins with want out of b, which may be
// nil, and decodes it.
func (tx *Tx) verified(b *bolt.Bucket, at place, want []byte, into any) error {
	payload, err := tx.sound(b, at, want)
	if err != nil {
		return err
	}
	return tx.decode.decode(at, payload, into)
}

// sound returns the payload of the record whose sum begins with want out of b,
// which may be nil. Its key there is its kind, but for an editorial record,
// which has a manual's id.
func (tx *Tx) sound(b *bolt.Bucket, at place, want []byte) (payload []byte, err error) {
	if b == nil {
		return nil, damaged("it is missing")
	}
	key := at.kind
	if at.kind == editorialKind {
		key = at.id
	}
	value := b.Get([]byte(key))
	if value == nil {
		return nil, damaged("it is missing")
	}
	payload, of, err := tx.seal.open(at, value)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(of[:], want) {
		return nil, damaged("it is not the one last written")
	}
	return payload, nil
}

// errReadOnly is what writing methods return in a View.
var errReadOnly = fmt.Errorf("this transaction only reads: %w", ErrRefused)

// write runs a step of a writing method. Once one has failed, all do, and
// nothing of the transaction is committed.
func (tx *Tx) write(what string, step func() error) error {
	if !tx.bolt.Writable() {
		return fmt.Errorf("%s: %w", what, errReadOnly)
	}
	if tx.failed != nil {
		return tx.failed
	}
	if err := guard(step); err != nil {
		tx.failed = fmt.Errorf("%s: %w", what, err)
	}
	return tx.failed
}
