package tokenize

import (
	"math"
	"testing"
)

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		upper, lower string
		want         float64
	}{
		{"#000000", "#ffffff", 21},
		{"#ffffff", "#000000", 21},
		{"#777777", "#ffffff", 4.48},
		{"#767676", "#ffffff", 4.54},
		{"#0b5fff", "#0b5fff", 1},
		{"#00000000", "#ffffff", 1},    // nothing on white
		{"#00000080", "#ffffff", 3.98}, // half of black is #7f7f7f
		{"#000000", "#00000000", 21},   // on nothing, which is white
	} {
		if got := Contrast(c.upper, c.lower); math.Abs(got-c.want) > 0.03 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.upper, c.lower, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	if d := Distance("#0b5fff", "#0B5FFF80"); d != 0 {
		t.Errorf("the same color is %v away", d)
	}
	near, far := Distance("#0b5fff", "#0b5ff0"), Distance("#0b5fff", "#ff0000")
	if near <= 0 || near >= far {
		t.Errorf("near %v, far %v", near, far)
	}
}

// Each color lies over the one below it, and the last over white.
func TestContrastOfLayers(t *testing.T) {
	if got := Contrast("#ffffff", "#00000080", "#000000"); got != 21 {
		t.Errorf("white on half of black on black: %v", got)
	}
}
