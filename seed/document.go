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
	size := 1 << 10
	for _, s := range m.Sections {
		size += len(s.Content) + 512
		for _, b := range s.Blocks {
			size += len(b.Content) + 512
		}
	}
	w := make(writer, 0, size) // or little more
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
	files := addressesOf(m, address)
	for i, s := range m.Sections {
		w.part(i, s.ID, s.Anchor, address)
		w.member(`,"title":`, s.Title)
		w.raw(`,"content":` + string(s.Content) + `,"blocks":[`)
		for i, b := range s.Blocks {
			w.part(i, b.ID, b.Anchor, address)
			w.member(`,"type":`, string(b.Kind))
			w.member(`,"label":`, b.Kind.Label())
			w.raw(`,"content":` + string(withAddresses(b.Content, b.Kind, files)) + "}")
		}
		w.raw("]}")
	}
	w.raw("]}")
	return w
}

// dateTime is an ISO 8601 date-time in UTC, zero fractions dropped.
func dateTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

type writer []byte

func (w *writer) raw(s string) { *w = append(*w, s...) }

// member writes a key as it stands and a string, escaped only where JSON
// asks for it (RFC 8259, section 7).
func (w *writer) member(key, value string) {
	w.raw(key)
	*w = quoted(*w, value)
}

// part writes how the i-th section or block of a list begins.
func (w *writer) part(i int, id, anchor, address string) {
	if i > 0 {
		w.raw(",")
	}
	w.member(`{"id":`, id)
	w.member(`,"anchor":`, anchor)
	w.member(`,"url":`, address+"#"+anchor)
}

// quoted appends a JSON string to text.
func quoted(text []byte, value string) []byte {
	text, err := jsontext.AppendQuote(text, value)
	if err != nil {
		panic(fmt.Sprintf("quoting a parsed string: %v", err)) // only invalid UTF-8, which no parsed file has
	}
	return text
}

// addressesOf returns the addresses of a manual's files as JSON strings, by
// the URLs that name them.
func addressesOf(m *manual.Manual, address string) map[string][]byte {
	addresses := make(map[string][]byte, len(m.Files))
	for _, file := range m.Files {
		addresses[file.Ref] = quoted(nil, address+file.Path())
	}
	return addresses
}

// withAddresses returns the content of a block with the addresses of the files
// in place of the URLs that name them, and everything else as it is.
func withAddresses(content []byte, kind manual.Kind, addresses map[string][]byte) []byte {
	if fileLists[kind] == "" || len(addresses) == 0 {
		return content
	}
	f := &file{Source: Source{Data: content}}
	parse(f) // which finds no fault: it has been parsed before
	var out []byte
	start := uint32(0) // of what is not in out yet
	for _, at := range fileURLs(&f.root, kind) {
		if address, ok := addresses[at.place.str()]; ok {
			out = append(append(out, content[start:at.place.start]...), address...)
			start = at.place.end
		}
	}
	return append(out, content[start:]...)
}
