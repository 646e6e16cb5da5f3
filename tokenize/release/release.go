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
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
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

// Document returns the body of a document, nil if the release has none of that name.
func (r *Release) Document(name string) []byte {
	for _, d := range r.Documents {
		if d.Name == name {
			return d.Body
		}
	}
	return nil
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

// Parse reads a release file. It returns nil for a file with faults, after reporting each.
func Parse(t *content.Tree, report func(content.Fault)) *Release {
	p := parser{report: report}
	if !t.Parse(p.fault) {
		return nil
	}
	r := p.head(t.Root)
	if t.Root.Is('{') {
		p.tokens(t.Root, r)
		p.documents(t.Root, r)
	}
	if !p.faulty {
		p.hash(t.Root)
	}
	if p.faulty {
		return nil
	}
	return r
}

// ReadRecord reads what [Release.Record] has written.
func ReadRecord(record []byte) (*Release, error) {
	var first content.Fault
	p := parser{report: func(f content.Fault) { first = f }}
	t := &content.Tree{Data: record}
	if !t.Parse(p.fault) {
		return nil, fmt.Errorf("reading a release: %s", first.Text)
	}
	r := p.head(t.Root)
	if p.faulty {
		return nil, fmt.Errorf("reading a release: %s", first.Text)
	}
	return r, nil
}

// A parser reads a release and reports what is wrong with it.
type parser struct {
	report func(content.Fault)
	faulty bool
}

func (p *parser) fault(f content.Fault) {
	p.faulty = true
	p.report(f)
}

func (p *parser) faultAt(v *content.Value, format string, args ...any) {
	p.fault(content.Fault{Offset: int(v.Start), At: int(v.Start), Text: fmt.Sprintf(format, args...)})
}

// member returns a member, a string or an object by its kind. It reports one that is missing or of
// another kind, and returns nil for it.
func (p *parser) member(object *content.Value, name string, kind jsontext.Kind) *content.Value {
	v := object.Get(name)
	if v == nil {
		p.faultAt(object, "missing key %q: `designmanual release` writes it", name)
		return nil
	}
	if v.Is(kind) {
		return v
	}
	expected := "a string"
	if kind == '{' {
		expected = "an object"
	}
	p.faultAt(v, "expected %s", expected)
	return nil
}

// text returns the characters of a string that must be there.
func (p *parser) text(object *content.Value, name string) string {
	return p.member(object, name, '"').Text()
}

// head reads the members before the documents.
func (p *parser) head(root *content.Value) *Release {
	r := new(Release)
	if !root.Is('{') {
		p.faultAt(root, "expected an object")
		return r
	}
	r.Date, r.Manual = p.text(root, "date"), p.text(root, "manual")
	if at := root.Get("date"); at.Is('"') {
		if _, err := time.Parse(time.DateOnly, r.Date); err != nil {
			p.faultAt(at, "expected a date as 2026-11-27, found %q", r.Date)
		}
	}
	if at := p.member(root, "version", '"'); at != nil {
		var err error
		if r.Version, err = ParseVersion(at.Text()); err != nil {
			p.faultAt(at, "%v", err)
		}
	}
	if root.Get("notes") != nil {
		r.Notes = p.text(root, "notes")
		if len(r.Notes) > MaxNotes {
			p.faultAt(root.Get("notes"), "expected at most %d KiB, found %d bytes", MaxNotes>>10, len(r.Notes))
		}
	}
	if root.Get("difference") != nil {
		p.difference(root, r)
	}
	return r
}

// difference reads the difference to the release before.
func (p *parser) difference(root *content.Value, r *Release) {
	v := p.member(root, "difference", '{')
	if v == nil {
		return
	}
	r.Difference = new(difference.Difference)
	if err := json.Unmarshal(v.Raw(), r.Difference); err != nil {
		p.faultAt(v, "expected the difference as `designmanual release` writes it: %v", err)
	}
}

// tokens reads what the next release is compared with.
func (p *parser) tokens(root *content.Value, r *Release) {
	v := p.member(root, "tokens", '{')
	if v == nil {
		return
	}
	var err error
	if r.Tokens, err = difference.ReadSaved(v); err != nil {
		p.faultAt(v, "%v", err)
	}
}

// documents reads the documents.
func (p *parser) documents(root *content.Value, r *Release) {
	documents := p.member(root, "documents", '{')
	if documents == nil {
		return
	}
	for _, info := range manual.Documents {
		name := info.File
		v := documents.Get(name)
		if !info.Released || v == nil && info.Kind == manual.ResolverDocument { // which takes two modes
			continue
		}
		if isStyleSheet(name) {
			r.Documents = append(r.Documents, Document{name, []byte(p.text(documents, name))})
			continue
		}
		if v = p.member(documents, name, '{'); v != nil {
			r.Documents = append(r.Documents, Document{name, compact(v)})
		}
	}
}

// hash compares the tokens and documents with their hash.
func (p *parser) hash(root *content.Value) {
	sum := p.member(root, "sha256", '"')
	if p.faulty {
		return
	}
	if hashOf(root.Get("tokens"), root.Get("documents")) != sum.Text() {
		p.faultAt(
			sum,
			"the tokens are not those that were released: they have another hash. Put the file back as it was, or "+
				"remove it and release again.",
		)
	}
}
