package assign

import (
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
)

// assignIDs gives the parts without an id in the file the ids that the ledger of the last import knows them
// by, so that a part keeps its id when its title changes. Such a part gets:
//
//  1. the alias that the ledger has for the derived id, unless another part has it,
//  2. else the derived id, with the next ordinal as long as another part has that.
//  3. If a part is new where another is gone, it takes the id of that part (adoptIDs).
//
// It returns the ledger for the next import, still with the anchors of the last one, and notes on the parts
// of rule 3.
func assignIDs(manualID string, sections []*Part, last db.Ledger) (db.Ledger, []manual.Note) {
	k := idMatcher{
		last: last, used: make(map[string]bool), adopted: make(map[string]bool),
		newByOld: newIDByOld(manualID, sections, last), before: make(map[string][]db.LedgerPart),
	}
	for _, p := range allParts(sections) {
		if !p.hasDerivedID() {
			k.used[p.ID] = true
		}
	}
	section := ""
	for _, p := range last.Parts {
		if p.Kind == "" {
			section = p.ID
			k.before[""] = append(k.before[""], p)
		} else {
			k.before[section] = append(k.before[section], p)
		}
	}
	k.chooseIDs(sections, "")
	var notes []manual.Note
	for _, p := range allParts(sections) {
		if k.adopted[p.ID] {
			format := "%s is taken for the one with the anchor %q, which it keeps; its title is new."
			if p.Section != nil {
				format = "%s is taken for the one with the anchor %q, which it keeps."
			}
			notes = append(notes, p.note(manual.NoteRetitled, format, last.Anchors[p.ID]))
		}
	}
	return k.newLedger(sections), notes
}

// An idMatcher finds the ids that the parts of one manual had at its last import.
type idMatcher struct {
	last     db.Ledger
	before   map[string][]db.LedgerPart // the blocks of each section by its id, and the sections by ""
	used     map[string]bool            // ids of the parts of the file
	newByOld map[string]string          // see newIDByOld
	adopted  map[string]bool            // ids that a new part has from one that is gone
}

// chooseIDs chooses the ids of the parts of one parent, and of those in them.
func (k *idMatcher) chooseIDs(parts []*Part, parent string) {
	var others []*Part // without an alias that is free
	for _, p := range parts {
		alias := k.last.Aliases[p.ID]
		if !p.hasDerivedID() {
			continue
		}
		if alias == "" || k.used[alias] {
			others = append(others, p)
			continue
		}
		p.ID = alias
		k.used[alias] = true
	}
	for _, p := range others {
		for o := p.origin; k.used[p.ID]; p.ID = o.id() {
			o.ordinal++
		}
		k.used[p.ID] = true
	}
	k.adoptIDs(parts, k.before[parent])
	for _, p := range parts {
		if p.Blocks != nil && p.hasDerivedID() && p.ID != p.origin.id() {
			p.readBlocks()
		}
		k.chooseIDs(p.Blocks, p.ID)
	}
}

// adoptIDs gives new parts the ids of those that are gone where they stand. A part is new if neither the file nor
// the ledger has an id for it. A part is gone if its id was derived and the file lacks it, under any id. If as
// many parts are new as are gone between the same two known neighbors, adopt takes each for the one in its place.
func (k *idMatcher) adoptIDs(parts []*Part, before []db.LedgerPart) {
	if !slices.ContainsFunc(parts, (*Part).hasDerivedID) {
		return
	}
	knownIDs, present := make(map[string]bool), make(map[string]bool) // ids, before and now
	for _, p := range before {
		knownIDs[p.ID] = true
	}
	for _, p := range parts {
		present[p.ID] = true
	}
	anchors := make(map[string]bool) // of parts that are gone
	isPresent := func(p db.LedgerPart) (string, bool) { return p.ID, present[p.ID] }
	gone := groupByNeighbors(before, isPresent, func(p db.LedgerPart) bool {
		isGone := p.Derived && !k.used[p.ID] && k.newByOld[p.ID] == ""
		if isGone {
			anchors[k.last.Anchors[p.ID]] = true
		}
		return isGone
	})
	added := groupByNeighbors(parts, func(p *Part) (string, bool) { return p.ID, knownIDs[p.ID] }, func(p *Part) bool {
		_, inLedger := k.last.Anchors[p.ID]
		return p.hasDerivedID() && !inLedger && (!p.hasAnchor || anchors[p.Anchor])
	})
	for neighbors, parts := range added {
		k.adopt(parts, gone[neighbors])
	}
}

// groupByNeighbors groups the items of a list that count by the two known items around them.
func groupByNeighbors[T any](list []T, known func(T) (id string, isKnown bool), counts func(T) bool) map[[2]string][]T {
	found := make(map[[2]string][]T)
	var inside []T
	after := ""
	for _, item := range list {
		if id, ok := known(item); ok {
			found[[2]string{after, id}] = inside
			after = id
			inside = nil
		} else if counts(item) {
			inside = append(inside, item)
		}
	}
	found[[2]string{after, ""}] = inside
	return found
}

// adopt gives new parts the ids of the parts that are gone, if they are as many, blocks are of the same types,
// and the file gives no new part an anchor other than that of the one in its place.
func (k *idMatcher) adopt(parts []*Part, gone []db.LedgerPart) {
	if len(parts) != len(gone) {
		return
	}
	for i, p := range parts {
		if p.Section != nil && p.Kind != gone[i].Kind || p.hasAnchor && p.Anchor != k.last.Anchors[gone[i].ID] {
			return
		}
	}
	for i, p := range parts {
		p.ID = gone[i].ID
		k.used[p.ID] = true
		k.adopted[p.ID] = true
	}
}

// newLedger returns the ledger for the next import: the anchors of the last one, the parts in page order, and
// the aliases.
func (k *idMatcher) newLedger(sections []*Part) db.Ledger {
	next := db.Ledger{Anchors: k.last.Anchors}
	partsNow := byID(sections)
	aliases := make(map[string]string)
	for _, p := range allParts(sections) {
		recorded := db.LedgerPart{ID: p.ID, Derived: p.hasDerivedID()}
		if p.Section != nil {
			recorded.Kind = p.Kind
		}
		next.Parts = append(next.Parts, recorded)
		if p.hasDerivedID() && p.ID != p.origin.id() {
			aliases[p.origin.id()] = p.ID
		}
	}
	for derived, id := range k.last.Aliases {
		if aliases[derived] == "" && partsNow[id] == nil { // the part is not in the file now
			aliases[derived] = id
		}
	}
	next.Aliases = aliases
	return next
}
