package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Every word that a template uses exists in every language, with the same
// verbs.
func TestWords(t *testing.T) {
	blank := regexp.MustCompile(`%[a-z]`)
	for key, row := range words() {
		for i, text := range row {
			if strings.TrimSpace(text) == "" || !slices.Equal(blank.FindAllString(text, -1), blank.FindAllString(row[0], -1)) {
				t.Errorf("%q in %s: %q", key, languages[i], text)
			}
		}
	}
	templates, err := files.ReadDir("templates")
	if err != nil {
		t.Fatal(err)
	}
	marker := regexp.MustCompile(`\bw "([^"]+)"`)
	for _, file := range templates {
		text, err := files.ReadFile("templates/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range marker.FindAllStringSubmatch(string(text), -1) {
			if _, ok := words()[match[1]]; !ok {
				t.Errorf("%s says %q, which has no words", file.Name(), match[1])
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
		s := newLocale(test.tag, test.title)
		contents := s.translate("contents")
		if s.Lang != test.lang || s.Dir != test.dir || contents != test.words || s.date(day).Shown != test.date || s.ratio(4.599) != test.number {
			t.Errorf("%q: %+v, %q, %q, %q", test.tag, s, contents, s.date(day).Shown, s.ratio(4.599))
		}
	}
}
