package seed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/problem"
)

// find returns the manual with a slug <brand>.<manual>.
func find(index *db.Index, slug string) *db.Head {
	brand, rest, _ := strings.Cut(slug, ".")
	if b := index.Brand(brand); b != nil {
		return b.Manual(rest)
	}
	return nil
}

func seedFile(name, text string) Source { return Source{Name: name, Data: []byte(text)} }

// acme returns a seed file of brand acme with these manuals.
func acme(manuals ...string) Source {
	return seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme"},"manuals":[`+strings.Join(manuals, ",")+`]}`)
}

// aManual returns a public manual with further keys.
func aManual(slug string, more ...string) string {
	return fmt.Sprintf(`{"slug":%q,"title":"Title of %s","visibility":"public"%s}`, slug, slug, strings.Join(append([]string{""}, more...), ","))
}

// problemsOf returns the problems of an import that must fail.
func problemsOf(t *testing.T, store *db.DB, o Options, sources ...Source) Problems {
	t.Helper()
	_, err := Import(context.Background(), store, sources, o)
	var problems Problems
	if !errors.As(err, &problems) {
		t.Fatalf("error %v, want problems", err)
	}
	return problems
}

func status(t *testing.T, r *Report, slug string) Status {
	t.Helper()
	for _, m := range r.Manuals {
		if m.Brand+"."+m.Slug == slug {
			return m.Status
		}
	}
	return ""
}

func TestImportAgainChangesNothing(t *testing.T) {
	store := openStore(t)
	seed := acme(aManual("guide", `"sections":[{"title":"Colour","blocks":[{"type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#00F"}]}}]}]`))
	report := importAll(t, store, Options{DryRun: true}, seed)
	if !report.DryRun || status(t, report, "acme.guide") != New || store.Index().Brand("acme") != nil {
		t.Errorf("a dry run: report %+v, brand %v", report, store.Index().Brand("acme"))
	}
	importAll(t, store, Options{}, seed)
	before, tag := body(t, store, "acme.guide", manual.ManualDocument)
	later := func() time.Time { return clock().Add(time.Hour) }
	report = importAll(t, store, Options{Now: later}, seed)
	after, again := body(t, store, "acme.guide", manual.ManualDocument)
	if string(before) != string(after) || tag != again || status(t, report, "acme.guide") != Unchanged {
		t.Errorf("a second import changed %s\nto %s (%s)", before, after, status(t, report, "acme.guide"))
	}
	if !strings.Contains(string(before), `"updatedAt":"2026-06-01T12:00:00Z"`) {
		t.Errorf("updatedAt is not the time of the import: %s", before)
	}

	changed := acme(aManual("guide", `"seo":{"description":"New"}`))
	report = importAll(t, store, Options{Now: later}, changed)
	after, _ = body(t, store, "acme.guide", manual.ManualDocument)
	if !strings.Contains(string(after), `"updatedAt":"2026-06-01T13:00:00Z"`) || status(t, report, "acme.guide") != Changed {
		t.Errorf("a change did not move updatedAt: %s", after)
	}
	if diff := report.Manuals[0].Tokens; len(diff.Removed) != 1 || diff.Removed[0].Token != "color.blue" || !diff.Breaking {
		t.Errorf("token diff %+v", diff)
	}
}

// The documents that an older program has made are served as they are until the next import, which compares
// bytes and makes them anew.
func TestDocumentsOfAnOlderProgram(t *testing.T) {
	store := openStore(t)
	seed := acme(aManual("guide", `"updatedAt":"2026-05-04T12:00:00Z"`))
	importAll(t, store, Options{}, seed)
	made, _ := body(t, store, "acme.guide", manual.ManualDocument)
	const older = `{"id":"as of old"}`
	head := find(store.Index(), "acme.guide")
	content, err := store.Content(store.Index(), head)
	if err != nil {
		t.Fatal(err)
	}
	model, err := content.Model()
	if err != nil {
		t.Fatal(err)
	}
	s := db.Snapshot{
		Brand: "acme", Settings: head.Settings, UpdatedAt: head.UpdatedAt, Model: model, ServedHash: head.ServedHash, ModeCount: head.ModeCount,
		Summary: head.Summary, Bodies: db.Bodies{ManualJSON: []byte(older), TokensJSON: []byte(`{}`)}, Ledger: content.Ledger,
	}
	if err := store.Update(t.Context(), func(tx *db.Tx) error { return tx.PutManual(s.Hashed()) }); err != nil {
		t.Fatal(err)
	}
	if text, _ := body(t, store, "acme.guide", manual.ManualDocument); string(text) != older {
		t.Errorf("before an import: %s", text)
	}
	report := importAll(t, store, Options{}, seed)
	text, _ := body(t, store, "acme.guide", manual.ManualDocument)
	if string(text) != string(made) || status(t, report, "acme.guide") != Changed {
		t.Errorf("after an import (%s): %s", status(t, report, "acme.guide"), text)
	}
}

func TestAnchorsSurvive(t *testing.T) {
	store := openStore(t)
	section := func(title string, more string) string {
		return aManual("guide", fmt.Sprintf(`"sections":[{"id":"sec_a","title":%q%s}]`, title, more))
	}
	importAll(t, store, Options{}, acme(section("Logo", "")))
	for _, tt := range []struct{ name, manual string }{
		{"retitled", section("Marks", "")},
		{"hidden", section("Marks", `,"hidden":true`)},
		{"absent", aManual("guide")},
		{"unpublished", aManual("guide", `"published":false`, `"sections":[{"id":"sec_a","title":"Marks"}]`)},
		{"not approved", aManual("guide", `"review":true`, `"sections":[{"id":"sec_a","title":"Marks"}]`)},
	} {
		importAll(t, store, Options{}, acme(tt.manual))
		importAll(t, store, Options{}, acme(section("Back", "")))
		text, _ := body(t, store, "acme.guide", manual.ManualDocument)
		if !strings.Contains(string(text), `"anchor":"logo"`) {
			t.Errorf("%s: the anchor was lost: %s", tt.name, text)
		}
	}
}

func TestNamesMove(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, acme(aManual("a", `"id":"m1"`, `"primary":true`), aManual("b", `"id":"m2"`)),
		seedFile("other.json", `{"brand":{"slug":"other","name":"Other"},"manuals":[`+aManual("one")+`]}`))
	t.Run("slugs are swapped", func(t *testing.T) {
		importAll(t, store, Options{}, acme(aManual("b", `"id":"m1"`, `"primary":true`), aManual("a", `"id":"m2"`)))
		index := store.Index()
		if find(index, "acme.a").ID != "m2" || find(index, "acme.b").ID != "m1" || index.Brand("acme").Primary.ID != "m1" {
			t.Error("slugs did not change places")
		}
	})
	t.Run("the primary manual changes", func(t *testing.T) {
		report := importAll(t, store, Options{}, acme(aManual("a", `"id":"m1"`), aManual("b", `"id":"m2"`, `"primary":true`)))
		text, _ := body(t, store, "acme.a", manual.ManualDocument)
		if !strings.Contains(string(text), `"url":"http://acme.localhost:8080/a"`) || status(t, report, "acme.a") != Changed {
			t.Errorf("not moved: %s", text)
		}
	})
	t.Run("a domain moves every address, not the tokens", func(t *testing.T) {
		_, tokens := body(t, store, "acme.b", manual.TokensDocument)
		report := importAll(t, store, Options{}, seedFile("more.json", `{"brand":{"slug":"acme","name":"Acme","domains":["Brand.Acme.Example"]},"manuals":[]}`))
		text, _ := body(t, store, "acme.b", manual.ManualDocument)
		_, after := body(t, store, "acme.b", manual.TokensDocument)
		if !strings.Contains(string(text), `"url":"http://brand.acme.example:8080"`) || tokens != after || report.Count(Changed) != 2 {
			t.Errorf("not moved: %s", text)
		}
		if strings.Contains(string(text), "13:00") {
			t.Errorf("a new address is no change of the manual: %s", text)
		}
	})
	t.Run("prune", func(t *testing.T) {
		report := importAll(t, store, Options{Prune: true}, seedFile("more.json", `{"brand":"acme","manuals":[`+aManual("b", `"id":"m2"`)+`]}`))
		if status(t, report, "acme.a") != Removed || report.Count(Removed) != 1 || find(store.Index(), "acme.a") != nil || find(store.Index(), "other.one") == nil || store.Index().Brand("acme").Primary.ID != "m2" {
			t.Errorf("not pruned: %+v", report)
		}
	})
}

func TestBaseURL(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, acme(
		aManual("guide", `"primary":true`, `"sections":[{"title":"Logo"}]`), aManual("signs", `"subdomain":"acme-signs"`), aManual("hall"), aManual("off", `"published":false`)))
	_, tokens := body(t, store, "acme.guide", manual.TokensDocument)
	site, err := manual.ParseSite("https://Manuals.Example.com:8443")
	if err != nil {
		t.Fatal(err)
	}
	if err := SetSite(context.Background(), store, site); err != nil {
		t.Fatal(err)
	}
	for slug, want := range map[string]string{
		"acme.guide": "https://acme.manuals.example.com:8443",
		"acme.signs": "https://acme-signs.manuals.example.com:8443",
		"acme.hall":  "https://acme.manuals.example.com:8443/hall",
	} {
		text, tag := body(t, store, slug, manual.ManualDocument)
		var document struct {
			URL      string
			Sections []struct{ URL, Anchor string }
		}
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		if document.URL != want || tag != fingerprint(text) {
			t.Errorf("%s is at %s, want %s", slug, document.URL, want)
		}
		for _, s := range document.Sections {
			if s.URL != want+"#"+s.Anchor {
				t.Errorf("section at %s", s.URL)
			}
		}
	}
	if _, after := body(t, store, "acme.guide", manual.TokensDocument); after != tokens {
		t.Error("the base URL changed a token document")
	}
	taken, err := manual.ParseSite("https://acme.example")
	if err != nil {
		t.Fatal(err)
	}
	importAll(t, store, Options{}, seedFile("d.json", `{"brand":{"slug":"acme","name":"Acme","domains":["brand.acme.example"]},"manuals":[]}`))
	if err := SetSite(context.Background(), store, taken); !errors.Is(err, errSiteTaken) {
		t.Errorf("error %v, want errSiteTaken", err)
	}
}

// A brand that lists the site's host among its domains, or that the site names, is at
// home there. A base URL with a path or an IP address needs one.
func TestAtHome(t *testing.T) {
	store := openStore(t)
	set := func(home, url string) error {
		site, err := manual.ParseSite(url)
		if err != nil {
			t.Fatal(err)
		}
		site.Home = home
		return SetSite(context.Background(), store, site)
	}
	manuals := `,"manuals":[` + aManual("guide", `"primary":true`) + `,` + aManual("signs") + `]}`
	plain, domain := seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme"}`+manuals), seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme","domains":["brand.example"]}`+manuals)
	for _, tt := range []struct {
		home, site   string
		source       Source
		guide, signs string // addresses; without, setting the site is an error
	}{
		{"", "https://brand.example", plain, "https://acme.brand.example", "https://acme.brand.example/signs"},
		{"", "https://brand.example/x", plain, "", ""},
		{"other", "https://brand.example/x", plain, "", ""},
		{"", "http://127.0.0.1:8080", plain, "", ""},
		{"acme", "http://127.0.0.1:8080", plain, "http://127.0.0.1:8080", "http://127.0.0.1:8080/signs"},
		{"acme", "https://brand.example/x", plain, "https://brand.example/x", "https://brand.example/x/signs"},
		{"", "https://brand.example/x/", domain, "https://brand.example/x", "https://brand.example/x/signs"},
		{"other", "https://brand.example", domain, "", ""},
		{"", "https://elsewhere.example", domain, "https://brand.example", "https://brand.example/signs"},
	} {
		importAll(t, store, Options{}, tt.source)
		if err := set(tt.home, tt.site); (err == nil) != (tt.guide != "") {
			t.Errorf("%s with %q at home: %v", tt.site, tt.home, err)
		}
		for slug, want := range map[string]string{"acme.guide": tt.guide, "acme.signs": tt.signs} {
			if text, _ := body(t, store, slug, manual.ManualDocument); !strings.Contains(string(text), `"url":"`+want+`"`) && want != "" {
				t.Errorf("%s with %q at home: %s is not at %s", tt.site, tt.home, slug, want)
			}
		}
		if err := set("", "https://manuals.example.com"); err != nil {
			t.Fatal(err)
		}
	}
}

// At the host of the site only the brand at home has a domain.
func TestDomainOfTheSite(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, acme(aManual("guide")))
	site, err := manual.ParseSite("https://brand.example")
	site.Home = "acme"
	if err = errors.Join(err, SetSite(t.Context(), store, site)); err != nil {
		t.Fatal(err)
	}
	for slug, want := range map[string]string{
		"acme": "", "other": `other.json:1:48: brand.domains[0]: the domain "brand.example" is the site, where brand "acme" is at home`,
	} {
		_, err := Import(t.Context(), store, []Source{seedFile(slug+".json", `{"brand":{"slug":"`+slug+`","name":"x","domains":["brand.example"]},"manuals":[]}`)}, Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", slug, err)
		}
	}
}

// The pages of the brand at home link to the index of the others, if there are any.
func TestOtherBrands(t *testing.T) {
	store := openStore(t)
	site, err := manual.ParseSite("https://brand.example/x")
	if err != nil {
		t.Fatal(err)
	}
	if site.Home = "acme"; SetSite(context.Background(), store, site) != nil {
		t.Fatal("no brand is known yet")
	}
	other := func(more string) Source {
		return seedFile("other.json", `{"brand":{"slug":"other","name":"Other"},"manuals":[`+aManual("guide", `"id":"m3"`, more)+`]}`)
	}
	kept := func(visibility string) Source {
		source := other(`"lang":"en"`)
		source.Data = bytes.Replace(source.Data, []byte(`"public"`), []byte(`"`+visibility+`"`), 1)
		return source
	}
	home := acme(aManual("guide", `"primary":true`))
	for i, tt := range []struct {
		files []Source
		links bool
	}{{[]Source{home}, false}, {[]Source{other(`"published":false`)}, false}, {[]Source{kept("private")}, false}, {[]Source{home}, false},
		{[]Source{home, kept("unlisted")}, false}, {[]Source{home}, false}, {[]Source{other(`"expiresAt":"2099-01-01T00:00:00Z"`)}, false}, {[]Source{other(`"lang":"en"`)}, true}, {[]Source{home}, true}, {[]Source{home, other(`"published":false`)}, false}} {
		if first := &tt.files[0]; first.Name == home.Name {
			first.Data = bytes.Replace(home.Data, []byte("Title"), fmt.Appendf(nil, "Title %d", i), 1) // so that it is rendered
		}
		importAll(t, store, Options{}, tt.files...)
		for slug, want := range map[string]bool{"acme.guide": tt.links, "other.guide": false} {
			if find(store.Index(), slug) == nil {
				continue
			}
			if text, _ := body(t, store, slug, manual.PageDocument); strings.Contains(string(text), `"/x/-/brands"`) != want {
				t.Errorf("import %d: %s links to the other brands: %t, want %t", i, slug, !want, want)
			}
		}
	}
}

// TestAgainstTheStore imports files that conflict with the store.
func TestAgainstTheStore(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{},
		acme(aManual("guide", `"id":"m1"`, `"primary":true`), aManual("signs", `"id":"m2"`, `"subdomain":"acme-signs"`)),
		seedFile("other.json", `{"brand":{"slug":"other","name":"Other","domains":["brand.other.example"]},"manuals":[`+aManual("guide", `"id":"m3"`)+`]}`))
	for _, tt := range []struct {
		name, file string
		want       string
	}{
		{"an id of another brand", `{"brand":"acme","manuals":[` + aManual("new", `"id":"m3"`) + `]}`,
			`manuals[0].id: duplicate id "m3" (also used by a manual of brand other)`},
		{"a slug of a kept manual", `{"brand":"acme","manuals":[` + aManual("guide", `"id":"m9"`) + `]}`,
			`manuals[0].slug: duplicate slug "guide" in brand acme (also used by a manual in the database (m1)`},
		{"a second primary", `{"brand":"acme","manuals":[` + aManual("new", `"primary":true`) + `]}`,
			`manuals[0].primary: duplicate "primary" in brand acme (also guide in the database). Import that manual without the key, or remove the manual: --prune removes what the files lack.`},
		{"the only primary loses its flag", `{"brand":"acme","manuals":[` + aManual("guide", `"id":"m1"`, `"primary":false`) + `]}`,
			`brand: brand acme has no primary manual. Write "primary": true in one of its 2 manuals.`},
		{"a brand equal to a subdomain of another brand's manual", `{"brand":{"slug":"acme-signs","name":"x"},"manuals":[]}`,
			`brand.slug: duplicate subdomain "acme-signs" (also used by manual acme.signs`},
		{"a subdomain that is a brand", `{"brand":"acme","manuals":[` + aManual("new", `"subdomain":"other"`) + `]}`,
			`manuals[0].subdomain: duplicate subdomain "other" (also used by brand other`},
		{"a subdomain that is a slug of the brand", `{"brand":"acme","manuals":[` + aManual("new", `"subdomain":"guide"`) + `]}`,
			`manuals[0].subdomain: the subdomain "guide" is the slug of another manual`},
		{"a slug that is a subdomain of the brand", `{"brand":"acme","manuals":[` + aManual("acme-signs") + `]}`,
			`manuals[0].slug: the slug "acme-signs" is the subdomain of a manual in the database (m2)`},
		{"a domain of another brand", `{"brand":{"slug":"acme","name":"x","domains":["BRAND.other.example"]},"manuals":[]}`,
			`brand.domains[0]: duplicate domain "brand.other.example" (also used by brand other)`},
		{"a domain of the site", `{"brand":{"slug":"acme","name":"x","domains":["x.localhost"]},"manuals":[]}`,
			`brand.domains[0]: the domain "x.localhost" is below the site`},
		{"an unknown brand", `{"brand":"nobody","manuals":[]}`,
			`brand: unknown brand "nobody". Write { "slug": "nobody", "name": "…" }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			problems := problemsOf(t, store, Options{}, seedFile("f.json", tt.file))
			if len(problems) != 1 || !strings.Contains(problems[0].String(), tt.want) {
				t.Errorf("problems:\n%v\nwant %s", problems, tt.want)
			}
		})
	}
	t.Run("domains move between brands of one import", func(t *testing.T) {
		importAll(t, store, Options{},
			seedFile("a.json", `{"brand":{"slug":"acme","name":"Acme","domains":["brand.other.example"]},"manuals":[]}`),
			seedFile("b.json", `{"brand":{"slug":"other","name":"Other","domains":[]},"manuals":[]}`))
		if b := store.Index().Domain("brand.other.example"); b == nil || b.Slug != "acme" {
			t.Errorf("the domain is that of %v", b)
		}
	})
	t.Run("a single manual stays primary beside a new one", func(t *testing.T) {
		importAll(t, store, Options{}, seedFile("o.json", `{"brand":"other","manuals":[`+aManual("second")+`]}`))
		if p := store.Index().Brand("other").Primary; p == nil || p.ID != "m3" {
			t.Errorf("the primary manual is %v", p)
		}
		importAll(t, store, Options{}, seedFile("o.json", `{"brand":"other","manuals":[`+aManual("second", `"primary":true`)+`]}`))
		if p := store.Index().Brand("other").Primary; p == nil || p.Slug != "second" {
			t.Errorf("the primary manual is %v", p)
		}
	})
}

// The report says that a draft awaits review only if approving it would change
// something.
func TestDraftAwaitsReview(t *testing.T) {
	const approved = `"approved":{"title":"Title of guide","sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content":{"html":"x"}}]}]}`
	for draft, differs := range map[string]bool{
		`"sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content":{"html":"x"}}]}]`:                                                        false,
		`"seo":{"description":""},"sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content": {"html":"x"},"comments":[{"by":"Ada"}]}]}]`:    false,
		`"sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content":{"html":"x"}},{"type":"TEXT","internal":true,"content":{"html":"y"}}]}]`: false,
		`"seo":{"description":"D"},"sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content":{"html":"x"}}]}]`:                              true,
		`"sections":[{"id":"a","title":"A","blocks":[{"id":"b","type":"TEXT","content":{"html":"y"}}]}]`:                                                        true,
		`"sections":[{"id":"a","title":"A","hidden":true,"blocks":[{"id":"b","type":"TEXT","content":{"html":"x"}}]}]`:                                          true,
		`"sections":[]`: true,
	} {
		report := importAll(t, openStore(t), Options{}, acme(aManual("guide", `"review":true`, approved, draft)))
		said := false
		for _, note := range report.Manuals[0].Notes {
			said = said || note.Code == manual.NoteUnapproved
		}
		if said != differs {
			t.Errorf("%s: a draft awaits review: %t, want %t", draft, said, differs)
		}
	}
}

// The size of a report is linear in the size of the file: a long title is not
// repeated in full for every block.
func TestLongTitle(t *testing.T) {
	title := strings.Repeat("Long ", 2_000)
	block := `{"type":"TEXT","content":{"html":"x"}},{"type":"TEXT","content":{}}`
	blocks := block + strings.Repeat(","+block, 999)
	store := openStore(t)
	report := importAll(t, store, Options{}, acme(aManual("guide", `"sections":[{"id":"a","title":"`+title+`","blocks":[`+blocks+`]}]`)))
	if text, _ := body(t, store, "acme.guide", manual.ManualDocument); len(text) > 2<<20 {
		t.Errorf("the manual has %d bytes", len(text))
	}
	said, err := json.Marshal(report)
	if err != nil || len(said) > 2<<20 {
		t.Errorf("the report has %d bytes (%v)", len(said), err)
	}
}

func TestManyProblems(t *testing.T) {
	const n = 10_000
	problems := problemsOf(t, openStore(t), Options{}, acme(aManual("guide", `"sections":[`+strings.Repeat(`1,`, n-1)+`1]`)))
	if len(problems) != problem.MaxProblems+1 {
		t.Fatalf("%d problems, want %d", len(problems), problem.MaxProblems+1)
	}
	first, last := problems[0], problems[problem.MaxProblems]
	if last.Line != 1 || last.Column-first.Column != 2*problem.MaxProblems || last.Reason != "the file has more errors than these 100. Mend these first." {
		t.Errorf("problems from %s to %s", first, last)
	}
}

// A brand that gets a new slug takes its domain along.
func TestRenamedBrandKeepsDomain(t *testing.T) {
	store := openStore(t)
	named := func(slug string) Source {
		s := seedFile("a.json", `{"brand":{"slug":"`+slug+`","name":"Acme","domains":["brand.acme.example"]},"manuals":[`+aManual("guide")+`]}`)
		s.Path = "/seeds/a.json"
		return s
	}
	watched := Options{FollowedPaths: []string{"/seeds"}}
	importAll(t, store, watched, named("acme"))
	importAll(t, store, watched, named("acme2"))
	index := store.Index()
	if b := index.Domain("brand.acme.example"); b == nil || b.Slug != "acme2" {
		t.Errorf("the domain is that of %+v", b)
	}
	if b := index.Brand("acme"); b == nil || len(b.Domains) > 0 || b.Primary == nil {
		t.Errorf("the former brand is %+v", b)
	}
	importAll(t, store, watched, named("acme"))
	if b := store.Index().Domain("brand.acme.example"); b == nil || b.Slug != "acme" {
		t.Errorf("back again, the domain is that of %+v", b)
	}
}

// Equal anchors in a draft are an error even before it is approved.
func TestAnchorsOfADraft(t *testing.T) {
	approved := `"approved":{"title":"T","sections":[{"id":"a","title":"A","anchor":"q"}]}`
	importAll(t, openStore(t), Options{}, acme(aManual("guide", `"review":true`, approved, `"sections":[{"id":"a","title":"A","anchor":"q"},{"id":"b","title":"B","anchor":"r"}]`)))
	problems := problemsOf(t, openStore(t), Options{}, acme(aManual("guide", `"review":true`, approved, `"sections":[{"id":"a","title":"A","anchor":"q"},{"id":"b","title":"B","anchor":"q"}]`)))
	if len(problems) != 1 || problems[0].Path != "manuals[0].sections[1].anchor" {
		t.Errorf("problems:\n%v", problems)
	}
}

// A brand's new name appears on its manuals that the files do not have.
func TestNewBrandName(t *testing.T) {
	store := openStore(t)
	named := func(name string, manuals ...string) Source {
		return seedFile("acme.json", fmt.Sprintf(`{"brand":{"slug":"acme","name":%q},"manuals":[%s]}`, name, strings.Join(manuals, ",")))
	}
	importAll(t, store, Options{}, named("Acme", aManual("guide", `"primary":true`), aManual("press")))
	importAll(t, store, Options{}, named("Zenith", aManual("press")))
	for _, slug := range []string{"acme.guide", "acme.press"} {
		if page, _ := body(t, store, slug, manual.PageDocument); !strings.Contains(string(page), "Zenith") || strings.Contains(string(page), "Acme") {
			t.Errorf("%s still has the former name", slug)
		}
	}
}
