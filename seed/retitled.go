package seed

import (
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
func keepIDs(manualID string, page []*part, ed *db.Editorial) (notes []manual.Note) {
	k := idKeeper{
		ed: ed, held: make(map[string]bool), retitled: make(map[string]bool),
		claimed: renamed(manualID, page, byID(page), ed.Anchors),
	}
	for _, p := range allParts(page) {
		if !p.derived() {
			k.held[p.id] = true
		}
	}
	before := make(map[string][]db.Part) // blocks by their section's id, and the sections under ""
	section := ""
	for _, p := range ed.Parts {
		if p.Kind == "" {
			section = p.ID
			before[""] = append(before[""], p)
		} else {
			before[section] = append(before[section], p)
		}
	}
	k.keep(page, before[""])
	for _, s := range page {
		if s.derived() && s.id != s.origin.id() {
			s.readBlocks()
		}
		k.keep(s.blocks, before[s.id])
		if k.retitled[s.id] {
			notes = append(notes, s.note(manual.NoteRetitled, "", "Section %q is taken for the one with the anchor %q, which it keeps; its title is new.", shortened(s.title), ed.Anchors[s.id]))
		}
	}
	k.record(page)
	return notes
}

type idKeeper struct {
	ed       *db.Editorial
	held     map[string]bool   // ids of parts of the page
	claimed  map[string]string // ids that parts had before the file gave them an id or an anchor
	retitled map[string]bool
}

// keep settles the ids of the parts inside one parent.
func (k *idKeeper) keep(parts []*part, before []db.Part) {
	var left []*part
	for _, p := range parts {
		alias := k.ed.Aliases[p.id]
		switch {
		case !p.derived():
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
	k.match(parts, before)
}

// match finds the parts that are others by their ids alone.
func (k *idKeeper) match(parts []*part, before []db.Part) {
	was, here := make(map[string]bool), make(map[string]bool)
	for _, p := range before {
		was[p.ID] = true
	}
	for _, p := range parts {
		here[p.id] = true
	}
	anchors := make(map[string]bool) // of parts that are gone
	gone := between(before, func(p db.Part) (string, bool) { return p.ID, here[p.ID] }, func(p db.Part) bool {
		left := p.Derived && !k.held[p.ID] && k.claimed[p.ID] == ""
		if left {
			anchors[k.ed.Anchors[p.ID]] = true
		}
		return left
	})
	fresh := between(parts, func(p *part) (string, bool) { return p.id, was[p.id] }, func(p *part) bool {
		_, known := k.ed.Anchors[p.id]
		return p.derived() && !known && (!p.given || anchors[p.anchor])
	})
	for at, parts := range fresh {
		k.adopt(parts, gone[at])
	}
}

// between returns those of a list that count by the two neighbours that they
// stand between, of which known tells.
func between[T any](list []T, known func(T) (id string, ok bool), counts func(T) bool) map[[2]string][]T {
	found := make(map[[2]string][]T)
	after, inside := "", []T(nil)
	for _, one := range list {
		if id, ok := known(one); ok {
			found[[2]string{after, id}] = inside
			after, inside = id, nil
		} else if counts(one) {
			inside = append(inside, one)
		}
	}
	found[[2]string{after, ""}] = inside
	return found
}

// adopt takes new parts for those that are gone, where they may be.
func (k *idKeeper) adopt(parts []*part, gone []db.Part) {
	if len(parts) != len(gone) {
		return
	}
	for i, p := range parts {
		if p.section != nil && p.kind != gone[i].Kind || p.given && p.anchor != k.ed.Anchors[gone[i].ID] {
			return
		}
	}
	for i, p := range parts {
		p.id = gone[i].ID
		k.held[p.id], k.retitled[p.id] = true, true
	}
}

// record keeps what the next import is to know: where the parts stand, and for
// each that goes by another id than its own the one that it would have.
func (k *idKeeper) record(page []*part) {
	k.ed.Parts = nil
	here := byID(page)
	aliases := make(map[string]string)
	for _, p := range allParts(page) {
		was := db.Part{ID: p.id, Derived: p.derived()}
		if p.section != nil {
			was.Kind = p.kind
		}
		k.ed.Parts = append(k.ed.Parts, was)
		if p.derived() && p.id != p.origin.id() {
			aliases[p.origin.id()] = p.id
		}
	}
	for from, id := range k.ed.Aliases {
		if aliases[from] == "" && here[id] == nil { // that of a part that is away
			aliases[from] = id
		}
	}
	k.ed.Aliases = aliases
}
