package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// manyHues is the number of hues from which no color stands for a brand that does not say so.
const manyHues = 6

// ownColor returns the color of the brand in hex, empty without colors, and whether the program
// takes it for a cover by itself: the primary color of a theme, one that is named as that of the
// brand, or one of few. Else it is one that a setting names as that of the brand, one that has a word of the brand's
// name, a color of the logo, or one that is named as that; of many hues the first one, as brands begin with their own, or in a palette that is a rainbow the
// dark color that is nearest to black or gray.
func (b *builder) ownColor() (hex string, isSaid bool) {
	d := manual.NewTokenDocument()
	colors := &d.Groups[manual.ColorGroup].Tokens
	for _, e := range b.entries[meaning.Color] {
		*colors = append(*colors, manual.Token{Name: tokenize.Name(e.name, ""), Value: hexIn(e)})
		for _, tint := range e.tints {
			*colors = append(*colors, manual.Token{Name: tokenize.Name(e.name+"-"+tint.name, ""), Value: hexIn(tint)})
		}
	}
	for _, theme := range b.themes {
		if own, ok := css.Hex(b.colorNamed(theme.colors.Get("primary").Text())); ok {
			return own, true
		}
	}
	hues := slices.DeleteFunc(
		tokenize.Families(*colors), func(hex string) bool { return tokenize.Chroma(hex) < tokenize.Colorful },
	)
	own := tokenize.BrandColor(*colors)
	if said := b.saidByName(*colors); said != "" {
		own, _ := css.Hex(said)
		return own, false
	}
	if named := b.namedAsBrand(*colors); own == "" && named != "" {
		own, _ := css.Hex(named)
		return own, false
	}
	own = cmp.Or(own, b.colorOfLogo(*colors))
	if own != "" || len(hues) < manyHues {
		own, _ := css.Hex(cmp.Or(own, tokenize.MainColor(&d)))
		return own, true
	}
	if first := cmp.Or(namedAsLogo(*colors), firstHue(*colors)); first != "" {
		own, _ := css.Hex(first)
		return own, false
	}
	darkest := ""
	for _, t := range *colors {
		isDark := css.Channels(t.Value)[3] == 255 && css.Contrast(t.Value, whiteHex) >= 14
		if isDark && (darkest == "" || tokenize.Chroma(t.Value) < tokenize.Chroma(darkest)) {
			darkest, _ = css.Hex(t.Value)
		}
	}
	return cmp.Or(darkest, almostDark), false
}

// saidByName returns the color that a value which is no color names as that of the brand, as the settings of a package
// do: $theme-color-primary-family: "blue". It is empty if none does, or if no color has that name.
func (b *builder) saidByName(colors []manual.Token) string {
	for _, t := range b.tokens {
		if t.entry != nil || t.First() == nil || !primaryName.MatchString(tokenize.Name(t.First().Name, "")) {
			continue
		}
		name := tokenize.Name(strings.Trim(t.First().Text(), `"'`), "")
		i := slices.IndexFunc(colors, func(c manual.Token) bool {
			return tokenize.Chroma(c.Value) >= tokenize.Colorful && (c.Name == name || strings.HasSuffix(c.Name, "-"+name))
		})
		if name != "" && i >= 0 {
			return colors[i].Value
		}
	}
	return ""
}

var primaryName = pattern.New(`^(?:[a-z]+-){0,2}(?:primary|brand)(?:-(?:colou?r|family|base|hue))?$`)

// shortestName is the least length of a word of a brand's name that says whose a color is.
const shortestName = 4

// namedAsBrand returns the color that has a word of the brand's name, as automattic-blue, empty if none or colors of
// several hues have one.
func (b *builder) namedAsBrand(colors []manual.Token) string {
	words := strings.Split(tokenize.Name(b.Name, ""), "-")
	isOfBrand := func(word string) bool { return len(word) >= shortestName && slices.Contains(words, word) }
	named := slices.DeleteFunc(slices.Clone(colors), func(t manual.Token) bool {
		return tokenize.Chroma(t.Value) < tokenize.Colorful || !slices.ContainsFunc(strings.Split(t.Name, "-"), isOfBrand)
	})
	if hexes := tokenize.Families(named); len(hexes) == 1 {
		return hexes[0]
	}
	return ""
}

// colorOfLogo returns the color that the brand's logo is drawn in, empty if it has none of the colors.
func (b *builder) colorOfLogo(colors []manual.Token) string {
	if len(b.Assets.Logos) == 0 || len(b.Assets.Logos) > 1 && b.Assets.Logos[0].Name != "" {
		return ""
	}
	for _, v := range b.Assets.Logos[0].Versions {
		for _, ink := range v.Inks {
			i := slices.IndexFunc(colors, func(t manual.Token) bool { return tokenize.LooksAlike(t.Value, ink) })
			if i >= 0 && tokenize.Chroma(colors[i].Value) >= tokenize.Colorful {
				return colors[i].Value
			}
		}
	}
	return ""
}

// namedAsLogo returns the color whose whole name says that it is that of the logo, empty if there is none.
func namedAsLogo(colors []manual.Token) string {
	i := slices.IndexFunc(colors, func(t manual.Token) bool {
		return logoColor.MatchString(t.Name) && tokenize.Chroma(t.Value) >= tokenize.Colorful
	})
	if i < 0 {
		return ""
	}
	return colors[i].Value
}

var logoColor = pattern.New(`^(?:brand-)?logo(?:-colou?r)?$`)

// firstHue returns the first color with a hue, empty if it says nothing: in a rainbow, whose hues are all in one
// direction, once around, and that begins with red, as every other one does, and in names in the order of the alphabet.
func firstHue(colors []manual.Token) string {
	plain := slices.DeleteFunc(slices.Clone(colors), func(t manual.Token) bool {
		return useOfColor.MatchString(t.Name) || notOwn.MatchString(t.Name)
	})
	hexes := slices.DeleteFunc(
		tokenize.Families(plain), func(hex string) bool { return tokenize.Chroma(hex) < tokenize.Colorful },
	)
	if len(hexes) < manyHues {
		return ""
	}
	isRed := tokenize.Hue(hexes[0]) <= lastRed || tokenize.Hue(hexes[0]) >= firstRed
	if !isRed && !isAlphabetical(plain, hexes) {
		return hexes[0]
	}
	forward, around := 0, 0
	for i, hex := range hexes[1:] {
		turn := (tokenize.Hue(hex)-tokenize.Hue(hexes[i])+540)%360 - 180
		around += max(turn, -turn)
		if turn > 0 {
			forward++
		}
	}
	if turns := len(hexes) - 1; around <= 400 && 4*max(forward, turns-forward) >= 3*turns {
		return ""
	}
	return hexes[0]
}

// firstRed and lastRed are the hues between which a color is red, in degrees.
const firstRed, lastRed = 335, 25

// isAlphabetical reports whether the names of colors with these hexes are in the order of the alphabet.
func isAlphabetical(colors []manual.Token, hexes []string) bool {
	var names []string
	for _, hex := range hexes {
		i := slices.IndexFunc(colors, func(t manual.Token) bool { return t.Value == hex })
		names = append(names, colors[i].Name)
	}
	return slices.IsSorted(names)
}

// notOwn matches names of colors that are those of others, of states, or of charts.
var notOwn = pattern.New(`(?i)(^|-)(facebook|twitter|linkedin|instagram|youtube|google|whatsapp|` +
	`success|error|danger|warning|info|positive|negative|critical|alert|charts?|data|code|syntax)(-|$)`)
