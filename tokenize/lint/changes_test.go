package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/tokenize/difference"
	"designmanual/tokenize/lint"
)

const (
	firstPage = `[
		{"id":"c","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#0b5fff","tints":{"50":"#eef4ff"}},{"name":"Red","hex":"#d7301f"},{"name":"Ink","hex":"#111111","modes":{"dark":"#eeeeee"}},
			{"name":"Sand","hex":"#aa9977","modes":{"dark":"#998866"}},{"name":"Moss","hex":"#335533"}]}},
		{"id":"s","type":"SPACING","content":{"steps":[8,16]}},
		{"id":"g","type":"GRADIENTS","content":{"gradients":[{"name":"Dawn","value":"linear-gradient(#000000, #ffffff)"}]}},
		{"id":"o","type":"TOKENS","content":{"title":"Z index","tokens":[{"name":"Menu","type":"number","value":10},{"name":"Top","type":"number","value":20}]}},
		{"id":"x","type":"TEXT_STYLES","content":{"styles":[{"name":"Copy","family":"sans-serif","size":"16px"}]}},
		{"id":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#ffffff","text":"#111111","surface":"#cccccc"}},{"name":"Dark","colors":{"background":"#000000","text":"#eeeeee","surface":"#555555"}},
			{"name":"Sepia","colors":{"background":"#f4ecd8"}}]}}]`
	secondPage = `[
		{"id":"c","type":"COLORS","content":{"colors":[{"name":"Sky","hex":"#0b5fff","tints":{"50":"#eef4ff"}},{"name":"Ink","hex":"#111111","modes":{"dark":"#cccccc"}},
			{"name":"Sand","hex":"#aa9977"},{"name":"Moss","hex":"#335534"}]}},
		{"id":"s","type":"SPACING","content":{"steps":[8]}},
		{"id":"g","type":"GRADIENTS","content":{"gradients":[{"name":"Dusk","value":"linear-gradient(#000000, #ffffff)"}]}},
		{"id":"o","type":"TOKENS","content":{"title":"Z index","tokens":[{"name":"Menu","type":"dimension","value":"10px"},{"name":"Top","type":"number","value":30}]}},
		{"id":"x","type":"TEXT_STYLES","content":{"styles":[{"name":"Copy","family":"sans-serif","size":"16px"}]}},
		{"id":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#ffffff","text":"#222222","border":"#cccccc"}},{"name":"Dark","colors":{"background":"#000000","text":"#eeeeee","border":"#555555"}}]}}]`
)

// TestChanges has a row for each way in which code names a token that changes: the text, its
// findings as place, rule, what was found and what it is now, and what --fix makes of it.
func TestChanges(t *testing.T) {
	first, second := tokensOf(t, firstPage), tokensOf(t, secondPage)
	before, after := difference.Of(&first), difference.Of(&second)
	d := difference.Between(before, after)
	l := lint.NewChanges(&before, &after, &d)
	for _, c := range []lintCase{
		{"a.css", "a { color: var(--color-blue); background: var(--color-blue-50, red) }", "1:16 renamed-token --color-blue --color-sky, 1:47 renamed-token --color-blue-50 --color-sky-50",
			"a { color: var(--color-sky); background: var(--color-sky-50, red) }"},
		{"a.css", "a { color: #0b5fff; margin: 3px; top: var(--color-none); left: var(--dimension-8) }", "", ""},
		{"a.css", "a { color: var(--color-red); margin: var(--dimension-16) }", "1:16 removed-token --color-red, 1:42 removed-token --dimension-16", ""},
		{"a.css", "a { color: var(--color-moss) } b { color: var(--color-ink) } c { color: var(--color-sand) }",
			"1:16 changed-token --color-moss --color-moss, 1:47 changed-token --color-ink --color-ink, 1:77 changed-token --color-sand --color-sand", ""},
		{"a.css", "a { z-index: var(--z-index-menu); order: var(--z-index-top); background: var(--gradient-dawn) }",
			"1:18 changed-token --z-index-menu --z-index-menu, 1:46 changed-token --z-index-top --z-index-top, 1:78 renamed-token --gradient-dawn --gradient-dusk",
			"a { z-index: var(--z-index-menu); order: var(--z-index-top); background: var(--gradient-dusk) }"},
		{"a.css", ":root { --color-blue: #0b5fff } a { color: var(--color-blue) } /* lint-ignore */", "", ""},
		{"a.css", "a { color: var(--theme-text); fill: var(--theme-day-text); border-color: var(--theme-surface); outline-color: var(--theme-dark-surface); background: var(--theme-background) }",
			"1:16 changed-token --theme-text --theme-text, 1:41 changed-token --theme-day-text --theme-day-text, 1:78 renamed-token --theme-surface --theme-border, " +
				"1:115 renamed-token --theme-dark-surface --theme-dark-border, 1:154 changed-token --theme-background --theme-background",
			"a { color: var(--theme-text); fill: var(--theme-day-text); border-color: var(--theme-border); outline-color: var(--theme-dark-border); background: var(--theme-background) }"},
		{"a.css", "[data-theme=\"sepia\"] a { top: 0 } [data-theme=dark] a { top: 0 }", "1:14 removed-token sepia", ""},
		{"a.scss", "@use 'tokens' as *; a { color: $color-blue; fill: map.get($color, 'blue'); stroke: map.get($color, 'red') }",
			"1:32 renamed-token $color-blue --color-sky, 1:68 renamed-token blue --color-sky, 1:101 removed-token red",
			"@use 'tokens' as *; a { color: $color-sky; fill: map.get($color, 'sky'); stroke: map.get($color, 'red') }"},
		{"a.tsx", "import { color, gradient, theme, zIndex } from './tokens.js'; f(color.blue, color['blue-50'], gradient.dawn, theme.dark.surface, theme['day'].text, zIndex.top)",
			"1:70 renamed-token .blue --color-sky, 1:84 renamed-token blue-50 --color-sky-50, 1:103 renamed-token .dawn --gradient-dusk, " +
				"1:120 renamed-token .surface --theme-dark-border, 1:142 changed-token .text --theme-day-text, 1:155 changed-token .top --z-index-top",
			"import { color, gradient, theme, zIndex } from './tokens.js'; f(color.sky, color['sky-50'], gradient.dusk, theme.dark.border, theme['day'].text, zIndex.top)"},
		{"a.tsx", "s.getPropertyValue('--color-blue'); s.setProperty('--color-blue', x); a = { '--color-blue': x }; <b data-theme='sepia' style={{ color: 'var(--color-red)' }}/>",
			"1:21 renamed-token --color-blue --color-sky, 1:113 removed-token sepia, 1:141 removed-token --color-red",
			"s.getPropertyValue('--color-sky'); s.setProperty('--color-blue', x); a = { '--color-blue': x }; <b data-theme='sepia' style={{ color: 'var(--color-red)' }}/>"},
		{"a.css", "@import 'tailwindcss'; a { @apply bg-blue hover:text-blue-50/50 p-16 bg-surface; margin: var(--spacing-16) }",
			"1:38 renamed-token blue --color-sky, 1:54 renamed-token blue-50 --color-sky-50, 1:67 removed-token 16, 1:73 renamed-token surface --color-border, 1:94 removed-token --spacing-16",
			"@import 'tailwindcss'; a { @apply bg-sky hover:text-sky-50/50 p-16 bg-border; margin: var(--spacing-16) }"},
		{"a.html", "<p class='bg-blue bg-surface'>", "1:14 renamed-token blue --color-sky", ""},
		{"Button.native.tsx", "import { color } from './tokens.js'; f(color.blue)", "1:45 renamed-token .blue --color-sky", "import { color } from './tokens.js'; f(color.sky)"},
	} {
		findings := l.Check(c.name, []byte(c.text))
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
	for text, want := range map[string]string{
		"a { color: var(--color-red) }":     "the token --color-red is removed",
		"a { color: var(--color-blue) }":    "the token --color-blue is renamed; take --color-sky",
		"a { color: var(--color-moss) }":    "the token --color-moss changes barely from #335533 to #335534",
		"a { color: var(--color-ink) }":     "the token --color-ink changes visibly from #eeeeee to #cccccc in the theme dark",
		"a { color: var(--color-sand) }":    "the token --color-sand has no value of its own in the theme dark any more, where it was #998866",
		"a { top: var(--z-index-menu) }":    "the token --z-index-menu was the number 10 and is the dimension 10px",
		"a { color: var(--theme-text) }":    "the token --theme-text in the theme day changes visibly from #111111 to #222222",
		"[data-theme=sepia] { color: red }": "the theme sepia is removed",
	} {
		findings := l.Check("a.css", []byte(text))
		if len(findings) != 1 || findings[0].Message != want {
			t.Errorf("%s: %+v, want the message %q", text, findings, want)
		}
	}
}
