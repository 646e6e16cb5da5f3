package lint

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// names checks the custom properties and Sass variables that a value uses.
func (c *checker) names(value []item) {
	for n, i := range value {
		text := c.text[i.start:i.end]
		switch {
		case i.kind == "word" && strings.HasPrefix(text, "--") && n > 0 && strings.EqualFold(c.text[value[n-1].start:value[n-1].end], "var("):
			c.name(i.start, i.end, text, "", inFallback(c.text[value[0].start:i.start]))
		case i.kind == "word" && strings.HasPrefix(text, "$"):
			c.name(i.start, i.end, "--"+text[1:], "$", false)
		}
	}
}

// inFallback reports whether the text after another one and var( is a fallback, as in
// var(--mine, var(.
func inFallback(before string) bool { return fallback.MatchString(before[max(0, len(before)-200):]) }

var fallback = regexp.MustCompile(`(?i)var\(\s*--[^\s,()]+\s*,\s*var\(\s*$`)

var prefixes = []string{"--color-", "--dimension-", "--font-family-", "--font-size-", "--duration-", "--cubic-bezier-", "--radius-", "--shadow-", "--theme-"}

// tailwinds are custom properties of Tailwind's own theme.
var tailwinds = regexp.MustCompile(`^--(?:color-(?:black|white|[a-z]+-(?:50|[1-9]00|950))|(?:radius|shadow)-[2-4]?(?:xs|sm|md|lg|xl))$`)

// name checks a custom property, or a Sass variable of the same name. In a fallback one
// that does not exist is no finding.
func (c *checker) name(start, end int, name, sigil string, inFallback bool) {
	t, known := c.variables[name]
	switch {
	case known && t.Deprecated.Set:
		next := c.variables[c.successor[name]]
		message := strings.TrimSuffix("the token is deprecated: "+short(t.Deprecated.Reason), ": ")
		if next.Variable == "" {
			c.add(DeprecatedRule, start, end, c.instead(t), message)
			return
		}
		replacement := next.Variable
		if sigil != "" {
			replacement = sigil + replacement[2:]
		}
		c.add(DeprecatedRule, start, end, next, message+"; take "+replacement).fix(replacement)
	case !known && sigil == "" && !inFallback && !c.defined[name] && !(c.tailwind && tailwinds.MatchString(name)) && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }):
		c.add(UnknownRule, start, end, c.alike(name), "there is no token "+short(name))
	}
}

// instead returns the token nearest to a deprecated color, or none.
func (c *checker) instead(t manual.Token) (nearest manual.Token) {
	if hex, ok := css.Hex(t.Value); ok && strings.HasPrefix(t.Variable, prefixes[manual.ColorGroup]) {
		nearest, _ = c.nearestColor(fullHex(hex))
	}
	return nearest
}

// alike returns the token that is not deprecated with the longest beginning in common
// with a name and longer than its prefix, or none.
func (c *checker) alike(name string) manual.Token {
	return nearest(slices.Concat(c.groups[:]...), func(t manual.Token) float64 {
		common := 0
		for common < min(len(name), len(t.Variable)) && name[common] == t.Variable[common] {
			common++
		}
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(t.Variable[:common], p) && len(p) < common }) {
			return math.Inf(1)
		}
		return -float64(common)
	})
}
