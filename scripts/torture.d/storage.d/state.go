//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/scripts/torture.d/lab"
)

// documents are the bodies of a store, by brand, manual and kind.
type documents map[key]string

type key struct {
	brand, manual string
	kind          manual.DocumentKind
}

// absent is the version of a store that is not there, or has no manual yet.
const absent = -1

// inspect returns the version that the store at path holds, to the last
// document. It is broken where it does not open, does not verify, or is of no
// version as a whole.
func (y *yard) inspect(ctx context.Context, path string) (int, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return absent, nil
	}
	held, err := readStore(ctx, path)
	if err != nil {
		return 0, err
	}
	return y.identify(held, version.all)
}

// identify returns the version that has exactly those documents of its keys.
func (y *yard) identify(held documents, of func(version) []key) (int, error) {
	if len(held) == 0 {
		return absent, nil
	}
	for v, known := range y.versions {
		keys := of(known)
		if len(keys) == len(held) && !slices.ContainsFunc(keys, func(k key) bool { return held[k] != known.documents[k] }) {
			return v, nil
		}
	}
	found := make(map[string]bool)
	for k, body := range held {
		of := "of none"
		for v, known := range y.versions {
			if known.documents[k] == body {
				of = fmt.Sprint("of version ", v)
				break
			}
		}
		found[of] = true
	}
	return 0, lab.Broken("a mixed state: %d documents, %q", len(held), slices.Sorted(maps.Keys(found)))
}

// all are the keys of a version.
func (v version) all() []key { return slices.Collect(maps.Keys(v.documents)) }

// oneOf is broken where the version found is none of those that may be.
func oneOf(found int, may ...int) error {
	if slices.Contains(may, found) {
		return nil
	}
	return lab.Broken("the store holds version %d, and may hold %v", found, may)
}

// readStore verifies a store that nobody serves and returns its documents.
func readStore(ctx context.Context, path string) (held documents, err error) {
	store, err := db.Open(path)
	if err != nil {
		return nil, lab.Broken("%v", err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var problems []error
	if err := store.Verify(ctx, func(p db.Problem) { problems = append(problems, errors.New(p.Text)) }); err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, lab.Broken("the store does not verify: %v", errors.Join(problems...))
	}
	held = make(documents)
	ix := store.Index()
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			for _, kind := range kinds() {
				body, ok, err := readDocument(ctx, store, ix, e, kind)
				if err != nil {
					return nil, err
				}
				if ok {
					held[key{b.Slug, e.Slug(), kind}] = body
				}
			}
		}
	}
	return held, nil
}

func kinds() []manual.DocumentKind {
	return []manual.DocumentKind{
		manual.ManualDocument, manual.TokensDocument, manual.StructuredDocument,
		manual.ResolverDocument, manual.PageDocument, manual.IconDocument,
	}
}

// readDocument returns a body that its entity tag vouches for, and that the
// compressed one says the same as.
func readDocument(ctx context.Context, store *db.DB, ix *db.Index, e db.Entry, kind manual.DocumentKind) (string, bool, error) {
	info, ok := e.Document(kind)
	if !ok {
		return "", false, nil
	}
	identity, err := store.Read(ctx, ix, e, kind, false)
	if err != nil {
		return "", false, lab.Broken("%v", err)
	}
	compressed, err := store.Read(ctx, ix, e, kind, true)
	if err != nil {
		return "", false, lab.Broken("%v", err)
	}
	of := sha256.Sum256(identity)
	if hex.EncodeToString(of[:]) != info.ETag() {
		return "", false, lab.Broken("%s of %s is not what its tag says", kind, e.ID())
	}
	if plain, err := inflate(compressed); err != nil || !bytes.Equal(plain, identity) {
		return "", false, lab.Broken("%s of %s says another thing compressed: %v", kind, e.ID(), err)
	}
	return string(identity), true, nil
}

func inflate(compressed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
