package lint_test

import (
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
	"designmanual/tokenize/lint"
)

func tokensOf(t testing.TB, page string) manual.TokenDocument {
	t.Helper()
	sections, err := content.Sections(&manual.Manual{Sections: []manual.Section{{ID: "s", Blocks: blocks(t, page)}}})
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := tokenize.Document(sections)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A length is fixed where the token's name or block says the use of the property; else it
// is reported.
func TestFixLengthsByRole(t *testing.T) {
	d := tokensOf(t, `[
		{"id":"s","type":"SPACING","content":{"steps":[{"step":"font-size-small","value":"12px"},{"step":"focus-ring-width","value":"4px"},
			{"step":"avatar-size","value":"48px"},{"step":"space-3","value":"16px"},{"step":"card-gap","value":"20px"},{"step":"gap-lg","value":"24px"},
			{"step":"border-radius-sm","value":"3px"},{"step":"section","value":"64px"},{"step":"size-5","value":"40px"}]}},
		{"id":"r","type":"RADII","content":{"radii":[{"name":"Card","value":"6px"},{"name":"Ticket stub","value":"7px"},
			{"name":"form-switch-border-radius","value":"9px"},{"name":"radius-sm","value":"2px"},{"name":"ring width","value":"5px"}]}},
		{"id":"y","type":"TYPOGRAPHY","content":{"fonts":[],"scale":{"base":18,"ratio":1.2,"sizes":{"md":"18px"}}}},
		{"id":"b","type":"BREAKPOINTS","content":{"breakpoints":[{"name":"tablet","value":"768px"}]}}]`)
	runCases(t, d, []lintCase{
		{"a.css", ".card { margin: 12px 4px; padding: 48px 16px; gap: -56px; column-gap: 200px }",
			"1:17 length 12px, 1:22 length 4px, 1:36 length 48px, 1:41 length 16px --dimension-space-3, 1:52 length -56px, 1:71 length 200px",
			".card { margin: 12px 4px; padding: 48px var(--dimension-space-3); gap: -56px; column-gap: 200px }"},
		{"a.css", "a { gap: 24px; padding: 24px; grid-gap: 20px; margin: 64px 40px }",
			"1:10 length 24px --dimension-gap-lg, 1:25 length 24px, 1:41 length 20px, 1:55 length 64px --dimension-section, 1:60 length 40px",
			"a { gap: var(--dimension-gap-lg); padding: 24px; grid-gap: 20px; margin: var(--dimension-section) 40px }"},
		{"a.css", "a { font-size: 12px; border-radius: 3px 6px; margin: 6px 18px 768px; font-size: 18px }",
			"1:16 length 12px --dimension-font-size-small, 1:37 length 3px --dimension-border-radius-sm, 1:41 length 6px --radius-card, " +
				"1:54 length 6px, 1:58 length 18px --dimension-space-3, 1:63 length 768px, 1:81 length 18px --font-size-md",
			"a { font-size: var(--dimension-font-size-small); border-radius: var(--dimension-border-radius-sm) var(--radius-card); " +
				"margin: 6px 18px 768px; font-size: var(--font-size-md) }"},
		{"a.css", "a { border-radius: 7px 9px 2px 5px }", "1:20 length 7px --radius-ticket-stub, 1:24 length 9px, 1:28 length 2px --radius-radius-sm, 1:32 length 5px",
			"a { border-radius: var(--radius-ticket-stub) 9px var(--radius-radius-sm) 5px }"},
		{"a.css", "a { margin: -16px 1rem 15px 1px 0 auto; padding: 16px !important; scroll-margin-top: 16px; border-width: 16px; width: 16px }",
			"1:13 length -16px --dimension-space-3, 1:19 length 1rem --dimension-space-3, 1:24 length 15px --dimension-space-3, 1:50 length 16px --dimension-space-3, 1:86 length 16px --dimension-space-3",
			"a { margin: -16px 1rem 15px 1px 0 auto; padding: var(--dimension-space-3) !important; scroll-margin-top: var(--dimension-space-3); border-width: 16px; width: 16px }"},
	})
	// What browsers leave out stays as it is: with a custom property in it they would keep it.
	for _, kept := range []string{`padding: 16px\9`, "padding: 16px !ie", "margin: -moz-calc(1px) 16px"} {
		text := []byte("a { " + kept + " }")
		if fixed := lint.Fix(text, lint.New(&d).Check("a.css", text)); string(fixed) != string(text) {
			t.Errorf("%s: fixed to %s", text, fixed)
		}
	}
	for found, want := range map[string]string{
		"a { margin: 12px }":  "the length 12px is no token for margin; --dimension-font-size-small has it for something else",
		"a { margin: -16px }": "the length -16px is written out; take calc(-1 * var(--dimension-space-3))",
		"a { margin: 200px }": "the length 200px is no token, and none is near it",
		"a { margin: 15px }":  "the length 15px is no token; the nearest is --dimension-space-3 (16px)",
	} {
		if got := lint.New(&d).Check("a.css", []byte(found)); len(got) != 1 || got[0].Message != want {
			t.Errorf("%s: found %+v, want %q", found, got, want)
		}
	}
}

// What a preprocessor computes is not replaced, since two variables beside each other are
// a list.
func TestComputedLengthsStay(t *testing.T) {
	for _, text := range []string{
		"a { padding: (8px+8px) }", "a { margin: 8px+8px }", "a { margin: 8px-8px }", "a { margin: 8px - $x }", "a { margin: 8px*2 }", "a { margin: 8px / 2 }",
		"a { margin: $x+8px }", "a { margin: #{$x}8px }", "a { margin: (8px) }", "a { margin: f(8px) }", "$a: 8px; @include b(8px)", "a { font: 8px/2 Inter }",
	} {
		d := tokens(t)
		for _, name := range []string{"a.scss", "a.less"} {
			findings := lint.New(&d).Check(name, []byte(text))
			if fixed := string(lint.Fix([]byte(text), findings)); fixed != text {
				t.Errorf("%s: %s became %s", name, text, fixed)
			}
		}
	}
}

// A color is fixed where one token has it: its own tint and roles of themes are not
// counted. A color that has no exact value in the token is not fixed.
func TestFixColors(t *testing.T) {
	d := tokensOf(t, `[
		{"id":"c","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#0B5FFF","tints":{"500":"#0B5FFF","900":"#111111"}},
			{"name":"Ink","hex":"#222222"},{"name":"Veil","hex":"#00000080"},{"name":"Gray","hex":"#777777","tints":{"500":"#808080"}},{"name":"Steel","hex":"#808080"},
			{"name":"Old","hex":"#0033AA","deprecated":"Use Blue."},{"name":"Signal","hex":"#FF0000"},{"name":"Snow","hex":"#FFFFFF"}]}},
		{"id":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#FFFFFF","primary":"Blue","text":"#334455"}}]}}]`)
	runCases(t, d, []lintCase{
		{"a.css", "a { color: #0b5fff; background: #fff }", "1:12 color #0b5fff --color-blue, 1:33 color #fff --color-snow", "a { color: var(--color-blue); background: var(--color-snow) }"},
		{"a.css", "a { color: #111; fill: #808080 }", "1:12 color #111 --color-blue-900, 1:24 color #808080 --color-gray-500", "a { color: var(--color-blue-900); fill: #808080 }"},
		{"a.css", "a { color: #345 }", "1:12 color #345 --theme-text", ""},
		{"a.css", "a { color: #0033aa }", "1:12 color #0033aa --color-blue", ""},
		{"a.css", "a { color: rgb(11 95 255 / 50%); background: rgba(0, 0, 0, .5) }", "1:12 color rgb(11 95 255 / 50%) --color-blue, 1:46 color rgba(0, 0, 0, .5) --color-veil",
			"a { color: rgb(11 95 255 / 50%); background: var(--color-veil) }"},
		{"a.css", "a { color: color(display-p3 1 0 0); fill: lab(100 0 0); stroke: hsl(0 0% 100%) }",
			"1:12 color color(display-p3 1 0 0) --color-signal, 1:43 color lab(100 0 0) --color-snow, 1:65 color hsl(0 0% 100%) --color-snow",
			"a { color: color(display-p3 1 0 0); fill: lab(100 0 0); stroke: var(--color-snow) }"},
		{"a.css", "a { color: #00ff88 }", "1:12 color #00ff88", ""},
		{"a.css", "@page { @top-left { color: #0b5fff } } @counter-style x { symbols: red }", "", ""},
	})
	for found, want := range map[string]string{
		"#345":                 "the color #345 is --theme-text in the theme day alone; take it by its name, which follows the theme",
		"#0033aa":              "the color #0033aa is that of --color-old, which is deprecated; take --color-blue",
		"rgb(11 95 255 / 50%)": "the color rgb(11 95 255 / 50%) is --color-blue at 50%; take color-mix(in srgb, var(--color-blue) 50%, transparent)",
		"#808080":              "the color #808080 is written out; take --color-gray-500 or --color-steel",
		"#0b5ffe":              "the color #0b5ffe is no token; the nearest is --color-blue (#0B5FFF)",
		"#00ff88":              "the color #00ff88 is no token, and none is near it",
		"var(--color-old)":     "the token --color-old is deprecated: Use Blue; take --color-blue",
	} {
		if got := lint.New(&d).Check("a.css", []byte("a { color: "+found+" }")); len(got) != 1 || got[0].Message != want {
			t.Errorf("%s: found %+v, want %q", found, got, want)
		}
	}
}

// A literal that is a token's value in one mode only names token and mode and is not
// fixed; sizes of text styles are known and not fixed; tokens of further groups count by
// their type, lengths by their name.
func TestModesAndFurtherGroups(t *testing.T) {
	d := tokensOf(t, `[
		{"id":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#FFFFFF"}},{"name":"Night","colors":{"background":"#101010"}}]}},
		{"id":"c","type":"COLORS","content":{"colors":[{"name":"Chart","hex":"#0B5FFF","modes":{"night":"#6EA0FF"}},{"name":"Twin","hex":"#6EA0FF"},{"name":"Plain","hex":"#D7301F"}]}},
		{"id":"s","type":"SPACING","content":{"steps":[{"step":"small","value":"8px","modes":{"night":"6px"}},{"step":"large","value":"32px"}]}},
		{"id":"e","type":"ELEVATION","content":{"levels":[{"name":"One","value":"0 1px 2px black","modes":{"night":"0 1px 2px red"}}]}},
		{"id":"x","type":"TEXT_STYLES","content":{"styles":[{"name":"Lead","size":"21px","weight":400}]}},
		{"id":"k","type":"TOKENS","title":"Gap","content":{"title":"Gap","tokens":[{"name":"Wide","type":"dimension","value":"40px"},{"name":"Ring width","type":"dimension","value":"44px"}]}},
		{"id":"o","type":"TOKENS","content":{"title":"Signal","tokens":[{"name":"Stop","type":"color","value":"#FF0000"}]}}]`)
	runCases(t, d, []lintCase{
		{"a.css", "a { color: #0b5fff; fill: #6ea0ff; stroke: #d7301f; outline-color: red }",
			"1:12 color #0b5fff --color-chart, 1:27 color #6ea0ff --color-twin, 1:44 color #d7301f --color-plain, 1:68 color red --signal-stop",
			"a { color: #0b5fff; fill: #6ea0ff; stroke: var(--color-plain); outline-color: var(--signal-stop) }"},
		{"a.css", "a { margin: 8px 6px 32px; font-size: 21px; gap: 40px; padding: 40px 44px; box-shadow: 0 1px 2px #f00 }",
			"1:13 length 8px --dimension-small, 1:17 length 6px --dimension-small, 1:21 length 32px --dimension-large, 1:38 length 21px --text-lead, 1:49 length 40px --gap-wide, " +
				"1:64 length 40px, 1:69 length 44px, 1:87 shadow 0 1px 2px #f00 --shadow-one",
			"a { margin: 8px 6px var(--dimension-large); font-size: 21px; gap: var(--gap-wide); padding: 40px 44px; box-shadow: 0 1px 2px #f00 }"},
	})
	for found, want := range map[string]string{
		"color: #0b5fff": "the color #0b5fff is --color-chart in the theme day alone; take it by its name, which follows the theme",
		"color: #101010": "the color #101010 is --theme-background in the theme night alone; take it by its name, which follows the theme",
		"margin: 6px":    "the length 6px is --dimension-small in the theme night alone; take it by its name, which follows the theme",
	} {
		if got := lint.New(&d).Check("a.css", []byte("a { "+found+" }")); len(got) != 1 || got[0].Message != want {
			t.Errorf("%s: found %+v, want %q", found, got, want)
		}
	}
	for name, text := range map[string][]byte{"tokens.css": export.CSS(&d), "tokens.scss": export.SCSS(&d), "tailwind.css": export.Tailwind(&d)} {
		for _, f := range lint.New(&d).Check(name, text) {
			t.Errorf("%s:%d:%d: %s", name, f.Line, f.Column, f.Message)
		}
	}
}

// Code for renderers without custom properties is reported and left as it is.
func TestStaticTargets(t *testing.T) {
	d := tokens(t)
	const style = `<p style={{ color: "#0B5FFF" }}>Hi</p>`
	for name, text := range map[string]string{
		"og.tsx":                        `import { ImageResponse } from "next/og"; export const GET = () => new ImageResponse(` + style + `)`,
		"card.tsx":                      `import satori from 'satori'; satori(` + style + `)`,
		"native.tsx":                    `import { View } from "react-native"; export const A = () => ` + style,
		"b.native.tsx":                  `export const A = () => ` + style,
		"welcome.tsx":                   `import { Body } from "@react-email/components"; export const A = () => ` + style,
		"src/emails/parts/button.tsx":   style,
		"invoice.jsx":                   `import { Document } from '@react-pdf/renderer'; const A = () => ` + style,
		"app/blog/opengraph-image.tsx":  style,
		"newsletter.html":               `<p style="color: #0b5fff">`,
		"a.html":                        `<!--[if mso]><![endif]--><p style="color: #0b5fff">`,
		"b.html":                        `<html xmlns:v="urn:schemas-microsoft-com:vml"><style>a { color: #0b5fff }</style>`,
		"public/email-templates/a.html": `<p style="color: #0b5fff">`,
	} {
		findings := lint.New(&d).Check(name, []byte(text))
		if len(findings) != 1 || findings[0].Fixable || !strings.Contains(findings[0].Message, "knows no custom properties") {
			t.Errorf("%s: %+v", name, findings)
		}
	}
	findings := lint.New(&d).Check("src/detail.tsx", []byte(style))
	if len(findings) != 1 || !findings[0].Fixable {
		t.Errorf("detail.tsx: %+v", findings)
	}
}
