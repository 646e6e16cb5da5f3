package content_test

import (
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

func parse(t *testing.T, text string) *content.Value {
	t.Helper()
	tree := content.Tree{Data: []byte(text)}
	if !tree.Parse(func(f content.Fault) { t.Fatalf("%s: %s", text, f.Text) }) {
		t.Fatal(text)
	}
	return tree.Root
}

// What was parsed is written as it was, but for white space; what was made is encoded.
func TestAppend(t *testing.T) {
	parsed := parse(t, "{ \"a\\u0062\": [1.50, \"\\u00e5\"], \"n\" :null }")
	if got, want := string(parsed.Append(nil)), `{"a\u0062":[1.50,"\u00e5"],"n":null}`; got != want {
		t.Errorf("a parsed value is written as %s, expected %s", got, want)
	}
	made := content.NewObject("text", "å\n\"", "yes", true, "none", nil, "number", content.NewNumber("1.50"),
		"list", content.NewStrings("a"), "parsed", parsed.Get("ab"))
	if got, want := string(made.Append(nil)), `{"text":"å\n\"","yes":true,"number":1.50,"list":["a"],"parsed":[1.50,"\u00e5"]}`; got != want {
		t.Errorf("a made value is written as %s, expected %s", got, want)
	}
	if got := made.Get("text").Text(); got != "å\n\"" {
		t.Errorf("the text of a made string is %q", got)
	}
	if got, want := string(parsed.Without("n").Append(nil)), `{"a\u0062":[1.50,"\u00e5"]}`; got != want {
		t.Errorf("without a member it is %s, expected %s", got, want)
	}
	var absent *content.Value
	if got := string(absent.Append(nil)) + absent.Get("a").Text() + absent.String(); got != "null" || !absent.Empty() {
		t.Errorf("an absent value is %q", got)
	}
}

func TestReplaceAddresses(t *testing.T) {
	address := func(ref string) string {
		return map[string]string{"logo.svg": "https://x.example/logo.svg", "a&b.png": "https://x.example/a&b.png"}[ref]
	}
	for _, test := range []struct {
		name    string
		kind    manual.Kind
		in, out string
	}{
		{"a file", manual.Logo, `{"logos":[{"url":"logo.svg","files":[{"url":"logo.svg"},{"url":"b.svg"}]}]}`,
			`{"logos":[{"url":"https://x.example/logo.svg","files":[{"url":"https://x.example/logo.svg"},{"url":"b.svg"}]}]}`},
		{"a key that no kind names", manual.Logo, `{"logos":[{"source":"logo.svg"}],"url":"logo.svg"}`, `{"logos":[{"source":"logo.svg"}],"url":"logo.svg"}`},
		{"a key with an escape", manual.Logo, `{"logo\u0073":[{"\u0075rl" : "logo.svg"}]}`, `{"logo\u0073":[{"\u0075rl":"https://x.example/logo.svg"}]}`},
		{"a picture in rich text", manual.Text, `{"html":"<p><IMG alt=' src=\"x\" ' src='logo.svg'>&eacute;</p>"}`,
			`{"html":"<p><IMG alt=' src=\"x\" ' src=\"https://x.example/logo.svg\">&eacute;</p>"}`},
		{"an address with a reference", manual.Text, `{"html":"<img src=\"a&amp;b.png\"/>"}`, `{"html":"<img src=\"https://x.example/a&amp;b.png\"/>"}`},
		{"a picture in the intro of a section", "", `{"intro":"<img src=logo.svg>","html":"<img src=logo.svg>"}`,
			`{"intro":"<img src=\"https://x.example/logo.svg\">","html":"<img src=logo.svg>"}`},
		{"a code sample", manual.Text, `{"html":"<pre>&lt;img src=\"logo.svg\"&gt;</pre>"}`, `{"html":"<pre>&lt;img src=\"logo.svg\"&gt;</pre>"}`},
		{"a sample in a text", "SNIPPET", `{"code":"<img src=\"logo.svg\">"}`, `{"code":"<img src=\"logo.svg\">"}`},
	} {
		value := parse(t, test.in)
		if got := string(content.ReplaceAddresses(test.kind, value, address).Append(nil)); got != test.out {
			t.Errorf("%s becomes\n%s, expected\n%s", test.name, got, test.out)
		}
		if in := string(value.Append(nil)); in != string(parse(t, test.in).Append(nil)) {
			t.Errorf("%s: the content itself has become %s", test.name, in)
		}
	}
}

// The place of a part of a string is where the part stands, whatever its file escapes.
func TestAt(t *testing.T) {
	for _, test := range []struct{ literal, part, at string }{
		{`"<a href=\"#colour\">it</a>"`, "#colour", `#colour\"`},
		{`"\ud83d\udc26 gr\u00f6\u00dfe: <a href='#x'>"`, "#x", `#x'>`},
		{`"#colour-2 and #colour.sky, then #colour"`, "#colour", `#colour"`},
		{`"<p STYLE='x'>"`, "style=", `STYLE=`},
		{`"see #colours"`, "#colour", `#colours"`},
		{`"<img alt='' src='files\/logo.svg'>"`, "files/logo.svg", `files\/logo.svg'`},
		{`"<blockquote><b>"`, "<b", `<b>"`},
		{`"&#35;colour"`, "#colour", `"&#35;colour"`},
		{`"<a href='?a=1&amp;b#colour'>"`, "?a=1&b#colour", `?a=1&amp;b#colour'`},
		{`"#colour"`, "", `"#colour"`},
	} {
		value := parse(t, `["`+`\u00e5", `+test.literal+`]`).Children[1]
		if got := string(value.Tree.Data[value.At(test.part):]); !strings.HasPrefix(got, test.at) {
			t.Errorf("%q of %s is at %s", test.part, test.literal, got)
		}
	}
	text := content.Tree{In: "html", Data: []byte("[a](#colours)\n\n[b](#colour)\n")}
	if got := (&content.Value{Tree: &text}).At("#colour"); string(text.Data[got:]) != "#colour)\n" {
		t.Errorf("in a text it is at %s", text.Data[got:])
	}
}

func TestIsAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"http://acme.example": true, "HTTPS://acme.example/a.svg": true, "https:": false, "ftp://acme.example": false,
		"//acme.example": false, "logo.svg": false, "see http://acme.example": false, "": false,
	} {
		if content.IsAddress(text) != want {
			t.Errorf("IsAddress(%q) = %t", text, !want)
		}
	}
}
