package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"testing"

	"designmanual/seed/picture"
)

// halves returns a PNG picture whose right half has an ink.
func halves(t *testing.T, width int, ground, ink color.NRGBA) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, 40))
	for i := range width * 40 {
		c := ground
		if i%width > width/2 {
			c = ink
		}
		picture.SetNRGBA(i%width, i/width, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A drawing that is made smaller is looked at then, so that it is decoded once.
func TestShrinkLooks(t *testing.T) {
	clear, black, white := color.NRGBA{}, color.NRGBA{10, 12, 16, 255}, color.NRGBA{255, 255, 255, 255}
	for _, tt := range []struct {
		ground, ink     color.NRGBA
		onLight, onDark bool
	}{{clear, black, false, true}, {clear, white, true, false}, {white, black, false, false}} {
		file := halves(t, 1200, tt.ground, tt.ink)
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
		made, err := picture.Shrink(t.Context(), open, int64(len(file)))
		if err != nil || made.OnLight != tt.onLight || made.OnDark != tt.onDark {
			t.Errorf("%v on %v: lost on light %t, on dark %t, %v", tt.ink, tt.ground, made.OnLight, made.OnDark, err)
		}
	}
}

// A transparent drawing that cannot be seen on a light or a dark page is known.
func TestLostOn(t *testing.T) {
	drawn := func(fill string) []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="` + fill + `"/></svg>`)
	}
	ground := func(first string) []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">` + first + `<path d="M3 3h3v3z"/></svg>`)
	}
	points := func(ground, ink color.NRGBA) []byte { return halves(t, 40, ground, ink) }
	clear, black, white := color.NRGBA{}, color.NRGBA{10, 12, 16, 255}, color.NRGBA{255, 255, 255, 255}
	for _, tt := range []struct {
		name            string
		data            []byte
		onLight, onDark bool
	}{
		{"black SVG", drawn("#101418"), false, true},
		{"navy SVG", drawn("#1d3557"), false, true},
		{"white SVG", drawn("#fff"), true, false},
		{"green SVG", drawn("#0b7"), false, false},
		{"SVG of no known color", drawn("none"), false, false},
		{"white SVG with black", drawn(`#fff"/><path d="M0 0h2v2z`), false, true},
		{"SVG with a ground", ground(`<rect width="9" height="9" fill="#fff"/>`), false, false},
		{"SVG with a path as its ground", ground(`<path fill="#fff" d="M0 0h9v9H0z"/>`), false, false},
		{"SVG with a frame", ground(`<rect width="9" height="9" fill="none" stroke="#111"/>`), false, true},
		{"SVG that follows the look", append(drawn("#101418"), `<!-- prefers-color-scheme -->`...), false, false},
		{"black PNG", points(clear, black), false, true},
		{"white PNG", points(clear, white), true, false},
		{"PNG without a transparent point", points(white, black), false, false},
		{"no picture", []byte("words"), false, false},
	} {
		if onLight, onDark := picture.LostOn(tt.data); onLight != tt.onLight || onDark != tt.onDark {
			t.Errorf("%s: lost on light %t, on dark %t", tt.name, onLight, onDark)
		}
	}
}
