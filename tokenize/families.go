package tokenize

import (
	"regexp"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// Colorful is the least chroma, of 255, of what is seen as a color.
const Colorful = 48

// maxFamilies is the most families of colors of a look.
const maxFamilies = 12

// familyStep matches the end of a token name that says which one of a family it is.
var familyStep = regexp.MustCompile(`-[a-z]?[0-9]+[a-z]*$`)

// Families returns one color of each family in page order: of each hue, of black, of gray and of
// white, the first one that is not much paler than another. A manual of few hues has further colors that do not look
// like those.
// It leaves out what is transparent, and returns at most twelve.
func Families(colors []manual.Token) []string {
	named := namedFamilies(colors)
	var families []int // indexes of named
	for i, t := range named {
		same := func(j int) bool { return isSameHue(named[j].Value, t.Value) }
		if k := slices.IndexFunc(families, same); k < 0 {
			families = append(families, i)
		} else if Hue(t.Value) >= 0 && Chroma(t.Value) >= Chroma(named[families[k]].Value)+32 {
			families[k] = i
		}
	}
	for i, t := range named {
		isLike := func(j int) bool { return LooksAlike(named[j].Value, t.Value) }
		if len(families) < fewFamilies && !slices.ContainsFunc(families, isLike) {
			families = append(families, i)
		}
	}
	slices.Sort(families)
	var hexes []string
	for _, i := range families[:min(len(families), maxFamilies)] {
		hexes = append(hexes, named[i].Value)
	}
	return hexes
}

// fewFamilies is the number of colors up to which a manual of few hues has further ones.
const fewFamilies = 5

// namedFamilies returns one opaque color of each family by name: of blue-1 to blue-12, and of a
// color and its tints, one.
func namedFamilies(colors []manual.Token) []manual.Token {
	index := map[string]int{}
	var families []manual.Token
	for _, t := range colors {
		if css.Channels(t.Value)[3] < 255 {
			continue
		}
		family := familyStep.ReplaceAllString(t.Name, "")
		i, known := index[family]
		if !known {
			index[family], families = len(families), append(families, t)
			continue
		}
		if families[i].Name != family && (t.Name == family || strength(t.Value) > strength(families[i].Value)) {
			families[i] = t
		}
	}
	return families
}

// isSameHue reports whether two opaque colors are of one hue, or are both black, gray or white.
func isSameHue(a, b string) bool {
	first, second := Hue(a), Hue(b)
	if first < 0 || second < 0 {
		return first == second
	}
	apart := max(first, second) - min(first, second)
	return min(apart, 360-apart) < 20
}

// Hue returns the hue of a color in degrees, or a negative number for black, gray and white.
func Hue(hex string) int {
	c := css.Channels(hex)
	r, g, b := int(c[0]), int(c[1]), int(c[2])
	most, span := max(r, g, b), Chroma(hex)
	if span < 24 && most < 64 {
		return -1
	}
	if span < 24 && most-span > 224 {
		return -2
	}
	if span < 24 {
		return -3
	}
	if most == r {
		return (60*(g-b)/span + 360) % 360
	}
	if most == g {
		return 60*(b-r)/span + 120
	}
	return 60*(r-g)/span + 240
}

// Chroma returns how colorful a color is, from 0 to 255.
func Chroma(hex string) int {
	c := css.Channels(hex)
	return int(max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]))
}

// strength orders the colors of a family: the more colorful one is stronger and, of grays
// and of equally colorful ones, the one that is nearer to the middle than to black or white.
func strength(hex string) int {
	green := int(css.Channels(hex)[1])
	return Chroma(hex)/16*256 - max(green-128, 128-green)
}

// LooksAlike reports whether two opaque colors look alike.
func LooksAlike(a, b string) bool {
	first, second := css.Channels(a), css.Channels(b)
	for i := range 3 {
		if max(first[i], second[i])-min(first[i], second[i]) >= 16 {
			return false
		}
	}
	return true
}
