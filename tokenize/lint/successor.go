package lint

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// addDeprecated takes note of the deprecated tokens and their successors.
func (l *Linter) addDeprecated(d *manual.TokenDocument) {
	l.changes = map[string]change{}
	l.outdated = map[string]map[string]manual.Token{}
	next := Successors(d)
	for _, g := range d.AllGroups() {
		for _, t := range g.Tokens {
			if !t.Deprecated.Set {
				continue
			}
			words := "is deprecated"
			if t.Deprecated.Reason != "" {
				words += ": " + strings.TrimRight(short(t.Deprecated.Reason), ". ") // what to take goes on
			}
			l.affectProperty(
				g.Variable, t, change{rule: DeprecatedRule, words: []string{words}, next: next[t.Variable]},
			)
		}
	}
}

// Successors returns what to take in place of deprecated tokens, by their custom properties:
// the one token of the group that the reason names and that is not deprecated itself.
func Successors(d *manual.TokenDocument) map[string]manual.Token {
	successors := map[string]manual.Token{}
	for _, g := range d.AllGroups() {
		outdated := map[string]manual.Token{}
		for _, t := range g.Tokens {
			if t.Deprecated.Set {
				outdated[t.Name] = t
			}
		}
		if len(outdated) == 0 {
			continue
		}
		live := newNamed(notDeprecated(g.Tokens))
		for _, t := range outdated {
			next := live.in(t.Deprecated.Reason)
			base, isTint := outdated[baseOfTint(t.Name)]
			// a tint's is the tint of the color that is named
			if isTint && base.Deprecated == t.Deprecated && next != "" {
				next += strings.TrimPrefix(t.Name, base.Name)
			}
			if found, ok := live.byName[next]; ok {
				successors[t.Variable] = found
			}
		}
	}
	return successors
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
