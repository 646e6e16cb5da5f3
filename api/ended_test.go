package api

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// After access has ended, everything of a manual is refused at once, also to those who
// have it in a cache.
func TestAccessEnds(t *testing.T) {
	ts := newServer(t, withAgents)
	for _, r := range []struct {
		slug       string
		visibility manual.Visibility
		fields     string
		end        func()
		status     int
	}{
		{"madeprivate", manual.Public, "", func() { ts.put(t, snapshotOf("acme", "madeprivate", manual.Private, withNews)) }, 404},
		{"withdrawn", manual.Public, "", func() {
			s := snapshotOf("acme", "withdrawn", manual.Public)
			s.Published, s.Manual.Files = false, nil
			ts.put(t, s)
		}, 404},
		{"removed", manual.Public, "", func() {
			ts.update(t, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_acme_removed") })
		}, 404},
		{"dated", manual.Public, "", func() { ts.put(t, snapshotOf("acme", "dated", manual.Public, withNews, endsAfter(0))) }, 410},
		{"passing", manual.Public, "", func() { ts.advance(time.Minute) }, 410},
		{"revoking", manual.Private, "token: acme", func() {
			revoked := *ts.db.Index().AccessToken(sha256.Sum256([]byte(secretOf("acme"))))
			revoked.Revoked = noon
			ts.update(t, func(tx *db.Tx) error { return tx.PutAccessToken(revoked) })
		}, 401},
		{"running", manual.Private, "token: globex", func() { ts.advance(time.Hour) }, 401},
	} {
		brand := "acme"
		if r.slug == "running" {
			brand = "globex"
		}
		ends := func(s *snapshot) {
			if r.slug == "passing" {
				s.Manual.ExpiresAt = noon.Add(time.Minute)
			}
		}
		ts.put(t, snapshotOf(brand, r.slug, r.visibility, withNews, ends))
		page, document := brand+" /"+r.slug, "/api/v1/manuals/"+brand+"."+r.slug
		requests := []string{page, page + manual.ExportPath, page + manual.ExportDocumentPath("tokens.css"), page + manual.FeedPath, page + manual.FilesZipPath, page + manual.BrandZipPath,
			brand + " " + filePath("/"+r.slug, "logo.svg", 300), document + ".json", document + manual.TokensSuffix, document + manual.TokensSuffix + "?format=2025.10"}
		message := newTestRequest("POST "+siteHost+" "+manual.AgentsPath, r.fields+" | body: {}")
		tags := make([]string, len(requests))
		for i, request := range requests {
			tags[i] = ts.expect(t, row{request, r.fields, 200, "", ""}).Header.Get("ETag")
		}
		if a := ts.send(t, message); !strings.Contains(a.body, brand+"."+r.slug) {
			t.Errorf("agents do not see %s: %s", r.slug, a.body)
		}
		r.end()
		for i, request := range requests {
			for _, field := range []string{"", " | If-None-Match: " + tags[i], " | Range: bytes=0-3"} {
				a := ts.expect(t, row{request, r.fields + field, r.status, "", ""})
				if strings.Contains(a.body, r.slug+`"`) || strings.Contains(a.body, "man_") {
					t.Errorf("%s: %s", request, a.body)
				}
			}
		}
		if a := ts.send(t, message); strings.Contains(a.body, r.slug) {
			t.Errorf("agents see %s after its end: %s", r.slug, a.body)
		}
	}
}

// A request whose manual is replaced while it is answered is judged again, by what the
// manual is then.
func TestJudgedAgain(t *testing.T) {
	var ts *testServer
	var calls atomic.Int32
	ts = newServer(t, func(o *Options) {
		withAgents(o)
		answer := o.Agents
		o.Agents = func(r *http.Request, manuals []manual.Readable) (int, http.Header, []byte, error) {
			if calls.Add(1) == 1 {
				ts.put(t, snapshotOf("acme", "guide", manual.Private, primary))
			}
			status, header, body, err := answer(r, manuals)
			if err != nil { // a tool tells its agent, and not the handler
				return 200, http.Header{}, []byte(err.Error()), nil
			}
			return status, header, body, nil
		}
	})
	a := ts.send(t, newTestRequest("POST "+siteHost+" "+manual.AgentsPath, "body: {}"))
	if a.StatusCode != 200 || calls.Load() != 2 || strings.Contains(a.body, "man_acme_guide") || !strings.Contains(a.body, "globex.press") {
		t.Errorf("%d after %d judgements: %s", a.StatusCode, calls.Load(), a.body)
	}
}

// A request whose manual is removed at any time while it is answered is answered as
// before or as after that, for everything of a manual.
func TestRemovedMeanwhile(t *testing.T) {
	var removing atomic.Pointer[func()]
	ts := newServer(t, func(o *Options) {
		clock := o.Now
		o.Now = func() time.Time { // which a request asks for before and after it has looked the manual up
			if remove := removing.Load(); remove != nil {
				(*remove)()
			}
			return clock()
		}
	})
	for i, path := range []string{"", manual.ExportPath, manual.ExportDocumentPath("tokens.css"), manual.FeedPath, manual.FilesZipPath, manual.BrandZipPath, "file", manual.ManualSuffix, manual.TokensSuffix} {
		for when := 1; ; when++ {
			slug := fmt.Sprintf("passing-%d-%d", i, when)
			f := testFile(slug+".svg", pieceSize+when+100*i)
			ts.put(t, snapshotOf("acme", slug, manual.Public, func(s *snapshot) {
				withNews(s)
				s.Manual.Files = []manual.File{f}
			}))
			request := "acme /" + slug + path
			switch path {
			case "file":
				request = "acme /" + slug + f.Path()
			case manual.ManualSuffix, manual.TokensSuffix:
				request = manual.ManualsPath + "acme." + slug + path
			}
			var calls atomic.Int32
			remove := func() {
				if calls.Add(1) == int32(when) {
					ts.update(t, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_acme_"+slug) })
				}
			}
			removing.Store(&remove)
			a := ts.send(t, newTestRequest(request, ""))
			removing.Store(nil)
			if calls.Load() < int32(when) { // it was not removed
				if a.StatusCode != http.StatusOK || when < 3 {
					t.Errorf("%s: %d after %d calls", request, a.StatusCode, calls.Load())
				}
				break
			}
			if a.StatusCode != http.StatusNotFound && (a.StatusCode != http.StatusOK || a.body == "" || a.ContentLength > int64(len(a.body))) {
				t.Errorf("%s, removed at call %d: %d %s", request, when, a.StatusCode, a.body)
			}
		}
	}
}

// An error page never shows the look of a primary manual that is kept secret, and no
// request has two hosts.
func TestLooksAndHosts(t *testing.T) {
	ts := newServer(t, nil)
	ts.put(t, snapshotOf("hollow", "plan", manual.Private, primary))
	ts.put(t, snapshotOf("hollow", "side", manual.Unlisted))
	ts.expect(t, row{"hollow /nothing", "", 404, "", "<h1>404 Not Found</h1>. Answers"})
	for _, fields := range []string{"Host: %\r\nHost: %\r\n", "Host: %\r\nhost: other.example\r\n", "Host: %\r\nX: y\r\nHOST:\r\n"} {
		answer := ts.sendRaw(t, "GET /api/v1/manuals/acme.json HTTP/1.1\r\n"+strings.ReplaceAll(fields, "%", siteHost)+"Connection: close\r\n\r\n")
		if !strings.HasPrefix(answer, "HTTP/1.1 400 ") {
			t.Errorf("%q: %s", fields, answer)
		}
	}
}
