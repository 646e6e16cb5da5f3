package export

import (
	"fmt"
	"strings"
	"testing"
)

// What tools call otherwise, or leave out, is known to the export page.
func TestNamesOfTools(t *testing.T) {
	d, _ := document(t, page(
		"COLORS", `{"colors":[{"name":"Text","hex":"#abcdef"},{"name":"Base","hex":"#111111"},{"name":"Note","hex":"#222222"},{"name":"Primary","hex":"#0000aa"},{"name":"Red","hex":"#aa0000"}]}`,
		"SPACING", `{"steps":[2,{"step":"md","value":8},{"step":"wide","value":80}]}`,
		"BREAKPOINTS", `{"breakpoints":[{"name":"md","value":768}]}`,
		"RADII", `{"radii":[{"name":"xs","value":2},{"name":"S","value":4},{"name":"m","value":8},{"name":"tl","value":12}]}`,
		"TEXT_STYLES", `{"styles":[{"name":"Note","size":12,"modes":{"compact":{"size":10}}}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"background":"#fff","text":"#111","primary":"Primary"}},{"name":"Dark","colors":{"background":"#000"}},
			{"name":"Night","colors":{"background":"#001"}},{"name":"Compact"},{"name":"Unused"}]}`))
	steps, colors, radii := TailwindTaken(&d)
	for what, found := range map[string]string{
		"[[--color-text --color-text-color]]": fmt.Sprint(TailwindRenamed(&d)),
		"[md]":                                fmt.Sprint(steps),
		"[base note]":                         fmt.Sprint(colors),
		"[s tl]":                              fmt.Sprint(radii),
		"[Night Compact]":                     fmt.Sprint(ShadcnLeftOut(&d)),
	} {
		if found != what {
			t.Errorf("expected %s, found %s", what, found)
		}
	}
}

// Steps, radii, shadows, styles, typefaces, weights and colors that are called as classes of Tailwind
// are known to the export page.
func TestTailwindClasses(t *testing.T) {
	for _, test := range []struct{ kind, content, steps, classes string }{
		{"SPACING", `{"steps":[4,{"step":"full","value":80},{"step":"auto","value":1},{"step":"px","value":2},{"step":"screen","value":3},{"step":"grid","value":24}]}`,
			"[full auto px screen]", "[inline-grid]"},
		{"BREAKPOINTS", `{"breakpoints":[{"name":"full","value":768}]}`, "[]", "[]"},
		{"RADII", `{"radii":[{"name":"none","value":0},{"name":"card","value":8},{"name":"Full","value":999}]}`, "[]", "[rounded-none rounded-full]"},
		{"ELEVATION", `{"levels":[{"name":"none","value":"none"},{"name":"raised","value":"0 1px 2px #000"}]}`, "[]", "[shadow-none]"},
		{"TEXT_STYLES", `{"styles":[{"name":"Center","size":12},{"name":"Body","size":16}]}`, "[]", "[text-center]"},
		{"TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"Bold"},{"family":"Arial","usage":"Body"}]}`, "[]", "[font-bold]"},
		{"TOKENS", `{"title":"Weight","tokens":[{"name":"Bold","type":"fontWeight","value":650},{"name":"Light","type":"fontWeight","value":300},{"name":"Text","type":"fontWeight","value":420}]}`,
			"[]", "[font-bold]"},
		{"COLORS", `{"colors":[{"name":"Center","hex":"#111"},{"name":"Solid","hex":"#222"},{"name":"Blue","hex":"#00f"}]}`, "[]", "[text-center bg-center border-solid]"},
	} {
		d, _ := document(t, page(test.kind, test.content))
		steps, _, _ := TailwindTaken(&d)
		if classes := TailwindClasses(&d); fmt.Sprint(steps) != test.steps || fmt.Sprint(classes) != test.classes {
			t.Errorf("%s: steps %v, classes %v; expected %s, %s", test.content, steps, classes, test.steps, test.classes)
		}
	}
}

// Breakpoints are in rem in Tailwind, which sorts those of one unit alone by their widths.
func TestTailwindBreakpoints(t *testing.T) {
	for value, want := range map[string]string{`768`: "48rem", `"80em"`: "80rem", `"37.5EM"`: "37.5rem", `"40rem"`: "40rem", `"50vw"`: "50vw"} {
		d, _ := document(t, page("BREAKPOINTS", `{"breakpoints":[{"name":"Wide","value":`+value+`}]}`))
		if sheet := string(Tailwind(&d)); !strings.Contains(sheet, "  --breakpoint-wide: "+want+";\n") {
			t.Errorf("%s, want %s:\n%s", value, want, sheet)
		}
	}
}

// A text style without a typeface has a custom property for each part that any mode says,
// and its class uses all of them.
func TestTextStyleParts(t *testing.T) {
	d, _ := document(t, page(
		"TEXT_STYLES", `{"styles":[{"name":"Note","size":12,"modes":{"dark":{"weight":700,"lineHeight":1.1,"letterSpacing":"1px","case":"upper","style":"italic"}}}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"background":"#fff"}},{"name":"Dark","colors":{"background":"#000"}}]}`))
	want := map[string][]string{
		":root":                {"font-size: 12px", "line-height: normal", "font-weight: 400", "letter-spacing: normal", "font-style: normal", "text-transform: none"},
		`[data-theme="light"]`: {"font-size: 12px", "line-height: normal", "font-weight: 400", "letter-spacing: normal", "font-style: normal", "text-transform: none"},
		`[data-theme="dark"]`:  {"font-size: 12px", "line-height: 1.1", "font-weight: 700", "letter-spacing: 1px", "font-style: italic", "text-transform: uppercase"},
	}
	sheet := string(CSS(&d))
	for selector, declarations := range want {
		_, rest, _ := strings.Cut(sheet, selector+" {")
		rule, _, _ := strings.Cut(rest, "}")
		for _, declaration := range declarations {
			if !strings.Contains(rule, "--text-note-"+declaration+";") {
				t.Errorf("%s has no --text-note-%s:\n%s", selector, declaration, rule)
			}
		}
	}
	_, class, _ := strings.Cut(sheet, ".text-style-note {")
	for _, name := range []string{"font-size", "line-height", "font-weight", "letter-spacing", "font-style", "text-transform"} {
		if !strings.Contains(class, "  "+name+": var(--text-note-"+name+");") {
			t.Errorf("the class does not set %s:\n%s", name, class)
		}
	}
}
