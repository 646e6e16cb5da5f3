// Package document writes the manual document, manual.json (specification, section 2.1). It is written in two steps,
// because the address of a manual and the time of its last change are known only when the rest of it was compared.
package document

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// The blanks of a document: what stands in it for the address of the manual, and for the time of its last change,
// until FillBlanks puts these there. No JSON text has these characters.
const (
	addressBlank = "\x00"
	timeBlank    = "\x01"
)

// WithBlanks writes the manual document (specification, section 2.1) with an addressBlank for
// each address of the manual and a timeBlank for the time of its last change: compact, keys in the
// specification's order, without a final newline.
func WithBlanks(m *manual.Manual) []byte {
	size := 1 << 10
	for _, s := range m.Sections {
		size += len(s.Content) + 512
		for _, b := range s.Blocks {
			size += len(b.Content) + 512
		}
	}
	w := make(jsonWriter, 0, size) // an estimate
	w.pair(`{"id":`, m.ID)
	w.pair(`,"slug":`, m.Slug)
	w.pair(`,"title":`, m.Title)
	w.pair(`,"description":`, m.Description)
	w.raw(`,"url":"` + addressBlank + `"`)
	w.pair(`,"visibility":`, string(m.Visibility))
	w.raw(`,"updatedAt":"` + timeBlank + `"`)
	if m.ExpiresAt.IsZero() {
		w.raw(`,"expiresAt":null`)
	} else {
		w.pair(`,"expiresAt":`, dateTime(m.ExpiresAt))
	}
	w.raw(`,"sections":[`)
	paths := make(map[string]string, len(m.Files))
	for _, file := range m.Files {
		paths[file.Ref] = file.Path()
	}
	for i, s := range m.Sections {
		w.part(i, s.ID, s.Anchor)
		w.pair(`,"title":`, s.Title)
		w.raw(`,"content":`)
		w.content(s.Content, "", paths)
		w.raw(`,"blocks":[`)
		for i, b := range s.Blocks {
			w.part(i, b.ID, b.Anchor)
			w.pair(`,"type":`, string(b.Kind))
			w.pair(`,"label":`, b.Kind.Label())
			w.raw(`,"content":`)
			w.content(b.Content, b.Kind, paths)
			w.raw("}")
		}
		w.raw("]}")
	}
	w.raw("]}")
	return w
}

// FillBlanks returns the manual document, manual.json, with an address and a time in place of its blanks. The
// address has no trailing slash.
func FillBlanks(withBlanks []byte, address string, updatedAt time.Time) []byte {
	quotedAddress := quoted(nil, address)
	document := bytes.ReplaceAll(withBlanks, []byte(addressBlank), quotedAddress[1:len(quotedAddress)-1])
	return bytes.Replace(document, []byte(timeBlank), []byte(dateTime(updatedAt)), 1)
}

// dateTime formats an ISO 8601 date-time in UTC without trailing zeros.
func dateTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

type jsonWriter []byte

func (w *jsonWriter) raw(s string) { *w = append(*w, s...) }

// pair writes a key as given and a string value, with only the escapes that
// JSON requires (RFC 8259, section 7).
func (w *jsonWriter) pair(key, value string) {
	w.raw(key)
	*w = quoted(*w, value)
}

// part writes the beginning of the i-th section or block of a list.
func (w *jsonWriter) part(i int, id, anchor string) {
	if i > 0 {
		w.raw(",")
	}
	w.pair(`{"id":`, id)
	w.pair(`,"anchor":`, anchor)
	w.raw(`,"url":"` + addressBlank + "#")
	text := quoted(nil, anchor)
	*w = append(*w, text[1:]...)
}

// content writes the content of a section or block, with an address in place of each reference
// to a file. Everything else stays as written. Paths has the path of each file below the
// manual's address, by its reference.
func (w *jsonWriter) content(text []byte, kind manual.Kind, paths map[string]string) {
	if len(paths) == 0 || kind.Info().Files == nil && !bytes.ContainsAny(text, "/=") {
		*w = append(*w, text...)
		return
	}
	parsed, err := content.Parse(text)
	if err != nil || parsed == nil {
		*w = append(*w, text...) // cannot happen: the text was parsed before
		return
	}
	// A string must not hold the blank itself, which would be escaped: addressStandIn stands for it.
	replaced := content.ReplaceAddresses(kind, parsed, func(ref string) string {
		if path, ok := paths[ref]; ok {
			return addressStandIn + path
		}
		return ""
	})
	if replaced == parsed {
		*w = append(*w, text...)
		return
	}
	*w = append(*w, bytes.ReplaceAll(replaced.Append(nil), []byte(addressStandIn), []byte(addressBlank))...)
}

// addressStandIn stands for addressBlank while a string is encoded, which would escape the blank. It
// is private-use characters (Unicode, section 23.5) that nobody writes one after the other.
const addressStandIn = "\U0010FFFD\U0010FFFC\U0010FFFD"

// quoted appends a JSON string to text.
func quoted(text []byte, value string) []byte {
	text, err := jsontext.AppendQuote(text, value)
	if err != nil {
		panic(fmt.Sprintf("quoting a parsed string: %v", err)) // only invalid UTF-8 fails, and parsed files have none
	}
	return text
}
