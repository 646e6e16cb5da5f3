package picture

import (
	"bytes"
	"image"
	"image/color"
	"regexp"

	"designmanual/tokenize/css"
)

// A color of less contrast with white or with the dark ground of pages is not seen on it.
const (
	leastOnWhite = 1.25
	leastOnDark  = 1.8
	darkGround   = "#141414"
)

// LostOn reports where a transparent drawing cannot be seen: on a light page if none of its colors can, on a
// dark one if one of them cannot, because white details are usual on paper, dark words everywhere. Both are
// false where the colors are not known and where the drawing follows the look of the page by itself.
func LostOn(data []byte) (onLight, onDark bool) {
	if isOpaque(data) || bytes.Contains(data, []byte("prefers-color-scheme")) {
		return false, false
	}
	inks := Inks(data)
	onLight = len(inks) > 0
	for _, ink := range inks {
		if css.Contrast(ink, "#ffffff") >= leastOnWhite {
			onLight = false
		}
		if css.Contrast(ink, darkGround) < leastOnDark {
			onDark = true
		}
	}
	return onLight, onDark
}

// isOpaque reports whether a picture has a ground of its own: a PNG image without transparent points, by its
// head, or an SVG image whose first shape fills it.
func isOpaque(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\x89PNG")) {
		return isOpaquePNG(data)
	}
	box, shape := viewBox.FindSubmatch(data), firstShape.Find(data)
	if box == nil || shape == nil || bytes.Contains(shape, []byte(`"none"`)) {
		return false
	}
	width, height := string(box[1]), string(box[2])
	has := func(text string) bool { return bytes.Contains(shape, []byte(text)) }
	return (has(` width="`+width+`"`) || has(` width="100%"`)) && (has(` height="`+height+`"`) || has(` height="100%"`)) ||
		has(`"M0 0h`+width+`v`+height+`H0`) || has(`"M0 0H`+width+`V`+height+`H0`)
}

var (
	viewBox    = regexp.MustCompile(`viewBox="0[ ,]+0[ ,]+([0-9.]+)[ ,]+([0-9.]+)"`)
	firstShape = regexp.MustCompile(`<(?:rect|path|circle|ellipse|polygon|polyline|line|text)\s[^>]*>`)
)

func isOpaquePNG(data []byte) bool {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return true
	}
	if palette, ok := config.ColorModel.(color.Palette); ok {
		for _, c := range palette {
			if _, _, _, alpha := c.RGBA(); alpha == 0 {
				return false
			}
		}
		return true
	}
	return config.ColorModel != color.NRGBAModel && config.ColorModel != color.NRGBA64Model
}
