// Package search finds what a question asks for in a manual. It has the usual words for
// what stands in a manual (fonts, dark mode, Schrift), which the search of the page and
// that of agents share, and ranks texts by the words of a question that they have.
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
// kinds and hues have one text for each language.
type table struct {
	Languages []string                 // of the lists, English first
	Kinds     map[manual.Kind][]string // what a block of the kind answers to
	Alike     []string                 // words that mean the same in a question, name-tag for one that is two
	Hues      map[string][]string      // what a color of the hue answers to
	Retract   []string                 // words of a sentence that takes back what one before it says
	Skip      string                   // words of a question that say nothing
}

// words returns the table.
var words = sync.OnceValue(func() (t table) {
	if err := json.Unmarshal(wordsFile, &t); err != nil {
		panic("words.json: " + err.Error())
	}
	return t
})

// ScriptWords returns the words that mean the same, those that say nothing, the usual words for a kind
// by language, and the articles and endings that words have, between bars, as JSON for the script of the
// page.
func ScriptWords() string {
	text, _ := json.Marshal(map[string]any{ // texts always encode
		"alike": words().Alike, "skip": words().Skip, "kinds": words().Kinds, "languages": words().Languages,
		"articles": strings.Join(arabicArticles[:], "|"), "endings": strings.Join(slices.Concat(arabicEndings[:], endings[:]), "|"),
	})
	return string(text)
}

// AllLanguages stands for every language that has words.
const AllLanguages = "*"

// KindWords returns the usual words for a block of a kind, in a language (as in BCP 47)
// and in English, or in [AllLanguages]. It is empty for a kind without any.
func KindWords(kind manual.Kind, language string) string {
	return inLanguage(words().Kinds[kind], language)
}

// HueWords returns the usual words for the hue of a hex color, in a language and in
// English.
func HueWords(hex, language string) string { return inLanguage(words().Hues[hue(hex)], language) }

// inLanguage returns the text of a language and the English one, or those of all.
func inLanguage(texts []string, language string) string {
	if len(texts) == 0 {
		return ""
	}
	if language == AllLanguages {
		return strings.Join(texts, " ")
	}
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	if primary == "no" || primary == "nn" {
		primary = "nb"
	}
	i := slices.Index(words().Languages, primary)
	if i <= 0 || texts[i] == texts[0] {
		return texts[0]
	}
	return texts[i] + " " + texts[0]
}
