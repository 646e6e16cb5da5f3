package export

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// valueInDocument renders a token and returns its structured $value, empty if
// it is left out.
func valueInDocument(t *testing.T, group, value string) string {
	t.Helper()
	d := manual.NewTokenDocument()
	g := &d.Groups[slices.IndexFunc(d.Groups[:], func(g manual.TokenGroup) bool { return g.Name == group })]
	g.Tokens = []manual.Token{{Name: "x", Value: value, Section: "s", Block: "b"}}
	body, notes := Structured(&d), StructuredNotes(&d)
	checkStructured(t, body)
	_, after, ok := strings.Cut(string(body), `"x":{"$value":`)
	if !ok {
		if len(notes) != 1 || notes[0].Code != manual.NoteUnstructured || notes[0].Token != group+".x" || notes[0].Block != "b" || notes[0].Section != "s" {
			t.Errorf("%s %q is left out with the notes %v", group, value, notes)
		}
		return ""
	}
	got, _, ok := strings.Cut(after, `,"$type":"`+string(g.Type)+`"}`)
	if !ok || len(notes) != 0 {
		t.Errorf("%s %q: %s %v", group, value, body, notes)
	}
	return got
}

// Values of the structured form (Design Tokens Format Module 2025.10, sections
// 8 and 9).
func TestStructuredValues(t *testing.T) {
	const (
		black  = `{"colorSpace":"srgb","components":[0,0,0],"hex":"#000000"}`
		zero   = `{"value":0,"unit":"px"}`
		one    = `{"value":1,"unit":"px"}`
		two    = `{"value":2,"unit":"px"}`
		offset = `,"offsetX":` + zero + `,"offsetY":` + one
	)
	for _, test := range []struct{ group, value, want string }{
		{"color", "#0B5FFF", `{"colorSpace":"srgb","components":[0.04314,0.37255,1],"hex":"#0b5fff"}`},
		{"color", "#0B5FFF80", `{"colorSpace":"srgb","components":[0.04314,0.37255,1],"alpha":0.50196,"hex":"#0b5fff"}`},
		{"color", "#00000000", `{"colorSpace":"srgb","components":[0,0,0],"alpha":0,"hex":"#000000"}`},
		{"color", "#000000FF", black},
		{"color", "red", ""},
		{"dimension", "2.5px", `{"value":2.5,"unit":"px"}`},
		{"radius", "0px", zero},
		{"fontSize", "1.25rem", `{"value":1.25,"unit":"rem"}`},
		{"fontSize", "1" + strings.Repeat("0", 53) + "px", `{"value":1` + strings.Repeat("0", 53) + `,"unit":"px"}`},
		{"radius", "50%", ""},
		{"radius", "1em", ""},
		{"duration", "150ms", `{"value":150,"unit":"ms"}`},
		{"duration", "1.5s", `{"value":1.5,"unit":"s"}`},
		{"duration", "1.5h", ""},
		{"cubicBezier", "cubic-bezier(0.2, -1, 0, 1.5)", `[0.2,-1,0,1.5]`},
		{"cubicBezier", "cubic-bezier(0.2, 0, 0)", ""},
		{"cubicBezier", "steps(4)", ""},
		{"fontFamily", "Inter", `"Inter"`},
		{"fontFamily", `'O\'Reilly'`, `"O'Reilly"`},
		{"fontFamily", "'Source Sans 3', Helvetica Neue, sans-serif", `["Source Sans 3","Helvetica Neue","sans-serif"]`},
		{"fontFamily", "'A, B', C", `["A, B","C"]`},
		{"shadow", "0 1px #000", `{"color":` + black + offset + `,"blur":` + zero + `,"spread":` + zero + `}`},
		{"shadow", "0 1px 2px 1px Black", `{"color":` + black + offset + `,"blur":` + two + `,"spread":` + one + `}`},
		{"shadow", "inset 0 1px 2px #000", `{"color":` + black + offset + `,"blur":` + two + `,"spread":` + zero + `,"inset":true}`},
		{"shadow", "#000 0 1px 2px INSET", `{"color":` + black + offset + `,"blur":` + two + `,"spread":` + zero + `,"inset":true}`},
		{"shadow", "#000 inset 0 +1PX", `{"color":` + black + offset + `,"blur":` + zero + `,"spread":` + zero + `,"inset":true}`},
		{"shadow", "0 -.5rem transparent", `{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":0,"hex":"#000000"},"offsetX":` + zero +
			`,"offsetY":{"value":-0.5,"unit":"rem"},"blur":` + zero + `,"spread":` + zero + `}`},
		{"shadow", "0 1px #000, 0 1px rgb(0, 0, 0)", `[{"color":` + black + offset + `,"blur":` + zero + `,"spread":` + zero +
			`},{"color":` + black + offset + `,"blur":` + zero + `,"spread":` + zero + `}]`},
		{"shadow", "in\u017fet 0 1px #000", ""},
		{"shadow", "none", `{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":0,"hex":"#000000"},"offsetX":` + zero + `,"offsetY":` + zero +
			`,"blur":` + zero + `,"spread":` + zero + `}`},
		{"shadow", "0 +-1px #000", ""},
		{"shadow", "0 1px", ""},      // without a color
		{"shadow", "1px #000", ""},   // one length
		{"shadow", "0 1 #000", ""},   // a length without a unit
		{"shadow", "0 1em #000", ""}, // a unit that the format does not have
		{"shadow", "0 1px -1px #000", ""},
		{"shadow", "0 1px 2px 3px 4px #000", ""},
		{"shadow", "0 #000 1px", ""},
		{"shadow", "0 1px #000 red", ""},
		{"shadow", "inset 0 1px #000 inset", ""},
		{"shadow", "0 1px var(--x)", ""},
		{"shadow", "0 1px #000,", ""},
		{"shadow", "", ""},
	} {
		if got := valueInDocument(t, test.group, test.value); got != test.want {
			t.Errorf("%s %q became\n%s, want\n%s", test.group, test.value, got, test.want)
		}
	}
}

// Text in braces would be a reference to token tools, wherever it is.
func TestStructuredText(t *testing.T) {
	d := manual.NewTokenDocument()
	d.Groups[manual.ColorGroup].Tokens = []manual.Token{{
		Name: "x", Value: "#000000", Description: "As {color.y} in $x", Anchor: "a",
		Deprecated: manual.Deprecation{Set: true, Reason: "Use }{y}"},
	}}
	body := Structured(&d)
	want := `"$description":"As (color.y) in $x","$deprecated":"Use )(y)","$extensions":{"app.designmanual":{"anchor":"a"}}`
	if !strings.Contains(string(body), want) {
		t.Errorf("%s\ndoes not have %s", body, want)
	}
}

func TestResolver(t *testing.T) {
	light := manual.Theme{Slug: "light", Colors: []manual.Token{{Name: "text", Value: "#000000"}}}
	dark := manual.Theme{Slug: "dark", Colors: []manual.Token{{Name: "border", Value: "#ff0000"}, {Name: "text", Value: "#ffffff"}}}
	dim := manual.Theme{Slug: "dim", Colors: []manual.Token{{Name: "border", Value: "#00ff00"}}}
	d := manual.NewTokenDocument()
	for _, themes := range [][]manual.Theme{nil, {light}} {
		d.Themes = themes
		if body, ok := Resolver(&d); ok || body != nil {
			t.Errorf("%d themes make a resolver document: %s", len(themes), body)
		}
	}
	d.Groups[manual.ColorGroup].Tokens = []manual.Token{{Name: "blå", Value: "#0000ff"}}
	d.Groups[manual.RadiusGroup].Tokens = []manual.Token{{Name: "pill", Value: "50%"}}
	d.Themes = []manual.Theme{light, dark, dim}
	body, ok := Resolver(&d)
	color := func(components, hex string) string {
		return `{"$value":{"colorSpace":"srgb","components":[` + components + `],"hex":"` + hex + `"},"$type":"color"}`
	}
	want := `{"version":"2025.10","sets":{"base":{"sources":[{"color":{"blå":` + color("0,0,1", "#0000ff") +
		`},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"cubicBezier":{},"radius":{},"shadow":{}}]}},` +
		`"modifiers":{"theme":{"contexts":{` +
		`"light":[{"theme":{"text":` + color("0,0,0", "#000000") + `,"border":` + color("1,0,0", "#ff0000") + `}}],` +
		`"dark":[{"theme":{"border":` + color("1,0,0", "#ff0000") + `,"text":` + color("1,1,1", "#ffffff") + `}}],` +
		`"dim":[{"theme":{"border":` + color("0,1,0", "#00ff00") + `,"text":` + color("0,0,0", "#000000") + `}}]},"default":"light"}},` +
		`"resolutionOrder":[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]}`
	if !ok || string(body) != want {
		t.Errorf("the resolver document is\n%s, want\n%s", body, want)
	}
}

// A color of a mode that lacks what the color at rest has is filled up in the resolver document.
func TestResolverFillsColors(t *testing.T) {
	d, _ := document(t, page(
		"TOKENS", `{"title":"Glow","tokens":[{"name":"a","type":"color","value":{"colorSpace":"display-p3","components":[1,0,0],"alpha":0.5},"modes":{"dark":{"colorSpace":"display-p3","components":[0,1,0]}}}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"text":"#000"}},{"name":"Dark","colors":{"text":"#fff"}}]}`,
	))
	body, _ := Resolver(&d)
	if want := `{"colorSpace":"display-p3","components":[0,1,0],"alpha":1}`; !json.Valid(body) || !strings.Contains(string(body), want) {
		t.Errorf("%s, want %s", body, want)
	}
}

// A text style without a line height has one in the structured form, which a note says.
func TestStructuredLineHeight(t *testing.T) {
	for _, height := range []string{"", "1.5"} {
		d := manual.NewTokenDocument()
		d.Further = []manual.TokenGroup{{Name: "text", Type: manual.TypographyToken, Tokens: []manual.Token{
			{Name: "body", Value: "16px Inter", Style: &manual.TextStyle{Family: "Inter", Size: "16px", LineHeight: height}}}}}
		body, notes := Structured(&d), StructuredNotes(&d)
		if want := `"lineHeight":` + cmp.Or(height, "1.2"); !strings.Contains(string(body), want) {
			t.Errorf("%q: found %s, want %s", height, body, want)
		}
		if height != "" && len(notes) > 0 || height == "" && (len(notes) != 1 || !strings.Contains(notes[0].Text, "has the line height 1.2")) {
			t.Errorf("%q: found the notes %v", height, notes)
		}
	}
}

// A note says what of a gradient the structured form has no place for.
func TestGradientNotes(t *testing.T) {
	for _, test := range []struct{ value, lost, at string }{
		{"linear-gradient(red, blue)", "", "0 1"},
		{"linear-gradient(90deg, red, blue)", "angle and shape", "0 1"},
		{"radial-gradient(red, blue)", "angle and shape", "0 1"},
		{"linear-gradient(in oklch, red, blue)", "color space", "0 1"},
		{"linear-gradient(in oklch longer hue, red, blue)", "color space", "0 1"},
		{"linear-gradient(45deg in oklab, red, blue)", "angle and shape and its color space", "0 1"},
		{"linear-gradient(in hsl to right, red, blue)", "angle and shape and its color space", "0 1"},
		{"linear-gradient(red -10%, blue 120%)", "positions below 0% or above 100%", "0 1"},
		{"linear-gradient(red -10%, lime, blue)", "positions below 0% or above 100%", "0 0.45 1"},
		{"linear-gradient(in oklch, red, blue 120%)", "color space and its positions below 0% or above 100%", "0 1"},
	} {
		d, _ := document(t, page("GRADIENTS", `{"gradients":[{"name":"G","value":"`+test.value+`"}]}`))
		want := ""
		if test.lost != "" {
			want = "The token gradient.g is in the 2025.10 document without its " + test.lost + ", for which the format has no place."
		}
		found := ""
		for _, note := range StructuredNotes(&d) {
			found += note.Text
		}
		if found != want {
			t.Errorf("%s: the note is %q, want %q", test.value, found, want)
		}
		var at []string
		for _, position := range regexp.MustCompile(`"position":([\d.]+)`).FindAllStringSubmatch(string(Structured(&d)), -1) {
			at = append(at, position[1])
		}
		if strings.Join(at, " ") != test.at {
			t.Errorf("%s: the positions are %v, want %s", test.value, at, test.at)
		}
	}
}

// A note says what the resolver document lacks of a gradient in a mode alone.
func TestGradientNotesInModes(t *testing.T) {
	d, _ := document(t, page("GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(red, blue)","modes":{"dark":"linear-gradient(red, blue 120%)"}}]}`,
		"THEMES", `{"themes":[{"name":"Light"},{"name":"Dark"}]}`))
	const want = "The value of the token gradient.g in the mode dark is in the resolver document without its positions below 0% or above 100%, for which the format has no place."
	if notes := StructuredNotes(&d); len(notes) != 1 || notes[0].Text != want {
		t.Errorf("the notes are %v", notes)
	}
}
