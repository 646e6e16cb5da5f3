// Package assign gives the sections and blocks of a manual the ids and anchors by which
// links know them. [ShownSections] leaves out what is hidden, internal or empty.
//
// A part is a section or a block. Its anchor stays when its title changes (specification, section
// 2.2), because the store remembers, in the ledger of the manual, the anchor of every id that the
// manual ever had and the parts of its last import.
package assign

import (
	"reflect"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// Options configure the assignment.
type Options struct {
	AllowAnchorChange bool // accept a new anchor for a known id
}

// A Result has the sections of a manual of a file, whose parts have their ids and anchors.
type Result struct {
	Approved      []*Part       // the sections of [ApprovedVersion]; nil if nothing is approved yet
	Draft         []*Part       // the sections of a draft, or of a manual that is not published; else nil
	Ledger        db.Ledger     // for the next import
	AdoptionNotes []manual.Note // on new parts that took the id of one that is gone, see assignIDs
}

// Assign gives every part of a manual its id and anchor: those of the approved version, which without review is the
// manual itself, and those of the draft. Last is the ledger of the manual's last import, empty
// for a manual that the store does not remember. Problems of ids and anchors go to problems.
//
// An example: a file gives neither ids nor anchors, so that each id is derived from a title or a type. Three
// imports of it, with a title changed before the second and a section added before the third, give:
//
//	1  section "Logo"    sec_1  logo        with a TEXT block   blk_1  logo-text
//	   section "Color"   sec_2  color
//	2  section "Marks"   sec_1  logo        before "Color", where "Logo" was: the same section with a new title
//	   section "Color"   sec_2  color
//	3  section "Marks"   sec_1  logo        the ledger has sec_1 in place of the id derived from "Marks"
//	   section "Color"   sec_2  color
//	   section "Logo"    sec_3  logo-2      a new part, as sec_1 is there: links that know "logo" lead to "Marks"
func Assign(
	m *content.Value, id string, published bool, last db.Ledger, o Options, problems *problem.Collector,
) *Result {
	r := &Result{Ledger: last}
	if approved := ApprovedVersion(m); approved != nil {
		r.Approved = readSections(approved, id)
		r.Ledger, r.AdoptionNotes = assignIDs(id, r.Approved, last)
		r.Ledger.Anchors = assignAnchors(id, r.Approved, r.Ledger, o, problems)
	}
	if NeedsApproval(m) {
		// A draft reserves no anchors, but its own must be unique.
		r.Draft = readSections(m, id)
		assignIDs(id, r.Draft, db.Ledger{})
		assignAnchors(id, r.Draft, db.Ledger{}, o, problems)
		return r
	}
	if !published {
		r.Draft = r.Approved
	}
	return r
}

// NeedsApproval reports whether changes of a manual of a file need approval: the key review.
func NeedsApproval(m *content.Value) bool { return m.Get("review").Bool(false) }

// ApprovedVersion returns the version that the page of a manual shows if the manual is published. It is the value of
// the key approved, nil if nothing is approved yet. Of a manual that needs no approval it is the manual itself.
func ApprovedVersion(m *content.Value) *content.Value {
	if NeedsApproval(m) {
		return m.Get("approved")
	}
	return m
}

// DraftDiffers reports whether approving the draft of a manual would change what is served. It compares only those
// anchors that the file gives.
func DraftDiffers(m *content.Value, id string) bool {
	approved := ApprovedVersion(m)
	if m.Get("title").Text() != approved.Get("title").Text() {
		return true
	}
	if m.Get("seo").Get("description").Text() != approved.Get("seo").Get("description").Text() {
		return true
	}
	draftSections, _ := ShownSections(readSections(m, id))
	approvedSections, _ := ShownSections(readSections(approved, id))
	return !reflect.DeepEqual(Sections(draftSections), Sections(approvedSections))
}
