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

// A color is a color token and its color in lower case hex.
type color struct {
	manual.Token
	hex string
}

func parseColors(tokens []manual.Token) (colors []color) {
	for _, t := range tokens {
		if hex, ok := css.Hex(t.Value); ok {
			colors = append(colors, color{t, fullHex(hex)})
		}
	}
	return colors
}

// fullHex returns a hex color in lower case, without an alpha of ff.
func fullHex(hex string) string {
	hex = strings.ToLower(hex)
	if len(hex) == 9 {
		hex = strings.TrimSuffix(hex, "ff")
	}
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

// A nearest token is nearest to a color; same is how many have exactly the color.
type nearest struct {
	token manual.Token
	same  int
}

// nearestColor returns the token nearest to a color, and how many have exactly it.
func (l *Linter) nearestColor(hex string) (manual.Token, int) {
	if known, ok := l.looked[hex]; ok {
		return known.token, known.same
	}
	var n nearest
	best := math.Inf(1)
	alpha := float64(css.Channels(hex)[3])
	for _, c := range l.colors {
		if c.hex == hex {
			n.same++
		}
		distance := css.Distance(hex, c.hex) + math.Abs(float64(css.Channels(c.hex)[3])-alpha)/255
		if distance < best {
			best, n.token = distance, c.Token
		}
	}
	l.looked[hex] = n
	return n.token, n.same
}

// nearestLength returns the token of a group nearest to a length, and how many have
// exactly it. It returns false if no token can be compared with the length.
func (l *Linter) nearestLength(group int, n float64, unit string) (nearest manual.Token, same int, ok bool) {
	best := math.Inf(1)
	for _, t := range l.groups[group] {
		if group == manual.DimensionGroup && strings.HasPrefix(t.Name, "breakpoint") {
			continue
		}
		value, _ := css.ReadQuantity(t.Value)
		distance := math.Abs(pixels(value.Number, value.Unit) - pixels(math.Abs(n), unit))
		switch {
		case value.Number == n && value.Unit == unit:
			same++
			distance = -1
		case value.Unit != unit && !(isPixels(value.Unit) && isPixels(unit)):
			continue
		}
		if distance < best {
			best, nearest = distance, t
		}
	}
	return nearest, same, nearest.Variable != ""
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
func (l *Linter) nearestShadow(value string) (nearest manual.Token) {
	best := math.Inf(1)
	for _, t := range l.groups[manual.ShadowGroup] {
		distance := 0.0
		a, b := number.FindAllString(value, 4), number.FindAllString(t.Value, 4)
		for i := range 4 {
			var m, n css.Quantity
			if i < len(a) {
				m, _ = css.ReadQuantity(a[i])
			}
			if i < len(b) {
				n, _ = css.ReadQuantity(b[i])
			}
			distance += math.Abs(m.Number - n.Number)
		}
		if plain(t.Value) == plain(value) {
			distance = -1
		}
		if distance < best {
			best, nearest = distance, t
		}
	}
	return nearest
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
