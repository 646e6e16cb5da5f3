//go:build browser

package page_test

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"designmanual/api/render/page"
	"designmanual/db/manual"
)

// A page that is one file opens from a disk without a request. Its search, its switch and its
// pictures in large work.
func TestSingleFileInBrowser(t *testing.T) {
	p, _ := fixture(t, "anse-verte.guide")
	art := artwork(t)
	types := map[string]string{".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png", ".woff2": "font/woff2"}
	body := page.RenderSingle(p, func(f manual.File, whole bool) string {
		data, media := readArtwork(t, art, p.Path()+f.Path()), types[filepath.Ext(f.Name)]
		if data == nil || media == "" {
			return ""
		}
		if whole && media == "image/svg+xml" {
			data = append(data, "<!-- whole -->"...)
		}
		return "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(data)
	})
	file := filepath.Join(t.TempDir(), "manual.html")
	if err := os.WriteFile(file, body, 0o644); err != nil {
		t.Fatal(err)
	}
	b := openTab(t, startBrowser(t), "file://"+file)
	var requests []string
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		return chromedp.Listen(ctx, func(event any) {
			if e, ok := event.(*network.EventRequestWillBeSent); ok && !strings.HasPrefix(e.Request.URL, "data:") {
				b.mu.Lock()
				requests = append(requests, e.Request.URL)
				b.mu.Unlock()
			}
		})
	}))
	b.do(t, chromedp.EmulateViewport(1440, 900), chromedp.Navigate("file://"+file))
	for what, check := range map[string]string{
		"a font is drawn":     `document.fonts.ready.then(() => [...document.fonts].some((font) => font.status === "loaded"))`,
		"pictures are seen":   `Promise.all([...document.images].map((i) => { i.loading = "eager"; return i.decode().then(() => true, () => i.src.slice(0, 60)); })).then((all) => all.every((one) => one === true))`,
		"the search finds":    `(() => { document.querySelector(".open-search").click(); const f = document.querySelector(".search input"); f.value = "spruce"; f.dispatchEvent(new Event("input", { bubbles: true })); const n = document.querySelectorAll(".search [role=option]").length; document.querySelector(".search").close(); return n > 0; })()`,
		"the switch switches": `(() => { const s = document.querySelector(".scheme select"); s.value = "dark"; s.dispatchEvent(new Event("change", { bubbles: true })); return document.documentElement.dataset.scheme === "dark"; })()`,
		"logos are drawn as PNG, and all as one ZIP": `new Promise((done) => {
			URL.createObjectURL = (blob) => { done(blob.type === "application/zip" && blob.size > 1000); return "#"; };
			new MutationObserver(() => done(false)).observe(document.querySelector(".said"), { childList: true });
			document.querySelector(".logos + .all-of").click();
		}).then((zip) => zip && document.querySelectorAll(".logos button.chip").length > 1)`,
		"files keep their names": `(() => {
			const names = [...document.querySelectorAll(".formats-of a[href^='data:']")].map((link) => link.download);
			document.querySelector("a.zoom").click();
			const large = document.querySelector(".large[open]"), picture = large.querySelector("a").download;
			large.close();
			return names.length > 1 && [...names, picture].every((name) => /^[^.]+\.[a-z0-9]+$/.test(name));
		})()`,
		"a PNG is drawn of the whole logo": `(() => {
			const item = document.querySelector(".logos > li"), shown = item.querySelector(".frame > img").src;
			item.querySelector(".formats-of button").click();
			const drawn = document.querySelector(".desk-view > img").src;
			document.querySelector(".desk").close();
			return drawn !== shown && drawn === item.querySelector(".formats-of a").href;
		})()`,
		"an icon is copied by its name": `(() => {
			const icon = document.querySelector(".icons button"), said = document.querySelector(".said");
			const told = new Promise((done) => new MutationObserver(() => done(said.textContent)).observe(said, { childList: true }));
			icon.click();
			return told.then((text) => text.length < 60 && text.includes(".svg") || text);
		})().then((well) => well === true)`,
		"downloads are told by name": `(() => {
			const names = [...document.querySelectorAll(".files .note")].map((note) => note.textContent);
			return names.length > 0 && names.every((name) => !name.includes("/"));
		})()`,
		"a picture opens": `(() => { document.querySelector("a.zoom").click(); const big = document.querySelector(".large[open] > img"); return big.src.startsWith("data:image/") && location.hash === ""; })()`,
	} {
		if !evaluate[bool](t, b, check) {
			t.Errorf("not so: %s", what)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(requests) != 1 {
		t.Errorf("requests: %q", requests)
	}
}
