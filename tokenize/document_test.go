package tokenize

import (
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// TestDocument has a row for each rule of a group (specification, section 2.5):
// a page, its tokens as "group.key=value", and its notes as "code token".
func TestDocument(t *testing.T) {
	for _, test := range []struct {
		about  string
		page   []string
		tokens []string
		notes  []string
	}{
		{about: "an empty page"},
		{about: "a kind that fills nothing", page: []string{"TEXT", `{"html":"<p>a</p>"}`, "PRESS_KIT", `{"colors":[{"hex":"#fff"}]}`}},
		{about: "members that are null or not there", page: []string{
			"COLORS", `{}`, "COLORS", `{"colors":null}`, "TYPOGRAPHY", `{"fonts":null,"scale":null}`, "SPACING", `{"steps":[]}`,
			"BREAKPOINTS", `{}`, "MOTION", `{"durations":null}`, "RADII", `{}`, "ELEVATION", `{}`, "THEMES", `{"themes":[{"colors":null}]}`,
		}, notes: []string{"empty-theme "}},
		{
			about:  "member names are matched exactly",
			page:   []string{"COLORS", `{"Colors":[{"hex":"#fff"}],"colors":[{"Name":"A","HEX":"#000","hex":"#fff"}]}`},
			tokens: []string{"color.color=#ffffff"},
		},
		{
			about:  "colors of several blocks are one group",
			page:   []string{"COLORS", `{"colors":[{"name":"Red","hex":"#f00"}]}`, "COLORS", `{"colors":[{"name":"Red","hex":"#E00000"}]}`},
			tokens: []string{"color.red=#ff0000", "color.red-2=#E00000"},
			notes:  []string{"renamed color.red-2"},
		},
		{
			about:  "a swatch that is left out takes no name",
			page:   []string{"COLORS", `{"colors":[{"name":"Red","hex":"crimson"},{"name":"Red","hex":"#f00"}]}`},
			tokens: []string{"color.red=#ff0000"},
			notes:  []string{"not-hex "},
		},
		{
			about:  "tints in the order of the steps, under the color's key",
			page:   []string{"COLORS", `{"colors":[{"name":"A","hex":"#fff"},{"name":"A","hex":"#ccc","tints":{"900":"#111","50":"#eee"}}]}`},
			tokens: []string{"color.a=#ffffff", "color.a-2=#cccccc", "color.a-2-50=#eeeeee", "color.a-2-900=#111111"},
			notes:  []string{"renamed color.a-2"},
		},
		{
			about:  "a tint whose key is taken",
			page:   []string{"COLORS", `{"colors":[{"name":"A 50","hex":"#fff"},{"name":"A","hex":"#ccc","tints":{"50":"#eee"}}]}`},
			tokens: []string{"color.a-50=#ffffff", "color.a=#cccccc", "color.a-50-2=#eeeeee"},
			notes:  []string{"renamed color.a-50-2"},
		},
		{
			about:  "names with nothing left",
			tokens: []string{"color.color=#ffffff", "dimension.breakpoint=1px", "fontFamily.font=A", "duration.duration=1ms", "cubicBezier.cubic-bezier=cubic-bezier(0, 0, 1, 1)", "radius.radius=1px", "shadow.shadow=none", "theme.theme.text=#ffffff"},
			page: []string{
				"COLORS", `{"colors":[{"name":"?","hex":"#fff"}]}`, "BREAKPOINTS", `{"breakpoints":[{"name":"?","value":1}]}`,
				"TYPOGRAPHY", `{"fonts":[{"usage":"?","family":"A"}]}`,
				"MOTION", `{"durations":[{"name":"?","value":1}],"easings":[{"name":"?","value":"linear"}]}`, "RADII", `{"radii":[{"name":"?","value":1}]}`,
				"ELEVATION", `{"levels":[{"name":"?","value":"none"}]}`, "THEMES", `{"themes":[{"name":"?","slug":"!","colors":{"text":"#fff"}}]}`,
			},
		},
		{
			about:  "spacing and breakpoints share a group in page order",
			page:   []string{"BREAKPOINTS", `{"breakpoints":[{"name":"A","value":"1em"}]}`, "SPACING", `{"steps":[4,"4.0rem"]}`, "BREAKPOINTS", `{"breakpoints":[{"name":"a","value":2}]}`},
			tokens: []string{"dimension.breakpoint-a=1em", "dimension.4=4px", "dimension.breakpoint-a-2=2px"},
			notes:  []string{"repeated dimension.4", "renamed dimension.breakpoint-a-2"},
		},
		{
			about: "a further scale, in another block or not",
			page:  []string{"TYPOGRAPHY", `{"scale":{"base":1,"ratio":1,"sizes":{}}}`, "TYPOGRAPHY", `{"scale":{"base":2,"ratio":2}}`},
			tokens: []string{"fontSize.3xs=1px", "fontSize.2xs=1px", "fontSize.xs=1px", "fontSize.sm=1px", "fontSize.md=1px", "fontSize.lg=1px",
				"fontSize.xl=1px", "fontSize.2xl=1px", "fontSize.3xl=1px", "fontSize.4xl=1px", "fontSize.5xl=1px", "fontSize.6xl=1px"},
			notes: []string{"second-scale "},
		},
		{
			about:  "an easing that is left out takes no name",
			page:   []string{"MOTION", `{"easings":[{"name":"A","value":"steps(2)"},{"name":"A","value":null},{"name":"A","value":[0,0,1,1]}]}`},
			tokens: []string{"cubicBezier.a=cubic-bezier(0, 0, 1, 1)"},
			notes:  []string{"easing ", "easing "},
		},
		{
			about: "a theme takes colors from anywhere on the page, the first of a name that is one",
			page: []string{
				"THEMES", `{"themes":[{"name":"Day","colors":{"text":"deep red","background":"#FFF","border":"red"}}]}`,
				"COLORS", `{"colors":[{"name":"Red","hex":"no"},{"name":"Red","hex":"#f00"},{"name":"RED","hex":"#e00"},{"name":"Deep  Red","hex":"#D00000"}]}`,
			},
			tokens: []string{"color.red=#ff0000", "color.red-2=#ee0000", "color.deep-red=#D00000", "theme.day.text=#D00000", "theme.day.background=#FFF" + "FFF", "theme.day.border=#ff0000"},
			notes:  []string{"not-hex ", "renamed color.red-2"},
		},
		{
			about: "a theme's slug before its name, and no slug for a theme without a color",
			page: []string{"THEMES", `{"themes":[{"name":"A","colors":{"text":"?"}},{"name":"B","slug":"a","colors":{"text":"#000"}},` +
				`{"name":"A","colors":{"text":"#111"}},{"name":"a!","slug":null,"colors":{"surface":"#222","text":""}}]}`},
			tokens: []string{"theme.a.text=#000000", "theme.a-2.text=#111111", "theme.a-3.surface=#222222"},
			notes:  []string{"not-hex ", "empty-theme ", "renamed theme.a-2", "not-hex ", "renamed theme.a-3"},
		},
		{
			about: "a color without a letter in its name, by that name",
			page: []string{"COLORS", `{"colors":[{"name":"★","hex":"#00f"}]}`,
				"THEMES", `{"themes":[{"name":"A","colors":{"text":"★","border":"color","surface":" "}}]}`},
			tokens: []string{"color.color=#0000ff", "theme.a.text=#0000ff", "theme.a.border=#0000ff"},
			notes:  []string{"not-hex "},
		},
	} {
		d, notes := document(t, page(test.page...))
		var tokens, codes []string
		d.All(func(path []string, _ manual.TokenType, token manual.Token) {
			tokens = append(tokens, strings.Join(path, ".")+"="+token.Value)
		})
		for _, note := range notes {
			codes = append(codes, string(note.Code)+" "+note.Token)
		}
		if !slices.Equal(tokens, test.tokens) {
			t.Errorf("%s: tokens\n%q, want\n%q", test.about, tokens, test.tokens)
		}
		if !slices.Equal(codes, test.notes) {
			t.Errorf("%s: notes\n%q, want\n%q", test.about, codes, test.notes)
		}
	}
}

// Tokens and notes name the section, block and entry that made them.
func TestDocumentPlaces(t *testing.T) {
	d, notes := document(t, page(
		"COLORS", `{"colors":[{"name":"A","hex":"#fff"},{"name":"A","hex":"#000"}]}`,
		"THEMES", `{"themes":[{"name":"T","colors":{"text":"A","border":"none"}}]}`,
		"RADII", `{"radii":[{"name":"A","value":1}]}`,
	))
	where := func(tokens []manual.Token, block string) {
		for _, token := range tokens {
			if token.Section != "s" || token.Block != block {
				t.Errorf("%v comes from elsewhere", token)
			}
		}
	}
	where(d.Groups[manual.ColorGroup].Tokens, "b0")
	where(d.Themes[0].Colors, "b1")
	where(d.Groups[manual.RadiusGroup].Tokens, "b2")
	want := []manual.Note{
		{Code: manual.NoteRenamed, Section: "s", Block: "b0", Token: "color.a-2", Text: `The name "a" is taken in color by one that stands before it; this one is "a-2".`},
		{Code: manual.NoteNotHex, Section: "s", Block: "b1", Text: `The role border of the theme "T" is left out: "none" is neither a hex color nor the name of one on the page.`},
	}
	if !slices.Equal(notes, want) {
		t.Errorf("notes %+v", notes)
	}
}

// A store may have shadows that are refused now. They make no tokens.
func TestStoredShadows(t *testing.T) {
	d, notes, err := Document(parse(t, page("ELEVATION", `{"levels":[{"name":"A","value":"0 0 1px -"},{"name":"B","value":"0 0 1px red"}]}`)))
	if err != nil || len(notes) != 1 || notes[0].Code != manual.NoteShadow || len(d.Groups[manual.ShadowGroup].Tokens) != 1 {
		t.Errorf("%v, %v, %v", d.Groups[manual.ShadowGroup].Tokens, notes, err)
	}
}

// Document returns an error for content that an import refuses.
func TestDocumentErrors(t *testing.T) {
	for _, test := range []struct{ kind, content, want string }{
		{"COLORS", `{"colors":[{"hex":"#fff"},{"hex":"#fff","tints":{"450":"#fff","55":"#fff"}}]}`, `color 2: tints: expected a step as 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950, found "450"`},
		{"TYPOGRAPHY", `{"fonts":[{"family":"A"},{"usage":"body"}]}`, `font 2: expected the name of a typeface`},
		{"TYPOGRAPHY", `{"scale":{"base":16}}`, `scale: ratio: expected a ratio`},
		{"SPACING", `{"steps":[1,"auto"]}`, `step 2: expected a number, found "auto"`},
		{"BREAKPOINTS", `{"breakpoints":[{"name":"A"}]}`, `breakpoint 1: expected a length`},
		{"MOTION", `{"durations":[{"name":"A","value":"fast"}]}`, `duration 1: expected a duration`},
		{"RADII", `{"radii":[{"name":"A","value":"round"}]}`, `radius 1: expected a length`},
		{"THEMES", `{"themes":[{"name":"A","colors":{"accent":"#fff"}}]}`, `theme "A": expected a role as background, surface, text, text-muted, primary, border, found "accent"`},
	} {
		d, notes, err := Document(parse(t, page("TEXT", `{}`, test.kind, test.content)))
		if err == nil || !strings.HasPrefix(err.Error(), "block b1 of section s: "+test.want) {
			t.Errorf("%s %s: %v, want %s", test.kind, test.content, err, test.want)
		}
		if len(notes) > 0 || d.Groups[0].Name != "" {
			t.Errorf("%s: something is returned beside the error", test.kind)
		}
	}
}
