//go:build browser

package page_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"designmanual/api/render/page"
	"designmanual/api/render/page/assets"
)

// executable finds a Chromium.
func executable() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no chromium on the PATH (Debian: apt-get install chromium)")
}

// TestMain ends the browser after the last test.
func TestMain(m *testing.M) {
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

var stopBrowser = func() {}

// startBrowser returns the browser of all tests, which resolves no host name, so that no request
// leaves this machine. Each test serves its pages at a port of its own, and shares no storage with another.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	ctx, err := theBrowser()
	if err != nil {
		t.Fatalf("starting the browser: %v", err)
	}
	return ctx
}

var theBrowser = sync.OnceValues(func() (context.Context, error) {
	path, err := executable()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "browser-*")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocated)
	stopBrowser = func() {
		end()
		stop()
		os.RemoveAll(profile)
	}
	return ctx, chromedp.Do(ctx)
})

// servePages serves pages by name, and their assets, on loopback. Files that are not of
// the fixtures are served by their paths.
func servePages(t *testing.T, pages map[string]string, others ...map[string][]byte) string {
	t.Helper()
	files := artwork(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, other := range others {
			if data, ok := other[r.URL.Path]; ok {
				http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(data))
				return
			}
		}
		if data := readArtwork(t, files, r.URL.Path); data != nil {
			http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(data))
			return
		}
		if asset, ok := assets.Find(r.URL.Path); ok {
			w.Header().Set("Content-Type", asset.Type)
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Write(asset.Body)
			return
		}
		html, ok := pages[strings.TrimPrefix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", page.SecurityPolicy)
		w.Write([]byte(html))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// A tab opens pages and records errors.
type tab struct {
	ctx  context.Context
	base string

	mu       sync.Mutex
	images   []string // the addresses of requested images
	problems []string // console errors, exceptions, policy reports, unexpected requests
}

// openTab opens a tab on the pages at base. It prefers reduced motion, so that
// no test waits for an animation.
func openTab(t *testing.T, within context.Context, base string) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(within)
	t.Cleanup(end)
	b := &tab{ctx: ctx, base: base}
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if err := chromedp.Listen(ctx, b.record); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, log.Enable, struct{}{}); err != nil {
			return err
		}
		return nil
	}))
	if err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	b.media(t, "light")
	return b
}

// record records the events that no page should cause.
func (b *tab) record(event any) {
	problem := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		missing := e.Entry.Source == "network" && !strings.Contains(e.Entry.URL, "/-/") // an image; requests are checked in EventRequestWillBeSent
		if e.Entry.Level != log.EntryLevelVerbose && !missing {
			problem = fmt.Sprintf("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		problem = fmt.Sprintf("console %s", e.Type)
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeImage {
			b.mu.Lock()
			b.images = append(b.images, e.Request.URL)
			b.mu.Unlock()
		}
		if e.Type != network.ResourceTypeImage && !strings.HasPrefix(e.Request.URL, b.base) {
			problem = fmt.Sprintf("request for %s %s", e.Type, e.Request.URL)
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
}

// media sets the color scheme.
func (b *tab) media(t *testing.T, scheme string) {
	t.Helper()
	b.prefer(t, "prefers-color-scheme", scheme)
}

// forcedColors switches forced colors on.
func (b *tab) forcedColors(t *testing.T) {
	t.Helper()
	b.prefer(t, "forced-colors", "active")
}

// prefer sets a media feature, and reduced motion.
func (b *tab) prefer(t *testing.T, feature, value string) {
	t.Helper()
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: feature, Value: value}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// withoutScript switches JavaScript off.
func (b *tab) withoutScript(t *testing.T) {
	t.Helper()
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

// withClipboard lets the page write and the test read the clipboard.
func (b *tab) withClipboard(t *testing.T) {
	t.Helper()
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		for _, name := range []string{"clipboard-read", "clipboard-write"} {
			if _, err := chromedp.CallBrowser(ctx, browser.SetPermission, browser.SetPermissionParams{
				Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
			}); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}))
}

func (b *tab) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func (b *tab) open(t *testing.T, name string, width int64) {
	t.Helper()
	b.do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(b.base+"/"+name))
}

// drawAll draws what is not near the window too, whose text a test could not read.
func (b *tab) drawAll(t *testing.T) {
	t.Helper()
	evaluate[bool](t, b, `document.querySelectorAll(".body").forEach((e) => e.style.contentVisibility = "visible") === undefined`)
}

// checkProblems fails for each problem since the last call.
func (b *tab) checkProblems(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.problems {
		t.Error(problem)
	}
	b.problems = nil
}

// evaluate evaluates an expression in the page and waits for a promise.
func evaluate[T any](t *testing.T, b *tab, expression string) T {
	t.Helper()
	answer, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return answer
}
