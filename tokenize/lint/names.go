package lint

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// Definitions are what texts define themselves.
type definitions struct {
	properties map[string]bool // custom properties
	tailwind   bool            // a text uses Tailwind
}

func newDefinitions() definitions { return definitions{properties: map[string]bool{}} }

var (
	tailwindSign = pattern.New(`@import\s+["']tailwindcss|@(?:theme|apply|tailwind)\s`)

	// setsAfter and setsBefore match what makes a custom property a definition: a colon in a
	// rule or an object, an equals sign in Svelte, and functions and at-rules.
	setsAfter  = pattern.New("^[\"'`]?(?:\\s+as\\s+\\w+)?\\]?\\s{0,9}[:=]")
	setsBefore = pattern.New("(?:@property\\s+|setProperty\\(\\s*[\"'`]|name:\\s*[\"'`])$")
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
		if setsAfter.MatchString(text[at:min(len(text), at+40)]) ||
			setsBefore.MatchString(text[max(0, start-30):start]) {
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
var fallbackForm = pattern.New(`(?i)var\(\s*--[^\s,()]+\s*,\s*var\(\s*$`)

// property checks a custom property in var(). One whose name is put together, that has
// a fallback or is one may be missing on purpose, so there only deprecations are found.
func (c *checker) property(start, end int) {
	name := c.text[start:end]
	after := strings.TrimLeft(c.text[end:min(len(c.text), end+40)], " \t\r\n")
	if strings.ContainsAny(name, "{}$@#<>+`'\"") || !strings.HasPrefix(after, ")") && !strings.HasPrefix(after, ",") {
		return
	}
	if c.name(start, end, name, "") {
		return
	}
	_, known := c.variables[name]
	if known || strings.HasPrefix(after, ",") || c.defines(name) || c.tailwind && tailwindTheme.MatchString(name) {
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
var tailwindTheme = wholly(`--color-(black|white|[a-z]+-(50|[1-9]00|950)) --(radius|shadow)-[2-4]?(xs|sm|md|lg|xl)`)

// name checks a token that is named by its custom property, or by the variable of Sass
// with the sigil. It returns false for one of which nothing became.
func (c *checker) name(start, end int, name, sigil string) bool {
	return c.use(start, end, name, true, func(next manual.Token) string {
		if sigil == "" {
			return next.Variable
		}
		return sigil + next.Variable[2:]
	})
}

// use reports the use of a token that is outdated, which is given by its custom property. The
// form of that which is written returns what to write in its place. It returns false for a
// token of which nothing became.
func (c *checker) use(start, end int, variable string, plainCase bool, form func(manual.Token) string) bool {
	became, outdated := c.changes[variable]
	if !outdated || became.tailwind && !c.tailwind {
		return false
	}
	message := "the token " + variable + " " + strings.Join(became.words, ", and ")
	if became.rule == RemovedRule || became.rule == ChangedRule {
		c.add(became.rule, start, end, became.next, message)
		return true
	}
	if became.next.Variable == "" {
		near := c.nearestColor(variable)
		if near.Variable != "" {
			message += "; the nearest is " + near.Variable
		}
		c.add(became.rule, start, end, near, message)
		return true
	}
	with := form(became.next)
	f := c.add(became.rule, start, end, became.next, message+"; take "+with)
	if plainCase && became.rule == RenamedRule { // also in code that knows no custom properties: the name stands there
		f.Fixable, f.replacement = true, with
	} else if plainCase {
		c.fix(f, with)
	}
	return true
}

// nearestColor returns the token nearest to a deprecated color, or none.
func (c *checker) nearestColor(variable string) manual.Token {
	if hex := fullHex(c.variables[variable].Value); hex != "" {
		return c.matchColor(hex).token
	}
	return manual.Token{}
}
