package seed

import (
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// keepIDs gives the parts of a page without an id of their own the ids that
// they go by in the store: a new title makes no new part. Where as many parts
// without an id are new to the store as parts with a derived id are gone,
// between the same two known neighbours and, for blocks, of the same types,
// each is the part that stood there; one with an anchor counts only where it is
// that of a part that is gone. An id that another part holds is skipped:
// the ordinal counts on. It records in ed what the next import is to know, and
// returns notes on what was retitled.
func keepIDs(manualID string, page []sectionPart, ed *db.Editorial) []manual.Note {
	before := partsBefore(ed.Parts)
	k := idKeeper{ed: ed, held: make(map[string]bool), retitled: make(map[string]bool), claimed: claimedIDs(manualID, page, ed.Anchors)}
	each(page, func(p *part, _ *sectionPart, _ manual.Kind) {
		if !p.derived {
			k.held[p.id] = true
		}
	})
	sections := make([]*part, len(page))
	for i := range page {
		sections[i] = &page[i].part
	}
	k.keep(sections, nil, before[""])
	for i := range page {
		s := &page[i]
		if s.derived && s.id != s.origin.id() {
			s.blocks = readBlocks(s.place.get("blocks"), s.id)
		}
		blocks, kinds := make([]*part, len(s.blocks)), make([]manual.Kind, len(s.blocks))
		for j := range s.blocks {
			blocks[j], kinds[j] = &s.blocks[j].part, s.blocks[j].kind
		}
		k.keep(blocks, kinds, before[s.id])
	}
	k.record(page)
	var notes []manual.Note
	for i := range page {
		if s := &page[i]; k.retitled[s.id] {
			notes = append(notes, manual.Note{Code: manual.NoteRetitled, Section: s.id,
				Text: fmt.Sprintf("Section %q is taken for the one with the anchor %q, which it keeps; its title is new.", shortened(s.title), ed.Anchors[s.id])})
		}
	}
	return notes
}

// record keeps what the next import is to know: where the parts stand, and for
// each that goes by another id than its own the one that it would have.
func (k *idKeeper) record(page []sectionPart) {
	k.ed.Parts = nil
	here := make(map[string]bool)
	aliases := make(map[string]string)
	each(page, func(p *part, _ *sectionPart, kind manual.Kind) {
		here[p.id] = true
		k.ed.Parts = append(k.ed.Parts, db.Part{ID: p.id, Kind: kind, Derived: p.derived})
		if p.derived && p.id != p.origin.id() {
			aliases[p.origin.id()] = p.id
		}
	})
	for from, id := range k.ed.Aliases {
		if _, taken := aliases[from]; !taken && !here[id] { // that of a part that is away
			aliases[from] = id
		}
	}
	k.ed.Aliases = aliases
}

// claimedIDs returns the ids of the ledger that parts had before the file gave
// them an id or an anchor.
func claimedIDs(manualID string, page []sectionPart, ledger map[string]string) map[string]bool {
	a := anchors{parts: make(map[string]*part)}
	each(page, func(p *part, _ *sectionPart, _ manual.Kind) { a.parts[p.id] = p })
	claimed := make(map[string]bool)
	for id := range a.renamed(manualID, page, ledger) {
		claimed[id] = true
	}
	return claimed
}

type idKeeper struct {
	ed       *db.Editorial
	held     map[string]bool // ids of parts of the page
	claimed  map[string]bool
	retitled map[string]bool
}

// partsBefore returns the blocks of the last import by their section's id, and
// the sections under "".
func partsBefore(parts []db.Part) map[string][]db.Part {
	before := make(map[string][]db.Part)
	section := ""
	for _, p := range parts {
		if p.Kind == "" {
			section = p.ID
			before[""] = append(before[""], p)
		} else {
			before[section] = append(before[section], p)
		}
	}
	return before
}

// keep settles the ids of the parts inside one parent.
func (k *idKeeper) keep(parts []*part, kinds []manual.Kind, before []db.Part) {
	var left []*part
	for _, p := range parts {
		alias := k.ed.Aliases[p.id]
		switch {
		case !p.derived:
		case alias != "" && !k.held[alias]:
			p.id = alias
			k.held[alias] = true
		default:
			left = append(left, p)
		}
	}
	for _, p := range left {
		for o := p.origin; k.held[p.id]; p.id = o.id() {
			o.ordinal++
		}
		k.held[p.id] = true
	}
	k.match(parts, kinds, before)
}

// match finds the parts that are others by their ids alone.
func (k *idKeeper) match(parts []*part, kinds []manual.Kind, before []db.Part) {
	type gap struct{ after, until string }
	was := make(map[string]bool, len(before))
	for _, p := range before {
		was[p.ID] = true
	}
	here := make(map[string]bool, len(parts))
	for _, p := range parts {
		here[p.id] = true
	}
	gone, left := make(map[gap][]db.Part), make(map[string]bool) // the latter by their anchors
	after, pending := "", []db.Part(nil)
	for _, p := range before {
		switch {
		case here[p.ID]:
			gone[gap{after, p.ID}] = pending
			after, pending = p.ID, nil
		case p.Derived && !k.held[p.ID] && !k.claimed[p.ID]:
			pending = append(pending, p)
			left[k.ed.Anchors[p.ID]] = true
		}
	}
	gone[gap{after, ""}] = pending
	adopt := func(new []int, old []db.Part) {
		if len(new) != len(old) {
			return
		}
		for i, at := range new {
			if p := parts[at]; kinds != nil && kinds[at] != old[i].Kind || p.given && p.anchor != k.ed.Anchors[old[i].ID] {
				return
			}
		}
		for i, at := range new {
			parts[at].id = old[i].ID
			k.held[old[i].ID] = true
			k.retitled[old[i].ID] = true
		}
	}
	after = ""
	var fresh []int
	for i, p := range parts {
		_, known := k.ed.Anchors[p.id]
		switch {
		case was[p.id]:
			adopt(fresh, gone[gap{after, p.id}])
			after, fresh = p.id, nil
		case p.derived && !known && (!p.given || left[p.anchor]):
			fresh = append(fresh, i)
		}
	}
	adopt(fresh, gone[gap{after, ""}])
}
