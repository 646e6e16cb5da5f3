package api_test

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/crypto/bcrypt"

	"designmanual/api"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/page"
)

// TestPasswordInBrowser enters a password as people do. It needs what
// [TestBrowser] needs.
func TestPasswordInBrowser(t *testing.T) {
	program := browser(t)
	const password = "open sesame, föhn"
	site := lockedManual(t, password)
	inn := strings.Replace(site, "localhost", "inn.localhost", 1)
	ctx := newTab(t, program, "127.0.0.1:1")
	enter := func(text string) {
		t.Helper()
		do(t, ctx, chromedp.SendKeys(chromedp.CSS("#password"), text))
		// Waits for the page that follows: a look at the one that is left would fail.
		if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS("button"))); err != nil {
			t.Fatal(err)
		}
	}

	do(t, ctx, chromedp.Navigate(inn+"/house")) // leads to the root
	if size := evaluate[float64](t, ctx, `return document.styleSheets[0].cssRules.length`); size == 0 {
		t.Error("the form has no style")
	}
	enter("nonsense")
	if text := do(t, ctx, chromedp.Text(chromedp.CSS("#refusal"))); text != "Wrong password. Try again." {
		t.Errorf("a wrong password: %q", text)
	}
	enter(password)
	if text := do(t, ctx, chromedp.Text(chromedp.CSS("section h2"))); text != "The cellar" {
		t.Errorf("the right password: %q", text)
	}
	if at := do(t, ctx, chromedp.Location()); at != inn+"/" {
		t.Errorf("the right password leads to %s", at)
	}
	do(t, ctx, chromedp.Reload())
	if text := do(t, ctx, chromedp.Text(chromedp.CSS("section h2"))); text != "The cellar" {
		t.Errorf("again: %q", text)
	}
	if cookie := evaluate[string](t, ctx, `return document.cookie`); cookie != "" {
		t.Errorf("a script can read %q", cookie)
	}

	// Pages of other hosts cannot send the form.
	do(t, ctx, chromedp.Navigate(site))
	sent := evaluate[string](t, ctx, fmt.Sprintf(`
		const form = Object.assign(document.createElement('form'), { method: 'post', action: %q });
		document.body.append(form);
		form.submit();
		await new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
		return document.title;`, inn+"/"))
	if sent != "Brand manuals" {
		t.Errorf("a page of another host sends forms: %q", sent)
	}
}

// lockedManual serves a manual that asks for the password, and returns the
// base URL.
func lockedManual(t *testing.T, password string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	site, publish := realPages(t, api.Options{})
	publish(fmt.Sprintf(`{"brand": {"slug": "inn", "name": "Inn"}, "manuals": [{"slug": "house", "title": "House manual", "visibility": "password",
		"password": %q, "sections": [{"anchor": "cellar", "title": "The cellar", "content": {}, "blocks": []}]}]}`, hash))
	return site
}

// TestReloadInBrowser changes what a page of local work shows, which its own
// policy lets load again. It needs what [TestBrowser] needs.
func TestReloadInBrowser(t *testing.T) {
	program := browser(t)
	site, publish := realPages(t, api.Options{Dev: &api.Dev{}})
	titled := func(title string) {
		publish(fmt.Sprintf(`{"brand": {"slug": "inn", "name": "Inn"}, "manuals": [{"slug": "house", "title": %q, "visibility": "public",
			"sections": [{"anchor": "cellar", "title": "The cellar", "content": {}, "blocks": []}]}]}`, title))
	}
	titled("First")
	ctx := newTab(t, program, "127.0.0.1:1")
	do(t, ctx, chromedp.Navigate(strings.Replace(site, "localhost", "inn.localhost", 1)))
	titled("Second")
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		title := do(t, ctx, chromedp.Title())
		if strings.HasPrefix(title, "Second") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after 20 s the page is still %q", title)
		}
	}
}

// realPages serves the manuals of a store with the pages that the program
// has, and returns the base URL and what imports a seed file.
func realPages(t *testing.T, o api.Options) (site string, publish func(file string)) {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	assets := make(map[string]pages.Asset)
	for path, a := range page.Assets() {
		assets[path] = pages.Asset{Type: a.Type, Body: a.Body}
	}
	o.Pages = pages.Pages{
		Policy: page.SecurityPolicy,
		Error:  func(status int, _ *db.Brand) []byte { return page.RenderError(status, page.Branding{}) },
		Password: func(f pages.Form) []byte {
			return page.RenderPassword(page.PasswordForm{Wrong: f.Wrong, Wait: f.Wait})
		},
		Index: func(site manual.Site, _ []*db.Entry) ([]byte, error) {
			return page.RenderIndex(page.Index{Site: site})
		},
		Assets: assets,
		Icon: func(path string) (pages.Asset, bool) {
			a, ok := page.FindAsset(path)
			return pages.Asset{Type: a.Type, Body: a.Body}, ok
		},
	}
	handler := api.New(store, o)
	handler.SetReady(true)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	base := manual.Site{Scheme: "http", Host: "localhost", Port: port}
	if err := seed.SetSite(context.Background(), store, base); err != nil {
		t.Fatal(err)
	}
	return base.String(), func(file string) {
		t.Helper()
		files := fstest.MapFS{"inn.json": {Data: []byte(file)}}
		if _, err := seed.Import(context.Background(), store, seed.ReadFS(files, "seeds"), seed.Options{Now: time.Now}); err != nil {
			t.Fatal(err)
		}
	}
}
