package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// addColors sorts the colors by value. Where a color has its own value as a tint, the
// color counts alone. Roles of themes are known by their values, but name no color
// that a color token has; without color tokens they are the nearest ones.
func (l *Linter) addColors(d *manual.TokenDocument, live []manual.Token) {
	l.colors = newValues()
	bases := map[string]manual.Token{}
	for _, t := range live {
		bases[t.Variable] = t
	}
	for _, t := range live {
		base, isTint := bases[baseOfTint(t.Variable)]
		if isTint && fullHex(base.Value) == fullHex(t.Value) && len(base.Modes)+len(t.Modes) == 0 {
			continue
		}
		l.colors.add(t, l.atRest, readColor)
	}
	l.roles = map[string][]modeToken{}
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			hex, p, _ := readColor(t.Value)
			l.roles[hex] = append(l.roles[hex], modeToken{roleToken(t), theme.Slug})
			if len(live) == 0 {
				l.colors.points = append(l.colors.points, tokenPoint{p, &t})
			}
		}
	}
	l.retired = map[string]manual.Token{}
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		if t.Deprecated.Set {
			l.retired[fullHex(t.Value)] = t
		}
	}
}

// readColor is a [reader].
func readColor(value string) (hex string, p point, ok bool) {
	color, _, isColor := parseColor(value)
	return color, colorPoint(color), isColor
}

// baseOfTint returns the custom property of the color of which a token is a tint by its
// name, or nothing.
func baseOfTint(variable string) string {
	for _, step := range manual.TintSteps {
		if base, ok := strings.CutSuffix(variable, "-"+step); ok {
			return base
		}
	}
	return ""
}

// fullHex returns a hex color in lower case, without an alpha of ff.
func fullHex(hex string) string {
	hex, _, _ = parseColor(hex)
	return hex
}

// parseColor returns a color in any notation as hex, and whether hex says it exactly: a
// color in sRGB does, one in another space is only near. It returns false for text that
// is no color.
func parseColor(text string) (hex string, exact, ok bool) {
	parsed, err := css.ParseColor(text)
	if err != nil {
		return "", false, false
	}
	hex, outside := parsed.Hex()
	name, _, isFunction := strings.Cut(strings.ToLower(text), "(")
	isOfSRGB := !isFunction || slices.Contains([]string{"rgb", "rgba", "hsl", "hsla", "hwb"}, name)
	return hex, !outside && isOfSRGB, true
}

func colorPoint(hex string) point {
	lab := css.OKLab(hex)
	return point{lab[0], lab[1], lab[2], float64(css.Channels(hex)[3]) / 255}
}

// farthestColor is how far, in OKLab, a color that is called the nearest may be: about
// one step of a scale of ten.
const farthestColor = 0.06

// matchColor finds the token for a color.
func (c *checker) matchColor(hex string) match {
	m, seen := c.colorsSeen[hex]
	if !seen {
		m = c.searchColor(hex)
		c.colorsSeen[hex] = m
	}
	return m
}

func (l *Linter) searchColor(hex string) match {
	if m, ok := l.colors.known(hex, anyToken); ok {
		return m
	}
	if roles := l.roles[hex]; len(roles) > 0 {
		return roles[0].match()
	}
	if old, ok := l.retired[hex]; ok {
		if next := l.changes[old.Variable].next; next.Variable != "" {
			return match{next, " is that of " + old.Variable + ", which is deprecated; take " + next.Variable, false}
		}
	}
	if channels := css.Channels(hex); channels[3] < 255 {
		if same := l.colors.exact[css.HexOf(channels[:3]...)]; len(same) > 0 {
			share := math.Round(float64(channels[3]) / 255 * 100)
			const advice = " is %s at %v%%; take color-mix(in srgb, var(%[1]s) %[2]v%%, transparent)"
			return match{same[0], fmt.Sprintf(advice, same[0].Variable, share), false}
		}
	}
	return l.colors.near(colorPoint(hex), farthestColor)
}

// color reports a color that can be seen, unless it defines something as the value of a
// token.
func (c *checker) color(start, end int, text string, plainCase, defines bool) {
	hex, exact, ok := parseColor(text)
	if !ok || css.Channels(hex)[3] == 0 || len(c.colors.points) == 0 {
		return
	}
	m := c.matchColor(hex)
	if defines && len(c.colors.exact[hex])+len(c.colors.moded[hex])+len(c.roles[hex]) > 0 {
		return
	}
	f := c.add(ColorRule, start, end, m.token, "the color "+short(text)+m.advice)
	if plainCase && exact && m.fixable {
		c.fix(f, "var("+m.token.Variable+")")
	}
}
