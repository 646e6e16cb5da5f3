package export

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// randomPage draws a page that an import accepts, with many similar names.
func randomPage(t *rapid.T) *manual.Manual {
	name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"Blue", "blue", "blue-2", "Blue 50", "Blå", "h1", "h-1", "", "❤️"}))
	hex := rapid.OneOf(rapid.StringMatching(`#([0-9a-fA-F]{3,4}|[0-9a-f]{6}|[0-9A-F]{8})`), rapid.SampledFrom([]string{"red", ""}))
	length := rapid.OneOf(
		rapid.Map(rapid.StringMatching(`(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?(e[0-3])?`), func(s string) any { return json.Number(s) }),
		rapid.Map(rapid.StringMatching(`([0-9]{1,3}|[0-9]?\.[0-9])(px|REM|em|%|)`), func(s string) any { return s }),
	)
	shadow := rapid.SampledFrom([]any{
		"0 1px 2px rgb(0 0 0 / 12%)", "none", "inset 0 0 1rem #0008, 0  1px teal",
		map[string]any{"x": 1, "y": "-2px", "color": "rgba(1, 2, 3, .4)"},
		[]any{map[string]any{"x": 0, "y": 0, "blur": ".5em", "color": "red"}, map[string]any{"inset": true, "color": "#fff"}},
	})
	easing := rapid.SampledFrom([]any{"ease", "steps(2)", []any{0.2, 0, 0, 1}, []any{2, 0, 0, 1}, "cubic-bezier(.1,-2,1,3)"})
	family := rapid.SampledFrom([]string{"Inter", "Source Sans 3", "O'Reilly", "日本", "a, b"})
	swatch := func(t *rapid.T) any {
		tints := rapid.SampledFrom([]any{nil, true, map[string]any{"50": "#fff", "900": "#000", "200": "x"}}).Draw(t, "tints")
		return map[string]any{"name": name.Draw(t, "name"), "hex": hex.Draw(t, "hex"), "tints": tints}
	}
	step := func(t *rapid.T) any {
		if rapid.Bool().Draw(t, "bare") {
			return rapid.SampledFrom([]any{0, 2.5, "2.50rem", "25", 4, 1e2}).Draw(t, "step")
		}
		return map[string]any{"step": rapid.SampledFrom([]any{1.25, "8", 4}).Draw(t, "step"), "value": length.Draw(t, "value")}
	}
	theme := func(t *rapid.T) any {
		role := rapid.OneOf(hex, name)
		return map[string]any{"name": name.Draw(t, "name"), "slug": name.Draw(t, "slug"),
			"colors": rapid.MapOfN(rapid.SampledFrom(tokenize.ThemeRoles[:]), role, 0, 6).Draw(t, "roles")}
	}
	named := func(value *rapid.Generator[any]) func(t *rapid.T) any {
		return func(t *rapid.T) any {
			return map[string]any{"name": name.Draw(t, "name"), "value": value.Draw(t, "value")}
		}
	}
	list := func(member string, one func(*rapid.T) any) any {
		return map[string]any{member: rapid.SliceOfN(rapid.Custom(one), 0, 5).Draw(t, member)}
	}
	font := func(t *rapid.T) any {
		return map[string]any{"family": family.Draw(t, "family"), "usage": name.Draw(t, "usage"), "fallbacks": rapid.SliceOfN(family, 0, 2).Draw(t, "fallbacks")}
	}
	m := &manual.Manual{Sections: []manual.Section{{ID: "s"}}}
	add := func(kind manual.Kind, content any) {
		body, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		blocks := &m.Sections[0].Blocks
		*blocks = append(*blocks, manual.Block{ID: fmt.Sprint("b", len(*blocks)), Kind: kind, Content: body})
	}
	for range rapid.IntRange(1, 2).Draw(t, "rounds") {
		add(manual.Themes, list("themes", theme))
		add(manual.Colors, list("colors", swatch))
		add(manual.Typography, list("fonts", font))
		add(manual.Typography, map[string]any{"scale": map[string]any{"base": length.Draw(t, "base"), "ratio": rapid.Float64Range(0.5, 3).Draw(t, "ratio")}})
		add(manual.Spacing, list("steps", step))
		add(manual.Breakpoints, list("breakpoints", named(length)))
		add(manual.Motion, list("easings", named(easing)))
		add(manual.Radii, list("radii", named(length)))
		add(manual.Elevation, list("levels", named(shadow)))
	}
	return m
}

// For every page that an import accepts, the documents are valid: names are
// well formed and unique, values pass CheckValue, and each token is in the
// structured form or in a note.
func TestDocumentProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _, err := tokenize.Document(parse(t, randomPage(t)))
		if err != nil {
			t.Fatal(err)
		}
		tokens, seen := 0, map[string]bool{}
		d.All(func(path []string, kind manual.TokenType, token manual.Token) {
			tokens++
			key := fmt.Sprint(path)
			if seen[key] || token.Value == "" || css.CheckValue(token.Value) != nil || token.Section != "s" || token.Block == "" {
				t.Fatalf("%v: %+v", path, token)
			}
			seen[key] = true
			if tokenize.Name(token.Name, "") != token.Name {
				t.Fatalf("the name of %q is another", token.Name)
			}
		})
		var rendered map[string]map[string]any
		if err := json.Unmarshal(Tokens(&d), &rendered); err != nil || len(rendered) != 9 {
			t.Fatal(err, rendered)
		}
		structured, left := Structured(&d), StructuredNotes(&d)
		if kept := checkStructured(t, structured); kept+len(left) != tokens {
			t.Fatalf("%d tokens, %d of them in the structured form and %d in notes", tokens, kept, len(left))
		}
		checkResolver(t, &d)
	})
}

// checkResolver checks the resolver document against the rules of the Resolver
// Module 2025.10 that apply to it.
func checkResolver(t *rapid.T, d *manual.TokenDocument) {
	body, ok := Resolver(d)
	if ok != (len(d.Themes) > 1) {
		t.Fatalf("%d themes, a resolver document: %v", len(d.Themes), ok)
	}
	if !ok {
		return
	}
	var document struct {
		Version string `json:"version"`
		Sets    map[string]struct {
			Sources []any `json:"sources"`
		} `json:"sets"`
		Modifiers map[string]struct {
			Contexts map[string][]any `json:"contexts"`
			Default  string           `json:"default"`
		} `json:"modifiers"`
	}
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatal(err)
	}
	base := document.Sets["base"].Sources[0]
	checkTokens(t, base, base)
	theme := document.Modifiers["theme"]
	if document.Version != "2025.10" || len(theme.Contexts) != len(d.Themes) || len(theme.Contexts[theme.Default]) != 1 {
		t.Fatalf("%s", body)
	}
	roles := func(context string) map[string]any {
		return theme.Contexts[context][0].(map[string]any)["theme"].(map[string]any)
	}
	for name, sources := range theme.Contexts {
		checkTokens(t, base, sources[0])
		for role := range roles(name) {
			if roles(theme.Default)[role] == nil {
				t.Fatalf("the role %s of %s is not in the default context", role, name)
			}
		}
	}
}
