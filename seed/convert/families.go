package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// manyFrom is the number of entries from which a list is shown in families.
const manyFrom = 25

var firstWord = pattern.New(`^\pL+`)

// families divides blocks with many entries into blocks with titles: amber-1 to
// amber-12 become one, blue-1 to blue-12 the next. Entries without a title stay
// together. Families of one kind and title, such as the spacings and the other lengths
// of a component, are one. Blocks of further tokens have titles already.
func families(blocks []*block) []*block {
	known := map[string]*block{} // by kind and title
	var all []*block
	for _, b := range blocks {
		at := slices.IndexFunc(b.lists[:], func(l []*content.Value) bool { return len(l) >= manyFrom })
		if at < 0 || b.anchor != "" || b.kind.Place == meaning.Further {
			all = append(all, b)
			continue
		}
		entries, titles := b.lists[at], titlesOf(b.lists[at], meaning.Place(at) == meaning.Color)
		if len(slices.Compact(slices.Sorted(slices.Values(titles)))) < 3 {
			all = append(all, b)
			continue
		}
		b.lists[at], known[""] = nil, nil
		for i, entry := range entries {
			key, family := titles[i], b
			if key != "" {
				key = string(b.kind.Place.List().Block) + key
				family = &block{kind: b.kind, title: titles[i]}
			}
			if known[key] == nil {
				known[key], all = family, append(all, family)
			}
			family = known[key]
			p := meaning.Place(at)
			if p.List().Key == family.kind.Place.List().Key {
				p = family.kind.Place
			}
			family.lists[p] = append(family.lists[p], entry)
		}
		if known[""] == nil {
			all = append(all, b)
		}
	}
	return all
}

// orderColors puts blocks of colors in the order in which people look for them: those of the brand, colors of
// no family, palettes, and last what backgrounds, texts and buttons have. Colors of no family have a title
// where they are not the first, so that they do not seem to be of the family above them.
func (b *builder) orderColors(all []*block) {
	ranks := map[*block]int{}
	for _, family := range all {
		family.shareTitle()
		ranks[family] = b.rankOfColors(family)
	}
	slices.SortStableFunc(all, func(x, y *block) int { return ranks[x] - ranks[y] })
	for i, family := range all {
		if i == 0 && family.title == "" {
			putUsesLast(family.lists[meaning.Color])
		}
		if i > 0 && family.kind.Place == meaning.Color && family.title == "" && len(family.lists[meaning.Color]) > 0 {
			family.title = "more colors"
		}
	}
}

// putUsesLast puts the colors of parts of a page after those that have a name of their own.
func putUsesLast(colors []*content.Value) {
	slices.SortStableFunc(colors, func(a, b *content.Value) int {
		return useRank(a.Get("name").Text()) - useRank(b.Get("name").Text())
	})
}

func useRank(name string) int {
	if useOfColor.MatchString(strings.ReplaceAll(name, " ", "-")) {
		return 1
	}
	return 0
}

// rankOfColors returns where a block stands among those of a section with colors.
func (b *builder) rankOfColors(family *block) int {
	const ofBrand, ofNoFamily, palette, ofUses, others, noColors = 0, 1, 2, 3, 4, 5
	const few = 3 // say less than a family does
	colors := family.lists[meaning.Color]
	if len(colors) == 0 {
		return noColors
	}
	uses := 0
	for _, e := range colors {
		if useOfColor.MatchString(strings.ReplaceAll(e.Get("name").Text(), " ", "-")) {
			uses++
		}
	}
	isOfUses := 2*uses >= len(colors)
	isLoose := family.title == ""
	if isLoose {
		isBrand := brandWord.MatchString(strings.ToLower(colors[0].Get("name").Text()))
		if isOfUses || len(colors) < few && !isBrand {
			return others
		}
		return ofNoFamily
	}
	if isOfUses {
		return ofUses
	}
	title, name := strings.ToLower(family.title), strings.ToLower(b.Name)
	if brandWord.MatchString(title) || name != "" && strings.HasPrefix(title, name) {
		return ofBrand
	}
	hasHue := func(e *content.Value) bool { return tokenize.Chroma(e.Get("hex").Text()) >= tokenize.Colorful }
	if len(colors) < few && !slices.ContainsFunc(colors, hasHue) {
		return ofUses // one or two grays are no beginning
	}
	return palette
}

var (
	brandWord = pattern.New(`\bbrand\b`)

	// useOfColor matches the name of a color that is for a part of a page, or for what happens to it.
	useOfColor = pattern.New(`(?i)(^|-)(bg|background|border|text|fg|foreground|content|container|surface|overlay|` +
		`shadow|outline|divider|icon|link|fill|stroke|placeholder|button|btn|input|` +
		`syntax|hover|hovered|active|focus|focused|pressed|selected|visited|disabled)(-|$)|-colou?r$`)
)

// shareTitle gives a family of colors the words that the names of all begin with as its title:
// cool gray for cool-gray and cool-gray-10-hover.
func (b *block) shareTitle() {
	colors := b.lists[meaning.Color]
	if b.title == "" || len(colors) == 0 {
		return
	}
	// Names of colors in groups have spaces: system-color-blue blue.
	hyphenated := func(e *content.Value) string { return strings.ReplaceAll(e.Get("name").Text(), " ", "-") }
	shared := letterWords.FindString(hyphenated(colors[0]))
	for _, e := range colors {
		for shared != "" && !strings.HasPrefix(hyphenated(e)+"-", shared+"-") {
			shared = shared[:max(strings.LastIndex(shared, "-"), 0)]
		}
	}
	words := strings.Split(shared, "-")
	if n := len(words); n > 1 && words[n-1] == words[n-2] {
		shared = strings.Join(words[:n-1], "-") // of cyan-cyan and cyan-cyan-vivid
	}
	b.title = cmp.Or(strings.ReplaceAll(shared, "-", " "), b.title)
}

var letterWords = pattern.New(`^\pL+(-\pL+)*`)

// The most colors of a palette and of uses that are one family without a closer look, and the most families that
// it becomes: people look through the backgrounds of a page together, through its blues and reds one by one.
const (
	manyOfPalette = 60
	manyUses      = 200
	mostFamilies  = 24
)

// titlesOf returns the first word of each entry, empty for one that no other entry has. A family of many colors is
// divided by the word that follows those that all have, as base-color-scale-blue-1 and base-color-scale-red-1.
func titlesOf(entries []*content.Value, isColor bool) []string {
	titles, names := make([]string, len(entries)), make([]string, len(entries))
	members := map[string][]int{}
	for i, e := range entries {
		names[i] = e.Get("name").Scalar() + e.Get("step").Scalar() + e.Get("usage").Scalar()
		titles[i] = firstWord.FindString(names[i])
		members[titles[i]] = append(members[titles[i]], i)
	}
	for title, family := range members {
		if len(family) == 1 {
			titles[family[0]] = ""
		} else if isColor && title != "" && isMany(names, family) {
			divide(titles, names, family)
		}
	}
	return titles
}

// isMany reports whether a family has more colors than are looked through together.
func isMany(names []string, family []int) bool {
	if len(family) <= manyOfPalette || len(family) > manyUses {
		return len(family) > manyUses
	}
	uses := 0
	for _, i := range family {
		if useOfColor.MatchString(strings.ReplaceAll(names[i], " ", "-")) {
			uses++
		}
	}
	return 2*uses < len(family)
}

// divide gives the entries of a family the words up to the first in which they differ as their title, if most
// are in families of several then.
func divide(titles, names []string, family []int) {
	shared := names[family[0]]
	for _, i := range family {
		for !strings.HasPrefix(names[i], shared) {
			shared = shared[:len(shared)-1]
		}
	}
	shared = shared[:strings.LastIndex(shared, "-")+1]
	count := map[string]int{}
	word := func(i int) string { return firstWord.FindString(names[i][len(shared):]) }
	for _, i := range family {
		count[word(i)]++
	}
	families, inFamilies := 0, 0
	for _, n := range count {
		if n > 1 {
			families, inFamilies = families+1, inFamilies+n
		}
	}
	if families < 3 || families > mostFamilies || 10*inFamilies < 9*len(family) || strings.Contains(shared, "--") {
		return
	}
	for _, i := range family {
		if own := word(i); own != "" && count[own] > 1 {
			titles[i] = strings.ReplaceAll(shared, "-", " ") + own
		}
	}
}
