package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var namesDocument = testManual(
	"COLORS", `{"colors":[{"name":"fgColor-accent","hex":"#0969DA"},{"name":"gray500","hex":"#6B7280"},{"name":"Blue 2XL","hex":"#112233"},{"name":"Straße","hex":"#445566"},`+
		`{"name":"brandPrimary","hex":"#AA0000","use":"Buttons"},{"name":"UIBackground","hex":"#FAFAFA"},{"name":"text_inverse","hex":"#FFFFFF"},{"name":"Old Blue","hex":"#0B5FFF","deprecated":"Use brandPrimary"},`+
		`{"name":"Veil","hex":"#00000080"},{"name":"Moss","hex":"#3F6B4F","tints":{"50":"#DEFFE8","900":"#07361D"}}]}`,
	"THEMES", `{"themes":[{"name":"Light","slug":"light","colors":{"background":"#FFFFFF","text":"#111111","text-muted":"#666666","primary":"#0000AA","border":"#DDDDDD"}}]}`,
	"SPACING", `{"steps":[{"step":"small","value":8,"unit":"px"},{"step":"cardGap","value":"12px"},{"step":"2.5","value":10},{"step":"25","value":100}]}`,
)

// A name finds the token that has it in any spelling, first as it is printed, and no word
// of it is left out without saying so.
func TestFindTokenByName(t *testing.T) {
	for _, test := range []struct {
		name, first, note string
	}{
		{"brandPrimary", "color.brandprimary", ""}, {"brand-primary", "color.brandprimary", ""}, {"Brand Primary", "color.brandprimary", ""}, {"--color-brandprimary", "color.brandprimary", ""},
		{"BRAND_PRIMARY", "color.brandprimary", ""}, {"bg-brandprimary", "color.brandprimary", ""}, {"hover:bg-brand-primary/50", "color.brandprimary", ""}, {"$color-brandprimary", "color.brandprimary", ""},
		{"colors.brandPrimary", "color.brandprimary", ""}, {"colorBrandprimary", "color.brandprimary", ""},
		{"fgColor-accent", "color.fgcolor-accent", ""}, {"fg-color-accent", "color.fgcolor-accent", ""}, {"fgColorAccent", "color.fgcolor-accent", ""},
		{"gray 500", "color.gray500", ""}, {"gray-500", "color.gray500", ""}, {"Gray500", "color.gray500", ""}, {"blue 2xl", "color.blue-2xl", ""}, {"Blue2XL", "color.blue-2xl", ""},
		{"strasse", "color.straße", ""}, {"uiBackground", "color.uibackground", ""}, {"ui-background", "color.uibackground", ""}, {"textInverse", "color.text-inverse", ""},
		{"cardGap", "dimension.cardgap", ""}, {"card-gap", "dimension.cardgap", ""}, {"gap-cardgap", "dimension.cardgap", ""}, {"2.5", "dimension.2-5", ""}, {"25", "dimension.25", ""},
		{"primary", "theme.light.primary", ""}, {"theme.light.primary", "theme.light.primary", ""}, {"moss", "color.moss", ""}, {"moss50", "color.moss-50", ""},
		{"brand", "color.brandprimary", `no token is called "brand"; these names have it as a part`},
		{"blue accent button", "color.fgcolor-accent", `no token is called "blue accent button"; these have some of its words, none has button`},
		{"white", "color.text-inverse", `no token is called "white"; these are the nearest to that color of CSS`},
		{"rgb(170 0 0 / 50%)", "color.brandprimary", `no token is called "rgb(170 0 0 / 50%)"; these are the nearest to that color of CSS; ` +
			"the color lets 50% through, which the distances leave out"},
		{"hsl(220 9% 46%)", "color.gray500", `no token is called "hsl(220 9% 46%)"; these are the nearest to that color of CSS`},
		{"mauve", "", ""},
	} {
		got := findTokens(t, fmt.Sprintf(`{"name":%q}`, test.name))
		first := ""
		if len(got.Tokens) > 0 {
			first = got.Tokens[0].Token
		}
		if first != test.first || got.Note != test.note {
			t.Errorf("%s: %s, %q; want %s, %q", test.name, first, got.Note, test.first, test.note)
		}
	}
}

// A color tells its tints in one line, unless one of them is wanted.
func TestTintsOfFoundColors(t *testing.T) {
	if got := findTokens(t, `{"name":"moss"}`).Tokens; len(got) != 1 || got[0].Tints != "50 #DEFFE8 900 #07361D" {
		t.Errorf("%+v", got)
	}
	if got := findTokens(t, `{"name":"moss-50"}`).Tokens; len(got) != 1 || got[0].Token != "color.moss-50" {
		t.Errorf("%+v", got)
	}
}

func findTokens(t *testing.T, arguments string) (list tokenList) {
	t.Helper()
	text := use(t, namesDocument, "find_token", arguments)
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%s: %s: %v", arguments, text, err)
	}
	return list
}

// Any color of CSS finds the nearest tokens; what the distance leaves out is said.
func TestFindTokenByColor(t *testing.T) {
	for _, test := range []struct{ color, first, note string }{
		{"#aa0000", "color.brandprimary", ""}, {"white", "color.text-inverse", ""}, {"rgb(170 0 0)", "color.brandprimary", ""}, {"#0008", "color.veil", "the color lets 47% through, which the distances leave out"},
		{"color(display-p3 1 0 0)", "color.brandprimary", "the color lies outside sRGB and was compared as #ff0000"},
	} {
		got := findTokens(t, fmt.Sprintf(`{"color":%q}`, test.color))
		if len(got.Tokens) != maxNearest || !strings.HasPrefix(got.Note, test.note[:min(len(test.note), 50)]) {
			t.Errorf("%s: %+v", test.color, got)
			continue
		}
		if got.Tokens[0].Token != test.first {
			t.Errorf("%s: %s, want %s", test.color, got.Tokens[0].Token, test.first)
		}
	}
	if old := findTokens(t, `{"name":"Old Blue"}`).Tokens[0]; old.Deprecated != "Use brandPrimary" || old.Instead != "--color-brandprimary" {
		t.Errorf("%+v", old)
	}
}

// A group is one call: a line a token, and the tints of a color in one line.
func TestFindTokenByGroup(t *testing.T) {
	got := findTokens(t, `{"group":"color"}`)
	if len(got.Lines) != 11 || got.Lines[4] != "--color-brandprimary: #AA0000, Buttons" || got.Lines[7] != "--color-old-blue: #0B5FFF, deprecated: Use brandPrimary" ||
		got.Lines[10] != "tints --color-moss-…: 50 #DEFFE8 900 #07361D" || got.Tokens != nil {
		t.Errorf("%+v", got)
	}
	if got := findTokens(t, `{"group":"Theme"}`).Lines; !slices.Contains(got, "--theme-light-primary: #0000AA") {
		t.Errorf("%q", got)
	}
}

// Contrast takes names and any color; of colors with alpha it says how they were composed.
func TestContrastOfColors(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"foreground":"brandPrimary","background":"white"}`:            `{"aa":true,"aaLarge":true,"aaa":true,"background":"#ffffff","foreground":"#AA0000","ratio":7.75`,
		`{"foreground":"rgb(0 0 0 / 50%)","background":"hsl(0 0 100)"}`: `"note":"the foreground lets 50% through and was composed over the background"`,
		`{"foreground":"black","background":"Veil"}`:                    `"note":"the background lets 50% through and was composed over white"`,
		`{"foreground":"mauve","background":"Veil"}`:                    `foreground: expected a color of CSS or a color token, found "mauve"; find_token finds them`,
	} {
		if got := use(t, namesDocument, "check_contrast", arguments); !strings.Contains(got, want) {
			t.Errorf("%s: %s", arguments, got)
		}
	}
}

// Values of modes are known: they are told, found by color and counted on their grounds.
func TestFindTokenInModes(t *testing.T) {
	document := testManual(
		"COLORS", `{"colors":[{"name":"Chart","hex":"#0B5FFF","modes":{"dark":"#6EA0FF"}},{"name":"Other","hex":"#999999"}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"background":"#FFFFFF"}},{"name":"Dark","colors":{"background":"#101010"}}]}`,
		"TEXT_STYLES", `{"styles":[{"name":"H1","family":"Inter","size":"40px","weight":700,"letterSpacing":"-0.02em"}]}`,
		"TOKENS", `{"title":"Layers","tokens":[{"name":"Menu","type":"number","value":10}]}`,
	)
	for arguments, want := range map[string]string{
		`{"name":"chart"}`:     `"modes":{"dark":"#6EA0FF"},"passesOn":["light background","dark background"]`,
		`{"color":"#6ea0ff"}`:  `{"tokens":[{"css":"--color-chart","distance":0,`,
		`{"group":"color"}`:    `{"lines":["--color-chart: #0B5FFF, dark #6EA0FF","--color-other: #999999"]}`,
		`{"group":"text"}`:     `{"lines":["--text-h1: 700 40px Inter -0.02em"]}`,
		`{"group":"layers"}`:   `{"lines":["--layers-menu: 10"]}`,
		`{"group":"nonsense"}`: `group: expected theme, color, dimension, fontFamily, fontSize, duration, cubicBezier, radius, shadow, text, layers, found "nonsense"`,
	} {
		if got := use(t, document, "find_token", arguments); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", arguments, got, want)
		}
	}
	if got := use(t, document, "find_token", `{"color":"#6ea0ff"}`); !strings.Contains(got, `"mode":"dark"`) {
		t.Error(got)
	}
	if got := use(t, document, "list_manuals", `{}`); !strings.Contains(got, `"text":1`) || !strings.Contains(got, `"themes":["light","dark"]`) {
		t.Error(got)
	}
}
