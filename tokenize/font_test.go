package tokenize

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"designmanual/db/manual"
)

func TestFontFamily(t *testing.T) {
	for _, test := range []struct {
		family      string
		fallbacks   []string
		want, wrong string
	}{
		{family: "Inter", want: "Inter"},
		{family: "Helvetica Neue", fallbacks: []string{"Arial", "sans-serif"}, want: "Helvetica Neue, Arial, sans-serif"},
		{family: "Source Sans 3", fallbacks: []string{"system-ui"}, want: "'Source Sans 3', system-ui"},
		{family: "-apple-system", fallbacks: []string{"BlinkMacSystemFont"}, want: "-apple-system, BlinkMacSystemFont"},
		{family: "  Acme   Sans ", want: "Acme Sans"},
		{family: "Noto Sans 日本語", want: "Noto Sans 日本語"},
		{family: "Blå_Font-2", want: "Blå_Font-2"},
		{family: "--brand", want: "--brand"},
		{family: "3270", want: "'3270'"},
		{family: "-3D", want: "'-3D'"},
		{family: "-", want: "'-'"},
		{family: "AT&T Aleck", want: "'AT&T Aleck'"},
		{family: "Font, Two", want: "'Font, Two'"},
		{family: "O'Reilly", want: `'O\'Reilly'`},
		{family: `Back\Slash`, want: `'Back\\Slash'`},
		{family: `Say "x"`, want: `'Say "x"'`},
		{family: "inherit", want: "'inherit'"},
		{family: "Initial Sans", want: "'Initial Sans'"}, // each word is an identifier that CSS keeps for itself
		{family: "Non\u00a0Breaking", want: "'Non\u00a0Breaking'"},
		{family: "'Source Sans 3'", want: "'Source Sans 3'"},
		{family: `"Inter"`, want: "Inter"},
		{family: "'A' and 'B'", want: `'\'A\' and \'B\''`},
		{family: "Inter", fallbacks: []string{"", " ", "''", "\" \"", "serif"}, want: "Inter, serif"},
		{family: "", wrong: "expected the name of a typeface, found an empty string"},
		{family: " ", wrong: "expected the name of a typeface"},
		{family: "''", wrong: "expected the name of a typeface"},
		{family: "{font.body}", wrong: "braces"},
		{family: "Inter; color: red", wrong: "semicolons"},
		{family: "In\x00ter", wrong: "control characters"},
		{family: "Inter", fallbacks: []string{"Arial", "a;b"}, wrong: "fallback 2: expected a value without"},
	} {
		got, err := FontFamily(manual.Font{Family: test.family, Fallbacks: test.fallbacks})
		if test.wrong == "" && (err != nil || got != test.want) {
			t.Errorf("%q %q: %q, %v, want %q", test.family, test.fallbacks, got, err, test.want)
		}
		if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%q %q: %q, %v, want an error with %q", test.family, test.fallbacks, got, err, test.wrong)
		}
	}
}

// What FontFamily puts together, the structured form takes apart again.
func TestFamiliesSurvive(t *testing.T) {
	name := rapid.StringMatching(`[A-Za-z0-9,'"\\å日 .-]{0,8}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(name, 1, 4).Draw(t, "names")
		value, err := FontFamily(manual.Font{Family: names[0], Fallbacks: names[1:]})
		if err != nil {
			t.Fatal(err)
		}
		for i := range names {
			names[i] = squeeze(names[i])
		}
		if got := SplitFamilies(value); !slices.Equal(got, names) {
			t.Fatalf("%q came back as %q from %s", names, got, value)
		}
	})
}

func FuzzFontFamily(f *testing.F) {
	f.Add("Helvetica Neue", "sans-serif")
	f.Add(`O'Reilly`, `Back\Slash`)
	f.Add(`"'`, `'a', 'b'`)
	f.Add("\xff", "a\u00a0b")
	f.Add("Inter", "''")
	f.Fuzz(func(t *testing.T, family, fallback string) {
		// Seed files are UTF-8.
		family, fallback = strings.ToValidUTF8(family, "\ufffd"), strings.ToValidUTF8(fallback, "\ufffd")
		value, err := FontFamily(manual.Font{Family: family, Fallbacks: []string{fallback}})
		if err != nil {
			return
		}
		if err := CheckValue(value); err != nil {
			t.Fatal(err)
		}
		// Each name comes apart as it went in, less its own quotes.
		want := []string{squeeze(unquote(squeeze(family)))}
		if name := squeeze(unquote(squeeze(fallback))); name != "" {
			want = append(want, name)
		}
		if names := SplitFamilies(value); !slices.Equal(names, want) {
			t.Fatalf("%q, %q became %q, which is %q", family, fallback, value, names)
		}
	})
}
