package page

import (
	"strings"
	"testing"
)

// A block of the steps of one color stands in one row.
func TestIsRamp(t *testing.T) {
	for names, want := range map[string]bool{
		"rood-750 rood-600 rood-450 rood-300 rood-150 rood": true,
		"gray0 gray1 gray2 gray3 gray4 gray5":               true,
		"red-1 red-2 red-3 red-4":                           false, // few have room as cards
		"red-1 red-2 red-3 blue-4 red-5":                    false,
		"red-1 red-2 red-3 red red-hover":                   false,
		"red blue green black white":                        false,
	} {
		var swatches []swatch
		for name := range strings.FieldsSeq(names) {
			swatches = append(swatches, swatch{Name: name})
		}
		if got := isRamp(swatches); got != want {
			t.Errorf("%s: %t, want %t", names, got, want)
		}
	}
}
