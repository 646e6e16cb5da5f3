package seed

import (
	"slices"

	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/tokenize/content"
)

// warnOfLinks warns of links of a manual to parts that neither its file nor the store knows.
func (fm *fileManual) warnOfLinks(m *content.Value, assigned *assign.Result) {
	var anchors []string
	for n := range fm.file.links {
		l := &fm.file.links[n]
		if l.Manual != m {
			continue
		}
		if anchors == nil {
			anchors = append(pageAnchors(assigned.Served), pageAnchors(assigned.Draft)...)
		}
		if !slices.Contains(anchors, l.To) {
			fm.problems.Merge(&l.Dead)
		}
	}
}

// pageAnchors returns the anchors of sections and blocks, and of the things in them.
func pageAnchors(sections []*assign.Part) []string {
	var parts []check.PartAnchor
	for _, s := range sections {
		parts = append(parts, check.PartAnchor{Anchor: s.Anchor, Kind: s.Kind, Content: s.Content})
		for _, b := range s.Blocks {
			parts = append(parts, check.PartAnchor{Anchor: b.Anchor, Kind: b.Kind, Content: b.Content})
		}
	}
	return check.Anchors(parts)
}
