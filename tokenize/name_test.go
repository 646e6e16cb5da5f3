package tokenize

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"designmanual/db/manual"
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
		{"ΣΑΣ ΟΔΟΣ.Α Σ", "σας-οδοσ-α-σ"},
		{"Основной цвет", "основной-цвет"},
		{"金赤 1号", "金赤-1号"},
		{"हिन्दी", "हिन्दी"},  // marks stay with their letters
		{"٣ أزرق", "٣-أزرق"},  // decimal digits of any script
		{"X²", "x"},           // not other numbers
		{"İ", "i\u0307"},      // lower case by Unicode's rules
		{"J\u030c", "\u01f0"}, // composed after lower-casing, since ǰ has no capital
		{"🎨 Rot", "rot"},      //
		{"❤\ufe0f Rot", "rot"},
		{"Rot ❤\ufe0f", "rot"},
		{"\u0301a", "a"}, // a mark without a letter before it
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

// checkName fails unless name is a valid token name.
func checkName(t interface{ Fatalf(string, ...any) }, name string) {
	if name == "" || !norm.NFC.IsNormalString(name) {
		t.Fatalf("%q is empty or not in NFC", name)
	}
	hyphen := true
	for _, r := range name {
		if r == '-' && !hyphen {
			hyphen = true
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
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

// Keys are unique and assigned in page order. A key that differs from an
// earlier one only by hyphens causes a note.
func TestKeys(t *testing.T) {
	for _, test := range []struct {
		about                  string
		names, want, byLetters []string
	}{
		{about: "the first keeps the name", names: []string{"blue", "blue", "blue"}, want: []string{"blue", "blue-2", "blue-3"}},
		{about: "a suffix passes over a name that is taken", names: []string{"blue", "blue-2", "blue"}, want: []string{"blue", "blue-2", "blue-3"}},
		{about: "a name that a suffix made is taken too", names: []string{"blue", "blue", "blue-2"}, want: []string{"blue", "blue-2", "blue-2-2"}},
		{
			about: "names that differ only by hyphens", names: []string{"h1", "h-1", "h-1", "h12"},
			want: []string{"h1", "h-1", "h-1-2", "h12"}, byLetters: []string{"color.h-1", "color.h12"},
		},
	} {
		var colors []string
		for _, name := range test.names {
			colors = append(colors, `{"name":"`+name+`","hex":"#fff"}`)
		}
		d, notes := document(t, page("COLORS", `{"colors":[`+strings.Join(colors, ",")+`]}`))
		var keys, byLetters []string
		for _, token := range d.Groups[manual.ColorGroup].Tokens {
			keys = append(keys, token.Name)
		}
		for _, note := range notes {
			if note.Code == manual.NoteAlike {
				byLetters = append(byLetters, note.Token)
			}
		}
		if !slices.Equal(keys, test.want) || !slices.Equal(byLetters, test.byLetters) {
			t.Errorf("%s: %q, alike %q", test.about, keys, byLetters)
		}
	}
}

func TestVariable(t *testing.T) {
	for _, test := range []struct{ group, token, want string }{
		{"--color", "acme-blue-50", "--color-acme-blue-50"},
		{"--font-family", "body", "--font-family-body"},
		{"--font-size", "3xs", "--font-size-3xs"},
		{"--cubic-bezier", "ease-out", "--cubic-bezier-ease-out"},
		{"--dimension", "2-5", "--dimension-2-5"},
		{"--theme", "dark-text-muted", "--theme-dark-text-muted"},
		{"--color", "blå", "--color-blå"},
		{"--color", "ink墨", "--color-ink墨"},
		{"--color", "นำ้เงิน", "--color-นำ้เงิน"},
		{"--color", "नीला", "--color-नीला"},
		{"--color", "٣", "--color-٣"},
		{"--color", "𐐨", "--color-𐐨"},
		{"--color", "1ª", `--color-1\aa `},
		{"--color", "5µm", `--color-5\b5 m`},
	} {
		if got := variable(test.group, test.token); got != test.want {
			t.Errorf("the name of %s.%s is %q, want %q", test.group, test.token, got, test.want)
		}
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Acme": "acme", "Müller & Söhne": "muller-sohne", "Halden Größe": "halden-groesse", "Halden Grøße": "halden-groesse", "Ærø Łódź": "aeroe-lodz", "Дом": "dom",
		"Åre  Ski": "are-ski", "青": "brand", strings.Repeat("a", 62) + " b": strings.Repeat("a", 62),
	} {
		if got := Slug(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
