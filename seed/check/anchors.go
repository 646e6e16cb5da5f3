package check

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A PartAnchor is the anchor of a section or block.
type PartAnchor struct {
	Anchor  string
	Node    *content.Value
	Section *content.Value // of a block
}

// leftOut says why pages leave a part out, and what helps. It returns "" if they show it.
func (p PartAnchor) leftOut() string {
	for _, part := range []*content.Value{p.Section, p.Node} {
		if part.Get("hidden").Bool(false) {
			return "is hidden. Show the part, or take the link out."
		}
		if part.Get("internal").Bool(false) {
			return "is internal. Publish the part, or take the link out."
		}
	}
	if p.Section != nil && p.Node.Get("content").Empty() {
		return "has nothing in it. Fill the part, or take the link out."
	}
	return ""
}

// Anchors are the anchors of a version of a manual.
type Anchors struct {
	Shown   []string          // those of the parts that its page shows, and then those of the things in them
	LeftOut map[string]string // those that the page lacks, with why it leaves their parts out
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

// AnchorsOf returns the anchors of the parts of a version of a manual, and those of the things in them:
// the anchor of the block, a dot and the name.
func AnchorsOf(parts []PartAnchor) Anchors {
	a := Anchors{LeftOut: make(map[string]string)}
	var shown []PartAnchor
	for _, p := range parts {
		why := p.leftOut()
		if why == "" {
			shown = append(shown, p)
			continue
		}
		for _, anchor := range partAnchors([]PartAnchor{p}) {
			a.LeftOut[anchor] = why
		}
	}
	a.Shown = partAnchors(shown)
	return a
}

// partAnchors returns the anchors of parts, and then those of the things in them.
func partAnchors(parts []PartAnchor) []string {
	var anchors []string
	taken := make(map[string]int)
	for _, p := range parts {
		anchors = append(anchors, p.Anchor)
		taken[p.Anchor] = 1
	}
	for _, p := range parts {
		if p.Node.Get("blocks") != nil {
			continue
		}
		kind := manual.Kind(p.Node.Get("type").Text())
		keys := thingKeys[kind]
		for _, entry := range p.Node.Get("content").Get(keys.list).List() {
			name := entry.Get(keys.name).Scalar()
			if kind == manual.Downloads {
				name = cmp.Or(name, downloadName(entry.Get("url").Text()))
			}
			anchors = append(anchors, tokenize.Unique(taken, p.Anchor+"."+tokenize.Name(name, "1")))
		}
	}
	return anchors
}

// WhereTo says where a link to an anchor leads that the page lacks.
func (a Anchors) WhereTo(anchor string) string {
	block := anchor[:max(0, strings.LastIndexByte(anchor, '.'))]
	if why := cmp.Or(a.LeftOut[anchor], a.LeftOut[block]); why != "" {
		return "to a part that " + why
	}
	if near := Closest(anchor, a.Shown); near != "" {
		return fmt.Sprintf("nowhere: did you mean %q?", "#"+near)
	}
	if slices.Contains(a.Shown, block) {
		return fmt.Sprintf("nowhere: nothing in %q has this anchor", "#"+block)
	}
	return "nowhere: no section or block of the manual has this anchor"
}

// downloadName returns what the page calls a download without a name: a file by its own, another
// by its address.
func downloadName(url string) string {
	if source.URLScheme.MatchString(url) {
		return url
	}
	return path.Base(url)
}

// readAnchors returns the anchors of a version of a manual that its file tells: those that are given,
// and those that titles make.
func readAnchors(version *content.Value) Anchors {
	var parts []PartAnchor
	for _, s := range version.Get("sections").List() {
		title := tokenize.Name(s.Get("title").Text(), "section")
		anchor := cmp.Or(s.Get("anchor").Text(), title)
		parts = append(parts, PartAnchor{anchor, s, nil})
		for _, b := range s.Get("blocks").List() {
			name := tokenize.Name(cmp.Or(b.Get("content").Get("title").Text(), b.Get("type").Text()), "block")
			parts = append(parts, PartAnchor{cmp.Or(b.Get("anchor").Text(), anchor+"-"+name), b, s})
		}
	}
	return AnchorsOf(parts)
}
