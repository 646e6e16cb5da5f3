package css

import (
	"math"
	"strings"
	"testing"
)

func TestHex(t *testing.T) {
	for text, want := range map[string]string{
		"#0B5FFF": "#0B5FFF", "#0b5fff": "#0b5fff", "#0b5fff80": "#0b5fff80",
		"#aBc": "#aaBBcc", "#aBc8": "#aaBBcc88", "#000": "#000000",
		"": "", "#": "", "#12": "", "#12345": "", "#1234567": "", "#123456789": "", "0b5fff": "", "#ggg": "", " #fff": "", "#fff ": "",
		"red": "", "rgb(0 0 0)": "", "oklch(0.5 0.1 20)": "", "#ÿÿ": "", "##ff": "", "#-ff": "",
	} {
		if got, ok := Hex(text); got != want || ok != (want != "") {
			t.Errorf("Hex(%q) = %q, %v, want %q", text, got, ok, want)
		}
	}
}

func TestChannels(t *testing.T) {
	for hex, want := range map[string][4]uint8{
		"#0B5FFF": {11, 95, 255, 255}, "#0b5fff80": {11, 95, 255, 128}, "#00000000": {},
	} {
		if got := Channels(hex); got != want {
			t.Errorf("Channels(%q) = %v, want %v", hex, got, want)
		}
	}
}

func TestCheckValue(t *testing.T) {
	for _, value := range []string{"", "0 1px 2px rgb(0 0 0 / 12%)", "'Blå', sans-serif", "cubic-bezier(0.2, 0, 0, 1)"} {
		if err := CheckValue(value); err != nil {
			t.Errorf("%q: %v", value, err)
		}
	}
	for _, value := range []string{"{color.blue}", "a{", "b}", "red;", "a\x00", "a\tb", "a\nb", "\x7f", "\u0085"} {
		if CheckValue(value) == nil {
			t.Errorf("%q was let through", value)
		}
	}
}

// Each color is composed over the one below it, and the last over white.
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
	if got := Contrast("#ffffff", "#00000080", "#000000"); got != 21 {
		t.Errorf("white on half of black on black: %v", got)
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

func TestParseColor(t *testing.T) {
	for text, want := range map[string]string{
		"#abc":                          "aabbcc 1",
		"#aabbcc80":                     "aabbcc 0.50196",
		"rebeccapurple":                 "663399 1",
		"WhiteSmoke":                    "f5f5f5 1",
		"transparent":                   "000000 0",
		"rgb(255,0,0)":                  "ff0000 1",
		"RGB( 255 , 0 , 0 )":            "ff0000 1",
		"rgba(255, 0, 0, .5)":           "ff0000 0.5",
		"rgb(255 0 0)":                  "ff0000 1",
		"rgb(255 0 0 / 12%)":            "ff0000 0.12",
		"rgb(255 0 0/0.125)":            "ff0000 0.125",
		"rgba(100% 50% 0% / 1)":         "ff8000 1",
		"rgb(300 -20 12.4 / 2)":         "ff000c 1",
		"rgb(110% 0% -1% / -1)":         "ff0000 0",
		"rgb(+255 +0.0 0 / +1)":         "ff0000 1",
		"rgb(+-20 0 0)":                 "",
		"rgb(1e2 0 0)":                  "640000 1",
		"rgb(0 0 0 / 1e-7)":             "000000 0",
		"":                              "",
		"reddish":                       "",
		"currentcolor":                  "",
		"rgb(0 0 0":                     "",
		"rgb(0 0)":                      "",
		"rgb(0 0 0 0)":                  "",
		"rgb(0 0 0 /)":                  "",
		"rgb(0, 0, 0 / 1)":              "",
		"rgb(0,0)":                      "",
		"rgb(0,0,0,0,0)":                "",
		"rgb(0,,0)":                     "",
		"rgb(10%, 20%, 0%, .5)":         "1a3300 0.5",
		"rgb(10% 20 30)":                "1a141e 1",
		"blac\u212a":                    "",
		"rgb(0px 0 0)":                  "",
		"rgb(1e999 0 0)":                "",
		"color-mix(in srgb, red, blue)": "",
	} {
		color, err := ParseColor(text)
		got := ""
		if err == nil {
			hex, _ := Color{color.RGB, 1}.Hex()
			got = strings.TrimPrefix(hex, "#") + " " + Decimal(math.Round(color.Alpha*1e5)/1e5)
		}
		if got != want {
			t.Errorf("ParseColor(%q) = %q, want %q", text, got, want)
		}
	}
}
