package api

import (
	"strings"
	"testing"
)

// Paths that name nothing are 404 wherever they might lead, and nothing is
// ever redirected.
func TestPathsThatNameNothing(t *testing.T) {
	w := newTestServer(t, nil)
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
		"/api/v1/manuals/a\u212ame.json", "/api/v1/manuals/acme.json%3Fx", "/api/v1/manuals/acme%3b.json",
		"/", "/acme.json", "/api", "/healthz/", "/readyz/x", "/favicon.ico", "/-/x",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			a := w.doBoth(t, testRequest{method: method, path: path})
			if a.StatusCode != 404 || a.Header.Get("Location") != "" {
				t.Errorf("%s %s: %d, Location %q", method, path, a.StatusCode, a.Header.Get("Location"))
			}
			if a.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s %s: WWW-Authenticate %q, want Bearer", method, path, a.Header.Get("WWW-Authenticate"))
			}
			if limited := a.Header.Get("X-RateLimit-Limit") != ""; limited != strings.HasPrefix(path, "/api/") && path != "/api%2Fv1/manuals/acme.json" {
				t.Errorf("%s %s: rate fields are there: %t", method, path, limited)
			}
		}
	}
}

// Percent-encoding is decoded before it is compared (RFC 3986, section
// 6.2.2.2).
func TestEncodedPaths(t *testing.T) {
	w := newTestServer(t, nil)
	for _, path := range []string{
		"/api/v1/manuals/%61cme.json", "/api/v1/manuals/acme%2Eguide.json", "/api/v1/manuals/acme%2ejson", "/api/v1/manuals/acme.jso%6E",
		"/%61pi/v1/manuals/acme.json", "/api/v%31/m%61nuals/%41CME.json", "/api/v1/manuals/acme.json?", "/api/v1/manuals/acme.json?a%2Fb=%2F",
	} {
		if a := w.doBoth(t, testRequest{path: path}); a.StatusCode != 200 || !strings.Contains(a.body, "man_acme_guide") {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
}
