package lint

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// fullHex returns a hex color in lower case, without an alpha of ff.
func fullHex(hex string) string {
	c, _ := css.ParseSRGB(hex)
	hex, _ = c.Hex()
	return hex
}

// parseColor returns a color in any notation as hex, and false for one that cannot be
// seen.
func parseColor(text string) (hex string, ok bool) {
	parsed, err := css.ParseColor(text)
	if err != nil || parsed.Alpha == 0 {
		return "", false
	}
	hex, _ = parsed.Hex()
	return hex, true
}

// nearest returns the token with the least distance; none has an infinite one.
func nearest(tokens []manual.Token, distance func(manual.Token) float64) (found manual.Token) {
	least := math.Inf(1)
	for _, t := range tokens {
		if d := distance(t); d < least {
			least, found = d, t
		}
	}
	return found
}

// A match is the token nearest to a color; same is how many have exactly the color.
type match struct {
	token manual.Token
	same  int
}

// nearestColor returns the token nearest to a color, and how many have exactly it.
func (l *Linter) nearestColor(hex string) (manual.Token, int) {
	m, known := l.looked[hex]
	if !known {
		alpha := float64(css.Channels(hex)[3])
		m.token = nearest(l.colors, func(t manual.Token) float64 {
			other := fullHex(t.Value)
			if other == hex {
				m.same++
			}
			return css.Distance(hex, other) + math.Abs(float64(css.Channels(other)[3])-alpha)/255
		})
		l.looked[hex] = m
	}
	return m.token, m.same
}

// nearestLength returns the token of a group nearest to a length, and how many have
// exactly it. It returns false if no token can be compared with the length.
func (l *Linter) nearestLength(group int, n float64, unit string) (found manual.Token, same int, ok bool) {
	found = nearest(l.groups[group], func(t manual.Token) float64 {
		value, _ := css.ReadQuantity(t.Value)
		switch {
		case group == manual.DimensionGroup && strings.HasPrefix(t.Name, "breakpoint"):
			return math.Inf(1)
		case value.Number == n && value.Unit == unit:
			same++
			return -1
		case value.Unit != unit && !(isPixels(value.Unit) && isPixels(unit)):
			return math.Inf(1)
		}
		return math.Abs(pixels(value.Number, value.Unit) - pixels(math.Abs(n), unit))
	})
	return found, same, found.Variable != ""
}

func isPixels(unit string) bool { return unit == "px" || unit == "rem" }

func pixels(n float64, unit string) float64 {
	if unit == "rem" {
		return float64(n * 16)
	}
	return n
}

var number = regexp.MustCompile(`-?[0-9]*\.?[0-9]+`)

// nearestShadow returns the shadow whose lengths are nearest to those of a value.
func (l *Linter) nearestShadow(value string) manual.Token {
	lengths := func(shadow string) (lengths [4]float64) {
		for i, text := range number.FindAllString(shadow, 4) {
			q, _ := css.ReadQuantity(text)
			lengths[i] = q.Number
		}
		return lengths
	}
	own := lengths(value)
	return nearest(l.groups[manual.ShadowGroup], func(t manual.Token) (distance float64) {
		if plain(t.Value) == plain(value) {
			return -1
		}
		for i, n := range lengths(t.Value) {
			distance += math.Abs(own[i] - n)
		}
		return distance
	})
}

// nearestFont returns the token whose first family has the name, or else the first token and
// false.
func (l *Linter) nearestFont(name string) (manual.Token, bool) {
	fonts := l.groups[manual.FontFamilyGroup]
	i := slices.IndexFunc(fonts, func(t manual.Token) bool { return strings.EqualFold(css.SplitFamilies(t.Value)[0], name) })
	return fonts[max(i, 0)], i >= 0
}

// plain returns a value in a form in which its spellings agree.
func plain(value string) string {
	value = strings.Join(strings.Fields(strings.ToLower(value)), " ")
	return strings.NewReplacer(`"`, "", "'", "", `\`, "", "#{", "", "}", "").Replace(value)
}

// successor returns the custom property of the one token of the group that the reason of
// a deprecation names, or nothing. A tint's is the tint of the color that is named.
func successor(t manual.Token, all, live []manual.Token) string {
	reason := "-" + tokenize.Name(t.Deprecated.Reason, "") + "-"
	var named []manual.Token
	for _, other := range live {
		for _, name := range []string{other.Title, other.Variable, other.Name} {
			if name = tokenize.Name(name, ""); name != "" && strings.Contains(reason, "-"+name+"-") {
				named = append(named, other)
				break
			}
		}
	}
	whole := slices.DeleteFunc(slices.Clone(named), func(a manual.Token) bool { // Blue in Deep Blue
		return slices.ContainsFunc(named, func(b manual.Token) bool {
			return a.Name != b.Name && strings.Contains("-"+b.Name+"-", "-"+a.Name+"-")
		})
	})
	if len(whole) != 1 {
		return ""
	}
	for _, step := range css.TintSteps {
		base, tint := strings.CutSuffix(t.Name, "-"+step)
		if tint && slices.ContainsFunc(all, func(a manual.Token) bool { return a.Name == base && a.Deprecated == t.Deprecated }) {
			i := slices.IndexFunc(live, func(a manual.Token) bool { return a.Name == whole[0].Name+"-"+step })
			if i < 0 {
				return ""
			}
			return live[i].Variable
		}
	}
	return whole[0].Variable
}
