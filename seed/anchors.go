package seed

import (
	"slices"

	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/tokenize/content"
)

// warnOfLinks warns of links of a manual to parts that its page lacks. One in a part that the page
// leaves out may lead to another such part.
func (fm *fileManual) warnOfLinks(m *content.Value, assigned *assign.Result) {
	var served, draft check.Anchors
	for _, l := range fm.file.links {
		if l.Manual != m {
			continue
		}
		if served.LeftOut == nil { // few manuals have such links
			served, draft = pageAnchors(assigned.Served), pageAnchors(assigned.Draft)
		}
		page := served
		if l.Draft {
			page = draft
		}
		if slices.Contains(page.Shown, l.To) || l.LeftOut && page.LeftOut[l.To] != "" {
			continue
		}
		where := page.WhereTo(l.To)
		if !l.Draft && slices.Contains(draft.Shown, l.To) {
			where = "to a part that only the draft has. Approve the draft, or take the link out."
		}
		fm.problems.WarnAtPlace(l.At, "the link %q leads %s", l.Written, where)
	}
}

// pageAnchors returns the anchors of a version of a manual.
func pageAnchors(sections []*assign.Part) check.Anchors {
	var parts []check.PartAnchor
	for _, s := range sections {
		parts = append(parts, check.PartAnchor{Anchor: s.Anchor, Node: s.Node})
		for _, b := range s.Blocks {
			parts = append(parts, check.PartAnchor{Anchor: b.Anchor, Node: b.Node, Section: s.Node})
		}
	}
	return check.AnchorsOf(parts)
}
