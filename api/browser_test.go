package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/fixtures"
	"designmanual/seed"
)

// TestBrowser lets a page of another origin read tokens in a real browser
// (specification, sections 4.2 and 5). It needs a Chromium; without one it is
// skipped, or fails where DESIGNMANUAL_BROWSER is "required".
func TestBrowser(t *testing.T) {
	program := browser(t)
	served, secret := exampleManuals(t)
	pages := httptest.NewServer(http.FileServer(http.Dir("../scripts/recipes")))
	t.Cleanup(pages.Close)
	ctx := newTab(t, program, served.address())

	t.Run("colors.html applies the colors", func(t *testing.T) {
		do(t, ctx, chromedp.Navigate(pages.URL+"/colors.html"))
		do(t, ctx, chromedp.Poll[string](`document.documentElement.style.getPropertyValue('--color-lantern-yellow-2')`))
		ground := evaluate[string](t, ctx, `return getComputedStyle(document.body).backgroundColor`)
		link := evaluate[string](t, ctx, `return getComputedStyle(document.querySelector('a')).color`)
		property := evaluate[string](t, ctx, `return getComputedStyle(document.body).getPropertyValue('--color-shade')`)
		if ground != "rgb(244, 248, 250)" || link != "rgb(35, 104, 162)" || property != "#0F2A431F" {
			t.Errorf("ground %s, link %s, --color-shade %s", ground, link, property)
		}
	})

	t.Run("the page revalidates with the ETag it has read", func(t *testing.T) {
		before := served.count()
		got := evaluate[map[string]any](t, ctx, `
			const address = 'http://localhost:8080/api/v1/manuals/ternholm/tokens.json';
			const first = await fetch(address, { cache: 'no-store' });
			const bytes = (await first.arrayBuffer()).byteLength;
			const tag = first.headers.get('ETag');
			const second = await fetch(address, { headers: { 'If-None-Match': tag } });
			const remains = second.headers.get('X-RateLimit-Remaining');
			return { first: first.status, second: second.status, tag, again: second.headers.get('ETag'),
				bytes: bytes > 0, remains: remains !== null };`)
		tag, _ := got["tag"].(string)
		if expected := map[string]any{"first": 200.0, "second": 304.0, "tag": tag, "again": tag, "bytes": true, "remains": true}; tag == "" || !maps.Equal(got, expected) {
			t.Errorf("the page gets %v, want %v and a tag", got, expected)
		}
		want := []string{"GET 200", "OPTIONS 204", "GET 304 " + tag}
		if seen := served.since(before); !slices.Equal(seen, want) {
			t.Errorf("the server saw %q, want %q", seen, want)
		}
	})

	// A preflight comes first wherever a token is sent. Its wildcard does not
	// cover Authorization (Fetch standard, CORS-preflight fetch), but Chromium
	// sends the request all the same; it is the answer then that is not shared.
	for _, row := range []struct {
		clause, path, authorization string
		want                        string // what the page gets: a status, or the name of an error
		first                       string // what the server sees first
	}{
		{"5 rule 1: no credentials, no private manual", "ternholm.crew/tokens.json", "", "404", "GET 404"},
		{"5 rule 3: no token in a page", "ternholm.crew/tokens.json", "Bearer " + secret, "TypeError", "OPTIONS 204"},
		{"5 rule 3: nor for a public manual", "ternholm.json", "Bearer " + secret, "TypeError", "OPTIONS 204"},
		{"3: past its end date", "ternholm.ice-season.json", "", "410", "GET 410"},
	} {
		t.Run(row.clause, func(t *testing.T) {
			before := served.count()
			got := evaluate[string](t, ctx, fmt.Sprintf(`
				const authorization = %q;
				try {
					const answer = await fetch('http://localhost:8080/api/v1/manuals/%s',
						{ cache: 'no-store', headers: authorization ? { authorization } : {} });
					return String((await answer.json()).status);
				} catch (error) {
					return error.name;
				}`, row.authorization, row.path))
			if got != row.want {
				t.Errorf("the page gets %s, want %s", got, row.want)
			}
			if seen := served.since(before); len(seen) == 0 || seen[0] != row.first {
				t.Errorf("the server saw %q, want %q first", seen, row.first)
			}
		})
	}
}

// browser returns the path of a Chromium.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("DESIGNMANUAL_BROWSER") == "required" {
		t.Fatal("DESIGNMANUAL_BROWSER is required, and there is no chromium on the PATH")
	}
	t.Skipf("no chromium on the PATH (Debian: apt-get install chromium)")
	return ""
}

// newTab starts a browser of its own, with nothing in it, that takes
// localhost:8080 for the given address, and opens a tab.
func newTab(t *testing.T, program, address string) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("host-resolver-rules", "MAP localhost:8080 "+address),
	)
	limited, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	allocator, cancelAllocator := chromedp.NewExecAllocator(limited, options...)
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

// do carries out one action in the tab and returns its value.
func do[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// evaluate runs the body of an async function in the page and returns what it
// returns.
func evaluate[T any](t *testing.T, ctx context.Context, body string) T {
	t.Helper()
	return do(t, ctx, chromedp.Evaluate[T]("(async () => {"+body+"})()", chromedp.EvalAwaitPromise))
}

// exampleManuals serves the fixtures on loopback and makes an access token of
// the brand ternholm.
func exampleManuals(t *testing.T) (served *witness, secret string) {
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
	if _, err := seed.Import(t.Context(), store, seed.ReadFS(fixtures.Files(), "fixtures"), seed.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	token, err := admin.CreateToken.Do(t.Context(), admin.InProcess(store), admin.NewToken{Brand: "ternholm", Name: "page", Expires: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	rate, err := ratelimit.ParseRate(ratelimit.DefaultRate)
	if err != nil {
		t.Fatal(err)
	}
	handler := api.New(store, api.Options{Rate: rate, TokenRate: rate, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	handler.SetReady(true)
	served = &witness{handler: handler}
	served.server = httptest.NewServer(served)
	t.Cleanup(served.server.Close)
	return served, token.Secret
}

// A witness writes down what a server is asked and what it answers: the
// method, the status, and the If-None-Match field.
type witness struct {
	handler http.Handler
	server  *httptest.Server

	mu   sync.Mutex
	seen []string
}

func (w *witness) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.handler.ServeHTTP(&witnessed{rw, r, w}, r)
}

func (w *witness) address() string { return w.server.Listener.Addr().String() }

func (w *witness) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.seen)
}

func (w *witness) since(n int) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.seen[n:])
}

// witnessed tells the witness of an answer before the client can have it.
type witnessed struct {
	http.ResponseWriter
	request *http.Request
	witness *witness
}

func (a *witnessed) WriteHeader(status int) {
	line := fmt.Sprintf("%s %d %s", a.request.Method, status, a.request.Header.Get("If-None-Match"))
	a.witness.mu.Lock()
	a.witness.seen = append(a.witness.seen, strings.TrimSpace(line))
	a.witness.mu.Unlock()
	a.ResponseWriter.WriteHeader(status)
}
