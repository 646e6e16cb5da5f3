package tokenize

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestName(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Acme Blue", "acme-blue"},
		{"acme-blue", "acme-blue"},
		{"  Acme   Blue  ", "acme-blue"},
		{"--Acme__Blue--", "acme-blue"},
		{"Blue (dark) / 2", "blue-dark-2"},
		{"H1", "h1"},
		{"2.5", "2-5"},
		{"Blå", "blå"},
		{"Bla\u030a", "blå"},         // NFC
		{"BLÅ", "blå"},               //
		{"Grün & Weiß", "grün-weiß"}, //
		{"ΛΌΓΟΣ", "λόγος"},           // the final sigma
		{"Основной цвет", "основной-цвет"},
		{"金赤 1号", "金赤-1号"},
		{"हिन्दी", "हिन्दी"},  // marks stay with their letters
		{"٣ أزرق", "٣-أزرق"},  // decimal digits of any script
		{"X²", "x"},           // but no other numbers
		{"İ", "i\u0307"},      // as Unicode lowers it
		{"J\u030c", "\u01f0"}, // composed once it is lower case, since ǰ has no capital
		{"🎨 Rot", "rot"},      //
		{"❤\ufe0f Rot", "rot"},
		{"Rot ❤\ufe0f", "rot"},
		{"\u0301a", "a"}, // a mark on nothing
		{"a\u200b\u0301b", "a-b"},
		{"", "fallback"},
		{"—", "fallback"},
		{"❤\ufe0f", "fallback"},
		{"{color.blue}", "color-blue"},
		{"$value", "value"},
	} {
		if got := Name(test.text, "fallback"); got != test.want {
			t.Errorf("Name(%q) = %q, want %q", test.text, got, test.want)
		}
	}
	if got := Name("!", "Not A Name"); got != "Not A Name" {
		t.Errorf("the fallback became %q", got)
	}
}

// checkName fails unless name is what a token may be called.
func checkName(t interface{ Fatalf(string, ...any) }, name string) {
	if name == "" || !norm.NFC.IsNormalString(name) {
		t.Fatalf("%q is empty or not in NFC", name)
	}
	hyphen := true
	for _, r := range name {
		switch {
		case r == '-' && !hyphen:
			hyphen = true
			continue
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r):
			t.Fatalf("%q holds %q", name, r)
		}
		hyphen = false
	}
	if hyphen {
		t.Fatalf("%q ends in a hyphen", name)
	}
	if again := Name(name, "fallback"); again != name {
		t.Fatalf("the name of %q is %q", name, again)
	}
}

func TestNameProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkName(t, Name(rapid.String().Draw(t, "text"), "fallback"))
	})
}

func FuzzName(f *testing.F) {
	for _, seed := range []string{"Acme Blue", "Bla\u030a", "ΟΔΟΣ.Α", "❤\ufe0f", "h-1", "\xff", "İI"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { checkName(t, Name(text, "fallback")) })
}

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		about       string
		names       []string
		want, alike []string
	}{
		{
			"the first keeps the name", []string{"blue", "blue", "blue"},
			[]string{"blue", "blue-2", "blue-3"}, []string{"", "", ""},
		},
		{
			"a suffix passes over a name that is taken", []string{"blue", "blue-2", "blue"},
			[]string{"blue", "blue-2", "blue-3"}, []string{"", "", ""},
		},
		{
			"a name that a suffix made is taken too", []string{"blue", "blue", "blue-2"},
			[]string{"blue", "blue-2", "blue-2-2"}, []string{"", "", ""},
		},
		{
			"names that differ only by hyphens", []string{"h1", "h-1", "h-1", "h12"},
			[]string{"h1", "h-1", "h-1-2", "h12"}, []string{"", "h1", "", "h-1-2"},
		},
	} {
		var k keys
		for i, name := range test.names {
			key, alike := k.take(name)
			if key != test.want[i] || alike != test.alike[i] {
				t.Errorf("%s: %q is %q, alike %q; want %q, alike %q", test.about, name, key, alike, test.want[i], test.alike[i])
			}
		}
	}
}

func TestKeysAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k keys
		seen := map[string]bool{}
		for _, name := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "a-2", "a-3", "a-2-2", "a2"})).Draw(t, "names") {
			key, _ := k.take(name)
			if seen[key] {
				t.Fatalf("%q twice", key)
			}
			seen[key] = true
		}
	})
}
