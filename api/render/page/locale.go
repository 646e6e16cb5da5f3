package page

import (
	"bytes"
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

// languages are the languages of the page's own words.
var languages = [...]string{"en", "de", "fr", "es", "nb", "ja", "ar"}

// words returns the page's own words by key, in the order of [languages]. They
// may contain %s and %d.
var words = sync.OnceValue(func() map[string][len(languages)]string {
	file, _ := files.ReadFile("words.json") // embedded
	var words map[string][len(languages)]string
	if err := json.Unmarshal(file, &words); err != nil {
		panic("words.json: " + err.Error())
	}
	return words
})

// A locale is the language of a page: the attributes of its HTML, and the
// language of its own words.
type locale struct {
	Lang, Dir string // attributes of the html element; Dir is empty from left to right
	index     int    // index in languages
}

// newLocale returns the locale of a language tag. Without a tag it is English,
// with the direction of the title.
func newLocale(tag, title string) locale {
	s := locale{Lang: tag}
	if tag == "" {
		s.Lang = "en"
		if startsRightToLeft(title) {
			s.Dir = "rtl"
		}
	} else if script, _ := language.Make(tag).Script(); slices.Contains(rightToLeftScripts, script.String()) {
		s.Dir = "rtl"
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

// translate returns the words of a key, formatted with the arguments. It panics
// if the key is not in words.json.
func (s locale) translate(key string, args ...any) string {
	row, ok := words()[key]
	if !ok {
		panic(fmt.Sprintf("no words for %q", key))
	}
	if len(args) == 0 {
		return row[s.index]
	}
	return fmt.Sprintf(row[s.index], args...)
}

// word returns the words of a key, or the fallback if it is not in words.json.
func (s locale) word(key, fallback string) string {
	if row, ok := words()[key]; ok {
		return row[s.index]
	}
	return fallback
}

// ratio formats a contrast ratio with two decimals. It rounds down, so that
// 4.499 does not appear to pass as 4.5.
func (s locale) ratio(n float64) string {
	return strings.Replace(strconv.FormatFloat(math.Floor(n*100)/100, 'f', 2, 64), ".", s.translate("point"), 1)
}

// size formats a number of bytes.
func (s locale) size(n int64) string {
	return content.Size(float64(n), s.translate("point"), s.translate("bytes"))
}

// A date is a time in RFC 3339 and as readers see it.
type date struct{ At, Shown string }

// date formats the day of a time, nil for the zero time.
func (s locale) date(t time.Time) *date {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &date{t.Format(time.RFC3339), s.translate("date", t.Day(), strings.Fields(s.translate("months"))[t.Month()-1], t.Year())}
}

// templateSets are the templates of each language, parsed on first use. The ids of a
// page's own elements begin with "dm:", which no anchor of a manual can.
var templateSets = func() [len(languages)]func() *template.Template {
	var sets [len(languages)]func() *template.Template
	for i := range sets {
		sets[i] = sync.OnceValue(func() *template.Template {
			t := template.New("").Funcs(template.FuncMap{
				"shown": shownColor, "inc": func(i int) int { return i + 1 },
				"extra": extraHTML, "token": tokenHTML, "amount": amountHTML, "rows": rowsHTML,
			})
			sources, _ := files.ReadDir("templates") // embedded
			for _, source := range sources {
				text, _ := files.ReadFile("templates/" + source.Name())
				template.Must(t.Parse(locale{index: i}.withWords(string(text))))
			}
			return t
		})
	}
	return sets
}()

// wordsOf matches where a template has words of the page: {{w "copied"}}, or with what
// they are about, {{w "more" .Name}}.
var wordsOf = regexp.MustCompile(`{{w "([^"]+)"( [^}]+)?}}`)

// withWords returns a template with the words in place, so that pages need not look them
// up and escape them again.
func (s locale) withWords(source string) string {
	return wordsOf.ReplaceAllStringFunc(source, func(found string) string {
		part := wordsOf.FindStringSubmatch(found)
		words := template.HTMLEscapeString(s.translate(part[1]))
		if part[2] != "" {
			words = strings.Replace(words, "%s", "{{"+part[2]+"}}", 1)
		}
		return words
	})
}

// outputs are buffers for the output of templates, which would grow anew for each block.
var outputs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// execute renders a template in a language. An error is a fault of the template
// or the words, which tests find.
func execute(s locale, name string, data any) []byte {
	out := outputs.Get().(*bytes.Buffer)
	defer outputs.Put(out)
	out.Reset()
	if err := templateSets[s.index]().ExecuteTemplate(out, name, data); err != nil {
		panic(fmt.Sprintf("writing the %s page: %v", name, err))
	}
	return bytes.Clone(out.Bytes())
}
