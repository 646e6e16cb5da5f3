package seed

import (
	"cmp"
	"strconv"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
)

// assignAnchors gives every part of a page its anchor. It returns the new ledger, which
// has the anchor of every id that the manual ever had; ed has the one before.
//
// Known anchors come first, including those of parts that are absent now and of
// parts that only now got an id or the anchor they had; then the anchors that the
// file gives; then new ones, in page order. Sections and blocks share one
// namespace. Hidden and internal parts reserve their anchors.
func assignAnchors(manualID string, page []*part, ed db.Editorial, o Options, problems *collector) map[string]string {
	ledger := ed.Anchors
	a := anchors{
		ids: make(map[string]string, len(ledger)), owners: make(map[string]string, len(ledger)),
		parts: make(map[string]*part), next: make(map[string]int), options: o, problems: problems,
	}
	all := allParts(page)
	for _, p := range all {
		// The check of the file reports two equal ids that it gives. Two derived
		// ids are equal only if those of their sections are.
		if first := a.parts[p.id]; first != nil && p.derived() != first.derived() {
			problems.errorAt(p.node, "expected an id of its own, %q is that of %s", p.id, first.node.path())
		}
		a.parts[p.id] = p
	}
	now := replacedIDs(manualID, page, ed)
	for id, anchor := range ledger {
		id = cmp.Or(now[id], id)
		p := a.parts[id]
		switch {
		case p == nil || !p.hasAnchor || p.anchor == anchor:
			a.record(id, anchor)
		case !o.AllowAnchorChange:
			problems.errorAt(p.node.get("anchor"), "expected the anchor %q that %s is known by, found %q: links to it would break (--allow-anchor-change lets it pass)", anchor, id, p.anchor)
		}
	}
	for _, p := range all {
		if p.hasAnchor {
			a.addGiven(p)
		}
	}
	for _, p := range all {
		a.assign(p)
	}
	return a.ids
}

// anchors is the state of assigning the anchors of one manual.
type anchors struct {
	ids      map[string]string // anchor by id: the ledger
	owners   map[string]string // id by anchor
	parts    map[string]*part  // by id
	next     map[string]int    // the next number to try, by the anchor without a number
	options  Options
	problems *collector
}

func (a *anchors) record(id, anchor string) {
	a.ids[id], a.owners[anchor] = anchor, id
}

// byID returns the parts of a page by id.
func byID(page []*part) map[string]*part {
	parts := make(map[string]*part)
	for _, p := range allParts(page) {
		parts[p.id] = p
	}
	return parts
}

// replacedIDs finds the parts that the ledger knows by an earlier id: before the
// file gave them, or the section around them, an id, or before it gave them the
// anchor that they have. It returns the present ids by the earlier ones.
func replacedIDs(manualID string, page []*part, ed db.Editorial) map[string]string {
	now := make(map[string]string)
	ledger := ed.Anchors
	if len(ledger) == 0 {
		return now
	}
	parts := byID(page)
	rename := func(p *part, former []string) {
		if _, known := ledger[p.id]; known {
			return
		}
		for _, id := range former {
			anchor, known := ledger[id]
			if known && parts[id] == nil && now[id] == "" && (!p.hasAnchor || p.anchor == anchor) {
				now[id] = p.id
				return
			}
		}
	}
	titles := make(map[string]int)
	for _, s := range page {
		titles[s.title]++
		former := s.formerIDs("sec_", []string{manualID}, s.title, titles[s.title], ed.Aliases)
		rename(s, former)
		kinds := make(map[manual.Kind]int)
		for _, b := range s.blocks {
			kinds[b.kind]++
			rename(b, b.formerIDs("blk_", append(former, s.id), string(b.kind), kinds[b.kind], ed.Aliases))
		}
	}
	return now
}

// formerIDs returns the ids that a part had if the file gave it no id, with and
// without its anchor. Its ordinal is counted as if no part had an anchor. A retitled
// part went by an alias.
func (p *part) formerIDs(prefix string, parents []string, key string, ordinal int, aliases map[string]string) (ids []string) {
	add := func(parent, key string, ordinal int) {
		id := derivedID(prefix, parent, key, ordinal)
		ids = append(ids, cmp.Or(aliases[id], id))
	}
	for _, parent := range parents {
		if p.hasAnchor {
			add(parent, p.anchor, 1)
		}
		add(parent, key, ordinal)
	}
	return ids
}

// addGiven records the anchor that the file gives a part.
func (a *anchors) addGiven(p *part) {
	owner := a.owners[p.anchor]
	if owner != "" && owner != p.id {
		at, other := p.node.get("anchor"), a.parts[owner]
		switch {
		case other != nil && other.hasAnchor:
			a.problems.errorAt(at, "expected an anchor of its own, %q is that of %s", p.anchor, other.node.path())
		case a.options.AllowAnchorChange:
			delete(a.ids, owner)
		case other != nil:
			a.problems.errorAt(at, "expected an anchor of its own, %q is the one that %s (%s) is known by", p.anchor, other.node.path(), owner)
		default:
			a.problems.errorAt(at, "expected an anchor of its own, %q is kept for %s, which is not in the file just now (--allow-anchor-change lets it go)", p.anchor, owner)
		}
	}
	a.record(p.id, p.anchor)
}

// assign gives a part its known anchor, or a new one.
func (a *anchors) assign(p *part) {
	if known, ok := a.ids[p.id]; ok {
		p.anchor = known
		return
	}
	base := tokenize.Name(p.title, "section")
	if p.section != nil {
		base = anchorPrefix(p.section.anchor) + "-" + tokenize.Name(string(p.kind), "block")
	}
	if other := a.parts[a.owners[base]]; p.section == nil && other != nil && other.hasAnchor {
		a.problems.warnAt(other.node.get("anchor"), "expected another anchor: %q is the one that section %q would have by its title", base, truncate(p.title))
	}
	p.anchor = base
	for n := max(2, a.next[base]); a.owners[p.anchor] != ""; n++ {
		p.anchor = base + "-" + strconv.Itoa(n)
		a.next[base] = n + 1 // safe, since no anchor is removed any more
	}
	a.record(p.id, p.anchor)
}

// maxAnchorPrefix limits the part of a section's anchor that begins the anchors of
// its blocks, in bytes. Only titles as long as a page exceed it.
const maxAnchorPrefix = 256

func anchorPrefix(anchor string) string {
	if len(anchor) <= maxAnchorPrefix {
		return anchor
	}
	return strings.TrimRight(strings.ToValidUTF8(anchor[:maxAnchorPrefix], ""), "-")
}
