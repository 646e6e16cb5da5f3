//go:build browser

package page_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"designmanual/api/render/page"
	"designmanual/db/manual"
)

// payloads are texts that would set window.ran if a page ran them, or request
// another host if it loaded them.
var payloads = []string{
	`<script>window.ran=1</script>`,
	`</title></style></script><script>window.ran=1</script>`,
	`"><img src=x onerror=window.ran=1>`,
	`' onmouseover='window.ran=1' autofocus onfocus='window.ran=1`,
	`<svg onload=window.ran=1><animate onbegin=window.ran=1 attributeName=x dur=1s>`,
	`<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=window.ran=1>`,
	`<a href="javascript:window.ran=1">press</a>`,
	`<a href="jav&#x09;ascript:window.ran=1">press</a>`,
	`<details open ontoggle=window.ran=1>`,
	`<form action="javascript:window.ran=1"><button>press</button></form>`,
	`<meta http-equiv=refresh content="0;url=https://evil.example/">`,
	`<link rel=stylesheet href=https://evil.example/a.css>`,
	`<base href=https://evil.example/>`,
	`<style>*{background:url(https://evil.example/a.png)}</style>`,
	`<div id="dm:main" class="skip" style="position:fixed;inset:0">over</div>`,
	`</div></div></section></main><h1>out</h1>`,
	`{{.Head.Policy}}<!-- ${window.ran=1} -->`,
	`javascript:window.ran=1`,
	`data:text/html,<script>window.ran=1</script>`,
	`</li></ul></dd></dl><li>out`,
	`*/}body{background:url(https://evil.example/a.png)}/*`,
	`//evil.example/x`,
	`/x`,
	`http://evil.example;script-src/x.png`,
	`data:image/svg+xml,<svg onload=window.ran=1>`,
	`<p><img src="data:image/png;base64,AAAA"><img src="//evil.example/x"><img src=x></p>`,
	"\u202Eevil\u202C \u0000 \uFFFF",
}

// hostile returns a manual with a payload in every text.
func hostile(t *testing.T, payload string) *manual.Manual {
	t.Helper()
	rich := "<p>" + payload + "</p>"
	object := func(pairs ...any) map[string]any {
		o := map[string]any{"further": payload, payload: map[string]any{payload: []any{payload, rich, 1, nil, true}}}
		for i := 0; i < len(pairs); i += 2 {
			o[pairs[i].(string)] = pairs[i+1]
		}
		return o
	}
	list := func(items ...any) []any { return items }
	contents := []struct {
		kind    manual.Kind
		content map[string]any
	}{
		{manual.Colors, object("colors", list(object("name", payload, "hex", "#0b5fff", "tints", true), object("name", "b", "hex", payload), object("name", "c", "hex", "rgb(0 0 0 / 1%)")))},
		{manual.Typography, object("fonts", list(object("family", "a"+strings.Map(plain, payload), "usage", payload, "fallbacks", list("'"+strings.Map(plain, payload)+"'", "serif"), "weights", list(payload, 400))), "scale", object("base", 16, "ratio", 1.2))},
		{manual.Spacing, object("steps", list(1, object("step", 2, "value", 3, "unit", "px")))},
		{manual.Breakpoints, object("breakpoints", list(object("name", payload, "value", 480)))},
		{manual.Motion, object("durations", list(object("name", payload, "value", 100)), "easings", list(object("name", payload, "value", payload), object("name", payload, "value", "ease")))},
		{manual.Radii, object("radii", list(object("name", payload, "value", 4)))},
		{manual.Elevation, object("levels", list(object("name", payload, "value", "0 0 1px red"), object("name", payload, "value", "0 0 var(--x)")))},
		{manual.Themes, object("themes", list(object("name", payload, "colors", map[string]any{"background": "#fff", "text": "#000", "primary": payload}), object("name", payload, "colors", map[string]any{"text": payload})))},
		{manual.Logo, object("logos", list(object("name", payload, "url", payload, "alt", payload, "background", payload), object("name", "b", "url", "https://assets.example/"+payload, "alt", payload, "background", "#fff")))},
		{manual.Text, object("html", payload)},
		{manual.Text, object("html", rich)},
		{manual.Image, object("images", list(object("url", payload, "alt", payload, "caption", rich)))},
		{manual.Downloads, object("files", list(object("name", payload, "url", payload, "size", payload), object("name", payload, "url", "javascript:window.ran=1", "size", 1)))},
		{manual.DosDonts, object("items", list(object("do", true, "html", rich, "url", payload), object("do", false, "html", payload)))},
		{"PRESS_KIT", object()},
	}
	section := manual.Section{ID: "s", Anchor: "s", Title: payload, Content: encode(t, object("intro", rich))}
	for i, c := range contents {
		id := fmt.Sprintf("b%d", i)
		section.Blocks = append(section.Blocks, manual.Block{ID: id, Anchor: id, Kind: c.kind, Content: encode(t, c.content)})
	}
	return &manual.Manual{ID: "m", Slug: "m", Title: payload, Description: payload, Visibility: manual.Public, Sections: []manual.Section{section}}
}

// plain removes what no font family may contain (css.CheckValue).
func plain(r rune) rune {
	if strings.ContainsRune("{};", r) || r < ' ' {
		return -1
	}
	return r
}

func encode(t *testing.T, v any) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Hostile content runs nothing, loads nothing, moves nothing on the page, and
// is readable.
func TestHostileContentInBrowser(t *testing.T) {
	browser := startBrowser(t)
	pages := map[string]string{}
	for i, payload := range payloads {
		p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: payload}, hostile(t, payload))
		pages[fmt.Sprint("hostile-", i)] = render(t, p)
	}
	index := page.ManualList{Site: site(t), API: true}
	for _, payload := range payloads {
		index.Entries = append(index.Entries, page.ListedManual{Brand: manual.BrandSettings{Slug: "acme", Name: payload}, Slug: "m", Title: payload})
	}
	pages["index"] = string(page.RenderManualList(index))
	b := openTab(t, browser, servePages(t, pages))
	for i, payload := range payloads {
		t.Run(payload, func(t *testing.T) {
			b.open(t, fmt.Sprint("hostile-", i), 768)
			want := strings.ReplaceAll(payload, "\x00", "\uFFFD")
			if got := evaluate[string](t, b, `document.querySelector("h1").textContent`); got != want {
				t.Errorf("the title reads %q", got)
			}
			if got := evaluate[string](t, b, `document.querySelector("#b0 .name").textContent`); got != want {
				t.Errorf("the name of a color reads %q", got)
			}
			if n := evaluate[int](t, b, `document.querySelectorAll("body > .page > main > .section > .block > .body").length`); n != 15 {
				t.Errorf("%d blocks in their place, want 15", n)
			}
			if bad := evaluate[[]string](t, b, `[...document.links].map((a) => a.protocol).filter((p) => !["http:", "https:", "mailto:", "tel:"].includes(p))`); len(bad) > 0 {
				t.Errorf("links by %q", bad)
			}
			if wide := evaluate[string](t, b, overflow); wide != "" {
				t.Errorf("wider than the window: %s", wide)
			}
			evaluate[bool](t, b, `(document.querySelectorAll("a, button, label").forEach((e) => { e.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })); e.focus(); }), true)`)
			if evaluate[bool](t, b, `"ran" in window`) {
				t.Error("it ran")
			}
			b.checkProblems(t)
		})
	}
	for _, address := range b.images {
		if !strings.HasPrefix(address, "https://assets.example/") && !strings.HasPrefix(address, b.base+manual.InternalPath) {
			t.Errorf("an image was asked for at %s", address)
		}
	}
	b.open(t, "index", 768)
	if evaluate[bool](t, b, `"ran" in window`) {
		t.Error("it ran in the index")
	}
	b.checkProblems(t)
}
