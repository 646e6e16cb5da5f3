package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldText returns a text without case, marks and apostrophes, so that bla finds Blå and
// dont finds "don't".
func foldText(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(text) {
		if unicode.IsMark(r) || r == '\'' || r == '’' {
			continue
		}
		if r >= 'ァ' && r <= 'ヶ' { // katakana
			r -= 'ァ' - 'ぁ'
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return otherLetters.Replace(out.String())
}

// otherLetters replaces letters that NFKD leaves by what people type for them.
var otherLetters = strings.NewReplacer(
	"ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "đ", "d", "ł", "l", "ð", "d", "þ", "th", "ı", "i", "ى", "ي", "ة", "ه",
	"ـ", "",
)

// wordsOf returns the folded words of a text: runs of letters and digits. Each letter of a
// script that puts no spaces between words is a word.
func wordsOf(text string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range foldText(text) {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			end()
			words = append(words, string(r))
			continue
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word.WriteRune(r)
			continue
		}
		end()
	}
	end()
	return words
}

// endings are the endings that stem takes off, the longest first.
var endings = [...]string{
	"ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "en", "er", "ly", "s", "e", "y",
}

// minStem is how many letters of a word stay at least.
const minStem = 3

// The articles and endings that stem takes off an Arabic word, the longest first.
var (
	arabicArticles = [...]string{"وال", "بال", "كال", "فال", "لل", "ال"}
	arabicEndings  = [...]string{"ات", "ان", "ون", "ين", "يه", "ه", "ي"}
)

// stem returns a folded word without its usual ending, for the question whether two words
// are forms of one: sizes and size, writing and write. It is a rule of thumb.
func stem(word string) string {
	for _, article := range arabicArticles {
		if rest, ok := strings.CutPrefix(word, article); ok && utf8.RuneCountInString(rest) >= minStem {
			word = rest
			break
		}
	}
	for _, ending := range arabicEndings {
		if rest, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(rest) >= minStem {
			return rest
		}
	}
	for _, ending := range endings {
		if rest, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(rest) >= minStem &&
			!(ending == "s" && strings.HasSuffix(rest, "s")) {
			return strings.TrimSuffix(rest, "i")
		}
	}
	return word
}

// synonyms returns the folded words that mean the same as a word, by its stem.
var synonyms = sync.OnceValue(func() map[string][]string {
	groups := make(map[string][]string)
	for _, group := range words().Alike {
		same := strings.Fields(strings.ReplaceAll(foldText(group), "-", ""))
		for _, word := range same {
			groups[stem(word)] = append(groups[stem(word)], same...)
		}
	}
	return groups
})

// skipped are the folded words of a question that say nothing.
var skipped = sync.OnceValue(func() map[string]bool { return setOf(strings.Fields(words().Skip)) })

// retracting are the folded words of a sentence that takes back another.
var retracting = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, texts := range words().Retract {
		for word := range setOf(strings.Fields(foldText(texts))) {
			all[word] = true
		}
	}
	return all
})

func setOf(words []string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range words {
		set[word] = true
	}
	return set
}

// retracts reports whether a sentence takes back what the one before it says.
func retracts(sentence string) bool {
	for _, word := range wordsOf(sentence) {
		if retracting()[word] {
			return true
		}
	}
	return strings.Contains(sentence, "ない") || strings.Contains(sentence, "ません") || strings.Contains(sentence, "禁止")
}

// sentences splits a paragraph into sentences. A full stop ends one only before white
// space and what does not go on in lower case, so not in "4.5" or "e.g. this".
func sentences(paragraph string) []string {
	var all []string
	runes := []rune(paragraph)
	start := 0
	for i, r := range runes {
		if !strings.ContainsRune(".!?。！？", r) {
			continue
		}
		next := i + 1
		for next < len(runes) && strings.ContainsRune(`"'”’»)`, runes[next]) {
			next++
		}
		wide := strings.ContainsRune("。！？", r)
		if next < len(runes) && !wide &&
			(!unicode.IsSpace(runes[next]) || next+1 < len(runes) && unicode.IsLower(runes[next+1])) {
			continue
		}
		if next > start {
			all = append(all, strings.TrimSpace(string(runes[start:next])))
			start = next
		}
	}
	if rest := strings.TrimSpace(string(runes[start:])); rest != "" {
		all = append(all, rest)
	}
	return all
}
