package db

import (
	"context"
	"crypto/sha256"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// files checks the files that manuals name, and reports those that none does.
func (c *check) files() {
	checked := make(map[[sha256.Size]byte]bool)
	for b := range c.tx.index.Brands() {
		for e := range b.Manuals() {
			for _, f := range e.Files() {
				if !checked[f.Sum] && c.ctx.Err() == nil {
					c.try(Problem{Brand: b.Slug, Manual: e.ID(), Kind: "file"}, func() error { return checkFile(c.ctx, c.tx.bolt, f) })
				}
				checked[f.Sum] = true
			}
		}
	}
	c.each([]string{filesBucket}, func(key string) {
		if len(key) != sha256.Size || !checked[[sha256.Size]byte([]byte(key))] {
			c.report(Problem{Kind: "file", Text: fmt.Sprintf("the file %.8x belongs to no manual", key), Harmless: true})
		}
	})
	c.each([]string{incomingBucket}, func(string) {
		c.report(Problem{Kind: "file", Text: "a file that an interrupted import has left", Harmless: true})
	})
}

// checkFile reads all of a file.
func checkFile(ctx context.Context, tx *bolt.Tx, f manual.File) error {
	pieces := fileBucket(tx, f.Sum)
	if pieces == nil {
		return damaged("the file %s is missing", f.Ref)
	}
	hash, size := sha256.New(), int64(0)
	for number := uint32(0); size < f.Size; number++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		payload, err := openPiece(pieces, f.Sum, number)
		if err != nil {
			return fmt.Errorf("the file %s: %w", f.Ref, err)
		}
		hash.Write(payload)
		size += int64(len(payload))
	}
	if size != f.Size || [sha256.Size]byte(hash.Sum(nil)) != f.Sum {
		return damaged("the file %s: its content is not what its hash says", f.Ref)
	}
	return nil
}
