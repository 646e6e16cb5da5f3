package lint

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// addDeprecated finds the successors of deprecated tokens.
func (l *Linter) addDeprecated(d *manual.TokenDocument) {
	l.successor, l.outdated = map[string]string{}, map[string]map[string]manual.Token{}
	for _, g := range d.AllGroups() {
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
