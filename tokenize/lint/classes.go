package lint

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/pattern"
)

// utilities matches the beginnings of Tailwind's classes that take a token of a group,
// by the group's custom properties.
var utilities = []struct {
	group string
	form  *pattern.Pattern
}{
	{
		"--color",
		wholly(`bg text border(-[xytrblse])? ring(-offset)? inset-ring outline decoration divide accent caret fill
		stroke ((inset|drop|text)-)?shadow from via to placeholder`),
	},
	{
		"--dimension",
		wholly(`(scroll-)?[pm][xytrblse]? gap(-[xy])? space-[xy] w h size (min|max)-[wh] inset(-[xy])? top right
		bottom left start end basis translate(-[xy])? indent`),
	},
	{"--font-family", wholly(`font`)},
	{"--font-size", wholly(`text`)},
	{"--text", wholly(`text ` + styleClass)},
	{"--font-weight", wholly(`font`)},
	{"--radius", wholly(`rounded(-([trblse]|[tb][lr]|[se][se]))?`)},
	{"--shadow", wholly(`(inset-)?shadow`)},
	{"--cubic-bezier", wholly(`ease`)},
	{"--duration", wholly(`duration delay`)},
}

// styleClass is what the classes of text styles in tokens.css begin with.
const styleClass = "text-style"

// wholly returns a form that is one of several, which white space separates.
func wholly(forms string) *pattern.Pattern {
	return pattern.New("^(?:" + strings.Join(strings.Fields(forms), "|") + ")$")
}

// longestClass is the length of the longest class that is looked at.
const longestClass = 200

// classes checks the words of a part of the text as classes: bg-red names the token red.
func (c *checker) classes(start, end int) {
	if len(c.outdated) == 0 {
		return
	}
	for at := start; at < end; {
		for at < end && isSeparator(c.text[at]) {
			at++
		}
		from := at
		for at < end && !isSeparator(c.text[at]) {
			at++
		}
		if at > from && at-from <= longestClass {
			c.class(from, at)
		}
	}
}

func isSeparator(b byte) bool { return strings.IndexByte(" \t\r\n\"'`,;{}", b) >= 0 }

// class checks one class, behind its variants (hover:) and before its opacity (/50). It
// is plain what to write for one of tokens.css, and where the text or its project uses Tailwind.
func (c *checker) class(start, end int) {
	word := c.text[start:end]
	if strings.ContainsAny(word, "[(") {
		return
	}
	at := strings.LastIndexByte(word, ':') + 1
	at += len(word[at:]) - len(strings.TrimLeft(word[at:], "!-"))
	word, _, _ = strings.Cut(strings.TrimRight(word, "!"), "/")
	for i := at; i < len(word); i++ {
		if word[i] != '-' {
			continue
		}
		utility, name := word[at:i], word[i+1:]
		for _, u := range utilities {
			t, old := c.outdated[u.group][name]
			if !old || !u.form.MatchString(utility) || !c.onlyChanges && tailwindTheme.MatchString(u.group+"-"+name) {
				continue
			}
			isPlain := c.tailwind || utility == styleClass
			c.use(start+i+1, start+len(word), t.Variable, isPlain, func(next manual.Token) string {
				return strings.TrimPrefix(next.Variable, u.group+"-")
			})
			return
		}
	}
}

// entryKey matches the key of an object of tokens.js, as .red or ["red"].
const entryKey = `(?:\.([a-zA-Z_]\w*)|(\[(?:"([^"\n]*)"|'([^'\n]*)')\]))`

// An entryForm matches the entries of a group of tokens.js, as color.red, color["red"] or
// theme.dark.text.
type entryForm struct {
	group string // what its custom properties begin with
	form  *pattern.Pattern
}

// newEntryForms returns the forms of the groups that have tokens which are to be found.
func newEntryForms(outdated map[string]map[string]manual.Token) []entryForm {
	var forms []entryForm
	for _, group := range slices.Sorted(maps.Keys(outdated)) {
		object := `\b` + objectName(group)
		if slug, ok := strings.CutPrefix(group, "--"+manual.GroupThemes+"-"); ok {
			slug = regexp.QuoteMeta(slug)
			object = `\b` + manual.GroupThemes + `(?:\.` + slug + `|\[["']` + slug + `["']\])`
		}
		forms = append(forms, entryForm{group, pattern.New(object + entryKey)})
	}
	return forms
}

// objectName returns the name of a group in tokens.js: that of the token document, or in camel
// case.
func objectName(group string) string {
	for _, g := range manual.Groups {
		if g.Variable == group {
			return g.Name
		}
	}
	return regexp.QuoteMeta(tokenize.Camel(strings.TrimPrefix(group, "--")))
}

// importsTokens matches the import of tokens.js, under any name with tokens in it.
var importsTokens = pattern.New(`(?:from|import|require\()\s*["'][^"'\n]*tokens[^"'\n]*["']`)

var identifier = pattern.New(`^[a-zA-Z_]\w*$`)

// Script checks which entries of tokens.js a script uses.
func (c *checker) Script(start, end int) {
	if len(c.outdated) == 0 || !importsTokens.MatchString(c.text[start:end]) {
		return
	}
	for _, e := range c.entryForms() {
		for _, m := range e.form.FindAllStringSubmatchIndex(c.text[start:end], -1) {
			if m[2] < 0 { // color["red"]
				from, to := max(m[6], m[8]), max(m[7], m[9])
				c.entry(start+from, start+to, e.group, func(next string) string { return next })
				continue
			}
			c.entry(start+m[2]-1, start+m[3], e.group, func(next string) string { // color.red
				if identifier.MatchString(next) {
					return "." + next
				}
				return `["` + next + `"]`
			})
		}
	}
}

// entry checks the name of a token in a group that a part of the text is, after a dot or
// not.
func (c *checker) entry(start, end int, group string, form func(next string) string) {
	t, old := c.outdated[group][strings.TrimPrefix(c.text[start:end], ".")]
	if old {
		c.use(start, end, t.Variable, true, func(next manual.Token) string { return form(next.Name) })
	}
}
