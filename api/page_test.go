package api

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/api/ratelimit"
)

// Which page a request gets, by host, path and access token (specification,
// sections 3, 4.1 and 5). What is the manual whose page it is, as brand_slug,
// a path to go on at, or words of another page.
func TestWhichPage(t *testing.T) {
	w := newPageServer(t, nil)
	for _, row := range []struct {
		host, path, token string
		status            int
		what              string
	}{
		// The site has its index and no other page.
		{onSite, "/", "", 200, "index"},
		{onSite, "", "", 200, "index"},
		{"www." + siteHost, "/", "", 200, "index"},
		{"127.0.0.1:8080", "/", "", 200, "index"},
		{"elsewhere.example", "/?x=y", "", 200, "index"},
		{onSite, "/", "acme", 200, "index"},
		{onSite, "/", "unknown", 401, ""},
		{onSite, "/acme", "", 404, ""},
		{onSite, "/guide", "", 404, ""},
		{onSite, "/acme.guide", "", 404, ""},
		{onSite, "/index.html", "", 404, ""},

		// A brand's host: the primary manual at the root, the others at their slug.
		{onAcme, "/", "", 200, "acme_guide"},
		{onAcme, "/?utm=x", "", 200, "acme_guide"},
		{onAcme, "/press", "", 200, "acme_press"},
		{onAcme, "/ending", "", 200, "acme_ending"},
		{onAcme, "/%70ress", "", 200, "acme_press"},
		{onAcme, "/PRESS", "", 308, "/press"},
		{onAcme, "/guide", "", 308, "/"},
		{onAcme, "/Guide", "acme", 308, "/"},
		{onAcme, "/acme", "", 404, ""},
		{onAcme, "/acme.press", "", 404, ""},
		{onAcme, "/acme-press", "", 404, ""},
		{onAcme, "/nobody", "", 404, ""},
		{onAcme, "/press/", "", 404, ""},
		{onAcme, "//press", "", 404, ""},
		{onAcme, "//", "", 404, ""},
		{onAcme, "/%2Fpress", "", 404, ""},
		{onAcme, "/pre%2Fss", "", 404, ""},
		{onAcme, "/press%00", "", 404, ""},
		{onAcme, "/press%FF", "", 404, ""},
		{onAcme, "/press.json", "", 404, ""},
		{onAcme, "/./press", "", 404, ""},
		{onAcme, "/api", "", 404, ""},
		{onAcme, "/plan", "globex", 404, ""},
		{"ACME." + siteHost + ".:8443", "/press", "", 200, "acme_press"},
		{"hollow." + siteHost, "/", "", 404, ""},
		{onShy, "/", "", 200, "shy_diary"},

		// So does a custom domain, each of them.
		{onDomain, "/", "", 200, "acme_guide"},
		{onDomain, "/press", "", 200, "acme_press"},
		{"acme.example:443", "/", "", 200, "acme_guide"},
		{"www.acme.example", "/press", "", 404, ""},
		{"www.acme.example", "/", "", 200, "index"},

		// On a manual's own host that one alone is.
		{onPress, "/", "", 200, "acme_press"},
		{onPress, "/press", "", 404, ""},
		{onPress, "/guide", "", 404, ""},
		{onVault, "/", "", 404, ""},
		{onVault, "/", "acme", 200, "acme_vault"},
		{"acme-draft." + siteHost, "/", "acme", 404, ""},

		// Visibilities, end dates and tokens (section 5): as for the documents.
		{onAcme, "/", "globex", 200, "acme_guide"},
		{onAcme, "/", "expired", 401, ""},
		{onAcme, "/", "revoked", 401, ""},
		{onAcme, "/nobody", "unknown", 401, ""},
		{onAcme, "/vault", "", 404, ""},
		{onAcme, "/vault", "acme", 200, "acme_vault"},
		{onAcme, "/vault", "globex", 404, ""},
		{onAcme, "/VAULT", "", 404, ""},
		{onAcme, "/VAULT", "acme", 308, "/vault"},
		{onAcme, "/vault", "unknown", 401, ""},
		{onAcme, "/old", "", 410, ""},
		{onAcme, "/OLD", "", 410, ""},
		{onAcme, "/old", "acme", 410, ""},
		{onAcme, "/oldvault", "", 404, ""},
		{onAcme, "/oldvault", "acme", 410, ""},
		{onAcme, "/oldvault", "globex", 404, ""},
		{onAcme, "/draft", "", 404, ""},
		{onAcme, "/draft", "acme", 404, ""},
		{onGlobex, "/", "", 404, ""},
		{onGlobex, "/", "globex", 200, "globex_plan"},
		{onGlobex, "/plan", "", 404, ""},
		{onGlobex, "/plan", "globex", 308, "/"},
		{onGlobex, "/press", "", 200, "globex_press"},

		// Password manuals: the form, or as private ones without a password.
		{onInn, "/", "", 200, "<form method=post> {Wrong:false Wait:0}"},
		{onInn, "/house", "", 308, "/"},
		{onInn, "/cellar", "", 200, "<form"},
		{onInn, "/Cellar", "", 308, "/cellar"},
		{onInn, "/cellar", "acme", 200, "<form"},
		{onInn, "/attic", "", 200, "<form"},
		{onAttic, "/", "", 200, "<form"},
		{onAttic, "/attic", "", 404, ""},
		{onInn, "/keyless", "", 404, ""},
		{onInn, "/old", "", 404, ""},
		{onInn, "/cellar", "unknown", 401, ""},

		// Any other host under the site's has nothing.
		{onNone, "/", "", 404, ""},
		{onNone, "/press", "", 404, ""},
		{onNone, "/", "acme", 404, ""},
		{onNone, "/", "unknown", 401, ""},
		{"a.b." + siteHost, "/", "", 404, ""},
		{"guide.acme." + siteHost, "/", "", 404, ""},
	} {
		a := w.do(t, testRequest{host: row.host, path: row.path, token: row.token})
		name := fmt.Sprintf("%s%s with token %q", row.host, row.path, row.token)
		if a.StatusCode != row.status {
			t.Errorf("%s: %d, want %d: %s", name, a.StatusCode, row.status, a.body)
			continue
		}
		switch {
		case row.status == 308:
			if a.Header.Get("Location") != row.what || a.body != "" {
				t.Errorf("%s: to %q with %q, want to %q", name, a.Header.Get("Location"), a.body, row.what)
			}
		case row.status >= 400:
			if want := fmt.Sprintf("<h1>%d ", row.status); !strings.HasPrefix(a.body, want) {
				t.Errorf("%s: %s, want the page of %d", name, a.body, row.status)
			}
		case !strings.HasPrefix(a.body, row.what) && !strings.HasPrefix(a.body, "page of man_"+row.what+"."):
			t.Errorf("%s: %s, want %s", name, a.body, row.what)
		}
		if a.Header.Get("Access-Control-Allow-Origin") != "" || a.Header.Get("X-RateLimit-Limit") != "" || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: fields that no page has: %v", name, a.Header)
		}
	}
}

// A page that the reader may not see is as one that there is not, byte for
// byte and field for field (specification, section 7): on the host of a brand
// that anyone may know of as on that host, else as on one that nobody has.
func TestPrivatePageIsLikeUnknown(t *testing.T) {
	w := newPageServer(t, func(o *Options) { o.Rate, o.TokenRate = ratelimit.Rate{}, ratelimit.Rate{} })
	type place struct{ host, path string }
	for _, private := range []place{
		{onAcme, "/vault"}, {onAcme, "/VAULT"}, {onAcme, "/oldvault"}, {onAcme, "/draft"}, {onVault, "/"}, {onGlobex, "/"}, {onGlobex, "/plan"}, {onInn, "/keyless"}, {onInn, "/old"},
		{onAcme, "/nobody"}, {onSite, "/acme"}, {onNone, "/"},
		{onVault, "/robots.txt"}, {onVault, "/favicon.ico"}, {onGlobex, "/favicon.ico"}, {onNone, "/robots.txt"}, {onNone, "/favicon.ico"}, {"hollow." + siteHost, "/robots.txt"},
		{onVault, "/-/page.css"}, {onNone, "/-/"},
	} {
		unknown := place{onNone, "/nothing"}
		if private.host == onAcme || private.host == onGlobex { // which have open manuals
			unknown.host = private.host
		}
		for _, token := range []string{"", "unknown"} {
			for _, header := range []map[string]string{nil, {"If-None-Match": "*"}, {"If-Match": `"x"`}, {"Accept-Encoding": "gzip"}, {"Cookie": "dm-1=x"}} {
				for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS"} {
					ask := func(p place) string {
						a := w.do(t, testRequest{method: method, host: p.host, path: p.path, token: token, header: header})
						a.Header.Del("Date")
						return fmt.Sprint(a.Status, a.Header, a.body)
					}
					if token != "" && strings.HasPrefix(private.path, "/-/") {
						continue // assets ask for no token
					}
					if got, want := ask(private), ask(unknown); got != want {
						t.Errorf("%s %v with token %q, %v:\n%s\nwant as unknown:\n%s", method, private, token, header, got, want)
					}
				}
			}
		}
	}
}
