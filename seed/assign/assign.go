// Package assign gives the sections and blocks of a manual the ids and anchors by which
// links know them, and drops what is hidden, internal or empty.
//
// A part is a section or a block. Its anchor stays when its title changes (specification, section
// 2.2), because the store remembers, in the ledger of the manual, the anchor of every id that the
// manual ever had and the parts of its last import.
package assign

import (
	"reflect"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// Options configure the assignment.
type Options struct {
	AllowAnchorChange bool // accept a new anchor for a known id
}

// A Result has the sections of a manual of a file, whose parts have their ids and anchors.
type Result struct {
	Current  []*Part       // the sections of the version that counts, see [CurrentVersion]; nil if none is approved
	Draft    []*Part       // the sections of a draft, or of a manual that is not published; else nil
	Ledger   db.Ledger     // for the next import
	Retitled []manual.Note // notes on parts that keep id and anchor with a new title
}

// Assign gives every part of a manual its id and anchor. Last is the ledger of the manual's
// last import. Problems of ids and anchors go to problems.
//
// An example: a file gives neither ids nor anchors, so that each id is derived from a title or a type. Three
// imports of it, with a title changed before the second and a section added before the third, give:
//
//	1  section "Logo"    sec_1  logo        with a TEXT block   blk_1  logo-text
//	   section "Color"   sec_2  color
//	2  section "Marks"   sec_1  logo        stands alone where sec_1 is gone, before "Color": it has a new title
//	   section "Color"   sec_2  color
//	3  section "Marks"   sec_1  logo        the ledger says that the id derived from "Marks" goes by sec_1
//	   section "Color"   sec_2  color
//	   section "Logo"    sec_3  logo-2      a new part, as sec_1 is there: links that know "logo" lead to "Marks"
func Assign(
	m *content.Value, id string, published bool, last db.Ledger, o Options, problems *source.Collector,
) *Result {
	r := &Result{Ledger: last}
	if current := CurrentVersion(m); current != nil {
		r.Current = readParts(current.Get("sections").List(), id, nil)
		r.Ledger, r.Retitled = assignIDs(id, r.Current, last)
		r.Ledger.Anchors = assignAnchors(id, r.Current, r.Ledger, o, problems)
	}
	if IsReviewed(m) {
		// A draft reserves no anchors, but its own must be unique.
		r.Draft = readParts(m.Get("sections").List(), id, nil)
		assignIDs(id, r.Draft, db.Ledger{})
		assignAnchors(id, r.Draft, db.Ledger{}, o, problems)
		return r
	}
	if !published {
		r.Draft = r.Current
	}
	return r
}

// IsReviewed reports whether changes of a manual of a file need approval.
func IsReviewed(m *content.Value) bool { return m.Get("review").Bool(false) }

// CurrentVersion returns the version of a manual that counts: what is approved of it or, without
// review, what the file has; nil if none is approved. A page shows it where the manual is published.
func CurrentVersion(m *content.Value) *content.Value {
	if IsReviewed(m) {
		return m.Get("approved")
	}
	return m
}

// DraftDiffers reports whether approving the draft of a reviewed manual would change what is
// served, with only the anchors that the file gives.
func DraftDiffers(m *content.Value, id string) bool {
	current := CurrentVersion(m)
	if m.Get("title").Text() != current.Get("title").Text() {
		return true
	}
	if m.Get("seo").Get("description").Text() != current.Get("seo").Get("description").Text() {
		return true
	}
	draft, _ := ShownSections(readParts(m.Get("sections").List(), id, nil))
	approved, _ := ShownSections(readParts(current.Get("sections").List(), id, nil))
	return !reflect.DeepEqual(Sections(draft), Sections(approved))
}
