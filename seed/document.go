package seed

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// renderManual writes the manual document (specification, section 2.1): compact,
// keys in the specification's order, without a final newline. The address is the
// manual's, without a trailing slash.
func renderManual(m *manual.Manual, address string) []byte {
	size := 1 << 10
	for _, s := range m.Sections {
		size += len(s.Content) + 512
		for _, b := range s.Blocks {
			size += len(b.Content) + 512
		}
	}
	w := make(writer, 0, size) // an estimate
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
	addresses := make(map[string]string, len(m.Files))
	for _, file := range m.Files {
		addresses[file.Ref] = address + file.Path()
	}
	for i, s := range m.Sections {
		w.part(i, s.ID, s.Anchor, address)
		w.member(`,"title":`, s.Title)
		w.raw(`,"content":` + string(withAddresses(s.Content, "", addresses)) + `,"blocks":[`)
		for i, b := range s.Blocks {
			w.part(i, b.ID, b.Anchor, address)
			w.member(`,"type":`, string(b.Kind))
			w.member(`,"label":`, b.Kind.Label())
			w.raw(`,"content":` + string(withAddresses(b.Content, b.Kind, addresses)) + "}")
		}
		w.raw("]}")
	}
	w.raw("]}")
	return w
}

// dateTime formats an ISO 8601 date-time in UTC without trailing zeros.
func dateTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

type writer []byte

func (w *writer) raw(s string) { *w = append(*w, s...) }

// member writes a key as given and a string value, with only the escapes that
// JSON requires (RFC 8259, section 7).
func (w *writer) member(key, value string) {
	w.raw(key)
	*w = quoted(*w, value)
}

// part writes the beginning of the i-th section or block of a list.
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
		panic(fmt.Sprintf("quoting a parsed string: %v", err)) // only invalid UTF-8 fails, and parsed files have none
	}
	return text
}

// withAddresses returns the content of a section or block with the addresses of files, by
// how the content refers to them. Everything else stays as written.
func withAddresses(text []byte, kind manual.Kind, addresses map[string]string) []byte {
	if len(addresses) == 0 {
		return text
	}
	parsed, err := content.Parse(text)
	if err != nil || parsed == nil {
		return text // which was parsed before
	}
	replaced := content.ReplaceAddresses(kind, parsed, func(ref string) string { return addresses[ref] })
	if replaced == parsed {
		return text
	}
	return replaced.Append(make([]byte, 0, len(text)))
}
