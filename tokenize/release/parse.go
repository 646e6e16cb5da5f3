package release

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
)

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
	p.fault(content.Fault{Offset: int(v.Start), ValueStart: int(v.Start), Text: fmt.Sprintf(format, args...)})
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
		v = p.member(documents, name, '{')
		if v != nil {
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
