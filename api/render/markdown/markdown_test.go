package markdown_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"designmanual/api/render/markdown"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

var update = flag.Bool("update", false, "write the golden file anew")

func pageOf(t testing.TB, m *manual.Manual) markdown.Page {
	t.Helper()
	sections, err := content.Sections(m)
	if err != nil {
		t.Fatal(err)
	}
	tokens, _, err := tokenize.Document(sections)
	if err != nil {
		t.Fatal(err)
	}
	return markdown.Page{Manual: m, Sections: sections, Tokens: &tokens, Address: "https://acme.example/guide"}
}

func render(t testing.TB, m *manual.Manual) string { return string(markdown.Render(pageOf(t, m))) }

// readPage returns the page of a manual in a file.
func readPage(t *testing.T, path string) markdown.Page {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m manual.Manual
	if err := json.Unmarshal(file, &m); err != nil {
		t.Fatal(err)
	}
	return pageOf(t, &m)
}

// TestGolden renders a manual with every kind of block, and one with modes, as each of the
// documents.
func TestGolden(t *testing.T) {
	p, modes, acme := readPage(t, "testdata/page.json"), readPage(t, "../../../tokenize/export/testdata/modes/page.json"), manual.BrandSettings{Slug: "ac--me", Name: "Acme"}
	for name, got := range map[string][]byte{
		"page.md": markdown.Render(p), "DESIGN.md": markdown.RenderDesign(p), "SKILL.md": markdown.RenderSkill(p, acme),
		"modes.md": markdown.Render(modes), "modes-DESIGN.md": markdown.RenderDesign(modes), "modes-SKILL.md": markdown.RenderSkill(modes, acme),
	} {
		if *update {
			if err := os.WriteFile("testdata/"+name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("testdata/%s is not what is made now (write it with -update and read it):\n%s", name, got)
		}
	}
}

// DESIGN.md has the blocks of a section where its format wants them, under the
// titles that they have.
func TestDesign(t *testing.T) {
	block := func(kind manual.Kind, content string) manual.Block {
		return manual.Block{Kind: kind, Content: json.RawMessage(content)}
	}
	m := &manual.Manual{Title: "A", Sections: []manual.Section{
		{Title: "Voice", Content: json.RawMessage(`{"intro":"<p>We talk.</p>"}`), Blocks: []manual.Block{
			block(manual.Text, `{"title":"Short","html":"<p>Be brief.</p>"}`), block(manual.DosDonts, `{"items":[{"do":true,"html":"Ask."}]}`),
		}},
		{Title: "Tints", Content: json.RawMessage(`{"intro":"Few."}`), Blocks: []manual.Block{
			block(manual.Colors, `{"title":"Main","colors":[{"name":"Red","hex":"#f00"}]}`), block(manual.Logo, `{"logos":[{"name":"Mark"}]}`),
		}},
		{Title: "Layout & spacing", Content: json.RawMessage(`{"intro":"Room."}`)},
	}}
	_, body, _ := strings.Cut(string(markdown.RenderDesign(pageOf(t, m))), "\n# A\n")
	_, body, _ = strings.Cut(body, "## Colors")
	want := "\n\n### Tints\n\nFew.\n\n#### Main\n\n| Name | Variable | Value |\n| --- | --- | --- |\n| Red | `--color-red` | `#ff0000` |\n\n## Layout\n\n### Layout & spacing\n\nRoom.\n\n" +
		"## Do's and Don'ts\n\n### Voice\n\n**Do**\n\n- Ask.\n\n## Voice\n\nWe talk.\n\n### Short\n\nBe brief.\n\n## Tints\n\n### Logo\n\nMark\n"
	if body != want {
		t.Errorf("%q\nwant\n%q", body, want)
	}
}

// SKILL.md has what has a use, all themes and the pairs, and says what it leaves out.
func TestSkill(t *testing.T) {
	var colors, themes []string
	for i := range 876 {
		use := ""
		if i > 870 {
			use = `,"use":"Links"`
		}
		colors = append(colors, fmt.Sprintf(`{"name":"Tone %d","hex":"#%06x"%s}`, i, i, use))
	}
	for _, name := range []string{"Day", "Night", "Storm"} {
		themes = append(themes, fmt.Sprintf(`{"name":%q,"colors":{"background":"#fff"}}`, name))
	}
	block := func(kind manual.Kind, content string) manual.Block {
		return manual.Block{ID: string(kind), Kind: kind, Content: json.RawMessage(content)}
	}
	m := &manual.Manual{Title: "A", Sections: []manual.Section{{Title: "S", Blocks: []manual.Block{
		block(manual.Colors, `{"colors":[`+strings.Join(colors, ",")+`]}`), block(manual.Themes, `{"themes":[`+strings.Join(themes, ",")+`]}`),
		block(manual.Pairings, `{"pairings":[{"foreground":"Tone 1","background":"Tone 2","use":"Signs"},{"foreground":"Tone 3","background":"Tone 4"}]}`),
		block(manual.DosDonts, `{"items":[{"do":true,"html":"Ask."},{"do":false,"html":"Shout."},{"do":false,"html":"Run."}]}`),
	}}}}
	_, body, _ := strings.Cut(string(markdown.RenderSkill(pageOf(t, m), manual.BrandSettings{Slug: "a", Name: "A"})), "# A\n\n")
	body, _, _ = strings.Cut(body, "\n\n## How")
	want := "- `--color-tone-871`: `#000367`, Links\n- `--color-tone-872`: `#000368`, Links\n- `--color-tone-873`: `#000369`, Links\n- `--color-tone-874`: `#00036a`, Links\n- `--color-tone-875`: `#00036b`, Links\n" +
		"- `--color-tone-0`: `#000000`\n- `--color-tone-1`: `#000001`\n- `--color-tone-2`: `#000002`\n- These are 8 of 876 colors; tokens.json has all\n" +
		"- Theme `day`, at rest: `--theme-background` `#ffffff`\n- Theme `night`, by `data-theme=\"night\"`: `--theme-background` `#ffffff`\n" +
		"- Theme `storm`, by `data-theme=\"storm\"`: `--theme-background` `#ffffff`\n- Pairs: Tone 1 on Tone 2 (Signs), Tone 3 on Tone 4\n- Do: Ask.\n- Don't: Shout.\n- Don't: Run."
	if body != want {
		t.Errorf("%s\nwant\n%s", body, want)
	}
}

// text renders a single rich text.
func text(t testing.TB, rich string) string {
	content, err := json.Marshal(map[string]string{"html": rich})
	if err != nil {
		t.Fatal(err)
	}
	m := &manual.Manual{Sections: []manual.Section{{Anchor: "s", Title: "S", Content: json.RawMessage(`{}`),
		Blocks: []manual.Block{{Anchor: "s", Kind: manual.Text, Content: content}}}}}
	_, body, _ := strings.Cut(render(t, m), "</a>S\n\n")
	return strings.TrimSuffix(body, "\n")
}

func TestRichText(t *testing.T) {
	for _, test := range []struct{ rich, want string }{
		{"plain", "plain"},
		{"<p>One</p>\n<p>two<br>three</p>", "One\n\ntwo  \nthree"},
		{"<p>Read <a href=\"https://x.example/w\">the <b>words</b></a>.</p>", "Read [the **words**](https://x.example/w)."},
		{"<a href='/a'>a</a> <a href='b?c=1&amp;copy;'>b</a> <a href='#c'>c</a>", `[a](https://acme.example/a) [b](https://acme.example/b?c=1&copy%3B) [c](https://acme.example/guide#c)`},
		{"Look!<a href='https://x.example'>here</a> <b>New!</b><a href='https://x.example'>x</a>", `Look\![here](https://x.example) **New!**[x](https://x.example)`},
		{"<a href='javascript:x()'>no</a> <a href='data:text/html,x'>no</a> <a>no</a>", "no no no"},
		{"<a href='https://x.example/a b(c)`&lt;>'>x</a>", "[x](https://x.example/a%20b%28c%29%60%3C%3E)"},
		{"<strong> a </strong>b<em>c<strong>d</strong></em><b></b>", "**a** b*c**d***"},
		{"<b>a<p>b</b>c</p>", "**a**\n\n**b**c"},
		{"<code>a`b*c</code> <s>x</s>", "``a`b*c`` ~~x~~"},
		{"<h2>Head #</h2><h5>Small</h5>", "#### Head \\#\n\n###### Small"},
		{"<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><ol><li>x<li>y</ol>", "- a\n\n  - b\n- c\n\n  d\n\n1. x\n2. y"},
		{"<ol start=9><li>x<li>y</ol><ol start=x><li>z</ol>", "09. x\n10. y\n\n1. z"},
		{"<ul><li>a<ol start=0><li>b</ol></ul><ol start=5><li>c</ol><ol start=-5><li>d</ol><ol start=1234567890><li>e</ol>", "- a\n\n  0. b\n\n5. c\n\n1. d\n\n1. e"},
		{"<ul>\n<li>a</li>\n<ul>\n<li>b</li>\n</ul>\n<li>c</li>\n</ul>", "- a\n\n  - b\n- c"},
		{"<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc"},
		{"<article><header>a</header><details><summary>b</summary>c</details></article>", "a\n\nb\n\nc"},
		{"<pre>a\n  <b>b</b>\n```</pre>", "````\na\n  b\n```\n````"},
		{"<table><caption>T</caption><tr><th>A</th><th>B | C</th></tr><tr><td><p>1</p><p>2</p></td></tr></table>", "T\n\n| A | B \\| C |\n|---|---|\n| 1 2 |  |"},
		{"<img src='https://x.example/a.png' alt='A ]b'> <img src='data:image/png,x' alt='B'>", `![A \]b](https://x.example/a.png) B`},
		{"<a href='https://x.example/'><img src='https://x.example/a.png' alt='A'> <b>b</b></a>", "[![A](https://x.example/a.png) **b**](https://x.example/)"},
		{"<table><tr><td colspan=1000 rowspan=100000000>a<td>b</table><table><tr><td>" + strings.Repeat("<tr><td>", 400) + "<tr>" + strings.Repeat("<td>", 400) + "c</table>", "| a | b |\n|---|---|\n\nc"},
		{"<script>alert(1)</script><style>p{}</style>x<!-- y --><iframe src=x>z</iframe>", "x"},
		{"<hr><dl><dt>T</dt><dd>D</dd></dl>", "---\n\n**T**\n\nD"},
		{"# a", `\# a`},
		{"<p># a</p><p>- b</p><p>1) c</p><p>---</p><p>&gt; d</p><p>+ e<br>===</p>", "\\# a\n\n\\- b\n\n1\\) c\n\n\\-\\-\\-\n\n&gt; d\n\n\\+ e  \n\\=\\=\\="},
		{"-5 °C, 0.2 mm, #1, 2 * 3_4 `x` [y](z) &lt;b&gt; &amp;amp; a|b ~c~ \\", "-5 °C, 0.2 mm, #1, 2 \\* 3\\_4 \\`x\\` \\[y\\](z) &lt;b&gt; &amp;amp; a\\|b \\~c\\~ \\\\"},
		{"&lt;script&gt;x&lt;/script&gt;", `&lt;script&gt;x&lt;/script&gt;`},
		{"<b>open", "**open**"},
		{"</ul></li></b></td>x", "x"},
		{"\x00a\x07b", "ab"},
	} {
		if got := text(t, test.rich); got != test.want {
			t.Errorf("%q became\n%q, want\n%q", test.rich, got, test.want)
		}
	}
}

// FuzzText checks that the text of a manual means itself in Markdown, wherever it stands:
// what a parser makes of it has the same characters and no markup.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"*a* _b_ `c` ~~d~~ [e](https://x.example) ![f](g)", "# a", "- b", "1. c", "> d", "a\n===", "a | b\n--- | ---", "&lt;p&gt; &copy; <b>", `\*a\*`, "https://x.example/a_b_", "```\nx\n```", "***", "--", "[a]: /b", "a\\", "www.x.example", "a@x.example"} {
		f.Add(seed)
	}
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))
	f.Fuzz(func(t *testing.T, plain string) {
		if !utf8.ValidString(plain) || strings.ContainsFunc(plain, func(c rune) bool {
			return unicode.IsControl(c) && c != '\n' || c == unicode.ReplacementChar || c == '\u0085' || unicode.In(c, unicode.Zl, unicode.Zp)
		}) {
			return
		}
		want := strings.Join(strings.Fields(plain), "")
		for _, rich := range []string{"<p>" + html.EscapeString(plain) + "</p><p>-</p>", "<p><b>x</b>" + html.EscapeString(plain) + "</p>", "<ul><li>" + strings.ReplaceAll(html.EscapeString(plain), "\n", "<br>") + "</li></ul>"} {
			made := text(t, rich)
			var out strings.Builder
			if err := parser.Convert([]byte(made), &out); err != nil {
				t.Fatal(err)
			}
			shown := html.UnescapeString(elements.ReplaceAllString(out.String(), ""))
			if got := strings.Join(strings.Fields(shown), ""); got != want+"-" && got != "x"+want && got != want {
				t.Fatalf("%q became\n%q, which shows\n%q", rich, made, out.String())
			}
		}
	})
}

// elements matches the elements that a text may become.
var elements = regexp.MustCompile(`</?(p|strong|ul|li|br)( /)?>`)

// FuzzRichText checks that rich text never becomes HTML, that the result has a
// bound, and that rendering never fails.
func FuzzRichText(f *testing.F) {
	for _, seed := range []string{"<p>a<b>b</p>", "<ul><li><blockquote><pre>x", "<table><tr><td>&lt;", "a\\<b>", strings.Repeat("<ul><li>", 50) + "x", "<a href='&lt;'>", "&amp;lt;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rich string) {
		got := text(t, rich)
		if len(got) > 40*len(rich)+100 {
			t.Fatalf("%d bytes became %d", len(rich), len(got))
		}
		if strings.Contains(got, "`") {
			return // text inside code is not escaped
		}
		if strings.Contains(got, "<") {
			t.Fatalf("%q became %q", rich, got)
		}
	})
}

// A table of as many tokens, or modes, as a manual may have takes a moment, not a minute.
func TestLongTable(t *testing.T) {
	const most = 20_000
	for _, test := range []struct {
		kind                manual.Kind
		key, entry, rowName string
	}{
		{manual.Colors, "colors", `{"name":"A","hex":"#0b5fff"}`, "| A | `--color-a"},
		{manual.Themes, "themes", `{"name":"A","colors":{"text":"#0b5fff"}}`, ": text | `--theme-a"},
	} {
		entries := strings.Repeat(test.entry+",", most)
		m := manual.Manual{Title: "Guide", Sections: []manual.Section{{Title: "Color", Blocks: []manual.Block{
			{Kind: test.kind, Content: json.RawMessage(`{"` + test.key + `":[` + strings.TrimSuffix(entries, ",") + `]}`)},
		}}}}
		if rows := strings.Count(render(t, &m), test.rowName); rows != most {
			t.Errorf("%s: %d rows, want %d", test.kind, rows, most)
		}
	}
}

// Every key of every kind of block can be written, also one that has no writer of its own.
func TestEveryKey(t *testing.T) {
	for _, info := range manual.Kinds {
		for _, field := range info.Fields {
			value := map[manual.FieldForm]string{manual.List: `["A word"]`, manual.Map: `{"A word":1}`}[field.Form]
			if value == "" || field.Group != "" {
				continue
			}
			m := manual.Manual{Title: "Guide", Sections: []manual.Section{{Title: "A section", Blocks: []manual.Block{
				{Kind: info.Kind, Content: json.RawMessage(`{"` + field.Name + `":` + value + `}`)},
			}}}}
			if text := render(t, &m); field.Setting && strings.Count(text, "A word") != 1 {
				t.Errorf("%s.%s is not once in\n%s", info.Kind, field.Name, text)
			}
		}
	}
}
