package api

import (
	"net/netip"
	"sync"
	"testing"
	"time"
)

// An address has five wrong tries a minute; right ones are free.
func TestWrongPasswords(t *testing.T) {
	w := newPageServer(t, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	enter := func(address, path, password string) testResponse {
		return w.do(t, entry(onInn, path, password, "X-Forwarded-For", address))
	}
	for i, row := range []struct {
		after          time.Duration
		address, path  string
		password       string
		status         int
		body, retrying string
	}{
		{0, "192.0.2.1", "/", password, 303, "", ""},
		{0, "192.0.2.1", "/", "sesame", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{0, "192.0.2.1", "/", "", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{0, "192.0.2.1", "/cellar", password + " ", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{0, "192.0.2.1", "/cellar", password, 303, "", ""},
		{0, "192.0.2.1", "/", "x", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{20 * time.Second, "192.0.2.1", "/", "x", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{0, "192.0.2.1", "/", "x", 429, "<form method=post> {Wrong:false Wait:40}", "40"},
		{0, "192.0.2.1", "/", password, 429, "<form method=post> {Wrong:false Wait:40}", "40"},
		{0, "192.0.2.1", "/attic", password, 429, "<form method=post> {Wrong:false Wait:40}", "40"},
		{0, "192.0.2.2", "/", "x", 403, "<form method=post> {Wrong:true Wait:0}", ""},
		{40 * time.Second, "192.0.2.1", "/", password, 303, "", ""},
	} {
		w.pass(row.after)
		a := enter(row.address, row.path, row.password)
		if a.StatusCode != row.status || a.body != row.body || a.Header.Get("Retry-After") != row.retrying {
			t.Errorf("row %d: %d %s, Retry-After %q; want %+v", i, a.StatusCode, a.body, a.Header.Get("Retry-After"), row)
		}
		if row.status != 303 && (a.Header.Get("Content-Type") != "text/html; charset=utf-8" || a.Header.Get("Content-Security-Policy") != policy || a.Header.Get("Set-Cookie") != "") {
			t.Errorf("row %d: %v", i, a.Header)
		}
	}
	// Sent all at once they are five too.
	var group sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 12 {
		group.Go(func() {
			a := enter("192.0.2.3", "/", "x")
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
