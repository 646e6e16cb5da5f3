package page_test

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

// The links on a cover are called after their section, unless that shows things of many kinds, and contacts after
// their block.
func TestWaysFromTheCover(t *testing.T) {
	logo := manual.Block{ID: "b1", Anchor: "b1", Kind: manual.Logo, Content: []byte(`{"logos":[{"name":"Mark","url":"a.svg"}]}`)}
	others := []manual.Block{
		{ID: "b2", Anchor: "b2", Kind: manual.Text, Content: []byte(`{"html":"<p>Words</p>"}`)},
		{ID: "b3", Anchor: "b3", Kind: manual.Icons, Content: []byte(`{"icons":[{"name":"Bell","url":"a.svg"}]}`)},
		{ID: "b4", Anchor: "b4", Kind: manual.Image, Content: []byte(`{"images":[{"url":"a.svg"}]}`)},
		{ID: "b5", Anchor: "b5", Kind: manual.DosDonts, Content: []byte(`{"items":[{"do":true,"html":"<p>So</p>"}]}`)},
		{ID: "b6", Anchor: "b6", Kind: manual.Downloads, Content: []byte(`{"files":[{"name":"All","url":"a.zip"}]}`)},
	}
	contact := manual.Block{ID: "b7", Anchor: "b7", Kind: "CONTACTS", Content: []byte(`{"title":"People to ask","people":[{"name":"Ada"}]}`)}
	for want, blocks := range map[string][]manual.Block{
		`<a href="#s">The tern</a>`:       append([]manual.Block{logo}, others[:3]...),
		`<a href="#b7">People to ask</a>`: {others[0], contact},
		`<a href="#b1">Logo</a>`:          append([]manual.Block{logo}, others...),
	} {
		m := &manual.Manual{ID: "m", Slug: "guide", Title: "Guide", Visibility: manual.Public}
		m.Sections = []manual.Section{{ID: "s", Anchor: "s", Title: "The tern", Blocks: blocks}}
		html := render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
		if !strings.Contains(html, `<p class="ways">`+want) {
			t.Errorf("the cover has no link %s", want)
		}
	}
}
