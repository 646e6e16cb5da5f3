package api

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

func overHTTP(tx *db.Tx) error {
	return tx.SetSite(manual.Site{Scheme: "http", Host: siteHost})
}

// entry is the request of a password form.
func entry(host, path, password string, more ...string) testRequest {
	q := testRequest{method: "POST", host: host, path: path, header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}
	q.body = strings.NewReader(url.Values{"password": {password}}.Encode())
	for i := 0; i+1 < len(more); i += 2 {
		q.header[more[i]] = more[i+1]
	}
	return q
}

// cookieOf returns the Cookie field that a browser sends after the answer.
func cookieOf(t testing.TB, a testResponse) string {
	t.Helper()
	cookies := a.Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies with %d", len(cookies), a.StatusCode)
	}
	return cookies[0].Name + "=" + cookies[0].Value
}

// visit asks for a page with a session.
func (w *testServer) visit(t testing.TB, host, path, cookie string) testResponse {
	t.Helper()
	return w.do(t, testRequest{host: host, path: path, header: map[string]string{"Cookie": cookie}})
}

// The right password opens the page, and only that one, for twelve hours.
func TestPasswordOpensThePage(t *testing.T) {
	w := newPageServer(t, nil)
	a := w.do(t, entry(onInn, "/cellar", password))
	if a.StatusCode != 303 || a.Header.Get("Location") != "/cellar" || a.Header.Get("Cache-Control") != "no-store" || a.body != "" {
		t.Fatalf("%d to %q: %v %s", a.StatusCode, a.Header.Get("Location"), a.Header, a.body)
	}
	set, cookie := a.Cookies()[0], cookieOf(t, a)
	if !strings.HasPrefix(set.Name, "__Host-dm-") || !set.HttpOnly || !set.Secure || set.SameSite != http.SameSiteLaxMode || set.MaxAge != 12*60*60 || set.Path != "/" || set.Domain != "" {
		t.Errorf("cookie %v", set)
	}
	if len(set.Value) != 54 || strings.Contains(a.Header.Get("Set-Cookie"), "cellar") {
		t.Errorf("cookie %v", set)
	}
	inside := w.visit(t, onInn, "/cellar", cookie)
	if inside.StatusCode != 200 || !strings.HasPrefix(inside.body, "page of man_inn_cellar.") || inside.Header.Get("Cache-Control") != "no-store" ||
		inside.Header.Get("Vary") != "Accept-Encoding, Authorization, Cookie" || inside.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("%d %v %s", inside.StatusCode, inside.Header, inside.body)
	}
	again := w.do(t, testRequest{host: onInn, path: "/cellar", header: map[string]string{"Cookie": cookie, "If-None-Match": inside.Header.Get("ETag")}})
	if again.StatusCode != 304 || again.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("again: %d %v", again.StatusCode, again.Header)
	}
	if a := w.visit(t, onInn, "/CELLAR", cookie); a.StatusCode != 308 || a.Header.Get("Location") != "/cellar" {
		t.Errorf("another spelling: %d to %q", a.StatusCode, a.Header.Get("Location"))
	}
	for _, other := range []struct {
		host, path string
		status     int
	}{{onInn, "/", 200}, {onInn, "/attic", 200}, {onInn, "/keyless", 404}, {onInn, "/old", 404}, {onAcme, "/vault", 404}} {
		if a := w.visit(t, other.host, other.path, cookie); a.StatusCode != other.status || strings.Contains(a.body, "page of") {
			t.Errorf("%s%s: %d %s", other.host, other.path, a.StatusCode, a.body)
		}
	}
	// The interface takes tokens only (specification, section 5 rule 2).
	if a := w.visit(t, onInn, "/api/v1/manuals/cellar.json", cookie); a.StatusCode != 404 {
		t.Errorf("the manual document with a session: %d, want 404", a.StatusCode)
	}
	w.pass(12*time.Hour - time.Second)
	if a := w.visit(t, onInn, "/cellar", cookie); !strings.HasPrefix(a.body, "page of") {
		t.Errorf("a second before its end: %d %s", a.StatusCode, a.body)
	}
	w.pass(time.Second)
	if a := w.visit(t, onInn, "/cellar", cookie); !strings.HasPrefix(a.body, "<form") {
		t.Errorf("at its end: %d %s", a.StatusCode, a.body)
	}
}

// A page has its session wherever it is: at the root of a brand, on its own
// host, over http.
func TestPasswordPages(t *testing.T) {
	w := newPageServer(t, nil)
	for _, row := range []struct{ host, path, id string }{{onInn, "/", "house"}, {onAttic, "/", "attic"}, {onInn, "/attic", "attic"}, {onInn, "/ending", "ending"}} {
		a := w.do(t, entry(row.host, row.path, password))
		if a.StatusCode != 303 || a.Header.Get("Location") != row.path {
			t.Fatalf("%s%s: %d to %q", row.host, row.path, a.StatusCode, a.Header.Get("Location"))
		}
		if a := w.visit(t, row.host, row.path, cookieOf(t, a)); !strings.HasPrefix(a.body, "page of man_inn_"+row.id+".") {
			t.Errorf("%s%s: %d %s", row.host, row.path, a.StatusCode, a.body)
		}
	}
	w.update(t, overHTTP)
	a := w.do(t, entry(onInn, "/cellar", password))
	if set := a.Cookies()[0]; set.Secure || !strings.HasPrefix(set.Name, "dm-") {
		t.Errorf("over http: cookie %v", set)
	}
	if a := w.visit(t, onInn, "/cellar", cookieOf(t, a)); !strings.HasPrefix(a.body, "page of") {
		t.Errorf("over http: %d %s", a.StatusCode, a.body)
	}
}

// A session ends with the password, the visibility and the manual.
func TestSessionEndsWithThePassword(t *testing.T) {
	w := newPageServer(t, nil)
	cookie := cookieOf(t, w.do(t, entry(onInn, "/cellar", password)))
	put := func(change func(*manual.Snapshot)) {
		t.Helper()
		s := snapshotOf("inn", "cellar", manual.Password)
		s.Documents[manual.PageDocument] = documentOf("page of man_inn_cellar.")
		change(s)
		w.update(t, func(tx *db.Tx) error { _, err := tx.Put(s); return err })
	}
	expect := func(status int, body string) {
		t.Helper()
		if a := w.visit(t, onInn, "/cellar", cookie); a.StatusCode != status || !strings.HasPrefix(a.body, body) {
			t.Errorf("%d %s, want %d %s", a.StatusCode, a.body, status, body)
		}
	}
	expect(200, "page of")
	put(func(s *manual.Snapshot) { s.Password = hashOf(t, password) }) // the same password, hashed anew
	expect(200, "<form")
	cookie = cookieOf(t, w.do(t, entry(onInn, "/cellar", password)))
	expect(200, "page of")
	put(func(*manual.Snapshot) {})
	expect(404, "<h1>404")
	put(func(s *manual.Snapshot) { s.Manual.Visibility = manual.Private })
	expect(404, "<h1>404")
	w.update(t, func(tx *db.Tx) error { return tx.Remove("inn", "man_inn_cellar") })
	expect(404, "<h1>404")

	cookie = cookieOf(t, w.do(t, entry(onInn, "/ending", password)))
	w.pass(time.Hour)
	if a := w.visit(t, onInn, "/ending", cookie); a.StatusCode != 410 {
		t.Errorf("past the end date with a session: %d, want 410", a.StatusCode)
	}
	if a := w.visit(t, onInn, "/ending", ""); a.StatusCode != 404 {
		t.Errorf("past the end date without a session: %d, want 404", a.StatusCode)
	}
}

// A cookie that is not exactly one that was given is none.
func TestTamperedSessions(t *testing.T) {
	w := newPageServer(t, nil)
	cookie := cookieOf(t, w.do(t, entry(onInn, "/cellar", password)))
	name, value, _ := strings.Cut(cookie, "=")
	other := w.db.Index().Brand("inn").Manual("attic")
	otherName := cookieName(other)
	var tampered []string
	for i := range value { // another letter in every place
		letter := "A"
		if value[i] == 'A' {
			letter = "B"
		}
		tampered = append(tampered, name+"="+value[:i]+letter+value[i+1:])
	}
	tampered = append(tampered, name+"=", name, name+"="+value[:53], name+"="+value+"A", name+"="+value+"==", name+"="+value+value,
		otherName+"="+value, strings.ToUpper(name)+"="+value, strings.TrimPrefix(name, "__Host-")+"="+value)
	for _, cookie := range tampered {
		if a := w.visit(t, onInn, "/cellar", cookie); a.StatusCode != 200 || !strings.HasPrefix(a.body, "<form") {
			t.Errorf("%s: %d %s", cookie, a.StatusCode, a.body)
		}
	}
	if a := w.visit(t, onInn, "/attic", otherName+"="+value); !strings.HasPrefix(a.body, "<form") {
		t.Errorf("the session of another manual: %s", a.body)
	}
	for _, cookie := range []string{cookie, "a=b; " + cookie, name + "=old; " + cookie, cookie + "; " + name + "=" + value[:53]} {
		if a := w.visit(t, onInn, "/cellar", cookie); !strings.HasPrefix(a.body, "page of") {
			t.Errorf("%s: %d %s", cookie, a.StatusCode, a.body)
		}
	}
}

// What a form may not be.
func TestPasswordForms(t *testing.T) {
	w := newPageServer(t, nil)
	long := entry(onInn, "/", strings.Repeat("x", 4<<10))
	with := func(contentType string, body io.Reader) testRequest {
		q := entry(onInn, "/", "", "Content-Type", contentType)
		q.body = body
		return q
	}
	const form = "application/x-www-form-urlencoded"
	for _, row := range []struct {
		name   string
		q      testRequest
		status int
	}{
		{"from the page", entry(onInn, "/", password, "Origin", "https://"+onInn, "Sec-Fetch-Site", "same-origin"), 303},
		{"from the page, an old browser", entry(onInn, "/", password, "Origin", "https://"+onInn), 303},
		{"from no browser", entry(onInn, "/", password), 303},
		{"from another site", entry(onInn, "/", password, "Sec-Fetch-Site", "cross-site"), 403},
		{"from another brand's host", entry(onInn, "/", password, "Sec-Fetch-Site", "same-site"), 403},
		{"from another origin, an old browser", entry(onInn, "/", password, "Origin", "https://"+onAcme), 403},
		{"from nowhere that a browser would name", entry(onInn, "/", password, "Origin", "null"), 403},
		{"from another site, with a bad token", func() testRequest {
			q := entry(onInn, "/", password, "Sec-Fetch-Site", "cross-site")
			q.token = "unknown"
			return q
		}(), 401},
		{"with parameters", with(form+"; charset=UTF-8", strings.NewReader("password=open+sesame")), 303},
		{"chunked", with(form, io.MultiReader(strings.NewReader("password=open%20sesame"))), 303},
		{"other fields too", with(form, strings.NewReader("a=b&password=open+sesame")), 303},
		{"as JSON", with("application/json", strings.NewReader(`{"password":"open sesame"}`)), 415},
		{"as nothing", with("", strings.NewReader("password=open+sesame")), 415},
		{"in parts", with("multipart/form-data; boundary=x", strings.NewReader("--x--")), 415},
		{"without the field", with(form, strings.NewReader("pass=open+sesame")), 415},
		{"with two", with(form, strings.NewReader("password=open+sesame&password=open+sesame")), 415},
		{"badly encoded", with(form, strings.NewReader("password=%zz")), 415},
		{"with nothing", with(form, nil), 415},
		{"too long", long, 413},
		{"too long, chunked", with(form, io.MultiReader(strings.NewReader("password="+strings.Repeat("x", 4<<10)))), 413},
		{"in the address", testRequest{method: "POST", host: onInn, path: "/?password=open+sesame", header: map[string]string{"Content-Type": form}}, 415},
	} {
		a := w.do(t, row.q)
		if a.StatusCode != row.status || a.Header.Get("Cache-Control") != "no-store" || (row.status == 303) != (a.Header.Get("Set-Cookie") != "") {
			t.Errorf("%s: %d %v %s, want %d", row.name, a.StatusCode, a.Header, a.body, row.status)
		}
	}
	if log := w.log.String(); strings.Contains(log, "sesame") || strings.Contains(log, "ERROR") {
		t.Errorf("log: %s", log)
	}
}

// A hash that is none is no password: nobody gets in, and the log says why.
func TestPasswordWithoutHash(t *testing.T) {
	w := newPageServer(t, nil)
	a := w.do(t, entry(onAcme, "/locked", "x"))
	if a.StatusCode != 500 || !strings.HasPrefix(a.body, "<h1>500 ") || !strings.Contains(w.log.String(), "checking a password") {
		t.Errorf("%d %s, log %s", a.StatusCode, a.body, w.log)
	}
}

// The first session needs a key, and that a write: while an import has the
// turn, the right password is asked for again soon.
func TestPasswordDuringAnImport(t *testing.T) {
	w := newPageServer(t, nil)
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- w.db.Update(t.Context(), func(*db.Tx) error {
			close(begun)
			<-end
			return nil
		})
	}()
	receive(t, begun)
	a := w.do(t, entry(onInn, "/cellar", password))
	close(end)
	if err := receive(t, ended); err != nil {
		t.Fatal(err)
	}
	if a.StatusCode != 503 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v %s", a.StatusCode, a.Header, a.body)
	}
	if a := w.do(t, entry(onInn, "/cellar", password)); a.StatusCode != 303 {
		t.Errorf("after it: %d %s", a.StatusCode, a.body)
	}
}
