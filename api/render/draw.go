package render

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"

	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
)

// drawAndKeep draws a document, keeps its hash and its compressed body, and returns the body in the encoding of the key.
// findOrMake keeps an uncompressed body.
func (c *Cache) drawAndKeep(ix *db.Index, m *db.Head, key documentKey) ([]byte, error) {
	if !key.gzip {
		// Hash has mostly drawn the document and kept it compressed.
		if compressed := c.find(ix, documentKey{manualID: key.manualID, kind: key.kind, gzip: true}); compressed != nil {
			return gzip.Decompress(compressed)
		}
	}
	c.drawSlots <- struct{}{}
	defer func() { <-c.drawSlots }()
	identity, err := catchPanic(func() ([]byte, error) { return readOrDraw(c.db, ix, m, key.kind, c.hasMCP) })
	var fault *panicError
	if errors.As(err, &fault) {
		c.log.Error(
			"a document could not be drawn", "manual", m.Name(), "document", string(key.kind), "error", fault.cause,
			"stack", fault.stack,
		)
	}
	if err != nil {
		return nil, err
	}
	compressed := gzip.CompressBest(identity)
	c.keepHash(ix, documentKey{manualID: key.manualID, kind: key.kind}, sha256.Sum256(identity))
	c.keep(ix, documentKey{manualID: key.manualID, kind: key.kind, gzip: true}, compressed)
	if key.gzip {
		return compressed, nil
	}
	return identity, nil
}

// Document returns the body of a document of a manual of an index, read from the store or drawn, and
// keeps nothing. Errors are those of [Cache.Body].
func Document(store *db.DB, ix *db.Index, m *db.Head, kind manual.DocumentKind) ([]byte, error) {
	return readOrDraw(store, ix, m, kind, true)
}

// readOrDraw returns the body of a document of a manual, as [Document] does. HasMCP says whether its hosts answer
// agents over HTTP.
func readOrDraw(
	store *db.DB, ix *db.Index, m *db.Head, kind manual.DocumentKind, hasMCP bool,
) ([]byte, error) {
	if _, ok := m.BodyInfo(kind); ok {
		return store.ReadDocument(ix, m, kind, false)
	}
	stored, err := store.Content(ix, m)
	if err != nil {
		return nil, err
	}
	draft := kind == manual.DraftDocument
	read := stored.Model
	if draft {
		read = stored.Draft
	}
	model, err := read()
	if err != nil {
		return nil, err
	}
	v, err := NewView(ix, m, model, draft)
	if err != nil {
		return nil, err
	}
	v.HasMCP = hasMCP
	if !draft {
		if v.Releases, err = releasesOf(store, ix, m); err != nil {
			return nil, err
		}
	}
	return Draw(v, kind)
}

// A panicError is the error of a renderer that panicked.
type panicError struct{ cause, stack string }

// catchPanic returns what draw returns, or its panic as an error.
func catchPanic(draw func() ([]byte, error)) (body []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			body, err = nil, &panicError{fmt.Sprint(cause), string(debug.Stack())}
		}
	}()
	return draw()
}

func (p *panicError) Error() string { return "a renderer panicked: " + p.cause }
