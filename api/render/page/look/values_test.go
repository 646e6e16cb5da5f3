package look

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

func TestCSSValue(t *testing.T) {
	for _, test := range []struct {
		kind        manual.TokenType
		value, want string // want is empty for a value that may not enter the style sheet
	}{
		{manual.ColorToken, "#0B5FFF", "#0B5FFF"},
		{manual.ColorToken, "#fff", "#ffffff"},
		{manual.ColorToken, "red", ""},
		{manual.ColorToken, "#fff;}", ""},
		{manual.DimensionToken, "2.5px", "2.5px"},
		{manual.DimensionToken, "50%", "50%"},
		{manual.DimensionToken, "0.5rem", "8px"},
		{manual.DimensionToken, "calc(1px)", ""},
		{manual.ShadowToken, "0 -.25rem 1REM 2px #0003, inset 0 1e-1rem #fff", "0 -4px 16px 2px #0003, inset 0 1.6px #fff"},
		{manual.DimensionToken, "1px;color:red", ""},
		{manual.DimensionToken, "px", ""},
		{manual.DimensionToken, ".", ""},
		{manual.DimensionToken, "", ""},
		{manual.DurationToken, "150ms", "150ms"},
		{manual.DurationToken, "150px", ""},
		{manual.CubicBezierToken, "cubic-bezier(0.2, 0, 0, 1)", "cubic-bezier(0.2, 0, 0, 1)"},
		{manual.CubicBezierToken, "cubic-bezier(0.2, 0, 0)", ""},
		{manual.CubicBezierToken, "cubic-bezier(0, 0, 0, url(x))", ""},
		{manual.CubicBezierToken, "steps(4)", ""},
		{manual.FontFamilyToken, "Barlow, 'SF Mono', sans-serif", `"Barlow", "SF Mono", sans-serif`},
		{manual.FontFamilyToken, `'a\'b"c'`, `"a\27 b\22 c"`},
		{manual.FontFamilyToken, "'</style><script>'", `"\3c \2f style\3e \3c script\3e "`},
		{manual.ShadowToken, "0 1px 2px rgba(15, 42, 67, 0.16)", "0 1px 2px rgba(15, 42, 67, 0.16)"},
		{manual.ShadowToken, "inset 0px 2px 3px -1px #0F2A4340, 0 0 1px black", "inset 0px 2px 3px -1px #0F2A4340, 0 0 1px black"},
		{manual.ShadowToken, "0 0 1px oklch(60% 0.1 20deg / 40%)", "0 0 1px oklch(60% 0.1 20deg / 40%)"},
		{manual.ShadowToken, "0 0 1px url(https://x.example/)", ""},
		{manual.ShadowToken, "0 0 1px rgb(0 0 0 / var(--x))", ""},
		{manual.ShadowToken, "0 0 1px var(--x)", ""},
		{manual.ShadowToken, "0 0 1px /* */ red", ""},
		{manual.ShadowToken, "0 0 1px red</style>", ""},
		{manual.ShadowToken, `0 0 1px "red"`, ""},
		{manual.ShadowToken, "0 0 1px rgb(0 0 0", ""},
		{manual.ShadowToken, "0 0 1px red,", ""},
		{manual.ShadowToken, "", ""},
		{"gradient", "1px", ""},
	} {
		if got := Value(test.kind, test.value); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.kind, test.value, got, test.want)
		}
	}
}

// Every value that enters a style sheet is a single value there.
func FuzzCSSValue(f *testing.F) {
	for _, seed := range []string{"#fff", "1px", "'a', b", "0 1px #fff", "cubic-bezier(0, 0, 1, 1)", "rgb(0 0 0 / 1%)", "</style>", "a;b", "150ms", "'", `\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, g := range manual.Groups {
			if css := Value(g.Type, value); css != "" && (strings.ContainsAny(css, ";{}<>\n\r") || strings.Contains(css, "url(") || strings.Count(css, `"`)%2 != 0 || strings.Count(css, "(") != strings.Count(css, ")")) {
				t.Errorf("%s %q: %q", g.Type, value, css)
			}
		}
		if css := Color(value); strings.ContainsAny(css, ";{}<>\n\r\"'\\") {
			t.Errorf("color %q: %q", value, css)
		}
	})
}
