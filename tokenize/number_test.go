package tokenize

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlain(t *testing.T) {
	for _, test := range []struct {
		number string
		shift  int
		want   string // empty for out of bounds
	}{
		{"0", 0, "0"}, {"0.0", 0, "0"}, {"00", 0, "0"}, {"0e999999999", 0, "0"},
		{"16", 0, "16"}, {"007", 0, "7"}, {"2.50", 0, "2.5"}, {".5", 0, "0.5"}, {"0.50", 0, "0.5"},
		{"100", 0, "100"}, {"1e3", 0, "1000"}, {"1E+3", 0, "1000"}, {"1.5e1", 0, "15"}, {"25e-1", 0, "2.5"},
		{"1e-3", 0, "0.001"}, {"120e-1", 0, "12"},
		{"0.15", 3, "150"}, {".2", 3, "200"}, {"1", 3, "1000"}, {"0.0005", 3, "0.5"}, {"0.33333", 3, "333.33"},
		{"0.30000000000000004", 0, "0.30000000000000004"},
		{"1e39", 0, "1" + strings.Repeat("0", 39)}, {"1e40", 0, ""}, {"1e999999999", 0, ""}, {"1e-999999999", 0, ""},
		{"1e99999999999999999999", 0, ""}, {strings.Repeat("9", 41), 0, ""}, {"0." + strings.Repeat("1", 41), 0, ""},
	} {
		got, ok := plain(test.number, test.shift)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("plain(%q, %d) = %q, %v, want %q", test.number, test.shift, got, ok, test.want)
		}
	}
}

func TestScanNumber(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "px": 0, "+5": 0, "-5": 0, ".": 0, ".px": 0, "e5": 0,
		"16px": 2, "1.5rem": 3, ".5rem": 2, "5.px": 1, "1e3px": 3, "1em": 1, "1e": 1, "1e+": 1, "1e+2x": 4, "1.2.3": 3,
	} {
		if got := scanNumber(text); got != want {
			t.Errorf("scanNumber(%q) = %d, want %d", text, got, want)
		}
	}
}

// A number keeps its value and has one form only.
func TestPlainProperties(t *testing.T) {
	number := rapid.StringMatching(`([0-9]{1,12}(\.[0-9]{1,12})?|\.[0-9]{1,12})([eE][+-]?[0-9])?`)
	rapid.Check(t, func(t *rapid.T) {
		text := number.Draw(t, "number")
		got, ok := plain(text, 0)
		if !ok {
			t.Fatalf("%q is out of bounds", text)
		}
		want, _ := new(big.Rat).SetString(text)
		value, _ := new(big.Rat).SetString(got)
		if value == nil || value.Cmp(want) != 0 {
			t.Fatalf("%q became %q", text, got)
		}
		if !isPlain(got) {
			t.Fatalf("%q is not in its shortest form", got)
		}
	})
}
