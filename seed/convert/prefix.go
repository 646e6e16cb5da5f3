package convert

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/pattern"
)

// A commonWord is the word before the first hyphen of a name, or the first group of a path.
type commonWord struct {
	word   string
	ofPath bool
}

// setPaths sets the paths of tokens that have none, such as custom properties, from their
// names without a prefix that all share, and takes such a first group from other paths.
func (c *conversion) setPaths() {
	first, why := c.sharedWord()
	if why != "" && !first.ofPath {
		c.prefix = first.word + "-"
	}
	if c.First {
		c.bare = map[string]*declaration{}
		for d := range c.declarations() {
			c.bare[kebab(plainName(d.name))] = d
		}
	}
	for d := range c.declarations() {
		if d.path == nil {
			d.path = c.pathOfName(d.name, d)
		} else if why != "" && first.ofPath && len(d.path) > 1 {
			d.path = d.path[1:]
		}
	}
	if c.First {
		c.dropHalfThemes()
	}
	if why != "" && first.ofPath {
		c.report.note("names are without the group %s that all are in", first.word)
	} else if why != "" {
		c.report.note("names are without the prefix %s- %s", first.word, why)
	}
}

// dropHalfThemes makes roles of themes without a background or a text colors as others: theme-color-alarm
// and theme-color-alarm-border are no theme.
func (c *conversion) dropHalfThemes() {
	roles := map[string]bool{}
	for d := range c.declarations() {
		if isThemePath(d.path) {
			roles[d.path[1]+" "+d.path[2]] = true
		}
	}
	for d := range c.declarations() {
		if isThemePath(d.path) && !(roles[d.path[1]+" background"] && roles[d.path[1]+" text"]) {
			d.path = pathOf(d.path[1] + "-" + d.path[2])
		}
	}
}

func isThemePath(path []string) bool {
	return len(path) == 3 && path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], path[2])
}

// plainName returns the name of a custom property or variable without its sign.
func plainName(name string) string { return strings.TrimLeft(name, "-$") }

// pathOfName returns the path of a custom property or variable without the prefix of all. In a first
// manual a name keeps it that would be that of another value without, and has no underscores.
func (c *conversion) pathOfName(name string, declared *declaration) []string {
	name = kebab(plainName(name))
	if !c.First {
		return pathOf(strings.TrimPrefix(name, c.prefix))
	}
	name = strings.TrimSuffix(name, ".null") // the key of what holds without a breakpoint
	rest, ok := strings.CutPrefix(name, c.prefix)
	if other := c.bare[rest]; ok && (other == nil || other.sameAs(declared)) {
		name = rest
	}
	return pathOf(strings.Trim(hyphens.ReplaceAllString(name, "-"), "-"))
}

var hyphens = pattern.New(`[-_]{2,}|_`)

// sharedWord returns the word or group that the names of all values begin with, if it says nothing
// of them and what follows it does, and why it is no part of them, which is empty for none. In a first
// manual, which people read, that of nearly all custom properties and variables is enough, as govuk of
// govuk-brand-colour, unless names would begin with a number; and the name of the brand or of the folder
// if a quarter have it.
func (c *conversion) sharedWord() (usual commonWord, why string) {
	total, named, spaced := 0, 0, false
	counts, numbered := map[commonWord]int{}, map[commonWord]int{}
	for d := range c.declarations() {
		if d.when == nil || d.part {
			continue
		}
		total++
		keys := d.path
		if keys == nil {
			named++
			keys = strings.SplitN(kebab(plainName(d.name)), "-", 2)
		}
		if len(keys) < 2 || d.anchor != "" {
			continue
		}
		w := commonWord{keys[0], d.path != nil}
		if counts[w]++; counts[w] > counts[usual] {
			usual = w
		}
		if keys[1] == "" || keys[1][0] >= '0' && keys[1][0] <= '9' {
			numbered[w]++
		}
		spaced = spaced || len(pathOf(kebab(strings.Join(keys[1:], "-")))) > 1
	}
	plain := strings.ToLower(kebab(usual.word))
	if total >= 4 && spaced && counts[usual] == total && types[typeKey(plain)].place == noPlace && !saysSomething(plain) {
		return usual, "that all share"
	}
	if !c.First || named < manyFrom {
		return commonWord{}, ""
	}
	if !usual.ofPath && counts[usual]-numbered[usual] >= named*9/10 && !saysSomething(plain) {
		return usual, "that nearly all share"
	}
	for _, word := range c.ownWords() {
		own := commonWord{word, false}
		if 4*(counts[own]-numbered[own]) >= named && !saysSomething(word) {
			return own, "that is the name of the brand or the folder"
		}
	}
	return commonWord{}, ""
}

// saysSomething reports whether a first word of names says what the values are.
func saysSomething(word string) bool { return slices.Contains(namespaces, word) }

// ownWords returns the words of the name of the brand, and of the folders that all files are in.
func (c *conversion) ownWords() []string {
	if len(c.inputs) == 0 {
		return nil
	}
	shared := filepath.ToSlash(filepath.Dir(c.inputs[0].name))
	for _, s := range c.inputs {
		for shared != "." && shared != "/" && !strings.HasPrefix(filepath.ToSlash(s.name), shared+"/") {
			shared = path.Dir(shared)
		}
	}
	words := splitWords(strings.ToLower(c.Brand + " " + c.Name + " " + shared))
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(commonFolders, word) })
}

// splitWords returns the words of a text: the letters and digits between other characters.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// commonFolders are words of folders that are no names of brands.
var commonFolders = strings.Fields(`brand brands base button core components foundation foundations global light dark
	palette primary primitive primitives semantic system themes token tokens typography`)
