package page_test

import (
	"regexp"
	"testing"

	"designmanual/db/manual"
)

// Every color shows its own property, whatever the tints before it are called
// and whichever of them are left out.
func TestPropertiesBesideTints(t *testing.T) {
	colors := `{"colors":[
		{"name":"Red 50","hex":"#500000"},
		{"name":"Red","hex":"#ff0000","tints":{"50":"#ffeeee","100":"none","200":"#ffcccc"}},
		{"name":"Red 100","hex":"#100000"},
		{"name":"Blue","hex":"#0000ff","tints":{}},
		{"name":"Green","hex":"#00ff00","tints":true},
		{"name":"Grey","hex":"#808080","tints":null}]}`
	html := render(t, pageOf(t, manual.Brand{Slug: "acme", Name: "Acme"}, &manual.Manual{
		ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public,
		Sections: []manual.Section{{ID: "s", Anchor: "s", Title: "S", Blocks: []manual.Block{
			{ID: "b", Anchor: "b", Kind: manual.Colors, Content: []byte(colors)},
		}}},
	}))
	want := [][2]string{
		{"Red 50", "red-50"}, {"Red", "red"}, {"Red 100", "red-100"}, {"Blue", "blue"}, {"Green", "green"}, {"Grey", "grey"},
	}
	swatches := regexp.MustCompile(`(?s)<p class="name">([^<]*)</p>.*?data-css="--color-([^"]*)"`).FindAllStringSubmatch(html, -1)
	if len(swatches) != len(want) {
		t.Fatalf("%d swatches, want %d", len(swatches), len(want))
	}
	for i, swatch := range swatches {
		if swatch[1] != want[i][0] || swatch[2] != want[i][1] {
			t.Errorf("%s shows --color-%s, want --color-%s", swatch[1], swatch[2], want[i][1])
		}
	}
}
