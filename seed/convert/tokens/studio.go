package tokens

import (
	"path/filepath"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// studioSets are the token sets of Tokens Studio: their order, and the themes that have each.
type studioSets struct {
	order  []string
	themes map[string][]string // by set
	groups [][]string          // the themes of each group, of which one is chosen
	count  map[string]int      // of the themes with a name
}

// readStudio reads the themes and the order of sets of all documents, nil without any.
func readStudio(documents []*input) *studioSets {
	s := &studioSets{themes: map[string][]string{}}
	known := false
	for _, d := range documents {
		base := strings.TrimPrefix(baseOf(d.name), "$")
		metadata, themes := d.value.Get("$metadata"), d.value.Get("$themes")
		if base == "metadata.json" && strings.HasPrefix(baseOf(d.name), "$") {
			metadata = d.value
		}
		if base == "themes.json" && d.value.Is('[') {
			themes, d.resolved = d.value, true
		}
		s.order = append(s.order, metadata.Get("tokenSetOrder").Scalars()...)
		s.addThemes(themes.List())
		known = known || metadata != nil || themes != nil
	}
	if !known {
		return nil
	}
	return s
}

func (s *studioSets) addThemes(themes []*content.Value) {
	groups := map[string]int{}
	s.count = map[string]int{}
	for _, theme := range themes {
		s.count[theme.Get("name").Text()]++
	}
	for _, theme := range themes {
		name, group := s.themeName(theme), theme.Get("group").Text()
		if _, ok := groups[group]; !ok {
			groups[group] = len(s.groups)
			s.groups = append(s.groups, nil)
		}
		s.groups[groups[group]] = append(s.groups[groups[group]], name)
		for _, set := range theme.Get("selectedTokenSets").Members() {
			if set.Text() != "disabled" {
				s.themes[set.Name] = append(s.themes[set.Name], name)
			}
		}
	}
}

// themeName returns the name of a theme, with that of its group where several groups have
// the name.
func (s *studioSets) themeName(theme *content.Value) string {
	name, group := theme.Get("name").Text(), theme.Get("group").Text()
	if s.count[name] > 1 && group != "" {
		return group + " " + name
	}
	return name
}

// ordered returns the token sets of a document in their order.
func (s *studioSets) ordered(o *content.Value) []*content.Value {
	sorted := slices.Clone(o.Members())
	slices.SortStableFunc(sorted, func(a, b *content.Value) int {
		return slices.Index(s.order, a.Name) - slices.Index(s.order, b.Name)
	})
	return sorted
}

// inOrder returns the documents in the order of the sets that they are.
func (s *studioSets) inOrder(documents []*input) []*input {
	sorted := slices.Clone(documents)
	slices.SortStableFunc(sorted, func(a, b *input) int { return s.rank(a) - s.rank(b) })
	return sorted
}

func (s *studioSets) rank(d *input) int {
	return slices.Index(s.order, s.setOf(strings.TrimSuffix(filepath.ToSlash(d.name), ".json"), s.order))
}

// setOf returns the longest of some names of sets that a name is, or ends in.
func (s *studioSets) setOf(name string, sets []string) string {
	var longest string
	for _, set := range sets {
		if (name == set || strings.HasSuffix(name, "/"+set)) && len(set) > len(longest) {
			longest = set
		}
	}
	return longest
}

// readSet reads a token set, which holds in the themes that have it. A set that none has
// counts less than all that some have.
func (c *Collection) readSet(s *input, set *content.Value, name string, studio *studioSets) {
	if studio == nil {
		s.walk(c, set, nil, "")
		c.inputs = append(c.inputs, s)
		return
	}
	s.cascades = len(studio.groups) > 0
	var names []string
	for set := range studio.themes {
		names = append(names, set)
	}
	themes := studio.themes[studio.setOf(name, names)]
	total := 0
	for _, group := range studio.groups {
		total += len(group)
		c.addAxis(group)
	}
	s.unselected = total > 0 && len(themes) == 0
	if len(themes) > 0 && !hasWhole(themes, studio.groups) {
		s.conditions = themes
	}
	if total > 0 {
		s.label = ""
	}
	s.walk(c, set, nil, "")
	c.inputs = append(c.inputs, s)
}

// hasWhole reports whether some themes are all of a group, so that one of them is chosen
// always.
func hasWhole(themes []string, groups [][]string) bool {
	return slices.ContainsFunc(groups, func(group []string) bool {
		return !slices.ContainsFunc(group, func(theme string) bool { return !slices.Contains(themes, theme) })
	})
}
