package seed

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"designmanual/db"
	"designmanual/db/manual"
)

// An author is warned of a logo that a cover names and that cannot be read on its color; the cover
// stays as it was written.
func TestLogosOfCovers(t *testing.T) {
	drawing := func(inks ...string) *fstest.MapFile {
		text := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">`
		for _, ink := range inks {
			text += `<path fill="` + ink + `" d="M0 0h9v9z"/>`
		}
		return &fstest.MapFile{Data: []byte(text + `</svg>`)}
	}
	files := fstest.MapFS{
		"navy.svg": drawing("#0b2244"), "white.svg": drawing("#fff"), "pale.svg": drawing("#9fb4c7"), "two.svg": drawing("#0b2244", "#ffd400"),
		"other.svg": drawing("#fefefe"), "orange.svg": drawing("#ff7900"),
	}
	const file = `{"brand":{"slug":"acme","name":"Acme"%s},"manuals":[{"id":"m","slug":"guide","title":"Guide","visibility":"public"%s,"sections":[{"id":"a","anchor":"a","title":"A","blocks":[
		{"id":"c","anchor":"c","type":"COLORS","content":{"colors":[{"name":"Navy","hex":"#0B2244"},{"name":"Haze","hex":"#E8EDF2"}]}},
		{"id":"l","anchor":"l","type":"LOGO","content":{"logos":[{"name":"Bird, navy","url":"navy.svg"},{"name":"Bird, pale","url":"pale.svg"},{"name":"Bird, white","url":"white.svg"},{"name":"Bird, two colors","url":"two.svg"}]}},
		{"id":"o","anchor":"o","type":"LOGO","content":{"logos":[{"name":"Partner","url":"other.svg"},{"name":"Partner, orange","url":"orange.svg"}]}}]}]}]}`
	cover := func(logo, color string) string { return fmt.Sprintf(`,"cover":{"logo":%q,"color":%q}`, logo, color) }
	const at = "manuals[0].cover.logo: "
	for _, test := range []struct{ name, brand, own, logo, color, warning string }{
		{"one that can be read", "", cover("Bird, white", "Navy"), "Bird, white", "Navy", ""},
		{"one in two colors", "", cover("Bird, two colors", "Navy"), "Bird, two colors", "Navy", ""},
		{"the color of a brand on white", "", cover("Partner, orange", "#fff"), "Partner, orange", "#fff", ""},
		{"one by its name", "", cover("bird, navy", "Navy"), "bird, navy", "Navy", at + `the logo "bird, navy" cannot be read on the color of the cover, #0B2244. Name a version for this ground, or another color.`},
		{"one by its path", "", cover("white.svg", "Haze"), "white.svg", "Haze", at + `the logo "white.svg" cannot be read on the color of the cover, #E8EDF2. Name a version for this ground, or another color.`},
		{"one without another version", "", cover("Partner", "Haze"), "Partner", "Haze", at + `the logo "Partner" cannot be read on the color of the cover, #E8EDF2. Name a version for this ground, or another color.`},
		{"on the main color", "", `,"cover":{"logo":"Bird, navy"}`, "Bird, navy", "#ffffff", ""},
		{"of the brand", cover("Bird, navy", "Navy"), "", "", "", `brand.cover.logo: the logo "Bird, navy" cannot be read`},
		{"a file of the brand", cover("navy.svg", "Navy"), "", "", "", `brand.cover.logo: the logo "navy.svg" cannot be read on the color of the cover, #0B2244. Name a version`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := seedFile("acme.json", fmt.Sprintf(file, test.brand, test.own))
			s.Files = files
			store := openStore(t)
			report := importAll(t, store, Options{}, s)
			warning := ""
			for _, w := range report.Warnings {
				warning += w.Path + ": " + w.Reason
			}
			if !strings.HasPrefix(warning, test.warning) || test.warning == "" && warning != "" {
				t.Errorf("%s\nwant %s", warning, test.warning)
			}
			var head *db.Head
			for m := range store.Index().Brand("acme").Manuals() {
				head = m
			}
			if head.Summary.Cover.Logo != test.logo {
				t.Errorf("the cover has the logo %q, want %q", head.Summary.Cover.Logo, test.logo)
			}
			if color := head.Summary.Cover.Over(manual.Cover{}).Color; color != test.color {
				t.Errorf("the cover has the color %q, want %q", color, test.color)
			}
			if again := importAll(t, store, Options{}, s); again.Count(Unchanged) != 1 {
				t.Errorf("a second import changes the manual: %+v", again)
			}
		})
	}
}

// The color that an import chooses for a logo yields to one that the brand names later, in another file.
func TestChosenColorOfCover(t *testing.T) {
	brand := func(cover string) Source {
		s := seedFile("brand.json", `{"brand":{"slug":"acme","name":"Acme","cover":`+cover+`},"manuals":[]}`)
		s.Files = fstest.MapFS{
			"navy.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0b2244" d="M0 0h9v9z"/></svg>`)},
			"haze.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#e8edf2" d="M0 0h9v9z"/></svg>`)},
		}
		return s
	}
	guide := seedFile("guide.json", `{"brand":"acme","manuals":[{"id":"m","slug":"guide","title":"Guide","visibility":"public","sections":[{"id":"a","anchor":"a","title":"A","blocks":[
		{"id":"c","anchor":"c","type":"COLORS","content":{"colors":[{"name":"Navy","hex":"#0B2244"}]}}]}]}]}`)
	store := openStore(t)
	importAll(t, store, Options{}, brand(`{"logo":"navy.svg"}`), guide)
	for _, step := range []struct{ cover, want string }{
		{`{"logo":"navy.svg"}`, "#ffffff"},
		{`{"logo":"navy.svg","color":"#ffd400"}`, "#ffd400"},
		{`{"logo":"haze.svg"}`, ""}, // the main color, navy
	} {
		importAll(t, store, Options{}, brand(step.cover))
		acme := store.Index().Brand("acme")
		if got := acme.Primary.Summary.Cover.Over(acme.Cover).Color; got != step.want {
			t.Errorf("with the cover %s of the brand the manual has the color %q, want %q", step.cover, got, step.want)
		}
	}
}
