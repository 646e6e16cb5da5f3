package api

import (
	"net/url"
	"strings"
	"testing"

	"designmanual/api/pages"
	"designmanual/db"
)

// Whatever the host and the slug, a host never leads to a manual of another
// brand than its own, and one that nobody has leads nowhere.
func FuzzHostAndSlug(f *testing.F) {
	w := newTestServer(f, nil)
	ix := w.db.Index()
	for _, host := range []string{siteHost, "www." + siteHost, onAcme, onPress, onDomain, "nobody." + siteHost, "a.b." + siteHost, "[::1]:80", "x:y:z"} {
		for _, name := range []string{"acme", "acme.press", "press", "globex-press", "a.b.c", "%"} {
			f.Add(host, name)
		}
	}
	f.Fuzz(func(t *testing.T, host, slug string) {
		e := ix.Find(ix.Scope(host), slug)
		for _, spelling := range []string{strings.ToUpper(host), host + ":443"} {
			if plain := !strings.ContainsAny(host, ":]\u0131\u017f\u212a"); plain && ix.Find(ix.Scope(spelling), slug) != e {
				t.Fatalf("%q and %q name different manuals", host, spelling)
			}
		}
		if e.IsZero() {
			return
		}
		plain := db.HostName(host)
		if label, under := strings.CutSuffix(plain, "."+siteHost); under && label != "www" && label != e.Brand.Slug && label != e.Subdomain() {
			t.Fatalf("%q on %q: %s", slug, host, e.ID())
		}
		if brand := ix.Domain(plain); brand != nil && e.Brand.Slug != brand.Slug {
			t.Fatalf("%q on %q: %s of another brand", slug, host, e.ID())
		}
		if brand, of, two := strings.Cut(db.LowerASCII(slug), "."); two && (brand != e.Brand.Slug || of != e.Slug()) {
			t.Fatalf("%q on %q: %s", slug, host, e.ID())
		}
	})
}

// Whatever the host and the path, a page is one of the host's own brand, and
// its one path leads to it.
func FuzzHostAndPath(f *testing.F) {
	w := newPageServer(f, nil)
	ix := w.db.Index()
	for _, host := range []string{siteHost, onAcme, onPress, onDomain, onInn, onAttic, onNone, "a.b." + siteHost, "x:y:z"} {
		for _, path := range []string{"/", "/press", "/PRESS", "/guide", "//", "/press/", "", "/\x00", "/attic", "/Press/-/export", "/-/export/tokens.css", "/-/files/0123/a b", "/guide/-/files.zip"} {
			f.Add(host, path)
		}
	}
	f.Fuzz(func(t *testing.T, host, path string) {
		s := ix.Scope(host)
		p := pages.Parse(path)
		e := pages.Find(s, p)
		if e.IsZero() {
			return
		}
		home, err := url.PathUnescape(p.Home(s, e))
		again := pages.Parse(home)
		if err != nil || pages.Find(s, again) != e || !again.IsHome(s, e) || again.Part != p.Part || again.Name != p.Name {
			t.Fatalf("%q on %q: %s at %q, which is %+v", path, host, e.ID(), home, again)
		}
		alias := p.Part != pages.Page && !s.Manual.IsZero() // which has two
		if p.IsHome(s, e) != (home == path || path == "") && !alias {
			t.Fatalf("%q on %q is home: %t, and home is %q", path, host, p.IsHome(s, e), home)
		}
		if s.Site || s.Brand != nil && s.Brand != e.Brand || !s.Manual.IsZero() && s.Manual != e {
			t.Fatalf("%q on %q: %s", path, host, e.ID())
		}
	})
}
