package db

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"designmanual/db/manual"
)

// An Entry is a manual of the index. What it says is what the fields of
// [manual.Snapshot] say. As long as no update touches its brand, successive
// indexes have the same entry; an update copies the entries of the brands
// that it touches, and what was learnt of their documents stays known.
//
// There may be a hundred thousand of them, and the garbage collector follows
// every pointer that they have: so they have two, and what is of variable
// length stands on a shelf.
type Entry struct {
	Brand *Brand
	shelf *shelf

	updated, expires moment
	texts            [texts + 1]uint32 // where on the shelf each text begins, and the last one ends
	firstDocument    uint32            // on the shelf
	documentCount    uint8             // searched in order
	visibility       uint8             // an index of manual.Visibilities

	Primary   bool
	Flagged   bool
	Published bool
}

// The texts of an entry, in the order in which they stand on a shelf.
const (
	idText = iota
	slugText
	titleText
	subdomainText
	passwordText
	texts
)

func (e *Entry) text(i int) string { return e.shelf.texts.String()[e.texts[i]:e.texts[i+1]] }

// ID returns the manual's id, which is unique in the store.
func (e *Entry) ID() string { return e.text(idText) }

// Slug returns the manual's slug, which is unique in its brand.
func (e *Entry) Slug() string { return e.text(slugText) }

// Title returns the title of a published manual, and nothing for another.
func (e *Entry) Title() string { return e.text(titleText) }

// Subdomain returns the manual's own subdomain, if it has one.
func (e *Entry) Subdomain() string { return e.text(subdomainText) }

// Password returns the hash of the password for the page, if there is one.
func (e *Entry) Password() string { return e.text(passwordText) }

// Visibility returns who may see the manual.
func (e *Entry) Visibility() manual.Visibility { return manual.Visibilities[e.visibility] }

// UpdatedAt returns when the manual last changed, in UTC.
func (e *Entry) UpdatedAt() time.Time { return e.updated.time() }

// ExpiresAt returns when the manual ends, in UTC, the zero time for never.
func (e *Entry) ExpiresAt() time.Time { return e.expires.time() }

// A moment is a time without a pointer, as [instant] has it.
type moment struct{ seconds, nanoseconds int64 }

func newMoment(t time.Time) moment { return moment{t.Unix(), int64(t.Nanosecond())} }

func (m moment) time() time.Time { return time.Unix(m.seconds, m.nanoseconds).UTC() }

// Info is what the index knows of a document.
type Info struct {
	Sum           [sha256.Size]byte // SHA-256 of the identity body
	IdentityBytes int
	GzipBytes     int
	Verified      bool // its record has been read since it was written or the store opened, and its hash held
}

// ETag returns the fingerprint, the opaque part of the entity tag.
func (i Info) ETag() string { return hex.EncodeToString(i.Sum[:]) }

// Document returns what there is of that kind, and whether there is any. An
// unpublished manual has no documents.
func (e *Entry) Document(kind manual.DocumentKind) (Info, bool) {
	d := e.document(kind)
	if d == nil {
		return Info{}, false
	}
	return Info{Sum: d.etag, IdentityBytes: int(d.identityLen), GzipBytes: int(d.gzipLen), Verified: d.state() == verified}, true
}

// A document is a document of an entry in memory. There are some hundred
// thousand of them: the tag is kept as the hash that it spells, and of the
// record's sum as much as tells one record from the next.
type document struct {
	etag                 sum
	mark                 mark
	identityLen, gzipLen uint32
	// The state, above it the kind, an index of documentKinds, and above that
	// where in the file its record was found, zero where that is not known.
	learnt atomic.Uint64
}

func (d *document) kind() manual.DocumentKind {
	return documentKinds[d.learnt.Load()>>kindShift&(1<<(offsetShift-kindShift)-1)]
}

func (d *document) state() uint64 { return d.learnt.Load() & (1<<kindShift - 1) }

func (d *document) offset() uint64 { return d.learnt.Load() >> offsetShift }

// learn notes the state, and where the record lies, or zero.
func (d *document) learn(state, offset uint64) {
	const kind = 1<<offsetShift - 1<<kindShift
	d.learnt.Store(d.learnt.Load()&kind | state | offset<<offsetShift)
}

// body returns the body, compressed or not, out of the value of its record.
func (d *document) body(value []byte, gzip bool) []byte {
	identity, compressed := bodies(value, d.identityLen, d.gzipLen)
	if gzip {
		return compressed
	}
	return identity
}

// The states of a document.
const (
	unverified = iota // its record has not been read since it was written or the store opened
	verified          // its record has been read and its hash held
	spoilt            // its record was found damaged right after it was written
)

// Where the kind and the offset begin above the state.
const (
	kindShift   = 8
	offsetShift = 16
)

// documents returns the documents of the entry.
func (e *Entry) documents() []document {
	return e.shelf.documents[e.firstDocument:][:e.documentCount]
}

// document returns the entry's document of that kind, or nil.
func (e *Entry) document(kind manual.DocumentKind) *document {
	documents := e.documents()
	for i := range documents {
		if d := &documents[i]; d.kind() == kind {
			return d
		}
	}
	return nil
}

func kindIndex(kind manual.DocumentKind) (uint64, bool) {
	for i, k := range documentKinds {
		if k == kind {
			return uint64(i), true
		}
	}
	return 0, false
}

// A shelf holds what entries have of variable length, for many of them. It
// stays as long as one of them does.
type shelf struct {
	documents []document
	taken     int // documents
	texts     strings.Builder
}

// newShelf returns a shelf with room for so many documents.
func newShelf(documents int) *shelf { return &shelf{documents: make([]document, documents)} }

// room tells whether there is room for so many documents more.
func (s *shelf) room(documents int) bool { return len(s.documents)-s.taken >= documents }

// put returns the entry of a head, whose texts and documents it puts on the
// shelf, which has room for them. It is not ok where the head has a kind or a
// visibility that there is none of.
func (s *shelf) put(id string, head *headRecord) (e Entry, ok bool) {
	visibility := slices.Index(manual.Visibilities[:], head.Visibility)
	if visibility < 0 {
		return Entry{}, false
	}
	e = Entry{
		shelf:   s,
		updated: newMoment(head.UpdatedAt.Time), expires: newMoment(head.ExpiresAt.Time),
		firstDocument: uint32(s.taken), documentCount: uint8(len(head.Documents)),
		visibility: uint8(visibility),
		Primary:    head.Primary, Flagged: head.Flagged, Published: head.Published,
	}
	for i, text := range [texts]string{id, head.Slug, head.Title, head.Subdomain, head.Password} {
		e.texts[i] = uint32(s.texts.Len())
		s.texts.WriteString(text)
	}
	e.texts[texts] = uint32(s.texts.Len())
	for i := range head.Documents {
		if !s.documents[s.taken].fill(&head.Documents[i]) {
			return Entry{}, false
		}
		s.taken++
	}
	return e, true
}

// fill sets a document, of which nothing is learnt yet, from its head. It is
// not ok where there is no such kind.
func (d *document) fill(head *documentHead) (ok bool) {
	d.etag, d.mark = head.ETag, head.Mark
	d.identityLen, d.gzipLen = head.IdentityLen, head.GzipLen
	kind, ok := kindIndex(head.Kind)
	d.learnt.Store(kind << kindShift) // unverified
	return ok
}
