package lint_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize/lint"
	"designmanual/tokenize/lint/syntax"
)

// Each language is read with its own comments, strings, tags and expressions.
func TestLanguages(t *testing.T) {
	runCases(t, tokens(t), []lintCase{
		{"a.js", "const a = <p style={{color: \"#0B5FFF\"}}/>", "1:30 color #0B5FFF --color-blue", "const a = <p style={{color: \"var(--color-blue)\"}}/>"},
		{"theme.ts", "export const theme = { primary: \"#0B5FFF\" }", "1:34 color #0B5FFF --color-blue", ""},
		{"a.mjs", "export default { primary: '#0B5FFF' }", "1:28 color #0B5FFF --color-blue", ""},
		{"a.js", "const a = s.replace(/['\"`]/g, ''), b = '#0b5fff', c = a / b / 2", "1:41 color #0b5fff --color-blue", ""},
		{"a.js", "const a = `${b ? `#0b5fff` : `${c}`}`; // '#fff'\nconst d = '#0b5fff'", "1:19 color #0b5fff --color-blue, 2:12 color #0b5fff --color-blue", ""},
		{"a.tsx", "<p>it's</p>; <p style={{color: '#0b5fff'}}>don't</p>", "1:33 color #0b5fff --color-blue", "<p>it's</p>; <p style={{color: 'var(--color-blue)'}}>don't</p>"},
		{"a.tsx", "export const A = <div style={{ border: \"1px solid #333\", boxShadow: \"0 1px 2px #000\", background: \"linear-gradient(#111111, #222222)\" }} />;",
			"1:51 color #333, 1:80 color #000, 1:116 color #111111, 1:125 color #222222", ""},
		{"a.js", "f('fixes #123', '#456 - odd', 'see #123, #456 and (#789)', \"2 of #123\", `#1234`); e = { border: '1px solid #777', color: cond ? 'red' : '#777777' }",
			"1:74 color #1234, 1:108 color #777 --color-twin, 1:138 color #777777 --color-twin", ""},
		{"a.tsx", "export const A = () => <svg><use xlinkHref=\"#fade\" /><g clipPath=\"url(#abc)\" mask={\"url(#bad)\"} /></svg>;\nconst here = location.hash === \"#add\";", "", ""},
		{"a.tsx", "<Link to='#abc' href={'#fff'}/>; document.querySelector('#add'); $('#bad'); switch (h) { case '#fee': }; url = `url('#abc')`", "", ""},
		{"a.tsx", "const a = css`#add { color: #0b5fff } #bad, a:hover { } b { color: #0b5fff${x} }`", "1:29 color #0b5fff --color-blue, 1:68 color #0b5fff --color-blue", ""},
		{"a.css", ".a { color: theme(colors.red.500); fill: url(#abc); mask: url(\"#bad\") } a[href='#add'] { color: inherit }", "", ""},
		{"a.scss", "a { color: map-get($colors, red); fill: darken(#0b5fff, 5%); stroke: mix(red, blue) } $m: (red: 1, 'x': #0b5fff)",
			"1:48 color #0b5fff --color-blue, 1:74 color red, 1:79 color blue", ""},
		{"a.less", "@preset-colors: red, blue; @border-color: red;", "1:43 color red", ""},
		{"a.less", "@c: #0B5FFF; @d: #0b5ffe; a { color: #0b5fff; .m(#abc; 1px); margin: @x 16px; fill: ~'#abc'; @media (min-width: 1px) { top: 1px } } // #fff",
			"1:18 color #0b5ffe --color-blue, 1:38 color #0b5fff --color-blue, 1:73 length 16px --dimension-16",
			"@c: #0B5FFF; @d: #0b5ffe; a { color: var(--color-blue); .m(#abc; 1px); margin: @x var(--dimension-16); fill: ~'#abc'; @media (min-width: 1px) { top: 1px } } // #fff"},
		{"a.astro", "---\nconst a = '#0b5fff';\n---\n<p style={{ color: '#0b5fff' }} class:list={['a']} href=\"#abc\">{'#0b5fff'} it's {x}</p>\n<style lang=\"scss\">a { // x\n padding: 16px }</style>",
			"2:12 color #0b5fff --color-blue, 4:21 color #0b5fff --color-blue, 4:66 color #0b5fff --color-blue, 6:11 length 16px --dimension-16",
			"---\nconst a = '#0b5fff';\n---\n<p style={{ color: 'var(--color-blue)' }} class:list={['a']} href=\"#abc\">{'#0b5fff'} it's {x}</p>\n<style lang=\"scss\">a { // x\n padding: var(--dimension-16) }</style>"},
		{"a.mdx", "import A from './a'\nexport const c = '#0b5fff'\n\n# It's \"fix #abc\" `'#fff'`\n\n```css\na { color: #0b5fff }\n```\n\n1. x\n\n     ````astro\n     ```\n     <style>a { color: #0b5fff }</style>\n     ````\n\n<A style={{ color: '#0b5fff' }} onClick={() => x} />\n\n{/* lint-ignore */}<A color='#0b5fff'/>\n",
			"2:19 color #0b5fff --color-blue, 17:21 color #0b5fff --color-blue",
			"import A from './a'\nexport const c = '#0b5fff'\n\n# It's \"fix #abc\" `'#fff'`\n\n```css\na { color: #0b5fff }\n```\n\n1. x\n\n     ````astro\n     ```\n     <style>a { color: #0b5fff }</style>\n     ````\n\n<A style={{ color: 'var(--color-blue)' }} onClick={() => x} />\n\n{/* lint-ignore */}<A color='#0b5fff'/>\n"},
		{"a.svelte", "<script lang=\"ts\">let a: string = '#0b5fff'</script>{#if a > 1}<p style:color={b ? '#0b5fff' : ''} style=\"color: {a}; fill: #0b5fff\">{/if}<style>p { font-family: Inter; box-shadow: 0 1px 2px black }</style>",
			"1:36 color #0b5fff --color-blue, 1:85 color #0b5fff --color-blue, 1:125 color #0b5fff --color-blue, 1:163 font Inter --font-family-body, 1:182 shadow 0 1px 2px black --shadow-one",
			"<script lang=\"ts\">let a: string = '#0b5fff'</script>{#if a > 1}<p style:color={b ? '#0b5fff' : ''} style=\"color: {a}; fill: var(--color-blue)\">{/if}<style>p { font-family: Inter; box-shadow: 0 1px 2px black }</style>"},
		{"a.vue", "<template><a :href=\"'#abc'\" :style=\"{color: '#0b5fff'}\" v-if=\"a > b\" @click=\"c = '#0b5fff'\"/></template><script>x = '#0b5fff'</script><style lang=\"stylus\">a\n color #0b5fff</style>",
			"1:46 color #0b5fff --color-blue, 1:83 color #0b5fff --color-blue, 1:118 color #0b5fff --color-blue", ""},
		{"a.html", "<script type=\"application/json\">{\"a\": \"#0b5fff\"}</script><a b='>' style='color: #0b5fff'><textarea><p style='color: #0b5fff'></textarea><p style=color:#0b5fff>",
			"1:81 color #0b5fff --color-blue, 1:152 color #0b5fff --color-blue",
			"<script type=\"application/json\">{\"a\": \"#0b5fff\"}</script><a b='>' style='color: var(--color-blue)'><textarea><p style='color: #0b5fff'></textarea><p style=color:var(--color-blue)>"},
	})
}

// Comments pass a line, the next line or the whole text.
func TestIgnore(t *testing.T) {
	runCases(t, tokens(t), []lintCase{
		{"a.css", "/* lint-ignore-next-line */\na { color: #fff }\nb { color: #0b5fff }", "3:12 color #0b5fff --color-blue", "/* lint-ignore-next-line */\na { color: #fff }\nb { color: var(--color-blue) }"},
		{"a.css", "/* lint-ignore-next-line:\n the print shop wants it */\na { color: #0b5fff }", "", ""},
		{"a.css", "a { color: #0b5fff }\n/* lint-ignore-file */", "", ""},
		{"a.css", "a { color: #0b5fff } /* lint-ignores, stylelint-ignore, lint-ignore-all */", "1:12 color #0b5fff --color-blue", "a { color: var(--color-blue) } /* lint-ignores, stylelint-ignore, lint-ignore-all */"},
		{"a.tsx", "// lint-ignore-next-line\nf('#0b5fff')\nf('lint-ignore-file') // lint-ignore\nf('#0b5fff')", "4:4 color #0b5fff --color-blue", ""},
		{"a.html", "<!-- lint-ignore-next-line -->\n<p style='color: #0b5fff'>", "", ""},
		{"a.vue", "<!-- lint-ignore-file --><p style='color: #0b5fff'>", "", ""},
	})
}

// A custom property that a text sets, that has a fallback, or whose name is put together
// is not unknown.
func TestUnknownProperties(t *testing.T) {
	runCases(t, tokens(t), []lintCase{
		{"a.tsx", "e.style.setProperty('--color-own', x); <p style={{'--color-mine': y, ['--color-this' as any]: z, color: 'var(--color-own)', top: 'var(--color-mine) var(--color-this)'}}/>", "", ""},
		{"a.tsx", "`var(--color-${name})` + 'var(--color-' + name + ')' + `var(--color-x-${y}, red)` + 'var(--color-blu)'", "1:90 unknown-property --color-blu --color-blue", ""},
		{"a.svelte", "<A --color-rail=\"1\" style:--color-thumb={x}/><style>a { color: var(--color-rail); top: var(--color-thumb) }</style>", "", ""},
		{"a.css", "@property --color-spin { syntax: '*' } a { color: var(--color-spin); fill: var(--color-x, var(--color-y)); top: var( --color-deep_blue ) }",
			"1:118 unknown-property --color-deep_blue --color-deep-blue", ""},
		{"a.scss", "a { color: var(--color-#{$x}); top: var(--color-blue-deep); left: var(--color-zzzzzz) }", "1:41 unknown-property --color-blue-deep --color-deep-blue, 1:71 unknown-property --color-zzzzzz", ""},
		{"a.less", "a { color: var(--color-@{x}); }", "", ""},
		{"a.vue", "<style>a { color: var(--color-v) }</style><p :style=\"{'--color-v': c}\">", "", ""},
	})
	d := tokens(t)
	got := lint.New(&d).Check("a.css", []byte("a { color: var(--color-blau) }"))
	if len(got) != 1 || got[0].Message != "there is no token --color-blau; the nearest is --color-blue" {
		t.Errorf("%+v", got)
	}
}

// Deprecated tokens are found as classes, in maps of Sass and in tokens.js.
func TestDeprecatedNames(t *testing.T) {
	runCases(t, tokens(t), []lintCase{
		{"a.tsx", "<p className=\"hover:bg-red/50 text-blue border-x-red! not-red red\"/>; cn('-mt-4 md:text-red')", "1:24 deprecated red --color-deep-blue, 1:50 deprecated red --color-deep-blue, 1:89 deprecated red --color-deep-blue", ""},
		{"a.css", "@import 'tailwindcss'; a { @apply bg-red text-[#fff]; }", "1:38 deprecated red --color-deep-blue", "@import 'tailwindcss'; a { @apply bg-deep-blue text-[#fff]; }"},
		{"a.html", "<p class='fill-red'>", "1:16 deprecated red --color-deep-blue", ""},
		{"a.scss", "a { color: map-get($color, 'red'); fill: map.get(tokens.$color, red); top: tokens.$color-red; left: map.get($other, red) }",
			"1:29 deprecated red --color-deep-blue, 1:65 deprecated red --color-deep-blue, 1:83 deprecated $color-red --color-deep-blue",
			"a { color: map-get($color, 'deep-blue'); fill: map.get(tokens.$color, deep-blue); top: tokens.$color-deep-blue; left: map.get($other, red) }"},
		{"a.ts", "import { color } from './tokens.js'; f(color.red, color['red'], other.red)",
			"1:45 deprecated .red --color-deep-blue, 1:58 deprecated red --color-deep-blue",
			"import { color } from './tokens.js'; f(color[\"deep-blue\"], color['deep-blue'], other.red)"},
		{"a.ts", "import { color } from 'd3'; f(color.red)", "", ""},
	})
	// A text style is a class of tokens.css and one of Tailwind, a weight one of Tailwind.
	styles := tokensOf(t, `[{"id":"x","type":"TEXT_STYLES","content":{"styles":[{"name":"Lead","family":"serif","size":"21px"},{"name":"Intro text","family":"serif","size":"21px","deprecated":"Use Lead."}]}},
		{"id":"w","type":"TOKENS","content":{"tokens":[{"name":"Strong","type":"fontWeight","value":700},{"name":"Heavy","type":"fontWeight","value":800,"deprecated":"Use Strong."}]}}]`)
	runCases(t, styles, []lintCase{
		{"a.html", "<p class='text-style-intro-text text-style-lead my-text-style-intro-text'>", "1:22 deprecated intro-text --text-lead", "<p class='text-style-lead text-style-lead my-text-style-intro-text'>"},
		{"a.html", "<p class='md:text-intro-text font-heavy'>", "1:19 deprecated intro-text --text-lead, 1:35 deprecated heavy --font-weight-strong", ""},
		{"a.css", "@import 'tailwindcss'; a { @apply text-intro-text font-heavy }", "1:40 deprecated intro-text --text-lead, 1:56 deprecated heavy --font-weight-strong",
			"@import 'tailwindcss'; a { @apply text-lead font-strong }"},
	})
}

// A text without a name is read as what it is, and not at all if it is none of these.
func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"a { color: #fff }":      "text.scss",
		"color: #0b5fff;":        "text.scss",
		"<p style='color: red'>": "text.html",
		"<p className='a' />":    "text.tsx",
		"const a = '#fff'":       "text.tsx",
		"f('#0b5fff')":           "text.tsx",
		"---\nx\n---\n<p>":       "text.astro",
		`{ "color": "#0B5FFF" }`: "",
		`["#0B5FFF"]`:            "",
		"import SwiftUI\nstruct A: View { var body: some View { Text(\"x\").foregroundColor(Color(red: 0, green: 0, blue: 1)) } }": "",
		"please make the button blue":                        "",
		"var(--color-blue)":                                  "text.scss",
		"let blue = Color(hex: \"0B5FFF\")":                  "",
		"@Composable\nfun A() { Box(Color(0xFF0B5FFF)) }":    "",
		"def paint():\n    return '#0B5FFF'":                 "",
		"<?php echo '#0B5FFF';":                              "",
		"package main\n\nfunc main() { color(\"#0B5FFF\") }": "",
	} {
		if got := syntax.Language(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// hostileTexts are texts of 62 KiB, which is what check_code takes at most, each of one
// part over and over.
func hostileTexts() (texts []lintCase) {
	for _, c := range []struct{ name, begin, part string }{
		{"a.css", "a{", "color:#%06x;"}, {"a.css", "a{", "margin:%d.5px;"}, {"a.css", "a{", "box-shadow:0 %dpx 1px red;"}, {"a.css", "a{", "color:var(--color-x%d);"},
		{"a.css", "a{color:", "rgb(%d,"}, {"a.css", "a{color:", "var(--a%d,"}, {"a.css", "", "a%d{"}, {"a.scss", "a{margin:", "%dpx"}, {"a.css", "a{b:", "(%d"}, {"a.css", "", "--color-%d--"},
		{"a.tsx", "", "'#%06x'"}, {"a.tsx", "", "`${`%d"}, {"a.tsx", "", "(/[%d"}, {"a.tsx", "", "style={{'#%06x'"}, {"a.tsx", "", "'bg-c%d'"}, {"a.tsx", "", "`#%06x 1px"},
		{"a.mdx", "", "`%d"}, {"a.svelte", "", "{%d"}, {"a.svelte", "", "<a b={%d"}, {"a.html", "", "<style>%d"}, {"a.html", "", "<a style=\"%d"}, {"a.html", "", "<!--%d"},
	} {
		var b strings.Builder
		b.WriteString(c.begin)
		for i := 0; b.Len() < 62<<10; i++ {
			fmt.Fprintf(&b, c.part, i*7919%0xffffff)
		}
		texts = append(texts, lintCase{name: c.name, text: b.String()})
	}
	return texts
}

// manyTokens returns a document with more tokens than a manual has, half of its colors
// deprecated.
func manyTokens() manual.TokenDocument {
	d := manual.NewTokenDocument()
	for i := range 5000 {
		name := fmt.Sprintf("c%d", i)
		color := manual.Token{Name: name, Title: name, Value: fmt.Sprintf("#%06x", i*797%0xffffff), Variable: "--color-" + name}
		color.Deprecated = manual.Deprecation{Set: i%2 == 0, Reason: fmt.Sprintf("Use c%d", i+1)}
		d.Groups[manual.ColorGroup].Tokens = append(d.Groups[manual.ColorGroup].Tokens, color)
		d.Groups[manual.DimensionGroup].Tokens = append(d.Groups[manual.DimensionGroup].Tokens,
			manual.Token{Name: fmt.Sprint(i), Value: fmt.Sprintf("%dpx", i), Variable: fmt.Sprintf("--dimension-%d", i)})
		d.Groups[manual.ShadowGroup].Tokens = append(d.Groups[manual.ShadowGroup].Tokens,
			manual.Token{Name: fmt.Sprint(i), Value: fmt.Sprintf("0 %dpx 2px #000", i), Variable: fmt.Sprintf("--shadow-%d", i)})
	}
	return d
}

// Texts made to cost much have places in them, and texts may be checked at the same time.
func TestHostileTexts(t *testing.T) {
	d := manyTokens()
	l := lint.New(&d)
	var group sync.WaitGroup
	for _, c := range hostileTexts() {
		group.Go(func() {
			for _, f := range l.Check(c.name, []byte(c.text)) {
				if f.Line != 1 || !strings.HasPrefix(c.text[f.Column-1:], f.Found) {
					t.Errorf("%s %.20q: %+v", c.name, c.text, f)
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkNew(b *testing.B) {
	d := manyTokens()
	for b.Loop() {
		lint.New(&d)
	}
}

func BenchmarkCheck(b *testing.B) {
	d := manyTokens()
	l := lint.New(&d)
	for _, c := range hostileTexts() {
		b.Run(fmt.Sprintf("%s %.20q", c.name, c.text), func(b *testing.B) {
			for b.Loop() {
				l.Check(c.name, []byte(c.text))
			}
		})
	}
}
