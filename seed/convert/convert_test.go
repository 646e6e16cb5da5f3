package convert_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/convert"
	"designmanual/seed/source"
	"designmanual/tokenize"
)

// convertFile converts a valid file.
func convertFile(t *testing.T, name, text string) ([]byte, *convert.Report) {
	t.Helper()
	out, report, err := convert.Convert([]convert.File{{Name: name, Data: []byte(text)}}, convert.Options{Brand: "acme"})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out, report
}

// serve imports a seed file, strictly, and returns a document of its manual.
func serve(t *testing.T, text []byte, kind manual.DocumentKind) []byte {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := seed.Import(t.Context(), store, []seed.Source{{Name: "acme.json", Data: text}}, seed.Options{Strict: true}); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	ix := store.Index()
	var body []byte
	for b := range ix.Brands() {
		for m := range b.Manuals() {
			if body, err = render.Document(store, ix, m, kind); err != nil {
				t.Fatal(err)
			}
		}
	}
	return body
}

// TestOwnDocuments checks that the token documents and the resolver documents of the
// examples are reproduced exactly.
func TestOwnDocuments(t *testing.T) {
	documents, err := filepath.Glob("../../fixtures/golden/*.tokens*.json")
	if err != nil || len(documents) < 20 {
		t.Fatal(documents, err)
	}
	resolvers, err := filepath.Glob("../../fixtures/golden/*.resolver-2025.10.json")
	if err != nil || len(resolvers) < 4 {
		t.Fatal(resolvers, err)
	}
	documents = append(append(documents, resolvers...), "../../tokenize/export/testdata/tokens.json")
	for _, path := range documents {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want = bytes.ReplaceAll(want, []byte("var(--shade)"), []byte("#0003")) // which the manual does not have
			if !bytes.Contains(want, []byte("$value")) {                           // nothing to keep is an error
				return
			}
			out, report := convertFile(t, "tokens.json", string(want))
			var compact bytes.Buffer
			if err := json.Compact(&compact, want); err != nil {
				t.Fatal(err)
			}
			want = compact.Bytes()
			if report.Kept() != len(report.Entries) || len(report.Notes) > 0 {
				t.Errorf("%s\n%v", report.Summary(), report.Notes)
			}
			kind := manual.TokensDocument
			if strings.Contains(path, "resolver") {
				kind = manual.ResolverDocument
			} else if strings.Contains(path, "2025.10") {
				kind = manual.StructuredDocument
			}
			if got := serve(t, out, kind); !bytes.Equal(got, want) {
				t.Errorf("found\n%s\nwant\n%s\nfrom\n%s", got, want, out)
			}
		})
	}
}

// TestOwnExports checks that the other exports of the examples come back as the
// same tokens.
func TestOwnExports(t *testing.T) {
	for _, name := range []string{"quillwort", "ternholm", "varve", "aoi"} {
		store, err := db.Open(filepath.Join(t.TempDir(), "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if _, err := seed.Import(t.Context(), store, source.ReadPaths([]string{"../../fixtures/" + name + ".json"}), seed.Options{}); err != nil {
			t.Fatal(err)
		}
		err = store.Read(t.Context(), func(tx *db.Tx) error {
			for b := range tx.Index().Brands() {
				for m := range b.Manuals() {
					want, err := render.Document(store, tx.Index(), m, manual.TokensDocument)
					if err != nil || !bytes.Contains(want, []byte("$value")) {
						continue
					}
					for kind, file := range map[manual.DocumentKind]string{manual.CSSDocument: "tokens.css", manual.SCSSDocument: "tokens.scss", manual.TailwindDocument: "tailwind.css", manual.FigmaDocument: "figma.zip", manual.DesignDocument: "DESIGN.md", manual.BrandDocument: "_brand.yml"} {
						export, err := render.Document(store, tx.Index(), m, kind)
						if err != nil {
							return err
						}
						out, report := convertExport(t, file, export)
						got, all := flat(t, serve(t, out, manual.TokensDocument)), flat(t, want)
						for path, value := range all {
							all := kind == manual.CSSDocument || kind == manual.SCSSDocument || kind == manual.TailwindDocument || kind == manual.FigmaDocument && strings.HasPrefix(path, "theme.") // the others hold a part of the tokens
							if kind == manual.FigmaDocument && (strings.EqualFold(got[path], value) || !strings.HasPrefix(path, "theme.")) {
								continue // hex in lower case, lengths in px, families without fallbacks
							}
							if kind == manual.TailwindDocument && strings.HasPrefix(path, "dimension.breakpoint-") {
								continue // in rem
							}
							if got[path] != value && (all || got[path] != "" && !(kind == manual.BrandDocument && strings.HasPrefix(path, "fontFamily."))) {
								t.Errorf("%s %s: %s is %q, want %q", name, file, path, got[path], value)
							}
						}
						for path := range got {
							isRole := slices.Contains(tokenize.ThemeRoles[:], strings.TrimPrefix(path, "color.")) // a color there
							if _, ok := all[path]; !ok && !isRole && kind == manual.TailwindDocument {
								t.Errorf("%s %s: %s is %q, want none", name, file, path, got[path])
							}
						}
						for _, e := range report.Entries {
							if e.Token == "" && e.Group != "logos" {
								t.Errorf("%s %s: %s", name, file, e)
							}
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// convertExport converts an export, or the files of one that is an archive.
func convertExport(t *testing.T, name string, export []byte) ([]byte, *convert.Report) {
	t.Helper()
	if !strings.HasSuffix(name, ".zip") {
		return convertFile(t, name, string(export))
	}
	archive, err := zip.NewReader(bytes.NewReader(export), int64(len(export)))
	if err != nil {
		t.Fatal(err)
	}
	var files []convert.File
	for _, f := range archive.File {
		text, err := fs.ReadFile(archive, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, convert.File{Name: f.Name, Data: text})
	}
	slices.SortFunc(files, func(a, b convert.File) int { return strings.Compare(a.Name, b.Name) })
	out, report, err := convert.Convert(files, convert.Options{Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

// flat returns the tokens of a token document by path.
func flat(t *testing.T, document []byte) map[string]string {
	t.Helper()
	tokens := make(map[string]string)
	var walk func(path string, group map[string]any)
	walk = func(path string, group map[string]any) {
		if value, ok := group["$value"].(string); ok {
			tokens[path[1:]] = value
			return
		}
		for key, inside := range group {
			walk(path+"."+key, inside.(map[string]any))
		}
	}
	var root map[string]any
	if err := json.Unmarshal(document, &root); err != nil {
		t.Fatal(err)
	}
	walk("", root)
	return tokens
}

func TestForms(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             map[string]string
		skipped          []string // line:column: path, and a word of the reason
	}{
		{"2025.10 with aliases and inherited types", "a.tokens.json", `{
  "brand": {"$type": "color",
    "$root": {"$value": "#000"},
    "blue": {"$value": {"colorSpace": "oklch", "components": [0.6, 0.1, 250]}, "$description": "Links"},
    "link": {"$value": "{brand.blue}", "$deprecated": "Use blue."},
    "wide": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0]}}, "near": {"$value": {"colorSpace": "display-p3", "components": [0.4, 0.5, 0.6]}},
    "vivid": {"$value": {"colorSpace": "oklch", "components": [0.7, 0.4, 150]}}
  },
  "spacing": {"$type": "dimension", "sm": {"$value": {"value": 8, "unit": "px"}}, "2": {"$value": {"value": 0.5, "unit": "rem"}}},
  "borderRadius": {"card": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}}},
  "body": {"$type": "typography", "$value": {"fontFamily": "Inter"}},
  "loop": {"$value": "{pool}"}, "pool": {"$value": "{loop}"}, "lost": {"$value": "{nowhere}"},
  "ref": {"$ref": "#/brand/blue/$value"},
  "fast": {"$type": "duration", "$value": {"value": 0.2, "unit": "s"}},
  "in": {"$type": "cubicBezier", "$value": [0.2, 0, 1, 1]},
  "lift": {"$type": "shadow", "$value": {"color": "{brand.blue}", "offsetX": {"value": 0, "unit": "px"}, "offsetY": {"value": 2, "unit": "px"}, "blur": {"value": 4, "unit": "px"}, "spread": {"value": 0, "unit": "px"}}}
}`, map[string]string{
			"color.brand": "#000000", "color.brand-blue": "#4f84ba", "color.brand-link": "#4f84ba", "color.ref": "#4f84ba", "color.brand-near": "#5f809c", "color.brand-wide": "#ff0b0c", "color.brand-vivid": "#00c248",
			"dimension.sm": "8px", "dimension.2": "0.5rem", "radius.card": "4px", "duration.fast": "200ms",
			"cubicBezier.in": "cubic-bezier(0.2, 0, 1, 1)", "shadow.lift": "0px 2px 4px 0px #4f84ba",
		}, []string{"note: colors outside sRGB", "11:11: body: size", "12:11: loop: left out", "12:41: pool: itself", "12:71: lost: no token nowhere"}},
		{"colors named value and type", "t.json", `{"color": {"value": {"$value": "#111111", "$type": "color"}, "type": {"$value": "#222222", "$type": "color"}}}`, map[string]string{
			"color.value": "#111111", "color.type": "#222222",
		}, nil},
		{"Tokens Studio", "studio.json", `{"global": {
  "colors": {"blue": {"value": "#0055ff", "type": "color"}, "ink": {"value": "{colors.blue}", "type": "color"}, "dark": {"value": "darken({colors.blue}, 10)", "type": "color"}},
  "spacing": {"4": {"value": "16", "type": "spacing"}, "double": {"value": "{spacing.4} * 2", "type": "spacing"}},
  "borderRadius": {"m": {"value": "8px", "type": "borderRadius"}},
  "fontFamilies": {"body": {"value": "Inter, sans-serif", "type": "fontFamilies"}},
  "fontWeights": {"bold": {"value": "700", "type": "fontWeights"}},
  "boxShadow": {"card": {"value": [{"x": "0", "y": "1", "blur": "2", "spread": "0", "color": "rgba(0,0,0,0.5)", "type": "innerShadow"}], "type": "boxShadow"}}},
  "$themes": [], "$metadata": {"tokenSetOrder": ["global"]}}`, map[string]string{
			"color.blue": "#0055ff", "color.ink": "#0055ff", "dimension.4": "16px", "dimension.double": "32px", "radius.m": "8px",
			"fontFamily.body": "Inter, sans-serif", "shadow.card": "inset 0px 1px 2px 0px rgba(0,0,0,0.5)",
		}, []string{"2:121: colors.dark: computed"}},
		{"Style Dictionary 3", "sd.json", `{
  "color": {"base": {"red": {"value": "hsl(0, 100%, 50%)", "comment": "Stop"}}, "danger": {"value": "{color.base.red.value}"}},
  "size": {"font": {"base": {"value": "16px"}, "xs": {"value": "12px"}, "lg": {"value": "20px"}}, "padding": {"1": {"value": "4px"}}},
  "time": {"fast": {"value": "150ms"}}, "opacity": {"half": {"value": 0.5}}}`, map[string]string{
			"color.base-red": "#ff0000", "color.danger": "#ff0000", "dimension.padding-1": "4px", "duration.fast": "150ms",
			"fontSize.md": "16px", "fontSize.xs": "12px", "fontSize.lg": "20px", "fontSize.3xs": "6.554px", "fontSize.2xs": "8.192px", "fontSize.sm": "12.8px",
			"fontSize.xl": "25px", "fontSize.2xl": "31.25px", "fontSize.3xl": "39.063px", "fontSize.4xl": "48.828px", "fontSize.5xl": "61.035px", "fontSize.6xl": "76.294px",
		}, []string{"note: computed by the ratio"}},
		{"custom properties", "site.css", `@charset "utf-8";
/* --not: #000; */
:root, :host { color: red; --brand-blue: #05f; --color-ink: var(--brand-blue); --gap: calc(4px * 2);
  --font-body: "Inter", 'A, B', sans-serif; --shadow-card: 0 1px 2px var(--color-ink); --ease-out: ease-out; --lost: var(--nope);
  --a: var(--b); --b: var(--a); --color-blue: oklch(60% 0.1 250); --brand-blue: rgb(0 0 255 / 50%) !important }
@media print { :root { --color-ink: #fff } }
.btn { --color-ink: #eee; }
:root, .light { --color-sky: #0af } .light, html { --color-sea: #08c } .card :root, .a.html { --color-ink: #ddd }`, map[string]string{
			"color.brand-blue": "#0000ff80", "color.ink": "#0000ff80", "color.blue": "#4f84ba", "color.sky": "#00aaff", "color.sea": "#0088cc", "fontFamily.body": "Inter, 'A, B', sans-serif",
			"shadow.card": "0 1px 2px rgb(0 0 255 / 50%)", "cubicBezier.out": "cubic-bezier(0, 0, 0.58, 1)", "dimension.gap": "8px",
		}, []string{"6:24: --color-ink: @media print", "7:8: --color-ink: .btn", "8:95: --color-ink: .card :root, .a.html", "3:28: --brand-blue: overrides", "4:110: --lost: no --nope", "5:3: --a: left out", "5:18: --b: itself"}},
		{"colors of other spaces", "wide.css", `:root { --color-a: color(srgb 1 0.5 none); --color-b: color(srgb-linear 0.5 0.2 0.1); --color-c: color(display-p3 40% 50% 60%);
  --color-d: color(a98-rgb 0.4 0.5 0.6); --color-e: color(prophoto-rgb 0.4 0.5 0.6); --color-f: color(xyz 0.3 0.31 0.3); --color-g: COLOR(xyz-d50 0.3 0.31 0.25/50%); --color-k: color(rec2020 .5 .5 .5);
  --color-h: color(display-p3 0 1 0); --color-i: color(rec2021 0 0 0); --color-j: color(srgb 1e999 0 0) }`, map[string]string{
			"color.a": "#ff8000", "color.b": "#bc7c59", "color.c": "#5f809c", "color.d": "#59819b", "color.e": "#4597ad", "color.f": "#9f968e", "color.g": "#98979580", "color.k": "#8b8b8b", "color.h": "#00fb29",
		}, []string{"note: colors outside sRGB", "3:39: --color-i: no browser", "3:72: --color-j: no browser"}},
		{"Tailwind 4", "app.css", `@import "tailwindcss";
@theme inline {
  --color-*: initial; --color-blue-500: #00f; --spacing-4: 1rem; --breakpoint-md: 48rem; --radius-lg: 0.5rem;
  --text-base: 1rem; --text-sm: .8rem; --text-lg: 1.2rem; --text-lg--line-height: 1.5; --font-weight-bold: 700; --leading-tight: 1.2;
}`, map[string]string{
			"color.blue-500": "#0000ff", "dimension.4": "1rem", "dimension.breakpoint-md": "48rem", "radius.lg": "0.5rem", "fontSize.md": "1rem", "fontSize.sm": "0.8rem", "fontSize.lg": "1.2rem",
		}, []string{"note: computed by the ratio", "note: imports other"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, report := convertFile(t, test.file, test.text)
			listed := slices.Clone(report.Notes)
			for _, e := range report.Entries {
				if e.Token == "" {
					listed = append(listed, e.String())
				}
			}
			for _, want := range test.skipped {
				place, word := want[:strings.LastIndex(want, ": ")], want[strings.LastIndex(want, ": ")+2:]
				found := false
				for i, line := range listed {
					if (place == "note" || strings.HasPrefix(line, test.file+":"+place+": ")) && strings.Contains(line, word) {
						listed, found = append(listed[:i:i], listed[i+1:]...), true
						break
					}
				}
				if !found {
					t.Errorf("%q is not listed", want)
				}
			}
			if len(listed) > 0 {
				t.Errorf("listed besides:\n%s", strings.Join(listed, "\n"))
			}
			got := flat(t, serve(t, out, manual.TokensDocument))
			for path, want := range test.want {
				if got[path] != want {
					t.Errorf("%s is %q, want %q", path, got[path], want)
				}
			}
			for path, value := range got {
				if _, ok := test.want[path]; !ok && !(strings.HasPrefix(path, "fontSize") && strings.Contains(test.name, "Tailwind")) {
					t.Errorf("%s is %q, want none", path, value)
				}
			}
		})
	}
}

// Many values are shown in families: each is a block with a title, which no other block of
// its section has.
func TestFamilies(t *testing.T) {
	var css strings.Builder
	for i := range 12 {
		fmt.Fprintf(&css, "--color-blue-%d: #0000%02x; --color-red-%[1]d: #%02[1]x0000; ", i, i)
		fmt.Fprintf(&css, "--space-card-%d: %[1]dpx; --space-list-%[1]d: %[1]dpx; --card-width-%[1]d: %[1]dpx; --list-width-%[1]d: %[1]dpx; ", i)
	}
	for i := range 24 {
		fmt.Fprintf(&css, "--color-scale-dawn-%d: #%02x4400; --color-scale-noon-%[1]d: #00%02[2]x44; --color-scale-dusk-%[1]d: #4400%02[2]x; ", i, 9*i)
	}
	text, _ := convertFile(t, "a.css", ":root { "+css.String()+"--color-ink: #222; --space-all: 1px; --width: 1px }")
	var file struct {
		Manuals []struct {
			Sections []struct {
				Blocks []struct {
					Type, Anchor string
					Content      struct {
						Title         string
						Colors, Steps []any
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range file.Manuals[0].Sections {
		for _, b := range s.Blocks {
			got = append(got, fmt.Sprintf("%s %s %q %d", b.Type, b.Anchor, b.Content.Title, len(b.Content.Colors)+len(b.Content.Steps)))
		}
	}
	want := []string{`COLORS color-blue "Blue" 12`, `COLORS color-red "Red" 12`, `COLORS color-scale-dawn "Scale dawn" 24`, `COLORS color-scale-noon "Scale noon" 24`,
		`COLORS color-scale-dusk "Scale dusk" 24`, `COLORS color-colors "" 1`, `SPACING space-card "Card" 24`, `SPACING space-list "List" 24`, `SPACING space-spacing "" 1`, `SPACING space-spacing-2 "Other lengths" 1`}
	if !slices.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"a resolver without its files", "r.json", `{"version": "2025.10", "sets": {"a": {"sources": [{"$ref": "a.json"}]}}, "resolutionOrder": [{"$ref": "#/sets/a"}]}`, `r.json:1:60: sets.a.sources[0].$ref: there is no file "a.json", which the resolver names. Name it too, or put it into the folder of the others.`},
		{"a resolver that names itself", "r.json", `{"version": "2025.10", "resolutionOrder": [{"$ref": "#"}]}`, `r.json:1:53: resolutionOrder[0].$ref: expected a set or a modifier of the document, found "#"`},
		{"a module of Sass in CSS", "a.css", `@use "x"; a { b: c }`, "expected JSON, YAML, or a style sheet"},
		{"nothing to keep", "a.css", `:root { --z: foo(3); --y: auto }`, "no value is kept. --verbose says why of each."},
		{"references alone", "a.css", `:root { --z: var(--a); --y: var(--b) }`, "no value is kept: most refer to names that none of the files has. Name the files that have them too."},
		{"functions alone", "a.scss", `$z: darken($a, 1%); $y: tint(#fff, 2%); $x: mix(#fff, #000);`, "no value is kept"},
		{"a mixin alone", "a.scss", `@mixin dark { --y: #fff }`, "no value is kept: most hold only in some rules. Name one with --selector, or the style sheet that a build makes of the file."},
		{"JSON that ends too early", "a.json", `{"a": {`, "a.json:1:8: $: the file ends too early. The { at 1:7 is not closed."},
		{"a comma and then nothing", "a.json", "{,", "a.json:1:2: $: nothing stands before this comma"},
		{"a name that stands twice", "a.json", "{\"a\": {\"$value\": 1},\n\"a\": {}}", "a.json:2:1: $: duplicate key"},
		{"text after the document", "a.json", `{} {}`, "a.json:1:"},
		{"no tokens", "a.json", `{"name": "package", "version": "1"}`, "a.json:1:1: $: there are no tokens: a token has a $value or a value"},
		{"nothing", "a.json", "", "a.json:1:1: expected JSON, YAML, or a style sheet with custom properties or variables, found none of them"},
		{"variables of Less", "a.less", "@brand: #102030;", "a.less:1:1: expected JSON, YAML, or a style sheet with custom properties or variables, found none of them. Variables of Less and Stylus are not read: convert the style sheet that a build makes of them"},
		{"a list", "a.txt", `[1]`, "a.txt:1:1: $: there are no tokens: a token has a $value or a value"},
		{"a block that stays open", "a.css", ":root {\n --a: 1px;", "a.css:2:10: a block is not closed: a } is missing"},
		{"a block closed twice", "a.css", ":root {}}", "a.css:1:9: this } closes no block"},
		{"a string that stays open", "a.css", ":root { --a: 'x }", "a.css:1:14: the string is not closed"},
		{"a comment that stays open", "a.css", "/* x", "a.css:1:1: the comment is not closed"},
		{"a bracket that stays open", "a.css", ":root { --a: rgb( }", "a.css:1:9: a bracket is not closed"},
		{"blocks without end", "a.css", strings.Repeat("a{", 100), "expected at most 64 blocks"},
	} {
		_, _, err := convert.Convert([]convert.File{{Name: test.file, Data: []byte(test.text)}}, convert.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	if _, _, err := convert.Convert(nil, convert.Options{}); err == nil {
		t.Error("no file is no error")
	}
	if _, _, err := convert.Convert([]convert.File{{Name: "a.json", Data: []byte(`{"a": {"$value": "#fff"}}`)}}, convert.Options{Brand: "A b"}); err == nil || !strings.Contains(err.Error(), `found "A b"`) {
		t.Errorf("a brand that is no label: %v", err)
	}
}

// TestBrand checks the name of the brand if no option gives it.
func TestBrand(t *testing.T) {
	for _, test := range []struct {
		file       string
		options    convert.Options
		slug, name string
	}{
		{"x/acme-corp.tokens.json", convert.Options{}, "acme-corp", "Acme Corp"},
		{"Blå_fjord.json", convert.Options{}, "bla-fjord", "Blå Fjord"},
		{".json", convert.Options{}, "brand", "brand"},
		{"a.json", convert.Options{Brand: "acme", Name: "ACME"}, "acme", "ACME"},
	} {
		out, _, err := convert.Convert([]convert.File{{Name: test.file, Data: []byte(`{"color": {"a": {"$value": "#fff"}}}`)}}, test.options)
		var got struct{ Brand struct{ Slug, Name string } }
		if err != nil || json.Unmarshal(out, &got) != nil || got.Brand.Slug != test.slug || got.Brand.Name != test.name {
			t.Errorf("%s %v: %+v, %v", test.file, test.options, got, err)
		}
	}
}

// FuzzConvert checks that every converted file is a valid seed file.
func FuzzConvert(f *testing.F) {
	for _, text := range []string{
		`{"color": {"a": {"$value": "#fff"}, "a-50": {"$value": "red"}}, "theme": {"x": {"text": {"$value": "{color.a}", "$type": "color"}}}}`,
		`{"fontSize": {"md": {"value": "1rem"}}, "space": {"1": {"value": 4}}, "f": {"$type": "fontFamily", "$value": ["A", "b"]}}`,
		`:root { --color-a\aa: #fff; --shadow-x: 0 0 1px var(--color-b, red) } @media x { :root { --a: 1 } }`,
		`{"s": {"$type": "shadow", "$value": [{"color": "#000", "blur": 1}]}, "e": {"$type": "cubicBezier", "$value": [0, 1, 1, 0]}}`,
	} {
		f.Add("a.json", text)
		f.Add("a.css", text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if !utf8.ValidString(text) || len(text) > 4096 {
			return
		}
		out, _, err := convert.Convert([]convert.File{{Name: name, Data: []byte(text)}}, convert.Options{Brand: "acme", Name: "Acme"})
		if err != nil {
			return
		}
		if _, err := seed.Check([]seed.Source{{Name: "acme.json", Data: out}}, seed.Options{}); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
	})
}
