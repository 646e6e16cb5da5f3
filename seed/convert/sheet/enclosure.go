package sheet

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/tokenize/pattern"
)

// An enclosure says where the declarations of a block hold.
type enclosure struct {
	conditions []Condition // on the page; nil at the top of a file and in a rule
	selector   string      // of the rule
	scheme     string      // the color scheme of the reader that the blocks around it need
	rule       string      // only in this rule
	inner      bool        // in a block inside the rule
	layer      Layer
	ignored    bool // they declare no values
}

// top reports whether the enclosure is that of a file, or of layers alone.
func (s enclosure) top() bool { return s.conditions == nil && s.rule == "" && !s.ignored }

var (
	white       = pattern.New(`\s+`)
	colorScheme = pattern.New(
		`(?i)^@media\s*(?:(?:only )?(?:screen|all) and\s*)?\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)$|` +
			`^@variant\s+(dark|light)$`,
	)
	everywhere  = pattern.New(`(?i)^@media (?:only )?(?:all|screen)$`)
	unsupported = pattern.New(`(?i)\bnot\b|-(?:webkit|moz|ms|o)-|selector\(`) // or not in every browser
	pluginTheme = pattern.New(`^@plugin\s+["']daisyui/theme["']`)
	pluginName  = pattern.New(`(?:^|[;\s])name\s*:\s*["']?([^"';]+)`)
	pluginFirst = pattern.New(`(?:^|[;\s])default\s*:\s*true`)
)

// noValues are the rules whose declarations are no values for the page.
var noValues = []string{"@property", "@font-face", "@counter-style", "@font-palette-values"}

// enter returns the enclosure of a block with a prelude inside the innermost one. Rest is the
// text from the block on.
func (r *reader) enter(prelude, rest string) enclosure {
	s := r.enclosures[len(r.enclosures)-1]
	if s.rule != "" || s.ignored {
		s.inner = true
		return s
	}
	prelude = white.ReplaceAllString(prelude, " ")
	if !strings.HasPrefix(prelude, "@") {
		return r.enterRule(s, prelude)
	}
	word, _, _ := strings.Cut(strings.ToLower(prelude), " ")
	word, _, _ = strings.Cut(word, "(")
	if word == "@theme" { // which Tailwind puts into its first layer, for :root
		s.conditions = []Condition{{Specificity: [3]int{0, 1, 0}}}
		s.layer = r.layers.first
		return s
	}
	if word == "@layer" {
		s.layer = r.layers.at(s.layer, strings.TrimSpace(prelude[len(word):]))
		return s
	}
	if m := colorScheme.FindStringSubmatch(prelude); m != nil {
		return s.inScheme(strings.ToLower(m[1] + m[2]))
	}
	if slices.Contains(noValues, word) {
		s.ignored = true
		return s
	}
	if everywhere.MatchString(prelude) || word == "@supports" && !unsupported.MatchString(prelude) {
		return s
	}
	if pluginTheme.MatchString(prelude) {
		return r.enterPlugin(s, rest)
	}
	return enclosure{rule: prelude, layer: s.layer}
}

// inScheme returns the enclosure for a color scheme of the reader.
func (s enclosure) inScheme(scheme string) enclosure {
	s.scheme = scheme
	s.conditions = slices.Clone(s.conditions)
	for i, c := range s.conditions {
		s.conditions[i] = c.inScheme(scheme)
	}
	return s
}

// enterRule returns the enclosure of a rule with selectors.
func (r *reader) enterRule(s enclosure, prelude string) enclosure {
	if r.Selector != "" {
		if !r.isSelected(prelude) {
			return enclosure{rule: prelude, layer: s.layer}
		}
		s.conditions = []Condition{{Specificity: [3]int{0, 1, 0}}}
		return s
	}
	var found []Condition
	for _, selector := range splitList(prelude) {
		for _, c := range r.conditionsOf(selector) {
			if s.scheme != "" {
				c = c.inScheme(s.scheme)
			}
			found = append(found, c)
		}
	}
	found = withoutHost(found)
	if s.conditions != nil {
		found = combine(s.conditions, found)
	}
	if len(found) == 0 {
		return enclosure{rule: prelude, layer: s.layer}
	}
	if s.scheme == "" && isWhole(found) {
		r.rootModes = append(r.rootModes, modesOf(found)...)
	}
	s.conditions, s.selector = found, prelude
	return s
}

// isSelected reports whether a rule is the one that the user names. Selectors that mean the
// same may differ in quotes and spaces.
func (r *reader) isSelected(prelude string) bool {
	plain := strings.NewReplacer(`"`, "", "'", "", " ", "")
	for _, selector := range append(splitList(prelude), prelude) {
		if plain.Replace(selector) == plain.Replace(r.Selector) {
			return true
		}
	}
	return false
}

// enterPlugin returns the enclosure of a theme of daisyUI, which says inside the block what it
// is called and whether it is the default one.
func (r *reader) enterPlugin(s enclosure, rest string) enclosure {
	inside, _, _ := strings.Cut(rest, "}")
	name := ""
	if m := pluginName.FindStringSubmatch(inside); m != nil {
		name = strings.TrimSpace(m[1])
	}
	c := Condition{Specificity: [3]int{0, 1, 0}}
	if pluginFirst.MatchString(inside) || name == "" {
		r.sheet.Root = cmp.Or(r.sheet.Root, name)
		r.sheet.IsTheme = name != ""
		c.Specificity = [3]int{} // daisyUI writes it for :where(:root)
	} else {
		c.With = []string{name}
	}
	s.conditions = []Condition{c}
	return s
}
