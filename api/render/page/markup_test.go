package page

import (
	"html/template"
	"strings"
	"testing"
	"unicode/utf8"

	"designmanual/api/render/page/safe"
)

// reference is what is written without a template as html/template writes it.
var reference = template.Must(template.New("").Funcs(template.FuncMap{"address": func(text string) template.URL { return template.URL(text) }}).Parse(
	`{{define "text"}}<p title="{{.}}">{{.}}</p>{{end}}
{{define "fragment"}}<a href="#{{.}}"></a>{{end}}
{{define "address"}}<a href="{{address .}}"></a>{{end}}
{{define "card"}}<li class="swatch" id="{{.}}" data-css="{{.}}"><a class="name" href="#{{.}}">{{.}}</a>
<div class="sides"><svg class="field moded" aria-hidden="true" color="{{.}}"></svg><svg class="field" color="{{.}}" data-value="{{.}}" aria-hidden="true"></svg></div><code class="value">{{.}}</code>
<code class="value print">{{.}}</code>
<code class="value print" data-value="{{.}}"><i>{{.}}</i> {{.}}</code>
<details class="modes"><summary>{{.}}</summary>{{.}}</details>
<code class="value print"><i>{{.}}</i> {{.}}</code>
{{template "extra" .}}</li>
{{end}}
{{define "extra"}}<div class="further"><dl class="facts"><div><dt>{{.}}</dt> <dd><a href="{{address .}}">{{.}}</a></dd></div>` +
		`<div><dt>{{.}}</dt> <dd><ul class="items"><li>{{.}}</li></ul></dd></div>` +
		`<div><dt>{{.}}</dt> <dd><div class="wide" role="group" tabindex="0" aria-label="{{.}}"><table><thead><tr><th scope="col">{{.}}</th></tr></thead><tbody><tr><td>{{.}}</td></tr></tbody></table></div></dd></div>` +
		`<div><dt>{{.}}</dt> <dd><ul class="people"><li><p class="name">{{.}}</p><p>{{.}}</p></li></ul></dd></div></dl></div>
{{end}}
{{define "ramp"}}<div class="ramp" data-steps="{{.}} "><a class="name" href="#{{.}}">{{.}}</a><svg viewBox="0 0 1 10" preserveAspectRatio="none"><rect x="0" fill="{{.}}" class="own"/></svg></div>
{{end}}
{{define "bar"}}<li class="v1"><span class="key">{{.}}</span> <code class="value amount" data-value="{{.}}">{{.}}!</code> <span class="bar-of" aria-hidden="true"></span> <code class="value token" data-path="{{.}}">{{.}}</code>{{template "extra" .}}</li>
{{end}}
{{define "row"}}<li class="v1"><span class="name">{{.}}</span> <span class="note">{{.}}</span> <code class="value amount"><span class="dot" aria-hidden="true"></span> {{.}}</code> <code class="value token" data-path="{{.}}">{{.}}</code>{{template "extra" .}}</li>
{{end}}`))

// everywhere returns what is written without a template, by the names of the reference, with a text
// in every field that has one of an author.
func everywhere(text string) map[string]string {
	plain := value{Text: text}
	extra := &value{Members: []member{
		{text, value{Link: safe.Link{Text: text, Address: template.URL(text)}}},
		{text, value{Items: []value{plain}}},
		{text, value{Table: true, Items: []value{{Members: []member{{text, plain}}}}}},
		{text, value{People: true, Items: []value{{Members: []member{{text, plain}, {text, plain}}}}}},
	}}
	shown := item{Name: text, ID: text, Class: "v1", Extra: extra, Token: token{Variable: text, Value: text, path: text}}
	color := swatch{
		ID: text, Name: text, Value: text, Written: text, Fill: text, Data: ` data-css="` + escaper.Replace(text) + `"`, Extra: extra,
		Print: []printValue{{text, text}}, Modes: []modeValue{{text, text, text}}, Folded: foldedModes{1, text},
		Tints: []tint{{Step: text, Fill: text, Own: true}},
	}
	figure := colorsFigure{Swatches: []swatch{color}, Ramps: []swatch{color}, themes: text}
	var m markup
	m.raw("<p")
	m.attribute("title", text)
	m.raw(">")
	m.text(text)
	m.raw("</p>")
	return map[string]string{
		"text": m.String(), "fragment": `<a href="#` + escapeFragment(text) + `"></a>`,
		"address": `<a href="` + escaper.Replace(escapeAddress(template.URL(text))) + `"></a>`,
		"card":    string(figure.Cards()), "ramp": string(figure.RampRows()),
		"bar": string(sizes{Items: []measure{{item: shown, Value: text + "!"}}}.Bars()),
		"row": string(rowsHTML([]furtherToken{{item: shown, Kind: text, Value: text}})),
	}
}

// What is written without a template is escaped as html/template escapes it, whatever an author writes.
func FuzzMarkup(f *testing.F) {
	for _, text := range []string{
		"plain", `a"b`, "a'b", "a<b>c", "a&b", "&amp;&#60;", "1+1=2", "`a`", "\x00\x01\x1f\x7f", "a\tb\nc\rd", "\xff\xc3", "\u2028\ufeff\ufffe",
		`"><img src=x onerror=alert(1)>`, "</script><!--", "%41%zz%", "https://e.example/a(b)'c\"?x=1&y=ü#f[1]", "mailto:a+b@c.example", "javascript:alert(1)",
		"größe é 日本", "עברית 12-34", strings.Repeat("<&'", 50),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" {
			return // which many of these leave out
		}
		for name, got := range everywhere(text) {
			var want strings.Builder
			if err := reference.ExecuteTemplate(&want, name, text); err != nil {
				t.Fatal(err)
			}
			if got != want.String() {
				t.Errorf("%s of %q is\n%s\nwant\n%s", name, text, got, want.String())
			}
		}
	})
}

// A custom property that ends in the name of its row is completed by the script.
func TestMarkupOfTokens(t *testing.T) {
	for _, test := range []struct{ variable, path, name, want string }{
		{"--dimension-gap-large", "", "gap-large", `<code class="value token">--dimension-</code>`},
		{"--dimension-gap-large", "", "Gap large", `<code class="value token">--dimension-gap-large</code>`},
		{"--dimension-gap-large", "", "ge", `<code class="value token">--dimension-gap-large</code>`},
		{"--dimension-gap-large", "", "", `<code class="value token">--dimension-gap-large</code>`},
		{"--z-index-menu", "z-index.menu", "menu", `<code class="value token" data-path="">--z-index-</code>`},
		{"--z-index-menu", "z-index.menu", "Menu", `<code class="value token" data-path="z-index.menu">--z-index-menu</code>`},
		{"--z-index-top-menu", "z-index.top-menu", "menu", `<code class="value token" data-path="z-index.top-menu">--z-index-top-</code>`},
		{"", "", "gap-large", ""},
	} {
		if got := string(tokenHTML(token{Variable: test.variable, path: test.path}, test.name)); got != test.want {
			t.Errorf("%s in the row %q is %s, want %s", test.variable, test.name, got, test.want)
		}
	}
}

// Every character is escaped as html/template escapes it.
func TestMarkupOfEveryCharacter(t *testing.T) {
	var text []byte
	for r := rune(0); r < 0x3100; r++ {
		text = utf8.AppendRune(text, r)
	}
	for b := range 256 {
		text = append(text, byte(b), 'x')
	}
	for name, got := range everywhere(string(text)) {
		var want strings.Builder
		if err := reference.ExecuteTemplate(&want, name, string(text)); err != nil {
			t.Fatal(err)
		}
		if got != want.String() {
			t.Errorf("%s differs", name)
		}
	}
}
