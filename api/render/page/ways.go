package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

const (
	contactWay      = 3 // the last of the ways
	maxSectionKinds = 5 // of a section that is about its first kind
)

// wayOf returns which of the ways from the cover a kind of block is, -1 for none.
func wayOf(kind manual.Kind) int {
	if strings.Contains(string(kind), "CONTACT") || strings.Contains(string(kind), "KONTAKT") {
		return contactWay
	}
	return slices.Index([]manual.Kind{manual.Logo, manual.Colors, manual.Typography}, kind)
}

// addWay keeps where the first logos, colors, typefaces and contacts are, by the words that stand
// there: those of the section if it begins with them, is about no other of these and shows few kinds
// of things, else those of the block, or of its kind. Contacts have those of their block, since a section
// of many texts may end in them.
func (b *builder) addWay(s content.Section, source content.Block, heading string) {
	way := wayOf(source.Kind)
	if way < 0 || b.ways[way].Text != "" {
		return
	}
	others := func(other content.Block) bool {
		otherWay := wayOf(other.Kind)
		return otherWay >= 0 && otherWay != way
	}
	first := slices.IndexFunc(s.Blocks, func(block content.Block) bool { return block.Kind != manual.Text })
	kinds := map[manual.Kind]bool{}
	for _, block := range s.Blocks {
		kinds[block.Kind] = true
	}
	leads := s.Blocks[first].Kind == source.Kind && !slices.ContainsFunc(s.Blocks, others) && len(kinds) <= maxSectionKinds
	if way == contactWay && heading == "" || way != contactWay && leads {
		b.ways[way] = safe.Link{Text: s.Title, Address: template.URL("#" + s.Anchor)}
		return
	}
	if heading == "" {
		heading = b.Translate(string(source.Kind))
	}
	b.ways[way] = safe.Link{Text: heading, Address: template.URL("#" + cmp.Or(source.Anchor, s.Anchor))}
}
