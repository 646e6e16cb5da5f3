package db

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"designmanual/db/manual"
)

// A row is what an index has of a manual: all in one place, since among a
// hundred thousand of them every other place that a request looks at is a wait
// for memory, and without a pointer, so that the garbage collector has as
// little to do for many as for few. Its texts stand with those of the whole
// brand.
type row struct {
	facts
	files     []manual.File
	documents [len(documentKinds)]document
}

// facts are all of a row but its documents, which learn.
type facts struct {
	seconds       [moments]int64    // since 1970
	nanoseconds   [moments]uint32   // since then
	begins        [texts + 1]uint32 // where each text begins, and the last one ends
	documentCount uint8             // searched in order
	visibility    uint8             // an index of manual.Visibilities

	primary, flagged, published bool
}

// The texts of a row, in the order in which they stand.
const (
	idText = iota
	slugText
	titleText
	subdomainText
	passwordText
	texts
)

// The moments of a row.
const (
	updated = iota
	expires
	moments
)

// moment returns a moment in UTC, as [instant] has it.
func (f *facts) moment(i int) time.Time {
	return time.Unix(f.seconds[i], int64(f.nanoseconds[i])).UTC()
}

func (f *facts) setMoment(i int, t time.Time) {
	f.seconds[i], f.nanoseconds[i] = t.Unix(), uint32(t.Nanosecond())
}

// fill makes r the row of a head, whose texts it adds to others. The error
// says what there is in the head that no row can have.
func (r *row) fill(id string, head *headRecord, others *strings.Builder) error {
	visibility := slices.Index(manual.Visibilities[:], head.Visibility)
	if visibility < 0 {
		return fmt.Errorf("there is no visibility %q", head.Visibility)
	}
	if len(head.Documents) > len(r.documents) {
		return fmt.Errorf("%d documents of %d kinds", len(head.Documents), len(r.documents))
	}
	r.facts = facts{
		documentCount: uint8(len(head.Documents)), visibility: uint8(visibility),
		primary: head.Primary, flagged: head.Flagged, published: head.Published,
	}
	r.files = each(head.Files, fileRecord.file)
	r.setMoment(updated, head.UpdatedAt.Time)
	r.setMoment(expires, head.ExpiresAt.Time)
	for i, text := range [texts]string{id, head.Slug, head.Title, head.Subdomain, head.Password} {
		r.begins[i] = uint32(others.Len())
		others.WriteString(text)
	}
	r.begins[texts] = uint32(others.Len())
	for i := range head.Documents {
		if err := r.documents[i].fill(&head.Documents[i]); err != nil {
			return err
		}
	}
	return roomFor(others)
}

// take makes r, which is new, the same as another row, and adds its texts to
// others. What was learnt of its documents stays known.
func (r *row) take(from loose, others *strings.Builder) error {
	r.facts, r.files = from.row.facts, from.row.files
	first, last := r.begins[0], r.begins[texts]
	for i := range r.begins {
		r.begins[i] += uint32(others.Len()) - first
	}
	others.WriteString(from.texts[first:last])
	for i := range r.all() {
		d, known := &r.documents[i], &from.row.documents[i]
		d.told = known.told
		d.learnt.Store(known.learnt.Load())
	}
	return roomFor(others)
}

// roomFor tells whether a row can say where its texts are among others.
func roomFor(others *strings.Builder) error {
	if uint64(others.Len()) > math.MaxUint32 {
		return errors.New("the texts of a brand's manuals come to more than 4 GiB")
	}
	return nil
}

// textBytes returns how long its texts are.
func (r *row) textBytes() int { return int(r.begins[texts] - r.begins[0]) }

// textLen returns how long one of them is.
func (f *facts) textLen(i int) int { return int(f.begins[i+1] - f.begins[i]) }

// all returns the documents of the row.
func (r *row) all() []document { return r.documents[:r.documentCount] }

// document returns the row's document of that kind, or nil.
func (r *row) document(kind manual.DocumentKind) *document {
	for i := range r.all() {
		if d := &r.documents[i]; d.kind() == kind {
			return d
		}
	}
	return nil
}

// A loose row is one and what its texts are in, whether it is a brand's or not
// yet.
type loose struct {
	row   *row
	texts string
}

func (l loose) text(i int) string { return l.texts[l.row.begins[i]:l.row.begins[i+1]] }

// A document is a document of a row. There are some hundred thousand of them:
// the tag is kept as the hash that it spells, and of the record's sum as much
// as tells one record from the next.
type document struct {
	told
	// The state, above it the kind, an index of documentKinds, and above that
	// where in the file its record was found, zero where that is not known.
	learnt atomic.Uint64
}

// told is what a head tells of a document.
type told struct {
	etag                 sum
	mark                 mark
	identityLen, gzipLen uint32
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

func kindIndex(kind manual.DocumentKind) (uint64, bool) {
	for i, k := range documentKinds {
		if k == kind {
			return uint64(i), true
		}
	}
	return 0, false
}

// fill sets a document, of which nothing is learnt yet, from its head. The
// error says that there is no such kind.
func (d *document) fill(head *documentHead) error {
	kind, ok := kindIndex(head.Kind)
	if !ok {
		return fmt.Errorf("there is no kind of document %q", head.Kind)
	}
	d.told = told{head.ETag, head.Mark, head.IdentityLen, head.GzipLen}
	d.learnt.Store(kind << kindShift) // unverified
	return nil
}
