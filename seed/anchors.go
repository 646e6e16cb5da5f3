package seed

import (
	"cmp"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// assignAnchors gives every part of a page its anchor and returns the ledger
// as it then stands: the anchor of every id that the manual ever had.
//
// Known anchors are kept first, those of parts that are away just now too; a
// part that has been given an id or its anchor since keeps its own. Then come
// the anchors that the file gives; then new ones are made, in page order.
// Sections and blocks share one namespace, and hidden and internal parts
// reserve theirs.
func assignAnchors(manualID string, page []*part, ledger map[string]string, o Options, faults *faults) map[string]string {
	a := anchors{
		ids: make(map[string]string, len(ledger)), owners: make(map[string]string, len(ledger)),
		parts: make(map[string]*part), next: make(map[string]int), options: o, faults: faults,
	}
	all := allParts(page)
	for _, p := range all {
		// Two given ids are said by the check of the file, and two derived
		// ones are equal only where those of their sections are.
		if first := a.parts[p.id]; first != nil && p.derived() != first.derived() {
			faults.at(p.place, "expected an id of its own, %q is that of %s", p.id, first.place.path())
		}
		a.parts[p.id] = p
	}
	now := renamed(manualID, page, a.parts, ledger)
	for id, anchor := range ledger {
		id = cmp.Or(now[id], id)
		p := a.parts[id]
		switch {
		case p == nil || !p.given || p.anchor == anchor:
			a.record(id, anchor)
		case !o.AllowAnchorChange:
			faults.at(p.place.get("anchor"), "expected the anchor %q that %s is known by, found %q: links to it would break (--allow-anchor-change lets it pass)", anchor, id, p.anchor)
		}
	}
	for _, p := range all {
		if p.given {
			a.take(p)
		}
	}
	for _, p := range all {
		a.assign(p)
	}
	return a.ids
}

// anchors are those of one manual while they are assigned.
type anchors struct {
	ids     map[string]string // id to anchor: the ledger
	owners  map[string]string // anchor to id
	parts   map[string]*part  // by id
	next    map[string]int    // the number to try first for an anchor that is made, by what it is made of
	options Options
	faults  *faults
}

func (a *anchors) record(id, anchor string) {
	a.ids[id], a.owners[anchor] = anchor, id
}

// byID returns the parts of a page by their ids.
func byID(page []*part) map[string]*part {
	parts := make(map[string]*part)
	for _, p := range allParts(page) {
		parts[p.id] = p
	}
	return parts
}

// renamed finds the parts that the ledger knows by the id which they had when
// the file gave them less: before they, or the section around them, got an id,
// or before they got the very anchor that they are known by. It returns the ids
// that they have now, by those that they had.
func renamed(manualID string, page []*part, parts map[string]*part, ledger map[string]string) map[string]string {
	now := make(map[string]string)
	if len(ledger) == 0 {
		return now
	}
	rename := func(p *part, former []string) {
		if _, known := ledger[p.id]; known {
			return
		}
		for _, id := range former {
			anchor, known := ledger[id]
			if known && parts[id] == nil && now[id] == "" && (!p.given || p.anchor == anchor) {
				now[id] = p.id
				return
			}
		}
	}
	titles := make(map[string]int)
	for _, s := range page {
		titles[s.title]++
		former := s.former("sec_", []string{manualID}, s.title, titles[s.title])
		rename(s, former)
		kinds := make(map[manual.Kind]int)
		for _, b := range s.blocks {
			kinds[b.kind]++
			rename(b, b.former("blk_", append(former, s.id), string(b.kind), kinds[b.kind]))
		}
	}
	return now
}

// former returns the ids that a part has where the file gives less: none, or an
// anchor alone. Equals are counted as if none of them had an anchor.
func (p *part) former(prefix string, parents []string, key string, ordinal int) []string {
	var ids []string
	for _, parent := range parents {
		if p.given {
			ids = append(ids, derivedID(prefix, parent, p.anchor, 1))
		}
		ids = append(ids, derivedID(prefix, parent, key, ordinal))
	}
	return ids
}

// take records the anchor that the file gives a part.
func (a *anchors) take(p *part) {
	owner := a.owners[p.anchor]
	if owner != "" && owner != p.id {
		at, other := p.place.get("anchor"), a.parts[owner]
		switch {
		case other != nil && other.given:
			a.faults.at(at, "expected an anchor of its own, %q is that of %s", p.anchor, other.place.path())
		case a.options.AllowAnchorChange:
			delete(a.ids, owner)
		case other != nil:
			a.faults.at(at, "expected an anchor of its own, %q is the one that %s (%s) is known by", p.anchor, other.place.path(), owner)
		default:
			a.faults.at(at, "expected an anchor of its own, %q is kept for %s, which is not in the file just now (--allow-anchor-change lets it go)", p.anchor, owner)
		}
	}
	a.record(p.id, p.anchor)
}

// assign gives a part the anchor that it is known by, or makes one.
func (a *anchors) assign(p *part) {
	if known, ok := a.ids[p.id]; ok {
		p.anchor = known
		return
	}
	base := tokenize.Name(p.title, "section")
	if p.section != nil {
		base = beginning(p.section.anchor) + "-" + tokenize.Name(string(p.kind), "block")
	}
	if other := a.parts[a.owners[base]]; p.section == nil && other != nil && other.given {
		a.faults.warn(other.place.get("anchor"), "expected another anchor: %q is the one that section %q would have by its title", base, shortened(p.title))
	}
	p.anchor = base
	for n := max(2, a.next[base]); a.owners[p.anchor] != ""; n++ {
		p.anchor = base + "-" + strconv.Itoa(n)
		a.next[base] = n + 1 // while anchors are made, none is let go
	}
	a.record(p.id, p.anchor)
}

// longestBeginning is how much of a section's anchor the anchors of its blocks
// begin with, in bytes: enough for all but those that would fill a page each.
const longestBeginning = 256

func beginning(anchor string) string {
	if len(anchor) <= longestBeginning {
		return anchor
	}
	return strings.TrimRight(strings.ToValidUTF8(anchor[:longestBeginning], ""), "-")
}
