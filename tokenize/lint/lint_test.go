package lint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
	"designmanual/tokenize/lint"
)

const page = `[
	{"id":"y","type":"TYPOGRAPHY","content":{"fonts":[{"usage":"Body","family":"Inter"}],"scale":{"base":16,"ratio":1.25}}},
	{"id":"c","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#0B5FFF"},{"name":"Deep Blue","hex":"#001030"},{"name":"Twin","hex":"#777777"},{"name":"Twin Two","hex":"#777"},
		{"name":"Red","hex":"#D7301F","deprecated":"Use Deep Blue."},{"name":"Grey","hex":"#123456","deprecated":true}]}},
	{"id":"s","type":"SPACING","content":{"steps":[8,16]}},
	{"id":"r","type":"RADII","content":{"radii":[{"name":"Card","value":"4px"}]}},
	{"id":"e","type":"ELEVATION","content":{"levels":[{"name":"One","value":"0 1px 2px black"}]}},
	{"id":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#FFFFFF","text":"Blue"}}]}}]`

func tokens(t testing.TB) manual.TokenDocument {
	t.Helper()
	sections, err := content.Sections(&manual.Manual{Sections: []manual.Section{{ID: "s", Blocks: blocks(t, page)}}})
	if err != nil {
		t.Fatal(err)
	}
	d, notes, err := tokenize.Document(sections)
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	return d
}

// A lintCase is a text with its findings, as place, rule, what was found and token, and
// what --fix makes of it, nothing if it stays.
type lintCase struct{ name, text, want, fixed string }

func runCases(t *testing.T, d manual.TokenDocument, cases []lintCase) {
	t.Helper()
	for _, c := range cases {
		findings := lint.New(&d).Check(c.name, []byte(c.text))
		var got []string
		for _, f := range findings {
			got = append(got, strings.TrimRight(fmt.Sprintf("%d:%d %s %s %s", f.Line, f.Column, f.Rule, f.Found, f.Token), " "))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s\n found %s\n want  %s", c.name, c.text, s, c.want)
		}
		want := c.fixed
		if want == "" {
			want = c.text
		}
		if fixed := string(lint.Fix([]byte(c.text), findings)); fixed != want {
			t.Errorf("%s: %s\n fixed %s\n want  %s", c.name, c.text, fixed, want)
		}
	}
}

func TestCheck(t *testing.T) {
	runCases(t, tokens(t), []lintCase{
		{"a.css", "a { color: #0b5fff }", "1:12 color #0b5fff --color-blue", "a { color: var(--color-blue) }"},
		{"a.css", "a {\n  color: RGB(11 95 255); }", "2:10 color RGB(11 95 255) --color-blue", "a {\n  color: var(--color-blue); }"},
		{"a.css", "a { color: hsl(220 100% 50%) }", "1:12 color hsl(220 100% 50%) --color-blue", ""},
		{"a.css", "a { color: oklch(0.2 0.05 260) }", "1:12 color oklch(0.2 0.05 260) --color-deep-blue", ""},
		{"a.css", "a { color: #777 }", "1:12 color #777 --color-twin", ""},
		{"a.css", "a { background: red; color: currentColor; fill: transparent; animation: red; grid-area: tan }", "1:17 color red", ""},
		{"a.css", "#abc a:hover > b { } /* #fff */ a::after { content: '#fff'; background: url(a.svg#fff) }", "", ""},
		{"a.css", "a { color: #0b5fff } /* lint-ignore */", "", ""},
		{"a.css", ".lint-ignore { color: #0b5fff; content: 'lint-ignore' } // lint-ignore", "1:23 color #0b5fff --color-blue", ".lint-ignore { color: var(--color-blue); content: 'lint-ignore' } // lint-ignore"},
		{"a.css", "@property --x { initial-value: #0b5fff } @page { margin: 16px } a { mask: linear-gradient(#000, #0000); box-shadow: none !important }", "", ""},
		{"a.css", "a { color: var(--mine, var(--color-blau)); background: linear-gradient(var(--mine), var(--color-blau)) }", "1:89 unknown-property --color-blau --color-blue", ""},
		{"a.css", "@import 'tailwindcss'; a { color: var(--color-red-500); top: var(--color-blau) }", "1:66 unknown-property --color-blau --color-blue", ""},
		{"a.scss", "a { color: rgba(#0b5fff, .5); box-shadow: shadow(2px 3px); font-family: f('x'); margin: 16px * 2 }", "1:17 color #0b5fff --color-blue, 1:89 length 16px --dimension-16", ""},
		{"a.scss", "a { color: #fff } // lint-ignore", "", ""},
		{"a.css", "a { font: italic 700 16px/1.5 'Inter', serif } b { font: var(--font-size-md) Arial; font: 20px/normal serif; font: caption; font-family: Arial }",
			"1:22 length 16px --font-size-md, 1:31 font 'Inter', serif --font-family-body, 1:91 length 20px --font-size-lg, 1:138 font Arial",
			"a { font: italic 700 var(--font-size-md)/1.5 'Inter', serif } b { font: var(--font-size-md) Arial; font: var(--font-size-lg)/normal serif; font: caption; font-family: Arial }"},
		{"a.scss", "a { font-family: '#{-f($x)}'; --#{$p}line: #0b5fff; --#{$p}x: var(--color-blau) }\nb { font-family: 'Font Awesome 6' }", "1:67 unknown-property --color-blau --color-blue", ""},
		{"a.css", "a { color: var(--color-red) }", "1:16 deprecated --color-red --color-deep-blue", "a { color: var(--color-deep-blue) }"},
		{"a.css", "a { color: var(--color-grey) }", "1:16 deprecated --color-grey", ""},
		{"a.css", "a { color: var(--color-blau, #fff); top: var(--mine) }", "", ""},
		{"a.css", ":root { --color-own: var(--color-blue) } a { color: var(--color-own); color: var(--theme-text) }", "", ""},
		{"a.css", "a { background: #0b5fff; background: -moz-linear-gradient(top, #0b5fff, #0b5fff) }",
			"1:17 color #0b5fff --color-blue, 1:64 color #0b5fff --color-blue, 1:73 color #0b5fff --color-blue",
			"a { background: var(--color-blue); background: -moz-linear-gradient(top, #0b5fff, #0b5fff) }"},
		{"a.css", "a { border-color: #0b5fff #0b5fff }",
			"1:19 color #0b5fff --color-blue, 1:27 color #0b5fff --color-blue", "a { border-color: var(--color-blue) var(--color-blue) }"},
		{"a.css", "a { padding: 1px 16px 10% calc(3px + 1em) }", "1:18 length 16px --dimension-16", "a { padding: 1px var(--dimension-16) 10% calc(3px + 1em) }"},
		{"a.css", "a { margin: 1rem -8px auto; width: 17px }", "1:13 length 1rem --dimension-16, 1:18 length -8px --dimension-8", ""},
		{"a.css", "a { border-radius: 5px; border-top-left-radius: 4px }", "1:20 length 5px --radius-card, 1:49 length 4px --radius-card", "a { border-radius: 5px; border-top-left-radius: var(--radius-card) }"},
		{"a.css", "a { box-shadow: 0 2px 2px #000 } b { box-shadow: none }", "1:17 shadow 0 2px 2px #000 --shadow-one", ""},
		{"a.scss", "$accent: #0b5fff; a { // #fff\n &:hover { color: $color-red; border: 1px solid darken(#0b5fff, 5%) } }",
			"2:19 deprecated $color-red --color-deep-blue, 2:56 color #0b5fff --color-blue", "$accent: #0b5fff; a { // #fff\n &:hover { color: $color-deep-blue; border: 1px solid darken(#0b5fff, 5%) } }"},
		{"a.jsx", "// #fff\nimport a from 'b'; const x = <p style={{color: '#0b5fff'}} className=\"bg-[#0b5fff] p-[3px]\">it's</p>",
			"2:49 color #0b5fff --color-blue, 2:75 color #0b5fff --color-blue", "// #fff\nimport a from 'b'; const x = <p style={{color: 'var(--color-blue)'}} className=\"bg-[#0b5fff] p-[3px]\">it's</p>"},
		{"a.tsx", "<p style={{color: 'red'}} color=\"red\"><path fill=\"red\"/>{/* lint-ignore */}\n<p style={{color: 'red'}}><path fill=\"red\"/>; <Button color='red'>",
			"2:20 color red, 2:39 color red", ""},
		{"a.tsx", "const a = css`\n a { color: #0b5fff } /* lint-ignore */\n`; 'lint-ignore #0b5fff'", "3:17 color #0b5fff --color-blue", ""},
		{"a.html", "<!-- lint-ignore --><p style='color: #0b5fff'>\n<td bgcolor='#0b5fff'>lint-ignore", "2:14 color #0b5fff --color-blue", ""},
		{"a.tsx", "const a = `x ${b({c: '#0b5fff'})} color: var(--color-red)`; <a href=\"#add\">see #123</a>; f('fixes #123', '/#abc')",
			"1:23 color #0b5fff --color-blue, 1:46 deprecated --color-red --color-deep-blue", "const a = `x ${b({c: '#0b5fff'})} color: var(--color-deep-blue)`; <a href=\"#add\">see #123</a>; f('fixes #123', '/#abc')"},
		{"a.html", "<a href=\"#abc\" style=\"color: #0b5fff\">#fff</a>\n<style>b { color: #0b5fff; padding: 3px }</style><svg fill=red>",
			"1:30 color #0b5fff --color-blue, 2:19 color #0b5fff --color-blue, 2:37 length 3px, 2:60 color red",
			"<a href=\"#abc\" style=\"color: var(--color-blue)\">#fff</a>\n<style>b { color: var(--color-blue); padding: 3px }</style><svg fill=red>"},
		{"a.vue", "<template><p :style=\"{color: '#0b5fff'}\"/></template><style lang=\"scss\">a { // it's\n color: #0b5fff }</style>",
			"1:31 color #0b5fff --color-blue, 2:9 color #0b5fff --color-blue", "<template><p :style=\"{color: '#0b5fff'}\"/></template><style lang=\"scss\">a { // it's\n color: var(--color-blue) }</style>"},
		{"a.svelte", "<script>const c = '#0b5fff'</script><p style:color=\"#0b5fff\">", "1:20 color #0b5fff --color-blue, 1:53 color #0b5fff --color-blue",
			"<script>const c = '#0b5fff'</script><p style:color=\"var(--color-blue)\">"},
	})
}

// The exports of a manual have no findings.
func TestExports(t *testing.T) {
	d := tokens(t)
	check := func(name string, l *lint.Linter, text []byte) {
		for _, f := range l.Check(name, text) {
			t.Errorf("%s:%d:%d: %s", name, f.Line, f.Column, f.Message)
		}
	}
	check("tokens.css", lint.New(&d), export.CSS(&d))
	check("tokens.scss", lint.New(&d), export.SCSS(&d))
	check("tailwind.css", lint.New(&d), export.Tailwind(&d))
}

func FuzzCheck(f *testing.F) {
	d := tokens(f)
	for _, name := range []string{"a.css", "a.scss", "a.less", "a.jsx", "a.html", "a.vue", "a.svelte", "a.astro", "a.mdx"} {
		f.Add(name, "a { color: #0b5fff; b: url(x) '\\' } <p style=\"color: rgb(1,2,3)\" class=a> `${a({b})}`")
	}
	golden, _ := filepath.Glob("../testdata/*.css")
	for _, name := range golden {
		text, _ := os.ReadFile(name)
		f.Add(name, string(text))
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		findings := lint.New(&d).Check(name, []byte(text))
		lint.Fix([]byte(text), findings)
		for _, finding := range findings {
			if finding.Line < 1 || finding.Column < 1 || !strings.Contains(text, finding.Found) {
				t.Errorf("%+v", finding)
			}
		}
	})
}

func blocks(t testing.TB, text string) (blocks []manual.Block) {
	t.Helper()
	var parsed []struct {
		ID      string
		Type    manual.Kind
		Content json.RawMessage
	}
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatal(err)
	}
	for _, b := range parsed {
		blocks = append(blocks, manual.Block{ID: b.ID, Kind: b.Type, Content: []byte(b.Content)})
	}
	return blocks
}
