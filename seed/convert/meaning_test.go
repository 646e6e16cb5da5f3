package convert_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/convert"
	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// TestMeaning converts files whose values are easily misread, and compares the entries of the
// seed file: path=value, and path@mode=value for another mode.
func TestMeaning(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		want  string
		said  []string // words of the report
	}{
		{"roles in a dark rule", []string{"tailwind-dark-role-lost.css"}, "color.background=#ffffff color.background@dark=#101010 color.foreground=#111111 color.foreground@dark=#fafafa color.primary=#0055ff color.primary@dark=#88aaff color.border=#dddddd color.border@dark=#333333 " +
			"theme.light.background=background theme.light.text=foreground theme.light.primary=primary theme.light.border=border theme.dark.background=background theme.dark.text=foreground theme.dark.primary=primary theme.dark.border=border", []string{"kept 8 of 8"}},
		{"a variable in a rule of SCSS is local", []string{"scss-local-variable.scss"}, "color.bg=#ffffff color.text=#111111", []string{"2 values that hold only in some rules"}},
		{"files of one name in two folders of a resolver", []string{"resolver-same-basename/tokens.resolver.json", "resolver-same-basename/a/light.json", "resolver-same-basename/b/light.json"},
			"color.bg=#aaffff color.bg@b=#bbffff color.text=#0000aa color.text@b=#0000bb theme.a.background=bg theme.a.text=text theme.b.background=bg theme.b.text=text", []string{"kept 4 of 4"}},
		{"a resolver reads the files that it names", []string{"resolver-same-basename/tokens.resolver.json"},
			"color.bg=#aaffff color.bg@b=#bbffff color.text=#0000aa color.text@b=#0000bb theme.a.background=bg theme.a.text=text theme.b.background=bg theme.b.text=text", []string{"kept 4 of 4"}},
		{"a set that a context alone names", []string{"resolver-context-refs-set.json"},
			"color.bg=#ffffff color.bg@dark=#000000 color.text=#111111 color.text@dark=#eeeeee theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text", []string{"kept 4 of 4"}},
		{"a set that names a set, and two modifiers", []string{"also-set-refs-set.json"},
			"color.white=#fefefe color.black=#000000 color.bg=#fefefe color.bg@dark=#000000 color.text=#000000 color.text@dark=#fefefe dimension.m=16px dimension.m@compact=8px " +
				"theme.light.background=white theme.light.text=black theme.dark.background=black theme.dark.text=white theme.compact=", []string{"1 value that a later one overrides"}},
		{"$ref inside a value", []string{"ref-inside-value.json"},
			"color.base-red=#ff0000 number.base-half=0.5 dimension.base-gap=1rem duration.base-slow=1000ms fontFamily.base-sans=Inter,Arial color.pink=#ff6699 color.veil=#ff000080 dimension.big=2rem duration.slower=2000ms fontFamily.body=Inter,Arial", nil},
		{"$ref as a value in a group with a type", []string{"also-ref-value-in-typed-group.json"}, "fontFamily.base-sans=Inter,Arial fontFamily.base-body=Inter,Arial color.a=#ff0000 color.b=#ff0000", nil},
		{"modes in extensions", []string{"extensions-mode.json"},
			"color.bg=#ffffff color.bg@dark=#101010 color.text=#111111 color.text@dark=#eeeeee theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text", []string{"kept 4 of 4"}},
		{"conditions of Panda", []string{"value-is-object-of-conditions.json"},
			"color.red=#ff0000 color.bg=#ffffff color.bg@dark=#000000 color.text=#111111 color.text@dark=#ff0000 theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=red", []string{"kept 5 of 5"}},
		{"the cascade", []string{"cascade.css"}, "color.a=#ff0000 color.b=#ff0000 color.c=#ff0000 color.d=#ff0000 color.e=#ff0000", []string{"5 values that a later one overrides"}},
		{"two modes in one selector", []string{"two-modes-in-one-selector.css"},
			"color.bg=#ffffff color.bg@dark=#000000 color.bg@pink=#ffeeff color.bg@pink-dark=#440044 color.bg@rose-dark=#330000 color.text=#111111 color.text@dark=#eeeeee color.text@pink=#330033 color.text@pink-dark=#ffccff color.text@rose-dark=#eeeeee " +
				"theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text theme.pink.background=bg theme.pink.text=text theme.pink-dark.background=bg theme.pink-dark.text=text theme.rose-dark.background=bg theme.rose-dark.text=text",
			[]string{"kept 9 of 9"}},
		{"colors in shadows of JSON", []string{"shadow-color-unchecked.json", "camel-case-names.json"}, "color.royal-light=#06348b color.nav-bar-background=#111111", []string{"kept 2 of 5"}},
		{"colors in shadows of SCSS", []string{"shadow-color-unchecked.scss"}, "shadow.a=0 1px 2px #0000001a", []string{"kept 1 of 4"}},
		{"sizes without a unit", []string{"style-dictionary-bare-size.json"}, "dimension.size-font-small=0.75rem dimension.size-font-medium=1rem", []string{"2 sizes without a unit are taken for rem"}},
		{"aliases of Theo", []string{"theo-aliases.json"}, "color.link-color=#0088ff color.text-color=#001122", []string{"kept 2 of 2"}},
		{"bare names in brand.yml", []string{"brand-typography-color.yml"}, "color.blue=#0055FF color.red=#aa0000 color.primary=#0055FF color.link-color=#0055FF color.monospace-block-background-color=#aa0000", nil},
		{"an attribute whose value ends in i", []string{"attribute-value-ends-in-i.css"},
			"color.bg=#ffffff color.bg@asagi=#eeeeff color.text=#111111 color.text@asagi=#000033 theme.default.background=bg theme.default.text=text theme.asagi.background=bg theme.asagi.text=text", nil},
		{"a typeface called display", []string{"font-display.css"}, "fontFamily.display=Satoshi,sans-serif color.a=#ff0000", []string{"kept 2 of 2"}},
		{"channels without hsl()", []string{"hsl-channels.css"},
			"color.background=#ffffff color.background@dark=#020817 color.primary=#0f172a color.primary@dark=#f8fafc radius.radius=0.5rem theme.light.background=background theme.light.primary=primary theme.dark.background=background theme.dark.primary=primary",
			[]string{"3 parts of colors"}},
		{"an item of the registry of shadcn", []string{"shadcn-registry-item.json"},
			"fontFamily.sans=Inter,sans-serif color.background=#ffffff color.background@dark=#030303 color.foreground=#161616 color.foreground@dark=#f8f8f8 theme.light.background=background theme.light.text=foreground theme.dark.background=background theme.dark.text=foreground", nil},
		{"files of one name in two folders", []string{"same-label/light/colors.json", "same-label/dark/colors.json"},
			"color.bg=#ffffff color.bg@dark=#000000 color.text=#111111 color.text@dark=#eeeeee theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text", nil},
		{"a folder with a light and a dark one", []string{"same-label/dark/colors.json", "same-label/light/colors.json"},
			"color.bg=#ffffff color.bg@dark=#000000 color.text=#111111 color.text@dark=#eeeeee theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text", nil},
		{"names in camel case", []string{"camel-case-names.json"}, "color.royal-light=#06348b color.nav-bar-background=#111111", nil},
		{"a theme of daisyUI", []string{"daisyui-theme.css"}, "color.base-100=#ffffff color.base-content=#111111 color.primary=#0055ff radius.box=0.5rem theme.mytheme.background=base-100 theme.mytheme.text=base-content theme.mytheme.primary=primary", []string{"kept 4 of 4"}},
		{"colors that no browser takes", []string{"browser-invalid-colors.css"}, "color.black=#000000 color.d=#ffffff", []string{"kept 2 of 5", "3 values that are not of their type"}},
		{"channels up to 255", []string{"channels-0-255.json", "camel-case-names.json"}, "color.royal-light=#06348b color.nav-bar-background=#111111", []string{"kept 2 of 4", "2 values that are not of their type"}},
		{"reasons by whole words", []string{"decoration-is-aspect-ratio.json"}, "color.a=#ff0000", []string{"1 text case or decoration", "1 transition or animation"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var in []convert.File
			for _, name := range test.files {
				file := readCase(t, name)
				file.Found = strings.HasPrefix(test.name, "a folder")
				in = append(in, file)
			}
			compareSeed(t, in, convert.Options{Brand: "acme", Open: openCase}, test.want, test.said)
		})
	}
}

// TestTailwindInDark checks that the roles of a converted style sheet have their values in the
// dark theme of tailwind.css.
func TestTailwindInDark(t *testing.T) {
	file := readCase(t, "tailwind-dark-role-lost.css")
	out, _ := convertFile(t, file.Name, string(file.Data))
	got := string(serve(t, out, manual.TailwindDocument))
	_, dark, _ := strings.Cut(got, `[data-theme="dark"] {`)
	dark, _, _ = strings.Cut(dark, "}")
	for _, line := range []string{"--color-background: #101010;", "--color-text: #fafafa;", "--color-primary: #88aaff;", "--color-border: #333333;", "--color-foreground: #fafafa;"} {
		if !strings.Contains(dark, line) {
			t.Errorf("the dark theme lacks %s:\n%s", line, got)
		}
	}
}

// TestModesOfSources converts texts whose modes are easily lost.
func TestModesOfSources(t *testing.T) {
	type files = [][2]string
	for _, test := range []struct {
		name  string
		files files
		want  string
		said  []string
	}{
		{"one set of values is no pair of modes", files{{"a.css", `.my-theme{--blue:#0b5fff;--ink:#111} .btn{--pad:4px}`}}, "color.blue=#0b5fff color.ink=#111111",
			[]string{"a.css has values in .my-theme alone, which are read as those of the whole page"}},
		{"all scopes of Figma", files{
			{"light.json", `{"bg":{"$type":"color","$value":"#fff","$extensions":{"com.figma.scopes":["ALL_SCOPES"]}},"text":{"$type":"color","$value":"#111","$extensions":{"com.figma.scopes":["TEXT_FILL"]}}}`},
			{"dark.json", `{"bg":{"$type":"color","$value":"#000","$extensions":{"com.figma.scopes":["ALL_SCOPES"]}},"text":{"$type":"color","$value":"#eee","$extensions":{"com.figma.scopes":["TEXT_FILL"]}}}`}},
			"color.bg=#ffffff color.bg@dark=#000000 color.text=#111111 color.text@dark=#eeeeee theme.light.background=bg theme.light.text=text theme.dark.background=bg theme.dark.text=text", nil},
		{"sets for screens, and densities", files{{"a.json", `{"w":{"sets":{"desktop":{"value":"296px"},"mobile":{"value":"216px"}}},"space-l":{"$value":{"comfortable":"32px","compact":"28px"}}}`}},
			"dimension.w=296px dimension.w@mobile=216px dimension.l=32px dimension.l@compact=28px theme.desktop= theme.mobile= theme.compact=", []string{"kept 4 of 4"}},
		{"aliases that change with what they name", files{{"a.css", `:root{--a:#ff0000;--b:var(--a);--c:#00ff00} @media (prefers-color-scheme:dark){:root:not([data-theme]){--a:#017fc0;--b:var(--a)}}`}},
			"color.a=#ff0000 color.a@dark=#017fc0 color.b=#ff0000 color.b@dark=#017fc0 color.c=#00ff00 theme.light= theme.dark=", []string{"kept 5 of 5"}},
		{"an alias without a value of its own in a mode", files{{"a.css", `:root{--a:#ff0000;--b:var(--a)} .dark{--a:#017fc0}`}},
			"color.a=#ff0000 color.a@dark=#017fc0 color.b=#ff0000 color.b@dark=#017fc0 theme.light= theme.dark=", []string{"kept 3 of 3"}},
		{"style sheets that differ, each with both themes", files{
			{"a.css", `:root,[data-theme=light]{--a:#ff0000} [data-theme=dark]{--a:#017fc0}`}, {"b.css", `:root,[data-theme=light]{--a:#fe0000} [data-theme=dark]{--a:#017fc0}`}},
			"color.a=#fe0000 color.a@dark=#017fc0 theme.light= theme.dark=", nil},
		{"letters in capitals are no typeface", files{{"a.css", `:root{--a:#ff0000;--font-text-case-upper:uppercase;--font-text-decoration-a:underline;--font-lower:Showcase}`}},
			"color.a=#ff0000 fontFamily.lower=Showcase", []string{"2 text cases and decorations"}},
		{"roles behind a prefix of a letter", files{{"a.css", `:root{--p-color-canvas:#ffffff;--p-color-primary:#010205;--gap:4px} .dark{--p-color-canvas:#000000;--p-color-primary:#eeeeee}`}},
			"color.p-color-canvas=#ffffff color.p-color-canvas@dark=#000000 color.p-color-primary=#010205 color.p-color-primary@dark=#eeeeee dimension.gap=4px " +
				"theme.light.background=p-color-canvas theme.light.primary=p-color-primary theme.dark.background=p-color-canvas theme.dark.primary=p-color-primary", nil},
		{"classes of themes with two hyphens", files{{"a.css", `:root{--a:#ff0000} .acme-theme--lo-fi{--a:#017fc0} .quiet--theme{--a:#eeeeee}`}},
			"color.a=#ff0000 color.a@lo-fi=#017fc0 color.a@quiet=#eeeeee theme.default= theme.lo-fi= theme.quiet=", nil},
		{"roles of a theme that differ in modes", files{{"a.css", `:root{--theme-day-text:#ff0000;--a:#ff0000} .dark{--theme-day-text:#017fc0;--a:#eeeeee}`}},
			"color.a=#ff0000 color.a@dark=#eeeeee theme.light= theme.dark= theme.day.text=#ff0000", []string{"1 value of another mode"}},
		{"a theme that is named in two ways", files{{"a.css", `:root{--a:#ff0000} .dark{--a:#017fc0} .night{--a:#017fc0}`}},
			"color.a=#ff0000 color.a@dark=#017fc0 theme.light= theme.dark=", nil},
		{"light-dark() of every property", files{{"a.css", `:root{--x:#fff;--y:#000;--a:light-dark(#ff0000,#00ff00);--b:light-dark(var(--x),var(--y));--shadow-c:0 0 2px light-dark(#fff,#000)}`}},
			"color.x=#ffffff color.y=#000000 color.a=#ff0000 color.a@dark=#00ff00 color.b=#ffffff color.b@dark=#000000 shadow.c=0 0 2px #fff shadow.c@dark=0 0 2px #000 theme.light= theme.dark=", []string{"kept 8 of 8"}},
		{"a name that only a mode has", files{{"a.css", `:root{--a:#ff0000} .dark{--a:#00ff00;--sparkle:#0000ff}`}},
			"color.a=#ff0000 color.a@dark=#00ff00 color.sparkle=#0000ff theme.light= theme.dark=", []string{"1 name without a value outside of modes (first: --sparkle)"}},
		{"one mode beside a value", files{{"a.json", `{"gap":{"$type":"dimension","m":{"$value":"16px","$extensions":{"mode":{"compact":"8px"}}}},"a":{"$type":"color","$value":"#ff0000","$extensions":{"mode":{"dark":"#017fc0"}}}}`}},
			"dimension.gap-m=16px dimension.gap-m@compact=8px color.a=#ff0000 color.a@dark=#017fc0 theme.light= theme.compact= theme.dark=", []string{"kept 4 of 4"}},
		{"two modes beside a value that is neither", files{{"a.json", `{"a":{"$type":"color","$value":"#ff0000","$extensions":{"mode":{"dark":"#017fc0","dim":"#111111"}}}}`}},
			"color.a=#ff0000 color.a@dark=#017fc0 color.a@dim=#111111 theme.light= theme.dark= theme.dim=", []string{"kept 3 of 3"}},
		{"one mode of a token, beside two of another", files{{"a.json", `{"a":{"$type":"color","$value":"#ff0000","modes":{"dark":"#017fc0"}},"b":{"$type":"color","$value":"#ffffff","modes":{"light":"#ffffff","dark":"#000000"}}}`}},
			"color.a=#ff0000 color.a@dark=#017fc0 color.b=#ffffff color.b@dark=#000000 theme.light= theme.dark=", []string{"kept 4 of 4"}},
		{"themes of daisyUI, the one of the page last", files{{"a.css", `@plugin "daisyui/theme" { name: "night"; prefersdark: true; --color-a: #000000; } @plugin "daisyui/theme" { name: "day"; default: true; --color-a: #ffffff; }`}},
			"color.a=#ffffff color.a@night=#000000 theme.day= theme.night=", []string{"kept 2 of 2"}},
		{"a mode whose names the page has not", files{{"a.css", `:root{--a:#ff0000} .dark{--sparkle:#0000ff}`}}, "color.a=#ff0000 color.sparkle=#0000ff",
			[]string{"1 name without a value outside of modes (first: --sparkle)"}},
		{"words for typefaces, sentences and names of files in Sass, as in @uswds/uswds", files{
			{"a.scss", `$theme-font-role-body: "sans"; $theme-font-family: 'ui'; $font-warning: "Smoothing was dropped in 3.5."; $font-face: (src: (bold: "Inter-Bold"), name: "Inter");` +
				`$font-stack: georgia, serif; $font-code: monospace; $red: #f00;`}},
			`color.red=#ff0000 fontFamily.face-name=Inter fontFamily.stack=georgia,serif fontFamily.code=monospace`, nil},
		{"families within a string", files{
			{"a.scss", `$font-family-body: "'Inter', sans-serif"; $font-family-code: "Gill, Sons"; $red: #f00;`},
			{"b.json", `{"head": {"type": "fontFamily", "value": "[\"Avenir Next\",\"sans-serif\"]"}}`},
		}, "color.red=#ff0000 fontFamily.body=Inter,sans-serif fontFamily.code=Gill, Sons fontFamily.head=Avenir Next,sans-serif", nil},
		{"parts of a font that are no family", files{
			{"a.scss", `$font-sizes: "3xl", "2xl"; $font-weight-strong: "Medium Italic"; $font-text-case-title: capitalize; $font-textdecoration-link: underline; $font-display: "Inter";`},
		}, "fontFamily.display=Inter", []string{"kept 1 of 5"}},
		{"a bare number of CSS", files{{"a.css", `:root{--border-radius-scale:1;--space-0:0;--z-index-top:10}`}}, "number.border-radius-scale=1 dimension.0=0px z-index.top=10", []string{"kept 3 of 3"}},
		{"a prefix ends at a hyphen", files{{"a.css", `:root{--p-breakpoints-xs:30rem;--p-space-1:4px;--p-space-2:8px;--p-color-bg:#fff}`}}, "dimension.breakpoint-xs=30rem dimension.1=4px dimension.2=8px color.bg=#ffffff", nil},
		{"the logo of brand.yml", files{{"_brand.yml", "meta:\n  name: Acme\nlogo:\n  medium: mark.svg\ncolor:\n  primary: '#05f'\n"}}, "color.primary=#0055ff", []string{"1 logo (first: _brand.yml:4)"}},
		{"the weight black is no color", files{{"a.css", `:root{--font-weight-heavy:black;--a:black}`}}, "fontWeight.heavy=900 color.a=#000000", nil},
		{"no brackets are left out of sums", files{{"a.css", `:root{--a:12px - 1px;--b:calc(12px - 1px)}`}}, "dimension.b=11px", []string{"1 value that is not of its type"}},
		{"what stands beside the value", files{{"a.json", `{"bg":{"value":"#ffffff","type":"color","darkValue":"#000000"},"ink":{"$value":"#111111","$type":"color","dark":"#eeeeee"}}`}},
			"color.bg=#ffffff color.bg@dark=#000000 color.ink=#111111 color.ink@dark=#eeeeee theme.light.background=bg theme.dark.background=bg", nil},
		{"modes in an extension of a tool", files{{"a.json", `{"bg":{"$value":"#ffffff","$type":"color","$extensions":{"org.tool.overrides":{"dark":"#000000","dark-dimmed":{"$value":"#222222"}},"org.tool.other":{"group":"x"}}}}`}},
			"color.bg=#ffffff", []string{"kept 1 of 3", "2 values in extensions"}},
		{"the DEFAULT of a group", files{{"a.json", `{"colors":{"primary":{"DEFAULT":{"value":"#ff0000"},"dark":{"value":"#aa0000"}},"link":{"value":"{colors.primary}"}}}`}},
			"color.primary-default=#ff0000 color.primary-dark=#aa0000 color.link=#ff0000", nil},
		{"text styles of properties", files{{"a.css", `:root{--heading-1-font-size:2rem;--heading-1-line-height:1.2;--heading-1-font-weight:700;--font-sans:Inter,sans-serif;--heading-1-font-family:var(--font-sans)} .compact{--heading-1-font-size:1.5rem}`}},
			"text.heading-1={family:Inter,size:2rem,lineHeight:1.2,weight:700} text.heading-1@compact={size:1.5rem} fontFamily.sans=Inter,sans-serif fontFamily.heading-1-font-family=Inter,sans-serif theme.default= theme.compact=", nil},
		{"text styles, gradients and further tokens of documents", files{{"a.json", `{"h1":{"$type":"typography","$value":{"fontFamily":["Inter"],"fontSize":{"value":32,"unit":"px"},"fontWeight":700,"lineHeight":1.2,"letterSpacing":{"value":-0.5,"unit":"px"}}},
			"sky":{"$type":"gradient","$value":[{"color":"#ff0000","position":0},{"color":"#0000ff","position":1}]},"line":{"$type":"border","$value":{"color":"#cccccc","width":"1px","style":"solid"}},
			"fade":{"$type":"transition","$value":{"duration":"200ms","delay":"0ms","timingFunction":[0,0,1,1]}},"half":{"$type":"number","$value":0.5},"up":{"$type":"dimension","$value":"-4px"}}`}},
			"text.h1={family:Inter,size:32px,lineHeight:1.2,weight:700,letterSpacing:-0.5px} gradient.sky=linear-gradient(90deg, #ff0000 0%, #0000ff 100%) border.line=1px solid #cccccc transition.fade=200ms cubic-bezier(0, 0, 1, 1) 0ms number.half=0.5 length.up=-4px", []string{"kept 6 of 6"}},
		{"normal letter spacing is 0", files{{"a.css", `:root{--letter-spacing-normal:normal;--letter-spacing-wide:.1em;--line-height-x:normal}`}}, "letter-spacing.normal=0px letter-spacing.wide=0.1em", []string{"1 keyword"}},
		{"a typeface that is called the font of its style", files{{"a.json", `{"text":{"quote":{"font":"Acme Serif, serif","font-size":"32px","line-height":"36px"},"note":{"font":"Acme Sans, sans-serif","font-size":"8px","line-height":"16px"}}}`}},
			"text.note={family:Acme Sans,size:8px,lineHeight:16px} text.quote={family:Acme Serif,size:32px,lineHeight:36px} fontFamily.text-quote-font=Acme Serif,serif fontFamily.text-note-font=Acme Sans,sans-serif", nil},
		{"a font whose family others name", files{{"a.css", `:root{--typography-body:400 1rem/1.5;--ratio-a:16px/9}`}}, "text.typography-body={size:1rem,lineHeight:1.5,weight:400}", []string{"kept 1 of 2"}},
		{"var() in a document", files{{"a.json", `{"space":{"--a":{"value":"4px"},"--b":{"value":"var(--a)"}},"n_color_line":{"value":"#ff0000"},"n_shadow_card":{"value":"0 0 1px var(--n-color-line)"},"n_shadow_x":{"value":"0 0 1px var(--n-color-none)"}}`}},
			"dimension.a=4px dimension.b=4px color.n-color-line=#ff0000 shadow.n-shadow-card=0 0 1px #ff0000", []string{"kept 4 of 5", "1 reference to what is not there"}},
		{"lightnesses where a style sheet has hues", files{{"a.css", `:root{--brand-h:210;--brand-s:50%;--brand-a:.5;--soft-l:90%;--space-l:2rem;--space-h:4px;--a:hsl(var(--brand-h) var(--brand-s) var(--soft-l))}`}},
			"dimension.l=2rem dimension.h=4px color.a=#d9e6f2", []string{"4 parts of colors"}},
		{"channels beside the colors, as Warp has them", files{{"a.css", `:root{--w-red-500:#fa270f;--w-rgb-red-500:250,39,15;--w-s-rgb-border:var(--w-rgb-red-500)}`}}, "color.w-red-500=#fa270f", []string{"2 parts of colors"}},
		{"a percentage where a style sheet has no hues", files{{"a.css", `:root{--width-l:50%;--header-h:60px;--header-s:1rem}`}}, "dimension.width-l=50% dimension.header-h=60px dimension.header-s=1rem", nil},
		{"variables of Sass in CSS", files{{"a.css", "$a: 1px; :root { --b: 2px }"}}, "dimension.a=1px dimension.b=2px", []string{"kept 2 of 2"}},
		{"channels beside the color that they are, as Style Dictionary has them for iOS", files{
			{"a.json", `{"blue":{"value":{"red":"0.00000","green":"0.72549","blue":"1.00000","alpha":1},"original":{"value":"#00b9ff"},"attributes":{"category":"color"}},"ink":{"value":"#111111"}}`}},
			"color.blue=#00b9ff color.ink=#111111", []string{"kept 2 of 2"}},
		{"a hyphen before var(), which makes another function of it", files{{"a.css", `:root{--a:24px;--b:-var(--a);--c:calc(-1*var(--a))}`}}, "dimension.a=24px length.c=-24px", []string{"kept 2 of 3"}},
		{"a font size without a unit in a style sheet", files{{"a.css", `:root{--base-font-size:1.25;--base-line-height:1.5;--base-font-weight:700}`}},
			"number.base-font-size=1.25 line-height.base-line-height=1.5 fontWeight.base-font-weight=700", []string{"kept 3 of 3"}},
		{"light-dark() in a document", files{{"a.json", `{"color":{"white":{"$value":"#ffffff"},"ink":{"$value":"light-dark(#111111,{color.white})"}}}`}},
			"color.white=#ffffff color.ink=#111111 color.ink@dark=#ffffff theme.light= theme.dark=", []string{"kept 3 of 3"}},
		{"a class by which the color scheme of the reader decides, as Utrecht has it", files{
			{"a.css", `.acme-theme{--bg:#ffffff;--ink:#111111} @media (prefers-color-scheme:dark){.acme-theme--media-query,.acme-theme--media-query-color-scheme{--bg:#000000;--ink:#eeeeee}}`}},
			"color.bg=#ffffff color.bg@dark=#000000 color.ink=#111111 color.ink@dark=#eeeeee theme.acme.background=bg theme.dark.background=bg", nil},
		{"a block inside the rule that is read", files{{"a.css", `.acme{--a:1px;--b:2px;@media print{--a:9px}}`}}, "dimension.a=1px dimension.b=2px", []string{"kept 2 of 3"}},
		{"a class that every page has, as Radix Themes", files{
			{"a.css", `:root,.light{--gray-1:#fcfcfc} .dark{--gray-1:#111111} :where(.radix-themes){--bg:#ffffff;--panel:#fefefe;--line:#dddddd} .radix-themes{--space-1:4px} .card{--pad:9px}` +
				`:is(.dark,.dark-theme),:is(.dark,.dark-theme) :where(.radix-themes:not(.light)){--bg:var(--gray-1);--panel:#222222;--line:#333333}`}},
			"color.gray-1=#fcfcfc color.gray-1@dark=#111111 color.bg=#ffffff color.bg@dark=#111111 color.panel=#fefefe color.panel@dark=#222222 color.line=#dddddd color.line@dark=#333333 dimension.1=4px " +
				"theme.light.background=bg theme.light.surface=panel theme.dark.background=gray-1 theme.dark.surface=panel",
			[]string{`the values in .radix-themes are read as those of the whole page`, "kept 9 of 10"}},
		{"a list with the page and a mode, which has values of its own", files{{"a.css", `:root{--bg:#fff;--fg:#111} .dark{--bg:#000;--fg:#eee} :root, .dark{--radius:4px}`}},
			"color.bg=#ffffff color.bg@dark=#000000 color.fg=#111111 color.fg@dark=#eeeeee radius.radius=4px theme.light.background=bg theme.light.text=fg theme.dark.background=bg theme.dark.text=fg", []string{"kept 5 of 5"}},
		{"a list with the page and a mode before its own values", files{{"a.css", `:root, [data-theme=dark]{--radius:4px} :root{--bg:#fff} [data-theme=dark]{--bg:#000}`}},
			"color.bg=#ffffff color.bg@dark=#000000 radius.radius=4px theme.light.background=bg theme.dark.background=bg", []string{"kept 3 of 3"}},
		{"a list with the page and a mode beside the file of the page", files{{"a.css", `:root{--bg:#fff}`}, {"b.css", `:root, .dark{--radius:4px} .dark{--bg:#000}`}},
			"color.bg=#ffffff color.bg@dark=#000000 radius.radius=4px theme.light.background=bg theme.dark.background=bg", []string{"kept 3 of 3"}},
		{"a page that is dark", files{{"a.css", `:root, .dark{--bg:#000;--gap:4px} .light{--bg:#fff}`}},
			"color.bg=#000000 color.bg@light=#ffffff dimension.gap=4px theme.dark.background=bg theme.light.background=bg", []string{"kept 3 of 3"}},
		{"borders without a word for them", files{{"a.css", `:root{--c:#ccc;--x:2px double blue;--b:1px solid red;--back:red solid 1px;--hairline:1px solid;--ring:2px solid;--ol:2px solid transparent;--focus:2px solid Highlight;` +
			`--line:1px solid var(--c);--sep:1px dashed rgb(0 0 0 / 10%);--u:2px groove #fff}`}},
			"color.c=#cccccc border.x=2px double blue border.b=1px solid red border.back=1px solid red border.hairline=1px solid border.ring=2px solid border.ol=2px solid transparent border.focus=2px solid Highlight " +
				"border.line=1px solid #ccc border.sep=1px dashed rgb(0 0 0 / 10%) border.u=2px groove #fff", []string{"kept 11 of 11"}},
		{"a border of Sass without a word for it", files{{"a.scss", `$c: #ccc; $b: 1px solid red; $l: 1px solid $c;`}}, "color.c=#cccccc border.b=1px solid red border.l=1px solid #ccc", []string{"kept 3 of 3"}},
		{"positions are no text styles", files{{"a.css", `:root{--a:#f00;--origin:50% center;--pos:0px center;--text-origin:50% center;--bg-at:1px top left;--odd:1px none red}`}}, "color.a=#ff0000",
			[]string{"kept 1 of 6"}},
		{"fonts without a word for them", files{{"a.css", `:root{--a:400 16px/1.5 Inter;--b:16px "Inter";--c:16px Inter, Arial;--d:16px serif;--e:16px Inter;--body-text:16px Inter}`}},
			"text.a={family:Inter,size:16px,lineHeight:1.5,weight:400} text.b={family:Inter,size:16px} text.c={family:Inter,size:16px} text.d={family:serif,size:16px} text.body-text={family:Inter,size:16px} fontFamily.inter=Inter,Arial",
			[]string{"kept 5 of 6"}},
		{"shadows without a word for them", files{{"a.css", `:root{--sh:0 1px 2px #fff;--two:0 1px #000, inset 0 0 0 1px red;--pad:0 1px 2px}`}}, "shadow.sh=0 1px 2px #fff shadow.two=0 1px #000, inset 0 0 0 1px red", []string{"kept 2 of 3"}},
		{"transitions without a word for them", files{{"a.css", `:root{--tr-a: all 200ms ease-in;--transition-b: all 200ms ease-in;--tr-c:.2s ease;--tr-d:spin 200ms ease-in}`}},
			"transition.tr-a=all 200ms cubic-bezier(0.42, 0, 1, 1) transition.b=all 200ms cubic-bezier(0.42, 0, 1, 1) transition.tr-c=200ms cubic-bezier(0.25, 0.1, 0.25, 1)", []string{"kept 3 of 4", "1 transition or animation"}},
		{"a transition without a delay, and a border of dashes", files{{"a.json", `{"fade":{"$type":"transition","$value":{"duration":{"value":200,"unit":"ms"},"timingFunction":[0,0,1,1]}},` +
			`"line":{"$type":"border","$value":{"color":"#000000","width":{"value":1,"unit":"px"},"style":{"dashArray":[{"value":4,"unit":"px"}],"lineCap":"round"}}}}`}},
			"border.line={color:#000000,width:1px,style:{dashArray:[{value:4,unit:px}],lineCap:round}}", []string{"kept 1 of 2", "1 value that is not of its type"}},
		{"units of Tokens Studio that are not one", files{{"a.json", `{"s":{"a":{"value":"4","type":"spacing"},"b":{"value":"{s.a} + 1rem","type":"spacing"},"c":{"value":"1px + 1rem","type":"spacing"},"d":{"value":"{s.a} + 4px","type":"spacing"}}}`}},
			"dimension.s-a=4px dimension.s-d=8px", []string{"kept 2 of 4", "2 values that need math"}},
		{"numbers without a unit in typed documents", files{{"a.json", `{"gap":{"$type":"dimension","$value":12},"up":{"$type":"dimension","$value":-4},"zero":{"$type":"dimension","$value":0},"slow":{"$type":"duration","$value":"100"},` +
			`"low":{"$type":"shadow","$value":[{"color":"#000","offsetX":1,"offsetY":{"value":2,"unit":"px"},"blur":"3","spread":0}]},"h":{"$type":"typography","$value":{"fontFamily":"Inter","fontSize":"16","fontWeight":700,"lineHeight":1.5}},` +
			`"fade":{"$type":"transition","$value":{"duration":200,"delay":0,"timingFunction":[0,0,1,1]}},"line":{"$type":"border","$value":{"width":1,"style":"solid","color":"#ccc"}},"alias":{"$type":"dimension","$value":"{gap}"}}`}},
			"dimension.gap=12px length.up=-4px dimension.zero=0px duration.slow=100ms shadow.low=[{x:1px,y:2px,blur:3px,spread:0px,color:#000}] text.h={family:Inter,size:16px,lineHeight:1.5,weight:700} " +
				"transition.fade=200ms cubic-bezier(0, 0, 1, 1) 0ms border.line=1px solid #ccc dimension.alias=12px",
			[]string{"kept 9 of 9", "a.json:1: 8 numbers without a unit are taken for px, in durations for ms"}},
		{"math of Tokens Studio", files{{"a.json", `{"g":{"a":{"value":"16px","type":"spacing"},"b":{"value":"roundTo({a} * 1.3)","type":"spacing"},"c":{"value":"ceil({a} / 3)","type":"spacing"},"d":{"value":"{a} + 4","type":"spacing"},"e":{"value":"roundTo({a} / 7, 10)","type":"spacing"}},"$themes":[],"$metadata":{"tokenSetOrder":["g"]}}`}},
			"dimension.a=16px dimension.b=21px dimension.c=6px dimension.d=20px dimension.e=2.2857143px", []string{"kept 5 of 5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var in []convert.File
			for _, f := range test.files {
				in = append(in, convert.File{Name: f[0], Data: []byte(f[1])})
			}
			compareSeed(t, in, convert.Options{Brand: "acme"}, test.want, test.said)
		})
	}
}

func readCase(t *testing.T, name string) convert.File {
	t.Helper()
	data, err := openCase(name)
	if err != nil {
		t.Fatal(err)
	}
	return convert.File{Name: name, Data: data}
}

func openCase(name string) ([]byte, error) { return os.ReadFile(filepath.Join("testdata", name)) }

// compareSeed converts files, imports the result strictly, and compares its entries and words
// of the report.
func compareSeed(t *testing.T, in []convert.File, o convert.Options, want string, said []string) {
	t.Helper()
	out, report, err := convert.Convert(in, o)
	if err != nil {
		t.Fatal(err)
	}
	serve(t, out, "tokens")
	got, wanted := seedEntries(t, out), fields(want)
	slices.Sort(got)
	slices.Sort(wanted)
	for _, entry := range got {
		if !slices.Contains(wanted, entry) {
			t.Errorf("found %s", entry)
		}
	}
	for _, entry := range wanted {
		if !slices.Contains(got, entry) {
			t.Errorf("want  %s", entry)
		}
	}
	summary := strings.Join(append(report.Notes, report.Summary()), "\n")
	for _, words := range said {
		if !strings.Contains(summary, words) {
			t.Errorf("the report does not say %q:\n%s", words, summary)
		}
	}
	if t.Failed() {
		t.Log(summary)
		for _, e := range report.Entries {
			t.Log(e)
		}
	}
}

// seedLists are the lists of entries of a seed file, with the group of the token document
// that each fills.
var seedLists = map[string]string{
	"colors": "color", "fonts": "fontFamily", "steps": "dimension", "breakpoints": "dimension.breakpoint-", "durations": "duration", "easings": "cubicBezier", "radii": "radius",
	"levels": "shadow", "styles": "text", "gradients": "gradient", "tokens": "", "themes": "theme",
}

// seedEntries returns the entries of a seed file, and their values in modes.
func seedEntries(t *testing.T, text []byte) (found []string) {
	t.Helper()
	file, err := content.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range file.Get("manuals").List()[0].Get("sections").List() {
		for _, block := range section.Get("blocks").List() {
			for _, list := range block.Get("content").Members() {
				for _, entry := range list.List() {
					found = append(found, entriesOf(entry, seedLists[list.Name], block.Get("content").Get("title").Text())...)
				}
			}
		}
	}
	return found
}

func entriesOf(entry *content.Value, group, title string) (found []string) {
	if !entry.Is('{') {
		return []string{group + "." + strings.ReplaceAll(entry.Scalar(), ".", "-") + "=" + entry.Scalar() + "px"}
	}
	name := tokenize.Name(entry.Get("name").Scalar()+entry.Get("step").Scalar()+entry.Get("usage").Scalar(), "")
	switch group {
	case "theme":
		for _, role := range entry.Get("colors").Members() {
			found = append(found, "theme."+name+"."+role.Name+"="+role.Text())
		}
		if len(found) == 0 {
			found = []string{"theme." + name + "="}
		}
		return found
	case "":
		group = tokenize.Name(title, entry.Get("type").Text())
	case "dimension.breakpoint-":
		group, name = "dimension", "breakpoint-"+name
	}
	path := group + "." + name
	found = []string{path + "=" + valueText(entry)}
	for _, mode := range entry.Get("modes").Members() {
		found = append(found, path+"@"+mode.Name+"="+valueText(mode))
	}
	for _, tint := range entry.Get("tints").Members() {
		found = append(found, path+"-"+tint.Name+"="+valueText(tint))
		for _, mode := range tint.Get("modes").Members() {
			found = append(found, path+"-"+tint.Name+"@"+mode.Name+"="+valueText(mode))
		}
	}
	return found
}

// valueText returns the value of an entry, or of a mode.
func valueText(v *content.Value) string {
	if v.Get("family") != nil && v.Get("size") == nil {
		return strings.Join(append([]string{v.Get("family").Text()}, v.Get("fallbacks").Scalars()...), ",")
	}
	for _, key := range []string{"hex", "value"} {
		if own := v.Get(key); own != nil {
			v = own
		}
	}
	if v.Is('{') || v.Is('[') {
		return strings.ReplaceAll(string(v.Without("name", "modes", "description").Append(nil)), `"`, "")
	}
	return v.Scalar()
}

// A name in camel case becomes words.
func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"royalLight": "royal-light", "bg2XL": "bg2-xl", "bg2XLarge": "bg2-x-large", "textURLs": "text-urls",
		"fooBAR500": "foo-bar500", "HTMLText": "HTMLText", "OKlab": "OKlab", "sRGB": "s-rgb", "Blue 500": "Blue 500",
		"iconSizeL": "icon-size-l", "größeÄußen": "größe-äußen",
	} {
		if got := meaning.Words(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}
