package api

import (
	"fmt"
	"strings"
	"testing"
)

func tokenField(name string) string {
	if name == "" {
		return ""
	}
	return "token: " + name
}

// Host, access token and slug or path decide which manual a request gets
// (specification, sections 3, 4.1, 5 and 7). A name without a slash is a slug,
// whose two documents are requested; one with a slash is the path of a page.
func TestWhichManual(t *testing.T) {
	ts, asked := newServer(t, nil), 0
	for _, row := range []struct {
		hosts, token string // @ is the site
		status       int
		what, names  string // what: brand_slug of the manual, Location, or the beginning of the page
	}{
		// The three forms of a slug, on the site (section 4.1), in any case.
		{"@", "", 200, "acme_guide", "acme acme.guide ACME Acme.Guide"},
		{"@", "", 200, "acme_press", "acme.press acme-press ACME-press"},
		{"@", "", 200, "globex_press", "globex.press globex-press"},
		{"@", "", 200, "acme_ending", "acme.ending"},
		{"@", "", 404, "", "guide press acme.acme acme.acme-press globex.guide nobody nobody.guide hollow hollow.guide www"},

		// Visibilities and tokens (section 5): each column of the table.
		{"@", "", 404, "", "acme.vault acme-vault acme.locked acme.oldvault acme.draft globex"},
		{"@", "", 410, "", "acme.old"},
		{"@", "acme", 200, "acme_guide", "acme.guide"},
		{"@", "acme", 200, "acme_press", "acme.press"},
		{"@", "acme", 200, "acme_vault", "acme.vault acme-vault"},
		{"@", "acme", 200, "acme_locked", "acme.locked"},
		{"@", "acme", 410, "", "acme.old acme.oldvault"},
		{"@", "acme", 404, "", "acme.draft acme-draft nobody globex"},
		{"@", "globex", 200, "acme_guide", "acme.guide"},
		{"@", "globex", 200, "acme_press", "acme.press"},
		{"@", "globex", 200, "globex_plan", "globex"},
		{"@", "globex", 404, "", "acme.vault acme-vault acme.locked acme.oldvault"},
		{"@", "globex", 410, "", "acme.old"},
		{"@", "expired", 401, "", "acme.guide acme.vault"},
		{"@", "revoked", 401, "", "acme.guide acme.vault"},
		{"@", "unknown", 401, "", "acme.guide acme.press acme.vault acme.locked acme.old acme.oldvault acme.draft nobody"},

		// Hosts of the whole site.
		{"www.@ WWW.@ manuals.EXAMPLE.com @:8443 @. @.:443 localhost:8080 127.0.0.1 [::1] [::1]:8080 backend.internal evil@", "", 200, "acme_guide", "acme"},
		{"www.@ localhost:8080 127.0.0.1:8080 [::1] example.com", "", 200, "acme_press", "acme.press acme-press"},
		{"www.@ 127.0.0.1:8080 [::1]", "", 404, "", "guide globex"},

		// A brand's host, and each custom domain, has the manuals of the brand.
		{"acme", "", 200, "acme_guide", "acme guide"},
		{"acme", "", 200, "acme_press", "acme.press press acme-press"},
		{"acme", "", 404, "", "vault globex.press globex-press nobody acme.nobody press.acme"},
		{"acme", "", 410, "", "old"},
		{"acme", "acme", 200, "acme_vault", "vault acme-vault"},
		{"acme", "acme", 404, "", "draft"},
		{"acme", "globex", 404, "", "vault globex plan"},
		{"globex", "", 200, "globex_press", "press"},
		{"globex", "", 404, "", "globex guide"},
		{"globex", "globex", 200, "globex_plan", "plan"},
		{"hollow", "", 404, "", "hollow acme"},
		{"brand.acme.example", "", 200, "acme_press", "acme.press press acme-press"},
		{"brand.acme.example", "", 404, "", "vault globex.press"},
		{"brand.acme.example", "acme", 200, "acme_vault", "vault"},
		{"brand.acme.example brand.acme.example:8443 Brand.ACME.example. acme.example ACME.@.:9", "", 200, "acme_guide", "guide acme GUIDE"},
		{"www.acme.example", "", 404, "", "guide"}, // not a host of the brand, but of the site

		// A manual's own host has only that manual, with any of its slugs.
		{"acme-press", "", 200, "acme_press", "acme-press acme.press press"},
		{"acme-press", "", 404, "", "acme acme.guide guide globex.press globex-press"},
		{"acme-press.@:80", "", 200, "acme_press", "ACME-PRESS"},
		{"acme-vault", "", 404, "", "acme-vault"},
		{"acme-vault", "acme", 200, "acme_vault", "acme-vault vault"},
		{"acme-vault", "acme", 404, "", "acme"},
		{"acme-draft", "acme", 404, "", "acme-draft"},

		// Any other host below the site has nothing.
		{"nobody", "", 404, "", "acme nobody"},
		{"nobody", "acme", 404, "", "acme.press"},
		{"nobody", "unknown", 401, "", "acme"},
		{"guide guide.acme.@", "", 404, "", "guide"},
		{"www.acme.@ www.www.@ .@", "", 404, "", "acme"},

		// The site has its index and no other page.
		{"@", "", 200, "index", "/ /?x=y"},
		{"127.0.0.1:8080 elsewhere.example www.acme.example", "", 200, "index", "/"},
		{"www.@", "", 308, "https://manuals.example.com", "/"},
		{"www.@", "", 308, "https://manuals.example.com/acme?x=y", "/acme?x=y"},
		{"www.@", "", 308, "https://manuals.example.com//evil.example", "//evil.example"},
		{"@", "acme", 200, "index", "/"},
		{"@", "unknown", 401, "", "/"},
		{"@", "", 404, "", "/acme /guide /-/export /-/files.zip /-/brands /-/manuals /robots.txt/"},
		{"@", "", 308, "/", "/index.html"},

		// A brand's host: the primary manual at the root, the others at their slug.
		{"acme", "", 200, "acme_guide", "/ /?utm=x"},
		{"acme", "", 200, "acme_press", "/press /%70ress"},
		{"acme", "", 200, "acme_ending", "/ending"},
		{"acme", "", 308, "/press", "/PRESS /press/ /Press/index.html"},
		{"acme", "", 308, "/press/-/export", "/press/-/export/ /PRESS/-/export/index.html"},
		{"acme", "", 308, "/-/manuals", "/-/manuals/ /-/manuals/index.html"},
		{"acme", "", 308, "/-/export", "/-/export/ /guide/-/export/"},
		{"acme", "", 308, "/", "/guide /Guide /guide/ /index.html"},
		{"acme", "", 404, "", "/acme /acme.press /acme-press /nobody /press// //press // /-/brands /press/index.htm /%2Fpress /pre%2Fss /press%00 /press%FF /press.json /./press /api"},
		{"ACME.@.:8443", "", 200, "acme_press", "/press"},
		{"hollow", "", 404, "", "/"},
		{"shy", "", 200, "shy_diary", "/"},

		// The same on each custom domain. A manual's own host has only that manual,
		// and any other host below the site has nothing.
		{"brand.acme.example", "", 200, "acme_guide", "/"},
		{"brand.acme.example", "", 200, "acme_press", "/press"},
		{"acme.example:443", "", 200, "acme_guide", "/"},
		{"www.acme.example", "", 404, "", "/press"},
		{"acme-press", "", 200, "acme_press", "/"},
		{"acme-press", "", 404, "", "/press /guide"},
		{"acme-vault", "", 404, "", "/"},
		{"acme-vault", "acme", 200, "acme_vault", "/"},
		{"acme-draft", "acme", 404, "", "/"},
		{"nobody", "", 404, "", "/ /press"},
		{"nobody", "acme", 404, "", "/"},
		{"nobody", "unknown", 401, "", "/"},
		{"a.b.@ guide.acme.@", "", 404, "", "/"},

		// Visibilities, end dates and tokens (section 5): as for the documents.
		{"acme", "globex", 200, "acme_guide", "/"},
		{"acme", "expired", 401, "", "/"},
		{"acme", "revoked", 401, "", "/"},
		{"acme", "unknown", 401, "", "/nobody /vault"},
		{"acme", "", 404, "", "/vault /VAULT /oldvault /draft /vault/ /vault/index.html /vault/-/export/"},
		{"acme", "", 410, "", "/old /OLD"},
		{"acme", "acme", 200, "acme_vault", "/vault"},
		{"acme", "acme", 308, "/vault", "/VAULT"},
		{"acme", "acme", 410, "", "/old /oldvault"},
		{"acme", "acme", 404, "", "/draft"},
		{"acme", "globex", 404, "", "/vault /oldvault /plan"},
		{"globex", "", 404, "", "/ /plan"},
		{"globex", "", 200, "globex_press", "/press"},
		{"globex", "globex", 200, "globex_plan", "/"},
		{"globex", "globex", 308, "/", "/plan"},

		// Password manuals have the form, or are like private ones without a password.
		{"inn", "", 200, "<form method=post> {Wrong:false Wait:0}", "/ /cellar /attic"},
		{"inn", "acme", 200, "<form", "/cellar"},
		{"inn", "unknown", 401, "", "/cellar"},
		{"inn", "", 308, "/", "/house"},
		{"inn", "", 308, "/cellar", "/Cellar"},
		{"inn", "", 404, "", "/keyless /old"},
		{"inn-attic", "", 200, "<form", "/"},
		{"inn-attic", "", 404, "", "/attic"},
	} {
		for host := range strings.FieldsSeq(strings.ReplaceAll(row.hosts, "@", siteHost)) {
			for name := range strings.FieldsSeq(row.names) {
				paths, has := []string{name}, row.what
				isPage := strings.HasPrefix(name, "/")
				if !isPage {
					paths = []string{"/api/v1/manuals/" + name + ".json", "/api/v1/manuals/" + name + "/tokens.json"}
					if has != "" {
						has = `"man_` + has + `"`
					}
				} else if row.status >= 400 {
					has = fmt.Sprintf("<h1>%d ", row.status)
				} else if strings.Contains(has, "_") {
					has = "page of man_" + has + "."
				}
				for _, path := range paths {
					asked++
					what := fmt.Sprintf("%s%s with token %q", host, path, row.token)
					a := ts.get(t, host+" "+path, tokenField(row.token))
					checkFields(t, what, a, "-Set-Cookie")
					if row.status == 308 {
						checkFields(t, what, a, "Location: "+has)
						has = ""
					}
					if a.StatusCode != row.status || !strings.Contains(a.body, has) && !matches(a.body, has) {
						t.Errorf("%s: %d %s, want %d %s", what, a.StatusCode, a.body, row.status, has)
					}
				}
			}
		}
	}
	t.Attr("rounds", fmt.Sprint(asked))
}

// A private manual and an unknown one get the same response (specification, sections
// 5 and 7), except for the path in a problem document. The paths compared have the
// same length because of Content-Length. Pages on a host without public manuals are
// compared with an unknown host.
func TestPrivateIsLikeUnknown(t *testing.T) {
	ts, compared := newServer(t, rates("off", "off")), 0
	documents := []string{".json", "/tokens.json", "/tokens.json?format=no", "/tokens.json?format=2025.10-resolver"}
	compare := func(private, unknown, token, tail string, methods ...string) {
		t.Helper()
		for _, fields := range []string{"", "If-None-Match: *", `If-Match: "x"`, "Accept-Encoding: gzip", "Origin: https://x.example", "Cookie: __Host-dm-0123456789abcdef=" + strings.Repeat("A", 54)} {
			for _, method := range methods {
				response := func(request string) string {
					a := ts.get(t, method+" "+request+tail, fields+" | "+tokenField(token))
					a.Header.Del("Date")
					_, path, _ := strings.Cut(request, " ")
					return fmt.Sprint(a.Status, a.Header, strings.ReplaceAll(a.body, `"instance":"`+path, ""))
				}
				compared++
				if got, want := response(private), response(unknown); got != want {
					t.Errorf("%s %s, token %q, %s:\n%s\nwant as unknown:\n%s", method, private+tail, token, fields, got, want)
				}
			}
		}
	}
	for _, slug := range []string{"acme.vault", "acme.draft", "acme-vault", "globexplan"} {
		for _, host := range []string{siteHost, "acme", "brand.acme.example", "acme-vault", "nobody"} {
			for _, token := range []string{"", "globex"} {
				for _, document := range documents {
					compare(host+" /api/v1/manuals/"+slug, host+" /api/v1/manuals/acme.vaulx", token, document, "GET", "HEAD")
				}
			}
		}
	}
	for _, private := range []string{"acme /vault", "acme /VAULT", "acme /oldvault", "acme /draft", "acme-vault /", "globex /", "globex /plan", "inn /keyless", "inn /old",
		"acme /nobody", siteHost + " /acme", "nobody /", "acme-vault /robots.txt", "acme-vault /favicon.ico", "globex /favicon.ico", "nobody /robots.txt",
		"nobody /favicon.ico", "hollow /robots.txt", "acme-vault /-/page.css", "nobody /-/", "acme /vault/-/export", "inn /keyless/-/export"} {
		unknown := "nobody /nothing"
		if host, _, _ := strings.Cut(private, " "); host == "acme" || host == "globex" { // they have public manuals
			unknown = host + " /nothing"
		}
		compare(private, unknown, "", "", "GET", "HEAD", "POST", "OPTIONS")
		if !strings.Contains(private, "/-/") { // assets need no token
			compare(private, unknown, "unknown", "", "GET", "HEAD", "POST", "OPTIONS")
		}
	}
	t.Attr("rounds", fmt.Sprint(compared))
}

// A request for a private manual allocates as much memory as one for an unknown manual,
// as a measure of the time that it takes.
func TestPrivateTakesTheSameWork(t *testing.T) {
	ts := newServer(t, nil)
	must(ts.db.SessionKey(t.Context()))
	ts.get(t, "acme /nothing", "") // makes what is cached
	other := strings.NewReplacer("vault", "vaulx", "VAULT", "VAULX")
	for _, private := range []string{
		siteHost + " /api/v1/manuals/acme.vault.json", siteHost + " /api/v1/manuals/acme-vault.json", "acme /api/v1/manuals/vault/tokens.json", siteHost + " /api/v1/manuals/ACME.vault.json",
		"acme /vault", "acme /VAULT", "acme /vault/-/export", "acme /vault/-/export/tokens.css", "acme /vault/-/files.zip", "acme " + filePath("/vault", "logo.svg", 300),
		"acme-vault /", "acme-vault /VAULT/-/export/tokens.css", "acme-vault " + filePath("/vault", "logo.svg", 300),
	} {
		for _, field := range []string{"", "Authorization: Bearer " + secretOf("globex"), "Cookie: __Host-dm-0123456789abcdef=" + strings.Repeat("A", 54)} {
			allocations := func(request string) float64 {
				answer := ts.requestFunc(t, request, field)
				if status := answer(); status != 404 {
					t.Errorf("%s: %d", request, status)
				}
				return testing.AllocsPerRun(100, func() { answer() })
			}
			if got, want := allocations(private), allocations(other.Replace(private)); got != want {
				t.Errorf("%s with %.20q: %v allocations, and %v for an unknown manual", private, field, got, want)
			}
		}
	}
}

// Unknown and malformed paths are 404, never redirects.
func TestUnknownPaths(t *testing.T) {
	ts := newServer(t, nil)
	for _, path := range []string{
		"/api/", "/api/v1", "/api/v1/", "/api/v1/manuals", "/api/v1/manuals/", "/api/v2/manuals/acme.json",
		"/api/v1/manuals/acme", "/api/v1/manuals/acme.JSON", "/api/v1/manuals/acme.json/", "/api/v1/manuals/acme.xml",
		"/api/v1/manuals/.json", "/api/v1/manuals/.json.json", "/api/v1/manuals/json", "/api/v1//manuals/acme.json", "//api/v1/manuals/acme.json",
		"/api/v1/manuals//acme.json", "/api/v1/manuals//tokens.json", "/api/v1/manuals/acme/", "/api/v1/manuals/acme/tokens",
		"/api/v1/manuals/acme/tokens.json/", "/api/v1/manuals/acme/Tokens.json", "/api/v1/manuals/acme/tokens.json/x", "/api/v1/manuals/acme//tokens.json",
		"/api/v1/manuals/acme.json/tokens.json", "/api/v1/manuals/../manuals/acme.json", "/api/v1/manuals/./acme.json", "/API/v1/manuals/acme.json",
		"/api/v1/Manuals/acme.json", "/api/v1/manuals/acme..json", "/api/v1/manuals/acme..guide.json", "/api/v1/manuals/.acme.json",
		"/api/v1/manuals/acme.guide.json.json", "/api/v1/manuals/acme.guide.x.json", "/api/v1/manuals/-acme.json", "/api/v1/manuals/acme-.json",
		"/api/v1/manuals/ac_me.json", "/api/v1/manuals/" + strings.Repeat("a", 64) + ".json", "/api/v1/manuals/%00.json", "/api/v1/manuals/acme%00.json",
		"/api/v1/manuals/%ff.json", "/api/v1/manuals/%C3%A9.json", "/api/v1/manuals/acme%2Fguide.json", "/api/v1/manuals/acme%2ftokens.json",
		"/api/v1/manuals%2Facme.json", "/api%2Fv1/manuals/acme.json", "/api/v1/manuals/acme%2F/tokens.json", "/api/v1/manuals/acme%5Cguide.json",
		"/api/v1/manuals/acme%20.json", "/api/v1/manuals/%20acme.json", "/api/v1/manuals/acme%2Egu%2Fide.json", "/api/v1/manuals/acme%252Fguide.json",
		"/api/v1/manuals/a%E2%84%AAme.json", "/api/v1/manuals/acme.json%3Fx", "/api/v1/manuals/acme%3b.json",
		"/acme.json", "/api", "/healthz/", "/readyz/x", "/favicon.ico", "/-/x", "/-", "/-/", "/%2D/page.0123.css/", "/-%2Fpage.0123.css", "/-/page.4567.css",
	} {
		for _, method := range []string{"GET ", "HEAD "} {
			a := ts.expect(t, row{request: method + path, status: 404, want: "-Location | WWW-Authenticate: Bearer"})
			if limited := a.Header.Get("X-RateLimit-Limit") != ""; limited != (strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/api%2F")) && path != "/api%2Fv1/manuals/acme.json" {
				t.Errorf("%s: X-RateLimit-Limit present: %t", path, limited)
			}
		}
	}
	// Percent-encoded paths are equivalent (RFC 3986, section 6.2.2.2).
	for _, path := range []string{
		"/api/v1/manuals/%61cme.json", "/api/v1/manuals/acme%2Eguide.json", "/api/v1/manuals/acme%2ejson", "/api/v1/manuals/acme.jso%6E",
		"/%61pi/v1/manuals/acme.json", "/api/v%31/m%61nuals/%41CME.json", "/api/v1/manuals/acme.json?", "/api/v1/manuals/acme.json?a%2Fb=%2F",
	} {
		ts.expect(t, row{request: path, status: 200, body: `{"id":"man_acme_guide"`})
	}
}
