package tokenize

import (
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// TestModes has a row for each rule of modes and of further tokens: a page, its values as
// "path [mode]=value", its notes as codes, and a part of the error.
func TestModes(t *testing.T) {
	const themes = `{"themes":[{"name":"Light","colors":{"background":"#fff","text":"Ink"}},{"name":"Dark","slug":"dark","colors":{"text":"Ink","background":"#000"}},{"name":"Compact"}]}`
	for _, test := range []struct {
		about  string
		page   []string
		values []string // without those of themes
		roles  []string // of the theme dark
		notes  []string
		wrong  string
	}{
		{
			about:  "a color, its tints made of each mode, and the roles that name it",
			page:   []string{"COLORS", `{"colors":[{"name":"Ink","hex":"#111","modes":{"dark":"#eee","light":"#111111"}}]}`, "THEMES", themes},
			values: []string{"color.ink=#111111", "color.ink dark=#eeeeee"},
			roles:  []string{"text=#eeeeee", "background=#000000"},
			notes:  []string{"empty-theme"},
		},
		{
			about:  "tints without modes of a color that has them",
			page:   []string{"COLORS", `{"colors":[{"name":"Ink","hex":"#111","modes":{"dark":"#eee"},"tints":{"10":"#fff","950":"#000"}}]}`, "THEMES", themes},
			values: []string{"color.ink=#111111", "color.ink dark=#eeeeee", "color.ink-10=#ffffff", "color.ink-950=#000000"},
			roles:  []string{"text=#eeeeee", "background=#000000"},
			notes:  []string{"empty-theme"},
		},
		{
			about: "a tint with modes of its own",
			page: []string{"COLORS", `{"colors":[{"name":"A","hex":"#111","tints":{"50":{"hex":"#eee","modes":{"dark":"#222"}}}},{"name":"Ink","hex":"#000"}]}`,
				"THEMES", themes},
			values: []string{"color.a=#111111", "color.a-50=#eeeeee", "color.a-50 dark=#222222", "color.ink=#000000"},
			roles:  []string{"text=#000000", "background=#000000"}, notes: []string{"empty-theme"},
		},
		{
			about: "tints by their names, in a theme that has no other color",
			page: []string{"COLORS", `{"colors":[{"name":"Gray","hex":"#777","tints":{"900":{"hex":"#111","modes":{"dark":"#eee"}}}},{"name":"Gray","hex":"#aaa"}]}`,
				"THEMES", `{"themes":[{"name":"Dark"},{"name":"Dark","colors":{"text":"Gray 900","primary":"gray-2","border":"Gray 950"}}]}`,
				"GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(Gray 900, red)"}]}`, "TOKENS", `{"tokens":[{"name":"B","type":"border","value":"1px solid gray-900"}]}`},
			values: []string{"color.gray=#777777", "color.gray-900=#111111", "color.gray-900 dark=#eeeeee", "color.gray-2=#aaaaaa",
				"gradient.g=linear-gradient(#111111, red)", "gradient.g dark=linear-gradient(#eeeeee, red)", "border.b=1px solid #111111", "border.b dark=1px solid #eeeeee"},
			roles: []string{"text=#eeeeee", "primary=#aaaaaa"}, notes: []string{"renamed", "not-hex"},
		},
		{
			about: "lengths, durations and steps; a mode without colors",
			page: []string{"SPACING", `{"steps":[{"step":"s","value":8,"unit":"px","modes":{"compact":4}}]}`, "RADII", `{"radii":[{"name":"R","value":"1rem","modes":{"compact":"2px"}}]}`,
				"MOTION", `{"durations":[{"name":"D","value":100,"modes":{"compact":"0.05s"}}],"easings":[{"name":"E","value":"linear","modes":{"compact":[0,0,0,1]}}]}`, "THEMES", themes},
			values: []string{"dimension.s=8px", "dimension.s compact=4px", "duration.d=100ms", "duration.d compact=50ms",
				"cubicBezier.e=cubic-bezier(0, 0, 1, 1)", "cubicBezier.e compact=cubic-bezier(0, 0, 0, 1)", "radius.r=1rem", "radius.r compact=2px"},
			roles: []string{"background=#000000"}, notes: []string{"not-hex", "not-hex", "combination"},
		},
		{
			about: "what refers to a color has its modes",
			page: []string{"COLORS", `{"colors":[{"name":"Ink","hex":"#111","modes":{"dark":"#eee"}}]}`, "ELEVATION", `{"levels":[{"name":"S","value":"0 1px var(--color-ink)"},{"name":"T","value":"0 2px #000","modes":{"dark":"0 3px var(--color-ink)"}}]}`,
				"GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(Ink, red)"}]}`, "TOKENS", `{"tokens":[{"name":"B","type":"border","value":"1px solid INK"}]}`, "THEMES", themes},
			values: []string{"color.ink=#111111", "color.ink dark=#eeeeee", "shadow.s=0 1px var(--color-ink)", "shadow.s dark=0 1px #eeeeee", "shadow.t=0 2px #000", "shadow.t dark=0 3px #eeeeee",
				"gradient.g=linear-gradient(#111111, red)", "gradient.g dark=linear-gradient(#eeeeee, red)", "border.b=1px solid #111111", "border.b dark=1px solid #eeeeee"},
			roles: []string{"text=#eeeeee", "background=#000000"}, notes: []string{"empty-theme"},
		},
		{
			about:  "a color of the manual before a keyword of CSS",
			page:   []string{"COLORS", `{"colors":[{"name":"Red","hex":"#e00"}]}`, "GRADIENTS", `{"gradients":[{"name":"G","value":"linear-gradient(90deg, red 10%, blue)"}]}`},
			values: []string{"color.red=#ee0000", "gradient.g=linear-gradient(90deg, #ee0000 10%, blue)"},
		},
		{
			about:  "a mode whose theme is not on the page",
			page:   []string{"RADII", `{"radii":[{"name":"R","value":1,"modes":{"night":2}}]}`},
			values: []string{"radius.r=1px"}, notes: []string{"mode"},
		},
		{
			about: "another value for the theme at rest",
			page:  []string{"RADII", `{"radii":[{"name":"R","value":1,"modes":{"light":2}}]}`, "THEMES", themes},
			wrong: "radius 1: modes: the value in the first theme, light, is the entry's own: write it there",
		},
		{
			about: "text styles with the typefaces and sizes of the page",
			page: []string{"TEXT_STYLES", `{"styles":[{"name":"H1","family":"Headings","size":"md","lineHeight":"120%","weight":"bold","letterSpacing":"2%","style":"italic","modes":{"dark":{"weight":500}}},{"name":"B","size":12,"lineHeight":"18px"}]}`,
				"TYPOGRAPHY", `{"fonts":[{"family":"Inter"},{"family":"Source Sans 3","usage":"Headings"}],"scale":{"base":"1rem","ratio":1,"sizes":{"3xs":1,"2xs":1,"xs":1,"sm":1}}}`, "THEMES", themes},
			values: []string{"fontFamily.font=Inter", "fontFamily.headings='Source Sans 3'", "fontSize.3xs=1px", "fontSize.2xs=1px", "fontSize.xs=1px", "fontSize.sm=1px", "fontSize.md=1rem",
				"fontSize.lg=1rem", "fontSize.xl=1rem", "fontSize.2xl=1rem", "fontSize.3xl=1rem", "fontSize.4xl=1rem", "fontSize.5xl=1rem", "fontSize.6xl=1rem",
				"text.h1=italic 700 1rem/1.2 'Source Sans 3' 0.02em", "text.h1 dark=italic 500 1rem/1.2 'Source Sans 3' 0.02em", "text.b=12px/18px Inter"},
			roles: []string{"background=#000000"}, notes: []string{"not-hex", "not-hex", "empty-theme"},
		},
		{
			about: "further tokens in groups by title, else by type",
			page: []string{"TOKENS", `{"title":"Z-index","tokens":[{"name":"Menu","type":"number","value":"10"}]}`,
				"TOKENS", `{"tokens":[{"name":"W","type":"fontWeight","value":"extra-bold"},{"name":"S","type":"strokeStyle","value":{"dashArray":[{"value":1,"unit":"px"}],"lineCap":"butt"}},{"name":"E","type":"number","value":-0.5}]}`,
				"TOKENS", `{"title":"z index","tokens":[{"name":"Gap","type":"dimension","value":-4},{"name":"T","type":"transition","value":{"duration":{"value":0.2,"unit":"s"},"delay":{"value":0,"unit":"ms"},"timingFunction":[0,0,1,1]}},{"name":"Stairs","type":"cubicBezier","value":"steps(2)"}]}`},
			values: []string{"z-index.menu=10", "z-index.gap=-4px", "z-index.t=200ms cubic-bezier(0, 0, 1, 1) 0ms", "fontWeight.w=800", "strokeStyle.s=dashed", "number.e=-0.5"},
			notes:  []string{"easing"},
		},
		{about: "a group of another kind", page: []string{"TOKENS", `{"tokens":[{"name":"A","type":"color","value":"red"}]}`}, wrong: "in the group color, which is another's: give the block a title"},
		{about: "a custom property of another token", page: []string{"TYPOGRAPHY", `{"fonts":[{"family":"A","usage":"x"}]}`, "TOKENS", `{"title":"Font","tokens":[{"name":"Family X","type":"number","value":1}]}`},
			wrong: "the custom property --font-family-x of the token font.family-x is that of fontFamily.x"},
		{about: "a custom property of a part of a text style", page: []string{"TEXT_STYLES", `{"styles":[{"name":"Body letter spacing","family":"serif","size":16},{"name":"Body","family":"serif","size":16,"modes":{"dark":{"letterSpacing":"1px"}}}]}`,
			"THEMES", `{"themes":[{"name":"Light","colors":{"text":"#000"}},{"name":"Dark","colors":{"text":"#fff"}}]}`},
			wrong: "the custom property --text-body-letter-spacing of the token text.body-letter-spacing is that of the letter-spacing of text.body"},
		{about: "a custom property of a part of a text style without a typeface", page: []string{"TEXT_STYLES", `{"styles":[{"name":"Body","size":16},{"name":"Body font size","family":"serif","size":16}]}`},
			wrong: "the custom property --text-body-font-size of the token text.body-font-size is that of the font-size of text.body"},
		{about: "a map of Sass", page: []string{"TOKENS", `{"title":"Font","tokens":[{"name":"Family","type":"number","value":1}]}`}, wrong: "the custom property --font-family of the token font.family is that of the group fontFamily"},
	} {
		d, notes, err := Document(parse(t, page(test.page...)))
		if test.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: %v, want an error with %q", test.about, err, test.wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.about, err)
			continue
		}
		var values, codes, roles []string
		d.All(func(path []string, _ manual.TokenType, token manual.Token) {
			if path[0] == manual.GroupThemes {
				return
			}
			name := strings.Join(path, ".")
			values = append(values, name+"="+strings.TrimSpace(token.Value+" "+token.Style.Rest()))
			for _, m := range token.Modes {
				values = append(values, name+" "+m.Mode+"="+strings.TrimSpace(m.Value+" "+m.Style.Rest()))
			}
		})
		for _, role := range d.Theme("dark").Colors {
			roles = append(roles, role.Name+"="+role.Value)
		}
		for _, note := range notes {
			codes = append(codes, string(note.Code))
		}
		if !slices.Equal(values, test.values) {
			t.Errorf("%s: the values are\n%q, want\n%q", test.about, values, test.values)
		}
		if !slices.Equal(codes, test.notes) {
			t.Errorf("%s: the notes are %q, want %q", test.about, notes, test.notes)
		}
		if !slices.Equal(roles, test.roles) {
			t.Errorf("%s: the roles in dark are %q, want %q", test.about, roles, test.roles)
		}
	}
}

// A theme without colors changes no slug of those that have any.
func TestThemeSlugs(t *testing.T) {
	d, _, err := Document(parse(t, page("RADII", `{"radii":[{"name":"R","value":1,"modes":{"light-2":2}}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"text":"#111"}},{"name":"Light"},{"name":"Dark","colors":{"text":"#eee"}}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, m := range d.Modes {
		slugs = append(slugs, m.Slug)
	}
	if want := []string{"light", "light-2", "dark"}; !slices.Equal(slugs, want) {
		t.Errorf("the modes are %q, want %q", slugs, want)
	}
}
