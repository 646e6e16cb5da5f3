package api

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
)

const vault = "/api/v1/manuals/acme.vault.json"

// The next request sees every change of the store. Only a valid token is marked as used.
func TestUpdates(t *testing.T) {
	ts := newServer(t, nil)
	stored := func(name string) *db.AccessToken {
		return ts.db.Index().AccessToken(sha256.Sum256([]byte(secretOf(name))))
	}
	ts.check(t, []row{{vault, "token: acme", 200, "", ""}, {vault, "token: expired", 401, "", ""}})
	if used, bad := stored("acme").LastUsed(), stored("expired").LastUsed(); !used.Equal(noon) || !bad.IsZero() {
		t.Errorf("the valid token was last used %v, the expired one %v", used, bad)
	}
	revoked := *stored("acme")
	revoked.Revoked = noon
	ts.update(t, func(tx *db.Tx) error { return tx.PutAccessToken(revoked) })
	ts.check(t, []row{{vault, "token: acme", 401, "", ""}, {vault, "", 404, "", ""}})
	ts.expect(t, row{"globex /nobody", "", 404, "", "<h1>404 Not Found</h1> Globex."})
	ts.put(t, snapshotOf("globex", "press", manual.Unlisted)) // no public manual is left, and this is not at the root
	ts.expect(t, row{"globex /nobody", "", 404, "", "<h1>404 Not Found</h1>."})
	ts.put(t, snapshotOf("acme", "vault", manual.Public, ownHost("acme-vault")))
	ts.check(t, []row{{vault, "", 200, "", ""}, {vault, "token: acme", 401, "", ""}})
	ts.update(t, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_acme_vault") })
	ts.expect(t, row{vault, "", 404, "", ""})
}

// An update that changes what a page shows of other manuals draws the page again: neither its body
// nor its tag stays, not even those of a draw that the update has overtaken. Manuals that not
// everybody may read change nothing.
func TestPageShowsOtherManuals(t *testing.T) {
	ts := newServer(t, nil)
	ts.setSite(t, "https://"+siteHost, "acme")
	for _, step := range []struct {
		change      *snapshot
		has, hasNot string
	}{
		{snapshotOf("acme", "secret", manual.Private), "/-/brands", "/secret"},
		{snapshotOf("acme", "shop", manual.Public), "/shop", "/secret"},
		{snapshotOf("acme", "shop", manual.Unlisted), "/-/brands", "/shop"},
		{snapshotOf("globex", "press", manual.Private, ownHost("globex-press")), "/fair", "/-/brands"},
	} {
		before, last := ts.db.Index(), ts.get(t, "/", "")
		tag := last.Header.Get("ETag")
		ts.put(t, step.change)
		for _, gzip := range []bool{false, true} { // a request that began before the update
			must(ts.handler.cache.Body(t.Context(), before, before.Manual("man_acme_guide"), manual.PageDocument, gzip))
		}
		a := ts.get(t, "/", "If-None-Match: "+tag)
		if a.StatusCode == 304 {
			a = ts.get(t, "/", "")
			if a.body != last.body || string(ts.drawn("man_acme_guide", manual.PageDocument)) != a.body {
				t.Errorf("%s: the page keeps its tag, and has changed", step.change.Manual.ID)
			}
		}
		if a.Header.Get("ETag") != `"`+fingerprint([]byte(a.body))+`"` {
			t.Errorf("%s: the tag is that of another body", step.change.Manual.ID)
		}
		address := func(path string) string { return `href="` + path + `"` }
		if !strings.Contains(a.body, address(step.has)) || strings.Contains(a.body, address(step.hasNot)) {
			t.Errorf("%s: the page lacks %q, or has %q", step.change.Manual.ID, step.has, step.hasNot)
		}
	}
}

// While a manual is replaced again and again, and is public and private in turn, every
// response is consistent: the tag is that of the body, and private bodies are never sent
// without a token.
func TestReadersDuringUpdates(t *testing.T) {
	ts := newServer(t, rates("off", "off"))
	read := func(encoding string) func() {
		return func() {
			a := ts.send(t, newTestRequest("/api/v1/manuals/acme.changing.json", "Accept-Encoding: "+encoding))
			tag := strings.Trim(strings.TrimPrefix(a.Header.Get("ETag"), "W/"), `"`)
			switch {
			case a.StatusCode == 404 || a.StatusCode == 503:
			case a.StatusCode != 200 || tag != fingerprint([]byte(a.body)) || strings.HasPrefix(a.body, `{"visibility":"private"`):
				t.Errorf("%d, tag %s, %.40s", a.StatusCode, tag, a.body)
			}
		}
	}
	during(func() {
		for n := range 40 {
			v := []manual.Visibility{manual.Public, manual.Private}[n%2]
			s := snapshotOf("acme", "changing", v)
			s.Document = []byte(fmt.Sprintf(`{"visibility":%q,"n":%d,"x":%q}`, v, n, strings.Repeat("x", 10_000)))
			ts.put(t, s)
		}
	}, read("identity"), read("gzip"), read("identity"))
	if strings.Contains(ts.log.String(), "level=ERROR") {
		t.Errorf("log: %s", ts.log)
	}
}

// A file, a range of it or an archive whose files an import removes while they are sent end with
// the connection: what has arrived is the beginning, and the client sees that it is not all. Nobody who
// reads slowly holds up an import that makes the database larger, and a document arrives whole.
func TestFilesRemovedWhileSent(t *testing.T) {
	ts := newServer(t, rates("off", "off"))
	small, large := testFile("logo.svg", 300), testFile("poster.pdf", 20<<20) // more than the buffers of a connection take
	document := fmt.Appendf(nil, `{"x":%q}`, strings.Repeat("x", 8<<20))
	put := func(files ...manual.File) {
		s := snapshotOf("acme", "changing", manual.Public)
		s.Manual.Files, s.Document = files, document
		ts.put(t, s)
	}
	put(large, small)
	var responses []*http.Response
	api := manual.ManualsPath + "acme.changing" + manual.ManualSuffix
	for _, fields := range [][2]string{{"/changing" + large.Path(), ""}, {"/changing" + large.Path(), "bytes=5-"}, {"/changing/-/files.zip", ""}, {api, ""}} {
		request := must(http.NewRequest("GET", ts.url+fields[0], nil))
		request.Host = "acme." + siteHost
		request.Header.Set("Range", fields[1])
		responses = append(responses, must(ts.client.Do(request)))
	}
	put(testFile("new.pdf", 40<<20))
	all := fileContent(large.Name, int(large.Size))
	for i, response := range responses {
		data, err := io.ReadAll(response.Body)
		response.Body.Close()
		if response.Request.URL.Path == api {
			if err != nil || !bytes.Equal(data, document) {
				t.Errorf("%s: %d bytes of %d, %v", api, len(data), len(document), err)
			}
			continue
		}
		if err == nil || int64(len(data)) >= response.ContentLength || i < 2 && !bytes.HasPrefix(all[5*i:], data) {
			t.Errorf("%s %s: %d bytes of %d, %v", response.Request.URL.Path, response.Request.Header.Get("Range"), len(data), response.ContentLength, err)
		}
	}
	ts.expect(t, row{"acme /changing" + large.Path(), "", 404, "", ""})
}

// While a file is added and removed again and again, each request for it, or for the
// archive, is answered.
func TestFilesDuringUpdates(t *testing.T) {
	ts := newServer(t, rates("off", "off"))
	f := testFile("poster.pdf", pieceSize+1)
	read := func(path, field string) func() {
		return func() {
			request := must(http.NewRequest("GET", ts.url+"/changing"+path, nil))
			request.Host, request.Close = "acme."+siteHost, true // a client may repeat a request on a used connection
			request.Header.Set("Range", field)
			response, err := ts.client.Do(request)
			if errors.Is(err, io.EOF) { // the files of an archive were removed while it was sent
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
			if c := response.StatusCode; c != 200 && c != 206 && c != 404 && c != 503 {
				t.Errorf("%s: %s", path, response.Status)
			}
		}
	}
	file, archive := read(f.Path(), "bytes=0-0"), read("/-/files.zip", "")
	during(func() {
		for n := range 60 {
			s := snapshotOf("acme", "changing", manual.Public)
			if n%2 == 0 {
				s.Manual.Files = []manual.File{f}
			}
			ts.put(t, s)
		}
	}, file, archive, file, archive)
}

// during calls each reader again and again in a goroutine of its own, until update has
// returned.
func during(update func(), readers ...func()) {
	var updated atomic.Bool
	var group sync.WaitGroup
	for _, read := range readers {
		group.Go(func() {
			for !updated.Load() {
				read()
			}
		})
	}
	defer group.Wait()
	defer updated.Store(true)
	update()
}

// The response to an unknown error or a panic is a 500 without the cause. The log has the
// cause and the request's id, but no access token. Errors of the table keep their status
// when they are wrapped.
func TestErrors(t *testing.T) {
	observed := make(chan Observation, 1)
	var answer func() error
	ts := newServer(t, func(o *Options) {
		observeTo(observed)(o)
		o.Agents = func(*http.Request, []manual.Readable) (int, http.Header, []byte, error) { return 0, nil, nil, answer() }
	})
	answer = func() error {
		ts.advance(3 * time.Second)
		panic("broken handler")
	}
	a := ts.expect(t, row{"POST " + manual.AgentsPath, "token: acme", 500, "X-RateLimit-Limit: 2000000", ""})
	seen, log := receive(t, observed), ts.log.String()
	if strings.Contains(a.body, "broken") || seen.Took != 3*time.Second {
		t.Errorf("%+v, %s", seen, a.body)
	}
	for _, text := range []string{"level=ERROR", "broken handler", "store_test.go", "request-id=" + seen.ID + " "} {
		if !strings.Contains(log, text) {
			t.Errorf("the log has no %q: %s", text, log)
		}
	}
	if strings.Contains(log, "dmt_") {
		t.Errorf("the log has an access token: %s", log)
	}
	for _, e := range apiErrors {
		answer = func() error { return fmt.Errorf("wrapped: %w", e) }
		if a := ts.send(t, newTestRequest("POST "+manual.AgentsPath, "")); a.StatusCode != e.status || !strings.Contains(a.body, fmt.Sprintf(`"status":%d`, e.status)) {
			t.Errorf("%v: %d %s", e, a.StatusCode, a.body)
		}
		receive(t, observed)
	}
}

// Damaged content is never sent, and the log says so. A damaged document, or the damaged
// beginning of a file, is a 500. If a file is damaged later, the response ends early.
func TestDamagedStore(t *testing.T) {
	path := filledStore(t)
	damage(t, path, gzip.Compress(snapshotOf("acme", "guide", manual.Public).Document), 100)
	ts := serve(t, path, nil)
	for path, status := range map[string]int{"acme.json": 500, "acme.guide.json": 500, "acme/tokens.json": 500, "acme.press.json": 200} {
		for _, method := range []string{"GET ", "HEAD "} {
			if a := ts.expect(t, row{method + "/api/v1/manuals/" + path, "", status, "", ""}); status == 500 && strings.Contains(a.body, "sections") {
				t.Errorf("%s: %s", path, a.body)
			}
		}
	}
	ts.check(t, []row{ // what the index answers reads no content
		{"/api/v1/manuals/acme.json", "If-None-Match: *", 304, "", ""},
		{"/api/v1/manuals/acme.json", `If-None-Match: "` + fingerprint(snapshotOf("acme", "guide", manual.Public).Document) + `"`, 304, "", ""},
		{"acme /", "If-None-Match: *", 500, "", ""}, // nobody has drawn the page
		{"acme /nobody", "", 404, "", "<h1>404 Not Found</h1> Acme."},
		{"/", "", 200, "", "index of https://" + siteHost + " man_acme_guide guide "},
		{manual.LLMsPath, "", 200, "", ""},
		{"acme " + manual.SitemapPath, "", 200, "", ""},
	})
	large, http2 := testFile("all.zip", 700<<10), ts.overHTTP2(t)
	all := fileContent(large.Name, int(large.Size))
	for path, want := range map[string]int{large.Path(): 700 << 10, "/-/files.zip": 0, filePath("", "logo.svg", 300): 300} {
		a := http2.send(t, newTestRequest("acme "+path, ""))
		if a.ProtoMajor != 2 || a.StatusCode != 200 || int64(len(a.sent)) != a.ContentLength || want > 0 && len(a.sent) != want {
			t.Errorf("%s: %s %d with %d bytes", path, a.Proto, a.StatusCode, len(a.sent))
		}
	}
	damage(t, path, all, 600<<10)
	for _, server := range []*testServer{ts, http2} {
		request := must(http.NewRequest("GET", server.url+large.Path(), nil))
		request.Host = "acme." + siteHost
		response := must(server.client.Do(request))
		data, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err == nil || len(data) >= int(large.Size) || !bytes.HasPrefix(all, data) {
			t.Errorf("%s: %d with %d bytes, %v", response.Proto, response.StatusCode, len(data), err)
		}
	}
	ts.expect(t, row{"acme " + large.Path(), fmt.Sprintf("Range: bytes=%d-", 600<<10), 500, "", ""})
	for _, text := range []string{"acme/man_acme_guide", "an answer could not be finished"} {
		if !strings.Contains(ts.log.String(), text) {
			t.Errorf("the log has no %q: %s", text, ts.log)
		}
	}
}

// damage changes the byte at offset of the content, wherever it is in the file at path,
// also in pages that are free now.
func damage(t testing.TB, path string, content []byte, offset int) {
	t.Helper()
	data, text := must(os.ReadFile(path)), content[offset:min(offset+64, len(content))]
	if !bytes.Contains(data, text) {
		t.Fatal("the file does not contain the content")
	}
	for at := bytes.Index(data, text); at >= 0; at = bytes.Index(data, text) {
		data[at] ^= 1
	}
	file := must(os.OpenFile(path, os.O_RDWR, 0))
	defer file.Close()
	must(file.WriteAt(data, 0))
}

// HTTP/2 responses are the same, without Connection (RFC 9113, section 8.2). An unread
// request body closes the stream but not the connection.
func TestHTTP2(t *testing.T) {
	http2 := newServer(t, nil).overHTTP2(t)
	for _, r := range []row{
		{guide, "", 200, "-Connection", `{"id":"man_acme_guide"`},
		{vault, "token: acme", 200, "-Connection", ""},
		{guide, "If-None-Match: *", 304, "-Connection", ""},
		{"/api/v1/manuals/nobody.json", "", 404, "-Connection", ""},
		{guide, "body: x", 413, "-Connection", ""},
	} {
		if a := http2.expect(t, r); a.ProtoMajor != 2 {
			t.Errorf("%s: %s", r.request, a.Proto)
		}
	}
	for _, path := range []string{guide, "/healthz", guide, "/healthz"} {
		reused := false
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }})
		response := must(http2.client.Do(must(http.NewRequestWithContext(ctx, http.MethodGet, http2.url+path, strings.NewReader(strings.Repeat("x", 300_000))))))
		must(io.ReadAll(response.Body))
		response.Body.Close()
		if !reused {
			t.Errorf("%s: a new connection", path)
		}
	}
}

// A store without a site and brands works.
func TestEmptyStore(t *testing.T) {
	store := must(db.Open(filepath.Join(t.TempDir(), "designmanual.db")))
	defer store.Close()
	h := New(store, Options{Pages: plainPages()})
	h.SetReady(true)
	for path, want := range map[string]int{guide: 404, "/api/v1/openapi.json": 200, "/healthz": 200, "/readyz": 200, "/": 200, "/nothing": 404} {
		answer := httptest.NewRecorder()
		if h.ServeHTTP(answer, httptest.NewRequest("GET", path, nil)); answer.Code != want {
			t.Errorf("%s: %d, want %d", path, answer.Code, want)
		}
	}
}
