package check

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// checkVersion checks the sections of one version of a manual and the blocks in them.
func (c *checker) checkVersion(version *content.Value, served bool) {
	parts := make(map[string]*content.Value) // by id
	n := 0
	c.tokens = 0
	c.checkModes(version)
	for _, s := range version.Get("sections").List() {
		blocks, kind := s.Get("blocks"), s.Get("type")
		if blocks != nil && kind != nil {
			c.problems.ErrorAt(
				kind,
				"a section with blocks has no type of its own. Make a block of this type, and take the key out.",
			)
		}
		c.checkPart(parts, s)
		for _, b := range blocks.List() {
			c.checkPart(parts, b)
		}
		n += 1 + len(blocks.List())
		if n > MaxParts {
			c.problems.ErrorAt(
				s, "expected at most %d sections and blocks in a manual, found more with this section", MaxParts,
			)
			c.file.Unusable = true
			return
		}
		if served {
			c.warnOfDerived(s)
		}
	}
}

// checkPart checks a section or a block, with its content. Its id must be unique in parts.
func (c *checker) checkPart(parts map[string]*content.Value, part *content.Value) {
	id, name := part.Get("id"), part.Get("type")
	c.warnOfHTML(part.Get("title"))
	if first, taken := parts[id.Text()]; taken {
		c.problems.ErrorAt(
			id, "duplicate id %q (also used by %s)", content.Truncate(id.Text()), problem.PlaceOf(first.Get("id")),
		)
	} else if id.Text() != "" {
		parts[id.Text()] = part
	}
	known := cmp.Or(Closest(name.Text(), knownKinds), string(otherKinds[name.Text()]))
	if known == "" {
		c.warnOfOtherKind(part, name)
	}
	if known != "" && kindName.MatchString(name.Text()) { // else it is refused with the right one
		c.problems.WarnAt(
			name, "unknown kind %s: did you mean %q? The block is served and makes no token.", quoteValue(name), known,
		)
	}
	inside, kind := part.Get("content"), manual.Kind(name.Text())
	if !inside.Is('{') {
		return
	}
	c.checkKeys(inside, kind)
	c.warnOfMistakes(inside, kind)
	c.checkStrings(inside, "")
	c.checkAssets(inside, kind)
}

// checkKeys checks content against the shape that the table of kinds has for it. An empty block may
// lack what a block needs.
func (c *checker) checkKeys(p *content.Value, kind manual.Kind) {
	s := format().content[kind]
	if like, _ := resembles(p, kind); kind == "" && like != "" {
		s = nil // it is that of a block, for which there is a warning already
	}
	if s == nil {
		return
	}
	c.lenient = p.Empty()
	c.checkShape(p, s)
	if keys := kind.Info().MainNames(); !c.lenient && len(keys) > 0 && hasNone(p, keys) {
		c.problems.WarnAt(
			p, `missing key "%s": without it nothing of the %s block is shown but its further keys`,
			strings.Join(keys, `" or "`), kind.Label(),
		)
	}
	c.lenient = false
}

// warnOfOtherKind warns of content that looks like that of a known kind, in a part of another
// kind or of none.
func (c *checker) warnOfOtherKind(part, kind *content.Value) {
	like, key := resembles(part.Get("content"), manual.Kind(kind.Text()))
	if like == "" {
		return
	}
	if kind != nil {
		c.problems.WarnAt(
			kind, "expected %s for a block with %q, found %s: the block is served and makes no token", like, key,
			quoteValue(kind),
		)
		return
	}
	if part.Get("blocks") == nil {
		c.problems.WarnAt(
			part.Get("content"),
			"expected a block of the kind %s for %q, found the content of a section: it is served and makes no token",
			like, key,
		)
	}
}

// warnOfDerived warns about a section, and blocks in it, whose ids derive from a
// title. A strict check also warns about parts without an anchor.
func (c *checker) warnOfDerived(s *content.Value) {
	if !s.Is('{') {
		return
	}
	title := content.Truncate(s.Get("title").Text())
	anchored := s.Get("anchor") != nil
	fromTitle := s.Get("id") == nil && !anchored
	if fromTitle {
		c.problems.WarnOf(
			problem.NoID, s, "section %q has neither id nor anchor: they are made of its title and change with it",
			title,
		)
	} else if c.options.WarnOfAnchors && !anchored {
		c.problems.WarnOf(
			problem.NoAnchor, s,
			"section %q has no anchor: each server makes one at its first import, and theirs may differ", title,
		)
	}
	for _, b := range s.Get("blocks").List() {
		if !b.Is('{') {
			continue
		}
		label := manual.Kind(b.Get("type").Text()).Label()
		if fromTitle && b.Get("id") == nil {
			c.problems.WarnOf(
				problem.NoID, b,
				"the %s block of section %q has no id: it is made of the section's title and changes with it", label,
				title,
			)
		} else if c.options.WarnOfAnchors && b.Get("anchor") == nil {
			c.problems.WarnOf(
				problem.NoAnchor, b,
				"the %s block of section %q has no anchor: each server makes one at its first import, and theirs may "+
					"differ",
				label, title,
			)
		}
	}
}

// resembles returns the kind that makes tokens of content as this, of a block of an
// unknown kind, and what tells: the key of its list, or of the entries of a list.
func resembles(block *content.Value, kind manual.Kind) (like manual.Kind, key string) {
	if kind.Info().Label != "" {
		return "", ""
	}
	for _, list := range block.Members() {
		if !list.Is('[') || len(list.Children) == 0 {
			continue
		}
		entry := list.Children[0]
		if entry.Get("hex") != nil {
			return manual.Colors, "hex"
		}
		if entry.Get("family") != nil {
			return manual.Typography, "family"
		}
		if entry.Get("value") != nil {
			for _, info := range manual.Kinds {
				if info.Groups != nil && slices.Contains(info.Names(), list.Name) {
					return info.Kind, list.Name
				}
			}
		}
	}
	return "", ""
}

// knownKinds are the names of the kinds that are checked.
var knownKinds = func() []string {
	var names []string
	for _, info := range manual.Kinds {
		names = append(names, string(info.Kind))
	}
	return names
}()

// hasNone reports whether an object has none of these keys, not even misspelt or by another word
// (for which there is a warning already).
func hasNone(p *content.Value, keys []string) bool {
	for _, m := range p.Members() {
		if slices.Contains(keys, m.Name) || Closest(m.Name, keys) != "" || meantKey(m.Name, keys) != "" {
			return false
		}
	}
	return true
}
