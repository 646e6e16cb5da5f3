package content_test

import (
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A text is a path of a file only where it clearly is one.
func TestIsPath(t *testing.T) {
	for text, want := range map[string]bool{
		"pictures/detail.png": true, "./sheet.pdf": true, "../bilder/größe.JPG": true, "資料/紋.svg": true, "a/b/c%20d.woff2": true, "v1.2/": false,
		"and/or": false, "24/7": false, "a.b": false, "km/h": false, "PNG/SVG": false, "c/o Müller": false, "z.B./d.h.": false, "1/3.5": false,
		"detail.png": false, "dist/tokens.css": false, "src/Button.tsx": false, "acme.example/press.pdf": false, "www.acme.example/a.png": false,
		"@acme/icons/gate.svg": false, "https://acme.example/a.png": false, "/a/b.png": false, "~/a/b.png": false, "Use it in print/press.pdf": false,
		"icons/*.svg": false, "logo/{name}.svg": false, "und/oder.": false, "": false, ".": false,
	} {
		if got := content.IsPath(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// Own keys are those that the table of kinds does not have, at any depth.
func TestReplaceOwn(t *testing.T) {
	const block = `{"title":"a/t.png","intro":"a/i.png","kit":{"sheet":"a/s.pdf","list":["a/l.png","and/or"]},"colors":[{"name":"a/n.png","sample":"a/x.png","modes":{"night":"a/m.png"}}]}`
	parsed, err := content.Parse([]byte(block))
	if err != nil {
		t.Fatal(err)
	}
	replaced := content.ReplaceAddresses(manual.Colors, parsed, func(ref string) string { return "served " + ref })
	const want = `{"title":"a/t.png","intro":"a/i.png","kit":{"sheet":"served a/s.pdf","list":["served a/l.png","and/or"]},"colors":[{"name":"a/n.png","sample":"served a/x.png","modes":{"night":"a/m.png"}}]}`
	if got := string(replaced.Append(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := string(parsed.Append(nil)); got != block {
		t.Errorf("the value itself became %s", got)
	}
}
