package picture

import (
	"bytes"
	"encoding/xml"
	"image"
	"strings"

	"designmanual/tokenize/css"
)

// A color of less contrast with white or with the dark ground of pages is not seen on it.
const (
	leastOnWhite = 1.25
	leastOnDark  = 1.8
	darkGround   = "#141414"
)

// LostOn reports where a transparent SVG or PNG drawing cannot be seen: on a light page if none of its colors
// can, on a dark one if one of them cannot, because white details are usual on paper, dark words everywhere.
// Both are false where the colors are not known and where the drawing follows the look of the page by itself.
func LostOn(data []byte) (onLight, onDark bool) {
	if isPNG(data) {
		points := decodePNG(data)
		if points == nil || isOpaque(points) {
			return false, false
		}
		return lostOn(pointInks(points))
	}
	if bytes.Contains(data, []byte("prefers-color-scheme")) {
		return false, false
	}
	d := readSVG(data)
	if d.isFilled {
		return false, false
	}
	return lostOn(d.inks)
}

// lostOn is [LostOn] by the colors of a drawing.
func lostOn(inks []string) (onLight, onDark bool) {
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

// isOpaque reports whether a picture has no transparent point.
func isOpaque(picture image.Image) bool {
	p, ok := picture.(interface{ Opaque() bool })
	return !ok || p.Opaque()
}

// fills reports whether a shape fills a box that begins at 0, 0.
func fills(shape xml.StartElement, width, height string) bool {
	if width == "" {
		return false
	}
	switch shape.Name.Local {
	case "rect":
		return isZero(attribute(shape, "x")) && isZero(attribute(shape, "y")) &&
			isWhole(attribute(shape, "width"), width) && isWhole(attribute(shape, "height"), height)
	case "path":
		path := attribute(shape, "d")
		return strings.HasPrefix(path, "M0 0h"+width+"v"+height+"H0") ||
			strings.HasPrefix(path, "M0 0H"+width+"V"+height+"H0")
	}
	return false
}

func isZero(length string) bool { return length == "" || length == "0" }

func isWhole(length, whole string) bool { return length == whole || length == "100%" }

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}
