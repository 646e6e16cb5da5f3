package tokenize

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{ // empty for none
		"0": "0", "0.0": "0", "00": "0", "-0": "0", "0e9": "0",
		"16": "16", "007": "7", "2.50": "2.5", ".5": "0.5", "-.50": "-0.5", "100": "100",
		"1e3": "1000", "1E+3": "1000", "1.5e1": "15", "25e-1": "2.5", "1e-3": "0.001", "120e-1": "12",
		"0.30000000000000004": "0.30000000000000004", "1e39": "1" + strings.Repeat("0", 39),
		"1e40": "", "1e999999999": "", "1e-99": "", "-1e99": "", strings.Repeat("9", 41): "",
		"": "", "px": "", "+5": "", "--5": "", ".": "", ".px": "", "e5": "", "Infinity": "", "NaN": "",
		"16px": "16px", "1.5rem": "1.5rem", ".5rem": "0.5rem", "5.px": "5.px", "1e3px": "1000px", "1em": "1em", "1e": "1e",
		"1e+": "1e+", "1e+2x": "100x", "1.2.3": "1.2.3", "0x10": "0x10", "1_0": "1_0",
	} {
		q, ok := splitQuantity(text)
		if got := q.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v, want %q", text, got, ok, want)
		}
	}
}
