package tokens

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"designmanual/seed/convert/meaning"
	"designmanual/tokenize/pattern"
)

// A commonWord is the word before the first hyphen of a name, or the first group of a path.
type commonWord struct {
	word   string
	ofPath bool
}

// setPaths sets the paths of tokens that have none, such as custom properties, from their
// names without a prefix that all share, and takes such a first group from other paths.
func (c *Collection) setPaths(brand string) {
	first, why := c.sharedWord(brand)
	if why != "" && !first.ofPath {
		c.prefix = first.word + "-"
	}
	if c.options.First {
		c.bare = map[string]*Declaration{}
		for d := range c.Declarations() {
			c.bare[meaning.Kebab(plainName(d.Name))] = d
		}
	}
	for d := range c.Declarations() {
		if d.Path == nil {
			d.Path = c.pathOfName(d.Name, d)
			continue
		}
		if why != "" && first.ofPath && len(d.Path) > 1 {
			d.Path = d.Path[1:]
		}
		if c.options.First {
			d.Path = plainPath(d.Path)
		}
	}
	if c.options.First {
		c.dropHalfThemes()
	}
	if why != "" && first.ofPath {
		c.note("names are without the group %s that all are in", first.word)
	} else if why != "" {
		c.note("names are without the prefix %s- %s", first.word, why)
	}
}

// containers are groups that say of no value what it is.
var containers = []string{"values", "aliases", "props"}

// plainPath returns a path without groups that say nothing, and with one hyphen where a key has several.
func plainPath(path []string) []string {
	var plain []string
	for i, key := range path {
		if i == len(path)-1 || !slices.Contains(containers, key) {
			plain = append(plain, manyHyphens.ReplaceAllString(key, "-"))
		}
	}
	return plain
}

var manyHyphens = pattern.New(`-{2,}`)

// dropHalfThemes makes roles of themes without a background or a text colors as others: theme-color-alarm
// and theme-color-alarm-border are no theme.
func (c *Collection) dropHalfThemes() {
	roles := map[string]bool{}
	for d := range c.Declarations() {
		if meaning.IsThemePath(d.Path) {
			roles[d.Path[1]+" "+d.Path[2]] = true
		}
	}
	for d := range c.Declarations() {
		if meaning.IsThemePath(d.Path) && !(roles[d.Path[1]+" background"] && roles[d.Path[1]+" text"]) {
			d.Path = meaning.Path(d.Path[1] + "-" + d.Path[2])
		}
	}
}

// plainName returns the name of a custom property or variable without its sign.
func plainName(name string) string { return strings.TrimLeft(name, "-$") }

// pathOfName returns the path of a custom property or variable without the prefix of all. In a first
// manual a name keeps it that would be that of another value without, and has no underscores.
func (c *Collection) pathOfName(name string, declared *Declaration) []string {
	name = meaning.Kebab(plainName(name))
	if !c.options.First {
		return meaning.Path(strings.TrimPrefix(name, c.prefix))
	}
	name = strings.TrimSuffix(name, ".null") // the key of what holds without a breakpoint
	rest, ok := strings.CutPrefix(name, c.prefix)
	if other := c.bare[rest]; ok && (other == nil || other.sameAs(declared)) {
		name = rest
	}
	return meaning.Path(strings.Trim(hyphens.ReplaceAllString(name, "-"), "-"))
}

// PathOfStem returns the path of the beginning of a name, which the declarations of several properties of
// one text share.
func (c *Collection) PathOfStem(stem string, d *Declaration) []string {
	if d.isSheet || d.Path == nil {
		return c.pathOfName(stem, d)
	}
	return strings.FieldsFunc(stem, func(r rune) bool { return r == '.' || r == '/' })
}

var hyphens = pattern.New(`[-_]{2,}|_`)

// sharedWord returns the word or group that the names of all values begin with, if it says nothing
// of them and what follows it does, and why it is no part of them, which is empty for none. In a first
// manual, which people read, that of nearly all custom properties and variables is enough, as govuk of
// govuk-brand-colour, unless names would begin with a number; and the name of the brand or of the folder
// if a quarter have it.
func (c *Collection) sharedWord(brand string) (usual commonWord, why string) {
	total, named, spaced := 0, 0, false
	counts, numbered := map[commonWord]int{}, map[commonWord]int{}
	for d := range c.Declarations() {
		if d.when == nil || d.Part {
			continue
		}
		total++
		keys := d.Path
		if keys == nil {
			named++
			keys = strings.SplitN(meaning.Kebab(plainName(d.Name)), "-", 2)
		}
		if len(keys) < 2 || d.Anchor != "" {
			continue
		}
		w := commonWord{keys[0], d.Path != nil}
		if counts[w]++; counts[w] > counts[usual] {
			usual = w
		}
		if keys[1] == "" || keys[1][0] >= '0' && keys[1][0] <= '9' {
			numbered[w]++
		}
		spaced = spaced || len(meaning.Path(meaning.Kebab(strings.Join(keys[1:], "-")))) > 1
	}
	plain := strings.ToLower(meaning.Kebab(usual.word))
	if total >= 4 && spaced && counts[usual] == total && !meaning.SaysKind(plain) && !meaning.IsNamespace(plain) {
		return usual, "that all share"
	}
	if !c.options.First || named < manyNames {
		return commonWord{}, ""
	}
	if !usual.ofPath && counts[usual]-numbered[usual] >= named*9/10 && !meaning.IsNamespace(plain) {
		return usual, "that nearly all share"
	}
	for _, word := range c.ownWords(brand) {
		own := commonWord{word, false}
		if 4*(counts[own]-numbered[own]) >= named && !meaning.IsNamespace(word) {
			return own, "that is the name of the brand or the folder"
		}
	}
	return c.wordBeforeKinds(counts, (named+3)/4)
}

// wordBeforeKinds returns the most frequent word, of at least some names, that kinds follow.
func (c *Collection) wordBeforeKinds(counts map[commonWord]int, least int) (word commonWord, why string) {
	words := slices.SortedFunc(maps.Keys(counts), func(a, b commonWord) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a.word, b.word))
	})
	for _, w := range words {
		if !w.ofPath && counts[w] >= least && c.isBeforeKinds(w.word) {
			return w, "that says nothing: kinds follow it"
		}
	}
	return commonWord{}, ""
}

// isBeforeKinds reports whether names go on with several kinds after a word, as vads-color-link, vads-spacing-2
// and vads-font-family-sans do, which has then no meaning of its own.
func (c *Collection) isBeforeKinds(word string) bool {
	const several = 4
	if meaning.IsNamespace(word) || meaning.SaysKind(word) || slices.Contains(commonFolders, word) {
		return false
	}
	kinds := map[string]bool{}
	for d := range c.Declarations() {
		rest, ok := strings.CutPrefix(meaning.Kebab(plainName(d.Name)), word+"-")
		if path := meaning.Path(rest); ok && d.Path == nil && len(path) > 1 {
			kinds[path[0]] = true
		}
		if len(kinds) == several {
			return true
		}
	}
	return false
}

// manyNames is the number of names from which that of a brand is left out before them.
const manyNames = 25

// ownWords returns the words of the name of the brand, and of the folders that all files are in.
func (c *Collection) ownWords(brand string) []string {
	if len(c.inputs) == 0 {
		return nil
	}
	shared := filepath.ToSlash(filepath.Dir(c.inputs[0].name))
	for _, s := range c.inputs {
		for shared != "." && shared != "/" && !strings.HasPrefix(filepath.ToSlash(s.name), shared+"/") {
			shared = path.Dir(shared)
		}
	}
	words := splitWords(strings.ToLower(brand + " " + shared))
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(commonFolders, word) })
}

// splitWords returns the words of a text: the letters and digits between other characters.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// commonFolders are words of folders that are no names of brands.
var commonFolders = strings.Fields(`brand brands base button core components foundation foundations global light dark
	palette primary primitive primitives semantic system themes token tokens typography`)
