package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// checkModes checks the modes of all entries of one version of a manual: they are slugs of its
// themes, also of those that are not published, and the first published theme has no other
// value than the entry's own.
func (c *checker) checkModes(version *content.Value) {
	known, rest := themeSlugs(version)
	changing := 0
	eachBlock(version, func(block *content.Value, kind manual.Kind, _ bool) {
		for _, f := range kind.Info().Fields {
			c.refuseModes(block, f)
			if f.Group == "" || f.Form != manual.List {
				continue
			}
			for _, entry := range block.Get(f.Name).List() {
				if entry.Get("modes") != nil {
					changing++
				}
				c.checkEntryModes(entry, known, rest)
				for _, tint := range entry.Get("tints").Members() {
					c.checkEntryModes(tint, known, rest)
				}
			}
		}
	})
	if values := changing * len(known); values > maxModeValues {
		c.problems.ErrorAt(
			version.Get("sections"),
			"expected at most %d values in modes, which are those of each token with modes in each theme, found %d",
			maxModeValues, values,
		)
	}
}

// refuseModes refuses modes of a field whose values have none.
func (c *checker) refuseModes(block *content.Value, f manual.Field) {
	if f.NoModes == "" {
		return
	}
	entries := []*content.Value{block.Get(f.Name)}
	if f.Form == manual.List {
		entries = block.Get(f.Name).List()
	}
	for _, entry := range entries {
		if modes := entry.Get("modes"); modes != nil && !modes.Is('n') {
			c.problems.ErrorAt(modes, "%s", f.NoModes)
		}
	}
}

// maxModeValues limits the values that style sheets have for modes: each token with modes in
// each theme. Real manuals stay far below it.
const maxModeValues = 200_000

// checkEntryModes checks the modes of an entry, whose names must be known ones.
func (c *checker) checkEntryModes(entry *content.Value, known []string, rest string) {
	for _, m := range entry.Get("modes").Members() {
		start := int(m.NameStart)
		if !slices.Contains(known, m.Name) {
			c.problems.Add(
				problem.Error, m.Tree, start, start, "unknown mode %q: %s", content.Truncate(m.Name),
				modeHelp(m.Name, known),
			)
			continue
		}
		if m.Name == rest && differsFromOwn(entry, m) {
			c.problems.ErrorAt(m, "the value in the first theme is the entry's own: write it there")
		}
	}
}

// modeHelp says which modes there are in place of one that is unknown.
func modeHelp(name string, known []string) string {
	if len(known) == 0 {
		return "a mode is the slug of a theme, and the manual has none. A THEMES block has themes."
	}
	if close := Closest(name, known); close != "" {
		return fmt.Sprintf("did you mean %q?", close)
	}
	return "expected " + joinOr(known)
}

// differsFromOwn reports whether the value of a mode is not that of the entry.
func differsFromOwn(entry, mode *content.Value) bool {
	own := entry.Get("value")
	if entry.Get("hex") != nil {
		own = entry.Get("hex")
	}
	if entry.Get("size") != nil { // a text style
		return slices.ContainsFunc(
			mode.Members(), func(part *content.Value) bool { return !sameValue(entry.Get(part.Name), part) },
		)
	}
	return !sameValue(own, mode)
}

func sameValue(a, b *content.Value) bool {
	return bytes.EqualFold(a.Append(nil), b.Append(nil)) ||
		a.Scalar() != "" && strings.EqualFold(a.Scalar(), b.Scalar())
}

// themeSlugs returns the slugs of all themes of a version, and that of the first one that is
// published.
func themeSlugs(version *content.Value) ([]string, string) {
	var themes []*content.Value
	var unpublished []string
	colors := map[string]bool{}
	eachBlock(version, func(block *content.Value, kind manual.Kind, published bool) {
		for _, theme := range block.Get("themes").List() {
			if kind == manual.Themes && published {
				themes = append(themes, theme)
			} else if kind == manual.Themes {
				unpublished = append(unpublished, tokenize.ThemeName(theme))
			}
		}
		for _, color := range block.Get("colors").List() {
			if !published || kind != manual.Colors {
				continue
			}
			for _, name := range tokenize.ColorNames(color) {
				colors[name] = true
			}
		}
	})
	slugs := tokenize.ThemeSlugs(themes, func(text string) bool {
		_, hex := css.Hex(text)
		return hex || strings.TrimSpace(text) != "" && colors[tokenize.Name(text, "color")]
	})
	if len(slugs) == 0 {
		return unpublished, ""
	}
	return append(slugs, unpublished...), slugs[0]
}

// eachBlock calls visit for the content of every block of a version of a manual, also of a
// section that is one, and whether it is published.
func eachBlock(version *content.Value, visit func(block *content.Value, kind manual.Kind, published bool)) {
	for _, s := range version.Get("sections").List() {
		shown := !s.Get("hidden").Bool(false)
		if kind := s.Get("type").Text(); kind != "" {
			visit(s.Get("content"), manual.Kind(kind), shown)
		}
		for _, b := range s.Get("blocks").List() {
			visit(b.Get("content"), manual.Kind(b.Get("type").Text()), shown && !b.Get("internal").Bool(false))
		}
	}
}
