package convert_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/convert"
)

// TestFiles converts several files, and compares the tokens, the summary and the
// notes.
func TestFiles(t *testing.T) {
	type files = [][2]string
	for _, test := range []struct {
		name    string
		options convert.Options
		files   files
		want    string // path=value
		summary string // a part of it
		notes   []string
	}{
		{"references between files", convert.Options{}, files{
			{"theme.json", `{"link": {"$type": "color", "$value": "{blue.60}"}}`}, {"palette.json", `{"blue": {"60": {"$type": "color", "$value": "#05f"}}}`}},
			"color.link=#0055ff color.blue-60=#0055ff", "kept 2 of 2: 2 colors", nil},
		{"selectors become themes", convert.Options{}, files{
			{"a.css", `:where(:root), :host { --blue: #05f; --bg: #fff; --fg: #111; --brand: var(--blue) }
				[data-theme="dark"] { --bg: #000; --fg: #eee; --blue: #8af; } .btn { --bg: red }`}},
			"color.blue=#0055ff color.bg=#ffffff color.fg=#111111 color.brand=#0055ff theme.light.background=#ffffff theme.light.text=#111111 theme.light.primary=#0055ff " +
				"theme.dark.background=#000000 theme.dark.text=#eeeeee theme.dark.primary=#88aaff",
			"kept 7 of 8: 7 colors; left out 1: 1 value that holds only in some rules (first: a.css:2)",
			[]string{"themes light, dark: background is --bg, text is --fg, primary is --brand (--role background=NAME takes another)"}},
		{"the color scheme, layers, nesting and light-dark()", convert.Options{}, files{
			{"a.css", `@layer theme { :root { --bg: light-dark(#fff, #000); &[data-mode=dim] { --bg: #222 } } } html { --text: #000 } @media (prefers-color-scheme: dark) { html { --text: #fff } }`}},
			"color.bg=#ffffff color.text=#000000 theme.light.background=#ffffff theme.light.text=#000000 theme.dark.background=#000000 theme.dark.text=#ffffff theme.dim.background=#222222 theme.dim.text=#000000",
			"kept 5 of 5", []string{"themes light, dark, dim: background is --bg, text is --text (--role background=NAME takes another)"}},
		{"an attribute that names a brand", convert.Options{}, files{{"a.css", `[data-x-brand=core] { --blue: #05f } [data-x-brand="pro"] { --blue: #8af }`}},
			"color.blue=#0055ff", "kept 2 of 2: 2 colors", []string{"core, pro differ in their colors, but no name says which is the background or the text of a theme (--role background=NAME)"}},
		{"a role that the user names", convert.Options{Roles: map[string]string{"primary": "accent"}}, files{
			{"a.css", `:root { --accent: #05f; --link: #0a0 } .dark { --accent: #8af }`}},
			"color.accent=#0055ff color.link=#00aa00 theme.light.primary=#0055ff theme.dark.primary=#88aaff", "kept 3 of 3",
			[]string{"themes light, dark: primary is --accent (--role primary=NAME takes another)"}},
		{"no name that says a role", convert.Options{}, files{{"a.css", `:root { --x1: #05f } .dark { --x1: #8af }`}},
			"color.x1=#0055ff", "kept 2 of 2: 2 colors",
			[]string{"light, dark differ in their colors, but no name says which is the background or the text of a theme (--role background=NAME)"}},
		{"no rule for the whole page", convert.Options{}, files{{"a.css", `.brand { --a: #05f; --b: #0a0 } .btn { --c: #000 }`}},
			"color.a=#0055ff color.b=#00aa00", "kept 2 of 3", []string{`a.css has no rule for the whole page; the 2 properties in ".brand" are read (--selector names another rule)`}},
		{"a selector that the user names", convert.Options{Selector: ".btn"}, files{{"a.css", `.brand { --a: #05f } .x, .btn { --c: #000 }`}}, "color.c=#000000", "kept 1 of 2", nil},
		{"a prefix that all share", convert.Options{}, files{{"a.css", `:root { --sl-color-red: red; --sl-spacing-small: 0.5rem; --sl-spacing-2x-large: 2rem; --sl-spacing-4: 1rem }`}},
			"color.red=#ff0000 dimension.small=0.5rem dimension.2x-large=2rem dimension.4=1rem", "kept 4 of 4", []string{"names are without the prefix sl- that all share"}},
		{"names that meet", convert.Options{}, files{{"a.css", `:root { --space-1: 4px; --size-1: 8px; --spacing-1: 4px; --letter-spacing-wide: .1em; --font-size-hero: 5rem; --border-width-thin: 1px }`}},
			"dimension.1=4px dimension.size-1=8px dimension.font-size-hero=5rem dimension.border-width-thin=1px", "kept 6 of 6", nil},
		{"a declaration after a comment", convert.Options{}, files{{"a.css", ":root { --a: 1px; /* x */\n --z: 3 }"}}, "dimension.a=1px",
			"kept 2 of 2: 1 length, 1 number", nil},
		{"what is no typeface", convert.Options{}, files{{"a.css", `:root { --font-sans: "A B", ui-serif; --font-default: --theme(--font-sans, initial); --font-x: foo(1, 2); --font-feature-settings: normal; --font-short: 600 1rem/1 Inter }`}},
			"fontFamily.sans=A B, ui-serif fontFamily.default=A B, ui-serif", "kept 3 of 5: 2 typefaces, 1 text style", nil},
		{"SCSS", convert.Options{}, files{{"_variables.scss", "// $no: 1px;\n$blue: #05f !default; $gap: 1rem; $gap_half: $gap * .5;\n$colors: (\"ink\": #111, 'link': $blue, \"deep\": (\"a\": rgba($blue, .5)),);\n" +
			"$shade: darken($blue, 10%); @mixin m { $inner: 1px; } :root { --accent: #{$blue}; --link: #{map-get($colors, \"link\")} }"}},
			"color.blue=#0055ff dimension.gap=1rem dimension.gap-half=0.5rem color.ink=#111111 color.link=#0055ff color.deep-a=#0055ff80 color.accent=#0055ff",
			"kept 8 of 10: 6 colors, 2 lengths; left out 2: 1 value that holds only in some rules (first: _variables.scss:4), 1 value that needs math (first: _variables.scss:4)", nil},
		{"lists of names and values", convert.Options{}, files{{"a.json", `[{"name": "Green 05", "value": "#e3fff3", "token": "$color-green-05"}, {"name": "spacing-md", "value": "16px"}]`}},
			"color.green-05=#e3fff3 dimension.md=16px", "kept 2 of 2", nil},
		{"names and values alone", convert.Options{}, files{{"a.json", `{"ab_color_ink": "#111", "ab_space_small": "4px", "ab_radius_card": "8px", "ab_z": "auto", "ab_ramp": ["#eee", "#ddd"]}`}},
			"color.ink=#111111 dimension.small=4px radius.card=8px color.ramp-0=#eeeeee color.ramp-1=#dddddd", "kept 5 of 6",
			[]string{"read as plain names and values: 1 file without a $value (first: a.json)", "names are without the prefix ab- that all share"}},
		{"names in groups, and what is no file of tokens", convert.Options{}, files{{"a.json", `{"color": {"blue": {"1": "#05f"}}, "motion": {"fast": "100ms"}}`}, {"package.json", `{"name": "x", "version": "1.2.3", "color": "#05f"}`}},
			"color.blue-1=#0055ff duration.fast=100ms", "kept 2 of 2",
			[]string{"read as plain names and values: 1 file without a $value (first: a.json)", "passed over 1 file in which no tokens were found (first: package.json)"}},
		{"types of other tools, and var() in JSON", convert.Options{}, files{{"a.json", `{"props": {"BORDER_RADIUS_SM": {"type": "size", "value": "4px"}, "ON_DARK": {"type": "text-color", "value": "#fff"}, "LINK": {"type": "color", "value": "var(--props-ON_DARK)"},
			"SHADOW": {"type": "box-shadow", "value": "0 1px 2px #000"}, "IN": {"type": "cubic-bezier", "value": "ease-in"}, "H": {"type": "internal", "value": "0%"}, "LINE": {"type": "border-color", "value": "#ccc"}}}`}},
			"radius.props-border-radius-sm=4px color.props-line=#cccccc color.props-on-dark=#ffffff color.props-link=#ffffff shadow.props-shadow=0 1px 2px #000 cubicBezier.props-in=cubic-bezier(0.42, 0, 1, 1)",
			"kept 6 of 7: 3 colors, 1 easing, 1 radius, 1 shadow; left out 1: 1 internal value (first: a.json:2)", nil},
		{"values for several sets", convert.Options{}, files{{"a.json", `{"bg": {"sets": {"light": {"value": "#fff"}, "dark": {"value": "#000"}}}, "height": {"sets": {"desktop": {"value": "32px"}, "mobile": {"value": "40px"}}},
			"text": {"$value": {"light": "#111", "dark": "#eee"}}}`}},
			"color.bg=#ffffff color.text=#111111 dimension.height=32px theme.light.background=#ffffff theme.light.text=#111111 theme.dark.background=#000000 theme.dark.text=#eeeeee",
			"kept 6 of 6", []string{"themes light, dark: background is bg, text is text (--role background=NAME takes another)"}},
		{"conditions of the system and of a class", convert.Options{}, files{{"a.json", `{"bg": {"value": {"base": "#fff", "_osDark": "#000", "_dark": "#010101"}}, "text": {"value": {"_osLight": "#111", "_osDark": "#eee"}}}`}},
			"color.bg=#ffffff color.text=#111111 theme.light.background=#ffffff theme.light.text=#111111 theme.dark.background=#010101 theme.dark.text=#eeeeee",
			"kept 4 of 5: 4 colors; left out 1: 1 value that a later one overrides (first: a.json:1)",
			[]string{"themes light, dark: background is bg, text is text (--role background=NAME takes another)", "1 name without a value outside of modes (first: text): that of the first mode counts everywhere"}},
		{"Figma's files", convert.Options{}, files{
			{"light.tokens.json", `{"bg": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1], "alpha": 1, "hex": "#FFFFFF"}}, "r": {"$type": "number", "$value": 8, "$extensions": {"com.figma.scopes": ["CORNER_RADIUS"]}}, "$extensions": {"com.figma.modeName": "Day"}}`},
			{"dark.tokens.json", `{"bg": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "hex": "#000000"}}, "$extensions": {"com.figma.modeName": "Night"}}`}},
			"color.bg=#FFFFFF radius.r=8px theme.day.background=#FFFFFF theme.night.background=#000000", "kept 3 of 3", []string{"themes Day, Night: background is bg (--role background=NAME takes another)"}},
		{"a resolver and its files", convert.Options{}, files{
			{"all.resolver.json", `{"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "base.json"}]}}, "modifiers": {"theme": {"default": "light", "contexts": {"dark": [{"$ref": "dark.json"}], "light": [{"bg": {"$type": "color", "$value": "#fff", "$description": "Behind all."}}]}}},
				"resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]}`},
			{"base.json", `{"ink": {"$type": "color", "$value": "#111"}}`}, {"dark.json", `{"bg": {"$type": "color", "$value": "{ink}"}}`}},
			"color.ink=#111111 color.bg=#ffffff theme.light.background=#ffffff theme.dark.background=#111111", "kept 3 of 3",
			[]string{"themes light, dark: background is bg (--role background=NAME takes another)"}},
		{"groups that extend others", convert.Options{}, files{{"a.json", `{"base": {"$type": "color", "ink": {"$value": "#111"}, "deep": {"red": {"$value": "#f00"}, "blue": {"$value": "#00f"}}},
			"warm": {"$extends": "{base}", "deep": {"red": {"$value": "#e00"}, "sun": {"$value": "#fe0"}}}, "hot": {"$extends": "#/warm", "ink": {"$value": "#222"}},
			"lost": {"$extends": "{none}", "x": {"$type": "color", "$value": "#333"}}, "a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}, "self": {"in": {"$extends": "{self}"}}}`}},
			"color.base-ink=#111111 color.base-deep-red=#ff0000 color.base-deep-blue=#0000ff color.warm-ink=#111111 color.warm-deep-red=#ee0000 color.warm-deep-sun=#ffee00 color.warm-deep-blue=#0000ff " +
				"color.hot-ink=#222222 color.hot-deep-red=#ee0000 color.hot-deep-sun=#ffee00 color.hot-deep-blue=#0000ff color.lost-x=#333333", "kept 12 of 12",
			[]string{"a.json:3: lost extends {none}, which is no other group of the file; its own tokens are read", "a.json:3: b extends {a}, which is no other group of the file; its own tokens are read",
				"a.json:3: a extends {b}, which is no other group of the file; its own tokens are read", "a.json:3: self.in extends {self}, which is no other group of the file; its own tokens are read"}},
		{"Tokens Studio's themes and modifiers", convert.Options{}, files{{"a.json", `{"core": {"red": {"type": "color", "value": "#ff0000"}}, "day": {"bg": {"type": "color", "value": "#fff"}}, "night": {"bg": {"type": "color", "value": "#000"},
			"rose": {"type": "color", "value": "{red}", "$extensions": {"studio.tokens": {"modify": {"type": "lighten", "value": "0.5", "space": "srgb"}}}}},
			"$themes": [{"name": "Day", "selectedTokenSets": {"core": "source", "day": "enabled", "night": "disabled"}}, {"name": "Night", "selectedTokenSets": {"core": "enabled", "night": "enabled"}}], "$metadata": {"tokenSetOrder": ["core", "day", "night"]}}`}},
			"color.red=#ff0000 color.bg=#ffffff color.rose=#ff8080 theme.day.background=#ffffff theme.night.background=#000000", "kept 4 of 4",
			[]string{"themes Day, Night: background is bg (--role background=NAME takes another)", "1 name without a value outside of modes (first: rose): that of the first mode counts everywhere"}},
		{"token sets whose names end alike", convert.Options{}, files{{"a.json", `{"core": {"red": {"type": "color", "value": "#ff0000"}}, "day": {"bg": {"type": "color", "value": "#fff"}}, "night": {"bg": {"type": "color", "value": "#000"}},
			"late/night": {"bg": {"type": "color", "value": "#333"}}, "all/day": {"tone": {"type": "color", "value": "{red}"}},
			"$themes": [{"name": "Day", "selectedTokenSets": {"core": "source", "all/day": "source", "day": "enabled"}}, {"name": "Night", "selectedTokenSets": {"core": "source", "all/day": "source", "night": "enabled"}},
			{"name": "Late", "selectedTokenSets": {"core": "source", "all/day": "source", "late/night": "enabled"}}], "$metadata": {"tokenSetOrder": ["core", "day", "night", "late/night", "all/day"]}}`}},
			"color.red=#ff0000 color.bg=#ffffff color.tone=#ff0000 theme.day.background=#ffffff theme.night.background=#000000 theme.late.background=#333333", "kept 5 of 5",
			[]string{"themes Day, Night, Late: background is bg (--role background=NAME takes another)"}},
		{"the alpha beside a color", convert.Options{}, files{{"a.json", `{"gray": {"$type": "color", "$value": "#161616"}, "off": {"$type": "color", "$value": "{gray}", "$extensions": {"org.carbon": {"alphaModifier": 0.25}}},
			"still": {"$type": "color", "$value": "{off}"}, "twice": {"$type": "color", "$value": "{off}", "$extensions": {"org.carbon": {"alphaModifier": 0.25}}}, "muted": {"type": "color", "value": "{gray}", "alpha": 0.5},
			"built": {"type": "color", "value": "#818b981f", "alpha": 0.12, "original": {"value": "{gray}"}}, "over": {"type": "color", "value": "#000", "alpha": 2},
			"sets": {"$value": {"light": "#fff", "dark": "#000"}, "alpha": 0.5}, "drop": {"$type": "shadow", "$value": {"color": "{gray}", "alpha": 0.5, "blur": "2px"}}}`}},
			"color.gray=#161616 color.off=#16161640 color.still=#16161640 color.muted=#16161680 color.built=#818b981f color.sets=#ffffff80", "kept 7 of 10: 7 colors; left out 3: 2 values that need math (first: a.json:2), 1 value that is not of its type (first: a.json:4)",
			[]string{"light, dark differ in their colors, but no name says which is the background or the text of a theme (--role background=NAME)"}},
		{"tokens inside a token", convert.Options{}, files{{"a.json", `{"focus": {"$type": "color", "$value": "#05f", "original": {"$value": "{x}"}, "inset": {"$type": "color", "$value": "#fff"}, "on": {"dark": {"$type": "color", "$value": "{focus.inset}"}}},
			"built": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}, "attributes": {"category": "size"}}, "fast": {"type": "time", "value": "1s", "original": {"value": "2s"}, "2": {"type": "time", "value": "3s"}}}`}},
			"duration.fast=1000ms duration.fast-2=3000ms color.focus=#0055ff color.focus-inset=#ffffff color.focus-on-dark=#ffffff dimension.built=4px", "kept 6 of 6", nil},
		{"themes that differ in an alpha alone", convert.Options{}, files{
			{"light.json", `{"background": {"$type": "color", "$value": "#8d8d8d", "$extensions": {"org.carbon": {"alphaModifier": 0.5}}}}`},
			{"dark.json", `{"background": {"$type": "color", "$value": "#8d8d8d", "$extensions": {"org.carbon": {"alphaModifier": 0.4}}}}`}},
			"color.background=#8d8d8d80 theme.light.background=#8d8d8d80 theme.dark.background=#8d8d8d66", "kept 2 of 2", []string{"themes light, dark: background is background (--role background=NAME takes another)"}},
		{"modifiers that are not known", convert.Options{}, files{{"a.json", `{"a": {"value": "#f00", "modify": [{"type": "brighten", "amount": 3}]}, "b": {"$type": "color", "$value": "#f00", "$extensions": {"tool": {"darken": 0.1}}}, "c": {"value": "#f00", "opacity": "50%"},
			"d": {"value": "#f00", "opacity": 1, "modify": []}, "e": {"$type": "color", "$value": "#ff000080", "$extensions": {"tool": {"opacity": 0.5}}}, "f": {"value": "4px", "type": "dimension", "opacity": 0.5},
			"g": {"$type": "color", "$value": "#f00", "$extensions": {"opacity": 0.5}}, "h": {"value": "#f00", "type": "color", "alpha": {"value": "#0f0", "type": "color"}}}`}},
			"color.d=#ff0000 color.e=#ff000080 color.h=#ff0000 color.h-alpha=#00ff00 dimension.f=4px", "kept 5 of 9: 4 colors, 1 length; left out 4: 4 values that need math (first: a.json:1)", nil},
		{"DESIGN.md", convert.Options{}, files{{"DESIGN.md", "---\nname: Acme\ncolors:\n  primary: \"#05f\"\n  link: \"{colors.primary}\"\ntypography:\n  body:\n    fontFamily: Inter, sans-serif\n    fontSize: 16px\n    lineHeight: 1.5\nrounded:\n  sm: 4px\nspacing:\n  md: 16px\ncomponents:\n  button:\n    backgroundColor: \"{colors.primary}\"\n---\n# Acme\n"}},
			"color.primary=#0055ff color.link=#0055ff fontFamily.body=Inter, sans-serif radius.sm=4px dimension.md=16px",
			"kept 7 of 8: 2 colors, 2 text styles, 1 length, 1 radius, 1 typeface; left out 1: 1 value of a component (first: DESIGN.md:17)", nil},
		{"brand.yml", convert.Options{}, files{{"_brand.yml", "meta:\n  name: Acme\ncolor:\n  palette:\n    blue: \"#05f\"\n    ink: '#111'\n  primary: blue\n  background:\n    light: '#fff'\n    dark: ink\ntypography:\n  fonts:\n    - family: Open Sans\n      source: google\n  base:\n    family: Open Sans\n    size: 1rem\n  headings: Inter\n"}},
			"color.blue=#0055ff color.ink=#111111 color.primary=#0055ff color.background=#ffffff fontFamily.open-sans=Open Sans fontFamily.base=Open Sans fontFamily.headings=Inter dimension.font-size-base=1rem " +
				"theme.light.background=#ffffff theme.light.primary=#0055ff theme.dark.background=#111111 theme.dark.primary=#0055ff", "kept 9 of 9",
			[]string{"themes light, dark: background is color.background, primary is color.primary (--role background=NAME takes another)"}},
		{"colors that say what they are", convert.Options{}, files{{"a.json", `{"a": {"$type": "color", "$value": {"colorSpace": "display-p3", "components": [0, 1, 0], "hex": "#00ff00", "alpha": 0.5}}}`}}, "color.a=#00ff0080", "kept 1 of 1", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var in []convert.File
			for _, f := range test.files {
				in = append(in, convert.File{Name: f[0], Data: []byte(f[1]), Found: f[0] == "package.json"})
			}
			test.options.Brand = "acme"
			out, report, err := convert.Convert(in, test.options)
			if err != nil {
				t.Fatal(err)
			}
			if _, themes, _ := strings.Cut(string(out), `"themes": [`); strings.Contains(themes, `"description"`) {
				t.Errorf("a theme has the description of a color:\n%s", themes)
			}
			var got []string
			for path, value := range flat(t, serve(t, out, manual.TokensDocument)) {
				if !(strings.HasPrefix(path, "fontSize.") && !strings.Contains(test.want, "fontSize")) {
					got = append(got, path+"="+value)
				}
			}
			want := fields(test.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("tokens\n%q\nwant\n%q", got, want)
			}
			if !strings.Contains(report.Summary(), test.summary) {
				t.Errorf("%s\nwant %s", report.Summary(), test.summary)
			}
			if !slices.Equal(report.Notes, test.notes) {
				t.Errorf("notes %q\nwant %q", report.Notes, test.notes)
			}
			if t.Failed() {
				for _, e := range report.Entries {
					t.Log(e)
				}
			}
		})
	}
}

// fields splits path=value at the spaces before a path.
func fields(text string) (fields []string) {
	for _, word := range strings.Fields(text) {
		if strings.Contains(word, "=") {
			fields = append(fields, word)
		} else {
			fields[len(fields)-1] += " " + word
		}
	}
	return fields
}

// TestHostile checks that input made to take long, or to take much memory, ends with
// tokens or with a clear error. Without the bounds of the package some of it would take
// longer than any test may.
func TestHostile(t *testing.T) {
	var chain, tree, groups strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&chain, "--a%d: var(--a%d);", 20_000-i, 19_999-i)
	}
	for i := range 60 {
		fmt.Fprintf(&tree, "--b%d: var(--b%d) var(--b%d);", i+1, i, i)
	}
	for i := range 60 {
		fmt.Fprintf(&groups, `, "g%d": {"x": {"$extends": "{g%d}"}, "y": {"$extends": "{g%d}"}}`, i+1, i, i)
	}
	for _, test := range []struct{ name, text, want string }{
		{"a.json", `{"g0": {"a": {"$type": "color", "$value": "#fff"}}` + groups.String() + "}", "kept 33"},
		{"a.css", ":root { --a0: #fff;" + chain.String() + "}", "more than 1000 others"},
		{"a.css", ":root { --b0: 0123456789;" + tree.String() + "}", "50 values that need math"},
		{"a.css", strings.Repeat("a{", 10_000), "at most 64 blocks"},
		{"a.json", strings.Repeat(`{"a":`, 20_000), "at most 64 objects and arrays inside one another"},
		{"a.json", strings.Repeat(`{"a":`, 5_000) + `{"$value":"#fff"}` + strings.Repeat("}", 5_000), ""},
		{"a.json", `{"a": {"$value": "{b}"}, "b": {"$value": "{a}"}}`, "refers to itself"},
		{"a.json", "{\"a\\u0000b\": {\"$value\": \"#fff\"}}", "has the character NUL"},
		{"a.css", ":root { --a: \xff }", "expected UTF-8"},
		{"a.css", ":root { --a: " + strings.Repeat("var(--b, ", 10_000), "closed"},
		{"a.css", ":root { --a: " + strings.Repeat("calc(", 1000) + strings.Repeat(")", 1000) + "}", "needs math"},
		{"a.scss", "$a: " + strings.Repeat(`("a": `, 1000) + "1px" + strings.Repeat(")", 1000) + ";", "no value is kept"},
		{"a.yml", "color: &a [x]\nmeta: *a\n", "without aliases"},
		{"a.yml", "color: [", "expected YAML"},
		{"a.css", strings.Repeat("/", 1<<20), "found none"},
		{"a.css", ":root {" + strings.Repeat("--a: 1px;", 200_000) + "}", "expected at most 100000 values"},
	} {
		_, report, err := convert.Convert([]convert.File{{Name: test.name, Data: []byte(test.text)}}, convert.Options{})
		said := fmt.Sprint(err)
		if report != nil {
			said += report.Summary()
			for _, e := range report.Entries {
				said += e.Reason
			}
		}
		if !strings.Contains(said, test.want) {
			t.Errorf("%s %.40q: %.300s, want %s", test.name, test.text, said, test.want)
		}
	}
}
