package check

import (
	"cmp"
	"path"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A PartAnchor is the anchor of a section or block with what the part holds.
type PartAnchor struct {
	Anchor  string
	Kind    manual.Kind // empty for a section with blocks
	Content *content.Value
}

// thingKeys are, by kind, the list in the content of a block whose entries have an anchor each on the
// page, and the key of their names.
var thingKeys = map[manual.Kind]struct{ list, name string }{
	manual.Colors:     {"colors", "name"},
	manual.Typography: {"fonts", "family"},
	manual.Themes:     {"themes", "name"},
	manual.Logo:       {"logos", "name"},
	manual.Icons:      {"icons", "name"},
	manual.Video:      {"videos", "alt"},
	manual.Downloads:  {"files", "name"},
}

// Anchors returns the anchors that the page has for the parts of a version of a manual, and then those
// for the things in them: the anchor of the block, a dot and the name.
func Anchors(parts []PartAnchor) []string {
	var anchors []string
	taken := make(map[string]int)
	for _, p := range parts {
		anchors = append(anchors, p.Anchor)
		taken[p.Anchor] = 1
	}
	for _, p := range parts {
		keys := thingKeys[p.Kind]
		for _, entry := range p.Content.Get(keys.list).List() {
			name := entry.Get(keys.name).Scalar()
			if p.Kind == manual.Downloads {
				name = cmp.Or(name, downloadName(entry.Get("url").Text()))
			}
			anchors = append(anchors, tokenize.Unique(taken, p.Anchor+"."+tokenize.Name(name, "1")))
		}
	}
	return anchors
}

// downloadName returns what the page calls a download without a name: a file by its own, another
// by its address.
func downloadName(url string) string {
	if source.URLScheme.MatchString(url) {
		return url
	}
	return path.Base(url)
}

// anchorsOf returns the anchors of a version of a manual that its file tells: those that
// are given, and those that titles make.
func anchorsOf(version *content.Value) []string {
	var parts []PartAnchor
	for _, s := range version.Get("sections").List() {
		title := tokenize.Name(s.Get("title").Text(), "section")
		anchor := cmp.Or(s.Get("anchor").Text(), title)
		parts = append(parts, PartAnchor{anchor, manual.Kind(s.Get("type").Text()), s.Get("content")})
		for _, b := range s.Get("blocks").List() {
			kind := b.Get("type").Text()
			made := tokenize.Name(cmp.Or(b.Get("content").Get("title").Text(), kind), "block")
			parts = append(
				parts, PartAnchor{cmp.Or(b.Get("anchor").Text(), anchor+"-"+made), manual.Kind(kind), b.Get("content")},
			)
		}
	}
	return Anchors(parts)
}
