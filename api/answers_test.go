package api

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db/gzip"
	"designmanual/db/manual"
)

// filePath returns the path of a file below the manual's path base.
func filePath(base, name string, size int) string {
	f := testFile(name, size)
	return base + f.Path()
}

const (
	guide     = "/api/v1/manuals/acme.json"
	tokens    = "/api/v1/manuals/acme/tokens.json"
	origin    = "Origin: https://x.example"
	preflight = origin + " | Access-Control-Request-Method: GET"
	exposes   = "Access-Control-Allow-Origin: * | Access-Control-Expose-Headers: " + exposedFields + " | -Access-Control-Allow-Credentials"
	anyOrigin = "Access-Control-Allow-Origin: * | Cross-Origin-Resource-Policy: cross-origin | Cache-Control: public, max-age=60"
	ownOrigin = "-Access-Control-Allow-Origin | Cross-Origin-Resource-Policy: same-origin"
	nocache   = "Cache-Control: no-store"
	minute    = "Cache-Control: public, max-age=60"
	vary      = "Vary: Accept-Encoding, Authorization"
	varyPage  = vary + ", Cookie, Accept"
)

// Status, header fields and body for every sort of request. Rules for all responses
// are checked too (see [checkCommon]).
func TestResponses(t *testing.T) {
	ts := newServer(t, nil)
	hash := fingerprint(snapshotOf("acme", "guide", manual.Public).Document)
	tag := `"` + hash + `"`
	pageTag := `"` + fingerprint(ts.drawn("man_acme_guide", manual.PageDocument)) + `"`
	styleTag := `"` + fingerprint([]byte(styleBody)) + `"`
	logo, picture, archive := filePath("", "logo.svg", 300), filePath("", "Größe 1\".png", 60<<10), filePath("", "all.zip", 700<<10)
	svg := testFile("logo.svg", 300)
	fileTag := `"` + hex.EncodeToString(svg.Sum[:]) + `"`
	const css, style = "/-/export/tokens.css", "/-/page.0123.css"
	good := secretOf("acme")
	authorization := func(values ...string) []string {
		for i := range values {
			values[i] = "Authorization: " + values[i]
		}
		return values
	}
	none := func(tags string) string { return "If-None-Match: " + tags }
	match := func(tags string) string { return "If-Match: " + tags }
	for _, c := range []struct {
		status           int
		requests, fields []string // every combination
	}{
		// If-None-Match: weak comparison with each tag of the list, or any (RFC 9110, sections 13.1.2 and 5.6.1.2). Malformed tags are ignored.
		{304, []string{guide, "HEAD " + guide}, []string{none(`"a", W/"b,c" , ` + tag), none(`,, ,` + tag + `,`), none("*"), none(`abc, "x"y, "open, w/"z", ` + tag), match(tag) + " | " + none(tag)}},
		{304, []string{"acme " + logo}, []string{none("*") + " | Range: bytes=0-1"}}, // before Range (section 13.2.2)
		{304, []string{style}, []string{none(styleTag)}},
		{200, []string{guide}, []string{none(`*, "x"`), none(hash), none("w/" + tag), none(`"` + strings.Repeat("0", 64) + `"`), none(tag[:64] + `"`), none("")}}, // * counts only alone; W is upper case
		{200, []string{tokens}, []string{none(tag)}}, // the tag of another document
		// Preconditions apply only to a 200 (section 13.2.1).
		{404, []string{"/api/v1/manuals/nobody.json", "acme /vault", "acme " + filePath("/vault", "logo.svg", 300)}, []string{none("*"), match(`"x"`)}},
		{410, []string{"/api/v1/manuals/acme.old.json", "acme /old" + css}, []string{"", none("*") + ` | If-Match: "x"`}},
		{400, []string{tokens + "?format=x"}, []string{none("*")}},
		{308, []string{"acme /guide"}, []string{none("*")}},
		// If-Match: strong comparison, before If-None-Match (sections 13.1.1 and 13.2.2). Dates are ignored.
		{200, []string{guide}, []string{match(tag), match("*") + " | Accept-Encoding: gzip", match(`"x", ` + tag), "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"}},
		{200, []string{"acme " + logo}, []string{match(fileTag)}},
		{412, []string{guide}, []string{match("W/" + tag), match(tag) + " | Accept-Encoding: gzip", match("W/"+tag) + " | Accept-Encoding: gzip", match("garbage")}},
		{412, []string{guide, "acme " + css, "acme " + logo}, []string{match(`"x"`), match(`"x", "y"`), match(`"x"`) + " | " + none("*")}},
		{200, []string{guide}, []string{"Range: bytes=0-3 | If-Range: " + tag}}, // documents have no ranges (section 14.2)
		// Methods and bodies (sections 9.1 and 15.5.6) are checked before token and slug. Methods are case-sensitive.
		{405, []string{"OPTIONS " + guide}, []string{origin}},
		{405, []string{"OPTIONS acme /-/export"}, []string{preflight}},
		{204, []string{"OPTIONS acme " + filePath("/vault", "x", 1)}, []string{preflight}},
		{405, []string{"DELETE /api/v1/manuals/nobody.json", "PUT " + guide, "get " + guide, "BREW " + guide, "TRACE " + guide, "POST acme /"}, []string{"", "token: unknown"}},
		{413, []string{guide, "inn /", "acme " + logo}, []string{"body: x", "chunked: x", "body: x | token: unknown"}},
		{401, []string{"/api/v1/nothing", "acme " + css}, []string{"token: unknown", "token: revoked"}},
		// Authorization: another scheme is ignored, everything else must be one access token (RFC 9110, section 11.1; RFC 6750, section 2.1).
		{200, []string{vault}, authorization("Bearer "+good, "bearer "+good, "BEARER    "+good, " Bearer "+good+" \t")},
		{404, []string{vault}, authorization("Basic eDp5", `Digest username="x", realm="y"`, "Token "+good)},
		{401, []string{vault}, authorization("Bearer", "Bearer ", "", " ", good, "word", "Bearer "+good+" "+good, "Bearer "+good+", Bearer "+good, "Bearer "+good+",", `Bearer "`+good+`"`,
			"Bearer\t"+good, "Bearer: "+good, "Bearer="+good, "Bearer token="+good, "Bearer "+strings.ToLower(good), "Bearer "+good[:len(good)-1], "Bearer abc",
			"Bearer "+good+" | Authorization: Bearer "+good, "Basic eDp5 | Authorization: Bearer "+good, " | Authorization: ", "Basic", "Bas(ic eDp5", `"Basic" eDp5`, "B\u00e9arer "+good)},
		// The query is checked after access and the end date.
		{200, []string{guide + "?v=1&token=x", guide + "?format=x", tokens + "?Format=x", "/api/v1/manuals/acme.fair/tokens.json?format=2025.10"}, []string{""}},
		{400, []string{tokens + "?format=%zz", tokens + "?format=2025.11", tokens + "?format=2025.10-Resolver", tokens + "?format=2025.10;x=1", tokens + "?format=", tokens + "?format",
			tokens + "?format=2025.10&format=2025.10", tokens + "?format=%zz&format=2025.10"}, []string{""}},
		{404, []string{"/api/v1/manuals/acme.vault/tokens.json?format=x"}, []string{""}},
		{410, []string{"/api/v1/manuals/acme.old/tokens.json?format=x"}, []string{""}},
		// Icons and exports that do not exist, files of another name or content.
		{404, []string{"acme-vault /favicon.ico", "inn /favicon.ico", "/favicon.ico"}, []string{""}},
		{404, []string{"acme /-/export/tokens.less", "acme /-/export/page", "acme " + css + "/", "acme /-/exports", "acme /vault/-/export", "inn /cellar" + css}, []string{""}},
		{404, []string{"acme " + strings.ReplaceAll(logo, "logo", "log"), "acme " + strings.ReplaceAll(logo, "logo", "Logo"), "acme " + strings.Replace(logo, svg.Prefix(), strings.Repeat("0", 16), 1),
			"acme " + strings.Replace(logo, svg.Prefix(), strings.ToUpper(svg.Prefix()), 1), "acme " + logo + "/x", "acme " + strings.ReplaceAll(logo, "/logo", "%2Flogo"), logo,
			"acme " + filePath("/fair", "logo.svg", 300), "acme-press " + filePath("/guide", "logo.svg", 300), "acme-vault " + filePath("/vault", "logo.svg", 300), "inn " + filePath("/cellar", "logo.svg", 300)}, []string{""}},
		{404, []string{"acme " + filePath("/vault", "logo.svg", 300)}, []string{"token: globex"}},
		{410, []string{"acme /old/-/export", "acme " + filePath("/old", "logo.svg", 300)}, []string{""}},
	} {
		for _, request := range c.requests {
			for _, fields := range c.fields {
				ts.expect(t, row{request, fields, c.status, "", ""})
			}
		}
	}
	for want, values := range map[string][]string{ // of Accept-Encoding (RFC 9110, section 12.5.3)
		"Content-Encoding: gzip": {
			"gzip", "GZIP", "x-gzip", "*", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "deflate | Accept-Encoding: gzip", "gzip ; q=0.5 ", "gzip;Q=0.001", "gzip;q=1.000", "gzip;q=1.",
			"*;q=0.5", "identity;q=0, *", "identity;q=0.5, gzip;q=0.5", "identity;q=0.5, gzip", "deflate, gzip;q=0, x-gzip", "gzip;q=2, *", ",, gzip ,", "gzip, *;q=0.5", "gzip;q=0.5, *;q=0",
		},
		"-Content-Encoding": {
			"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "identity, gzip;q=0.9", "identity;q=0.501, gzip;q=0.5", "identity;q=1, *;q=0.5", "gzip;q=", "gzip;q=x", "gzip;q=-1",
			"gzip;q=0.5, *", // * is about identity too
			"gzip;q=0, *",   // * is about other codings only
			"gzip;q=1.001", "gzip;q=0.1234", "gzip;q=.5", "gzip;q=0,5", "gzip;q=00", "gzip; q = 1", "gzip;", "gzip;level=9", "gzip;q=1;level=9", "gzipped", `"gzip"`,
		},
	} {
		for _, value := range values {
			ts.expect(t, row{guide, "Accept-Encoding: " + value, 200, want, ""})
		}
	}
	for _, group := range []struct {
		what string
		rows []row
	}{
		{"If-None-Match (RFC 9110, sections 13.1.2, 15.4.5 and 5.6.1.2)", []row{
			{guide, none(tag), 304, "ETag: " + tag + " | -Content-Type | -Content-Length | -X-Content-Type-Options | X-RateLimit-Limit: 1000000 | " + vary + " | " + minute + " | " + exposes, ""},
			{guide, none("W/" + tag), 304, "ETag: " + tag, ""}, // weak comparison
			{guide, none(tag) + " | Accept-Encoding: gzip", 304, "ETag: W/" + tag + " | -Content-Encoding", ""},
			{guide, "token: acme | " + none(tag), 304, nocache + " | " + vary, ""}, // as with 200
			{"acme /", none(pageTag), 304, "ETag: " + pageTag + " | -Content-Type | -Content-Security-Policy | " + minute + " | " + varyPage, ""},
			{"acme /", none("W/"+pageTag) + " | Accept-Encoding: gzip", 304, "ETag: W/" + pageTag, ""},
			{"inn /", none("*"), 200, "-ETag", "<form"},
			{"acme " + css, none("*"), 304, "-Cross-Origin-Resource-Policy | Access-Control-Allow-Origin: * | -Content-Type", ""},
			{"acme " + logo, none(`"x", W/` + fileTag), 304, "ETag: " + fileTag + " | Vary: Authorization | Access-Control-Allow-Origin: * | -Content-Type | -Content-Disposition | -Content-Security-Policy | -Content-Length | " + minute, ""},
		}},
		{"If-Match (RFC 9110, sections 13.1.1 and 13.2.2), and dates", []row{
			{guide, "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT", 200, "-Last-Modified", ""},
			{"acme /", match(`"x"`), 412, "Content-Type: text/html; charset=utf-8", ""},
		}},
		{"Cache-Control and Vary (specification, section 8 rule 1)", []row{
			{guide, "", 200, minute + " | " + vary, ""},
			{"/api/v1/manuals/acme.press.json", "", 200, minute + " | X-Robots-Tag: noindex", ""},
			{"/api/v1/manuals/acme.json", "", 200, minute + " | -X-Robots-Tag", ""},
			{"/api/v1/manuals/acme.ending.json", "", 200, "Cache-Control: public, max-age=30", ""},
			{guide, "token: acme", 200, nocache, ""},
			{guide, "token: globex", 200, nocache, ""},
			{guide, "Authorization: Basic eDp5", 200, nocache, ""},
			{"/api/v1/manuals/acme.vault.json", "token: acme", 200, nocache + " | " + vary, ""},
			{"/api/v1/manuals/acme.old.json", "", 410, "-WWW-Authenticate", ""},
			{"acme /vault", "token: acme", 200, nocache + " | " + varyPage + " | X-Robots-Tag: noindex", ""},
			{"acme /", "Authorization: Basic eDp5", 200, nocache, ""},
			{"acme /ending", "", 200, "Cache-Control: public, max-age=30", ""},
			{"acme /", "Cookie: a=b", 200, minute + " | " + varyPage, ""}, // other cookies are ignored
			{"acme /ending" + css, "", 200, "Cache-Control: public, max-age=30", ""},
			{"acme " + filePath("/ending", "logo.svg", 300), "", 200, "Cache-Control: public, max-age=30", ""},
		}},
		{"Content-Encoding, ranges and HEAD (RFC 9110, sections 12.5.3, 14.2 and 9.3.2)", []row{
			{guide, "Accept-Encoding: gzip, deflate, br", 200, "Content-Encoding: gzip | ETag: W/" + tag, ""},
			{guide, "", 200, "-Content-Encoding | ETag: " + tag, ""},
			{guide, "Accept-Encoding: gzip;q=0", 200, "-Content-Encoding", ""},
			{"/api/v1/manuals/nobody.json", "Accept-Encoding: gzip", 404, "-Content-Encoding", ""},
			{guide, "Range: bytes=0-3", 200, "-Content-Range | -Accept-Ranges", ""},
			{"acme /", "Accept-Encoding: gzip", 200, "Content-Encoding: gzip | ETag: W/" + pageTag, "page of"},
			{"/", "Accept-Encoding: gzip", 200, "Content-Encoding: gzip", "index of"},
			{"acme " + css, "Accept-Encoding: gzip", 200, "Content-Encoding: gzip | " + anyOrigin, ":root"},
			{"acme " + css, "Range: bytes=0-1", 200, "", ":root"},
			{"acme " + logo, "Accept-Encoding: gzip", 200, "-Content-Encoding | ETag: " + fileTag, ""},
			{style, "Accept-Encoding: gzip", 200, "Content-Encoding: gzip", styleBody},
			{"/-/tiny.4567.js", "Accept-Encoding: gzip", 200, "-Content-Encoding | Content-Type: text/javascript; charset=utf-8", "1"},
			{"HEAD acme /", "", 200, "ETag: " + pageTag, ""},
			{"HEAD inn /", "", 200, "Content-Length: 39", ""},
			{"HEAD " + style, "", 200, "Content-Type: text/css; charset=utf-8", ""},
			{"HEAD acme " + archive, "Range: bytes=0-1", 200, anyOrigin + " | Content-Length: 716800 | Accept-Ranges: bytes", ""},
		}},
		{"other origins (specification, section 4.2; Fetch standard)", []row{
			{guide, origin, 200, exposes, ""},
			{"/api/v1/manuals/nobody.json", "", 404, exposes, ""}, // also errors
			{"POST " + guide, "", 405, exposes, ""},
			{guide, "token: acme | " + origin, 200, "-Access-Control-Allow-Origin", ""},
			{guide, "token: unknown", 401, "-Access-Control-Allow-Origin", ""},
			{"OPTIONS " + guide, preflight, 204, "Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: GET, HEAD | Access-Control-Allow-Headers: * | Access-Control-Max-Age: 86400 | -Content-Length | -Content-Type | -X-RateLimit-Limit | -X-Content-Type-Options", ""},
			{"OPTIONS nobody /api/v1/manuals/acme%2Fvault.json", "Origin: null | Access-Control-Request-Method: DELETE | Access-Control-Request-Headers: authorization", 204, "Access-Control-Allow-Headers: *", ""},
			{"OPTIONS " + guide, "Access-Control-Request-Method: GET", 405, "Allow: GET, HEAD, OPTIONS", ""}, // not a preflight
			{"OPTIONS acme /", preflight, 405, "Allow: GET, HEAD | -Access-Control-Allow-Origin", ""},        // pages allow none
			{"OPTIONS acme " + css, preflight, 204, "Access-Control-Allow-Origin: *", ""},
			{"OPTIONS acme " + logo, preflight, 204, "Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: GET, HEAD", ""},
		}},
		{"methods and bodies (RFC 9110, sections 9.1 and 15.5.6)", []row{
			{"POST " + guide, "", 405, "Allow: GET, HEAD, OPTIONS | X-RateLimit-Limit: 1000000", ""},
			{"PATCH " + guide, "body: {}", 405, "-Connection", ""}, // with a body
			{"POST acme /", "", 405, "Allow: GET, HEAD | Content-Type: text/html; charset=utf-8", ""},
			{"PUT inn /", "", 405, "Allow: GET, HEAD, POST", ""}, // the form takes POST
			{"PUT inn /cellar/-/export", "", 405, "Allow: GET, HEAD, POST", ""},
			{"POST inn /house", "", 405, "Allow: GET, HEAD", ""},   // not at other paths,
			{"POST inn /x/-/y", "", 405, "Allow: GET, HEAD", ""},   //
			{"POST inn /keyless", "", 405, "Allow: GET, HEAD", ""}, // without a password,
			{"POST inn /old", "", 405, "Allow: GET, HEAD", ""},     // past the end date
			{"POST /", "", 405, "Allow: GET, HEAD", ""},            // or at the root of the site
			{"acme /", "body: x", 413, "-Connection", ""},
			{"POST acme " + css, "", 405, "Allow: GET, HEAD, OPTIONS", ""},
			{"POST acme /-/export", "", 405, "Allow: GET, HEAD", ""},
			{"POST inn " + filePath("/cellar", "logo.svg", 300), "", 405, "Allow: GET, HEAD, OPTIONS", ""},
			{"POST " + style, "", 405, "", "<h1>405"},
			{style, "body: x", 413, "", "<h1>413"},
			{"POST /healthz", "", 405, "Content-Type: application/problem+json | Allow: GET, HEAD, OPTIONS", ""},
		}},
		{"access tokens (RFC 6750, section 3; RFC 9110, section 11.6.1)", []row{
			{guide, "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
			{"/api/v1/manuals/acme.vault.json?access_token=" + secretOf("acme"), "", 404, "WWW-Authenticate: Bearer", ""},
			{"/api/v1/manuals/acme.vault.json", "Authorization: Basic eDp5", 404, "WWW-Authenticate: Bearer", ""},
			{"/api/v1/manuals/globex.json", "token: acme", 404, "-WWW-Authenticate", ""},
			{"acme /nobody", "", 404, "WWW-Authenticate: Bearer", ""},
			{"acme /nobody", "token: globex", 404, "-WWW-Authenticate", ""},
			{"acme /", "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
			{"acme " + logo, "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
		}},
		{"the query, after access and the end date", []row{
			{tokens + "?%zz&%zz=2025.10&a;format=x&=", "", 200, "Content-Type: application/json", ""}, // malformed parts are ignored
			{tokens + "?f%6Frmat=2025%2E10", "", 200, "Content-Type: application/design-tokens+json", ""},
			{tokens + "?x=%zz&format=2025.10-resolver", "", 200, "Content-Type: application/json", `{"version"`},
			{"/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver", "", 404, "WWW-Authenticate: Bearer", ""}, // it has one theme
			{"/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver", "token: acme", 404, "-WWW-Authenticate", ""},
		}},
		{"pages", []row{
			{"acme /", "", 200, "Content-Type: text/html; charset=utf-8 | Cross-Origin-Opener-Policy: same-origin | ETag: " + pageTag + " | -X-Robots-Tag | -WWW-Authenticate | " + minute + " | " + varyPage, "page of man_acme_guide"},
			{"/", "", 200, "Content-Type: text/html; charset=utf-8 | Cross-Origin-Opener-Policy: same-origin | -X-Robots-Tag | " + vary + ", Cookie", "index of"},
			{"acme /press", "", 200, minute + " | X-Robots-Tag: noindex", ""}, // unlisted
			{"inn /", "", 200, nocache + " | X-Robots-Tag: noindex", ""},
			{"inn /cellar", "", 200, nocache + " | X-Robots-Tag: noindex | Vary: Accept-Encoding, Authorization, Cookie | -ETag | -WWW-Authenticate | Content-Type: text/html; charset=utf-8", "<form"},
			{"acme /guide", "", 308, "Location: / | -Content-Type | " + minute, ""}, // section 15.4.9
			{"acme /VAULT", "token: acme", 308, "Location: /vault | " + nocache, ""},
			{"inn /house", "", 308, "Location: / | " + nocache, ""},
			{"acme /favicon.ico", "", 200, "Content-Type: image/vnd.microsoft.icon | Content-Security-Policy: " + policy, "icon of man_acme_guide"},
			{"acme-press /favicon.ico", "", 200, "", "icon of man_acme_press"},
			{"acme-vault /favicon.ico", "token: acme", 200, "", "icon of man_acme_vault"},
		}},
		{"error pages: with the brand of the host if that is public, whatever the path", []row{
			{"acme /nobody", "", 404, "", "<h1>404 Not Found</h1> Acme."},
			{"acme /vault", "", 404, "", "<h1>404 Not Found</h1> Acme."},
			{"acme /old", "", 410, "", "<h1>410 Gone</h1> Acme."},
			{"brand.acme.example /nobody", "", 404, "", "<h1>404 Not Found</h1> Acme."},
			{"acme-press /nobody", "", 404, "", "<h1>404 Not Found</h1> Acme."},
			{"acme-vault /", "", 404, "", "<h1>404 Not Found</h1>."},
			{"inn /keyless", "", 404, "", "<h1>404 Not Found</h1>."},
			{"hollow /", "", 404, "", "<h1>404 Not Found</h1>."},
			{"nobody /", "", 404, "", "<h1>404 Not Found</h1>."},
			{"/nobody", "", 404, "", "<h1>404 Not Found</h1>."},
			{"shy /nobody", "", 404, "", "<h1>404 Not Found</h1> Shy."}, // an unlisted manual at the root
		}},
		{"exports: checked like the page, open to other origins like the tokens", []row{
			{"acme /-/export", "", 200, "Content-Type: text/html; charset=utf-8", "exports of man_acme_guide"},
			{"acme " + css, "", 200, anyOrigin + " | " + vary + " | Content-Type: text/css; charset=utf-8 | -Content-Security-Policy | -X-RateLimit-Limit", ":root { --x: man_acme_guide; }"},
			{"acme " + css, "token: acme", 200, ownOrigin + " | " + nocache, ":root"},
			{"acme /-/export/manual.md", "", 200, anyOrigin + " | Content-Type: text/markdown; charset=utf-8", "# man_acme_guide"},
			{"acme /-/export/tokens.json", "", 200, anyOrigin + " | Content-Type: application/json", `{"color"`},
			{"acme /-/export/tokens.2025-10.json", "", 200, anyOrigin + " | Content-Type: application/design-tokens+json", `{"color"`},
			{"acme /-/export/resolver.json", "", 200, "", `{"version"`},
			{"acme /press" + css, "", 200, anyOrigin + " | X-Robots-Tag: noindex", ":root"},
			{"acme-press " + css, "", 200, anyOrigin, ":root"},
			{"acme-press /press" + css, "", 200, anyOrigin, ":root"}, // at its slug too
			{"acme-press /press/-/export", "", 200, "", "exports of man_acme_press"},
			{"acme-press /PRESS/-/export", "", 308, "Location: /-/export", ""},
			{"acme /PRESS" + css, "", 308, "Location: /press" + css, ""},
			{"acme /guide/-/export", "", 308, "Location: /-/export", ""},
			{"acme /vault" + css, "", 404, "Access-Control-Allow-Origin: *", ""},
			{"acme /vault" + css, "token: acme", 200, ownOrigin + " | X-Robots-Tag: noindex | " + nocache, ":root"},
			{"inn /cellar/-/export", "", 200, "", "<form"}, // the page of exports asks for the password, exports do not
		}},
		{"files", []row{
			{"acme " + logo, "", 200, anyOrigin + " | ETag: " + fileTag + " | Content-Type: image/svg+xml | Accept-Ranges: bytes | Vary: Authorization | -X-RateLimit-Limit | -X-Robots-Tag | Content-Length: 300 | " +
				`Content-Disposition: inline; filename="logo.svg"; filename*=UTF-8''logo.svg | Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox`, string(fileContent("logo.svg", 300))},
			{"acme " + picture, "", 200, anyOrigin + ` | Content-Type: image/png | -Content-Security-Policy | Content-Disposition: inline; filename="Gr__e 1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%22.png`, string(fileContent("Größe 1\".png", 60<<10))},
			{"acme " + strings.ReplaceAll(logo, "logo", "%6Cog%6f"), "", 200, "", string(fileContent("logo.svg", 300))},
			{"acme " + archive, "", 200, anyOrigin + ` | Content-Type: application/zip | Content-Length: 716800 | Content-Disposition: attachment; filename="all.zip"; filename*=UTF-8''all.zip`, string(fileContent("all.zip", 700<<10))}, // not cached
			{"acme " + filePath("", "script.js", 10), "", 200, `Content-Type: application/octet-stream | Content-Disposition: attachment; filename="script.js"; filename*=UTF-8''script.js`, ""},                                           // browsers must not run it
			{"acme " + filePath("", "body.woff2", 400), "", 200, ownOrigin + " | Content-Type: font/woff2 | " + minute, ""},                                                                                                                // fonts are for their own origin,
			{"acme " + filePath("/fair", "body.woff2", 400), "", 200, ownOrigin + " | Content-Type: font/woff2 | " + minute, ""},                                                                                                           // which the brand's other manuals wear
			{"acme " + filePath("", "shared.woff2", 500), "", 200, anyOrigin, ""},                                                                                                                                                          // unless it is shared
			{"acme " + filePath("/press", "logo.svg", 300), "", 200, anyOrigin + " | X-Robots-Tag: noindex", ""},
			{"acme-press " + logo, "", 200, anyOrigin, ""},
			{"acme-press " + filePath("/press", "logo.svg", 300), "", 200, anyOrigin, ""}, // at its slug too,
			{"acme " + filePath("/PRESS", "logo.svg", 300), "", 308, "Location: " + filePath("/press", "logo.svg", 300), ""},
			{"acme " + logo, "token: acme", 200, ownOrigin + " | " + nocache, ""},
			{"acme " + filePath("/vault", "logo.svg", 300), "", 404, "WWW-Authenticate: Bearer | Access-Control-Allow-Origin: *", ""},
			{"acme " + filePath("/vault", "logo.svg", 300), "token: acme", 200, ownOrigin + " | X-Robots-Tag: noindex | " + nocache, ""},
		}},
		{"assets: on every host, for everyone, never changing (RFC 8246)", []row{
			{style, "", 200, "Content-Type: text/css; charset=utf-8 | Cache-Control: public, max-age=31536000, immutable | -X-Robots-Tag", styleBody},
			{"acme " + style, "", 200, "", styleBody},
			{"acme-vault " + style, "", 200, "", styleBody},
			{"nobody " + style, "", 200, "", styleBody},
			{style, "token: unknown", 200, nocache, styleBody},
			{"/-/icon.0b5fff.svg", "Accept-Encoding: gzip", 200, "Content-Type: image/svg+xml | Cache-Control: public, max-age=31536000, immutable | -Content-Encoding", "<svg/>"},
		}},
	} {
		t.Run(group.what, func(t *testing.T) { ts.check(t, group.rows) })
	}
	if log := ts.log.String(); log != "" {
		t.Errorf("logged: %s", log)
	}
}

// Documents are sent as they were stored, in both encodings. HEAD has the fields of GET
// (RFC 9110, section 9.3.2).
func TestDocuments(t *testing.T) {
	ts := newServer(t, rates("off", "off"))
	for path, kind := range map[string]manual.DocumentKind{
		guide: manual.ManualDocument, tokens: manual.TokensDocument, tokens + "?format=2025.10": manual.StructuredDocument,
		tokens + "?format=2025.10-resolver": manual.ResolverDocument, guide + "?format=2025.10": manual.ManualDocument,
	} {
		want := ts.drawn("man_acme_guide", kind)
		for _, encoding := range []string{"identity", "gzip"} {
			hash := fingerprint(want)
			sent, tag := want, `"`+hash+`"`
			if encoding == "gzip" {
				sent, tag = gzip.CompressBest(want), `W/"`+hash+`"`
				if kind == manual.ManualDocument || kind == manual.TokensDocument { // made by the import
					sent = gzip.Compress(want)
				}
			}
			fields := "Accept: text/html | Accept-Encoding: " + encoding
			a, head := ts.get(t, path, fields), ts.get(t, "HEAD "+path, fields)
			if string(a.sent) != string(sent) || a.body != string(want) {
				t.Errorf("%s %s: %q", path, encoding, a.sent)
			}
			checkFields(t, path, a, fmt.Sprintf("ETag: %s | Content-Type: %s | Content-Length: %d", tag, kind.Info().Type, len(sent)))
			head.Header.Set("Date", a.Header.Get("Date"))
			if fmt.Sprint(head.Header) != fmt.Sprint(a.Header) || len(head.sent) != 0 {
				t.Errorf("HEAD %s %s: %v, want %v", path, encoding, head.Header, a.Header)
			}
		}
	}
}

// max-age ends with the manual (specification, sections 3 and 8).
func TestMaxAge(t *testing.T) {
	ts := newServer(t, nil)
	end := noon.Add(30500 * time.Millisecond)
	for _, r := range []struct {
		left   time.Duration
		status int
		cache  string
	}{
		{61 * time.Second, 200, "public, max-age=60"},
		{60*time.Second - 1, 200, "public, max-age=59"},
		{time.Second, 200, "public, max-age=1"},
		{time.Second - 1, 200, "public, max-age=0"},
		{1, 200, "public, max-age=0"},
		{0, 410, "no-store"},
		{-time.Hour, 410, "no-store"},
	} {
		ts.advance(end.Add(-r.left).Sub(ts.clock()))
		ts.expect(t, row{"/api/v1/manuals/acme.ending.json", "", r.status, "Cache-Control: " + r.cache, ""})
	}
}

// Until the store is filled, manuals and pages are not served, but health checks and
// assets are.
func TestReadiness(t *testing.T) {
	ts := newServer(t, nil)
	const again, plain = "Retry-After: 1", "Cache-Control: no-store | Content-Type: application/json | -ETag | -X-RateLimit-Limit"
	ts.handler.SetReady(false)
	ts.check(t, []row{
		{"/healthz", "", 200, plain, `{"status":"ok"}`},
		{"/readyz", "", 503, again, ""},
		{guide, "", 503, again, ""},
		{"POST " + guide, "", 405, "", ""},
		{"OPTIONS " + guide, preflight, 204, "", ""},
		{"acme /", "", 503, again, "<h1>503 "},
		{"acme /press", "", 503, again, "<h1>503 "},
		{"acme /robots.txt", "", 503, again, "<h1>503 "},
		{"acme /-/page.0123.css", "", 200, "", styleBody},
	})
	ts.handler.SetReady(true)
	ts.check(t, []row{
		{"/healthz", "", 200, plain, `{"status":"ok"}`},
		{"nobody /healthz", "", 200, plain, `{"status":"ok"}`},
		{"/healthz", "body: x", 200, plain, `{"status":"ok"}`},
		{"/readyz", "", 200, plain, `{"status":"ready"}`},
		{"HEAD /readyz", "", 200, plain, ""},
		{"POST /readyz", "", 405, "", ""},
		{guide, "", 200, "", ""},
		{"acme /", "", 200, "", ""},
	})
}
