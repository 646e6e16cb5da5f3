package api

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// withAgents answers messages with the names of the manuals that the request may read.
func withAgents(o *Options) {
	o.SessionKey = []byte("secret")
	rates("off", "off")(o)
	o.Agents = func(_ *http.Request, manuals []manual.Readable) (int, http.Header, []byte, error) {
		body := "manuals:"
		for _, m := range manuals {
			document, err := m.Read(manual.ManualDocument)
			if err != nil {
				return 0, nil, nil, err
			}
			body += " " + m.Name + string(document[:20])
		}
		return 200, http.Header{"Content-Type": {"text/plain"}}, []byte(body), nil
	}
}

// The domain of a brand that keeps all its manuals secret answers as a host that has
// nothing to do with the site, except to those who may read one of them.
func TestDomainOfSecretBrand(t *testing.T) {
	ts := newServer(t, withAgents)
	ts.update(t, func(tx *db.Tx) error {
		return tx.PutBrand(manual.BrandSettings{Slug: "quiet", Name: "Quiet", Domains: []string{"secret.example"}})
	})
	ts.put(t, snapshotOf("quiet", "plan", manual.Private, primary))
	ts.put(t, snapshotOf("quiet", "side", manual.Private))
	ts.put(t, snapshotOf("quiet", "asking", manual.Password)) // nobody is asked, as it has no password
	ts.put(t, snapshotOf("quiet", "later", manual.Public, func(s *snapshot) { s.Published, s.Manual.Files = false, nil }))
	ts.update(t, func(tx *db.Tx) error {
		c := parseAuthorization([]string{"Bearer " + secretOf("quiet")})
		return tx.PutAccessToken(db.AccessToken{ID: "tok_quiet", Name: "quiet", Brand: "quiet", Created: noon, Expires: noon.Add(time.Hour), Sum: c.hash})
	})
	named := fmt.Sprintf("__Host-dm-%x", sha256.Sum256([]byte("man_quiet_plan")))[:len("__Host-dm-")+16] + "=x" // of a session of a manual, with another value
	for _, site := range []struct{ base, home string }{{"", ""}, {"", "acme"}, {"", "quiet"}, {"/brand", "inn"}, {"/brand", "quiet"}} {
		ts.setSite(t, "https://"+siteHost+site.base, site.home)
		for _, path := range []string{"/", "/plan", "/PLAN", "/side/", "/nothing", "/-/export", "/-/manuals", "/-/brands", "/robots.txt", "/sitemap.xml", "/llms.txt", "/favicon.ico", "/.well-known/agent-skills/index.json",
			"/-/page.0123.css", "/-/mcp", "/healthz", "/api/v1/manuals/quiet.json", "/api/v1/manuals/plan.json", "/api/v1/manuals/acme.json", "/plan" + shareQuery(manual.Share{ID: "man_quiet_side"}, time.Hour)} {
			for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS"} {
				for _, fields := range []string{"", "token: acme", "Origin: https://x.example | Access-Control-Request-Method: POST", "Cookie: __Host-dm-0123456789abcdef=x; __Secure-dm-x=y", "Cookie: " + named} {
					for _, base := range []string{"", site.base} {
						answer := func(host string) string {
							a := ts.send(t, newTestRequest(method+" "+host+" "+base+path, fields))
							a.Header.Del("Date")
							return fmt.Sprint(a.Status, a.Header, a.body)
						}
						if got, want := answer("secret.example"), answer("others.example"); got != want {
							t.Errorf("site %v: %s %s with %q:\n%s\nwant as an unrelated host:\n%s", site, method, base+path, fields, got, want)
						}
					}
				}
			}
		}
	}
	ts.setSite(t, "https://"+siteHost+"/brand", "inn")
	side := manual.Share{ID: "man_quiet_side"}
	session := ts.open(t, "secret.example /side", shareQuery(side, time.Hour), "/side", time.Hour)
	ts.check(t, []row{
		{"secret.example /", "token: quiet", 200, "", "page of man_quiet_plan."},
		{"secret.example /side", session, 200, "", "page of man_quiet_side."},
		{"secret.example /-/page.0123.css", session, 200, "", ""},
		{"secret.example /side/-/export", session, 200, "", ""},
		{"secret.example /", session, 404, "", "<h1>404"},
		{"secret.example /api/v1/manuals/side.json", "token: quiet", 200, "", `{"id":"man_quiet_side"`},
	})
	// No cache shows the list that others see to those who may read a manual.
	ts.setSite(t, "https://"+siteHost, "")
	plan := ts.open(t, "secret.example /", shareQuery(manual.Share{ID: "man_quiet_plan"}, time.Hour), "/", time.Hour)
	const varies = "Vary: Accept-Encoding, Authorization, Cookie"
	ts.check(t, []row{
		{"secret.example /", plan, 200, "Cache-Control: no-store | " + varies, "until 13:00:00: page of man_quiet_plan."},
		{"secret.example /", "", 200, "Cache-Control: public, max-age=30 | " + varies, "index of https://manuals.example.com"},
	})
	ts.setSite(t, "https://"+siteHost+"/brand", "inn")
	ts.put(t, snapshotOf("quiet", "plan", manual.Public, primary))
	ts.expect(t, row{"secret.example /", "", 200, "", "page of man_quiet_plan."})
	ts.expect(t, row{"secret.example /nothing", "", 404, "", "<h1>404 Not Found</h1> Quiet."})
}

// Agents reach the manuals at every base URL, and on hosts that have some for them.
func TestAgentsOnHosts(t *testing.T) {
	ts := newServer(t, withAgents)
	post := func(host, path, fields string) testResponse {
		return ts.send(t, newTestRequest("POST "+host+" "+path, fields+` | body: {"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	}
	for _, base := range []string{"", "/brand"} {
		ts.setSite(t, "https://"+siteHost+base, "inn")
		for _, r := range []struct {
			host, path, fields string
			status             int
		}{
			{siteHost, base + "/-/mcp", "", 200}, {"others.example", base + "/-/mcp", "", 200}, {"acme", "/-/mcp", "", 200},
			{"acme-vault", "/-/mcp", "", 404}, {"acme-vault", "/-/mcp", "token: acme", 200}, {"nobody", "/-/mcp", "", 404}, {"shy", "/-/mcp", "", 404},
		} {
			if a := post(r.host, r.path, r.fields); a.StatusCode != r.status {
				t.Errorf("%s%s with %q: %d %s, want %d", r.host, r.path, r.fields, a.StatusCode, a.body, r.status)
			}
		}
	}
	if a := post(siteHost, "/-/mcp", ""); a.StatusCode != 405 {
		t.Errorf("outside of the base path: %d %s", a.StatusCode, a.body)
	}
}
