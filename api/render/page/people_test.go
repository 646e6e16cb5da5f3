package page_test

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

// A telephone number is a link, anything else under its key is text; what a picture shows is its
// alternative text and no fact; a block of don'ts is called so, in the language of the manual.
func TestPeopleAndExamples(t *testing.T) {
	const people = `{"people":[{"name":"Jens Ohm","phone":"+49 (0)30 5550-99"},{"name":"Ada Ohm","phone":"ext. 12","mobile":"030 5550 12"}]}`
	const donts = `{"items":[{"do":false,"url":"https://x.example/a.png","alt":"A bent mark","html":"Bend it"},{"do":false,"html":"Tilt it"}]}`
	for lang, want := range map[string][]string{
		"en": {`<a href="tel:&#43;4930555099">`, `<a href="tel:030555012">030 5550 12</a>`, `<p>ext. 12</p>`, `alt="A bent mark"`, ">Contacts</h3>", ">Don’t</h3>"},
		"de": {">Kontakte</h3>", ">Falsch</h3>"},
		"ar": {`<a href="tel:&#43;4930555099`, `<bdi dir="ltr">030 5550 12</bdi></a>`},
	} {
		section := manual.Section{ID: "s", Anchor: "s", Title: "S", Blocks: []manual.Block{
			{ID: "b1", Anchor: "b1", Kind: "CONTACTS", Content: []byte(people)},
			{ID: "b2", Anchor: "b2", Kind: manual.DosDonts, Content: []byte(donts)},
			{ID: "b3", Anchor: "b3", Kind: manual.Text, Content: []byte(`{"html":"<p>Call <a href=\"tel:+4930\">us</a></p>"}`)},
		}}
		html := render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, &manual.Manual{
			ID: "m", Slug: "m", Title: "A", Lang: lang, Visibility: manual.Public, Sections: []manual.Section{section},
		}))
		for _, part := range append(want, `<a href="tel:+4930">`) {
			if !strings.Contains(html, part) {
				t.Errorf("%s: the page lacks %q", lang, part)
			}
		}
		for _, wrong := range []string{"People", ">Alt<"} {
			if strings.Contains(html, wrong) {
				t.Errorf("%s: the page says %q", lang, wrong)
			}
		}
	}
}
