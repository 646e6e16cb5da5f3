//go:build browser

package page_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// richTexts are HTML as editors write it, with the words and links that a
// reader must find.
var richTexts = []struct{ html, text, links string }{
	{`<p>Read <a href="https://x.example/">w</a></p>`, "Read w", "https://x.example/"},
	{`<p>a <a href="https://x.example/?a=1&amp;b=2">b</a> c</p><p>d <a href="mailto:e@x.example">f</a></p>`, "a b c d f", "https://x.example/?a=1&b=2 mailto:e@x.example"},
	{`<ul><li>a <a href="https://x.example/">b</a></li><li><p>c <a href="https://y.example/">d</a></p></li></ul>`, "a b c d", "https://x.example/ https://y.example/"},
	{`<ol start="3"><li>a<ul><li>b <a href="https://x.example/">c</a></li></ul></li><li>d</li></ol>`, "a b c d", "https://x.example/"},
	{`<table><thead><tr><th>a</th><th><a href="https://x.example/">b</a></th></tr></thead><tbody><tr><td>c</td><td><p>d <a href="https://y.example/">e</a></p></td></tr></tbody></table>`, "a b c d e", "https://x.example/ https://y.example/"},
	{`<blockquote><p>a <a href="https://x.example/">b</a></p><p>c</p></blockquote>`, "a b c", "https://x.example/"},
	{`<figure><img src="data:image/png,x" alt="a"><figcaption>b <a href="https://x.example/">c</a></figcaption></figure>`, "a b c", "https://x.example/"},
	{`<h3><a href="https://x.example/">a</a></h3><dl><dt>b</dt><dd><a href="https://y.example/">c</a></dd></dl>`, "a b c", "https://x.example/ https://y.example/"},
	{`<p>a <strong>b <em>c <a href="https://x.example/">d <code>e</code></a></em></strong></p>`, "a b c d e", "https://x.example/"},
	{`<a href="https://x.example/"><p>a</p><p>b</p></a>`, "a b", "https://x.example/"},
	{`<p>a<p>b <b>c<p>d <a href="https://x.example/">e`, "a b c d e", "https://x.example/"},
	{`<ul><li>a<li>b<li><a href="https://x.example/">c</ul>d`, "a b c d", "https://x.example/ https://x.example/"},
	{`</div></section></li></ul></main><p>a</p></p>`, "a", ""},
	{`</li></ul></dd></dl><li>a <a href="https://x.example/">b</a><dd>c`, "a b c", "https://x.example/"},
	{`<p>a &amp; b &lt;c&gt; &eacute; &#x2014; &nbsp;d "e" 'f'</p>`, `a & b <c> é — d "e" 'f'`, ""},
	{`<p>a < b > c & d</p>`, "a < b > c & d", ""},
	{"<pre>a\n  b <a href=\"https://x.example/\">c</a>\n</pre>", "a b c", "https://x.example/"},
	{"<pre><code>&lt;a href=\"x\"&gt;</code></pre>", `<a href="x">`, ""},
	{`<p>a<br>b<br/>c<hr/>d</p>`, "a b c d", ""},
	{`<p class="x" style="color:red" onclick="x()"><span data-y="z"><font color="red">a</font></span><o:p></o:p></p>`, "a", ""},
	{`<p>a <a href="javascript:alert(1)">b</a> <a name="c">d</a> <a href="/e f">g</a> <a href="#h">i</a></p>`, "a b d g i", "/e%20f #h"},
	{`<script>alert(1)</script><style>p{}</style><!-- a --><p>b</p><iframe src="https://x.example/">c</iframe>`, "b", ""},
}

// richPlaces returns content of every kind that takes rich text, and of an
// unknown kind.
func richPlaces(t *testing.T, html string) *manual.Manual {
	item := func(key string, more ...any) map[string]any {
		m := map[string]any{key: html}
		for i := 0; i < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		return m
	}
	s := manual.Section{ID: "s", Anchor: "s", Title: "S", Content: encode(t, item("intro"))}
	for i, b := range []struct {
		kind    manual.Kind
		content any
	}{
		{manual.Text, item("html")},
		{manual.Image, map[string]any{"images": []any{item("caption", "url", "", "alt", "")}}},
		{manual.DosDonts, map[string]any{"items": []any{item("html", "do", true), item("html", "do", false)}}},
		{manual.Colors, map[string]any{"colors": []any{item("use", "name", "c", "hex", "#123456")}}},
		{manual.Logo, map[string]any{"logos": []any{item("note", "name", "l", "url", "", "alt", "")}}},
		{"HOUSE_RULES", map[string]any{"rule": html, "more": []any{html}, "rows": []any{item("a", "b", "1"), item("a", "b", "2")}}},
	} {
		id := fmt.Sprint("b", i)
		s.Blocks = append(s.Blocks, manual.Block{ID: id, Anchor: id, Kind: b.kind, Content: encode(t, b.content)})
	}
	return &manual.Manual{ID: "m", Slug: "m", Title: "M", Visibility: manual.Public, Sections: []manual.Section{s}}
}

// In every place that takes rich text, all words and links are shown, no markup
// is, and the following content is in its place.
func TestRichTextInBrowser(t *testing.T) {
	pages := map[string]string{}
	for i, s := range richTexts {
		pages[fmt.Sprint("snippet-", i)] = render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, richPlaces(t, s.html)))
	}
	b := openTab(t, startBrowser(t), servePages(t, pages))
	for i, s := range richTexts {
		b.open(t, fmt.Sprint("snippet-", i), 1280)
		b.drawAll(t)
		var got []struct{ Text, Links string }
		if err := json.Unmarshal([]byte(evaluate[string](t, b, `JSON.stringify([...document.querySelectorAll(".lede, .prose, .rich")].map((e) => ({
			text: e.innerText, links: [...e.querySelectorAll("a")].map((a) => a.getAttribute("href")).join(" ") })))`)), &got); err != nil {
			t.Fatal(err)
		}
		if len(got) < 8 {
			t.Errorf("%s: rich text in %d places", s.html, len(got))
		}
		for _, place := range got {
			if text := strings.Join(strings.Fields(place.Text), " "); text != s.text || place.Links != s.links {
				t.Errorf("%s\nreads %q with links %q\nwant  %q with links %q", s.html, text, place.Links, s.text, s.links)
			}
		}
		const blocks = `[...document.querySelectorAll("main > .section > .block")].map((e) => e.id)`
		if ids := evaluate[[]string](t, b, blocks); !slices.Equal(ids, []string{"b0", "b1", "b2", "b3", "b4", "b5"}) {
			t.Errorf("%s: blocks in their place: %q", s.html, ids)
		}
	}
	b.checkProblems(t)
}
