package search_test

import (
	"strings"
	"testing"

	"designmanual/api/render/search"
	"designmanual/db/manual"
)

// A kind answers to the usual words for it, in the language of the manual and in English.
func TestKindWords(t *testing.T) {
	for _, test := range []struct {
		kind     manual.Kind
		language string
		want     []string
	}{
		{manual.Typography, "", []string{"font", "typeface"}},
		{manual.Typography, "de-CH", []string{"Schrift", "font"}},
		{manual.Logo, "nn", []string{"merke", "logo"}},
		{manual.Colors, "tlh", []string{"palette"}},
		{"PRESS_KIT", "de", nil},
	} {
		got := search.KindWords(test.kind, test.language)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s in %q answers to %q, want %q too", test.kind, test.language, got, want)
			}
		}
		if test.want == nil && got != "" {
			t.Errorf("%s answers to %q", test.kind, got)
		}
	}
	for _, info := range manual.Kinds {
		if info.Kind != manual.Text && search.KindWords(info.Kind, "fr") == "" {
			t.Errorf("%s answers to nothing", info.Kind)
		}
	}
}

func TestHueWords(t *testing.T) {
	for hex, want := range map[string]string{
		"#0B5FFF": "blue", "#0b2244": "blue", "#D7301F": "red", "#f5a623": "orange", "#6b4423": "brown", "#FFD400": "yellow", "#3F6B4F": "green", "#00a3a3": "turquoise",
		"#663399": "purple", "#e83e8c": "pink", "#ffc0cb": "pink", "#B3123F": "red", "#e91e63": "pink", "#fff": "white", "#f7f5f0": "white", "#111": "black", "#777777": "gray", "nonsense": "",
	} {
		if got := search.HueWords(hex, ""); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s answers to %q, want %q", hex, got, want)
		}
	}
}
