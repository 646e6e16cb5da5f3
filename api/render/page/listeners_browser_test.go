//go:build browser

package page_test

import (
	"context"
	"fmt"
	"strings"
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
		b.checkHeard(t, map[string]string{"heading": "h1, h2, h3", "link": "main a[href]"})
		b.checkProblems(t)
	}
}

// checkHeard reports roles that the accessibility tree has less often than the page has elements of their selector.
func (b *tab) checkHeard(t *testing.T, selectors map[string]string) {
	t.Helper()
	heard := map[string]int{}
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			if !n.Ignored && n.Role != nil {
				heard[strings.Trim(string(n.Role.Value), `"`)]++
			}
		}
		return nil
	}))
	for role, selector := range selectors {
		if want := evaluate[int](t, b, fmt.Sprintf(`document.querySelectorAll(%q).length`, selector)); heard[role] < want {
			t.Errorf("%d of %d are heard as %s at %s", heard[role], want, role, evaluate[string](t, b, "location.href"))
		}
	}
}
