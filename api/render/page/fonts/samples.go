package fonts

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/api/render/page/words"
)

// Samples returns a sentence and the letters of the typeface, in the language of the page
// if it has its letters, else in another, else some of its own letters for both. Neither
// has a character that the typeface lacks, and a sentence with such characters gives way to
// an English one that is whole.
func (t *Typeface) Samples(own words.Locale) (sentence, glyphs string) {
	english := words.New("en", "")
	for _, s := range []words.Locale{own, english, words.New("ja", ""), words.New("ar", "")} {
		if t.Reads(s.Language()) {
			sentence := s.Translate("pangram")
			if other := english.Translate("pangram"); !t.Has(sentence) && t.Has(other) {
				sentence = other
			}
			return t.only(sentence), t.only(s.Translate("glyphs"))
		}
	}
	letters := strings.Join(strings.Split(t.Files[0].font.Letters, ""), " ")
	return letters, letters
}

// pairs are the characters of specimens that stand in pairs.
var pairs = []string{"„“", "«»", "「」", "()"}

// only returns a text without the characters that the typeface lacks, and without both of a pair of which it lacks one.
func (t *Typeface) only(text string) string {
	for _, pair := range pairs {
		if strings.Contains(text, pair) && !t.Has(pair) {
			text = strings.Replace(text, pair, "", 1)
		}
	}
	kept := strings.Map(func(r rune) rune {
		if t.lacks(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(kept)
}

// Has reports whether the typeface has all characters of a text.
func (t *Typeface) Has(text string) bool { return !strings.ContainsFunc(text, t.lacks) }

// lacks reports whether a file of the typeface has no glyph for a character, as far as
// its tables are known.
func (t *Typeface) lacks(r rune) bool {
	if unicode.IsSpace(r) || r == '\u200b' {
		return false
	}
	return slices.ContainsFunc(t.Files, func(f File) bool {
		if f.font.IsZero() {
			return false
		}
		latin := unicode.Is(unicode.Latin, r) || r < 0x80
		if f.font.Width == 0 {
			return latin && !strings.ContainsRune(f.font.Letters, r)
		}
		return strings.ContainsRune(f.font.Lacks, r)
	})
}

// Line returns the height of a line by the ascent and descent of the typeface, so that no
// tail is cut.
func (t *Typeface) Line() string {
	tall := 0
	for _, f := range t.Files {
		tall = max(tall, f.font.Ascent+f.font.Descent)
	}
	if tall == 0 {
		return "1.35"
	}
	return strconv.FormatFloat(math.Ceil(float64(tall)/100)/100, 'f', -1, 64)
}
