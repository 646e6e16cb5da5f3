package css_test

import (
	"bufio"
	"math"
	"os"
	"strings"
	"testing"

	"designmanual/tokenize/css"
)

// TestColors checks every notation against culori: testdata/colors.tsv is what
// scripts/sources.d/colors.mjs prints.
func TestColors(t *testing.T) {
	file, err := os.Open("testdata/colors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	count := 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		fields := strings.Split(lines.Text(), "\t")
		c, err := css.ParseColor(fields[1])
		got, _ := c.Hex()
		if err != nil || !near(got, fields[2]) {
			t.Errorf("%s: %s is %s, %v; culori has %s", fields[0], fields[1], got, err, fields[2])
		}
	}
	if count < 2000 {
		t.Errorf("only %d colors", count)
	}
}

// near reports whether two colors differ by at most one in each channel.
func near(a, b string) bool {
	p, q := css.Channels(a), css.Channels(b)
	for i := range p {
		if math.Abs(float64(p[i])-float64(q[i])) > 1 {
			return false
		}
	}
	return true
}

func TestColorForms(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"rgb(from #05f r g b / 50%)", "#0055ff80"},
		{"oklch(from #4f84ba l c h)", "#4f84ba"},
		{"lch(from rgb(79 132 186 / .2) l c h / alpha)", "#4f84ba33"},
		{"hsl(from #4f84ba h s l)", "#4f84ba"},
		{"hwb(from #4f84ba h w b)", "#4f84ba"},
		{"lab(from #4f84ba l a b)", "#4f84ba"},
		{"color(from #4f84ba display-p3 r g b)", "#4f84ba"},
		{"color(from #4f84ba prophoto-rgb r g b)", "#4f84ba"},
		{"color(from #4f84ba xyz-d50 x y z)", "#4f84ba"},
		{"rgb(from white calc(r / 2) calc((g - 55) * .5) 0)", "#806400"},
		{"hsl(from red calc(h + 120) s l)", "#00ff00"},
		{"rgb(calc(200 + 55) 0 0)", "#ff0000"},
		{"OKLCH(0.6 0.1 250DEG)", "#4f84ba"},
		{"rgb(1, 2 3)", ""}, {"rgb(1 2)", ""}, {"rgb(1 2 3 4)", ""}, {"rgb(1, 2, 3 / 4)", ""}, {"rgb(1px 2 3)", ""}, {"hsl(10% 2 3)", ""},
		{"lch(50 30 10px)", ""}, {"color(rec2021 0 0 0)", ""}, {"color(srgb 1e999 0 0)", ""}, {"color()", ""}, {"rgb()", ""}, {"rgb(from red)", ""},
		{"rgb(from x r g b)", ""}, {"rgb(r g b)", ""}, {"currentColor", ""}, {"color-mix(in srgb, red, blue)", ""}, {"#12345", ""}, {"fff", ""}, {"", ""},
		{strings.Repeat("rgb(from ", 100) + "red" + strings.Repeat(" r g b)", 100), ""}, {"rgb(" + strings.Repeat("(", 1000), ""},
	} {
		c, err := css.ParseColor(test.in)
		got, _ := c.Hex()
		if (err == nil) != (test.want != "") || err == nil && got != test.want {
			t.Errorf("%s is %s, %v; want %q", test.in, got, err, test.want)
		}
	}
}

func TestCalc(t *testing.T) {
	for _, test := range []struct {
		in, unit string
		want     float64
		ok       bool
	}{
		{"calc(4px * 2)", "px", 8, true}, {"calc(1rem + calc(2rem / 4))", "rem", 1.5, true}, {"2 * (3 - 1)", "", 4, true}, {"16", "", 16, true},
		{"-1.5EM", "em", -1.5, true}, {"calc(1px + 1rem)", "", 0, false}, {"calc(1 / 0)", "", 0, false}, {"calc(1px", "", 0, false}, {"min(1px)", "", 0, false},
		{"2px * 3px", "", 0, false}, {"", "", 0, false}, {strings.Repeat("1+", 100000) + "1", "", 0, false}, {strings.Repeat("calc(", 100) + "1" + strings.Repeat(")", 100), "", 0, false},
	} {
		if q, ok := css.Calc(test.in, nil); ok != test.ok || ok && (q.Number != test.want || q.Unit != test.unit) {
			t.Errorf("%.40s is %v, %v", test.in, q, ok)
		}
	}
}

func TestScan(t *testing.T) {
	for _, test := range []struct {
		in, want string
		sass     bool
	}{
		{"a { b: url(//x) /* c */ }", "word space sign space word sign space url space space space sign", false},
		{"$a: #{$b} // c\n1px 'd;'", "word sign space interpolation space line space number space string", true},
		{"a: https://b // c", "word sign space word sign sign sign word space line", true},
		{"a // b", "word space sign sign space word", false},
		{"rgb(#fff", "function hash", false},
		{"a" + strings.Repeat(".b", 80) + "(1", "function number", false},
	} {
		var kinds []string
		for token := range css.Scan(test.in, 0, len(test.in), test.sass) {
			kinds = append(kinds, token.Kind)
		}
		if got := strings.Join(kinds, " "); got != test.want {
			t.Errorf("%q is %s, want %s", test.in, got, test.want)
		}
	}
	// These would take minutes if each slash were read as the beginning of a long comment.
	count, slashes := 0, strings.Repeat("/", 1<<20)
	for range css.Scan(slashes, 0, len(slashes), false) {
		count++
	}
	if count != len(slashes) {
		t.Errorf("%d tokens", count)
	}
}
