package difference

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// tokens returns the tokens of a manual with one section of blocks, each given as a kind and
// its content.
func tokens(t testing.TB, blocks ...string) *manual.TokenDocument {
	t.Helper()
	section := manual.Section{ID: "s"}
	for i := 0; i < len(blocks); i += 2 {
		section.Blocks = append(section.Blocks, manual.Block{ID: "b", Kind: manual.Kind(blocks[i]), Content: json.RawMessage(blocks[i+1])})
	}
	sections, err := content.Sections(&manual.Manual{Sections: []manual.Section{section}})
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := tokenize.Document(sections)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

// documents returns what is served of tokens: strings, and the structured form with modes.
func documents(d *manual.TokenDocument) [][]byte {
	structured := export.Structured(d)
	all := [][]byte{structured, export.Tokens(d)}
	if resolver, ok := export.Resolver(d); ok {
		all = append(all, resolver)
	}
	return all
}

func read(t testing.TB, documents ...[]byte) Set {
	t.Helper()
	s, err := Read(documents...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	light   = `{"name":"Light","colors":{"text":"#111111"}}`
	dark    = `{"name":"Dark","colors":{"text":"#eeeeee"}}`
	compact = `{"name":"Compact"}`
)

func themes(themes ...string) string { return `{"themes":[` + strings.Join(themes, ",") + `]}` }

// TestBetween compares pages, as tokens and as the documents that are served of them. Words
// are those of both ways, and asStrings those of the string documents alone.
func TestBetween(t *testing.T) {
	for _, test := range []struct {
		about         string
		before, after []string
		words         []string
		asStrings     []string // nil: the same
	}{
		{about: "nothing"},
		{
			about:  "the order and the spelling of a color are no difference",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#0B5FFF"},{"name":"B","hex":"#fff"}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"B","hex":"#ffffffff"},{"name":"A","hex":"#0b5fff"}]}`},
		},
		{
			about:  "added, removed, changed",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#0b5fff"},{"name":"B","hex":"#112233"},{"name":"C","hex":"#00000080"}]}`, "SPACING", `{"steps":[{"step":1,"value":8,"unit":"px"}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"A","hex":"#0b5ffe"},{"name":"C","hex":"#000000"},{"name":"D","hex":"#123456"}]}`, "SPACING", `{"steps":[{"step":1,"value":0.5,"unit":"rem"}]}`},
			words: []string{"token color.b is removed", "token color.d is added", "token color.a changes barely from #0b5fff to #0b5ffe",
				"token color.c changes visibly from #00000080 to #000000", "token dimension.1 changes from 8px to 0.5rem"},
		},
		{
			about:  "renamed, with its tints",
			before: []string{"COLORS", `{"colors":[{"name":"Blue","hex":"#0b5fff","tints":{"50":"#eeeeff"}},{"name":"Red","hex":"#e00"}]}`, "RADII", `{"radii":[{"name":"S","value":4}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"Red","hex":"#e00"},{"name":"Sky","hex":"#0b5fff","tints":{"50":"#eeeeff"}}]}`, "SPACING", `{"steps":[{"step":"s","value":4,"unit":"px"}]}`},
			words: []string{"token radius.s is removed", "token color.blue is renamed to color.sky", "token color.blue-50 is renamed to color.sky-50",
				"token dimension.s is added"},
		},
		{
			about:  "renamed, with a tint of its own value",
			before: []string{"COLORS", `{"colors":[{"name":"Blue","hex":"#0b5fff","tints":{"50":"#eeeeff","500":"#0b5fff"}}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"Sky","hex":"#0b5fff","tints":{"50":"#eeeeff","500":"#0b5fff"}}]}`},
			words: []string{"token color.blue is renamed to color.sky", "token color.blue-50 is renamed to color.sky-50",
				"token color.blue-500 is renamed to color.sky-500"},
		},
		{
			about:  "renamed, without the tint of its own value",
			before: []string{"COLORS", `{"colors":[{"name":"Blue","hex":"#0b5fff","tints":{"500":"#0b5fff"}}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"Sky","hex":"#0b5fff"}]}`},
			words:  []string{"token color.blue-500 is removed", "token color.blue is renamed to color.sky"},
		},
		{
			about:  "no rename where two have the value",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111"}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"B","hex":"#111"},{"name":"C","hex":"#111111"}]}`},
			words:  []string{"token color.a is removed", "token color.b is added", "token color.c is added"},
		},
		{
			about:  "no rename where two that are gone had the value",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111"},{"name":"B","hex":"#111"}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"C","hex":"#111"}]}`},
			words:  []string{"token color.a is removed", "token color.b is removed", "token color.c is added"},
		},
		{
			about:     "no rename where a mode has another value",
			before:    []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#eee"}}]}`, "THEMES", themes(light, dark)},
			after:     []string{"COLORS", `{"colors":[{"name":"B","hex":"#111","modes":{"dark":"#ddd"}}]}`, "THEMES", themes(light, dark)},
			words:     []string{"token color.a is removed", "token color.b is added"},
			asStrings: []string{"token color.a is renamed to color.b"},
		},
		{
			about:     "values in modes: changed, lost, won",
			before:    []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#eee"}},{"name":"B","hex":"#222","modes":{"dark":"#ddd"}},{"name":"C","hex":"#333333"}]}`, "THEMES", themes(light, dark)},
			after:     []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#aaa"}},{"name":"B","hex":"#222"},{"name":"C","hex":"#333","modes":{"dark":"#ccc"}}]}`, "THEMES", themes(light, dark)},
			words:     []string{"token color.b has no value in the mode dark any more", "token color.a in the mode dark changes visibly from #eeeeee to #aaaaaa", "token color.c in the mode dark changes visibly from #333333 to #cccccc"},
			asStrings: []string{},
		},
		{
			about:     "a mode without colors is new",
			before:    []string{"RADII", `{"radii":[{"name":"R","value":4}]}`, "THEMES", themes(light, dark)},
			after:     []string{"RADII", `{"radii":[{"name":"R","value":4,"modes":{"compact":2}}]}`, "THEMES", themes(light, dark, compact)},
			words:     []string{"mode compact is added"},
			asStrings: []string{},
		},
		{
			about:     "a mode without colors is gone",
			before:    []string{"RADII", `{"radii":[{"name":"R","value":4,"modes":{"compact":2}}]}`, "THEMES", themes(light, dark, compact)},
			after:     []string{"RADII", `{"radii":[{"name":"R","value":4}]}`, "THEMES", themes(light, dark)},
			words:     []string{"mode compact is removed"},
			asStrings: []string{},
		},
		{
			about:  "a theme is gone, another is new",
			before: []string{"THEMES", themes(light, dark)},
			after:  []string{"THEMES", themes(light, `{"name":"Night","colors":{"text":"#eeeeee"}}`)},
			words:  []string{"mode dark is removed", "token theme.dark.text is removed", "mode night is added", "token theme.night.text is added"},
		},
		{
			about:  "the theme at rest becomes another: values in both modes stay",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#eee"}}]}`, "THEMES", themes(light, dark)},
			after:  []string{"COLORS", `{"colors":[{"name":"A","hex":"#eee","modes":{"light":"#111"}}]}`, "THEMES", themes(dark, light)},
			words:  []string{"token color.a changes visibly from #111111 to #eeeeee"},
		},
		{
			about: "the theme at rest becomes another: a token without modes keeps its value in each",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#eee"}},
				{"name":"Bee","hex":"#222","tints":{"500":"#333"}}]}`, "THEMES", themes(light, dark)},
			after: []string{"COLORS", `{"colors":[{"name":"A","hex":"#eee","modes":{"light":"#111"}},
				{"name":"Bee","hex":"#222","tints":{"500":"#333"}}]}`, "THEMES", themes(dark, light)},
			words: []string{"token color.a changes visibly from #111111 to #eeeeee"},
		},
		{
			about:  "the theme at rest becomes another: a token without modes changes once",
			before: []string{"COLORS", `{"colors":[{"name":"Bee","hex":"#222"}]}`, "THEMES", themes(light, dark)},
			after:  []string{"COLORS", `{"colors":[{"name":"Bee","hex":"#444"}]}`, "THEMES", themes(dark, light)},
			words:  []string{"token color.bee changes visibly from #222222 to #444444"},
		},
		{
			about: "the theme at rest becomes another: one value is lost, one is the entry's own still",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","modes":{"dark":"#eee"}},
				{"name":"B","hex":"#222","modes":{"dark":"#ddd"}}]}`, "THEMES", themes(light, dark)},
			after: []string{"COLORS", `{"colors":[{"name":"A","hex":"#eee"},{"name":"B","hex":"#222"}]}`,
				"THEMES", themes(dark, light)},
			words: []string{
				"token color.a has no value in the mode light any more",
				"token color.a changes visibly from #111111 to #eeeeee",
				"token color.b in the mode dark changes visibly from #dddddd to #222222",
			},
			asStrings: []string{"token color.a changes visibly from #111111 to #eeeeee"},
		},
		{
			about:  "deprecated",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111"},{"name":"B","hex":"#222","deprecated":true},{"name":"C","hex":"#333"}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","deprecated":"Take C."},{"name":"B","hex":"#222","deprecated":"Gone soon."},{"name":"C","hex":"#333","deprecated":true}]}`},
			words: []string{"token color.a is deprecated: Take C.", "token color.b is deprecated with another sentence: Gone soon.",
				"token color.c is deprecated"},
			asStrings: []string{},
		},
		{
			about:  "a deprecation is taken back, has another sentence, and has none any more",
			before: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","deprecated":"Take C."},{"name":"B","hex":"#222","deprecated":"Take C."},{"name":"C","hex":"#333"},{"name":"D","hex":"#444","deprecated":"Take C."},{"name":"E","hex":"#555","deprecated":true}]}`},
			after:  []string{"COLORS", `{"colors":[{"name":"A","hex":"#111"},{"name":"B","hex":"#222","deprecated":"Take E."},{"name":"C","hex":"#333"},{"name":"D","hex":"#444","deprecated":true},{"name":"E","hex":"#555","deprecated":true}]}`},
			words: []string{"token color.b is deprecated with another sentence: Take E.", "token color.d is deprecated without a sentence now",
				"token color.a is no longer deprecated"},
			asStrings: []string{},
		},
		{
			about:     "another type",
			before:    []string{"TOKENS", `{"title":"Layout","tokens":[{"name":"Width","type":"number","value":60}]}`},
			after:     []string{"TOKENS", `{"title":"Layout","tokens":[{"name":"Width","type":"dimension","value":"60rem"}]}`},
			words:     []string{"token layout.width was a number and is a dimension"},
			asStrings: []string{},
		},
		{
			about: "values of every other type",
			before: []string{"TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"Body"}]}`, "MOTION", `{"durations":[{"name":"D","value":100}],"easings":[{"name":"E","value":"ease"}]}`,
				"TEXT_STYLES", `{"styles":[{"name":"H","size":"40px","weight":700,"lineHeight":1.2,"letterSpacing":"1px"}]}`,
				"GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(#000000 0%, #ffffff 100%)"}]}`,
				"TOKENS", `{"title":"Layer","tokens":[{"name":"W","type":"fontWeight","value":700},{"name":"B","type":"border","value":"1px solid #000000"},{"name":"T","type":"transition","value":"100ms linear 0ms"},{"name":"S","type":"strokeStyle","value":"solid"}]}`},
			after: []string{"TYPOGRAPHY", `{"fonts":[{"family":"Arial","usage":"Body"}]}`, "MOTION", `{"durations":[{"name":"D","value":"0.2s"}],"easings":[{"name":"E","value":"linear"}]}`,
				"TEXT_STYLES", `{"styles":[{"name":"H","size":"40px","weight":500,"lineHeight":1.2,"letterSpacing":"1px"}]}`,
				"GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(#000000 0%, #ffffff 50%)"}]}`,
				"TOKENS", `{"title":"Layer","tokens":[{"name":"W","type":"fontWeight","value":400},{"name":"B","type":"border","value":"2px solid #000000"},{"name":"T","type":"transition","value":"200ms linear 0ms"},{"name":"S","type":"strokeStyle","value":"dotted"}]}`},
			words: []string{
				"token fontFamily.body changes from Inter to Arial", "token duration.d changes from 100ms to 200ms",
				"token cubicBezier.e changes from cubic-bezier(0.25, 0.1, 0.25, 1) to cubic-bezier(0, 0, 1, 1)",
				"token text.h changes from 700 40px/1.2 Inter 1px to 500 40px/1.2 Arial 1px",
				"token gradient.g changes from linear-gradient(#000000 0%, #ffffff 100%) to linear-gradient(#000000 0%, #ffffff 50%)",
				"token layer.w changes from 700 to 400", "token layer.b changes from 1px solid #000000 to 2px solid #000000",
				"token layer.t changes from 100ms cubic-bezier(0, 0, 1, 1) 0ms to 200ms cubic-bezier(0, 0, 1, 1) 0ms", "token layer.s changes from solid to dotted",
			},
			asStrings: []string{
				"token fontFamily.body changes from Inter to Arial", "token duration.d changes from 100ms to 200ms",
				"token cubicBezier.e changes from cubic-bezier(0.25, 0.1, 0.25, 1) to cubic-bezier(0, 0, 1, 1)",
			},
		},
	} {
		before, after := tokens(t, test.before...), tokens(t, test.after...)
		check := func(way string, got Difference, want []string) {
			if words := got.Words(); !slices.Equal(words, want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", test.about, way, strings.Join(words, "\n"), strings.Join(want, "\n"))
			}
		}
		check("as tokens", Between(Of(before), Of(after)), test.words)
		check("as documents", Between(read(t, documents(before)...), read(t, documents(after)...)), test.words)
		asStrings := test.asStrings
		if asStrings == nil {
			asStrings = test.words
		}
		check("as strings", Between(read(t, export.Tokens(before)), read(t, export.Tokens(after))), asStrings)
		check("as strings against documents", Between(read(t, export.Tokens(after)), read(t, export.Tokens(after))), nil)
	}
}

// A set of the structured form alone has the values of the strings.
func TestFormsAgree(t *testing.T) {
	d := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#0B5FFF80","modes":{"dark":"#eee"}}]}`, "RADII", `{"radii":[{"name":"R","value":"0.5rem"}]}`,
		"ELEVATION", `{"levels":[{"name":"S","value":"inset 0px 1px 2px 0px #000000, 0px 2px 4px 0px #11223344"}]}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Source Sans 3","usage":"Body","fallback":["Arial","sans-serif"]}],"scale":{"base":16,"ratio":1.25}}`,
		"THEMES", themes(`{"name":"Light","colors":{"text":"A"}}`, dark))
	structured := export.Structured(d)
	resolver, _ := export.Resolver(d)
	strings := read(t, export.Tokens(d))
	for name, set := range map[string]Set{"structured": read(t, structured), "resolver": read(t, resolver)} {
		difference := Between(strings, set)
		if words := difference.Words(); len(words) > 0 {
			t.Errorf("%s: %q", name, words)
		}
	}
}

func TestForms(t *testing.T) {
	before := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#0b5fff"},{"name":"B","hex":"#112233","modes":{"dark":"#445566"}},{"name":"C","hex":"#777777"},{"name":"D","hex":"#888888"}]}`, "THEMES", themes(light, dark, compact),
		"RADII", `{"radii":[{"name":"S","value":4,"modes":{"compact":2}}]}`,
		"TOKENS", `{"title":"Layout","tokens":[{"name":"Width","type":"number","value":60}]}`)
	after := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#0b5ffe"},{"name":"B","hex":"#112233"},{"name":"E","hex":"#777777"},{"name":"F","hex":"#999999","modes":{"dark":"#aaaaaa"},"deprecated":"Use <b>A</b>."}]}`, "THEMES", themes(light, dark),
		"TOKENS", `{"title":"Layout","tokens":[{"name":"Width","type":"dimension","value":"60rem"}]}`, "RADII", `{"radii":[{"name":"S","value":4},{"name":"R","value":4}]}`)
	d := Between(Of(before), Of(after))
	written, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"added":[{"token":"color.f","group":"color","type":"color","value":"#999999","modes":[{"mode":"dark","value":"#aaaaaa"}]},` +
		`{"token":"radius.r","group":"radius","type":"dimension","value":"4px"}],` +
		`"removed":[{"token":"color.d","group":"color","type":"color","value":"#888888"},{"token":"color.b","group":"color","type":"color","mode":"dark","value":"#445566"}],` +
		`"renamed":[{"from":"color.c","to":"color.e","group":"color","type":"color","value":"#777777"}],` +
		`"changed":[{"token":"color.a","group":"color","type":"color","from":"#0b5fff","to":"#0b5ffe","distance":0.0015,"looks":"barely"}],` +
		`"kinds":[{"token":"layout.width","group":"layout","from":"number","to":"dimension","fromValue":"60","toValue":"60rem"}],` +
		`"deprecated":[],"modes":{"added":[],"removed":["compact"]}}`
	if string(written) != want {
		t.Errorf("the JSON is\n%s\nwant\n%s", written, want)
	}
	var again Difference
	if err := json.Unmarshal(written, &again); err != nil || !reflect.DeepEqual(again, d) {
		t.Errorf("read again it is %+v, %v", again, err)
	}
	const markdown = "- mode compact is removed\n- token color.d is removed\n- token color.b has no value in the mode dark any more\n" +
		"- token color.c is renamed to color.e\n- token layout.width was a number and is a dimension\n" +
		"- token color.f is added\n- token radius.r is added\n- token color.a changes barely from \\#0b5fff to \\#0b5ffe\n"
	if got := d.Markdown(); got != markdown {
		t.Errorf("the Markdown is\n%s", got)
	}
	if !d.Breaking() {
		t.Error("it breaks nothing")
	}
}

// TestReadErrors has documents that are none, and a part of the error.
func TestReadErrors(t *testing.T) {
	for document, want := range map[string]string{
		``:                                      "1:1: ",
		`[]`:                                    "1:1: expected a token document",
		"{\n \"a\": 1}":                         "2:7: a: expected a token or a group of tokens",
		`{"a":{"$value":"x"}}`:                  "1:6: a: expected a group of tokens, found a token",
		`{"a":{"b":{"$value":"x"}`:              "1:",
		`{"a":{},"a":{}}`:                       "1:9: ",
		`{"sets":{}}`:                           "1:9: expected the set base",
		`{"name":"x","dependencies":{"a":"1"}}`: "1:9: name: expected a token or a group",
	} {
		if _, err := Read([]byte(document)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", document, err, want)
		}
	}
	if _, err := Read(); err == nil {
		t.Error("no document is a set")
	}
}

// FuzzBetween compares any two documents. Nothing is lost: each token is in the other set, or
// in the difference, once.
func FuzzBetween(f *testing.F) {
	d := tokens(f, "COLORS", `{"colors":[{"name":"A","hex":"#0b5fff","modes":{"dark":"#eee"}}]}`, "THEMES", themes(light, dark), "GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(#000, #fff)"}]}`)
	for _, document := range documents(d) {
		f.Add(document, document)
		f.Add(document, export.Tokens(d))
	}
	f.Add([]byte(`{"a":{"b":{"$value":"{a.b}","$type":"color"}}}`), []byte(`{"a":{"c":{"$value":null}}}`))
	f.Add([]byte("{\"a\":{\"`b\":{\"$value\":\"`\"}}}"), []byte(`{"a":{"b":{"$value":{"colorSpace":"srgb","components":[1e99,0,0]},"$type":"color"}}}`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		before, err := Read(first)
		if err != nil {
			return
		}
		if same := Between(before, before); len(same.Words()) > 0 {
			t.Fatalf("a set differs from itself: %q", same.Words())
		}
		after, err := Read(second)
		if err != nil {
			return
		}
		d := Between(before, after)
		if (len(d.Words()) == 0) != (d.Markdown() == "") {
			t.Fatalf("the words are %q, the Markdown is %q", d.Words(), d.Markdown())
		}
		gone := len(d.Renamed)
		for _, token := range d.Removed {
			if token.Mode == "" {
				gone++
			}
		}
		if got := len(before.values) - gone + len(d.Added) + len(d.Renamed); got != len(after.values) {
			t.Fatalf("%d tokens without %d and with %d make %d, want %d", len(before.values), gone, len(d.Added), got, len(after.values))
		}
	})
}

// Strings say nothing of deprecations, so that none is taken back where one of two documents has strings alone.
func TestDeprecationsOfStrings(t *testing.T) {
	d := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#111","deprecated":"Take B."}]}`)
	if got := Between(Of(d), read(t, export.Tokens(d))); got.Words() != nil {
		t.Errorf("the difference is %q", got.Words())
	}
}

// The summary counts each change of a deprecation.
func TestSummaryOfDeprecations(t *testing.T) {
	before := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#111","deprecated":true},{"name":"B","hex":"#222","deprecated":true},{"name":"C","hex":"#333"}]}`)
	after := tokens(t, "COLORS", `{"colors":[{"name":"A","hex":"#111"},{"name":"B","hex":"#222","deprecated":"Take A."},{"name":"C","hex":"#333","deprecated":true}]}`)
	d := Between(Of(before), Of(after))
	if got := d.Summary(); got != "1 deprecated, 1 deprecated with another sentence, 1 no longer deprecated" {
		t.Errorf("the summary is %q", got)
	}
}
