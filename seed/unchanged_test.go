package seed

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// An import that leaves out what is unchanged answers and stores the same as one that
// reads everything, whatever has changed since the last one.
func TestUnchangedFiles(t *testing.T) {
	manual2 := `{"id":"m2","slug":"more","title":"More","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[]}`
	for name, edit := range map[string]func(h *aHistory){
		"title": func(h *aHistory) {
			h.edit("acme-more.json", `"title":"More"`, `"title":"Most"`)
			h.step(Options{})
			h.expectUnread()
		},
		"title of primary": func(h *aHistory) { h.edit("acme.json", `"title":"Guide"`, `"title":"Manual"`) },
		"text":             func(h *aHistory) { h.put("voice.md", "Say *more*.\n") },
		"text, same time":  func(h *aHistory) { sameTime(h, "voice.md", "Say *lots*.\n") },
		"text is gone":     func(h *aHistory) { remove(h.T, filepath.Join(h.dir, "voice.md")) },
		"asset":            func(h *aHistory) { h.edit("mark.svg", "h4", "h3") },
		"asset, same time": func(h *aHistory) { sameTime(h, "mark.svg", strings.Replace(svg, "h4", "h3", 1)) },
		"asset is replaced": func(h *aHistory) {
			h.put("new", strings.Replace(svg, "h4", "h3", 1))
			rename(h.T, h.dir+"/new", h.dir+"/mark.svg")
		},
		"asset is copied": func(h *aHistory) { h.put("new", svg); rename(h.T, h.dir+"/new", h.dir+"/mark.svg") },
		"asset is gone":   func(h *aHistory) { remove(h.T, filepath.Join(h.dir, "mark.svg")) },
		"asset is a link": func(h *aHistory) { link(h.T, "/etc/passwd", filepath.Join(h.dir, "mark.svg")) },
		"asset is active": func(h *aHistory) { h.put("mark.svg", strings.Replace(svg, "<path", "<script/><path", 1)) },
		"cover":           func(h *aHistory) { h.put("cover.svg", svg) },
		"cover is none":   func(h *aHistory) { h.edit("acme.json", `"cover":{"logo":"cover.svg"},`, "") },
		"brand's name":    func(h *aHistory) { h.edit("acme.json", `"name":"Acme"`, `"name":"Acme Ltd"`) },
		"domain":          func(h *aHistory) { h.edit("acme.json", "acme.example", "acme.test") },
		"domain is taken": func(h *aHistory) { h.edit("bison.json", `"name"`, `"domains":["acme.example"],"name"`) },
		"token":           func(h *aHistory) { h.edit("acme.json", "ab", "cd") },
		"token is gone":   func(h *aHistory) { h.edit("acme.json", `"expires":null`, `"expires":"2027-01-01T00:00:00Z"`) },
		"token is taken": func(h *aHistory) {
			h.edit("bison.json", `"name"`, `"access":[{"id":"ci","name":"ci","sha256":"`+strings.Repeat("cd", 32)+`","expires":null}],"name"`)
		},
		"settings twice": func(h *aHistory) {
			h.edit("acme-more.json", `"brand":"acme"`, `"brand":{"slug":"acme","name":"Acme"}`)
		},
		"settings move": func(h *aHistory) {
			h.edit("acme.json", `"brand":{"slug"`, `"brand":"acme","$schema":"","manuals":[]}`)
			h.put("acme.json", `{"brand":"acme","manuals":[`+manual2+`]}`)
			h.edit("acme-more.json", `"brand":"acme"`, `"brand":{"slug":"acme","name":"Acme"}`)
		},
		"slug":               func(h *aHistory) { h.edit("acme.json", `"slug":"guide"`, `"slug":"handbook"`) },
		"slug is taken":      func(h *aHistory) { h.edit("acme.json", `"slug":"guide"`, `"slug":"more"`) },
		"subdomain is taken": func(h *aHistory) { h.edit("bison2.json", `"slug":"one"`, `"slug":"one","subdomain":"third"`) },
		"subdomain of brand": func(h *aHistory) { h.edit("acme-more.json", `"subdomain":"third"`, `"subdomain":"bison"`) },
		"id is taken":        func(h *aHistory) { h.edit("acme.json", `"id":"m1"`, `"id":"m2"`) },
		"id of other brand":  func(h *aHistory) { h.edit("bison2.json", `"id":"b1"`, `"id":"m2"`) },
		"two primary": func(h *aHistory) {
			h.edit("acme-more.json", `"slug":"more"`, `"slug":"more","primary":true`)
		},
		"primary moves": func(h *aHistory) {
			h.edit("acme.json", `"primary":true`, `"primary":false`)
			h.edit("acme-more.json", `"slug":"more"`, `"slug":"more","primary":true`)
		},
		"no primary":   func(h *aHistory) { h.edit("acme.json", `"primary":true`, `"primary":false`) },
		"primary open": func(h *aHistory) { h.edit("acme.json", `"primary":true,`, ``) },
		"second manual": func(h *aHistory) {
			h.put("bison3.json", `{"brand":"bison","manuals":[{"id":"b2","slug":"two","title":"Two","visibility":"public"}]}`)
		},
		"second manual is primary": func(h *aHistory) {
			h.put("bison3.json", `{"brand":"bison","manuals":[{"id":"b2","slug":"two","primary":true,"title":"Two","visibility":"public"}]}`)
		},
		"manual moves": func(h *aHistory) {
			h.put("acme-more.json", `{"brand":"acme","manuals":[]}`)
			h.put("acme-new.json", `{"brand":"acme","manuals":[`+manual2+`]}`)
		},
		"manual is copied": func(h *aHistory) { h.put("acme-new.json", `{"brand":"acme","manuals":[`+manual2+`]}`) },
		"file is renamed":  func(h *aHistory) { rename(h.T, h.dir+"/acme.json", h.dir+"/first.json") },
		"file is gone":     func(h *aHistory) { remove(h.T, h.dir+"/acme-more.json") },
		"settings gone":    func(h *aHistory) { remove(h.T, h.dir+"/acme.json") },
		"file is broken":   func(h *aHistory) { h.put("bison.json", "{") },
		"file is invalid":  func(h *aHistory) { h.edit("bison.json", `"name"`, `"nam"`) },
		"warning":          func(h *aHistory) { h.edit("bison2.json", `"url"`, `"hef":1,"url"`) },
		"near miss":        func(h *aHistory) { h.edit("acme.json", `"hex":"#00F"`, `"hex":"#00F","nme":"x"`) },
		"no ids":           func(h *aHistory) { h.edit("bison2.json", `"id":"s","anchor":"s",`, ``) },
		"link to nowhere":  func(h *aHistory) { h.edit("acme-more.json", `/guide`, `/nowhere`) },
		"draft": func(h *aHistory) {
			h.edit("acme-more.json", `"subdomain":"third"`, `"review":true,"subdomain":"third"`)
		},
		"draft, then a title": func(h *aHistory) {
			h.edit("acme-more.json", `"subdomain":"third"`, `"review":true,"subdomain":"third"`)
			h.step(Options{})
			h.edit("acme.json", `"title":"Guide"`, `"title":"Manual"`)
		},
		"active content": func(h *aHistory) {
			h.edit("acme-more.json", "<p>See", "<p><script>x</script>See")
			h.edit("mark.svg", "<path", "<script/><path")
			for range 3 { // the first warns that what is served has changed
				h.step(Options{AllowActiveHTML: true})
			}
			h.expectUnread()
		},
		"active asset of a changed file": func(h *aHistory) {
			h.edit("mark.svg", "<path", "<script/><path")
			h.step(Options{AllowActiveHTML: true})
			h.edit("acme.json", `"title":"Guide"`, `"title":"Manual"`)
		},
		"built from another file": func(h *aHistory) {
			h.put("other/more.json", `{"brand":"acme","manuals":[`+manual2+`]}`)
			h.step(Options{}, "other")
		},
		"damage": func(h *aHistory) {
			h.damage("m1", manual.TokensDocument)
			h.step(Options{})
		},
		"unpublished": func(h *aHistory) {
			h.edit("acme-more.json", `"subdomain":"third"`, `"published":false,"subdomain":"third"`)
		},
		"expires": func(h *aHistory) {
			h.edit("acme-more.json", `"subdomain":"third"`, `"expiresAt":"2030-01-01T00:00:00Z"`)
		},
		"private": func(h *aHistory) { h.edit("acme-more.json", `"visibility":"public"`, `"visibility":"private"`) },
		"anchor": func(h *aHistory) {
			h.edit("acme.json", `"id":"c","anchor":"c"`, `"id":"c","anchor":"d"`)
		},
		"removed manual": func(h *aHistory) { h.update(func(tx *db.Tx) error { return tx.Remove("acme", "m2") }) },
		"removed brand":  func(h *aHistory) { h.update(func(tx *db.Tx) error { return tx.RemoveBrand("acme") }) },
		"base URL": func(h *aHistory) {
			for _, store := range h.stores {
				site, err := manual.ParseSite("https://example.com")
				if err := errors.Join(err, SetSite(h.Context(), store, site)); err != nil {
					h.Fatal(err)
				}
			}
		},
		"other renderers": func(h *aHistory) { h.update(func(tx *db.Tx) error { return tx.SetRendering("older") }) },
		"other settings": func(h *aHistory) {
			h.put("other/acme.json", `{"brand":{"slug":"acme","name":"Other"},"manuals":[]}`)
			h.step(Options{}, "other")
		},
		"other settings in the store": func(h *aHistory) {
			h.update(func(tx *db.Tx) error { return tx.PutBrand(manual.Brand{Slug: "acme", Name: "Other"}) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHistory(t)
			before := make(map[string]string)
			for _, name := range []string{"acme.json", "acme-more.json", "bison.json", "bison2.json", "voice.md", "mark.svg", "cover.svg"} {
				before[name] = h.read(name)
			}
			whole := Options{Prune: true, Watched: []string{h.dir}}
			edit(h)
			h.step(Options{DryRun: true})
			h.step(Options{})
			h.step(whole)
			h.equalsFresh(whole)
			h.step(Options{Strict: true, AllowAnchorChange: true})
			remove(t, h.dir)
			for name, text := range before {
				h.put(name, text)
			}
			h.step(Options{}, "acme-more.json")
			h.step(Options{}, "acme.json")
			h.step(whole)
			h.equalsFresh(whole)
			h.step(whole)
			h.expectUnread()
		})
	}
}
