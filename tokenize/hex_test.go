package tokenize

import (
	"regexp"
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

func FuzzHex(f *testing.F) {
	for _, seed := range []string{"#fff", "#0B5FFF80", "#12345", "fff", "#g00"} {
		f.Add(seed)
	}
	color := regexp.MustCompile(`^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`)
	f.Fuzz(func(t *testing.T, text string) {
		value, ok := Hex(text)
		if ok != color.MatchString(strings.ReplaceAll(text, "\n", "x")) {
			t.Fatalf("Hex(%q) = %q, %v", text, value, ok)
		}
		if again, _ := Hex(value); again != value {
			t.Fatalf("Hex(%q) = %q, then %q", text, value, again)
		}
	})
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
