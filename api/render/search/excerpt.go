package search

import "unicode/utf8"

// The length of an excerpt in characters: it takes further sentences up to enough, and one
// that takes back what stands before it up to most.
const (
	enough = 220
	most   = 1000
)

// A sentence is a sentence of a line.
type sentence struct {
	text string
	line int
}

// excerpt returns the sentences of a unit that have most words of a question, and those
// after them, with each that takes back what stands before it. The qualities say how well
// the words of the index match each word of the question.
func (ix *Index) excerpt(u *Unit, qualities [][]float64) string {
	var all []sentence
	for i, line := range u.Lines {
		for _, text := range sentences(line.Text) {
			all = append(all, sentence{text, i})
		}
	}
	if len(all) == 0 {
		return ""
	}
	from := ix.bestSentence(u, all, qualities)
	text, to := all[from].text, from+1
	for to < len(all) {
		room := enough
		next := all[to]
		if retracts(next.text) {
			room = most
		}
		if utf8.RuneCountInString(text)+utf8.RuneCountInString(next.text) > room {
			break
		}
		separator := " "
		if next.line != all[to-1].line {
			separator = " / "
		}
		text += separator + next.text
		to++
	}
	return text
}

// bestSentence returns the first of the sentences that have most of the question.
func (ix *Index) bestSentence(u *Unit, all []sentence, qualities [][]float64) int {
	most := 0.0
	var best int
	for i, s := range all {
		words := withPairs(wordsOf(s.text))
		if i == 0 || all[i-1].line != s.line {
			words = append(words, wordsOf(furtherWords(u.Lines[s.line].Of))...)
		}
		score := 0.0
		for _, byWord := range qualities {
			found := 0.0
			for _, word := range words {
				if id, known := ix.ids[word]; known {
					found = max(found, byWord[id])
				}
			}
			score += found
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}
