package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// An Index is the words of the units of a manual, for [Index.Find].
type Index struct {
	units    []Unit
	contents []contents     // of the units
	words    []string       // that occur, each once
	stems    []string       // of the words
	ids      map[string]int // of the words, in words
}

// The contents of a unit are its words by field.
type contents struct {
	title, section, kind, name, text []count
}

// A count says how often a word of the index is in a field.
type count struct{ word, times int }

// NewIndex returns the index of units.
func NewIndex(units []Unit) *Index {
	ix := &Index{units: units, ids: make(map[string]int)}
	for _, u := range units {
		kind := withPairs(wordsOf(u.Words))
		var names, text []string
		for _, line := range u.Lines {
			kind = append(kind, withPairs(wordsOf(furtherWords(line.Of)))...)
			text = append(text, withPairs(wordsOf(line.Text))...)
			if name, _, isEntry := strings.Cut(line.Text, " · "); isEntry && u.Words != "" {
				names = append(names, withPairs(wordsOf(name))...)
			}
		}
		ix.contents = append(ix.contents, contents{
			title: ix.count(withPairs(wordsOf(u.Title))), section: ix.count(withPairs(wordsOf(u.SectionTitle))),
			kind: ix.count(kind), name: ix.count(names), text: ix.count(text),
		})
	}
	return ix
}

// count counts words, in the order in which they are first.
func (ix *Index) count(words []string) []count {
	place := make(map[int]int)
	var counts []count
	for _, word := range words {
		id, known := ix.ids[word]
		if !known {
			id = len(ix.words)
			ix.ids[word] = id
			ix.words = append(ix.words, word)
			ix.stems = append(ix.stems, stem(word))
		}
		i, counted := place[id]
		if !counted {
			i = len(counts)
			place[id] = i
			counts = append(counts, count{word: id})
		}
		counts[i].times++
	}
	return counts
}

// withPairs returns the words and each two neighbours as one word, so that barcode finds
// "bar codes".
func withPairs(words []string) []string {
	all := make([]string, 0, 2*len(words))
	all = append(all, words...)
	for i := 1; i < len(words); i++ {
		all = append(all, words[i-1]+words[i])
	}
	return all
}

// qualities returns how well each word of the index matches a word of a question, which
// others mean too, from 0 to 1.
func (ix *Index) qualities(word string, others []string) []float64 {
	own := stem(word)
	synonymStems := make(map[string]bool)
	for _, other := range others {
		synonymStems[stem(other)] = true
	}
	qualities := make([]float64, len(ix.words))
	for i, have := range ix.words {
		qualities[i] = quality(word, have, own == ix.stems[i])
		if synonymStems[ix.stems[i]] {
			qualities[i] = max(qualities[i], asAlike)
		}
	}
	return qualities
}

// quality returns how well a word of a text matches one of a question, from 0 to 1.
func quality(word, have string, sameStem bool) float64 {
	if word == have || sameStem {
		return 1
	}
	if strings.HasPrefix(have, word) || strings.HasPrefix(word, have) && utf8.RuneCountInString(have) >= 5 {
		return asBeginning
	}
	if strings.Contains(have, word) && utf8.RuneCountInString(word) >= 4 {
		return asPart
	}
	return 0
}

// score returns how much the unit is about a word, given how well the words of the index
// match it; 0 if it does not have it.
func (c *contents) score(qualities []float64) float64 {
	score := 0.0
	for _, field := range [...]struct {
		counts []count
		weight float64
	}{{c.title, inTitle}, {c.kind, inKind}, {c.section, inSection}, {c.name, inName}, {c.text, inLine}} {
		best, times := 0.0, 0
		for _, n := range field.counts {
			q := qualities[n.word]
			if q >= asBeginning {
				times += n.times
			}
			best = max(best, q)
		}
		score = max(score, field.weight*best) + 0.1*field.weight*best
		if field.weight == inLine {
			score += 0.2 * best * float64(min(max(times-1, 0), 5)) // said several times
		}
	}
	return score
}

// titleBonus returns a factor for a unit by how much of its title the question has: Voice is
// more about a voice than "Nine boats, one voice".
func (c *contents) titleBonus(qualities [][]float64) float64 {
	if len(c.title) == 0 {
		return 1
	}
	found := 0
	for _, n := range c.title {
		if slices.ContainsFunc(qualities, func(byWord []float64) bool { return byWord[n.word] >= asBeginning }) {
			found++
		}
	}
	return 1 + float64(found)/float64(2*len(c.title))
}

// has reports whether a word is in the unit.
func (c *contents) has(word int) bool {
	for _, counts := range [...][]count{c.title, c.section, c.kind, c.text} {
		if slices.ContainsFunc(counts, func(n count) bool { return n.word == word }) {
			return true
		}
	}
	return false
}
