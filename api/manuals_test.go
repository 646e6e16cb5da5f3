package api

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/api/ratelimit"
	"designmanual/db/manual"
)

// The hosts of the test server.
const (
	onSite   = siteHost
	onAcme   = "acme." + siteHost
	onGlobex = "globex." + siteHost
	onPress  = "acme-press." + siteHost
	onVault  = "acme-vault." + siteHost
	onDomain = "brand.acme.example"
)

// Which manual a request gets, by host, slug and access token (specification,
// sections 4.1, 5 and 7). The manual is the slug's part of its id, as
// brand_slug, and empty where the answer is no manual.
func TestWhichManual(t *testing.T) {
	w := newTestServer(t, nil)
	for _, row := range []struct {
		host, slug, token string
		status            int
		manual            string
	}{
		// The three forms of a slug, on the site (section 4.1).
		{onSite, "acme", "", 200, "acme_guide"},
		{onSite, "acme.guide", "", 200, "acme_guide"},
		{onSite, "acme.press", "", 200, "acme_press"},
		{onSite, "acme-press", "", 200, "acme_press"},
		{onSite, "globex.press", "", 200, "globex_press"},
		{onSite, "globex-press", "", 200, "globex_press"},
		{onSite, "guide", "", 404, ""},
		{onSite, "press", "", 404, ""},
		{onSite, "acme.acme", "", 404, ""},
		{onSite, "acme.acme-press", "", 404, ""},
		{onSite, "globex.guide", "", 404, ""},
		{onSite, "nobody", "", 404, ""},
		{onSite, "nobody.guide", "", 404, ""},
		{onSite, "hollow", "", 404, ""},
		{onSite, "hollow.guide", "", 404, ""},
		{onSite, "www", "", 404, ""},

		// Visibilities and tokens (section 5): each column of the table.
		{onSite, "acme.guide", "acme", 200, "acme_guide"},
		{onSite, "acme.guide", "globex", 200, "acme_guide"},
		{onSite, "acme.guide", "expired", 401, ""},
		{onSite, "acme.guide", "revoked", 401, ""},
		{onSite, "acme.guide", "unknown", 401, ""},
		{onSite, "acme.press", "acme", 200, "acme_press"},
		{onSite, "acme.press", "globex", 200, "acme_press"},
		{onSite, "acme.press", "unknown", 401, ""},
		{onSite, "acme.vault", "", 404, ""},
		{onSite, "acme.vault", "acme", 200, "acme_vault"},
		{onSite, "acme.vault", "globex", 404, ""},
		{onSite, "acme.vault", "expired", 401, ""},
		{onSite, "acme.vault", "revoked", 401, ""},
		{onSite, "acme.vault", "unknown", 401, ""},
		{onSite, "acme.locked", "", 404, ""},
		{onSite, "acme.locked", "acme", 200, "acme_locked"},
		{onSite, "acme.locked", "globex", 404, ""},
		{onSite, "acme.locked", "unknown", 401, ""},
		{onSite, "acme.old", "", 410, ""},
		{onSite, "acme.old", "acme", 410, ""},
		{onSite, "acme.old", "globex", 410, ""},
		{onSite, "acme.old", "unknown", 401, ""},
		{onSite, "acme.oldvault", "", 404, ""},
		{onSite, "acme.oldvault", "acme", 410, ""},
		{onSite, "acme.oldvault", "globex", 404, ""},
		{onSite, "acme.oldvault", "unknown", 401, ""},
		{onSite, "acme.ending", "", 200, "acme_ending"},
		{onSite, "acme.draft", "", 404, ""},
		{onSite, "acme.draft", "acme", 404, ""},
		{onSite, "acme-draft", "acme", 404, ""},
		{onSite, "acme.draft", "unknown", 401, ""},
		{onSite, "nobody", "acme", 404, ""},
		{onSite, "nobody", "unknown", 401, ""},
		{onSite, "globex", "", 404, ""},
		{onSite, "globex", "globex", 200, "globex_plan"},
		{onSite, "globex", "acme", 404, ""},
		{onSite, "acme-vault", "", 404, ""},
		{onSite, "acme-vault", "acme", 200, "acme_vault"},
		{onSite, "acme-vault", "globex", 404, ""},

		// Slugs compare without case; the suffix does not.
		{onSite, "ACME", "", 200, "acme_guide"},
		{onSite, "Acme.Guide", "", 200, "acme_guide"},
		{onSite, "ACME-press", "", 200, "acme_press"},

		// Hosts that stand for the whole site.
		{"www." + siteHost, "acme", "", 200, "acme_guide"},
		{"www." + siteHost, "guide", "", 404, ""},
		{"WWW." + siteHost, "acme.press", "", 200, "acme_press"},
		{"MANUALS.Example.COM", "acme", "", 200, "acme_guide"},
		{siteHost + ":8443", "acme", "", 200, "acme_guide"},
		{siteHost + ".", "acme", "", 200, "acme_guide"},
		{siteHost + ".:443", "acme", "", 200, "acme_guide"},
		{"localhost:8080", "acme.press", "", 200, "acme_press"},
		{"127.0.0.1", "acme", "", 200, "acme_guide"},
		{"127.0.0.1:8080", "guide", "", 404, ""},
		{"[::1]", "acme", "", 200, "acme_guide"},
		{"[::1]:8080", "acme-press", "", 200, "acme_press"},
		{"backend.internal", "acme", "", 200, "acme_guide"},
		{"evil" + siteHost, "acme", "", 200, "acme_guide"},
		{"example.com", "globex.press", "", 200, "globex_press"},
		{"example.com", "globex", "", 404, ""},

		// A brand's host fixes the brand.
		{onAcme, "acme", "", 200, "acme_guide"},
		{onAcme, "acme.press", "", 200, "acme_press"},
		{onAcme, "guide", "", 200, "acme_guide"},
		{onAcme, "press", "", 200, "acme_press"},
		{onAcme, "acme-press", "", 200, "acme_press"},
		{onAcme, "vault", "", 404, ""},
		{onAcme, "vault", "acme", 200, "acme_vault"},
		{onAcme, "vault", "globex", 404, ""},
		{onAcme, "acme-vault", "acme", 200, "acme_vault"},
		{onAcme, "old", "", 410, ""},
		{onAcme, "draft", "acme", 404, ""},
		{onAcme, "globex", "globex", 404, ""},
		{onAcme, "globex.press", "", 404, ""},
		{onAcme, "globex-press", "", 404, ""},
		{onAcme, "plan", "globex", 404, ""},
		{onAcme, "nobody", "", 404, ""},
		{onAcme, "acme.nobody", "", 404, ""},
		{onAcme, "press.acme", "", 404, ""},
		{strings.ToUpper(onAcme) + ".:9", "GUIDE", "", 200, "acme_guide"},
		{onGlobex, "press", "", 200, "globex_press"},
		{onGlobex, "globex", "", 404, ""},
		{onGlobex, "plan", "globex", 200, "globex_plan"},
		{onGlobex, "guide", "", 404, ""},
		{"hollow." + siteHost, "hollow", "", 404, ""},
		{"hollow." + siteHost, "acme", "", 404, ""},

		// So does a custom domain, the second one too.
		{onDomain, "acme", "", 200, "acme_guide"},
		{onDomain, "acme.press", "", 200, "acme_press"},
		{onDomain, "press", "", 200, "acme_press"},
		{onDomain, "acme-press", "", 200, "acme_press"},
		{onDomain, "vault", "", 404, ""},
		{onDomain, "vault", "acme", 200, "acme_vault"},
		{onDomain, "globex.press", "", 404, ""},
		{onDomain + ":8443", "guide", "", 200, "acme_guide"},
		{"Brand.ACME.example.", "guide", "", 200, "acme_guide"},
		{"acme.example", "guide", "", 200, "acme_guide"},
		{"www.acme.example", "guide", "", 404, ""}, // nothing to do with it: the site, where guide is nobody's

		// On a manual's own host only that manual answers, by any of its slugs.
		{onPress, "acme-press", "", 200, "acme_press"},
		{onPress, "acme.press", "", 200, "acme_press"},
		{onPress, "press", "", 200, "acme_press"},
		{onPress, "acme", "", 404, ""},
		{onPress, "acme.guide", "", 404, ""},
		{onPress, "guide", "", 404, ""},
		{onPress, "globex.press", "", 404, ""},
		{onPress, "globex-press", "", 404, ""},
		{onPress + ":80", "ACME-PRESS", "", 200, "acme_press"},
		{onVault, "acme-vault", "", 404, ""},
		{onVault, "acme-vault", "acme", 200, "acme_vault"},
		{onVault, "vault", "acme", 200, "acme_vault"},
		{onVault, "acme", "acme", 404, ""},
		{"acme-draft." + siteHost, "acme-draft", "acme", 404, ""},

		// Any other host under the site's tells nothing.
		{"nobody." + siteHost, "acme", "", 404, ""},
		{"nobody." + siteHost, "acme.press", "acme", 404, ""},
		{"nobody." + siteHost, "nobody", "", 404, ""},
		{"nobody." + siteHost, "acme", "unknown", 401, ""},
		{"guide." + siteHost, "guide", "", 404, ""},
		{"guide.acme." + siteHost, "guide", "", 404, ""},
		{"www.acme." + siteHost, "acme", "", 404, ""},
		{"www.www." + siteHost, "acme", "", 404, ""},
		{"." + siteHost, "acme", "", 404, ""},
	} {
		name := fmt.Sprintf("%s %s %s", row.host, row.slug, row.token)
		for _, document := range []string{".json", "/tokens.json"} {
			a := w.doBoth(t, testRequest{host: row.host, path: "/api/v1/manuals/" + row.slug + document, token: row.token})
			if a.StatusCode != row.status {
				t.Errorf("%s%s: %d, want %d", name, document, a.StatusCode, row.status)
				continue
			}
			if row.manual != "" && !strings.Contains(a.body, `"man_`+row.manual+`"`) {
				t.Errorf("%s%s: not %s: %s", name, document, row.manual, a.body)
			}
		}
	}
}

// A private manual answers as a slug that names nothing, byte for byte but
// for the instance (section 5; the existence of private work is nobody's
// business). The paths have one length, so that Content-Length agrees too.
func TestPrivateIsLikeUnknown(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Rate, o.TokenRate = ratelimit.Rate{}, ratelimit.Rate{} })
	const unknown = "acme.vaulx"
	for _, private := range []string{"acme.vault", "acme.draft", "acme-vault", "globexplan"} {
		for _, host := range []string{onSite, onAcme, onDomain, onVault, "nobody." + siteHost} {
			for _, token := range []string{"", "globex"} {
				for _, suffix := range []string{".json", "/tokens.json", "/tokens.json?format=no", "/tokens.json?format=2025.10-resolver"} {
					for _, header := range []map[string]string{nil, {"If-None-Match": "*"}, {"If-Match": `"x"`}, {"Accept-Encoding": "gzip"}, {"Origin": "https://x.example"}} {
						for _, method := range []string{"GET", "HEAD"} {
							ask := func(slug string) string {
								a := w.doBoth(t, testRequest{method: method, host: host, path: "/api/v1/manuals/" + slug + suffix, token: token, header: header})
								a.Header.Del("Date")
								return fmt.Sprint(a.Status, a.Header, strings.ReplaceAll(a.body, slug, "SLUG"))
							}
							if got, want := ask(private), ask(unknown); got != want {
								t.Errorf("%s on %s, token %q, %v:\n%s\nwant as unknown:\n%s", private+suffix, host, token, header, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// The documents come out as they went in, in each encoding.
func TestDocumentsComeOutAsTheyWentIn(t *testing.T) {
	w := newTestServer(t, nil)
	s := snapshotOf("acme", "guide", manual.Public)
	for _, row := range []struct {
		path      string
		kind      manual.DocumentKind
		mediaType string
	}{
		{"acme.json", manual.ManualDocument, "application/json"},
		{"acme/tokens.json", manual.TokensDocument, "application/json"},
		{"acme/tokens.json?format=2025.10", manual.StructuredDocument, "application/design-tokens+json"},
		{"acme/tokens.json?format=2025.10-resolver", manual.ResolverDocument, "application/json"},
		{"acme.json?format=2025.10", manual.ManualDocument, "application/json"},
	} {
		want := s.Documents[row.kind]
		for _, encoding := range []string{"identity", "gzip"} {
			a := w.doBoth(t, testRequest{path: "/api/v1/manuals/" + row.path, header: map[string]string{"Accept-Encoding": encoding, "Accept": "text/html"}})
			sent, tag := want.Identity, `"`+want.ETag+`"`
			if encoding == "gzip" {
				sent, tag = want.Gzip, `W/"`+want.ETag+`"`
			}
			if string(a.sent) != string(sent) || a.body != string(want.Identity) || manual.Fingerprint([]byte(a.body)) != want.ETag {
				t.Errorf("%s %s: %q", row.path, encoding, a.sent)
			}
			if a.Header.Get("ETag") != tag || a.Header.Get("Content-Type") != row.mediaType || a.ContentLength != int64(len(sent)) {
				t.Errorf("%s %s: ETag %s, Content-Type %s, Content-Length %d", row.path, encoding, a.Header.Get("ETag"), a.Header.Get("Content-Type"), a.ContentLength)
			}
			head := w.doBoth(t, testRequest{method: "HEAD", path: "/api/v1/manuals/" + row.path, header: map[string]string{"Accept-Encoding": encoding}})
			for _, h := range []testResponse{a, head} {
				h.Header.Del("Date")
				h.Header.Del("X-RateLimit-Remaining")
			}
			if fmt.Sprint(head.Header) != fmt.Sprint(a.Header) || len(head.sent) != 0 {
				t.Errorf("HEAD %s %s (RFC 9110, section 9.3.2): %v, want %v", row.path, encoding, head.Header, a.Header)
			}
		}
	}
}
