//go:build browser

package page_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// sheet matches the object of one page of a PDF.
var sheet = regexp.MustCompile(`/Type /Page\b`)

// Pages of the edition in print are filled: what is longer than a page begins where there is room, also if nothing but
// the footer follows it, a film without a picture leaves no black page, and one with a picture has it.
func TestPrintInBrowser(t *testing.T) {
	icons := make([]string, 60)
	for i := range icons {
		icons[i] = fmt.Sprintf(`{"name":"tern %d","url":"ternholm/logo/tern-navy.svg"}`, i)
	}
	film := `{"videos":[{"url":"ternholm/film/leaving.mp4"}]}`
	pictured := `{"videos":[{"url":"ternholm/film/leaving.mp4","poster":"ternholm/photo/skarv-leaving-nordhavn.webp"}]}`
	tests := []struct {
		name   string
		blocks []string
		pages  int // with the cover
	}{
		{"icons", []string{"TEXT", `{"html":"<p>Few words.</p>"}`, "ICONS", `{"icons":[` + strings.Join(icons, ",") + `]}`}, 3},
		{"films", []string{"VIDEO", film, "VIDEO", film, "VIDEO", film}, 2},
		{"films with pictures", []string{"VIDEO", pictured, "VIDEO", pictured, "VIDEO", pictured}, 3},
	}
	pages := map[string]string{}
	for _, tt := range tests {
		pages[tt.name] = withArtwork(t, tt.blocks...)
	}
	b := openTab(t, startBrowser(t), servePages(t, pages))
	for _, tt := range tests {
		b.open(t, tt.name, 1440)
		if got := len(sheet.FindAll(b.print(t), -1)); got != tt.pages {
			t.Errorf("%s take %d pages, want %d", tt.name, got, tt.pages)
		}
	}
}

// print returns the page as a PDF on A4, once its pictures are loaded, as browsers do for people who print.
func (b *tab) print(t *testing.T) []byte {
	t.Helper()
	evaluate[bool](t, b, `Promise.all([...document.images].map((image) => {
		image.loading = "eager";
		return image.decode().catch(() => {});
	})).then(() => true)`)
	var pdf []byte
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		printed, err := chromedp.Call(ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{
			PrintBackground: new(true), PaperWidth: 8.27, PaperHeight: 11.69,
		})
		if err != nil {
			return err
		}
		pdf = printed.Data
		return nil
	}))
	return pdf
}
