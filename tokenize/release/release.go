// Package release reads and writes release files. A release is a version of a manual's design
// tokens that builds can rely on: its number and date, the documents of that day, how they differ
// from the release before, and a text.
//
// The documents stand in the file as JSON, and their hash is over that without white space, so
// that a formatter breaks nothing and a change shows line by line. The package is pure: it knows no
// files, no clock and no store.
package release

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
)

// A Release is a release of a manual.
type Release struct {
	Version    Version
	Date       string                 // YYYY-MM-DD
	Manual     string                 // id
	Notes      string                 // Markdown, or empty
	Difference *difference.Difference // to the release before; nil of the first one
	Tokens     difference.Set         // what the next release is compared with
	Documents  []Document             // in the order of [manual.Documents]
}

// MaxNotes limits the notes of a release, in bytes.
const MaxNotes = 32 << 10

// A Document is a document of a release: compact JSON, or a style sheet.
type Document struct {
	Name string
	Body []byte
}

// Write returns the release as a file: JSON, indented, with a final newline.
func (r *Release) Write() []byte {
	tokens, documents := r.Tokens.Save(), r.documents()
	file := r.head()
	file.Add("sha256", content.NewString(hashOf(tokens, documents)))
	file.Add("tokens", tokens)
	file.Add("documents", documents)
	var out bytes.Buffer
	_ = json.Indent(&out, file.Append(nil), "", "  ") // it is valid JSON
	return append(out.Bytes(), '\n')
}

// Record returns what the release says of itself, without its documents, as compact JSON. [ReadRecord]
// reads it.
func (r *Release) Record() []byte { return compact(r.head()) }

// head returns the members of the file before the documents.
func (r *Release) head() *content.Value {
	head := content.NewObject("version", r.Version.String(), "date", r.Date, "manual", r.Manual)
	if r.Notes != "" {
		head.Add("notes", content.NewString(r.Notes))
	}
	if r.Difference != nil {
		text, _ := json.Marshal(r.Difference) // of strings and numbers
		parsed, _ := content.Parse(text)
		head.Add("difference", parsed)
	}
	return head
}

// documents returns the documents as members of an object.
func (r *Release) documents() *content.Value {
	documents := content.NewObject()
	for _, d := range r.Documents {
		if isStyleSheet(d.Name) {
			documents.Add(d.Name, content.NewString(string(d.Body)))
			continue
		}
		parsed, _ := content.Parse(d.Body) // which the program has written, or parsed before
		documents.Add(d.Name, parsed)
	}
	return documents
}

// isStyleSheet reports whether a document is a text, and no JSON.
func isStyleSheet(name string) bool { return strings.HasSuffix(name, ".css") }

// hashOf returns the SHA-256 of the tokens and the documents as compact JSON, in hexadecimal digits.
func hashOf(tokens, documents *content.Value) string {
	sum := sha256.Sum256(compact(content.NewObject("tokens", tokens, "documents", documents)))
	return hex.EncodeToString(sum[:])
}

// compact returns a value as JSON without white space and with the shortest strings, however it was
// written.
func compact(v *content.Value) []byte {
	text, _ := jsontext.AppendFormat(nil, v.Append(nil), jsontext.AllowDuplicateNames(true)) // it is valid JSON
	return text
}
