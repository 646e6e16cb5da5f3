package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/seed/convert"
)

func numbered(name string, count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "--%s-x%d: %[2]dpx; ", name, i)
	}
	return b.String()
}

// A first manual begins with one of the formats that a package has its tokens in, and with names
// that people read.
func TestFirst(t *testing.T) {
	var css, scss strings.Builder
	for i := range 600 {
		fmt.Fprintf(&css, "--tern-ink%d: #%06x; ", i, i)
		fmt.Fprintf(&scss, "$tern-ink%d: #%06x;\n", i, i)
	}
	for name, test := range map[string]struct {
		files [][2]string
		has   []string // in the seed file or said
		lacks string
	}{
		"the same tokens in several formats": {
			files: [][2]string{{"tern/scss/_a.scss", scss.String() + "$tern-other: 1px;"}, {"tern/dist/a.css", ":root { " + css.String() + "--tern-gap: 1px }"}},
			has:   []string{"ink599", "left out 1 file of other formats, or of folders with the same names (first: tern/scss/_a.scss)", "kept 601 of 601"}, lacks: "other\"",
		},
		"a format with more kinds": {
			files: [][2]string{{"tern/scss/_a.scss", "$gap: 1px; $radius: 2px; $ink: #222;"}, {"tern/dist/a.css", ":root { --ink: #111 }"}},
			has:   []string{"gap", "#222", "kept 3 of 3", "left out 1 file of other formats, or of folders with the same names (first: tern/dist/a.css)"}, lacks: "#111",
		},
		"copies and minified files": {
			files: [][2]string{{"tern/a.css", ":root { --ink: #111 }"}, {"tern/a.min.css", ":root{--ink:#111}"}, {"tern/dist/a.css", ":root { --ink: #111 }"}},
			has:   []string{"passed over 2 files that repeat others (first: tern/a.min.css)", "kept 1 of 1"}, lacks: "left out",
		},
		"documents whose names begin with their own, in the folder figma of @atlaskit/tokens": {
			files: [][2]string{
				{"tokens/figma/UNSAFE-test.json", `{"name": "UNSAFE test", "tokens": {"UNSAFE test/color.text": {"attributes": {"group": "paint"}, "value": "#111111"}}}`},
				{"tokens/figma/atlassian-dark.json", `{"name": "Dark", "tokens": {"Dark/color.text": {"attributes": {"group": "paint"}, "value": "#CECFD2"}}}`},
				{"tokens/figma/atlassian-legacy-light.json", `{"name": "Legacy light", "tokens": {"Legacy light/color.text": {"attributes": {"group": "paint"}, "value": "#172B4D"}}}`},
				{"tokens/figma/atlassian-light.json", `{"name": "Light", "tokens": {"Light/color.text": {"attributes": {"group": "paint"}, "value": "#292A2E"}}}`},
			},
			has: []string{"themes Light, UNSAFE test, Legacy light, Dark: text is color.text", `"dark": "#CECFD2"`, "kept 4 of 4"}, lacks: `"light":`,
		},
		"values of a component, as in @material/web": {
			files: [][2]string{{"web/chip.css", ":host { --_container-color: var(--md-chip-container-color, #fef7ff); --md-sys-color-primary: #6750a4 }"}},
			has:   []string{"kept 1 of 2", "md-sys-color-primary", "1 value of a component"}, lacks: "_container",
		},
		"a dark mode besides files that differ": {
			files: [][2]string{{"web/a.css", ":root { --gap: 1px; --ink: #111 } @media (prefers-color-scheme: dark) { :root { --ink: #eee } }"}, {"web/b.css", ":root { --gap: 2px }"}},
			has:   []string{`"name": "light"`, `"name": "dark"`},
		},
		"a file index beside those of other looks, as in @amsterdam/design-system-tokens": {
			files: [][2]string{
				{"tern/compact.css", ":root { --gap: 1px }"}, {"tern/index.css", ":root { --gap: 4px; --ink: #111 }"}, {"tern/lo-fi.css", ":root { --gap: 9px; --ink: #222 }"},
				{"tern/compact.theme.css", ".tern-theme--compact { --gap: 1px }"},
			},
			has: []string{`"value": "4px"`, `"hex": "#111111"`, `"name": "Default"`, `"compact": "1px"`},
		},
		"style sheets with a name in common, as in @esri/calcite-design-tokens": {
			files: [][2]string{{"tern/a.css", ":root { --gap: 1px; --ink: #111; --ash: #222 }"}, {"tern/b.css", ":root { --gap: 2px; --fir: #333; --sea: #444 }"}},
			has:   []string{`"value": "2px"`, "kept 5 of 6", "1 value that a later one overrides"}, lacks: `"themes"`,
		},
		"rules of components": {
			files: [][2]string{{"tern/a.css", ":root { --ink: #111 }"}, {"tern/button.css", ".button { --button-ink: #222 }"}},
			has:   []string{"kept 1 of 2"}, lacks: "button-ink",
		},
		"nothing but rules": {
			files: [][2]string{{"tern/button.css", ".button { --button-ink: #222 }"}},
			has:   []string{"button-ink", "kept 1 of 1"},
		},
		"a format with the colors, as in @gouvfr/dsfr": {
			files: [][2]string{{"tern/src/_a.scss", "$gap: 1px; $radius: 2px; $opacity-low: 0.5; $duration: 1s;"}, {"tern/dist/a.css", ":root { --ink: #111 }"}},
			has:   []string{"#111", "kept 1 of 1"}, lacks: "1px",
		},
		"the name of the folder before some names, twice with the same value, as in @telekom/design-tokens": {
			files: [][2]string{{"tern-frontend/a.css", ":root { " + css.String() + " --ink-a: #010203; --tern-ink-a: #010203; --ink-b: #111; --tern-ink-b: #222 }"}, {"tern-frontend/b.css", strings.ReplaceAll(":root { "+css.String()+" }", "tern-", "fir-")}},
			has:   []string{`"ink599"`, `"tern-ink-b"`, `"ink-b"`, "names are without the prefix tern- that is the name of the brand or the folder"}, lacks: `"tern-ink-a"`,
		},
		"themes that are called after their files": {
			files: [][2]string{{"tern/lib/tern_theme_dark.json", `{"ink": {"$value": "#eee", "$type": "color"}}`}, {"tern/lib/tern_theme_light.json", `{"ink": {"$value": "#111", "$type": "color"}}`}},
			has:   []string{`"name": "light"`, `"name": "dark"`, `"hex": "#111111"`}, lacks: "tern_theme",
		},
		"a theme in every rule, and half themes, as in @siemens/ix": {
			files: [][2]string{{"tern/light.css", "[data-theme=classic][data-color-schema=light] { --theme-ink: #111; --theme-color-alarm-border: #123456 }"},
				{"tern/dark.css", "[data-theme=classic][data-color-schema=dark] { --theme-ink: #eee; --theme-color-alarm-border: #654321 }"}},
			has: []string{`"dark": "#654321"`, `"name": "light"`, `"name": "dark"`}, lacks: "classic",
		},
		"a word before kinds that a quarter of the names begin with, as in @department-of-veterans-affairs/css-library": {
			files: [][2]string{{"tern/a.css", ":root { --vads-color-ink: #111; --vads-spacing-2: 2px; --vads-font-family-sans: Inter; --vads-radius-m: 3px; --vads-border-0: 1px; --vads-color-sea: #0a8276; " + numbered("vads-gap", 8) +
				numbered("width", 12) + "}"}},
			has: []string{`"ink"`, `"sea"`, `"sans"`, "names are without the prefix vads- that says nothing: kinds follow it"}, lacks: `"vads`,
		},
		"groups that say nothing, and names with two hyphens, as in @telus-uds/palette-allium": {
			files: [][2]string{{"tern/a.json", `{"color": {"values": {"amber": {"value": "#faca69"}, "amber--dark": {"value": "#c77539"}}}}`}},
			has:   []string{`"amber"`, `"amber-dark"`}, lacks: "values",
		},
		"a dark mode in the file index, which another one follows, as in @utrecht/design-tokens": {
			files: [][2]string{{"tern/index.css", "@media (prefers-color-scheme: dark) { :root { --ink: #eee } }"}, {"tern/root.css", ":root { --ink: #111; --gap: 1px }"}},
			has:   []string{`"dark": "#eeeeee"`, `"hex": "#111111"`, "kept 3 of 3"},
		},
		"a word that nearly all names begin with": {
			files: [][2]string{{"tern/a.scss", scss.String() + "$other: 1px; $tern-scale: (80: (null: (font-size: 20px, line-height: 1), print: (font-size: 30px, line-height: 1)));"}},
			has:   []string{`"scale 80"`, `"scale 80 print"`, `"ink599"`, "names are without the prefix tern- that nearly all share"}, lacks: `"tern`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var files []convert.File
			for _, f := range test.files {
				files = append(files, convert.File{Name: f[0], Data: []byte(f[1]), Found: true})
			}
			text, report, err := convert.Convert(files, convert.Options{Brand: "acme", First: true})
			if err != nil {
				t.Fatal(err)
			}
			all := string(text) + strings.Join(report.Notes, "\n") + report.Summary()
			for _, want := range test.has {
				if !strings.Contains(all, want) {
					t.Errorf("expected %q in what is made and said: %.300s", want, strings.Join(report.Notes, "\n")+report.Summary())
				}
			}
			if test.lacks != "" && strings.Contains(all, test.lacks) {
				t.Errorf("found %q in what is made and said", test.lacks)
			}
		})
	}
}
