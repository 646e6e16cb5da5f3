package api

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// at returns the path of a file of the manuals.
func at(base, name string, size int) string {
	f := fileOf(name, size)
	return base + f.Path()
}

const (
	guide   = "/api/v1/manuals/acme.json"
	tokens  = "/api/v1/manuals/acme/tokens.json"
	origin  = "Origin: https://x.example"
	toRead  = origin + " | Access-Control-Request-Method: GET"
	exposes = "Access-Control-Allow-Origin: * | Access-Control-Expose-Headers: " + exposed + " | -Access-Control-Allow-Credentials"
	opened  = "Access-Control-Allow-Origin: * | Cross-Origin-Resource-Policy: cross-origin | Cache-Control: public, max-age=60"
	closed  = "-Access-Control-Allow-Origin | Cross-Origin-Resource-Policy: same-origin"
	nocache = "Cache-Control: no-store"
	minute  = "Cache-Control: public, max-age=60"
	vary    = "Vary: Accept-Encoding, Authorization"
)

// Status, fields and body of every sort of request, the clause beside each.
// What all answers have in common is checked with each (see [common]).
func TestAnswers(t *testing.T) {
	w := newServer(t, nil)
	document := snapshotOf("acme", "guide", manual.Public).Documents[manual.ManualDocument]
	tag := `"` + document.ETag + `"`
	pageTag := `"` + manual.Fingerprint([]byte("page of man_acme_guide"+strings.Repeat(".", 100))) + `"`
	styleTag := `"` + manual.Fingerprint([]byte(styleBody)) + `"`
	logo, picture, archive := at("", "logo.svg", 300), at("", "Größe 1\".png", 60<<10), at("", "all.zip", 700<<10)
	svg := fileOf("logo.svg", 300)
	fileTag := `"` + hex.EncodeToString(svg.Sum[:]) + `"`
	const css, style = "/-/export/tokens.css", "/-/page.0123.css"
	none := func(tags string) string { return "If-None-Match: " + tags }
	match := func(tags string) string { return "If-Match: " + tags }
	for _, group := range []struct {
		what string
		rows []row
	}{
		{"If-None-Match (RFC 9110, sections 13.1.2, 15.4.5 and 5.6.1.2)", []row{
			{guide, none(tag), 304, "ETag: " + tag + " | -Content-Type | -Content-Length | -X-Content-Type-Options | X-RateLimit-Limit: 1000000 | " + vary + " | " + minute + " | " + exposes, ""},
			{guide, none("W/" + tag), 304, "ETag: " + tag, ""}, // compared weakly
			{guide, none(tag) + " | Accept-Encoding: gzip", 304, "ETag: W/" + tag + " | -Content-Encoding", ""},
			{guide, none(`"a", W/"b,c" , ` + tag), 304, "", ""},
			{guide, none(`,, ,` + tag + `,`), 304, "", ""},
			{guide, none("*"), 304, "", ""},
			{guide, none(`*, "x"`), 200, "", ""},                                   // * in a list is no tag
			{guide, none(`abc, "x"y, "open, w/"z", ` + tag), 304, "", ""},          // garbage is passed over
			{guide, none(document.ETag), 200, "", ""},                              // and no tag
			{guide, none("w/" + tag), 200, "", ""},                                 // section 8.8.3: W is upper case
			{guide, none(`"` + strings.Repeat("0", 64) + `"`), 200, "", ""},        // another tag
			{guide, none(tag[:64] + `"`), 200, "", ""},                             // a part of it
			{guide, none(""), 200, "", ""},                                         // an empty field
			{tokens, none(tag), 200, "", ""},                                       // of another document
			{"HEAD " + guide, none(tag), 304, "", ""},                              //
			{guide, "token: acme | " + none(tag), 304, nocache + " | " + vary, ""}, // as on its 200
			{"/api/v1/manuals/nobody.json", none("*"), 404, "", ""},                // only in place of a 200 (section 13.2.1)
			{"/api/v1/manuals/acme.old.json", none("*") + ` | If-Match: "x"`, 410, "", ""},
			{tokens + "?format=x", none("*"), 400, "", ""},
			{"acme /", none(pageTag), 304, "ETag: " + pageTag + " | -Content-Type | -Content-Security-Policy | " + minute + " | " + vary, ""},
			{"acme /", none("W/"+pageTag) + " | Accept-Encoding: gzip", 304, "ETag: W/" + pageTag, ""},
			{"acme /vault", none("*"), 404, "", ""},
			{"acme /guide", none("*"), 308, "", ""},
			{"inn /", none("*"), 200, "-ETag", "<form"},
			{"acme " + css, none("*"), 304, "-Cross-Origin-Resource-Policy | Access-Control-Allow-Origin: * | -Content-Type", ""},
			{"acme " + logo, none(`"x", W/` + fileTag), 304, "ETag: " + fileTag + " | Vary: Authorization | Access-Control-Allow-Origin: * | -Content-Type | -Content-Disposition | -Content-Security-Policy | -Content-Length | " + minute, ""},
			{"acme " + logo, none("*") + " | Range: bytes=0-1", 304, "", ""}, // before a range (section 13.2.2)
			{"acme " + at("/vault", "logo.svg", 300), none("*"), 404, "", ""},
			{style, none(styleTag), 304, "", ""},
		}},
		{"If-Match (RFC 9110, sections 13.1.1 and 13.2.2), and dates", []row{
			{guide, match(tag), 200, "", ""},
			{guide, match("W/" + tag), 412, "", ""}, // compared strongly
			{guide, match(tag) + " | Accept-Encoding: gzip", 412, "", ""},
			{guide, match("W/"+tag) + " | Accept-Encoding: gzip", 412, "", ""}, // a weak representation matches none
			{guide, match("*") + " | Accept-Encoding: gzip", 200, "", ""},
			{guide, match(`"x", ` + tag), 200, "", ""},
			{guide, match(`"x", "y"`), 412, "", ""},
			{guide, match("garbage"), 412, "", ""},
			{guide, match(`"x"`) + " | " + none(tag), 412, "", ""}, // first
			{guide, match(tag) + " | " + none(tag), 304, "", ""},
			{guide, "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT", 200, "", ""}, // nothing has a Last-Modified
			{guide, "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT", 200, "-Last-Modified", ""},
			{"acme /", match(`"x"`), 412, "Content-Type: text/html; charset=utf-8", ""},
			{"acme " + css, match(`"x"`), 412, "", ""},
			{"acme " + logo, match(fileTag), 200, "", ""},
			{"acme " + logo, match(`"x"`), 412, "", ""},
		}},
		{"Cache-Control and Vary (specification, section 8 rule 1)", []row{
			{guide, "", 200, minute + " | " + vary, ""},
			{"/api/v1/manuals/acme.press.json", "", 200, minute, ""},
			{"/api/v1/manuals/acme.ending.json", "", 200, "Cache-Control: public, max-age=30", ""},
			{guide, "token: acme", 200, nocache, ""},
			{guide, "token: globex", 200, nocache, ""},
			{guide, "Authorization: Basic eDp5", 200, nocache, ""},
			{"/api/v1/manuals/acme.vault.json", "token: acme", 200, nocache + " | " + vary, ""},
			{"/api/v1/manuals/acme.old.json", "", 410, "-WWW-Authenticate", ""},
			{"acme /vault", "token: acme", 200, nocache + " | " + vary + " | X-Robots-Tag: noindex", ""},
			{"acme /", "Authorization: Basic eDp5", 200, nocache, ""},
			{"acme /ending", "", 200, "Cache-Control: public, max-age=30", ""},
			{"acme /", "Cookie: a=b", 200, minute + " | " + vary, ""}, // a cookie of others plays no part
			{"acme /ending" + css, "", 200, "Cache-Control: public, max-age=30", ""},
			{"acme " + at("/ending", "logo.svg", 300), "", 200, "Cache-Control: public, max-age=30", ""},
		}},
		{"Content-Encoding, ranges and HEAD (RFC 9110, sections 12.5.3, 14.2 and 9.3.2)", []row{
			{guide, "Accept-Encoding: gzip, deflate, br", 200, "Content-Encoding: gzip | ETag: W/" + tag, ""},
			{guide, "", 200, "-Content-Encoding | ETag: " + tag, ""},
			{guide, "Accept-Encoding: gzip;q=0", 200, "-Content-Encoding", ""},
			{"/api/v1/manuals/nobody.json", "Accept-Encoding: gzip", 404, "-Content-Encoding", ""},
			{guide, "Range: bytes=0-3", 200, "-Content-Range | -Accept-Ranges", ""},
			{guide, "Range: bytes=0-3 | If-Range: " + tag, 200, "", ""},
			{"acme /", "Accept-Encoding: gzip", 200, "Content-Encoding: gzip | ETag: W/" + pageTag, "page of"},
			{"/", "Accept-Encoding: gzip", 200, "Content-Encoding: gzip", "index of"},
			{"acme " + css, "Accept-Encoding: gzip", 200, "Content-Encoding: gzip | " + opened, ":root"},
			{"acme " + css, "Range: bytes=0-1", 200, "", ":root"},
			{"acme " + logo, "Accept-Encoding: gzip", 200, "-Content-Encoding | ETag: " + fileTag, ""},
			{style, "Accept-Encoding: gzip", 200, "Content-Encoding: gzip", styleBody},
			{"/-/tiny.4567.js", "Accept-Encoding: gzip", 200, "-Content-Encoding | Content-Type: text/javascript; charset=utf-8", "1"},
			{"HEAD acme /", "", 200, "ETag: " + pageTag, ""},
			{"HEAD inn /", "", 200, "Content-Length: 39", ""},
			{"HEAD " + style, "", 200, "Content-Type: text/css; charset=utf-8", ""},
			{"HEAD acme " + archive, "Range: bytes=0-1", 200, opened + " | Content-Length: 716800 | Accept-Ranges: bytes", ""},
		}},
		{"other origins (specification, section 4.2; Fetch standard)", []row{
			{guide, origin, 200, exposes, ""},
			{"/api/v1/manuals/nobody.json", "", 404, exposes, ""}, // errors included
			{"POST " + guide, "", 405, exposes, ""},
			{guide, "token: acme | " + origin, 200, "-Access-Control-Allow-Origin", ""},
			{guide, "token: unknown", 401, "-Access-Control-Allow-Origin", ""},
			{"OPTIONS " + guide, toRead, 204, "Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: GET, HEAD | Access-Control-Allow-Headers: * | Access-Control-Max-Age: 86400 | -Content-Length | -Content-Type | -X-RateLimit-Limit | -X-Content-Type-Options", ""},
			{"OPTIONS nobody /api/v1/manuals/acme%2Fvault.json", "Origin: null | Access-Control-Request-Method: DELETE | Access-Control-Request-Headers: authorization", 204, "Access-Control-Allow-Headers: *", ""},
			{"OPTIONS " + guide, "Access-Control-Request-Method: GET", 405, "Allow: GET, HEAD, OPTIONS", ""}, // no preflight
			{"OPTIONS " + guide, origin, 405, "", ""},
			{"OPTIONS acme /", toRead, 405, "Allow: GET, HEAD | -Access-Control-Allow-Origin", ""}, // pages have none
			{"OPTIONS acme /-/export", toRead, 405, "", ""},
			{"OPTIONS acme " + css, toRead, 204, "Access-Control-Allow-Origin: *", ""},
			{"OPTIONS acme " + logo, toRead, 204, "Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: GET, HEAD", ""},
			{"OPTIONS acme " + at("/vault", "x", 1), toRead, 204, "", ""},
		}},
		{"methods and bodies (RFC 9110, sections 9.1 and 15.5.6)", []row{
			{"POST " + guide, "", 405, "Allow: GET, HEAD, OPTIONS | X-RateLimit-Limit: 1000000", ""},
			{"DELETE /api/v1/manuals/nobody.json", "", 405, "", ""}, // before the slug,
			{"PUT " + guide, "token: unknown", 405, "", ""},         // the token
			{"PATCH " + guide, "body: {}", 405, "-Connection", ""},  // and the body
			{"get " + guide, "", 405, "", ""},                       // compared with case
			{"BREW " + guide, "", 405, "", ""},
			{"TRACE " + guide, "", 405, "", ""},
			{guide, "body: x", 413, "", ""},
			{guide, "chunked: x", 413, "", ""},
			{guide, "body: x | token: unknown", 413, "", ""}, // before the token
			{"POST acme /", "", 405, "Allow: GET, HEAD | Content-Type: text/html; charset=utf-8", ""},
			{"PUT inn /", "", 405, "Allow: GET, HEAD, POST", ""}, // a form takes POST
			{"PUT inn /cellar/-/export", "", 405, "Allow: GET, HEAD, POST", ""},
			{"POST inn /house", "", 405, "Allow: GET, HEAD", ""},   // not where it is not,
			{"POST inn /x/-/y", "", 405, "Allow: GET, HEAD", ""},   //
			{"POST inn /keyless", "", 405, "Allow: GET, HEAD", ""}, // without a password,
			{"POST inn /old", "", 405, "Allow: GET, HEAD", ""},     // past the end date
			{"POST /", "", 405, "Allow: GET, HEAD", ""},            // or at the root of the site
			{"POST acme /", "token: unknown", 405, "", ""},
			{"acme /", "body: x", 413, "-Connection", ""},
			{"inn /", "chunked: x", 413, "", ""},
			{"POST acme " + css, "", 405, "Allow: GET, HEAD, OPTIONS", ""},
			{"POST acme /-/export", "", 405, "Allow: GET, HEAD", ""},
			{"POST inn " + at("/cellar", "logo.svg", 300), "", 405, "Allow: GET, HEAD, OPTIONS", ""},
			{"acme " + logo, "body: x", 413, "", ""},
			{"POST " + style, "", 405, "", "<h1>405"},
			{style, "body: x", 413, "", "<h1>413"},
			{"POST /healthz", "", 405, "Content-Type: application/problem+json | Allow: GET, HEAD, OPTIONS", ""},
		}},
		{"access tokens (RFC 6750, section 3; RFC 9110, section 11.6.1)", []row{
			{guide, "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
			{"/api/v1/nothing", "token: revoked", 401, "", ""}, // before 404
			{"/api/v1/manuals/acme.vault.json?access_token=" + secretOf("acme"), "", 404, "WWW-Authenticate: Bearer", ""},
			{"/api/v1/manuals/acme.vault.json", "Authorization: Basic eDp5", 404, "WWW-Authenticate: Bearer", ""},
			{"/api/v1/manuals/globex.json", "token: acme", 404, "-WWW-Authenticate", ""},
			{"acme /nobody", "", 404, "WWW-Authenticate: Bearer", ""},
			{"acme /nobody", "token: globex", 404, "-WWW-Authenticate", ""},
			{"acme /", "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
			{"acme " + logo, "token: unknown", 401, `WWW-Authenticate: Bearer error="invalid_token", realm="designmanual"`, ""},
			{"acme " + css, "token: unknown", 401, "", ""},
		}},
		{"the query, after access and the end date", []row{
			{guide + "?v=1&token=x", "", 200, "", ""},
			{guide + "?format=x", "", 200, "", ""},
			{tokens + "?%zz&%zz=2025.10&a;format=x&=", "", 200, "Content-Type: application/json", ""}, // what does not parse is ignored
			{tokens + "?Format=x", "", 200, "", ""},
			{tokens + "?f%6Frmat=2025%2E10", "", 200, "Content-Type: application/design-tokens+json", ""},
			{tokens + "?x=%zz&format=2025.10-resolver", "", 200, "Content-Type: application/json", `{"version"`},
			{tokens + "?format=%zz", "", 400, "", ""},
			{tokens + "?format=2025.11", "", 400, "", ""},
			{tokens + "?format=2025.10-Resolver", "", 400, "", ""},
			{tokens + "?format=2025.10;x=1", "", 400, "", ""},
			{tokens + "?format=", "", 400, "", ""},
			{tokens + "?format", "", 400, "", ""},
			{tokens + "?format=2025.10&format=2025.10", "", 400, "", ""},
			{tokens + "?format=%zz&format=2025.10", "", 400, "", ""},
			{"/api/v1/manuals/acme.vault/tokens.json?format=x", "", 404, "", ""},
			{"/api/v1/manuals/acme.old/tokens.json?format=x", "", 410, "", ""},
			{"/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver", "", 404, "WWW-Authenticate: Bearer", ""}, // it has one theme
			{"/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver", "token: acme", 404, "-WWW-Authenticate", ""},
			{"/api/v1/manuals/acme.fair/tokens.json?format=2025.10", "", 200, "", ""},
		}},
		{"pages", []row{
			{"acme /", "", 200, "Content-Type: text/html; charset=utf-8 | Cross-Origin-Opener-Policy: same-origin | ETag: " + pageTag + " | -X-Robots-Tag | -WWW-Authenticate | " + minute + " | " + vary, "page of man_acme_guide"},
			{"/", "", 200, "Content-Type: text/html; charset=utf-8 | Cross-Origin-Opener-Policy: same-origin | -X-Robots-Tag | " + vary, "index of"},
			{"acme /press", "", 200, minute + " | X-Robots-Tag: noindex", ""}, // unlisted: not for search engines
			{"inn /", "", 200, nocache + " | X-Robots-Tag: noindex", ""},
			{"inn /cellar", "", 200, nocache + " | X-Robots-Tag: noindex | Vary: Accept-Encoding, Authorization, Cookie | -ETag | -WWW-Authenticate | Content-Type: text/html; charset=utf-8", "<form"},
			{"acme /guide", "", 308, "Location: / | -Content-Type | " + minute, ""}, // section 15.4.9
			{"acme /VAULT", "token: acme", 308, "Location: /vault | " + nocache, ""},
			{"inn /house", "", 308, "Location: / | " + nocache, ""},
			{"acme /favicon.ico", "", 200, "Content-Type: image/svg+xml | Content-Security-Policy: " + policy, "icon of man_acme_guide"},
			{"acme-press /favicon.ico", "", 200, "", "icon of man_acme_press"},
			{"acme-vault /favicon.ico", "", 404, "", ""},
			{"acme-vault /favicon.ico", "token: acme", 200, "", "icon of man_acme_vault"},
			{"inn /favicon.ico", "", 404, "", ""},
			{"/favicon.ico", "", 404, "", ""},
		}},
		{"exports: judged as the page is, and shared as the tokens are", []row{
			{"acme /-/export", "", 200, "Content-Type: text/html; charset=utf-8", "exports of man_acme_guide"},
			{"acme " + css, "", 200, opened + " | " + vary + " | Content-Type: text/css; charset=utf-8 | -Content-Security-Policy | -X-RateLimit-Limit", ":root { --x: man_acme_guide; }"},
			{"acme " + css, "token: acme", 200, closed + " | " + nocache, ":root"},
			{"acme /-/export/manual.md", "", 200, opened + " | Content-Type: text/markdown; charset=utf-8", "# man_acme_guide"},
			{"acme /-/export/tokens.json", "", 200, opened + " | Content-Type: application/json", `{"color"`},
			{"acme /-/export/tokens.2025-10.json", "", 200, opened + " | Content-Type: application/design-tokens+json", `{"color"`},
			{"acme /-/export/resolver.json", "", 200, "", `{"version"`},
			{"acme /press" + css, "", 200, opened + " | X-Robots-Tag: noindex", ":root"},
			{"acme-press " + css, "", 200, opened, ":root"},
			{"acme-press /press" + css, "", 200, opened, ":root"}, // at its slug too
			{"acme-press /press/-/export", "", 200, "", "exports of man_acme_press"},
			{"acme-press /PRESS/-/export", "", 308, "Location: /-/export", ""},
			{"acme /PRESS" + css, "", 308, "Location: /press" + css, ""},
			{"acme /guide/-/export", "", 308, "Location: /-/export", ""},
			{"acme /-/export/tokens.scss", "", 404, "", ""}, // not rendered
			{"acme /-/export/page", "", 404, "", ""},
			{"acme /-/export/", "", 404, "", ""},
			{"acme " + css + "/", "", 404, "", ""},
			{"acme /-/exports", "", 404, "", ""},
			{"acme /fair/-/export", "", 404, "", ""}, // published by an older program
			{"acme /vault/-/export", "", 404, "", ""},
			{"acme /vault" + css, "", 404, "Access-Control-Allow-Origin: *", ""},
			{"acme /vault" + css, "token: acme", 200, closed + " | X-Robots-Tag: noindex | " + nocache, ":root"},
			{"acme /old/-/export", "", 410, "", ""},
			{"acme /old" + css, "", 410, "", ""},
			{"inn /cellar/-/export", "", 200, "", "<form"}, // which asks for the password, while the exports do not
			{"inn /cellar" + css, "", 404, "", ""},
		}},
		{"files", []row{
			{"acme " + logo, "", 200, opened + " | ETag: " + fileTag + " | Content-Type: image/svg+xml | Accept-Ranges: bytes | Vary: Authorization | -X-RateLimit-Limit | -X-Robots-Tag | Content-Length: 300 | " +
				`Content-Disposition: inline; filename="logo.svg"; filename*=UTF-8''logo.svg | Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox`, string(content("logo.svg", 300))},
			{"acme " + picture, "", 200, opened + ` | Content-Type: image/png | -Content-Security-Policy | Content-Disposition: inline; filename="Gr__e 1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%22.png`, string(content("Größe 1\".png", 60<<10))},
			{"acme " + strings.ReplaceAll(logo, "logo", "%6Cog%6f"), "", 200, "", string(content("logo.svg", 300))},
			{"acme " + archive, "", 200, opened + ` | Content-Type: application/zip | Content-Length: 716800 | Content-Disposition: attachment; filename="all.zip"; filename*=UTF-8''all.zip`, string(content("all.zip", 700<<10))}, // in pieces
			{"acme " + at("", "script.js", 10), "", 200, `Content-Type: application/octet-stream | Content-Disposition: attachment; filename="script.js"; filename*=UTF-8''script.js`, ""},                                          // what could run has no type
			{"acme " + at("", "body.woff2", 400), "", 200, closed + " | Content-Type: font/woff2 | " + minute, ""},                                                                                                                  // a font is for its own origin,
			{"acme " + at("", "shared.woff2", 500), "", 200, opened, ""}, // unless it is shared
			{"acme " + at("/press", "logo.svg", 300), "", 200, opened + " | X-Robots-Tag: noindex", ""},
			{"acme-press " + logo, "", 200, opened, ""},
			{"acme-press " + at("/press", "logo.svg", 300), "", 200, opened, ""}, // at its slug too,
			{"acme-press " + at("/guide", "logo.svg", 300), "", 404, "", ""},     // but not at another's
			{"acme-vault " + at("/vault", "logo.svg", 300), "", 404, "", ""},
			{"acme " + at("/PRESS", "logo.svg", 300), "", 308, "Location: " + at("/press", "logo.svg", 300), ""},
			{"acme " + logo, "token: acme", 200, closed + " | " + nocache, ""},
			{"acme " + strings.ReplaceAll(logo, "logo", "log"), "", 404, "", ""},
			{"acme " + strings.ReplaceAll(logo, "logo", "Logo"), "", 404, "", ""},
			{"acme " + strings.Replace(logo, svg.Prefix(), strings.Repeat("0", 16), 1), "", 404, "", ""},
			{"acme " + strings.Replace(logo, svg.Prefix(), strings.ToUpper(svg.Prefix()), 1), "", 404, "", ""},
			{"acme " + logo + "/x", "", 404, "", ""},
			{"acme " + strings.ReplaceAll(logo, "/logo", "%2Flogo"), "", 404, "", ""},
			{"acme " + at("/fair", "logo.svg", 300), "", 404, "", ""},
			{logo, "", 404, "", ""},
			{"acme " + at("/vault", "logo.svg", 300), "", 404, "WWW-Authenticate: Bearer | Access-Control-Allow-Origin: *", ""},
			{"acme " + at("/vault", "logo.svg", 300), "token: acme", 200, closed + " | X-Robots-Tag: noindex | " + nocache, ""},
			{"acme " + at("/vault", "logo.svg", 300), "token: globex", 404, "", ""},
			{"acme " + at("/old", "logo.svg", 300), "", 410, "", ""},
			{"inn " + at("/cellar", "logo.svg", 300), "", 404, "", ""},
		}},
		{"the files that pages use: on every host, for ever and for everyone (RFC 8246)", []row{
			{style, "", 200, "Content-Type: text/css; charset=utf-8 | Cache-Control: public, max-age=31536000, immutable | -X-Robots-Tag", styleBody},
			{"acme " + style, "", 200, "", styleBody},
			{"acme-vault " + style, "", 200, "", styleBody},
			{"nobody " + style, "", 200, "", styleBody},
			{style, "token: unknown", 200, nocache, styleBody},
			{"/-/icon.0b5fff.svg", "Accept-Encoding: gzip", 200, "Content-Type: image/svg+xml | Cache-Control: public, max-age=31536000, immutable | -Content-Encoding", "<svg/>"},
		}},
	} {
		t.Run(group.what, func(t *testing.T) { w.check(t, group.rows) })
	}
	if log := w.log.String(); log != "" {
		t.Errorf("logged: %s", log)
	}
}

// The documents come out as they went in, in each encoding, and HEAD has the
// fields of GET (RFC 9110, section 9.3.2).
func TestDocumentsComeOutAsTheyWentIn(t *testing.T) {
	w := newServer(t, rates("off", "off"))
	s := snapshotOf("acme", "guide", manual.Public)
	for path, kind := range map[string]manual.DocumentKind{
		guide: manual.ManualDocument, tokens: manual.TokensDocument, tokens + "?format=2025.10": manual.StructuredDocument,
		tokens + "?format=2025.10-resolver": manual.ResolverDocument, guide + "?format=2025.10": manual.ManualDocument,
	} {
		want := s.Documents[kind]
		for _, encoding := range []string{"identity", "gzip"} {
			sent, tag := want.Identity, `"`+want.ETag+`"`
			if encoding == "gzip" {
				sent, tag = want.Gzip, `W/"`+want.ETag+`"`
			}
			fields := "Accept: text/html | Accept-Encoding: " + encoding
			a, head := w.get(t, path, fields), w.get(t, "HEAD "+path, fields)
			if string(a.sent) != string(sent) || a.body != string(want.Identity) || manual.Fingerprint([]byte(a.body)) != want.ETag {
				t.Errorf("%s %s: %q", path, encoding, a.sent)
			}
			holds(t, path, a, fmt.Sprintf("ETag: %s | Content-Type: %s | Content-Length: %d", tag, kind.Info().Type, len(sent)))
			if fmt.Sprint(head.Header) != fmt.Sprint(a.Header) || len(head.sent) != 0 {
				t.Errorf("HEAD %s %s: %v, want %v", path, encoding, head.Header, a.Header)
			}
		}
	}
}

// What the end date does to max-age, to the second (specification, sections 3
// and 8).
func TestMaxAgeEndsWithTheManual(t *testing.T) {
	w := newServer(t, nil)
	w.pass(30500*time.Millisecond - 61*time.Second)
	left := 61 * time.Second
	for _, row := range []struct {
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
		w.pass(left - row.left)
		left = row.left
		a := w.get(t, "/api/v1/manuals/acme.ending.json", "")
		if a.StatusCode != row.status || a.Header.Get("Cache-Control") != row.cache {
			t.Errorf("%v left: %d %q, want %d %q", row.left, a.StatusCode, a.Header.Get("Cache-Control"), row.status, row.cache)
		}
	}
}

// Before the store is filled manuals are not answered for, nor are pages; the
// process says how it is, and assets are there.
func TestReadiness(t *testing.T) {
	w := newServer(t, nil)
	const again, plain = "Retry-After: 1", "Cache-Control: no-store | Content-Type: application/json | -ETag | -X-RateLimit-Limit"
	w.handler.SetReady(false)
	w.check(t, []row{
		{"/healthz", "", 200, plain, `{"status":"ok"}`},
		{"/readyz", "", 503, again, ""},
		{guide, "", 503, again, ""},
		{"POST " + guide, "", 405, "", ""},
		{"OPTIONS " + guide, toRead, 204, "", ""},
		{"acme /", "", 503, again, "<h1>503 "},
		{"acme /press", "", 503, again, "<h1>503 "},
		{"acme /robots.txt", "", 503, again, "<h1>503 "},
		{"acme /-/page.0123.css", "", 200, "", styleBody},
	})
	w.handler.SetReady(true)
	w.check(t, []row{
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
