package lint

import (
	"maps"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/pattern"
)

// A measure is what lengths of some properties stand for. A token has a measure by its
// name, or else by the group that its block makes.
type measure struct {
	group      int
	properties *pattern.Pattern
	words      []string // one of which names it
	beside     []string // that may stand beside those
}

var measures = []*measure{spacing, fontSize, radius}

var (
	spacing = &measure{
		group: manual.DimensionGroup,
		properties: wholly(`(scroll-)?(padding|margin)(-(top|right|bottom|left|block|inline)(-start|-end)?)?
			(grid-)?((row|column)-)?gap`),
		words: []string{
			"space", "spaces", "spacing", "spacer", "gap", "gutter", "padding", "margin", "inset", "stack",
		},
		beside: []string{"inline", "block", "x", "y", "horizontal", "vertical"},
	}
	fontSize = &measure{
		group:      manual.FontSizeGroup,
		properties: wholly(`font-size`),
		words:      []string{"font", "text", "type"},
		beside:     []string{"size", "sizes"},
	}
	radius = &measure{
		group:      manual.RadiusGroup,
		properties: wholly(`border-([a-z]+-[a-z]+-)?radius`),
		words:      []string{"radius", "radii", "rounded", "corner", "corners"},
		beside:     []string{"border"},
	}
)

// names reports whether words of a name say the measure and nothing else.
func (m *measure) names(words []string) bool {
	named := false
	for _, word := range words {
		if slices.Contains(m.words, word) {
			named = true
			continue
		}
		if !slices.Contains(m.beside, word) {
			return false
		}
	}
	return named
}

// sizeWord matches a word of a name that says how large something is, not what.
var sizeWord = wholly(
	`[0-9]+(px|rem|xs|xl)? x*[sml] sm md lg tiny small xsmall medium large xlarge huge extra wide narrow none
	base default normal regular condensed compact comfortable spacious tight loose half double full
	step scale unit level`,
)

// otherMeasures are words for lengths that are neither spacing nor radius nor font size.
var otherMeasures = strings.Fields(
	`width height line letter word ring outline stroke blur shadow breakpoint screen offset
	viewport max min z opacity size`,
)

// parts are words for what has a length of its own, which is not one of the steps.
var parts = strings.Fields(
	`container column columns touch target icon avatar button btn input control card modal overlay
	header footer nav navbar sidebar table thumbnail logo image divider rule page content border`,
)

// measureOf returns the measure of a token, or nil if its name says that it is for
// something else, or for one part alone. Among radii and font sizes a name may be any that
// does not say so; among spacing steps, where manuals have all kinds of lengths, every
// word has to be one of spacing, or the name one word alone.
func measureOf(group *measure, name string) *measure {
	words := slices.DeleteFunc(strings.Split(name, "-"), sizeWord.MatchString)
	if len(words) == 0 {
		return group
	}
	for _, m := range measures {
		if m.names(words) {
			return m
		}
	}
	if containsAny(words, otherMeasures) {
		return nil
	}
	isPart := containsAny(words, group.words) // form-switch-border-radius
	if group == spacing {
		isPart = len(words) > 1 || containsAny(words, parts)
	}
	if isPart {
		return nil
	}
	return group
}

func containsAny(words, others []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(others, word) })
}

// fits reports whether a token of a measure is for a property: what is called a gap,
// a padding or a margin is for no other of these.
func fits(t manual.Token, property string) bool {
	words := strings.Split(t.Variable, "-")
	for _, kind := range []string{"gap", "padding", "margin"} {
		if slices.Contains(words, kind) {
			return strings.Contains(property, kind)
		}
	}
	return true
}

// lengthTokens are what may stand for one measure.
type lengthTokens struct {
	values
	others map[string][]manual.Token // of its group, but for something else by name, by value
	styles map[string][]manual.Token // text styles, by their size
	any    bool                      // there is one at all, breakpoints aside
}

// addLengths sorts the lengths by what they stand for. Those of further groups stand for
// something if group and name say so.
func (l *Linter) addLengths(d *manual.TokenDocument, live [len(manual.Groups)][]manual.Token) {
	l.lengths = map[*measure]*lengthTokens{}
	for _, m := range measures {
		none := map[string][]manual.Token{}
		l.lengths[m] = &lengthTokens{values: newValues(), others: none, styles: maps.Clone(none)}
	}
	for _, own := range measures {
		for _, t := range live[own.group] {
			if !strings.HasPrefix(t.Name, tokenize.BreakpointPrefix) {
				l.addLength(t, own, measureOf(own, t.Name))
			}
		}
	}
	for _, t := range furtherOf(d, manual.DimensionToken) {
		words := slices.DeleteFunc(strings.Split(strings.TrimPrefix(t.Variable, "--"), "-"), sizeWord.MatchString)
		for _, m := range measures {
			if m.names(words) {
				l.addLength(t, m, m)
			}
		}
	}
	for _, t := range furtherOf(d, manual.TypographyToken) {
		if t.Style == nil { // of a saved document, which has no parts of it
			continue
		}
		if size, _, ok := readLength(t.Style.Size); ok {
			l.lengths[fontSize].styles[size] = append(l.lengths[fontSize].styles[size], t)
			l.lengths[fontSize].any = true
		}
	}
}

// addLength adds a token of the group of one measure that stands for another one, or for
// none.
func (l *Linter) addLength(t manual.Token, group, purpose *measure) {
	value, _, ok := readLength(t.Value)
	if !ok {
		return
	}
	l.lengths[group].any = true
	if purpose != nil {
		l.lengths[purpose].add(t, l.atRest, readLength)
	}
	if purpose != group {
		l.lengths[group].others[value] = append(l.lengths[group].others[value], t)
	}
}
