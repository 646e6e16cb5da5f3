package assign

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// assignAnchors gives every part of these sections its anchor. It returns the anchors of the new
// ledger: of every id that the manual ever had. Ledger is what assignIDs returned: it still has the anchors of the
// last import.
//
// First come the anchors of the last ledger, also those of parts that are not in the file now, then the
// anchors that the file gives, and then new ones, in page order. No two parts have the same one, be they
// sections or blocks, hidden or not.
func assignAnchors(
	manualID string, sections []*Part, ledger db.Ledger, o Options, problems *problem.Collector,
) map[string]string {
	lastAnchors := ledger.Anchors
	a := anchorAssigner{
		anchorOf: make(map[string]string, len(lastAnchors)), idOf: make(map[string]string, len(lastAnchors)),
		parts: make(map[string]*Part), next: make(map[string]int), options: o, problems: problems,
	}
	all := allParts(sections)
	for _, p := range all {
		// The check of the file reports two equal ids that it gives. Two derived
		// ids are equal only if those of their sections are.
		if first := a.parts[p.ID]; first != nil && p.hasDerivedID() != first.hasDerivedID() {
			problems.ErrorAt(p.Node, "duplicate id %q (also used by %s)", p.ID, problem.PlaceOf(first.Node))
		}
		a.parts[p.ID] = p
	}
	newByOld := newIDByOld(manualID, sections, ledger)
	for id, anchor := range lastAnchors {
		id = cmp.Or(newByOld[id], id)
		p := a.parts[id]
		if p == nil || !p.hasAnchor || p.Anchor == anchor {
			a.record(id, anchor)
		} else if !o.AllowAnchorChange {
			problems.ErrorAt(
				p.Node.Get("anchor"),
				"links know %s by the anchor %q, and %q would break them. Write %[2]q "+
					"(--allow-anchor-change lets it pass).",
				p.idOrLabel(), anchor, p.Anchor,
			)
		}
	}
	for _, p := range all {
		if p.hasAnchor {
			a.addGiven(p)
		}
	}
	for _, p := range all {
		a.chooseAnchor(p)
	}
	return a.anchorOf
}

// An anchorAssigner has the state of assigning the anchors of one manual.
type anchorAssigner struct {
	anchorOf map[string]string // anchor by id, for the ledger
	idOf     map[string]string // id by anchor
	parts    map[string]*Part  // by id
	next     map[string]int    // the next number to try, by the anchor without a number
	options  Options
	problems *problem.Collector
}

// record gives an anchor to the part with an id, in the new ledger.
func (a *anchorAssigner) record(id, anchor string) {
	a.anchorOf[id], a.idOf[anchor] = anchor, id
}

// byID returns the parts of these sections by id.
func byID(sections []*Part) map[string]*Part {
	parts := make(map[string]*Part)
	for _, p := range allParts(sections) {
		parts[p.ID] = p
	}
	return parts
}

// newIDByOld finds the parts that a ledger knows by another id, because the file now gives an id or an
// anchor to them or to their section, and did not before. It returns the ids that they have now by those of
// the ledger.
func newIDByOld(manualID string, sections []*Part, ledger db.Ledger) map[string]string {
	newByOld := make(map[string]string)
	lastAnchors := ledger.Anchors
	unknown := func(p *Part) bool { return lastAnchors[p.ID] == "" }
	if len(lastAnchors) == 0 || !slices.ContainsFunc(allParts(sections), unknown) {
		return newByOld
	}
	parts := byID(sections)
	var rename func(list []*Part, parents []string)
	rename = func(list []*Part, parents []string) {
		ordinals := make(map[string]int)
		for _, p := range list {
			ordinals[p.key()]++
			oldIDs := p.oldIDs(parents, ordinals[p.key()], ledger.Aliases)
			i := slices.IndexFunc(oldIDs, func(id string) bool {
				anchor, known := lastAnchors[id]
				// A section without an id is known by its title.
				isSame := !p.hasAnchor || p.Anchor == anchor || p.Section == nil && p.hasDerivedID()
				return known && parts[id] == nil && newByOld[id] == "" && isSame
			})
			if i >= 0 && unknown(p) {
				newByOld[oldIDs[i]] = p.ID
			}
			rename(p.Blocks, append(oldIDs, p.ID))
		}
	}
	rename(sections, []string{manualID})
	return newByOld
}

// oldIDs returns the ids that a ledger may know a part by, if the file gave it no id then: derived from
// its anchor, or from its title or type, under each id of its parent. Its ordinal is counted as if no part had
// an anchor. Aliases are those of the ledger.
func (p *Part) oldIDs(parents []string, ordinal int, aliases map[string]string) []string {
	var ids []string
	add := func(o origin) { ids = append(ids, cmp.Or(aliases[o.id()], o.id())) }
	for _, parent := range parents {
		if p.hasAnchor {
			add(origin{p.prefix(), parent, p.Anchor, 1})
		}
		add(origin{p.prefix(), parent, p.key(), ordinal})
	}
	return ids
}

// addGiven records the anchor that the file gives a part. It is an error if another part keeps that anchor.
func (a *anchorAssigner) addGiven(p *Part) {
	if owner := a.idOf[p.Anchor]; owner != "" && owner != p.ID {
		a.takeAnchor(p, owner)
	}
	a.record(p.ID, p.Anchor)
}

// takeAnchor takes the anchor that the file gives a part from the part with the id owner. Unless the options
// allow that, or if the file gives it to both, it reports an error.
func (a *anchorAssigner) takeAnchor(p *Part, owner string) {
	node, other := p.Node.Get("anchor"), a.parts[owner]
	if other != nil && other.hasAnchor {
		place := problem.PlaceOf(other.Node.Get("anchor"))
		a.problems.ErrorAt(node, "duplicate anchor %q (also used by %s)", p.Anchor, place)
		return
	}
	if a.options.AllowAnchorChange {
		delete(a.anchorOf, owner)
		return
	}
	if other != nil {
		a.problems.ErrorAt(
			node, "links know %s (%s) by the anchor %q. Choose another (--allow-anchor-change lets it pass).",
			other.idOrLabel(), problem.PlaceOf(other.Node), p.Anchor,
		)
		return
	}
	a.problems.ErrorAt(
		node,
		"the anchor %q is kept for %s, which is not in the file now. Give the part this id, or choose another "+
			"anchor (--allow-anchor-change lets it pass).",
		p.Anchor, owner,
	)
}

// chooseAnchor gives a part its recorded anchor, or a new one made of its title.
func (a *anchorAssigner) chooseAnchor(p *Part) {
	if known, ok := a.anchorOf[p.ID]; ok {
		p.Anchor = known
		return
	}
	base := anchorPrefix(tokenize.Name(p.Title, "section"))
	if p.Section != nil {
		name := tokenize.Name(p.Content.Get("title").Text(), "")
		base = anchorPrefix(p.Section.Anchor) + "-" + cmp.Or(anchorPrefix(name), tokenize.Name(string(p.Kind), "block"))
	}
	if other := a.parts[a.idOf[base]]; p.Section == nil && other != nil && other.hasAnchor {
		a.problems.WarnAt(
			other.Node.Get("anchor"),
			"the anchor %q is the one that section %q would have by its title: choose another", base,
			content.Truncate(p.Title),
		)
	}
	p.Anchor = base
	for n := max(2, a.next[base]); a.idOf[p.Anchor] != ""; n++ {
		p.Anchor = base + "-" + strconv.Itoa(n)
		a.next[base] = n + 1 // safe, since no anchor is removed any more
	}
	a.record(p.ID, p.Anchor)
}

// maxAnchorPrefix limits the part of a title that becomes an anchor, and the part of a
// section's anchor that begins the anchors of its blocks, in bytes. Only titles as long as a page exceed it.
const maxAnchorPrefix = 256

func anchorPrefix(anchor string) string {
	if len(anchor) <= maxAnchorPrefix {
		return anchor
	}
	return strings.TrimRight(strings.ToValidUTF8(anchor[:maxAnchorPrefix], ""), "-")
}
