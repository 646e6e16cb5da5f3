package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

var shareKey = manual.NewSessionKey([]byte("secret"))

// shareQuery returns the query of a share link that ends after d.
func shareQuery(s manual.Share, d time.Duration) string {
	return "?share=" + shareKey.Share(s, noon.Add(d))
}

// newShareServer starts a server with the share key, and with drafts.
func newShareServer(t testing.TB) *testServer {
	ts := newServer(t, func(o *Options) {
		o.SessionKey = []byte("secret")
		rates("off", "off")(o)
	})
	f := testFile("draft.svg", 123)
	ts.put(t, snapshotOf("acme", "reviewed", manual.Public, withDraft, func(s *snapshot) { s.DraftFiles = []manual.File{f} }))
	unpublished := snapshotOf("acme", "draft", manual.Public, withDraft)
	unpublished.Published, unpublished.Subdomain = false, "acme-draft"
	unpublished.Manual.Files = nil
	ts.put(t, unpublished)
	return ts
}

// open opens a share link and returns the Cookie field of its session.
func (ts *testServer) open(t testing.TB, page, query, location string, lasts time.Duration) string {
	t.Helper()
	a := ts.send(t, newTestRequest(page+query, ""))
	checkFields(t, page, a, "Location: "+location+" | Referrer-Policy: no-referrer | Cache-Control: no-store | X-Robots-Tag: noindex")
	cookies := a.Cookies()
	if a.StatusCode != 303 || len(cookies) != 1 || cookies[0].MaxAge != int(lasts/time.Second) || !cookies[0].HttpOnly {
		t.Fatalf("%s%s: %d %v", page, query, a.StatusCode, a.Header)
	}
	return "Cookie: " + cookies[0].Name + "=" + cookies[0].Value
}

// A share link opens the page, exports and files of one manual until its end.
func TestShareLinks(t *testing.T) {
	ts := newShareServer(t)
	const varies = "Vary: Accept-Encoding, Authorization, Cookie, Accept" // whether there is a draft or not
	const restricted, published = "Cache-Control: no-store | X-Robots-Tag: noindex | -ETag", "until 13:00:00: page of man_acme_vault."
	vault := manual.Share{ID: "man_acme_vault"}
	cookie := ts.open(t, "acme /VAULT", shareQuery(vault, time.Hour), "/vault", time.Hour)
	ts.open(t, "acme /vault/-/export", shareQuery(vault, time.Hour), "/vault/-/export", time.Hour)
	ts.open(t, "acme-vault /", shareQuery(vault, manual.MaxShareTime), "/", manual.MaxShareTime)
	ts.check(t, []row{
		{"acme /vault", cookie, 200, restricted, published},
		{"acme /vault", cookie + " | Accept: text/markdown", 200, "Cache-Control: no-store | X-Robots-Tag: noindex | Content-Type: text/markdown; charset=utf-8", "# man_acme_vault"},
		{"acme /vault/-/export/tokens.css", cookie, 200, "Cache-Control: no-store", ""},
		{"acme " + filePath("/vault", "logo.svg", 300), cookie, 200, "Cache-Control: private, no-store", ""},
		{"acme /draft", cookie, 404, "", ""},
		{"acme /locked", cookie, 200, "", "<form"},
		{"acme /api/v1/manuals/vault.json", cookie, 404, "", ""},
	})
	// A password manual, whose page asks for the password without a link.
	house := ts.db.Index().Brand("inn").Manual("cellar")
	cellar := manual.Share{ID: house.ID, Password: house.PasswordHash}
	guest := ts.open(t, "inn /cellar", shareQuery(cellar, time.Hour), "/cellar", time.Hour)
	ts.expect(t, row{"inn /cellar", guest, 200, restricted, "until 13:00:00: page of man_inn_cellar."})
	// A manual that is not published, and the draft of one that is.
	draft := ts.open(t, "acme /draft", shareQuery(manual.Share{ID: "man_acme_draft"}, time.Hour), "/draft", time.Hour)
	reviewed := ts.open(t, "acme /reviewed", shareQuery(manual.Share{ID: "man_acme_reviewed", Draft: true}, time.Hour), "/reviewed", time.Hour)
	ts.check(t, []row{
		{"acme /draft", draft, 200, restricted, "until 13:00:00: draft of man_acme_draft."},
		{"acme /reviewed", reviewed, 200, restricted, "until 13:00:00: draft of man_acme_reviewed."},
		{"acme " + filePath("/reviewed", "draft.svg", 123), reviewed, 200, "Cache-Control: private, no-store | Cross-Origin-Resource-Policy: same-origin", ""},
		{"acme " + filePath("/reviewed", "draft.svg", 123), "", 404, "", ""},
		{"acme " + filePath("/reviewed", "draft.svg", 123), draft, 404, "", ""},
		{"acme /reviewed/-/export/tokens.css", reviewed, 200, "Cache-Control: public, max-age=60", ""},
		{"acme /reviewed", "", 200, "Cache-Control: public, max-age=60 | " + varies, "page of man_acme_reviewed."},
		{"acme /reviewed", draft, 200, "Cache-Control: public, max-age=60", "page of man_acme_reviewed."},
		{"acme /draft", "", 404, "", ""},
		{"acme /api/v1/manuals/draft.json", draft, 404, "", ""},
		// What anyone may read needs no link.
		{"acme /" + shareQuery(manual.Share{ID: "man_acme_guide"}, time.Hour), "", 200, "-Set-Cookie | " + varies, "page of man_acme_guide."},
	})
	ts.advance(time.Hour)
	ts.check(t, []row{
		{"acme /vault", cookie, 404, "", ""}, {"acme /draft", draft, 404, "", ""}, {"inn /cellar", guest, 200, "", "<form"},
		{"acme /reviewed", reviewed, 200, "", "page of man_acme_reviewed."},
	})
}

// A link that is wrong or has ended is as no link.
func TestWrongShareLinks(t *testing.T) {
	ts := newShareServer(t)
	vault := manual.Share{ID: "man_acme_vault"}
	right := shareQuery(vault, time.Hour)
	queries := []string{
		"?share=", "?share", "?share=.", "?share=1." + strings.Repeat("A", 43), right + "A", right[:len(right)-1], strings.ToUpper(right),
		shareQuery(vault, 0), shareQuery(vault, -time.Hour), shareQuery(vault, manual.MaxShareTime+time.Hour),
		shareQuery(manual.Share{ID: "man_acme_vault", Draft: true}, time.Hour), // there is none
		shareQuery(manual.Share{ID: "man_acme_draft"}, time.Hour), shareQuery(manual.Share{ID: "man_acme_vault", Password: "x"}, time.Hour),
		"?share=" + manual.NewSessionKey([]byte("other")).Share(vault, noon.Add(time.Hour)),
	}
	response := func(request string) string {
		a := ts.send(t, newTestRequest(request, ""))
		a.Header.Del("Date")
		return fmt.Sprint(a.StatusCode, a.Header, a.body)
	}
	for _, path := range []string{"acme /vault", "acme /locked", "inn /cellar", "acme /nobody"} {
		want := response(path)
		for _, query := range queries {
			if got := response(path + query); got != want {
				t.Errorf("%s%s:\n%s, want\n%s", path, query, got, want)
			}
		}
	}
	// It opens neither files nor documents by itself.
	for _, path := range []string{"acme /vault/-/export/tokens.css", "acme " + filePath("/vault", "logo.svg", 300), "acme /api/v1/manuals/vault.json"} {
		if got := ts.send(t, newTestRequest(path+right, "")); got.StatusCode != 404 {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

// A new password, or a manual that is removed, ends the links and their sessions.
func TestShareLinksEnd(t *testing.T) {
	ts := newShareServer(t)
	m := ts.db.Index().Brand("inn").Manual("cellar")
	query := shareQuery(manual.Share{ID: m.ID, Password: m.PasswordHash}, time.Hour)
	cookie := ts.open(t, "inn /cellar", query, "/cellar", time.Hour)
	ts.put(t, snapshotOf("inn", "cellar", manual.Password, withPassword(newHash("other"))))
	ts.check(t, []row{{"inn /cellar", cookie, 200, "", "<form"}, {"inn /cellar" + query, "", 200, "", "<form"}})
	query = shareQuery(manual.Share{ID: "man_acme_vault"}, time.Hour)
	cookie = ts.open(t, "acme /vault", query, "/vault", time.Hour)
	ts.update(t, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_acme_vault") })
	ts.check(t, []row{{"acme /vault", cookie, 404, "", ""}, {"acme /vault" + query, "", 404, "", ""}})
}

// The query of a link is in no log, and not in what observes requests.
func TestShareLinksAreNotLogged(t *testing.T) {
	observed := make(chan Observation, 1)
	ts := newServer(t, observeTo(observed))
	query := "?share=1777899600." + strings.Repeat("B", 43)
	ts.send(t, newTestRequest("acme /vault"+query, ""))
	if seen := receive(t, observed); strings.Contains(fmt.Sprintf("%+v", seen), "BBBB") || strings.Contains(ts.log.String(), "BBBB") {
		t.Errorf("%+v, log %s", seen, ts.log)
	}
}
