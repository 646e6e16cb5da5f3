package assign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"designmanual/db"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// An Insertion is what a seed file lacks of the id and the anchor of a manual,
// section or block.
type Insertion struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // of the part, from 1
	Column int    `json:"column"` // from 1, in bytes
	Path   string `json:"path"`
	ID     string `json:"id,omitempty"`
	Anchor string `json:"anchor,omitempty"`
	Offset int    `json:"offset"` // where Text belongs, in bytes after a byte order mark
	Text   string `json:"text"`
}

// Missing returns the ids and anchors that a file lacks of a manual and that an import makes, in the order of their
// places. A draft gets those that it will have if it is approved as it is.
func (r *Result) Missing(m *content.Value, id string) []Insertion {
	var missing []Insertion
	if m.Get("id") == nil {
		missing = append(missing, insertion(m, id, ""))
	}
	missing = append(missing, missingOf(r.Approved)...)
	if NeedsApproval(m) {
		missing = append(missing, missingOf(r.draftBeside(m, id))...)
	}
	slices.SortStableFunc(missing, func(a, b Insertion) int { return cmp.Compare(a.Offset, b.Offset) })
	return missing
}

// draftBeside returns the sections of a draft with the ids and anchors that they have beside
// those of the approved version.
func (r *Result) draftBeside(m *content.Value, id string) []*Part {
	sections := readSections(m, id)
	known, _ := assignIDs(id, sections, r.Ledger)
	// What is wrong with the anchors of the draft was reported before.
	ledger := db.Ledger{Anchors: known.Anchors, Aliases: known.Aliases}
	assignAnchors(id, sections, ledger, Options{AllowAnchorChange: true}, new(problem.Collector))
	return sections
}

// missingOf returns what the file lacks of the ids and anchors of sections and their blocks.
func missingOf(sections []*Part) []Insertion {
	var missing []Insertion
	for _, p := range allParts(sections) {
		id, anchor := "", ""
		if p.Node.Get("id") == nil {
			id = p.ID
		}
		if p.Node.Get("anchor") == nil {
			anchor = p.Anchor
		}
		if p.Node.Is('{') && id+anchor != "" {
			missing = append(missing, insertion(p.Node, id, anchor))
		}
	}
	return missing
}

// insertion returns the text of the members that an object lacks, written as its
// first member is: before it, or an anchor alone after the id.
func insertion(object *content.Value, id, anchor string) Insertion {
	line, column := object.Tree.Position(int(object.Start))
	i := Insertion{File: object.Tree.Name, Line: line, Column: column, Path: object.Path(), ID: id, Anchor: anchor}
	data, first := object.Tree.Data, object.Children[0]
	before := data[object.Start+1 : first.NameStart] // white space
	named := data[first.NameStart:first.Start]
	colon := named[len(bytes.TrimRight(named, ": \t\r\n")):]
	member := func(key, value string) string {
		quoted, _ := json.Marshal(value) // a string, which cannot fail
		return `"` + key + `"` + string(colon) + string(quoted)
	}
	separator := "," + string(before)
	if len(before) == 0 && bytes.ContainsRune(colon, ' ') {
		separator = ", "
	}
	if known := object.Get("id"); id == "" && known != nil {
		i.Offset, i.Text = int(known.End), separator+member("anchor", anchor)
		return i
	}
	i.Offset = int(first.NameStart)
	if id != "" {
		i.Text = member("id", id) + separator
	}
	if anchor != "" {
		i.Text += member("anchor", anchor) + separator
	}
	return i
}

// Insert returns the data of a file with insertions, in the order of their offsets.
func Insert(data []byte, insertions []Insertion) []byte {
	body := bytes.TrimPrefix(data, content.ByteOrderMark)
	out, offset := slices.Clone(data[:len(data)-len(body)]), 0
	for _, i := range insertions {
		out = append(append(out, body[offset:i.Offset]...), i.Text...)
		offset = i.Offset
	}
	return append(out, body[offset:]...)
}
