package export

import (
	"regexp"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// tailwindSizes matches the names of Tailwind's own sizes.
var tailwindSizes = regexp.MustCompile(`^([2-9]?xs|sm|base|md|lg|[2-9]?xl)$`)

// tailwindLengths matches what Tailwind's classes for width, height and distance have besides sizes.
var tailwindLengths = regexp.MustCompile(`^(full|auto|px|screen|min|max|fit|none|lh|[dls]v[hw])$`)

// tailwindSides matches the names of the sides and corners that a class of Tailwind rounds.
var tailwindSides = regexp.MustCompile(`^([trblse]|[tb][lr]|[se][se])$`)

// TailwindTaken returns the names that mean something else in a class of Tailwind: of the
// steps of the spacing scale that are called as one of its sizes or lengths (max-w-md and w-full
// are then the step),
// of the colors that are called as a size or style of text (text-base is then a color), and of
// the radii that are called as a side (rounded-l rounds the left side by another radius).
func TailwindTaken(d *manual.TokenDocument) ([]string, []string, []string) {
	var steps, colors, radii []string
	texts := slices.Clone(d.Groups[manual.FontSizeGroup].Tokens)
	for _, g := range d.Further {
		texts = append(texts, tokensWhere(g.Tokens, func(t manual.Token) bool { return t.Style != nil })...)
	}
	for _, t := range d.Groups[manual.DimensionGroup].Tokens {
		if t.List == "steps" && (tailwindSizes.MatchString(t.Name) || tailwindLengths.MatchString(t.Name)) {
			steps = append(steps, t.Name)
		}
	}
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		if tailwindSizes.MatchString(t.Name) || hasToken(texts, t.Name) {
			colors = append(colors, t.Name)
		}
	}
	for _, t := range d.Groups[manual.RadiusGroup].Tokens {
		if tailwindSides.MatchString(t.Name) {
			radii = append(radii, t.Name)
		}
	}
	return steps, colors, radii
}

// tailwindClasses are classes of Tailwind that set something else than a token of their name, by
// what stands before the name: measured with Tailwind 4.3.5, by comparing the style of each of its
// classes with and without a token of the name.
var tailwindClasses = map[string]*regexp.Regexp{
	"inline":  regexp.MustCompile(`^(block|flex|grid|table)$`),
	"rounded": regexp.MustCompile(`^(full|none)$`),
	"shadow":  regexp.MustCompile(`^(none|black|white|current|transparent)$`),
	"font":    regexp.MustCompile(`^(thin|extralight|light|normal|medium|semibold|bold|extrabold|black)$`),
	"text": regexp.MustCompile(
		`^(left|center|right|justify|start|end|wrap|nowrap|balance|pretty|ellipsis|clip)$`,
	),
	"bg": regexp.MustCompile(
		`^(auto|cover|contain|fixed|local|scroll|center|top|bottom|repeat|none|conic|radial)$`,
	),
	"border": regexp.MustCompile(
		`^([trblsexy]|b[es]|solid|dashed|dotted|double|hidden|collapse|separate)$`,
	),
}

// TailwindClasses returns the classes that Tailwind has itself and that a token of the manual takes
// as well (text-center sets a text style too) or instead (font-bold is then a typeface).
func TailwindClasses(d *manual.TokenDocument) []string {
	var classes []string
	add := func(before, name string) {
		class := before + "-" + name
		if tailwindClasses[before].MatchString(name) && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	for _, t := range d.Groups[manual.DimensionGroup].Tokens {
		if t.List == "steps" {
			add("inline", t.Name)
		}
	}
	for _, of := range []struct {
		group  int
		before []string
	}{
		{manual.ColorGroup, []string{"text", "bg", "border"}},
		{manual.RadiusGroup, []string{"rounded"}},
		{manual.ShadowGroup, []string{"shadow"}},
		{manual.FontFamilyGroup, []string{"font"}},
	} {
		for _, t := range d.Groups[of.group].Tokens {
			for _, before := range of.before {
				add(before, t.Name)
			}
		}
	}
	for _, g := range d.Further {
		for _, t := range g.Tokens {
			if t.Style != nil {
				add("text", t.Name)
			} else if usual, _ := css.Weight(t.Name); t.Type == manual.FontWeightToken && usual != t.Value {
				add("font", t.Name)
			}
		}
	}
	return classes
}
