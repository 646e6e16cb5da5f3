//go:build browser

package page_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Until a long manual has loaded, bodies of blocks far below wait, and whoever listens hears all titles and their links.
func TestWaitingBlocksAreHeardInBrowser(t *testing.T) {
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"long": longManual(t)}))
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		const neverLoaded = `addEventListener("load", (event) => event.stopImmediatePropagation())`
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: neverLoaded})
		return err
	}))
	for _, name := range []string{"long", "long#s12b0"} {
		b.do(t, chromedp.Navigate("about:blank"))
		b.open(t, name, 1440)
		waiting := evaluate[int](t, b, `new Promise((done) => {
			const wait = (e) => getComputedStyle(e).contentVisibility !== "visible";
			const look = () => {
				if ([...document.querySelectorAll("main > .section")].some(wait)) requestAnimationFrame(look);
				else done([...document.querySelectorAll("main .block[id] > .body")].filter(wait).length);
			};
			look();
		})`)
		if waiting < 100 {
			t.Errorf("%s: %d bodies wait, want most of 192", name, waiting)
		}
		var heard map[string]int
		b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
			if err != nil {
				return err
			}
			heard = roles(tree.Nodes)
			return nil
		}))
		for role, selector := range map[string]string{"heading": "h1, h2, h3", "link": "main a[href]"} {
			if want := evaluate[int](t, b, `document.querySelectorAll("`+selector+`").length`); heard[role] < want {
				t.Errorf("%s: %d of %d are heard as %s", name, heard[role], want, role)
			}
		}
		b.checkProblems(t)
	}
}
