package export

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// exports are the exported files of a token document.
var exports = []struct {
	name   string
	render func(*manual.TokenDocument) []byte
	empty  string // of a document without tokens
}{
	{"tokens.css", CSS, ":root {\n}\n"},
	{"tokens.scss", SCSS, "\n$color: ();\n\n$dimension: ();\n\n$font-family: ();\n\n$font-size: ();\n\n$duration: ();\n\n" +
		"$cubic-bezier: ();\n\n$radius: ();\n\n$shadow: ();\n\n$theme: ();\n\n$modes: ();\n"},
	{"tailwind.css", Tailwind, "@theme {\n}\n"},
	{"tokens.js", Module, emptyConstants("export const ", " = {\n};\n\n") +
		"export default { color, dimension, fontFamily, fontSize, duration, cubicBezier, radius, shadow, theme, modes };\n"},
	{"tokens.d.ts", Types, emptyConstants("export declare const ", ": {\n};\n\n") + "declare const tokens: {\n  readonly color: typeof color;\n" +
		"  readonly dimension: typeof dimension;\n  readonly fontFamily: typeof fontFamily;\n  readonly fontSize: typeof fontSize;\n" +
		"  readonly duration: typeof duration;\n  readonly cubicBezier: typeof cubicBezier;\n  readonly radius: typeof radius;\n" +
		"  readonly shadow: typeof shadow;\n  readonly theme: typeof theme;\n  readonly modes: typeof modes;\n};\n\nexport default tokens;\n"},
	{"palette.gpl", func(d *manual.TokenDocument) []byte { return GIMP(d, "Acme\n brand manual") }, "GIMP Palette\nName: Acme brand manual\nColumns: 0\n#\n"},
	{"shadcn.json", func(d *manual.TokenDocument) []byte { return Shadcn(d, "acme-guide", `"Acme"`) },
		`{"$schema":"https://ui.shadcn.com/schema/registry-item.json","name":"acme-guide","type":"registry:theme","title":"\"Acme\"","cssVars":{"theme":{},"light":{},"dark":{}}}`},
	{"design.yml", func(d *manual.TokenDocument) []byte { return DesignFrontMatter(d, "Acme", "How: it looks") },
		"version: \"alpha\"\nname: \"Acme\"\ndescription: \"How: it looks\"\nomitted:\n  - colors\n  - typography\n  - rounded\n  - spacing\n  - components\n"},
	{"figma.txt", figmaText, "base.tokens.json\n" + `{"color":{},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"radius":{},"$extensions":{"com.figma.modeName":"Base"}}` + "\n"},
	{"palette.ase", Adobe, "ASEF\x00\x01\x00\x00\x00\x00\x00\x00"},
}

// figmaText returns the files of figma.zip one after the other.
func figmaText(d *manual.TokenDocument) []byte {
	body := Figma(d)
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			panic(err)
		}
		out.WriteString(f.Name + "\n")
		if _, err := out.ReadFrom(r); err != nil {
			panic(err)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// Themes become those of shadcn/ui by their backgrounds. Colors of the manual stand
// beside its variables, and none replaces one of them, of Tailwind's or of the item's own.
func TestShadcnThemes(t *testing.T) {
	d, _ := document(t, page(
		"COLORS", `{"colors":[{"name":"Primary","hex":"#111"},{"name":"Sky","hex":"#0af"},{"name":"Text base","hex":"#123"},{"name":"Chart 1","hex":"#456"},`+
			`{"name":"Chart 1 color","hex":"#789"},{"name":"Radius s","hex":"#abc"}]}`,
		"RADII", `{"radii":[{"name":"S","value":2}]}`,
		"THEMES", `{"themes":[{"name":"Plain","colors":{"text":"#111"}},{"name":"Night","colors":{"background":"#000","primary":"#ff0"}},`+
			`{"name":"Day","colors":{"background":"#fff","surface":"#eee","text":"#222","text-muted":"#777","primary":"Sky","border":"#ccc"}},{"name":"Dusk","colors":{"background":"#111"}}]}`,
	))
	colors := `"primary-color":"#111111","sky":"#00aaff","text-base-color":"#112233","chart-1-color-2":"#445566","chart-1-color":"#778899","radius-s-color":"#aabbcc"}`
	want := `"cssVars":{"theme":{"radius-s":"2px"},"light":{"radius":"2px","background":"#ffffff","card":"#eeeeee","popover":"#eeeeee","secondary":"#eeeeee","muted":"#eeeeee",` +
		`"accent":"#eeeeee","foreground":"#222222","card-foreground":"#222222","popover-foreground":"#222222","secondary-foreground":"#222222","accent-foreground":"#222222",` +
		`"muted-foreground":"#777777","primary":"#00aaff","ring":"#00aaff","primary-foreground":"#000000","border":"#cccccc","input":"#cccccc",` + colors +
		`,"dark":{"background":"#000000","primary":"#ffff00","ring":"#ffff00","primary-foreground":"#000000",` + colors + `}}`
	if got := string(Shadcn(&d, "a", "A")); !strings.HasSuffix(got, want) {
		t.Errorf("%s\ndoes not end in\n%s", got, want)
	}
}

// Penpot has types of its own, a set and a theme for each theme, and no values but text.
func TestPenpot(t *testing.T) {
	d, _ := document(t, page(
		"COLORS", `{"colors":[{"name":"Blå","hex":"#0af8","use":"In {Brand}"}]}`, "SPACING", `{"steps":[1,"50%"]}`, "RADII", `{"radii":[{"name":"S","value":2}]}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Inter","fallbacks":["serif"]}]}`, "ELEVATION", `{"levels":[{"name":"High","value":"inset 0 1px 2px rgb(0 0 0 / 50%)"}]}`,
		"MOTION", `{"durations":[{"name":"Fast","value":1}]}`, "THEMES", `{"themes":[{"name":"Day","slug":"base","colors":{"text":"Blå"}},{"name":"Night","colors":{"border":"#000"}}]}`,
	))
	want := `{"base":{"color":{"bla":{"$value":"#00aaff88","$type":"color","$description":"In (Brand)"}},"dimension":{"1":{"$value":"1px","$type":"dimension"}},` +
		`"fontFamily":{"font":{"$value":["Inter","serif"],"$type":"fontFamilies"}},"fontSize":{},"radius":{"s":{"$value":"2px","$type":"borderRadius"}},` +
		`"shadow":{"high":{"$value":{"color":"#00000080","offsetX":"0px","offsetY":"1px","blur":"2px","spread":"0px","inset":true},"$type":"shadow"}}},` +
		`"base-2":{"theme":{"text":{"$value":"#00aaff88","$type":"color"},"border":{"$value":"#000000","$type":"color"}}},` +
		`"night":{"theme":{"border":{"$value":"#000000","$type":"color"},"text":{"$value":"#00aaff88","$type":"color"}}},` +
		`"$themes":[{"name":"Day","group":"","description":"","selectedTokenSets":{"base":"enabled","base-2":"enabled"}},` +
		`{"name":"Night","group":"","description":"","selectedTokenSets":{"base":"enabled","night":"enabled"}}],"$metadata":{"tokenSetOrder":["base","base-2","night"]}}`
	if got := string(Penpot(&d)); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
}

// A value in a mode that Figma and Penpot have no form for leaves its token out everywhere: the files of all
// modes have the same names, and none shows the value of another mode.
func TestUnsaidInAMode(t *testing.T) {
	d, _ := document(t, page(
		"RADII", `{"radii":[{"name":"Gone","value":4,"modes":{"dark":"1.25em"}},{"name":"Kept","value":4,"modes":{"dark":"1rem"}}]}`,
		"SPACING", `{"steps":[{"step":"away","value":"1em","modes":{"dark":"8px"}},{"step":"still","value":"2em"}]}`,
		"THEMES", `{"themes":[{"name":"Light"},{"name":"Dark"}]}`,
	))
	for name, file := range map[string]string{"figma.zip": string(Figma(&d)), "penpot.json": string(Penpot(&d))} {
		if strings.Contains(file, `"gone"`) || strings.Contains(file, `"away"`) || strings.Count(file, `"kept"`) < 2 {
			t.Errorf("%s: %s", name, file)
		}
	}
}

// Names for Figma and Penpot have the closest letters of ASCII.
func TestASCIINames(t *testing.T) {
	for name, want := range map[string]string{
		"acme-blue": "acme-blue", "blå": "bla", "straße-5": "strasse-5", "синий": "siniy", "αζούρ": "azoyr", "金赤": "u91d1u8d64", "ñ-œuvre": "n-oeuvre",
	} {
		if got := tokenize.ASCIIName(name); got != want {
			t.Errorf("%s became %s, want %s", name, got, want)
		}
	}
	names := asciiNames([]manual.Token{{Name: "blå"}, {Name: "blä"}, {Name: "bla"}})
	if got := names[0].Name + " " + names[1].Name + " " + names[2].Name; got != "bla-2 bla-3 bla" {
		t.Errorf("names that become alike are %s", got)
	}
}

// _brand.yml has the logos and the shared fonts that are files of the manual.
func TestBrand(t *testing.T) {
	m := page(
		"LOGO", `{"logos":[{"name":"Wordmark","url":"a b.svg","alt":"Acme: \"the\" <b>word</b>"},{"name":"Mark","url":"mark.svg"},{"name":"White","url":"a b.svg","background":"Night"},{"name":"Elsewhere","url":"https://x.example/a.svg"}]}`,
		"COLORS", `{"colors":[{"name":"Blå","hex":"#0af"},{"name":"Yes","hex":"#0f0"},{"name":"Color 50","hex":"#050"},{"name":"50","hex":"#060"},{"name":"Night","hex":"#012"}]}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Grotesk","usage":"Headings","files":[{"url":"own.woff2"}]},{"family":"Inter 4","usage":"Body","fallbacks":["serif"],"shared":true,`+
			`"files":[{"url":"inter.woff2","weight":"400"},{"url":"inter.woff2","weight":"100 900","style":"italic"},{"url":"inter.woff2","weight":"1000"}]}]}`,
		"THEMES", `{"themes":[{"name":"Day","colors":{"background":"#fff","text":"#111","primary":"Blå","border":"#ccc"}}]}`,
	)
	for _, name := range []string{"a b.svg", "mark.svg", "own.woff2", "inter.woff2"} {
		m.Files = append(m.Files, manual.File{Ref: name, Name: name})
	}
	d, _ := document(t, m)
	golden(t, "_brand.yml", BrandYAML(&d, Brand{Name: "Acme & co", Manual: m, Sections: parse(t, m), Address: "https://acme.example"}))
	empty := manual.NewTokenDocument()
	if got, want := string(BrandYAML(&empty, Brand{Name: "A", Manual: new(manual.Manual), Address: "https://a.example"})), "meta:\n  name: \"A\"\n  link: \"https://a.example\"\n"; got != want {
		t.Errorf("a brand without tokens is %q, want %q", got, want)
	}
}

func emptyConstants(before, after string) (text string) {
	for _, g := range manual.Groups {
		text += before + g.Name + after
	}
	return text + before + manual.GroupThemes + after + before + "modes" + after
}

func TestEmptyExports(t *testing.T) {
	d := manual.NewTokenDocument()
	for _, e := range exports {
		if got := string(e.render(&d)); got != e.empty {
			t.Errorf("%s without tokens is\n%q, want\n%q", e.name, got, e.empty)
		}
	}
}

// Font families and shadows keep their meaning in Sass.
func TestSassValues(t *testing.T) {
	for _, test := range []struct {
		kind        manual.TokenType
		value, want string
	}{
		{manual.FontFamilyToken, "'Source Sans 3', Arial", `#{"'Source Sans 3'"}, Arial`},
		{manual.FontFamilyToken, "Not Sans, serif", `#{"Not Sans"}, serif`},
		{manual.FontFamilyToken, "Black Ops One", `#{"Black Ops One"}`},
		{manual.FontFamilyToken, `'O\'R "x" #'`, `#{"'O\\'R \"x\" \#'"}`},
		{manual.ShadowToken, "0 1px 2px #000c", "0 1px 2px #000c"},
		{manual.ShadowToken, "#000 0 1px calc(1px + 2px)", `#{"\#000 0 1px calc(1px + 2px)"}`},
		{manual.CubicBezierToken, "cubic-bezier(0, 0, 1, 1)", "cubic-bezier(0, 0, 1, 1)"},
	} {
		if got := sassValue(test.kind, test.value); got != test.want {
			t.Errorf("%s became %s, want %s", test.value, got, test.want)
		}
	}
}

// A variable of Sass begins with no digit, which a custom property may.
func TestSassNames(t *testing.T) {
	d, _ := document(t, page("TOKENS", `{"title":"3D","tokens":[{"name":"Depth","type":"number","value":2}]}`))
	want := "$\\33 d-depth: 2;"
	if sass := string(SCSS(&d)); !strings.Contains(sass, want) || !strings.Contains(sass, "\n$\\33 d: (\n  \"depth\": $\\33 d-depth,\n);") {
		t.Errorf("%s\nwant %s", sass, want)
	}
}

// DESIGN.md has a primary color only where the manual names one, and keeps a color beside
// the role of its name.
func TestDesignColors(t *testing.T) {
	for _, test := range []struct{ colors, themes, want string }{
		{`{"name":"Error Red","hex":"#c00"},{"name":"Brand Blue","hex":"#0b5fff"}`, ``, "  error-red: \"#cc0000\"\n  brand-blue: \"#0b5fff\"\n"},
		{`{"name":"Text","hex":"#f0f"},{"name":"Primary","hex":"#0a0"},{"name":"Primary color","hex":"#111"},{"name":"Border","hex":"#00A"}`,
			`{"name":"Light","colors":{"background":"#fff","text":"#111","primary":"#00a","border":"#00a"}}`,
			"  background: \"#ffffff\"\n  text: \"#111111\"\n  primary: \"#0000aa\"\n  border: \"#0000aa\"\n" +
				"  text-color: \"#ff00ff\"\n  primary-color-2: \"#00aa00\"\n  primary-color: \"#111111\"\n"},
	} {
		d, _ := document(t, page("COLORS", `{"colors":[`+test.colors+`]}`, "THEMES", `{"themes":[`+test.themes+`]}`))
		_, got, _ := strings.Cut(string(DesignFrontMatter(&d, "A", "")), "colors:\n")
		if got != test.want {
			t.Errorf("%s %s became\n%swant\n%s", test.colors, test.themes, got, test.want)
		}
	}
}

// The front matter is YAML however long a name is.
func TestLongNamesInYAML(t *testing.T) {
	for _, length := range []int{1, 1021, 1022, 1023, 1024, 1025, 20_000} {
		for _, letter := range []string{"a", "å", "本"} {
			name := strings.Repeat(letter, length)
			d, _ := document(t, page("COLORS", `{"colors":[{"name":"`+name+`","hex":"#0b5fff"}]}`,
				"TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"`+name+`"}]}`,
				"TEXT_STYLES", `{"styles":[{"name":"`+name+`s","size":16}]}`))
			var read struct {
				Colors     map[string]string
				Typography map[string]map[string]any
			}
			text := DesignFrontMatter(&d, "A", "")
			if err := yaml.Unmarshal(text, &read); err != nil {
				t.Errorf("%d times %s: %v", length, letter, err)
			} else if read.Colors[name] != "#0b5fff" || read.Typography[name]["fontFamily"] != "Inter" ||
				read.Typography[name+"s"]["fontSize"] != "16px" {
				t.Errorf("%d times %s: the front matter has not all names", length, letter)
			}
		}
	}
}

// What is quoted is the same text to readers of YAML, JSON and JavaScript, whatever is in it.
func TestQuote(t *testing.T) {
	for c := rune(1); c <= 0xFFFF; c++ { // no document has NUL
		if c == 0x300 || c == 0x2070 { // only letters and signs follow
			c = map[rune]rune{0x300: 0x2000, 0x2070: 0xFD00}[c]
		}
		text := string([]rune{'a', c, 'b'})
		var fromYAML, fromJSON string
		if err := yaml.Unmarshal([]byte(Quote(text)), &fromYAML); err != nil || fromYAML != text {
			t.Fatalf("%U: YAML reads %q, %v", c, fromYAML, err)
		}
		if err := json.Unmarshal([]byte(Quote(text)), &fromJSON); err != nil || fromJSON != text {
			t.Fatalf("%U: JSON reads %q, %v", c, fromJSON, err)
		}
	}
}
