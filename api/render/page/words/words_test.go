package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"designmanual/tokenize/content"
)

// Every word exists in every language, with the same verbs.
func TestWords(t *testing.T) {
	blank := regexp.MustCompile(`%[a-z]`)
	for key, row := range words() {
		for i, text := range row {
			if strings.TrimSpace(text) == "" || !slices.Equal(blank.FindAllString(text, -1), blank.FindAllString(row[0], -1)) {
				t.Errorf("%q in %s: %q", key, languages[i], text)
			}
		}
	}
}

// The page's own words, direction, dates and numbers follow the language of the
// manual.
func TestLocale(t *testing.T) {
	day := time.Date(2026, 3, 5, 23, 30, 0, 0, time.UTC)
	for _, test := range []struct{ tag, title, lang, dir, words, date, number string }{
		{"", "Guide", "en", "", "Contents", "5 March 2026", "4.59"},
		{"", "دليل", "en", "rtl", "Contents", "5 March 2026", "4.59"},
		{"de-CH", "", "de-CH", "", "Inhalt", "5. März 2026", "4,59"},
		{"fr", "", "fr", "", "Sommaire", "5 mars 2026", "4,59"},
		{"es-MX", "", "es-MX", "", "Contenido", "5 de marzo de 2026", "4,59"},
		{"nn", "", "nn", "", "Innhold", "5. mars 2026", "4,59"},
		{"ja", "", "ja", "", "目次", "2026年3月5日", "4.59"},
		{"ar-EG", "Acme", "ar-EG", "rtl", "المحتويات", "5 مارس 2026", "4.59"},
		{"he", "", "he", "rtl", "Contents", "5 March 2026", "4.59"},
		{"az-Arab", "", "az-Arab", "rtl", "Contents", "5 March 2026", "4.59"},
		{`"><script>`, "", `"><script>`, "", "Contents", "5 March 2026", "4.59"},
	} {
		s := New(test.tag, test.title)
		contents := s.Translate("contents")
		if s.Lang != test.lang || s.Dir != test.dir || contents != test.words || s.Date(day).Shown != test.date || s.Ratio(4.599) != test.number {
			t.Errorf("%q: %+v, %q, %q, %q", test.tag, s, contents, s.Date(day).Shown, s.Ratio(4.599))
		}
	}
}

func TestSizeText(t *testing.T) {
	for _, test := range []struct {
		size *content.Value
		want string
	}{
		{content.NewNumber("0"), "0 B"},
		{content.NewNumber("-0"), "0 B"},
		{content.NewNumber("1"), "1 B"},
		{content.NewNumber("999"), "999 B"},
		{content.NewNumber("1000"), "1.0 kB"},
		{content.NewNumber("9949"), "9.9 kB"},
		{content.NewNumber("9999"), "10 kB"},
		{content.NewNumber("2.5e6"), "2.5 MB"},
		{content.NewNumber("1e999"), "1e999"},
		{content.NewNumber("-1"), "-1"},
		{content.NewString("2048"), "2.0 kB"},
		{content.NewString("0x1p-2"), "0x1p-2"},
		{content.NewString("2 MB"), "2 MB"},
		{nil, ""},
	} {
		if got := (Locale{}).SizeText(test.size); got != test.want {
			t.Errorf("%s is %q, want %q", test.size.Scalar(), got, test.want)
		}
	}
}
