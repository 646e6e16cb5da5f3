package seed

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// renderManual writes the manual document of the specification, section 2.1:
// compact, keys in the specification's order, without a final newline. The
// address is the manual's, without a trailing slash.
func renderManual(m *manual.Manual, address string) []byte {
	w := make(writer, 0, roomFor(m, address))
	w.member(`{"id":`, m.ID)
	w.member(`,"slug":`, m.Slug)
	w.member(`,"title":`, m.Title)
	w.member(`,"description":`, m.Description)
	w.member(`,"url":`, address)
	w.member(`,"visibility":`, string(m.Visibility))
	w.member(`,"updatedAt":`, dateTime(m.UpdatedAt))
	if m.ExpiresAt.IsZero() {
		w.raw(`,"expiresAt":null`)
	} else {
		w.member(`,"expiresAt":`, dateTime(m.ExpiresAt))
	}
	w.raw(`,"sections":[`)
	addresses := addressesOf(m, address)
	for i := range m.Sections {
		w.comma(i)
		w.section(&m.Sections[i], address, addresses)
	}
	w.raw("]}")
	return w
}

// dateTime is an ISO 8601 date-time in UTC, zero fractions dropped.
func dateTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// roomFor returns about the length of the manual document.
func roomFor(m *manual.Manual, address string) int {
	room := 512 + len(m.Title) + len(m.Description)
	for i := range m.Sections {
		s := &m.Sections[i]
		room += 128 + len(s.ID) + 2*len(s.Anchor) + len(s.Title) + len(address) + len(s.Content)
		for j := range s.Blocks {
			b := &s.Blocks[j]
			room += 128 + len(b.ID) + 2*len(b.Anchor) + 2*len(b.Kind) + len(address) + len(b.Content)
		}
	}
	return room
}

type writer []byte

func (w *writer) raw(s string) { *w = append(*w, s...) }

// json writes a value that is compact already.
func (w *writer) json(value []byte) { *w = append(*w, value...) }

func (w *writer) comma(i int) {
	if i > 0 {
		w.raw(",")
	}
}

// member writes a key as it stands and a string, escaped only where JSON
// asks for it (RFC 8259, section 7).
func (w *writer) member(key, value string) {
	w.raw(key)
	*w = quoted(*w, value)
}

// quoted appends a JSON string to text.
func quoted(text []byte, value string) []byte {
	text, err := jsontext.AppendQuote(text, value)
	if err != nil {
		panic(fmt.Sprintf("quoting a parsed string: %v", err)) // only invalid UTF-8, which no parsed file has
	}
	return text
}

func (w *writer) section(s *manual.Section, address string, files map[string][]byte) {
	w.member(`{"id":`, s.ID)
	w.member(`,"anchor":`, s.Anchor)
	w.member(`,"url":`, address+"#"+s.Anchor)
	w.member(`,"title":`, s.Title)
	w.raw(`,"content":`)
	w.json(s.Content)
	w.raw(`,"blocks":[`)
	for i := range s.Blocks {
		w.comma(i)
		b := &s.Blocks[i]
		w.member(`{"id":`, b.ID)
		w.member(`,"anchor":`, b.Anchor)
		w.member(`,"url":`, address+"#"+b.Anchor)
		w.member(`,"type":`, string(b.Kind))
		w.member(`,"label":`, b.Kind.Label())
		w.raw(`,"content":`)
		w.json(withAddresses(b.Content, b.Kind, files))
		w.raw("}")
	}
	w.raw("]}")
}
