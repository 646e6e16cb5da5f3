package search_test

import (
	"strings"
	"testing"

	"designmanual/api/render/search"
	"designmanual/db/manual"
)

// A kind answers to its label and to the usual words for it, in all languages of pages.
func TestKindWords(t *testing.T) {
	for kind, want := range map[manual.Kind]string{
		manual.Typography: "Typography font Schrift police", manual.Logo: "logo merke ロゴ", "PRESS_KIT": "Press kit", manual.Text: "",
	} {
		got := search.KindWords(kind)
		for word := range strings.FieldsSeq(want) {
			if !strings.Contains(got, word) {
				t.Errorf("%s answers to %q, want %q too", kind, got, word)
			}
		}
	}
	for _, info := range manual.Kinds {
		if words := search.KindWords(info.Kind); (words == info.Label || words == "") && info.Kind != manual.Text {
			t.Errorf("%s answers to %q alone", info.Kind, words)
		}
	}
}
