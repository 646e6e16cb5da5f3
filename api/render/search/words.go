// Package search finds what a question asks for in a manual. Page and agents have one search: the same units, words
// and ranking, here for agents and, in the language of browsers, in api/render/page/assets/js/rank.js. A test of the
// page asks both the same questions and compares what comes first.
//
// A manual has [Units]: its sections, and their blocks. A unit has the words of its title, of what a block is (the
// usual words for its kind, in all languages of pages), of its section, of the names of its entries and of its lines;
// two neighbours are a word too, so that barcode finds "bar codes". Words are folded.
//
// A word of a question, but one that says nothing, finds itself and its other forms, then words that mean the same and
// words that begin with it, last those that have it inside, from four letters on. Where it is found counts: most in a
// title, least in a line. A unit scores the sum over the words of the question, the rarer ones more, times the share of
// them that it has; more if they are most of its title, or stand there side by side as in the question. What has less
// than a fifth of the best score is no hit. Words that no unit has are missing.
package search

import (
	_ "embed" // words.json
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"designmanual/db/manual"
)

//go:embed words.json
var wordsFile []byte

// A table is words.json. Texts of several words have a space between them; the lists of
// kinds and of further words have one text for each language of pages, English first. A question may
// be in any of them.
type table struct {
	Kinds   map[manual.Kind][]string // what a block of the kind answers to
	Alike   []string                 // words that mean the same in a question, name-tag for one that is two
	Further map[string][]string      // what a color answers to, by its hue, and an address, contact
	Retract []string                 // words of a sentence that takes back what one before it says
	Skip    string                   // words of a question that say nothing
}

// words returns the table.
var words = sync.OnceValue(func() table {
	var t table
	if err := json.Unmarshal(wordsFile, &t); err != nil {
		panic("words.json: " + err.Error())
	}
	return t
})

// Script returns, as JSON, what the search in the script of the page has from here: words, endings,
// the patterns by which it reads the lines of rich text, and how much counts what.
func Script() string {
	kinds := make(map[manual.Kind]string)
	for _, info := range manual.Kinds {
		kinds[info.Kind] = KindWords(info.Kind)
	}
	text, _ := json.Marshal(map[string]any{ // texts always encode
		"alike": words().Alike, "skip": words().Skip, "kinds": kinds, "further": words().Further,
		"articles": strings.Join(arabicArticles[:], "|"),
		"endings":  strings.Join(slices.Concat(arabicEndings[:], endings[:]), "|"),
		"block":    scriptPattern(blockEnd), "cell": scriptPattern(cellEnd), "address": scriptPattern(address),
		"fields": []float64{inTitle, inKind, inSection, inName, inLine}, "beginning": asBeginning, "same": asAlike,
		"part":   asPart,
		"phrase": inPhrase, "least": least, "values": valueKinds, "hues": hues,
	})
	return string(text)
}

// KindWords returns the words that a block of a kind answers to: its label and the usual ones, none for
// TEXT, which any block is.
func KindWords(kind manual.Kind) string {
	if kind == manual.Text {
		return ""
	}
	return strings.TrimSpace(kind.Label() + " " + strings.Join(words().Kinds[kind], " "))
}

// furtherWords returns the usual words for a hue or for contact.
func furtherWords(sense string) string { return strings.Join(words().Further[sense], " ") }
