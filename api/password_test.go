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

// entry is the fields of a password form.
func entry(password string) string {
	return formType + " | body: password=" + url.QueryEscape(password)
}

// enter sends the right password and returns the Cookie field that a browser
// sends after the answer.
func (w *testServer) enter(t testing.TB, page string) string {
	t.Helper()
	a := w.send(t, ask("POST "+page, entry(password)))
	cookies := a.Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%s: %d with %d cookies", page, a.StatusCode, len(cookies))
	}
	return "Cookie: " + cookies[0].Name + "=" + cookies[0].Value
}

// The right password opens the page, its exports and its files, and nothing
// else, for twelve hours.
func TestPasswordOpensThePage(t *testing.T) {
	w := newServer(t, nil)
	a := w.expect(t, row{"POST inn /cellar", entry(password), 303, "Location: /cellar | Cache-Control: no-store | Content-Length: 0", ""})
	set := a.Cookies()[0]
	if !strings.HasPrefix(set.Name, "__Host-dm-") || !set.HttpOnly || !set.Secure || set.SameSite != http.SameSiteLaxMode || set.MaxAge != 12*60*60 ||
		set.Path != "/" || set.Domain != "" || len(set.Value) != 54 || strings.Contains(a.Header.Get("Set-Cookie"), "cellar") {
		t.Errorf("cookie %v", set)
	}
	cookie := "Cookie: " + set.Name + "=" + set.Value
	const restricted, page = "Cache-Control: no-store | Vary: Accept-Encoding, Authorization, Cookie", "page of man_inn_cellar."
	w.check(t, []row{
		{"inn /cellar", cookie, 200, restricted + " | X-Robots-Tag: noindex", page},
		{"inn /cellar", cookie + " | If-None-Match: *", 304, restricted, ""},
		{"inn /CELLAR", cookie, 308, "Location: /cellar", ""},
		{"inn /cellar/-/export", cookie, 200, restricted, "exports of man_inn_cellar"},
		{"inn /cellar/-/export/tokens.css", cookie, 200, restricted + " | " + closed, ":root { --x: man_inn_cellar; }"},
		{"inn " + at("/cellar", "logo.svg", 300), cookie, 200, "Cache-Control: private, no-store | Vary: Authorization, Cookie | " + closed, ""},
		{"inn /", cookie, 200, "", "<form"},
		{"inn /attic", cookie, 200, "", "<form"},
		{"inn /keyless", cookie, 404, "", ""},
		{"inn /old", cookie, 404, "", ""},
		{"acme /vault", cookie, 404, "", ""},
		{"inn /api/v1/manuals/cellar.json", cookie, 404, "", ""}, // which takes tokens only (specification, section 5 rule 2)
	})
	w.pass(12*time.Hour - time.Second)
	w.expect(t, row{"inn /cellar", cookie, 200, "", page})
	w.pass(time.Second)
	w.expect(t, row{"inn /cellar", cookie, 200, "", "<form"})
}

// A page has its session wherever it is: at the root of a brand, on its own
// host, over http.
func TestPasswordPages(t *testing.T) {
	w := newServer(t, nil)
	for page, id := range map[string]string{"inn /": "house", "inn-attic /": "attic", "inn /attic": "attic", "inn /ending": "ending"} {
		_, path, _ := strings.Cut(page, " ")
		w.expect(t, row{"POST " + page, entry(password), 303, "Location: " + path, ""})
		w.expect(t, row{page, w.enter(t, page), 200, "", "page of man_inn_" + id + "."})
	}
	w.update(t, func(tx *db.Tx) error { return tx.SetSite(manual.Site{Scheme: "http", Host: siteHost}) })
	cookie := w.enter(t, "inn /cellar")
	if !strings.HasPrefix(cookie, "Cookie: dm-") {
		t.Errorf("over http: %s", cookie)
	}
	// Browsers would complain of a Cross-Origin-Opener-Policy there.
	w.expect(t, row{"inn /cellar", cookie, 200, "-Cross-Origin-Opener-Policy", "page of"})
}

// A session ends with the password, the visibility and the manual.
func TestSessionEndsWithThePassword(t *testing.T) {
	w := newServer(t, nil)
	cookie := w.enter(t, "inn /cellar")
	expect := func(status int, body string) {
		t.Helper()
		w.expect(t, row{"inn /cellar", cookie, status, "", body})
	}
	expect(200, "page of")
	w.put(t, snapshotOf("inn", "cellar", manual.Password, locked(hashOf(password)))) // the same password, hashed anew
	expect(200, "<form")
	cookie = w.enter(t, "inn /cellar")
	expect(200, "page of")
	w.put(t, snapshotOf("inn", "cellar", manual.Password))
	expect(404, "<h1>404")
	w.put(t, snapshotOf("inn", "cellar", manual.Private, locked(hashOf(password))))
	expect(404, "<h1>404")
	w.update(t, func(tx *db.Tx) error { return tx.Remove("inn", "man_inn_cellar") })
	expect(404, "<h1>404")

	cookie = w.enter(t, "inn /ending")
	w.pass(time.Hour)
	w.expect(t, row{"inn /ending", cookie, 410, "", ""})
	w.expect(t, row{"inn /ending", "", 404, "", ""})
}

// A cookie that is not exactly one that was given is none.
func TestTamperedSessions(t *testing.T) {
	w := newServer(t, rates("off", "off"))
	cookie := w.enter(t, "inn /cellar")
	name, value, _ := strings.Cut(strings.TrimPrefix(cookie, "Cookie: "), "=")
	other, _, _ := strings.Cut(strings.TrimPrefix(w.enter(t, "inn /attic"), "Cookie: "), "=")
	tampered := []string{name + "=", name, name + "=" + value[:53], name + "=" + value + "A", name + "=" + value + "==", name + "=" + value + value,
		other + "=" + value, strings.ToUpper(name) + "=" + value, strings.TrimPrefix(name, "__Host-") + "=" + value}
	for i := range value { // another letter in every place
		tampered = append(tampered, name+"="+value[:i]+string(value[i]^1)+value[i+1:])
	}
	for _, cookie := range tampered {
		w.expect(t, row{"inn /cellar", "Cookie: " + cookie, 200, "", "<form"})
	}
	w.expect(t, row{"inn /attic", "Cookie: " + other + "=" + value, 200, "", "<form"})
	for _, cookie := range []string{"a=b; " + name + "=" + value, name + "=old; " + name + "=" + value, name + "=" + value + "; " + name + "=" + value[:53]} {
		w.expect(t, row{"inn /cellar", "Cookie: " + cookie, 200, "", "page of"})
	}
}

// What a form may not be (specification of http.CrossOriginProtection for
// whose it is).
func TestPasswordForms(t *testing.T) {
	w := newServer(t, nil)
	right := entry(password)
	long := "password=" + strings.Repeat("x", 4<<10)
	const sent = "password=open+sesame"
	w.check(t, []row{
		{"POST inn /", right + " | Origin: https://inn." + siteHost + " | Sec-Fetch-Site: same-origin", 303, "", ""},
		{"POST inn /", right + " | Origin: https://inn." + siteHost, 303, "", ""}, // an old browser
		{"POST inn /", right, 303, "", ""}, // none
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
		{"POST inn /?" + sent, formType, 415, "", ""}, // never in the address
		// A hash that is none is no password: nobody gets in, and the log says why.
		{"POST acme /locked", entry("x"), 500, "", "<h1>500 "},
	})
	if log := w.log.String(); strings.Contains(log, "sesame") || strings.Count(log, "ERROR") != 1 || !strings.Contains(log, "checking a password") {
		t.Errorf("log: %s", log)
	}
}

// An address has five wrong tries a minute; right ones are free.
func TestWrongPasswords(t *testing.T) {
	w := newServer(t, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	const one, two = "X-Forwarded-For: 192.0.2.1 | ", "X-Forwarded-For: 192.0.2.2 | "
	const wrong, wait = "<form method=post> {Wrong:true Wait:0}", "<form method=post> {Wrong:false Wait:40}"
	w.check(t, []row{
		{"POST inn /", one + entry(password), 303, "", ""},
		{"POST inn /", one + entry("sesame"), 403, "Content-Type: text/html; charset=utf-8", wrong},
		{"POST inn /", one + entry(""), 403, "", wrong},
		{"POST inn /cellar", one + entry(password+" "), 403, "", wrong},
		{"POST inn /cellar", one + entry(password), 303, "", ""},
		{"POST inn /", one + entry("x"), 403, "", wrong},
	})
	w.pass(20 * time.Second)
	w.check(t, []row{
		{"POST inn /", one + entry("x"), 403, "", wrong},
		{"POST inn /", one + entry("x"), 429, "Retry-After: 40", wait},
		{"POST inn /", one + entry(password), 429, "Retry-After: 40", wait},
		{"POST inn /attic", one + entry(password), 429, "Retry-After: 40", wait},
		{"POST inn /", two + entry("x"), 403, "-Retry-After", wrong},
	})
	w.pass(40 * time.Second)
	w.expect(t, row{"POST inn /", one + entry(password), 303, "", ""})
	// Sent all at once they are five too.
	var group sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 12 {
		group.Go(func() {
			a := w.send(t, ask("POST inn /", "X-Forwarded-For: 192.0.2.3 | "+entry("x")))
			mu.Lock()
			defer mu.Unlock()
			counts[a.StatusCode]++
		})
	}
	group.Wait()
	if counts[403] != 5 || counts[429] != 7 {
		t.Errorf("of twelve at once: %v, want 5 of 403 and 7 of 429", counts)
	}
}

// The first session needs a key, and that a write: while an import has the
// turn, the right password is asked for again soon.
func TestPasswordDuringAnImport(t *testing.T) {
	w := newServer(t, nil)
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- w.db.Update(t.Context(), func(*db.Tx) error {
			close(begun)
			<-end
			return nil
		})
	}()
	receive(t, begun)
	a := w.send(t, ask("POST inn /cellar", entry(password)))
	close(end)
	ok(t, receive(t, ended))
	if a.StatusCode != 503 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v %s", a.StatusCode, a.Header, a.body)
	}
	w.expect(t, row{"POST inn /cellar", entry(password), 303, "", ""})
}

// Servers with a session key of their own choice take each other's sessions,
// and the store makes none.
func TestSessionKeyGiven(t *testing.T) {
	var cookie string
	for _, given := range []struct{ key, sees string }{{"a secret", "<form"}, {"a secret", "page of"}, {"another", "<form"}} {
		w := newServer(t, func(o *Options) { o.SessionKey = []byte(given.key) })
		w.expect(t, row{"inn /cellar", cookie, 200, "", given.sees})
		cookie = w.enter(t, "inn /cellar")
		if _, made := w.db.Index().SessionKey(); made {
			t.Error("the store has made a key that nobody needs")
		}
	}
}
