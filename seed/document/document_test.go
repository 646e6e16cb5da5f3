package document

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

// URLs that refer to files are replaced by addresses; everything else stays.
func TestWithAddresses(t *testing.T) {
	paths := map[string]string{"a b.svg": "/-/files/0/a%20b.svg", "url": "!"}
	for _, tt := range []struct{ kind, in, want string }{
		{"LOGO", `{"logos":[{"n":1.0,"url":"a b\u002esvg","alt":"a b.svg"},{"url":"url"}],"url":"a b.svg"}`,
			`{"logos":[{"n":1.0,"url":"@/-/files/0/a%20b.svg","alt":"a b.svg"},{"url":"@!"}],"url":"a b.svg"}`},
		{"IMAGE", `{"images":[{"caption":"url","url":"other.svg"}]}`, `{"images":[{"caption":"url","url":"other.svg"}]}`},
		{"TYPOGRAPHY", `{"fonts":[{"url":"url","files":[{"url":"url"}]}]}`, `{"fonts":[{"url":"url","files":[{"url":"@!"}]}]}`},
		{"PRESS_KIT", `{"logos":[{"url":"url"}]}`, `{"logos":[{"url":"url"}]}`},
		{"TEXT", `{"html":"<img src=\"url\"> <code>&lt;img src=\"url\"&gt;</code>"}`, `{"html":"<img src=\"@!\"> <code>&lt;img src=\"url\"&gt;</code>"}`},
		{"SNIPPET", `{"code":"<img src=\"url\">"}`, `{"code":"<img src=\"url\">"}`},
	} {
		var w jsonWriter
		w.content([]byte(tt.in), manual.Kind(tt.kind), paths)
		if got := strings.ReplaceAll(string(w), addressBlank, "@"); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.in, got, tt.want)
		}
	}
}
