package lint

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// Definitions are what texts define themselves.
type definitions struct {
	properties map[string]bool // custom properties
	tailwind   bool            // a text uses Tailwind
}

func newDefinitions() definitions { return definitions{properties: map[string]bool{}} }

var (
	tailwindSign = regexp.MustCompile(`@import\s+["']tailwindcss|@(?:theme|apply|tailwind)\s`)

	// setsAfter and setsBefore match what makes a custom property a definition: a colon in a
	// rule or an object, an equals sign in Svelte, and functions and at-rules.
	setsAfter  = regexp.MustCompile("^[\"'`]?(?:\\s+as\\s+\\w+)?\\]?\\s{0,9}[:=]")
	setsBefore = regexp.MustCompile("(?:@property\\s+|setProperty\\(\\s*[\"'`]|name:\\s*[\"'`])$")
)

// read takes note of what a text defines.
func (d *definitions) read(text string) {
	d.tailwind = d.tailwind || strings.Contains(text, "@") && tailwindSign.MatchString(text)
	for at := 0; ; {
		next := strings.Index(text[at:], "--")
		if next < 0 {
			return
		}
		start := at + next
		at = start + 2
		for at < len(text) && !strings.ContainsRune(" \t\r\n:;,(){}[]<>=\"'`/", rune(text[at])) {
			at++
		}
		if setsAfter.MatchString(text[at:min(len(text), at+40)]) || setsBefore.MatchString(text[max(0, start-30):start]) {
			d.properties[text[start:at]] = true
		}
	}
}

// defines reports whether the text or the project defines a custom property.
func (c *checker) defines(name string) bool {
	return c.own.properties[name] || c.project.properties[name]
}

// namesIn checks the custom properties, the variables of Sass and its maps that a value
// uses.
func (c *checker) namesIn(value []css.Token) {
	for n, i := range value {
		text := c.word(i)
		if i.Kind == "word" && strings.HasPrefix(text, "$") {
			c.name(i.Start, i.End, "--"+text[1:], "$")
		}
		if i.Kind != "function" {
			continue
		}
		if strings.EqualFold(text, "var(") && n+1 < len(value) && strings.HasPrefix(c.word(value[n+1]), "--") {
			c.property(value[n+1].Start, value[n+1].End)
		}
		if text == "map-get(" || text == "map.get(" {
			c.mapEntry(value[n+1 : min(len(value), n+8)])
		}
	}
}

// mapEntry checks the key of a map of tokens.scss, as in map.get($color, "red").
func (c *checker) mapEntry(args []css.Token) {
	comma := slices.IndexFunc(args, func(i css.Token) bool { return c.word(i) == "," })
	if comma < 1 || comma+1 >= len(args) {
		return
	}
	group, isVariable := strings.CutPrefix(c.word(args[comma-1]), "$")
	key := args[comma+1]
	start, end := key.Start, key.End
	if key.Kind == "string" {
		start, end = start+1, max(start+1, end-1)
	}
	if isVariable {
		c.entry(start, end, "--"+group, func(next string) string { return next })
	}
}

// fallbackForm matches a text that ends inside a fallback, as in var(--mine, var(.
var fallbackForm = regexp.MustCompile(`(?i)var\(\s*--[^\s,()]+\s*,\s*var\(\s*$`)

// property checks a custom property in var(). One whose name is put together, that has
// a fallback or is one may be missing on purpose, so there only deprecations are found.
func (c *checker) property(start, end int) {
	name := c.text[start:end]
	after := strings.TrimLeft(c.text[end:min(len(c.text), end+40)], " \t\r\n")
	if strings.ContainsAny(name, "{}$@#<>+`'\"") || !strings.HasPrefix(after, ")") && !strings.HasPrefix(after, ",") {
		return
	}
	if _, known := c.variables[name]; known {
		c.name(start, end, name, "")
		return
	}
	if strings.HasPrefix(after, ",") || c.defines(name) || c.tailwind && tailwindTheme.MatchString(name) {
		return
	}
	ours := slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
	if !ours || fallbackForm.MatchString(c.text[max(0, start-200):start]) {
		return
	}
	message := "there is no token " + short(name)
	near, ok := c.names.closest(name)
	if ok {
		message += "; the nearest is " + near
	}
	c.add(UnknownRule, start, end, c.variables[near], message)
}

// tailwindTheme matches custom properties of Tailwind's own theme.
var tailwindTheme = regexp.MustCompile(`^--(?:color-(?:black|white|[a-z]+-(?:50|[1-9]00|950))|(?:radius|shadow)-[2-4]?(?:xs|sm|md|lg|xl))$`)

// name checks a token that is named by its custom property, or by the variable of Sass
// with the sigil.
func (c *checker) name(start, end int, name, sigil string) {
	t, known := c.variables[name]
	if !known || !t.Deprecated.Set {
		return
	}
	c.deprecated(start, end, t, func(next manual.Token) string {
		if sigil == "" {
			return next.Variable
		}
		return sigil + next.Variable[2:]
	}, true)
}

// deprecated reports a deprecated token. If it has one successor, the form of that which
// is written returns what to write in its place.
func (c *checker) deprecated(start, end int, t manual.Token, form func(manual.Token) string, plainCase bool) {
	message := "the token " + t.Variable + " is deprecated"
	if t.Deprecated.Reason != "" {
		message += ": " + short(t.Deprecated.Reason)
	}
	next, ok := c.variables[c.successor[t.Variable]]
	if !ok {
		near := c.instead(t)
		if near.Variable != "" {
			message += "; the nearest is " + near.Variable
		}
		c.add(DeprecatedRule, start, end, near, message)
		return
	}
	with := form(next)
	f := c.add(DeprecatedRule, start, end, next, message+"; take "+with)
	if plainCase {
		c.fix(f, with)
	}
}

// instead returns the token nearest to a deprecated color, or none.
func (c *checker) instead(t manual.Token) manual.Token {
	if hex := fullHex(t.Value); hex != "" {
		return c.matchColor(hex).token
	}
	return manual.Token{}
}

// addDeprecated finds the successors of deprecated tokens.
func (l *Linter) addDeprecated(d *manual.TokenDocument) {
	l.successor, l.outdated = map[string]string{}, map[string]map[string]manual.Token{}
	for _, g := range slices.Concat(d.Groups[:], d.Further) {
		live := notDeprecated(g.Tokens)
		if len(live) < len(g.Tokens) {
			l.addOutdated(g, newNamed(live))
		}
	}
}

// addOutdated finds the successors of the deprecated tokens of a group among those that
// are not deprecated.
func (l *Linter) addOutdated(g manual.TokenGroup, live named) {
	outdated := map[string]manual.Token{}
	for _, t := range g.Tokens {
		if t.Deprecated.Set {
			outdated[t.Name] = t
		}
	}
	for _, t := range outdated {
		next := live.in(t.Deprecated.Reason)
		base, isTint := outdated[baseOfTint(t.Name)]
		if isTint && base.Deprecated == t.Deprecated && next != "" { // a tint's is the tint of the color that is named
			next += strings.TrimPrefix(t.Name, base.Name)
		}
		l.successor[t.Variable] = live.byName[next].Variable
	}
	l.outdated[g.Variable] = outdated
}

// A named finds the tokens of a group that a sentence names.
type named struct {
	byName map[string]manual.Token
	said   map[string][]string // names, by what a sentence may call them
	found  map[string]string   // what sentences name
}

func newNamed(live []manual.Token) named {
	n := named{map[string]manual.Token{}, map[string][]string{}, map[string]string{}}
	for _, t := range live {
		n.byName[t.Name] = t
		for _, form := range []string{t.Name, t.Title, t.Variable} {
			form = tokenize.Name(form, "")
			if !slices.Contains(n.said[form], t.Name) {
				n.said[form] = append(n.said[form], t.Name)
			}
		}
	}
	return n
}

// The most words of a sentence that are read, and of a name in it.
const mostWords, longestName = 100, 12

// in returns the name of the one token that a sentence names, or nothing. Of two names
// one of which is part of the other (Blue in Deep Blue) the longer counts.
func (n named) in(sentence string) string {
	if name, seen := n.found[sentence]; seen {
		return name
	}
	words := strings.Split(tokenize.Name(sentence, ""), "-")
	words = words[:min(len(words), mostWords)]
	var names []string
	for from := 0; from < len(words); from++ {
		for to := min(len(words), from+longestName); to > from; to-- {
			said := n.said[strings.Join(words[from:to], "-")]
			if len(said) == 0 {
				continue
			}
			names = append(names, said...)
			from = to - 1
			break
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	one := ""
	if len(names) == 1 {
		one = names[0]
	}
	n.found[sentence] = one
	return one
}

// A nameIndex finds the custom property that someone meant.
type nameIndex struct {
	sorted []string
	forms  map[string]string // by a form without separators, and by the words in order
}

func newNameIndex(variables map[string]manual.Token) nameIndex {
	n := nameIndex{forms: map[string]string{}}
	for name, t := range variables {
		if !t.Deprecated.Set {
			n.sorted = append(n.sorted, name)
		}
	}
	slices.Sort(n.sorted)
	for _, name := range n.sorted {
		for _, form := range nameForms(name) {
			if _, taken := n.forms[form]; !taken {
				n.forms[form] = name
			}
		}
	}
	return n
}

// nameForms returns a name without separators and case, and with its words in order.
func nameForms(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' })
	joined := strings.Join(words, "")
	slices.Sort(words)
	return []string{joined, strings.Join(words, " ")}
}

// neighbors is how many names on either side, in alphabetical order, may be meant.
const neighbors = 60

// closest returns the name that is meant by one that does not exist: one with the same
// letters or words, or that few letters make.
func (n nameIndex) closest(name string) (string, bool) {
	if len(name) > 200 {
		return "", false
	}
	for _, form := range nameForms(name) {
		if found, ok := n.forms[form]; ok {
			return found, true
		}
	}
	prefix := prefixes[slices.IndexFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })]
	at := sort.SearchStrings(n.sorted, name)
	best, found := max(2, (len(name)-len(prefix))/3)+1, ""
	for _, other := range n.sorted[max(0, at-neighbors):min(len(n.sorted), at+neighbors)] {
		if !strings.HasPrefix(other, prefix) || len(other) > 200 {
			continue
		}
		if d := edits(name[len(prefix):], other[len(prefix):]); d < best {
			best, found = d, other
		}
	}
	return found, found != ""
}

// edits returns how many characters are to be added, removed or changed between two
// names.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
