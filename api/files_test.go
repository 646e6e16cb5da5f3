package api

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// content returns the bytes of a file of that name and size.
func content(name string, size int) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8(sha256.Sum256([]byte(name))).Read(data) // it has no errors
	return data
}

func fileOf(name string, size int) manual.File {
	return manual.File{Ref: "files/" + name, Name: name, Sum: sha256.Sum256(content(name, size)), Size: int64(size)}
}

// travelling are the files of the manuals of the store with files.
func travelling() []manual.File {
	shared := fileOf("shared.woff2", 500)
	shared.Shared = true
	return []manual.File{
		fileOf("logo.svg", 300), fileOf("Größe 1\".png", 60<<10), fileOf("body.woff2", 400), shared,
		fileOf("all.zip", 700<<10), fileOf("script.js", 10), fileOf("LOGO.svg", 200), fileOf("logo.svg", 301), fileOf("logo.svg", 300),
	}
}

// newFileServer starts a server with pages whose manuals have
// files.
func newFileServer(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	w := newPageServer(t, change)
	batch := w.db.NewFileBatch()
	defer batch.Close()
	for _, f := range travelling() {
		if err := batch.Put(t.Context(), f.Sum, f.Size, bytes.NewReader(content(f.Name, int(f.Size)))); err != nil {
			t.Fatal(err)
		}
	}
	w.update(t, func(tx *db.Tx) error {
		manuals := snapshots()
		locked := snapshotOf("inn", "cellar", manual.Password)
		locked.Password = hashOf(t, password)
		for _, s := range append(manuals, locked) {
			if !s.Published || s.Manual.Slug == "fair" {
				continue
			}
			s.Documents[manual.PageDocument] = documentOf("page of " + s.Manual.ID)
			s.Documents[manual.ExportDocument] = documentOf("exports of " + s.Manual.ID)
			s.Documents[manual.CSSDocument] = documentOf(":root { --x: " + s.Manual.ID + "; }" + strings.Repeat(" ", 100))
			s.Documents[manual.MarkdownDocument] = documentOf("# " + s.Manual.ID)
			s.Manual.Files = travelling()
			if _, err := tx.Put(s); err != nil {
				return err
			}
		}
		return nil
	})
	return w
}

// at returns the path of a file of the manuals.
func at(base, name string, size int) string {
	f := fileOf(name, size)
	return base + f.Path()
}

// Who gets a file, and with which fields, by the manual and what the request
// brings. A want of "-" is a field that must not be there.
func TestFiles(t *testing.T) {
	w := newFileServer(t, nil)
	cookie := cookieOf(t, w.do(t, entry(onInn, "/cellar", password)))
	logo, picture, archive := at("", "logo.svg", 300), at("", "Größe 1\".png", 60<<10), at("", "all.zip", 700<<10)
	svg := fileOf("logo.svg", 300)
	tag := `"` + hex.EncodeToString(svg.Sum[:]) + `"`
	type fields = map[string]string
	open := fields{"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=60"}
	closed := fields{"Access-Control-Allow-Origin": "-", "Cross-Origin-Resource-Policy": "same-origin"}
	for _, row := range []struct {
		what   string
		q      testRequest
		status int
		body   []byte // nil for any
		want   []fields
	}{
		{"a logo", testRequest{path: logo}, 200, content("logo.svg", 300), []fields{open, {"ETag": tag, "Content-Type": "image/svg+xml", "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes",
			"Content-Disposition": `inline; filename="logo.svg"; filename*=UTF-8''logo.svg`, "Vary": "Authorization", "X-RateLimit-Limit": "-", "X-Robots-Tag": "-", "Content-Length": "300",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"}}},
		{"a picture", testRequest{path: picture}, 200, content("Größe 1\".png", 60<<10), []fields{open, {"Content-Type": "image/png", "Content-Security-Policy": "-",
			"Content-Disposition": `inline; filename="Gr__e 1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%22.png`}}},
		{"escaped otherwise", testRequest{path: strings.ReplaceAll(logo, "logo", "%6Cog%6f")}, 200, content("logo.svg", 300), nil},
		{"an archive, in pieces", testRequest{path: archive}, 200, content("all.zip", 700<<10), []fields{open, {"Content-Type": "application/zip", "Content-Length": "716800",
			"Content-Disposition": `attachment; filename="all.zip"; filename*=UTF-8''all.zip`}}},
		{"never compressed", testRequest{path: logo, header: fields{"Accept-Encoding": "gzip"}}, 200, nil, []fields{{"Content-Encoding": "-", "ETag": tag}}},
		{"what could run has no type", testRequest{path: at("", "script.js", 10)}, 200, nil, []fields{{"Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename="script.js"; filename*=UTF-8''script.js`}}},
		{"HEAD", testRequest{method: "HEAD", path: archive, header: fields{"Range": "bytes=0-1"}}, 200, []byte{}, []fields{open, {"Content-Length": "716800", "Accept-Ranges": "bytes"}}},
		{"a font is for its own origin", testRequest{path: at("", "body.woff2", 400)}, 200, nil, []fields{closed, {"Content-Type": "font/woff2", "Cache-Control": "public, max-age=60"}}},
		{"one that is shared for any", testRequest{path: at("", "shared.woff2", 500)}, 200, nil, []fields{open}},
		{"at a slug", testRequest{path: at("/press", "logo.svg", 300)}, 200, nil, []fields{open, {"X-Robots-Tag": "noindex"}}},
		{"on its own host", testRequest{host: onPress, path: logo}, 200, nil, []fields{open}},
		{"there at its slug too", testRequest{host: onPress, path: at("/press", "logo.svg", 300)}, 200, nil, []fields{open}},
		{"but not at another's", testRequest{host: onPress, path: at("/guide", "logo.svg", 300)}, 404, nil, nil},
		{"on a private host", testRequest{host: onVault, path: at("/vault", "logo.svg", 300)}, 404, nil, nil},
		{"until the end", testRequest{path: at("/ending", "logo.svg", 300)}, 200, nil, []fields{{"Cache-Control": "public, max-age=30"}}},
		{"another spelling of the slug", testRequest{path: at("/PRESS", "logo.svg", 300)}, 308, nil, []fields{{"Location": at("/press", "logo.svg", 300)}}},
		{"with a token", testRequest{path: logo, token: "acme"}, 200, nil, []fields{closed, {"Cache-Control": "no-store"}}},

		{"another name", testRequest{path: strings.ReplaceAll(logo, "logo", "log")}, 404, nil, nil},
		{"another case", testRequest{path: strings.ReplaceAll(logo, "logo", "Logo")}, 404, nil, nil},
		{"another content", testRequest{path: strings.Replace(logo, svg.Prefix(), strings.Repeat("0", 16), 1)}, 404, nil, nil},
		{"the content in capitals", testRequest{path: strings.Replace(logo, svg.Prefix(), strings.ToUpper(svg.Prefix()), 1)}, 404, nil, nil},
		{"more behind the name", testRequest{path: logo + "/x"}, 404, nil, nil},
		{"an encoded slash", testRequest{path: strings.ReplaceAll(logo, "/logo", "%2Flogo")}, 404, nil, nil},
		{"of another manual", testRequest{path: at("/fair", "logo.svg", 300)}, 404, nil, nil},
		{"on the site", testRequest{host: onSite, path: logo}, 404, nil, nil},
		{"private", testRequest{path: at("/vault", "logo.svg", 300)}, 404, nil, []fields{{"WWW-Authenticate": "Bearer", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "same-origin"}}},
		{"private, with a token", testRequest{path: at("/vault", "logo.svg", 300), token: "acme"}, 200, nil, []fields{closed, {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}}},
		{"private, another brand's token", testRequest{path: at("/vault", "logo.svg", 300), token: "globex"}, 404, nil, nil},
		{"a bad token", testRequest{path: logo, token: "unknown"}, 401, nil, []fields{{"WWW-Authenticate": `Bearer error="invalid_token", realm="designmanual"`}}},
		{"past its end", testRequest{path: at("/old", "logo.svg", 300)}, 410, nil, []fields{{"Cache-Control": "no-store"}}},
		{"password", testRequest{host: onInn, path: at("/cellar", "logo.svg", 300)}, 404, nil, nil},
		{"password, in a session", testRequest{host: onInn, path: at("/cellar", "logo.svg", 300), header: fields{"Cookie": cookie}}, 200, nil, []fields{closed, {"Cache-Control": "private, no-store", "Vary": "Authorization, Cookie"}}},
		{"password, not by POST", testRequest{method: "POST", host: onInn, path: at("/cellar", "logo.svg", 300)}, 405, nil, []fields{{"Allow": "GET, HEAD, OPTIONS"}}},
		{"a body", testRequest{path: logo, body: strings.NewReader("x")}, 413, nil, nil},
		{"a preflight", testRequest{method: "OPTIONS", path: logo, header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, 204, nil, []fields{{"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, HEAD"}}},
		{"a preflight of nothing", testRequest{method: "OPTIONS", path: at("/vault", "x", 1), header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, 204, nil, nil},

		{"RFC 9110 13.1.2", testRequest{path: logo, header: fields{"If-None-Match": `"x", W/` + tag}}, 304, nil, []fields{{"ETag": tag, "Cache-Control": "public, max-age=60", "Vary": "Authorization", "Access-Control-Allow-Origin": "*",
			"Content-Type": "-", "Content-Disposition": "-", "Content-Security-Policy": "-", "Content-Length": "-"}}},
		{"RFC 9110 13.1.1", testRequest{path: logo, header: fields{"If-Match": tag}}, 200, nil, nil},
		{"RFC 9110 13.1.1: another", testRequest{path: logo, header: fields{"If-Match": `"x"`}}, 412, nil, []fields{{"Cache-Control": "no-store"}}},
		{"RFC 9110 13.2.1: not in place of a 404", testRequest{path: at("/vault", "logo.svg", 300), header: fields{"If-None-Match": "*"}}, 404, nil, nil},
		{"RFC 9110 13.2.2: 304 before a range", testRequest{path: logo, header: fields{"If-None-Match": "*", "Range": "bytes=0-1"}}, 304, nil, nil},
	} {
		t.Run(row.what, func(t *testing.T) {
			if row.q.host == "" {
				row.q.host = onAcme
			}
			a := w.do(t, row.q)
			if a.StatusCode != row.status || row.body != nil && !bytes.Equal(a.sent, row.body) {
				t.Fatalf("%d with %d bytes, want %d with %d", a.StatusCode, len(a.sent), row.status, len(row.body))
			}
			for _, want := range row.want {
				holds(t, a, want)
			}
		})
	}
	if log := w.log.String(); log != "" {
		t.Errorf("logged: %s", log)
	}
}

// holds checks the fields of an answer; "-" stands for none.
func holds(t *testing.T, a testResponse, want map[string]string) {
	t.Helper()
	for name, want := range want {
		got, there := strings.Join(a.Header.Values(name), "|"), len(a.Header.Values(name)) > 0
		if want == "-" && there || want != "-" && got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Ranges of a small file and of one that is sent in pieces (RFC 9110, section
// 14).
func TestRanges(t *testing.T) {
	w := newFileServer(t, nil)
	for _, of := range []struct {
		name string
		size int
	}{{"logo.svg", 300}, {"all.zip", 700 << 10}} {
		all, f := content(of.name, of.size), fileOf(of.name, of.size)
		tag := `"` + hex.EncodeToString(f.Sum[:]) + `"`
		last := of.size - 1
		for _, row := range []struct {
			sent   string
			when   string // If-Range
			status int
			from   int
			to     int // the last one
		}{
			{"bytes=0-0", "", 206, 0, 0},
			{"bytes=100-199", "", 206, 100, 199},
			{"BYTES= 100-199 ,", "", 206, 100, 199},
			{"bytes=100-", "", 206, 100, last},
			{"bytes=-100", "", 206, last - 99, last},
			{"bytes=-99999999999999999999", "", 206, 0, last},
			{"bytes=100-99999999999999999999", "", 206, 100, last},
			{fmt.Sprintf("bytes=%d-", last), "", 206, last, last},
			{fmt.Sprintf("bytes=%d-,5-6", last+1), "", 206, 5, 6}, // the one that there is
			{"bytes=100-199", tag, 206, 100, 199},
			{"bytes=100-199", `W/` + tag, 200, 0, last}, // section 13.1.5
			{"bytes=100-199", `"x"`, 200, 0, last},
			{"bytes=100-199", "Mon, 04 May 2026 12:00:00 GMT", 200, 0, last},
			{"bytes=199-100", "", 200, 0, last}, // section 14.1.1: malformed
			{"bytes=a-b", "", 200, 0, last},
			{"bytes=", "", 200, 0, last},
			{"bytes=-", "", 200, 0, last},
			{"bytes=+1-2", "", 200, 0, last},
			{"lines=1-2", "", 200, 0, last}, // section 14.2: another unit
			{"bytes=0-0" + strings.Repeat(",2-2", 16), "", 200, 0, last},
			{fmt.Sprintf("bytes=%d-", last+1), "", 416, 0, 0},
			{"bytes=99999999999999999999-", "", 416, 0, 0},
			{"bytes=-0", "", 416, 0, 0},
			{"bytes=99999999-", `"x"`, 200, 0, last},
		} {
			header := map[string]string{"Range": row.sent}
			if row.when != "" {
				header["If-Range"] = row.when
			}
			a := w.do(t, testRequest{host: onAcme, path: f.Path(), header: header})
			what := fmt.Sprintf("%s, %s, If-Range %s", of.name, row.sent, row.when)
			if a.StatusCode != row.status {
				t.Errorf("%s: %d, want %d", what, a.StatusCode, row.status)
				continue
			}
			said := fmt.Sprintf("bytes %d-%d/%d", row.from, row.to, of.size)
			switch row.status {
			case 200:
				said = ""
			case 416:
				said = fmt.Sprintf("bytes */%d", of.size)
			}
			if a.Header.Get("Content-Range") != said {
				t.Errorf("%s: Content-Range %q, want %q", what, a.Header.Get("Content-Range"), said)
			}
			if row.status != 416 && (!bytes.Equal(a.sent, all[row.from:row.to+1]) || a.Header.Get("ETag") != tag) {
				t.Errorf("%s: %d bytes, tag %s", what, len(a.sent), a.Header.Get("ETag"))
			}
		}
		several(t, w, f, all)
	}
}

// several asks for several ranges of a file (RFC 9110, section 14.6).
func several(t *testing.T, w *testServer, f manual.File, all []byte) {
	t.Helper()
	a := w.do(t, testRequest{host: onAcme, path: f.Path(), header: map[string]string{"Range": "bytes=5-9, -3"}})
	media, params, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if a.StatusCode != 206 || media != "multipart/byteranges" || err != nil {
		t.Fatalf("%d %v", a.StatusCode, a.Header)
	}
	parts := multipart.NewReader(strings.NewReader(a.body), params["boundary"])
	for _, want := range [][]byte{all[5:10], all[len(all)-3:]} {
		part, err := parts.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(part); err != nil || !bytes.Equal(got, want) || part.Header.Get("Content-Range") == "" {
			t.Errorf("%v: %q, want %q, %v", part.Header, got, want, err)
		}
	}
}

// A file counts for the rate limit only where it is refused; who is over the
// limit is refused files too. An archive of all counts.
func TestFilesAreCountedWhereRefused(t *testing.T) {
	w := newFileServer(t, func(o *Options) { o.Rate = rateOf(t, "3-M") })
	logo := at("", "logo.svg", 300)
	for i, row := range []struct {
		path   string
		header map[string]string
		status int
	}{
		{logo, nil, 200}, {logo, nil, 200}, {logo, map[string]string{"Range": "bytes=0-1"}, 206}, {logo, map[string]string{"If-None-Match": "*"}, 304}, {logo, nil, 200},
		{logo + "x", nil, 404},                                         // one
		{logo, map[string]string{"Range": "bytes=1000-"}, 416},         // two
		{"/-/files.zip", map[string]string{"If-None-Match": "*"}, 304}, // three
		{logo, nil, 200},
		{logo + "x", nil, 404}, // over it
		{logo, nil, 429},
		{"/", nil, 429},
	} {
		a := w.do(t, testRequest{host: onAcme, path: row.path, header: row.header})
		if a.StatusCode != row.status || row.status == 429 && a.Header.Get("Retry-After") != "60" {
			t.Errorf("row %d: %d, Retry-After %q; want %d", i, a.StatusCode, a.Header.Get("Retry-After"), row.status)
		}
	}
}

// All files of a manual come in one archive, the same bytes each time, each
// content under a name of its own.
func TestArchive(t *testing.T) {
	w := newFileServer(t, nil)
	a := w.do(t, testRequest{host: onAcme, path: "/-/files.zip"})
	if a.StatusCode != 200 || a.Header.Get("Content-Length") != fmt.Sprint(len(a.sent)) {
		t.Fatalf("%d, %d bytes, %v", a.StatusCode, len(a.sent), a.Header)
	}
	holds(t, a, map[string]string{"Content-Type": "application/zip", "Content-Disposition": `attachment; filename="acme-guide.zip"; filename*=UTF-8''acme-guide.zip`,
		"Cache-Control": "public, max-age=60", "Access-Control-Allow-Origin": "-", "Cross-Origin-Resource-Policy": "same-origin"}) // it has a font that is not shared
	r, err := zip.NewReader(bytes.NewReader(a.sent), int64(len(a.sent)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if of := travelling()[i]; !bytes.Equal(data, content(of.Name, int(of.Size))) || f.Method != zip.Store || f.Modified.Format("2006-01-02") != "1980-01-01" {
			t.Errorf("%s: %d bytes, %v", f.Name, len(data), f.Modified)
		}
		got = append(got, f.Name)
	}
	if want := `[logo.svg Größe 1".png body.woff2 shared.woff2 all.zip script.js LOGO-2.svg logo-3.svg]`; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	again := w.other.do(t, testRequest{host: onAcme, path: "/press/-/files.zip"})
	if !bytes.Equal(again.sent, a.sent) || again.Header.Get("ETag") != a.Header.Get("ETag") {
		t.Error("the same files make another archive")
	}
	for _, row := range []struct {
		q      testRequest
		status int
	}{
		{testRequest{path: "/-/files.zip", method: "HEAD"}, 200},
		{testRequest{path: "/-/files.zip", header: map[string]string{"If-None-Match": a.Header.Get("ETag")}}, 304},
		{testRequest{path: "/-/files.zip", header: map[string]string{"If-Match": `"x"`}}, 412},
		{testRequest{path: "/-/files.zip", header: map[string]string{"Range": "bytes=0-1"}}, 200},
		{testRequest{path: "/fair/-/files.zip"}, 404}, // it has none
		{testRequest{path: "/vault/-/files.zip"}, 404},
		{testRequest{path: "/vault/-/files.zip", token: "acme"}, 200},
		{testRequest{path: "/old/-/files.zip"}, 410},
		{testRequest{host: onInn, path: "/cellar/-/files.zip"}, 404},
		{testRequest{host: onSite, path: "/-/files.zip"}, 404},
	} {
		if row.q.host == "" {
			row.q.host = onAcme
		}
		b := w.do(t, row.q)
		if b.StatusCode != row.status || row.q.method == "HEAD" && b.Header.Get("Content-Length") != a.Header.Get("Content-Length") {
			t.Errorf("%s %s %v: %d %v, want %d", row.q.method, row.q.path, row.q.header, b.StatusCode, b.Header, row.status)
		}
	}
}

// The exports of a manual are judged as its page is, and shared as its tokens
// are.
func TestExports(t *testing.T) {
	w := newFileServer(t, nil)
	cookie := cookieOf(t, w.do(t, entry(onInn, "/cellar/-/export", password)))
	type fields = map[string]string
	open := fields{"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=60", "X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding, Authorization"}
	closed := fields{"Access-Control-Allow-Origin": "-", "Cross-Origin-Resource-Policy": "same-origin"}
	for _, row := range []struct {
		q      testRequest
		status int
		body   string
		want   []fields
	}{
		{testRequest{path: "/-/export"}, 200, "exports of man_acme_guide", []fields{{"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, "Access-Control-Allow-Origin": "-", "Cross-Origin-Resource-Policy": "same-origin"}}},
		{testRequest{path: "/-/export/tokens.css"}, 200, ":root { --x: man_acme_guide; }", []fields{open, {"Content-Type": "text/css; charset=utf-8", "Content-Security-Policy": "-", "X-RateLimit-Limit": "-"}}},
		{testRequest{path: "/-/export/tokens.css", header: fields{"Accept-Encoding": "gzip"}}, 200, ":root", []fields{open, {"Content-Encoding": "gzip"}}},
		{testRequest{path: "/-/export/tokens.css", header: fields{"If-None-Match": "*"}}, 304, "", []fields{{"Cross-Origin-Resource-Policy": "-", "Access-Control-Allow-Origin": "*", "Content-Type": "-"}}},
		{testRequest{path: "/-/export/tokens.css", header: fields{"If-Match": `"x"`}}, 412, "", nil},
		{testRequest{path: "/-/export/tokens.css", header: fields{"Range": "bytes=0-1"}}, 200, ":root", nil},
		{testRequest{path: "/-/export/tokens.css", token: "acme"}, 200, ":root", []fields{closed, {"Cache-Control": "no-store"}}},
		{testRequest{path: "/-/export/manual.md"}, 200, "# man_acme_guide", []fields{open, {"Content-Type": "text/markdown; charset=utf-8"}}},
		{testRequest{path: "/-/export/tokens.json"}, 200, `{"color"`, []fields{open, {"Content-Type": "application/json"}}},
		{testRequest{path: "/-/export/tokens.2025-10.json"}, 200, `{"color"`, []fields{open, {"Content-Type": "application/design-tokens+json"}}},
		{testRequest{path: "/-/export/resolver.json"}, 200, `{"version"`, nil},
		{testRequest{path: "/press/-/export/tokens.css"}, 200, ":root", []fields{open, {"X-Robots-Tag": "noindex"}}},
		{testRequest{host: onPress, path: "/-/export/tokens.css"}, 200, ":root", []fields{open}},
		{testRequest{path: "/PRESS/-/export/tokens.css"}, 308, "", []fields{{"Location": "/press/-/export/tokens.css"}}},
		{testRequest{path: "/guide/-/export"}, 308, "", []fields{{"Location": "/-/export"}}},
		{testRequest{host: onPress, path: "/press/-/export"}, 200, "exports of man_acme_press", nil}, // at its slug too
		{testRequest{host: onPress, path: "/press/-/export/tokens.css"}, 200, ":root", []fields{open}},
		{testRequest{host: onPress, path: "/PRESS/-/export"}, 308, "", []fields{{"Location": "/-/export"}}},
		{testRequest{path: "/ending/-/export/tokens.css"}, 200, ":root", []fields{{"Cache-Control": "public, max-age=30"}}},

		{testRequest{path: "/-/export/tokens.scss"}, 404, "", nil}, // not rendered
		{testRequest{path: "/-/export/page"}, 404, "", nil},
		{testRequest{path: "/-/export/"}, 404, "", nil},
		{testRequest{path: "/-/export/tokens.css/"}, 404, "", nil},
		{testRequest{path: "/-/exports"}, 404, "", nil},
		{testRequest{path: "/fair/-/export"}, 404, "", nil}, // published by an older program
		{testRequest{path: "/vault/-/export"}, 404, "", nil},
		{testRequest{path: "/vault/-/export/tokens.css"}, 404, "", []fields{{"Access-Control-Allow-Origin": "*"}}},
		{testRequest{path: "/vault/-/export/tokens.css", token: "acme"}, 200, ":root", []fields{closed, {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}}},
		{testRequest{path: "/-/export/tokens.css", token: "unknown"}, 401, "", nil},
		{testRequest{path: "/old/-/export"}, 410, "", nil},
		{testRequest{path: "/old/-/export/tokens.css"}, 410, "", nil},
		{testRequest{path: "/-/export/tokens.css", method: "POST"}, 405, "", []fields{{"Allow": "GET, HEAD, OPTIONS"}}},
		{testRequest{path: "/-/export", method: "POST"}, 405, "", []fields{{"Allow": "GET, HEAD"}}},
		{testRequest{path: "/-/export", method: "OPTIONS", header: fields{"Origin": "x", "Access-Control-Request-Method": "GET"}}, 405, "", nil},
		{testRequest{path: "/-/export/tokens.css", method: "OPTIONS", header: fields{"Origin": "x", "Access-Control-Request-Method": "GET"}}, 204, "", nil},

		// Of a password manual the page and the page of the exports ask.
		{testRequest{host: onInn, path: "/cellar/-/export"}, 200, "<form", nil},
		{testRequest{host: onInn, path: "/cellar/-/export", method: "PUT"}, 405, "", []fields{{"Allow": "GET, HEAD, POST"}}},
		{testRequest{host: onInn, path: "/cellar/-/export/tokens.css"}, 404, "", nil},
		{testRequest{host: onInn, path: "/cellar/-/export", header: fields{"Cookie": cookie}}, 200, "exports of man_inn_cellar", []fields{{"Cache-Control": "no-store"}}},
		{testRequest{host: onInn, path: "/cellar/-/export/tokens.css", header: fields{"Cookie": cookie}}, 200, ":root { --x: man_inn_cellar; }", []fields{closed, {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Authorization, Cookie"}}},
	} {
		if row.q.host == "" {
			row.q.host = onAcme
		}
		a := w.do(t, row.q)
		what := row.q.method + " " + row.q.host + row.q.path
		if a.StatusCode != row.status || !strings.HasPrefix(a.body, row.body) {
			t.Errorf("%s %v: %d %.40q, want %d %q", what, row.q.header, a.StatusCode, a.body, row.status, row.body)
			continue
		}
		for _, want := range row.want {
			t.Run(what, func(t *testing.T) { holds(t, a, want) })
		}
	}
}

// llms.txt names what is public on a host, and nothing else.
func TestLLMs(t *testing.T) {
	w := newFileServer(t, nil)
	for _, row := range []struct {
		host   string
		status int
		begins string
		links  int
	}{
		{onSite, 200, "# manuals.example.com\n\n> The brand manuals", 18},
		{onAcme, 200, "# Acme\n\n> What Acme has published", 13},
		{onDomain, 200, "# Acme\n", 13},
		{onGlobex, 200, "# Globex\n", 5},
		{"globex-press." + siteHost, 200, "# Globex\n", 5},
		{onPress, 404, "", 0},
		{onVault, 404, "", 0},
		{onShy, 404, "", 0},
		{onInn, 404, "", 0},
		{onNone, 404, "", 0},
	} {
		a := w.do(t, testRequest{host: row.host, path: "/llms.txt"})
		if a.StatusCode != row.status || row.status == 200 && (!strings.HasPrefix(a.body, row.begins) || strings.Count(a.body, "\n- [") != row.links) {
			t.Errorf("%s: %d\n%s", row.host, a.StatusCode, a.body)
		}
		if strings.Contains(a.body, "vault") || strings.Contains(a.body, "acme.press") || strings.Contains(a.body, "cellar") {
			t.Errorf("%s names what is not public:\n%s", row.host, a.body)
		}
	}
	a := w.do(t, testRequest{host: onGlobex, path: "/llms.txt"})
	const want = "# Globex\n\n> What Globex has published of its brand manuals, each as a page, as Markdown and as JSON, with its design tokens.\n\n## press\n\n" +
		"- [Page](https://globex-press.manuals.example.com): the manual as people read it\n" +
		"- [Markdown](https://globex-press.manuals.example.com/-/export/manual.md): the whole manual as text\n" +
		"- [Manual](https://manuals.example.com/api/v1/manuals/globex.press.json): the whole manual as JSON\n" +
		"- [Design tokens](https://manuals.example.com/api/v1/manuals/globex.press/tokens.json): colors, type, spacing, motion and themes in the W3C format\n" +
		"- [Exports](https://globex-press.manuals.example.com/-/export): style sheets, palettes and files to download\n"
	if a.body != want {
		t.Errorf("\n%s\nwant\n%s", a.body, want)
	}
	holds(t, a, map[string]string{"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60"})
}

// A file that the disk has changed is never sent: at its beginning it is a
// 500, later the answer ends before its end, and the log says why.
func TestDamagedFile(t *testing.T) {
	w := newFileServer(t, nil)
	f := fileOf("all.zip", 700<<10)
	if err := damage(w.db.Path(), content(f.Name, int(f.Size)), 600<<10); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest("GET", w.url+f.Path(), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = onAcme
	response, err := w.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err == nil || len(data) >= int(f.Size) || !bytes.HasPrefix(content(f.Name, int(f.Size)), data) {
		t.Errorf("%d with %d bytes, %v", response.StatusCode, len(data), err)
	}
	if log := w.log.String(); !strings.Contains(log, "an answer could not be finished") {
		t.Errorf("log: %s", log)
	}
	a := w.do(t, testRequest{host: onAcme, path: f.Path(), header: map[string]string{"Range": fmt.Sprintf("bytes=%d-", 600<<10)}})
	if a.StatusCode != 500 {
		t.Errorf("a range in the damage: %d", a.StatusCode)
	}
}

// Over HTTP/2 files and archives are whole, and one that is damaged on the way
// ends its stream with an error.
func TestFilesOverHTTP2(t *testing.T) {
	w := newFileServer(t, nil)
	server := w.http2Server(t)
	w.url, w.client = server.URL, server.Client()
	large := fileOf("all.zip", 700<<10)
	for path, want := range map[string]int{large.Path(): 700 << 10, "/-/files.zip": 0, at("", "logo.svg", 300): 300} {
		a := w.do(t, testRequest{host: onAcme, path: path})
		if a.ProtoMajor != 2 || a.StatusCode != 200 || int64(len(a.sent)) != a.ContentLength || want > 0 && len(a.sent) != want {
			t.Errorf("%s: %s %d with %d bytes", path, a.Proto, a.StatusCode, len(a.sent))
		}
	}
	if err := damage(w.db.Path(), content(large.Name, int(large.Size)), 600<<10); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest("GET", w.url+large.Path(), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = onAcme
	response, err := w.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if data, err := io.ReadAll(response.Body); err == nil {
		t.Errorf("%d bytes of a damaged file, and no error", len(data))
	}
}

// damage changes a byte of what lies in a file of the disk, so far from where
// the content begins.
func damage(path string, of []byte, offset int) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	all, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	at := bytes.Index(all, of[offset:offset+64])
	if at < 0 {
		return errors.New("the content does not lie in the file as it is")
	}
	_, err = file.WriteAt([]byte{all[at] ^ 1}, int64(at))
	return err
}
