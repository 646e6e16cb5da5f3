package api

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

const formType = "Content-Type: application/x-www-form-urlencoded"

// passwordFields returns the fields of a request that sends the password form.
func passwordFields(password string) string {
	return formType + " | body: password=" + url.QueryEscape(password)
}

// logIn sends the right password and returns the Cookie field of the session.
func (ts *testServer) logIn(t testing.TB, page string) string {
	t.Helper()
	a := ts.send(t, newTestRequest("POST "+page, passwordFields(password)))
	cookies := a.Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%s: %d with %d cookies", page, a.StatusCode, len(cookies))
	}
	return "Cookie: " + cookies[0].Name + "=" + cookies[0].Value
}

// The right password opens the page, its exports and its files for twelve hours, and
// nothing else.
func TestSession(t *testing.T) {
	ts := newServer(t, nil)
	a := ts.expect(t, row{"POST inn /cellar", passwordFields(password), 303, "Location: /cellar | Cache-Control: no-store | Content-Length: 0", ""})
	set := a.Cookies()[0]
	if !strings.HasPrefix(set.Name, "__Host-dm-") || !set.HttpOnly || !set.Secure || set.SameSite != http.SameSiteLaxMode || set.MaxAge != 12*60*60 ||
		set.Path != "/" || set.Domain != "" || len(set.Value) != 54 || strings.Contains(a.Header.Get("Set-Cookie"), "cellar") {
		t.Errorf("cookie %v", set)
	}
	cookie := "Cookie: " + set.Name + "=" + set.Value
	const restricted, page = "Cache-Control: no-store | Vary: Accept-Encoding, Authorization, Cookie", "page of man_inn_cellar."
	ts.check(t, []row{
		{"inn /cellar", cookie, 200, restricted + ", Accept | X-Robots-Tag: noindex", page},
		{"inn /cellar", cookie + " | If-None-Match: *", 304, restricted + ", Accept", ""},
		{"inn /CELLAR", cookie, 308, "Location: /cellar", ""},
		{"inn /cellar/-/export", cookie, 200, restricted, "exports of man_inn_cellar"},
		{"inn /cellar/-/export/tokens.css", cookie, 200, restricted + " | " + ownOrigin, ":root { --x: man_inn_cellar; }"},
		{"inn " + filePath("/cellar", "logo.svg", 300), cookie, 200, "Cache-Control: private, no-store | Vary: Authorization, Cookie | " + ownOrigin, ""},
		{"inn /", cookie, 200, "", "<form"},
		{"inn /attic", cookie, 200, "", "<form"},
		{"inn /keyless", cookie, 404, "", ""},
		{"inn /old", cookie, 404, "", ""},
		{"acme /vault", cookie, 404, "", ""},
		{"inn /api/v1/manuals/cellar.json", cookie, 404, "", ""}, // takes only tokens (specification, section 5 rule 2)
	})
	ts.advance(12*time.Hour - time.Second)
	ts.expect(t, row{"inn /cellar", cookie, 200, "", page})
	ts.advance(time.Second)
	ts.expect(t, row{"inn /cellar", cookie, 200, "", "<form"})
}

// Sessions work at the root of a brand, on a manual's own host, and over http.
func TestSessionHosts(t *testing.T) {
	ts := newServer(t, nil)
	for page, id := range map[string]string{"inn /": "house", "inn-attic /": "attic", "inn /attic": "attic", "inn /ending": "ending"} {
		_, path, _ := strings.Cut(page, " ")
		ts.expect(t, row{"POST " + page, passwordFields(password), 303, "Location: " + path, ""})
		ts.expect(t, row{page, ts.logIn(t, page), 200, "", "page of man_inn_" + id + "."})
	}
	ts.update(t, func(tx *db.Tx) error { return tx.SetSite(manual.Site{Scheme: "http", Host: siteHost}) })
	cookie := ts.logIn(t, "inn /cellar")
	if !strings.HasPrefix(cookie, "Cookie: dm-") {
		t.Errorf("over http: %s", cookie)
	}
	// Browsers warn about a Cross-Origin-Opener-Policy over http.
	ts.expect(t, row{"inn /cellar", cookie, 200, "-Cross-Origin-Opener-Policy", "page of"})
}

// A session ends when the manual's password or visibility changes, or the manual ends.
func TestSessionEnds(t *testing.T) {
	ts := newServer(t, nil)
	cookie := ts.logIn(t, "inn /cellar")
	expect := func(status int, body string) {
		t.Helper()
		ts.expect(t, row{"inn /cellar", cookie, status, "", body})
	}
	expect(200, "page of")
	ts.put(t, snapshotOf("inn", "cellar", manual.Password, withPassword(newHash(password)))) // the same password with a new hash
	expect(200, "<form")
	cookie = ts.logIn(t, "inn /cellar")
	expect(200, "page of")
	ts.put(t, snapshotOf("inn", "cellar", manual.Password))
	expect(404, "<h1>404")
	ts.put(t, snapshotOf("inn", "cellar", manual.Private, withPassword(newHash(password))))
	expect(404, "<h1>404")
	ts.update(t, func(tx *db.Tx) error { return tx.RemoveManual("inn", "man_inn_cellar") })
	expect(404, "<h1>404")

	cookie = ts.logIn(t, "inn /ending")
	ts.advance(time.Hour)
	ts.expect(t, row{"inn /ending", cookie, 410, "", ""})
	ts.expect(t, row{"inn /ending", "", 404, "", ""})
}

// A changed cookie is not a session.
func TestTamperedSessions(t *testing.T) {
	ts := newServer(t, rates("off", "off"))
	cookie := ts.logIn(t, "inn /cellar")
	name, value, _ := strings.Cut(strings.TrimPrefix(cookie, "Cookie: "), "=")
	other, _, _ := strings.Cut(strings.TrimPrefix(ts.logIn(t, "inn /attic"), "Cookie: "), "=")
	tampered := []string{name + "=", name, name + "=" + value[:53], name + "=" + value + "A", name + "=" + value + "==", name + "=" + value + value,
		other + "=" + value, strings.ToUpper(name) + "=" + value, strings.TrimPrefix(name, "__Host-") + "=" + value}
	for i := range value { // every character changed
		tampered = append(tampered, name+"="+value[:i]+string(value[i]^1)+value[i+1:])
	}
	for _, cookie := range tampered {
		ts.expect(t, row{"inn /cellar", "Cookie: " + cookie, 200, "", "<form"})
	}
	ts.expect(t, row{"inn /attic", "Cookie: " + other + "=" + value, 200, "", "<form"})
	for _, cookie := range []string{"a=b; " + name + "=" + value, name + "=old; " + name + "=" + value, name + "=" + value + "; " + name + "=" + value[:53]} {
		ts.expect(t, row{"inn /cellar", "Cookie: " + cookie, 200, "", "page of"})
	}
}

// Forms with a wrong origin, type or content are rejected. See
// [http.CrossOriginProtection] for the origins.
func TestPasswordForms(t *testing.T) {
	ts := newServer(t, nil)
	right := passwordFields(password)
	long := "password=" + strings.Repeat("x", 4<<10)
	const sent = "password=open+sesame"
	ts.check(t, []row{
		{"POST inn /", right + " | Origin: https://inn." + siteHost + " | Sec-Fetch-Site: same-origin", 303, "", ""},
		{"POST inn /", right + " | Origin: https://inn." + siteHost, 303, "", ""}, // an old browser
		{"POST inn /", right, 303, "", ""}, // no browser
		{"POST inn /", right + " | Origin: http://inn." + siteHost, 403, "", "<form method=post> {Wrong:false Wait:0} over http"}, // which keeps no session of an https site
		{"POST inn /", passwordFields("sesame") + " | Origin: http://inn." + siteHost, 403, "", "<form method=post> {Wrong:true Wait:0}"},
		{"POST inn /", right + " | Sec-Fetch-Site: cross-site", 403, "", "<h1>403"},
		{"POST inn /", right + " | Sec-Fetch-Site: same-site", 403, "", ""},
		{"POST inn /", right + " | Origin: https://acme." + siteHost, 403, "", ""},
		{"POST inn /", right + " | Origin: null", 403, "", ""},
		{"POST inn /", right + " | Sec-Fetch-Site: cross-site | token: unknown", 401, "", ""},
		{"POST inn /", formType + "; charset=UTF-8 | body: " + sent, 303, "", ""},
		{"POST inn /", formType + " | chunked: password=open%20sesame", 303, "", ""},
		{"POST inn /", formType + " | body: a=b&" + sent, 303, "", ""},
		{"POST inn /", `Content-Type: application/json | body: {"password":"open sesame"}`, 415, "", "<h1>415"},
		{"POST inn /", "body: " + sent, 415, "", ""},
		{"POST inn /", "Content-Type: multipart/form-data; boundary=x | body: --x--", 415, "", ""},
		{"POST inn /", formType + " | body: pass=open+sesame", 415, "", ""},
		{"POST inn /", formType + " | body: " + sent + "&" + sent, 415, "", ""},
		{"POST inn /", formType + " | body: password=%zz", 415, "", ""},
		{"POST inn /", formType, 415, "", ""},
		{"POST inn /", formType + " | body: " + long, 413, "", ""},
		{"POST inn /", formType + " | chunked: " + long, 413, "", ""},
		{"POST inn /?" + sent, formType, 415, "", ""}, // a password in the address does not count
		// No password matches an invalid hash. The log has the cause.
		{"POST acme /locked", passwordFields("x"), 500, "", "<h1>500 "},
	})
	if log := ts.log.String(); strings.Contains(log, "sesame") || strings.Count(log, "ERROR") != 1 || !strings.Contains(log, "checking a password") {
		t.Errorf("log: %s", log)
	}
}

// An address may send five wrong passwords a minute. Right ones do not count.
func TestWrongPasswords(t *testing.T) {
	ts := newServer(t, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	const one, two = "X-Forwarded-For: 192.0.2.1 | ", "X-Forwarded-For: 192.0.2.2 | "
	const wrong, wait = "<form method=post> {Wrong:true Wait:0}", "<form method=post> {Wrong:false Wait:40}"
	ts.check(t, []row{
		{"POST inn /", one + passwordFields(password), 303, "", ""},
		{"POST inn /", one + passwordFields("sesame"), 403, "Content-Type: text/html; charset=utf-8", wrong},
		{"POST inn /", one + passwordFields(""), 403, "", wrong},
		{"POST inn /cellar", one + passwordFields(password+" "), 403, "", wrong},
		{"POST inn /cellar", one + passwordFields(password), 303, "", ""},
		{"POST inn /", one + passwordFields("x"), 403, "", wrong},
	})
	ts.advance(20 * time.Second)
	ts.check(t, []row{
		{"POST inn /", one + passwordFields("x"), 403, "", wrong},
		{"POST inn /", one + passwordFields("x"), 429, "Retry-After: 40", wait},
		{"POST inn /", one + passwordFields(password), 429, "Retry-After: 40", wait},
		{"POST inn /attic", one + passwordFields(password), 429, "Retry-After: 40", wait},
		{"POST inn /", two + passwordFields("x"), 403, "-Retry-After", wrong},
	})
	ts.advance(40 * time.Second)
	ts.expect(t, row{"POST inn /", one + passwordFields(password), 303, "", ""})
	// Concurrent wrong passwords count too.
	var group sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 12 {
		group.Go(func() {
			a := ts.send(t, newTestRequest("POST inn /", "X-Forwarded-For: 192.0.2.3 | "+passwordFields("x")))
			mu.Lock()
			defer mu.Unlock()
			counts[a.StatusCode]++
		})
	}
	group.Wait()
	if counts[403] != 5 || counts[429] != 7 {
		t.Errorf("12 concurrent passwords: %v, want 5 of 403 and 7 of 429", counts)
	}
}

// The first session must wait until its key is stored. During a long import it fails with
// 503, and succeeds after it.
func TestPasswordDuringAnImport(t *testing.T) {
	ts := newServer(t, nil)
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- ts.db.Update(t.Context(), func(*db.Tx) error {
			close(begun)
			<-end
			return nil
		})
	}()
	receive(t, begun)
	a := ts.send(t, newTestRequest("POST inn /cellar", passwordFields(password)))
	close(end)
	ok(t, receive(t, ended))
	if a.StatusCode != 503 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v %s", a.StatusCode, a.Header, a.body)
	}
	ts.expect(t, row{"POST inn /cellar", passwordFields(password), 303, "", ""})
}

// Servers with the same SessionKey accept each other's sessions, and store no key.
func TestSessionKey(t *testing.T) {
	var cookie string
	for _, server := range []struct{ key, body string }{{"a secret", "<form"}, {"a secret", "page of"}, {"another", "<form"}} {
		ts := newServer(t, func(o *Options) { o.SessionKey = []byte(server.key) })
		ts.expect(t, row{"inn /cellar", cookie, 200, "", server.body})
		cookie = ts.logIn(t, "inn /cellar")
		if _, made := ts.db.Index().SessionKey(); made {
			t.Error("the store has a key")
		}
	}
}
