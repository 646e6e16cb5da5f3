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

// The links from the cover, in their order there.
const (
	logoLink = iota
	colorLink
	typefaceLink
	contactLink
	coverLinkCount
)

// maxSectionKinds is how many kinds of blocks a section may have that is about its first kind.
const maxSectionKinds = 5

// coverLinkOf returns which of the links from the cover leads to a kind of block, -1 for none.
func coverLinkOf(kind manual.Kind) int {
	if strings.Contains(string(kind), "CONTACT") || strings.Contains(string(kind), "KONTAKT") {
		return contactLink
	}
	kinds := []manual.Kind{logoLink: manual.Logo, colorLink: manual.Colors, typefaceLink: manual.Typography}
	return slices.Index(kinds, kind)
}

// addCoverLink keeps where the first logos, colors, typefaces and contacts are, by the words that stand
// there: those of the section if it begins with them, is about no other of these and shows few kinds
// of things, else those of the block, or of its kind. Contacts have those of their block, since a section
// of many texts may end in them.
func (b *builder) addCoverLink(s content.Section, source content.Block, heading string) {
	which := coverLinkOf(source.Kind)
	if which < 0 || b.coverLinks[which].Text != "" {
		return
	}
	isAboutAnother := func(other content.Block) bool {
		otherLink := coverLinkOf(other.Kind)
		return otherLink >= 0 && otherLink != which
	}
	first := slices.IndexFunc(s.Blocks, func(block content.Block) bool { return block.Kind != manual.Text })
	kinds := map[manual.Kind]bool{}
	for _, block := range s.Blocks {
		kinds[block.Kind] = true
	}
	leads := s.Blocks[first].Kind == source.Kind && len(kinds) <= maxSectionKinds &&
		!slices.ContainsFunc(s.Blocks, isAboutAnother)
	if which == contactLink && heading == "" || which != contactLink && leads {
		b.coverLinks[which] = safe.Link{Text: s.Title, Address: template.URL("#" + s.Anchor)}
		return
	}
	if heading == "" {
		heading = b.Translate(string(source.Kind))
	}
	b.coverLinks[which] = safe.Link{Text: heading, Address: template.URL("#" + cmp.Or(source.Anchor, s.Anchor))}
}
