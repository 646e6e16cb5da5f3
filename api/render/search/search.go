package search

import (
	"cmp"
	"math"
	"slices"
)

// A Hit is a unit that a search has found.
type Hit struct {
	Unit  *Unit
	Text  string  // whole sentences
	Score float64 // against the other hits of the search
}

// A Result is what a search has found, the best first.
type Result struct {
	Hits    []Hit
	Missing []string // words of the question that are nowhere
}

// How much a word counts where it stands, and how much one counts that is found in
// another form.
const (
	inTitle   = 6.0
	inKind    = 5.0 // what a block is counts as its word
	inSection = 3.0
	inName    = 3.0 // of an entry, such as a color
	inLine    = 2.0

	asBeginning = 0.6 // brand in branding
	asAlike     = 0.7 // typeface for font
	asPart      = 0.3 // photo in screenphoto, from four letters on

	inPhrase = 0.3 // for words that stand side by side as in the question

	least = 0.2 // of the best score has a hit
)

// A question is a text to search for.
type question struct {
	words  []string
	others [][]string // words that mean the same, for each word
}

// newQuestion returns the words of a text that say something, or all of them if none does.
func newQuestion(text string) question {
	all := wordsOf(text)
	var q question
	for _, word := range all {
		if !skipped()[word] && !slices.Contains(q.words, word) {
			q.words = append(q.words, word)
		}
	}
	if len(q.words) == 0 {
		q.words = all
	}
	for i, word := range q.words {
		others := synonyms()[stem(word)]
		if i > 0 { // name tag, as nametag
			others = slices.Concat(others, synonyms()[stem(q.words[i-1]+word)])
		}
		if i+1 < len(q.words) {
			others = slices.Concat(others, synonyms()[stem(word+q.words[i+1])])
		}
		q.others = append(q.others, others)
	}
	return q
}

// Find returns the units that have words of a question.
func (ix *Index) Find(text string) Result {
	q := newQuestion(text)
	var result Result
	qualities := make([][]float64, len(q.words)) // of the words of the index for each word
	weights := make([]float64, len(q.words))
	scores := make([][]float64, len(q.words)) // of the units for each word
	for w, word := range q.words {
		qualities[w] = ix.qualities(word, q.others[w])
		scores[w] = make([]float64, len(ix.contents))
		having := 0
		for i := range ix.contents {
			scores[w][i] = ix.contents[i].score(qualities[w])
			if scores[w][i] >= 1 {
				having++
			}
		}
		// Damped, so that a rare word in a question does not push out what it is about.
		weights[w] = math.Sqrt(math.Log(1 + float64(len(ix.units))/float64(1+having)))
		if having == 0 {
			result.Missing = append(result.Missing, word)
		}
	}
	for i := range ix.contents {
		score := total(i, scores, weights) * ix.contents[i].titleBonus(qualities) * ix.phraseBonus(i, q)
		if score > 0 {
			result.Hits = append(result.Hits, Hit{Unit: &ix.units[i], Score: score})
		}
	}
	slices.SortStableFunc(result.Hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	for i := range result.Hits {
		if result.Hits[i].Score < least*result.Hits[0].Score {
			result.Hits = result.Hits[:i]
			break
		}
		result.Hits[i].Text = ix.excerpt(result.Hits[i].Unit, qualities)
	}
	return result
}

// total returns the score of a unit: that of each word by its weight, times the share of
// the question that the unit has.
func total(unit int, scores [][]float64, weights []float64) float64 {
	sum, found, all := 0.0, 0.0, 0.0
	for w, weight := range weights {
		all += weight
		if score := scores[w][unit]; score > 0 {
			sum += float64(score * weight)
			found += weight
		}
	}
	if all == 0 {
		return 0
	}
	return sum * found / all
}

// phraseBonus returns a factor for a unit by how many neighbours of the question stand side by side in it, in the same
// order: Beak Red is more about beak red than "a red beak".
func (ix *Index) phraseBonus(unit int, q question) float64 {
	phrases := 0
	for i := 1; i < len(q.words); i++ {
		id, known := ix.ids[q.words[i-1]+q.words[i]]
		if known && ix.contents[unit].has(id) {
			phrases++
		}
	}
	return 1 + float64(inPhrase*float64(phrases))
}
