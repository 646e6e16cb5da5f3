package page

import (
	"testing"

	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/words"
)

// Contrast ratios and levels of WCAG 2.2; the ratios are rounded down to two
// decimals (success criteria 1.4.3 and 1.4.6).
func TestContrast(t *testing.T) {
	for _, test := range []struct {
		color, background string
		ratio, verdict    string
	}{
		{"#000000", "#ffffff", "21.00", "AAA"},
		{"#ffffff", "#ffffff", "1.00", "fails"},
		{"#777777", "#ffffff", "4.47", "large-only"}, // 4.478
		{"#767676", "#ffffff", "4.54", "AA"},
		{"#595959", "#ffffff", "7.00", "AAA"},
		{"#0F2A43", "#F4F8FA", "13.71", "AAA"},
		{"#00000000", "#ffffff", "1.00", "fails"},
		{"#00000080", "#ffffff", "4.00", "large-only"},
	} {
		ratio := rgb.Parse(test.color).Contrast(rgb.Parse(test.background))
		if got := (words.Locale{}).Ratio(ratio); got != test.ratio || rgb.Level(ratio) != test.verdict {
			t.Errorf("%s on %s: %s %s, want %s %s", test.color, test.background, got, rgb.Level(ratio), test.ratio, test.verdict)
		}
	}
}
