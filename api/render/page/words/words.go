// Package words has the words that pages say themselves, in several languages. In goes the language of a manual;
// out come its words, dates, numbers and direction.
package words

import (
	_ "embed" // words.json
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/bidi"

	"designmanual/tokenize/content"
)

//go:embed words.json
var table []byte

// languages are the languages of the page's own words.
var languages = [...]string{"en", "de", "fr", "es", "nb", "ja", "ar"}

// Languages returns the languages of the words.
func Languages() []string { return languages[:] }

// words returns the page's own words by key, in the order of [languages]. They
// may contain %s and %d.
var words = sync.OnceValue(func() map[string][len(languages)]string {
	var words map[string][len(languages)]string
	if err := json.Unmarshal(table, &words); err != nil {
		panic("words.json: " + err.Error())
	}
	return words
})

// A Locale is the language of a page: the attributes of its HTML, and the
// language of its own words.
type Locale struct {
	Lang, Dir string // attributes of the html element; Dir is empty from left to right
	IsLatin   bool   // it is written in Latin letters
	index     int    // index in languages
}

// New returns the locale of a language tag. Without a tag it is English,
// with the direction of the title.
func New(tag, title string) Locale {
	s := Locale{Lang: tag, IsLatin: true}
	if tag == "" {
		s.Lang = "en"
		if startsRightToLeft(title) {
			s.Dir, s.IsLatin = "rtl", false
		}
	} else {
		script, _ := language.Make(tag).Script()
		s.IsLatin = script.String() == "Latn"
		if slices.Contains(rightToLeftScripts, script.String()) {
			s.Dir = "rtl"
		}
	}
	primary, _, _ := strings.Cut(strings.ToLower(s.Lang), "-")
	if primary == "no" || primary == "nn" {
		primary = "nb"
	}
	s.index = max(0, slices.Index(languages[:], primary))
	return s
}

var rightToLeftScripts = []string{"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"}

// startsRightToLeft reports the direction of the first letter of a text that
// has one (HTML, section 3.2.6.4, "auto").
func startsRightToLeft(text string) bool {
	for text != "" {
		p, size := bidi.LookupString(text)
		switch p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
		text = text[max(size, 1):]
	}
	return false
}

// Translate returns the words of a key, formatted with the arguments. It panics
// if the key is not in words.json.
func (s Locale) Translate(key string, args ...any) string {
	row, ok := words()[key]
	if !ok {
		panic(fmt.Sprintf("no words for %q", key))
	}
	if len(args) == 0 {
		return row[s.index]
	}
	return fmt.Sprintf(row[s.index], args...)
}

// Language returns the language of the words.
func (s Locale) Language() string { return languages[s.index] }

// Known reports whether there are words of a key.
func Known(key string) bool {
	_, known := words()[key]
	return known
}

// Word returns the words of a key, or the fallback if it is not in words.json.
func (s Locale) Word(key, fallback string) string {
	if row, ok := words()[key]; ok {
		return row[s.index]
	}
	return fallback
}

// Ratio formats a contrast ratio with two decimals. It rounds down, so that
// 4.499 does not appear to pass as 4.5.
func (s Locale) Ratio(n float64) string {
	return strings.Replace(strconv.FormatFloat(math.Floor(n*100)/100, 'f', 2, 64), ".", s.Translate("point"), 1)
}

// Size formats a number of bytes.
func (s Locale) Size(n int64) string {
	return content.Size(float64(n), s.Translate("point"), s.Translate("bytes"))
}

// A Date is a time in RFC 3339 and as readers see it.
type Date struct{ At, Shown string }

// Date formats the day of a time, nil for the zero time.
func (s Locale) Date(t time.Time) *Date {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &Date{
		t.Format(time.RFC3339),
		s.Translate("date", t.Day(), strings.Fields(s.Translate("months"))[t.Month()-1], t.Year()),
	}
}

// wordsOf matches where a template has words of the page: {{w "copied"}}, or with what
// they are about, {{w "more" .Name}}.
var wordsOf = regexp.MustCompile(`{{w "([^"]+)"( [^}]+)?}}`)

// InTemplate returns a template with the words in place, so that pages need not look them
// up and escape them again.
func (s Locale) InTemplate(source string) string {
	return wordsOf.ReplaceAllStringFunc(source, func(found string) string {
		part := wordsOf.FindStringSubmatch(found)
		words := template.HTMLEscapeString(s.Translate(part[1]))
		if part[2] != "" {
			words = strings.Replace(words, "%s", "{{"+part[2]+"}}", 1)
		}
		return words
	})
}

// SizeText formats a number of bytes that a manual says, and returns other words as they are.
func (s Locale) SizeText(size *content.Value) string {
	text := size.Scalar()
	n, err := strconv.ParseFloat(text, 64)
	isWords := size.Is('"') && strings.Trim(text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return text
	}
	return content.Size(n, s.Translate("point"), s.Translate("bytes"))
}
