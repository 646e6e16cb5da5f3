package mcp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// The names of a token: as the manual and the exports print it, folded as [fold] has
// them, and squeezed, which is folded without hyphens.
type tokenNames struct{ printed, folded, squeezed []string }

// namesOf returns the names of a token with a path in the token document, a custom
// property and a name in the manual.
func namesOf(path []string, variable, title string) tokenNames {
	key := path[len(path)-1]
	var names tokenNames
	names.printed = []string{variable, strings.Join(path, "."), key, title}
	for _, name := range []string{strings.Join(path, "-"), variable, key, title, strings.Join(path[1:], "-")} {
		names.folded = append(names.folded, fold(name))
		if !css.IsASCII(name) { // as the files for Figma and Quarto have it
			names.folded = append(names.folded, fold(tokenize.ASCIIName(fold(name))))
		}
	}
	for _, name := range names.folded {
		names.squeezed = append(names.squeezed, squeeze(name))
	}
	return names
}

// squeeze returns a folded name without hyphens.
func squeeze(folded string) string { return strings.ReplaceAll(folded, "-", "") }

// A wanted is the name of a token as somebody writes it.
type wanted struct {
	printed          string
	folded, squeezed string
	class            string // folded without the utility of a Tailwind class; "" if it has none
}

// utility matches what a class of Tailwind begins with before the name of a token.
var utility = regexp.MustCompile(
	`^(bg|text|border(-[xytrblse])?|divide|outline|ring(-offset)?|fill|stroke|accent|caret|decoration|placeholder|` +
		`shadow|from|via|to|font|leading|tracking|rounded(-[trbl][lr]?)?|[pm][xytrblse]?|gap(-[xy])?|space-[xy]|` +
		`inset(-[xy])?|top|right|bottom|left|size|[wh]|(min|max)-[wh]|ease|duration|delay|scroll-[pm][xytrbl]?|` +
		`basis|indent)-(.+)$`,
)

func newWanted(name string) wanted {
	w := wanted{printed: strings.TrimSpace(name), folded: fold(name)}
	w.squeezed = squeeze(w.folded)
	if m := utility.FindStringSubmatch(w.folded); m != nil {
		w.class = m[len(m)-1]
	}
	return w
}

// The ranks of a match, the best first. Names of the ranks up to rankClass are the one
// that is wanted.
const (
	rankPrinted = iota
	rankFolded
	rankSqueezed
	rankClass
	rankPrefix
	rankPart
	rankWords
	rankNone
)

// rank returns how well the names of a token match.
func (w wanted) rank(names tokenNames) int {
	if w.folded == "" {
		return rankNone
	}
	for rank, matches := range [...]bool{
		rankPrinted:  slices.Contains(names.printed, w.printed),
		rankFolded:   slices.Contains(names.folded, w.folded),
		rankSqueezed: slices.Contains(names.squeezed, w.squeezed),
		rankClass:    w.class != "" && slices.Contains(names.folded, w.class),
		rankPrefix:   slices.ContainsFunc(names.squeezed, func(n string) bool { return strings.HasPrefix(n, w.squeezed) }),
		rankPart:     slices.ContainsFunc(names.squeezed, func(n string) bool { return strings.Contains(n, w.squeezed) }),
	} {
		if matches {
			return rank
		}
	}
	if w.hits(names) > 0 {
		return rankWords
	}
	return rankNone
}

// words returns the words of the name that are long enough to say something.
func (w wanted) words() []string {
	return slices.DeleteFunc(strings.Split(w.folded, "-"), func(word string) bool { return len([]rune(word)) < 3 })
}

// hits returns how many words of the name one of the names has as a word.
func (w wanted) hits(names tokenNames) int {
	n := 0
	for _, word := range w.words() {
		if hasWord(names, word) {
			n++
		}
	}
	return n
}

func hasWord(names tokenNames, word string) bool {
	return slices.ContainsFunc(
		names.folded, func(name string) bool { return strings.Contains("-"+name+"-", "-"+word+"-") },
	)
}

// named returns the tokens that match a name, the best first, and what has to be said of
// them: a name that no token has, or words that none of the tokens has.
func named(tokens []foundToken, name string) (found []foundToken, note string) {
	w := newWanted(name)
	var ranks [rankNone + 1][]foundToken
	for _, t := range tokens {
		rank := w.rank(t.names)
		ranks[rank] = append(ranks[rank], t)
	}
	called := len(slices.Concat(ranks[:rankClass]...))
	if called > 0 {
		ranks[rankClass] = nil // the whole name counts
	}
	called += len(ranks[rankClass])
	all := withTints(slices.Concat(ranks[:rankWords]...), called)
	if len(all) == 0 {
		return w.byWords(ranks[rankWords])
	}
	if called == 0 {
		return all, fmt.Sprintf("no token is called %q; these names have it as a part", brief(name))
	}
	return all, ""
}

// withTints returns the tokens without the tints of those that are among them, which tell
// them in one line. The first ones, so many as are called so, stay.
func withTints(tokens []foundToken, called int) []foundToken {
	at := make(map[string]int) // of colors by manual and custom property, in found
	var found []foundToken
	for i, t := range tokens {
		base, known := at[t.Manual+t.base]
		if t.tint == "" || i < called || !known {
			at[t.Manual+t.CSS] = len(found)
			found = append(found, t)
			continue
		}
		found[base].Tints = strings.TrimSpace(found[base].Tints + " " + t.tint + " " + t.Value)
	}
	return found
}

// byWords returns the tokens that have most words of the name, and what has to be said of them.
func (w wanted) byWords(tokens []foundToken) ([]foundToken, string) {
	if len(tokens) == 0 {
		return nil, ""
	}
	most := 0
	for _, t := range tokens {
		most = max(most, w.hits(t.names))
	}
	missing := w.words()
	var found []foundToken
	for _, t := range tokens {
		if w.hits(t.names) < most {
			continue
		}
		found = append(found, t)
		missing = slices.DeleteFunc(missing, func(word string) bool { return hasWord(t.names, word) })
	}
	note := fmt.Sprintf("no token is called %q; these have some of its words", brief(w.printed))
	if len(missing) > 0 {
		note += ", none has " + strings.Join(missing, ", ")
	}
	return found, note
}

// affix matches what stands around a name: the variants and the opacity of a class of
// Tailwind, a function of Sass or Tailwind, the name of the module or of its part.
var affix = regexp.MustCompile(
	`^(?:[a-z0-9-]+:)+|^[a-z.-]+\(|^(?:tokens|theme|colors|spacing|fonts|radii|shadows)\.|/[0-9]+$`,
)

// fold returns the form of a name in which most spellings of it agree: letters in lower
// case and digits, with a hyphen between words. What encloses a name in CSS, Sass,
// JavaScript, a reference or a class is taken off.
func fold(name string) string {
	name = strings.TrimSpace(name)
	if inner, ok := strings.CutPrefix(name, "var("); ok {
		name, _, _ = strings.Cut(inner, ",") // without the fallback
	}
	var words strings.Builder
	before := ' '
	for _, c := range affix.ReplaceAllString(name, "") {
		if unicode.IsUpper(c) && (unicode.IsLower(before) || unicode.IsDigit(before)) {
			words.WriteByte('-')
		}
		words.WriteRune(c)
		before = c
	}
	return tokenize.Name(words.String(), "")
}
