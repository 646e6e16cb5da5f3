package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// A testManual is the document of a manual with blocks, given as a kind and its content,
// each in a section of its own.
func testManual(blocks ...string) string {
	var sections []string
	for i := 0; i < len(blocks); i += 2 {
		sections = append(sections, fmt.Sprintf(`{"id":"s%d","anchor":"s%[1]d","title":"Section %[1]d","content":{},"blocks":[{"id":"b%[1]d","anchor":"b%[1]d","type":%q,"content":%s}]}`, i/2, blocks[i], blocks[i+1]))
	}
	return fmt.Sprintf(`{"slug":"guide","url":"https://acme.example","title":"Acme","visibility":"public","sections":[%s]}`, strings.Join(sections, ","))
}

// use calls a tool and returns the text of its answer.
func use(t *testing.T, document, tool, arguments string) string {
	t.Helper()
	_, answer, err := sendTo(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments),
		manual.Readable{Name: "acme", URL: "https://acme.example", Read: func(manual.DocumentKind) ([]byte, error) { return []byte(document), nil }})
	var call struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if wrong := json.Unmarshal([]byte(answer), &call); err != nil || wrong != nil || len(call.Result.Content) != 1 {
		t.Fatalf("%s %s: %s, %v, %v", tool, arguments, answer, err, wrong)
	}
	return call.Result.Content[0].Text
}

// One call gives each logo, font and download with what one needs to use it.
func TestFiles(t *testing.T) {
	document := testManual(
		"LOGO", `{"title":"Forms","intro":"<p>The bird.</p>","logos":[{"name":"Bird, white","url":"https://acme.example/-/files/1/bird.svg","alt":"A bird","background":"Navy","clearSpace":0.5,"minWidth":"24px",`+
			`"files":[{"url":"https://acme.example/-/files/2/bird.png","label":"PNG"}]},{"name":"Bird","url":"https://acme.example/-/files/3/bird-navy.svg","background":"#fff"}]}`,
		"COLORS", `{"colors":[{"name":"Navy","hex":"#0B2244"}]}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"Body","files":[{"url":"https://acme.example/-/files/4/inter.woff2","weight":"400","style":"italic"}]},{"family":"Arial"}]}`,
		"DOWNLOADS", `{"files":[{"name":"Slides","url":"https://acme.example/-/files/5/slides.pptx","size":"12"}]}`,
		"ICONS", `{"icons":[{"name":"Boat","url":"https://acme.example/-/files/6/boat.svg"}]}`,
	)
	for _, test := range []struct{ arguments, want string }{
		{`{"kind":"logo"}`, `{"files":[{"alt":"A bird","clearSpace":"0.5","format":"SVG","ground":"Navy #0B2244 (dark)","kind":"logo","manual":"acme.example","minWidth":"24px","name":"Bird, white","note":"The bird.",` +
			`"others":[{"format":"PNG","label":"PNG","url":"https://acme.example/-/files/2/bird.png"}],"place":"https://acme.example#b0","section":"Section 0","url":"https://acme.example/-/files/1/bird.svg"},` +
			`{"format":"SVG","ground":"#ffffff (light)","kind":"logo","manual":"acme.example","name":"Bird","note":"The bird.","place":"https://acme.example#b0","section":"Section 0","url":"https://acme.example/-/files/3/bird-navy.svg"}]}`},
		{`{"kind":"Fonts"}`, `{"files":[{"kind":"font","manual":"acme.example","name":"Inter","others":[{"format":"WOFF2","label":"400 italic","url":"https://acme.example/-/files/4/inter.woff2"}],` +
			`"place":"https://acme.example#b2","section":"Section 2","use":"Body"}]}`},
		{`{"kind":"video"}`, `{"files":[],"more":"there is no such file; list_manuals says which kinds there are"}`},
		{`{"kind":"press kit"}`, `kind: expected logo, font, icon, image, video, download, found "press kit"`},
	} {
		if got := use(t, document, "files", test.arguments); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.arguments, got, test.want)
		}
	}
	all := use(t, document, "files", `{}`)
	for _, want := range []string{`"name":"Bird"`, `"name":"Inter"`, `"name":"Slides"`} {
		if !strings.Contains(all, want) || strings.Contains(all, "Boat") {
			t.Errorf("without a kind: %s", all)
		}
	}
	var logos []string
	for i := range 15 {
		logos = append(logos, fmt.Sprintf(`{"name":"Form %d","url":"https://acme.example/-/files/%d/form.svg","alt":%q,"background":"#fff","clearSpace":0.5}`, i, i, strings.Repeat("a", 200)))
	}
	many := use(t, testManual("LOGO", `{"logos":[`+strings.Join(logos, ",")+`]}`), "files", `{}`)
	if !strings.Contains(many, `{"clearSpace":"0.5","format":"SVG","ground":"#ffffff (light)","kind":"logo","name":"Form 14","section":"Section 0","url":"https://acme.example/-/files/14/form.svg"}`) ||
		!strings.Contains(many, `"more":"with kind each file has`) {
		t.Errorf("one call does not give all of fifteen logos: %s", many)
	}
	if got := use(t, document, "list_manuals", `{}`); !strings.Contains(got, `"files":{"download":1,"font":1,"icon":1,"logo":2}`) {
		t.Error(got)
	}
}

// A question is answered in each language that has words: documents do not tell theirs.
func TestSearchInLanguages(t *testing.T) {
	document := testManual("LOGO", `{"logos":[{"name":"Forte","url":"https://acme.example/-/files/1/a.svg"}]}`,
		"COLORS", `{"colors":[{"name":"Nacht","hex":"#0B2244"}]}`, "TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"Alles"}]}`)
	for question, place := range map[string]string{
		"Schriftart": "https://acme.example#b2", "Farbe": "https://acme.example#b1", "ロゴ": "https://acme.example#b0", "blau": "https://acme.example#b1", "typeface": "https://acme.example#b2",
	} {
		if got := use(t, document, "search", `{"query":"`+question+`"}`); !strings.Contains(got, place) {
			t.Errorf("%s: %s", question, got)
		}
	}
}

// The pages of a check cost one check, and what is found is bounded.
func TestCheckCodePages(t *testing.T) {
	document := testManual("COLORS", `{"colors":[{"name":"Navy","hex":"#0B2244"}]}`)
	text := strings.Repeat(" #123456", 2000)
	arguments := fmt.Sprintf(`{"text":"a{color:%s}","from":%%d}`, text)
	if got := use(t, document, "check_code", fmt.Sprintf(arguments, maxFindings)); !strings.Contains(got, "only the first 1000 findings are listed") {
		t.Error(got)
	}
	if got := use(t, document, "check_code", fmt.Sprintf(`{"text":%q}`, strings.Repeat("a", maxCode+1))); !strings.Contains(got, "text: expected at most 65536 bytes") {
		t.Error(got)
	}
}
