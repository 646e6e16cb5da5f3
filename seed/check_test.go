package seed

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// pinned returns a manual that leaves nothing open, with blocks in its only section.
func pinned(blocks string) Source {
	return acme(aManual("guide", `"id":"man_guide"`, `"updatedAt":"2026-05-04T09:30:00Z"`, `"sections":[{"id":"sec_s","anchor":"s","title":"S","blocks":[`+blocks+`]}]`))
}

// block returns a block that leaves nothing open.
func block(kind, content string) string {
	return fmt.Sprintf(`{"id":"blk","anchor":"b","type":%q,"content":%s}`, kind, content)
}

const blockPath = "manuals[0].sections[0].blocks[0]"

// TestWarnings checks the position and text of every warning, and similar values
// that cause none. A strict check returns the warnings as problems.
func TestWarnings(t *testing.T) {
	colors := func(text string) Source { return pinned(block("COLORS", `{"colors":[`+text+`]}`)) }
	html := func(text string) Source { return pinned(block("TEXT", fmt.Sprintf(`{"html":%q}`, text))) }
	fonts := func(text string) Source {
		return pinned(block("TYPOGRAPHY", `{"fonts":[{"family":"Barlow","weights":`+text+`}]}`))
	}
	for _, tt := range []struct {
		name   string
		source Source
		want   []string // path: reason
	}{
		{"no warning", colors(`{"name":"Blue","hex":"#00F"}`), nil},
		{"misspelt kind", pinned(block("COLOURS", `{"colors":[]}`)),
			[]string{blockPath + `.type: unknown kind "COLOURS": did you mean "COLORS"? The block is served and makes no token.`}},
		{"another misspelt kind", pinned(block("TYPOGRAFY", `{"fonts":[]}`)), []string{blockPath + `.type: unknown kind "TYPOGRAFY": did you mean "TYPOGRAPHY"?`}},
		{"custom kind", pinned(block("PRESS_KIT", `{"colours":[]}`)), nil},
		{"misspelt key", pinned(block("COLORS", `{"colours":[{"name":"a"}]}`)),
			[]string{blockPath + `.content.colours: unknown key "colours": did you mean "colors"? Nothing reads it.`}},
		{"key in the singular", pinned(block("COLORS", `{"colour":[{"name":"a"}]}`)), []string{blockPath + `.content.colour: unknown key "colour": did you mean "colors"?`}},
		{"misspelt key of an entry", colors(`{"name":"Blue","hex":"#00F","tint":true}`), []string{blockPath + `.content.colors[0].tint: unknown key "tint": did you mean "tints"?`}},
		{"similar key beside the known one", pinned(block("COLORS", `{"colors":[{"name":"a","hex":"#123"}],"color":1}`)),
			[]string{blockPath + `.content.color: unknown key "color" beside "colors": nothing reads it`}},
		{"another word for url", pinned(block("IMAGE", `{"images":[{"src":"https://x.example/a.png"}]}`)),
			[]string{blockPath + `.content.images[0].src: unknown key "src": did you mean "url"? Nothing reads it.`}},
		{"a palette", pinned(block("PALETTE", `{"swatches":[{"name":"a","hex":"#123"}]}`)),
			[]string{blockPath + `.type: expected COLORS for a block with "hex", found "PALETTE": the block is served and makes no token`}},
		{"colors of a section without blocks", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","anchor":"a","title":"A","content":{"colors":[{"name":"a","hex":"#123"}]}}]`)),
			[]string{`manuals[0].sections[0].content: expected a block of the kind COLORS for "hex", found the content of a section: it is served and makes no token`}},
		{"names of nothing", acme(aManual("guide", `"id":"m"`, `"cover":{"logo":"Wordmark","color":"Red","colors":["blue","#123","Green"]}`, `"sections":[{"id":"a","anchor":"a","title":"A","blocks":[`+
			block("COLORS", `{"colors":[{"name":"Blue","hex":"#00F"}]}`)+`,{"id":"p","anchor":"p","type":"PAIRINGS","content":{"pairings":[{"foreground":"Blue","background":"Sand"}]}}]}]`)), []string{
			`manuals[0].cover.logo: expected the name of a logo on the page or the path of a picture, found "Wordmark", which is neither`,
			`manuals[0].cover.color: expected a hex color or the name of a color on the page, found "Red", which is none`,
			`manuals[0].cover.colors[2]: expected a hex color or the name of a color on the page, found "Green", which is none`,
			`manuals[0].sections[0].blocks[1].content.pairings[0].background: expected a hex color or the name of a color on the page, found "Sand", which is none`}},
		{"shares and grounds of no color", pinned(block("COLORS", `{"colors":[{"name":"Blue","hex":"#00F"}],"proportions":{"blue":3,"Gray":1},"grounds":["Blue","Sand"]}`)), []string{
			blockPath + `.content.proportions.Gray: expected a hex color or the name of a color on the page, found "Gray", which is none`,
			blockPath + `.content.grounds[1]: expected a hex color or the name of a color on the page, found "Sand", which is none`}},
		{"a role of a theme that names no color", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","anchor":"a","title":"A","blocks":[`+
			block("COLORS", `{"colors":[{"name":"Spruce","hex":"#0E4D3A"}]}`)+`,{"id":"t","anchor":"t","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#fff","text":"spruce","primary":"Moss"}}]}}]}]`)),
			[]string{`manuals[0].sections[0].blocks[1].content.themes[0].colors.primary: expected a hex color or the name of a color on the page, found "Moss", which is none`}},
		{"a gradient, a color and a border that name no color", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","anchor":"a","title":"A","blocks":[`+
			block("COLORS", `{"colors":[{"name":"Spruce","hex":"#0E4D3A"}]}`)+`,{"id":"g","anchor":"g","type":"GRADIENTS","content":{"gradients":[
			{"name":"One","value":"linear-gradient(Spruce, red)"},{"name":"Two","value":"linear-gradient(Moss, red)"},
			{"name":"Three","value":"linear-gradient(Spruce, red)","modes":{"dark":"linear-gradient(Sand, red)"}}]}},
			{"id":"t","anchor":"t","type":"TOKENS","content":{"title":"More","tokens":[{"name":"Link","type":"color","value":"Spruce"},{"name":"Visited","type":"color","value":"Fern"},
			{"name":"Line","type":"border","value":"1px solid Ash"},{"name":"Slow","type":"cubicBezier","value":"steps(4)"},{"name":"Swift","type":"cubicBezier","value":"ease-in"}]}},
			{"id":"d","anchor":"d","type":"THEMES","content":{"themes":[{"name":"Day","colors":{"text":"#000"}},{"name":"Dark","colors":{"text":"#fff"}}]}}]}]`)),
			[]string{
				`manuals[0].sections[0].blocks[1].content.gradients[1].value: expected a color`,
				`manuals[0].sections[0].blocks[1].content.gradients[2].modes.dark: expected a color`,
				`manuals[0].sections[0].blocks[2].content.tokens[1].value: expected a color`,
				`manuals[0].sections[0].blocks[2].content.tokens[2].value: expected a color`,
				`manuals[0].sections[0].blocks[2].content.tokens[3].value: expected an easing`,
			}},
		{"a name of nothing in the cover of the brand", seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme","cover":{"color":"Red"}},"manuals":[`+aManual("guide", `"id":"m"`)+`,`+aManual("logo", `"id":"n"`, `"primary":true`)+`]}`),
			[]string{`brand.cover.color: expected a hex color or the name of a color on the page, found "Red", which is none`}},
		{"a text style with a typeface that is not on the page", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"h","anchor":"h","title":"Old","hidden":true,"blocks":[{"id":"f","anchor":"f","type":"TYPOGRAPHY","content":{"fonts":[{"family":"Inter","usage":"Body"},{"family":"Noto","usage":"Notes"}]}}]},
			{"id":"a","anchor":"a","title":"A","blocks":[{"id":"g","anchor":"g","type":"TYPOGRAPHY","content":{"fonts":[{"family":"Lato","usage":"notes"}]}},
			{"id":"t","anchor":"t","type":"TEXT_STYLES","content":{"styles":[{"name":"One","family":"body","size":16},{"name":"Two","family":"Notes","size":16},{"name":"Three","family":"Inter","size":16}]}}]}]`)),
			[]string{`manuals[0].sections[1].blocks[1].content.styles[0].family: the typeface "body" is not on the page, so this is taken for the name of a family. Publish its block, or name another typeface.`}},
		{"a background that is no color", pinned(block("LOGO", `{"logos":[{"name":"L","url":"https://a.example/l.svg","background":"navyish"},{"name":"M","url":"https://a.example/m.svg","background":"navy"}]}`)),
			[]string{blockPath + `.content.logos[0].background: expected a hex color or the name of a color on the page, found "navyish", which is none`}},
		{"a logo on a color of the manual", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","anchor":"a","title":"A","blocks":[`+
			block("COLORS", `{"colors":[{"name":"Spruce","hex":"#0E4D3A"}]}`)+`,{"id":"l","anchor":"l","type":"LOGO","content":{"logos":[{"name":"L","url":"https://a.example/l.svg","background":"Spruce"}]}}]}]`)), nil},
		{"Markdown in place of HTML", html("## Voice\n\n- plain"), []string{blockPath + `.content.html: expected HTML, found Markdown, which is shown as it stands: it belongs in a file, { "file": "voice.md" }`}},
		{"the name of a text in place of HTML", html("voice.md"), []string{blockPath + `.content.html: expected HTML, found the name of a file: its text is shown with { "file": "voice.md" }`}},
		{"prose with a dash, a star and a file name", html("See voice.md - 5 * 3 # 1"), nil},
		{"an example that is neither", pinned(block("DOS_DONTS", `{"items":[{"html":"a"},{"do":false,"html":"b"}]}`)), []string{blockPath + `.content.items[0]: missing key "do": this is shown as a don't. Write true for a do.`}},
		{"a font from elsewhere", pinned(block("TYPOGRAPHY", `{"fonts":[{"family":"Inter","files":[{"url":"https://fonts.example/inter.css"}]}]}`)),
			[]string{blockPath + `.content.fonts[0].files[0].url: expected the path of a file in the folder of the seed file, found an address: the page loads no fonts from elsewhere`}},
		{"an element that the page leaves out", html(`<p>a</p><iframe src="https://x.example/"></iframe><iframe></iframe><center>b</center>`), []string{
			blockPath + `.content.html: the page leaves out <iframe>`,
			blockPath + `.content.html: the page leaves out <center>`}},
		{"prose with angle brackets", pinned(block("PRESS_KIT", `{"note":"say <name> and if a <b, <iframe too"}`)), nil},
		{"other keys", colors(`{"name":"Blue","hex":"#00F","screen":"1","note":"2"}`), nil},
		{"missing main key", pinned(block("TEXT", `{"text":"Hello"}`)),
			[]string{blockPath + `.content.text: unknown key "text": did you mean "html"? Nothing reads it.`}},
		{"no main key at all", pinned(block("TEXT", `{"note":"Hello"}`)),
			[]string{blockPath + `.content: missing key "html": without it nothing of the Text block is shown but its further keys`}},
		{"one of two main keys", pinned(block("MOTION", `{"durations":[{"name":"a","value":1}]}`)), nil},
		{"empty block", pinned(block("TEXT", `{"text":""}`)), nil},
		{"no hex color", colors(`{"name":"Blue","hex":"rgb(0 0 255)"}`),
			[]string{blockPath + `.content.colors[0].hex: expected a hex color (#0B5FFF), found "rgb(0 0 255)": it makes no token`}},
		{"no name", colors(`{"name":" ","hex":"#00F"}`),
			[]string{blockPath + `.content.colors[0].name: the name is empty: the token is called "color". Write one.`}},
		{"weights", fonts(`[1,400,"700","normal","bold",1000,350.5]`), nil},
		{"invalid weights", fonts(`["heavy",1200,0]`), []string{
			blockPath + `.content.fonts[0].weights[0]: expected a weight from 1 to 1000, normal or bold, found "heavy"`,
			blockPath + `.content.fonts[0].weights[1]: expected a weight from 1 to 1000, normal or bold, found 1200`,
			blockPath + `.content.fonts[0].weights[2]: expected a weight`}},
		{"anchor equal to the title of another section", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","title":"Colour"},{"id":"b","title":"Shades","anchor":"colour"}]`)),
			[]string{`manuals[0].sections[1].anchor: the anchor "colour" is the one that section "Colour" would have by its title`}},
		{"variables in shadows", pinned(block("ELEVATION", `{"levels":[{"name":"a","value":"0 0 1px VAR( --line )"},{"name":"b","value":[{"x":0,"y":0,"color":"#000"},{"x":0,"y":0,"color":"var(--nope)"}]},{"name":"c","value":"0 0 1px calc(1px + 1px) #000"}]}`)), []string{
			blockPath + `.content.levels[0].value: the token documents do not define var(--line): write its value`,
			blockPath + `.content.levels[1].value: the token documents do not define var(--nope)`}},
		{"a relative address", html(`<p>See <a href="files/logo.svg">it</a></p>`),
			[]string{blockPath + `.content.html: the address "files/logo.svg" leads nowhere on the page: write one with https:, or the path of a page of brand acme`}},
		{"a relative picture", html(`<img alt="" src="/logo.png">`), []string{blockPath + `.content.html: the address "`}},
		{"two broken addresses after a valid one", html(`<a href="/guide"></a><img alt="" src="a.png"><img alt="" src="b.png"><img alt="" src="a.png">`), []string{
			blockPath + `.content.html: the address "a.png" leads nowhere on the page: write one with https:, or the path of a page of brand acme`,
			blockPath + `.content.html: the address "b.png" leads nowhere on the page: write one with https:, or the path of a page of brand acme`}},
		{"a host without a scheme", html(`<img alt="" src="//x.example/logo.png">`), []string{blockPath + `.content.html: the address "`}},
		{"valid addresses", html(`<a href="#s"></a><a href="/guide#s"></a><a href="/"></a><a href="/-/export"></a><a href="/guide/-/export"></a><a href="/-/files.zip"></a><a href="guide"></a><a href="https://x.example"></a><a href="mailto:a@b.example"></a>`), nil},
		{"fragments", acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"s","anchor":"color","title":"Color","blocks":[
			{"id":"c","anchor":"palette","type":"COLORS","content":{"colors":[{"name":"Sky Blue","hex":"#0088FF"},{"name":"Sky blue","hex":"#0099FF"}]}},
			{"id":"d","anchor":"files","type":"DOWNLOADS","content":{"files":[{"url":"https://x.example/a.pdf"}]}},
			{"id":"t","anchor":"words","type":"TEXT","content":{"html":"See <a href='#palette.sky-blue'></a><a href='#palette.sky-blue-2'></a><a href='#files.https-x-example-a-pdf'></a><a href='#top'></a><a href='#colour'></a><a href='#palette.sky-bleu'></a><a href='#palette.sand'></a><a href='#words.sky-blue'></a><a href='#nowhere'></a>"}}]}]`)), []string{
			`manuals[0].sections[0].blocks[2].content.html: the link "#colour" leads nowhere: did you mean "#color"?`,
			`manuals[0].sections[0].blocks[2].content.html: the link "#palette.sky-bleu" leads nowhere: did you mean "#palette.sky-blue"?`,
			`manuals[0].sections[0].blocks[2].content.html: the link "#palette.sand" leads nowhere: no part of the page has this anchor. Hidden, internal and empty parts are not on the page.`,
			`manuals[0].sections[0].blocks[2].content.html: the link "#words.sky-blue" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[2].content.html: the link "#nowhere" leads nowhere: no part of the page has this anchor.`}},
		{"links to parts that the page leaves out", acme(aManual("guide", `"id":"m"`, `"sections":[
			{"id":"s","anchor":"s","title":"Color","blocks":[
				{"id":"t","anchor":"t","type":"TEXT","content":{"html":"See <a href='#h'></a><a href='#sky'></a><a href='#sky.blue'></a><a href='#sky.red'></a><a href='#i'></a><a href='#e'></a>"}},
				{"id":"i","anchor":"i","type":"TEXT","internal":true,"content":{"html":"See <a href='#h'></a><a href='#e'></a>"}},
				{"id":"e","anchor":"e","type":"TEXT","content":{}}]},
			{"id":"h","anchor":"h","title":"Hidden","hidden":true,"blocks":[{"id":"c","anchor":"sky","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#00f"}]}}]}]`)), []string{
			`manuals[0].sections[0].blocks[0].content.html: the link "#h" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[0].content.html: the link "#sky" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[0].content.html: the link "#sky.blue" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[0].content.html: the link "#sky.red" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[0].content.html: the link "#i" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].sections[0].blocks[0].content.html: the link "#e" leads nowhere: no part of the page has this anchor.`}},
		{"a link to a part of the draft", acme(aManual("guide", `"id":"m"`, `"review":true`, `"sections":[{"id":"new","anchor":"new","title":"New","content":{"intro":"<a href='#old'></a><a href='#new'></a>"}}]`,
			`"approved":{"title":"Guide","sections":[{"id":"old","anchor":"old","title":"Old","content":{"intro":"<a href='#old'></a><a href='#new'></a>"}}]}`)), []string{
			`manuals[0].sections[0].content.intro: the link "#old" leads nowhere: no part of the page has this anchor.`,
			`manuals[0].approved.sections[0].content.intro: the link "#new" leads nowhere: no part of the page has this anchor.`}},
		{"id derived from the slug", acme(aManual("guide", `"sections":[]`)),
			[]string{`manuals[0]: manual "Title of guide" has no id: it is made of its slug and changes with it`}},
		{"ids derived from a title", acme(aManual("guide", `"id":"m"`, `"sections":[{"title":"Colour","blocks":[{"type":"TEXT","content":{}},{"id":"b","type":"TEXT"}]}]`)),
			[]string{`manuals[0].sections[0]: section "Colour" has neither id nor anchor: they are made of its title`,
				`manuals[0].sections[0].blocks[0]: the Text block of section "Colour" has no id: it is made of the section's title`}},
		{"ids derived from an anchor", acme(aManual("guide", `"id":"m"`, `"sections":[{"title":"Colour","anchor":"c","blocks":[{"anchor":"d","type":"TEXT"}]}]`)), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report, err := Check([]Source{tt.source}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Warnings) != len(tt.want) {
				t.Fatalf("warnings:\n%v\nwant %q", report.Warnings, tt.want)
			}
			for i, w := range report.Warnings {
				if got := w.Path + ": " + w.Reason; w.Severity != Warning || !strings.HasPrefix(got, tt.want[i]) {
					t.Errorf("%s\nwant %s", got, tt.want[i])
				}
			}
			_, err = Check([]Source{tt.source}, Options{Strict: true})
			var problems Problems
			if errors.As(err, &problems) != (len(tt.want) > 0) {
				t.Errorf("strictly: %v", err)
			}
		})
	}
	// Only a strict check warns that the anchor may come from an earlier import.
	unanchored := acme(aManual("guide", `"id":"m"`, `"sections":[{"id":"a","title":"Colour","blocks":[{"id":"b","type":"TEXT"}]}]`))
	if report, err := Check([]Source{unanchored}, Options{}); err != nil || len(report.Warnings) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
	_, err := Check([]Source{unanchored}, Options{Strict: true})
	if err == nil || !strings.Contains(err.Error(), `manuals[0].sections[0]: warning: 2 parts of this manual have no anchor: each server makes them at its first import, and theirs may differ. `+"`designmanual ids acme.json` writes them.") {
		t.Errorf("problems:\n%v", err)
	}
}

// People read one line for the parts of a manual without ids; programs get each.
func TestSummary(t *testing.T) {
	report, err := Check([]Source{acme(aManual("guide", `"primary":true`, `"sections":[{"title":"A"},{"title":"B","blocks":[{"type":"TEXT"}]}]`), aManual("signs", `"sections":[{"id":"x","anchor":"x","title":"X"}]`))}, Options{})
	if err != nil || len(report.Warnings) != 5 {
		t.Fatalf("%v, %v", report.Warnings, err)
	}
	const want = `acme.json:1:51: manuals[0]: warning: 4 parts of this manual have no id: theirs are made of a slug or a title and change with it. ` + "`designmanual ids acme.json`" + ` writes them.
acme.json:1:198: manuals[1]: warning: manual "Title of signs" has no id: it is made of its slug and changes with it. ` + "`designmanual ids acme.json`" + ` writes them.`
	if got := report.Warnings.Error(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What is not JSON is told by what it is.
func TestNoJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\": 1,\n}":         `1:8: $: nothing follows this comma in its object or array`,
		"{\"a\": [1, ]}":        `1:9: a[1]: nothing follows this comma`,
		"{\n// c\n}":            `2:1: $: JSON has no comments`,
		"{\"a\": [1, /* */ 2]}": `1:11: a[1]: JSON has no comments`,
		"{ # c\n}":              `1:3: $: JSON has no comments`,
		"version https://git-lfs.github.com/spec/v1\noid sha256:25c3\nsize 9\n": `1:1: $: expected the file itself, found a pointer of Git LFS. `,
		"<!DOCTYPE html><html><body>Sign in</body></html>":                      `1:1: $: expected the file itself, found a page of HTML under another name.`,
		"brand:\n  slug: a":  `1:1: $: expected JSON, which begins with {, found what looks like YAML`,
		"# c\n---\nbrand: a": `1:1: $: expected JSON, which begins with {, found what looks like YAML`,
		"{'a': 1}":           `1:2: $: expected a string in double quotes, found a single quote`,
		"{\"a\":\n[1, 2":     `2:6: a[2]: the file ends too early. The [ at 2:1 is not closed.`,
		"{\"a\": [1, 2}":     `1:12: a: expected ] or a comma, found }. The [ at 1:7 is not closed.`,
	} {
		_, err := Check([]Source{seedFile("a.json", text)}, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "a.json:"+want) {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// An import warns if updatedAt stays while the served content changes. A strict
// import is refused.
func TestStaleTime(t *testing.T) {
	store := openStore(t)
	text := func(html string) Source { return pinned(block("TEXT", fmt.Sprintf(`{"html":%q}`, html))) }
	importAll(t, store, Options{Strict: true}, text("one"))
	if report := importAll(t, store, Options{Strict: true}, text("one")); report.Count(Unchanged) != 1 {
		t.Errorf("%+v", report)
	}
	problems := problemsOf(t, store, Options{Strict: true}, text("two"))
	if len(problems) != 1 || problems[0].Path != "manuals[0].updatedAt" || problems[0].Severity != Warning {
		t.Errorf("problems:\n%v", problems)
	}
	if report := importAll(t, store, Options{}, text("two")); report.Count(Changed) != 1 || len(report.Warnings) != 1 {
		t.Errorf("%+v", report)
	}
}

// No message shows a secret: neither a password in place of its hash, nor an access
// token anywhere.
func TestSecretsAreNotShown(t *testing.T) {
	const secret = "dmt_8zXwQ0octocatoctocatoctocatoctocatoctocat012345Abcd"
	hash := `"sha256":"` + strings.Repeat("ab", 32) + `","expires":null`
	for _, source := range []Source{
		acme(aManual("guide", `"password":"octocat"`)),
		seedFile("a.json", `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"T","visibility":"password","password":"octocat"}]}`),
		seedFile("a.json", `{"brand":{"slug":"`+secret+`","name":"Acme"},"manuals":[{"slug":"`+secret+`","title":"T","visibility":"`+secret+`"}]}`),
		seedFile("a.json", `{"brand":{"slug":"acme","`+secret+`":1,"name":"Acme","domains":["`+secret+`"]},"manuals":[]}`),
		seedFile("a.json", `{"brand":"`+secret+`","manuals":[]}`),
		seedFile("a.json", `{"brand":{"slug":"acme","name":"Acme","access":[{"id":"tok_a","name":"CI `+secret+`",`+hash+`}]},"manuals":[]}`),
		seedFile("a.json", `{"brand":{"slug":"acme","name":"Acme","access":[{"id":"`+secret+`","name":"CI",`+hash+`}]},"manuals":[]}`),
		acme(aManual("guide", `"id":"`+secret+` "`, `"sections":[{"title":"S","anchor":"`+secret+`#"}]`)),
		acme(aManual("guide", `"lang":"$2a$10$octocatoctocatoctocatoctocat"`)),
		colors(secret),
		acme(aManual("guide", `"password":"\ud800octocat"`)),
		acme(aManual("guide", `"password":"\u00octocat"`)),
	} {
		_, err := Check([]Source{source}, Options{Strict: true})
		if err == nil || strings.Contains(err.Error(), "oct") {
			t.Errorf("%s: %v", source.Data, err)
		}
	}
}

// Notes in a report show no secrets.
func TestNotesShowNoSecrets(t *testing.T) {
	const secret = "dmt_8zXwQ0octocatoctocatoctocatoctocatoctocat012345Abcd"
	report, err := Check([]Source{acme(aManual("guide", `"sections":[{"anchor":"a","title":"`+secret+`","hidden":true},{"title":"S","blocks":[`+block("COLORS", `{"colors":[{"name":"Blue","hex":"`+secret+`"}]}`)+`]}]`))}, Options{})
	if err != nil || strings.Contains(fmt.Sprint(report), "octocat") || !strings.Contains(fmt.Sprint(report), `Section "dmt_…" is hidden.`) {
		t.Errorf("%+v, %v", report, err)
	}
}

func colors(hex string) Source {
	return pinned(block("COLORS", fmt.Sprintf(`{"colors":[{"name":"Blue","hex":%q}]}`, hex)))
}

// Content that would take too long to render is refused at its position.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name   string
		source Source
		want   string
	}{
		{"tokens", pinned(block("COLORS", `{"colors":[`+strings.Repeat(`{"name":"a","hex":"#000"},`, check.MaxTokens)+`{"name":"a","hex":"#000"}]}`)),
			blockPath + ".content.colors: expected at most 20000 tokens in a manual, counting tints and layers of shadows, found more with these 20001"},
		{"tints", pinned(block("COLORS", `{"colors":[`+strings.Repeat(`{"name":"a","hex":"#000","tints":true},`, check.MaxTokens/12)+`{"name":"a","hex":"#000","tints":true}]}`)),
			blockPath + ".content.colors[1666].tints: expected at most 20000 tokens in a manual, counting tints and layers of shadows, found more with these 11"},
		{"rich text", pinned(block("TEXT", `{"html":"`+strings.Repeat("<a ", source.MaxTextBytes/3+1)+`"}`)),
			blockPath + ".content.html: expected at most 1024 KiB, found 1048578 bytes"},
		{"tags in tags", pinned(block("TEXT", `{"html":"`+strings.Repeat("<a ", source.MaxTextBytes/3)+`"}`)),
			blockPath + ".content.html: active content is not published: markup inside markup inside markup"},
		{"a name", acme(aManual("guide", `"sections":[{"id":"s","title":"`+strings.Repeat("x", check.MaxNameBytes+1)+`"}]`)), "manuals[0].sections[0].title: expected at most 10 KiB, found 10241 bytes"},
		{"an array of tokens", Source{Name: "acme.json", Data: []byte(`[{"name":"a","value":"#000"}]`)}, "$: expected an object with brand and manuals, found an array. If it has tokens, `designmanual convert` makes a seed file of them."},
		{"a file of tokens", Source{Name: "acme.json", Data: []byte(`{"color":{"blue":{"$value":"#00f"}}}`)}, "$: expected an object with brand and manuals, found another object. If it has tokens, `designmanual convert` makes a seed file of them."},
		{"layers in a string", pinned(block("ELEVATION", `{"levels":[{"name":"a","value":"0 0 red`+strings.Repeat(`, 0 0 red`, check.MaxLayers)+`"}]}`)), blockPath + ".content.levels[0].value: expected at most 100 layers, found 101"},
		{"layers", pinned(block("ELEVATION", `{"levels":[{"name":"a","value":[{"x":0,"y":0,"color":"#000"}`+strings.Repeat(`,{"x":0,"y":0,"color":"#000"}`, check.MaxLayers)+`]}]}`)), blockPath + ".content.levels[0].value: expected at most 100 layers, found 101"},
		{"values of a manual", acme(aManual("guide", `"seo":[`+strings.Repeat("0,", check.MaxValues)+`0]`)), "manuals[0]: expected at most 200000 values in a manual, found 200006"},
		{"parts", acme(aManual("guide", `"sections":[`+strings.Repeat("{},", check.MaxParts)+`{}]`)), "manuals[0].sections: expected at most 10000 sections, found 10001"},
		{"keys", acme(aManual("guide", `"comments":{`+strings.Repeat(`"a":0,`, 500_000)+`"a":0}`)),
			"manuals[0].comments.a: duplicate key"},
		{"a key after many", acme(aManual("guide", `"comments":{"`+strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz", ""), `":0,"`)+`":0,"z":0}`)),
			"manuals[0].comments.z: duplicate key"},
		{"values", acme(aManual("guide", `"comments":[`+strings.Repeat("0,", content.MaxValues)+`0]`)), "expected at most 1000000 values in a file"},
	} {
		_, err := Check([]Source{tt.source}, Options{})
		var problems Problems
		if !errors.As(err, &problems) || !strings.Contains(problems[0].String(), tt.want) || len(problems) > problem.MaxProblems+1 {
			t.Errorf("%s: %.500v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// TestValues checks values that only functions can judge: languages, and the cost
// of password hashes.
func TestValues(t *testing.T) {
	hash := func(cost string) string {
		return `"visibility":"password","password":"$2a$` + cost + `$j296bapWzt6AXukEtSg5DOX.qzBZ96/h1zj/zm3f.cIZ3u5PXXxpu"`
	}
	const lang = "manuals[0].lang: expected a language tag as BCP 47 has it (nb, pt-BR), found "
	const cost = "manuals[0].password: expected a bcrypt hash ($2a$, $2b$ or $2y$, 60 characters, a cost of at most 15), found something else. `designmanual password` makes one."
	for _, tt := range []struct{ member, want string }{
		{`"lang":"nb"`, ""}, {`"lang":"pt-BR"`, ""}, {`"lang":"zh-Hant-TW"`, ""},
		{`"lang":"en_GB"`, lang}, {`"lang":""`, lang}, {`"lang":"Norwegian Bokmål"`, lang}, {`"lang":"xx-invalid-subtag-too-long"`, lang},
		{hash("04"), ""}, {hash("10"), ""}, {hash("15"), ""}, {hash("16"), cost}, {hash("31"), cost},
	} {
		if !strings.Contains(tt.member, "visibility") {
			tt.member += `,"visibility":"public"`
		}
		_, err := Check([]Source{acme(`{"slug":"guide","title":"T",` + tt.member + `}`)}, Options{})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.member, err, tt.want)
		}
	}
}

func TestEmptyText(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
	}{
		{"", true},
		{" \n\t", true},
		{"<p><br></p>", true},
		{"<p>&nbsp;</p><p>\u200b</p>", true},
		{"<h2></h2><hr>", true},
		{"<!-- note -->", true},
		{"x", false},
		{"<p>x</p>", false},
		{"&amp;", false},
		{"a < b", false},
		{`<p><img src="a.png"></p>`, false},
		{"<video></video>", false},
		{"<svg></svg>", false},
	} {
		if got := content.EmptyText(tt.in); got != tt.want {
			t.Errorf("content.EmptyText(%q) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

// Twice as many entries of one name take about twice the work.
func TestSameNames(t *testing.T) {
	work := func(entries int) float64 {
		entry := `{"name":"a","hex":"#112233"}`
		file := pinned(block("COLORS", `{"colors":[`+entry+strings.Repeat(","+entry, entries-1)+`]}`))
		return testing.AllocsPerRun(1, func() {
			if _, err := Check([]source.Source{file}, Options{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if once, twice := work(1000), work(2000); twice > 2.5*once {
		t.Errorf("%.0f allocations for 1,000 entries, %.0f for 2,000", once, twice)
	}
}
