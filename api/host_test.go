package api

import (
	"strings"
	"testing"
)

func TestHostName(t *testing.T) {
	for _, row := range []struct{ host, want string }{
		{"", ""},
		{"manuals.example.com", "manuals.example.com"},
		{"Manuals.EXAMPLE.com:8443", "manuals.example.com"},
		{"manuals.example.com.", "manuals.example.com"},
		{"manuals.example.com.:80", "manuals.example.com"},
		{"manuals.example.com..", "manuals.example.com."},
		{"127.0.0.1:8080", "127.0.0.1"},
		{"[::1]:8080", "[::1]"},
		{"[2001:DB8::1]", "[2001:db8::1]"},
		{":8080", ""},
		{".", ""},
		{"\u212a.example", "\u212a.example"}, // the Kelvin sign is no k
		{"\u00c9.EXAMPLE", "\u00c9.example"},
	} {
		if got := hostName(row.host); got != row.want {
			t.Errorf("%q: %q, want %q", row.host, got, row.want)
		}
	}
}

func TestParseSlug(t *testing.T) {
	for _, row := range []struct {
		text string
		want slug
		ok   bool
	}{
		{"acme", slug{"acme", ""}, true},
		{"Acme.GUIDE", slug{"acme", "guide"}, true},
		{"0-9.a", slug{"0-9", "a"}, true},
		{strings.Repeat("a", 63), slug{strings.Repeat("a", 63), ""}, true},
		{"", slug{}, false},
		{".", slug{}, false},
		{"acme.", slug{}, false},
		{".guide", slug{}, false},
		{"a.b.c", slug{}, false},
		{"a..b", slug{}, false},
		{"-a", slug{}, false},
		{"a-.b", slug{}, false},
		{"a/b", slug{}, false},
		{"a\x00", slug{}, false},
		{"\xff", slug{}, false},
		{"caf\u00e9", slug{}, false},
		{"\u212aelvin", slug{}, false},
		{strings.Repeat("a", 64), slug{}, false},
	} {
		if got, ok := parseSlug(row.text); got != row.want || ok != row.ok {
			t.Errorf("%q: %+v, %t; want %+v, %t", row.text, got, ok, row.want, row.ok)
		}
	}
}

// Whatever the host and the slug, a host never leads to a manual of another
// brand than its own, and one that nobody has leads nowhere.
func FuzzHostAndSlug(f *testing.F) {
	w := newWorld(f, nil)
	ix := w.db.Index()
	for _, host := range []string{siteHost, "www." + siteHost, onAcme, onPress, onDomain, "nobody." + siteHost, "a.b." + siteHost, "[::1]:80", "x:y:z"} {
		for _, name := range []string{"acme", "acme.press", "press", "globex-press", "a.b.c", "%"} {
			f.Add(host, name)
		}
	}
	f.Fuzz(func(t *testing.T, host, text string) {
		name, ok := parseSlug(text)
		if !ok {
			return
		}
		e := scopeOf(ix, host).find(ix, name)
		for _, spelling := range []string{strings.ToUpper(host), host + ":443"} {
			if plain := !strings.ContainsAny(host, ":]\u0131\u017f\u212a"); plain && scopeOf(ix, spelling).find(ix, name) != e {
				t.Fatalf("%q and %q name different manuals", host, spelling)
			}
		}
		if e.IsZero() {
			return
		}
		plain := hostName(host)
		if label, under := strings.CutSuffix(plain, "."+siteHost); under && label != "www" && label != e.Brand.Slug && label != e.Subdomain() {
			t.Fatalf("%q on %q: %s", text, host, e.ID())
		}
		if brand := ix.Domain(plain); brand != nil && e.Brand.Slug != brand.Slug {
			t.Fatalf("%q on %q: %s of another brand", text, host, e.ID())
		}
		if name.second != "" && (name.first != e.Brand.Slug || name.second != e.Slug()) {
			t.Fatalf("%q on %q: %s", text, host, e.ID())
		}
	})
}

// Whatever the host and the path, a page is one of the host's own brand, and
// its one path leads to it.
func FuzzHostAndPath(f *testing.F) {
	w := newPageWorld(f, nil)
	ix := w.db.Index()
	for _, host := range []string{siteHost, onAcme, onPress, onDomain, onInn, onAttic, onNone, "a.b." + siteHost, "x:y:z"} {
		for _, path := range []string{"/", "/press", "/PRESS", "/guide", "//", "/press/", "", "/\x00", "/attic"} {
			f.Add(host, path)
		}
	}
	f.Fuzz(func(t *testing.T, host, path string) {
		s := scopeOf(ix, host)
		e, home := s.page(path)
		if e.IsZero() {
			return
		}
		if again, same := s.page(home); again != e || same != home {
			t.Fatalf("%q on %q: %s at %q, where %v is", path, host, e.ID(), home, again)
		}
		if s.site || s.brand != nil && s.brand != e.Brand || !s.manual.IsZero() && s.manual != e {
			t.Fatalf("%q on %q: %s", path, host, e.ID())
		}
	})
}
