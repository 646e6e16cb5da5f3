//go:build browser

package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"designmanual/api/cli"
	"designmanual/fixtures"
)

// startDev runs `designmanual dev` with the arguments until the test ends. It returns the
// port and an access token of the brand Ternholm.
func startDev(t *testing.T, args ...string) (port, secret string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	output, writer := io.Pipe()
	ended := make(chan int)
	go func() {
		code := cli.Run(ctx, append([]string{"dev", "--listen", "127.0.0.1:0"}, args...), writer, io.Discard)
		writer.Close()
		ended <- code
	}()
	text := ""
	for lines := bufio.NewScanner(output); !strings.Contains(text, "\nOpen ") && lines.Scan(); {
		text += lines.Text() + "\n"
	}
	found := regexp.MustCompile(`(?s:Ternholm Ferries\n  access token  (\w+).*)?\nOpen http://\S*localhost:(\d+)`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("dev printed no address:\n%s", text)
	}
	port, secret = found[2], found[1]
	go func() { _, _ = io.Copy(io.Discard, output) }()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("dev ended with %d", code)
		}
	})
	return port, secret
}

// newTab starts a new browser and opens a tab. It maps localhost:8080 to the port.
func newTab(t *testing.T, port string) context.Context {
	t.Helper()
	program := ""
	for _, name := range []string{"google-chrome", "google-chrome-stable", "chromium-browser", "chromium"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
		}
	}
	if program == "" {
		t.Fatal("no chromium on the PATH (Debian: apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("host-resolver-rules", "MAP localhost:8080 127.0.0.1:"+port),
	)
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancelAllocator)
	ctx, cancelTab := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Error(err)
		}
		cancelTab()
	})
	return ctx
}

// do runs an action in the tab and returns its value.
func do[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// evaluate runs the body of an async function in the page and returns its result.
func evaluate[T any](t *testing.T, ctx context.Context, body string) T {
	t.Helper()
	return do(t, ctx, chromedp.Evaluate[T]("(async () => {"+body+"})()", chromedp.EvalAwaitPromise))
}

// In a browser, a page of another origin can read and revalidate tokens (specification,
// sections 4.2 and 5). It cannot send access tokens, since the wildcard of a preflight
// does not cover Authorization (Fetch standard, CORS-preflight fetch).
func TestTokensInBrowser(t *testing.T) {
	port, secret := startDev(t)
	ctx := newTab(t, port)
	pages := httptest.NewServer(http.FileServer(http.Dir("../scripts/recipes")))
	t.Cleanup(pages.Close)
	do(t, ctx, chromedp.Navigate(pages.URL+"/colors.html"))
	do(t, ctx, chromedp.Poll[string](`document.documentElement.style.getPropertyValue('--color-lantern-yellow-2')`))
	if style := evaluate[string](t, ctx, `return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('a')).color,
		getComputedStyle(document.body).getPropertyValue('--color-shade')].join()`); style != "rgb(244, 248, 250),rgb(35, 104, 162),#0F2A431F" {
		t.Errorf("colors.html applies %s", style)
	}
	for _, row := range []struct{ path, fields, want string }{
		{"ternholm/tokens.json", `{}`, "200 true"},
		{"ternholm/tokens.json", `{ 'If-None-Match': tag }`, "304 true"},
		{"ternholm.crew/tokens.json", `{}`, "404 false"},                                         // 5 rule 1
		{"ternholm.crew/tokens.json", `{ Authorization: 'Bearer ` + secret + `' }`, "TypeError"}, // 5 rule 3
		{"ternholm.json", `{ Authorization: 'Bearer ` + secret + `' }`, "TypeError"},
		{"ternholm.ice-season.json", `{}`, "410 false"}, // 3
	} {
		if got := evaluate[string](t, ctx, fmt.Sprintf(`
			try {
				const tag = window.tag;
				const answer = await fetch('http://localhost:8080/api/v1/manuals/%s', { cache: 'no-store', headers: %s });
				await answer.text();
				window.tag = answer.headers.get('ETag');
				return answer.status + ' ' + (window.tag !== null);
			} catch (error) {
				return error.name;
			}`, row.path, row.fields)); got != row.want {
			t.Errorf("%s with %s: %s, want %s", row.path, row.fields, got, row.want)
		}
	}
}

// A visitor can enter the password in a browser. Pages of other hosts cannot send it.
func TestPasswordInBrowser(t *testing.T) {
	port, _ := startDev(t)
	ctx := newTab(t, port)
	site, herbarium := "http://localhost:"+port+"/", "http://quillwort.localhost:"+port+"/herbarium"
	do(t, ctx, chromedp.Navigate(herbarium))
	if size := evaluate[float64](t, ctx, `return document.styleSheets[0].cssRules.length`); size == 0 {
		t.Error("the form has no style")
	}
	for _, entered := range []struct{ password, selector, text string }{
		{"nonsense", "#refusal", "Wrong password. Try again."},
		{fixtures.Password, "h1", "Herbarium sheets: a guide for volunteers"},
	} {
		do(t, ctx, chromedp.SendKeys(chromedp.CSS("#password"), entered.password))
		// Waits for the next page.
		if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS("button"))); err != nil {
			t.Fatal(err)
		}
		if text := do(t, ctx, chromedp.Text(chromedp.CSS(entered.selector))); text != entered.text {
			t.Errorf("the password %q: %q", entered.password, text)
		}
	}
	do(t, ctx, chromedp.Reload())
	if got := evaluate[string](t, ctx, `return [location.href, document.querySelector('#password'), document.cookie].join()`); got != herbarium+",," {
		t.Errorf("with the password: %s", got)
	}
	do(t, ctx, chromedp.Navigate(site))
	if sent := evaluate[string](t, ctx, fmt.Sprintf(`
		const form = Object.assign(document.createElement('form'), { method: 'post', action: %q });
		document.body.append(form);
		form.submit();
		await new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
		return location.href;`, herbarium)); sent != site {
		t.Errorf("a page of another host sends forms: %q", sent)
	}
}

// In local work a page shows a change without a reload by the reader, and its policy allows
// the script for that. On a host that has nothing to do with the site, its links lead to other hosts
// of the site there.
func TestReloadInBrowser(t *testing.T) {
	folder := t.TempDir()
	write := func(brand, title string) {
		t.Helper()
		text := fmt.Appendf(nil, `{"brand": {"slug": "%s", "name": "Inn"}, "manuals": [{"slug": "house", "title": %s, "primary": true, "visibility": "public"},
			{"slug": "annex", "title": "Annex", "subdomain": "%[1]s-annex", "visibility": "public"}]}`, brand, title)
		if err := os.WriteFile(filepath.Join(folder, brand+".json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("inn", `"First"`)
	write("mill", `"Mill"`)
	port, _ := startDev(t, folder)
	ctx := newTab(t, port)
	do(t, ctx, chromedp.Navigate("http://127.0.0.1:"+port))
	if clicked := do(t, ctx, chromedp.Evaluate[string](`document.querySelector("a[href*=annex]").href`)); clicked != "http://127.0.0.1:"+port+"/?host=inn-annex.localhost" {
		t.Errorf("a page of another host leads to %s", clicked)
	}
	do(t, ctx, chromedp.Navigate("http://127.0.0.1:"+port+"/?host=inn-annex.localhost"))
	if title := do(t, ctx, chromedp.Title()); !strings.HasPrefix(title, "Annex") {
		t.Errorf("a link on another host leads to %s", title)
	}
	do(t, ctx, chromedp.Navigate("http://inn.localhost:"+port))
	write("inn", `"Second"`)
	for { // until go test ends it
		title, err := chromedp.Run(ctx, chromedp.Title())
		if strings.HasPrefix(title, "Second") {
			break
		}
		if ctx.Err() != nil { // other errors come while the page is loaded anew
			t.Fatal(err)
		}
	}

	// What is wrong lies over the pages of its brand, and in one line over those of others, until a
	// reader says otherwise.
	write("mill", `1`)
	for _, step := range []struct {
		brand, act string
		folded     bool
	}{
		{"mill", "", false}, {"inn", "", true}, {"inn", "reload", true}, {"inn", "click", false}, {"inn", "reload", false}, {"mill", "click", true}, {"mill", "reload", true},
	} {
		switch step.act {
		case "":
			do(t, ctx, chromedp.Navigate("http://"+step.brand+".localhost:"+port))
		case "reload":
			do(t, ctx, chromedp.Reload())
		case "click":
			do(t, ctx, chromedp.Navigate("http://"+step.brand+".localhost:"+port))
			do(t, ctx, chromedp.Click(chromedp.CSS("#seed-problems button")))
		}
		do(t, ctx, chromedp.Poll[bool](`document.querySelector('#seed-problems button') !== null`))
		if got := evaluate[string](t, ctx, `const b = document.querySelector('#seed-problems'); return b.lastChild.hidden + ' ' + (b.offsetHeight < 150)`); got != fmt.Sprint(step.folded, " ", step.folded) {
			t.Errorf("%s, after %q: folded %s, want %v", step.brand, step.act, got, step.folded)
		}
	}
}
