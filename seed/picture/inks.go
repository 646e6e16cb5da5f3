package picture

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/css"
)

// MaxDrawing is the size in bytes up to which [Inks] is worth its time.
const MaxDrawing = 4 << 20

// Inks returns the colors that an SVG or PNG image is drawn in, in hex, each once. It returns none
// if they are not known, as those of a JPEG or of a PNG of more than four megapixels.
func Inks(data []byte) []string {
	if !isPNG(data) {
		return readSVG(data).inks
	}
	points := decodePNG(data)
	if points == nil {
		return nil
	}
	return pointInks(points)
}

func isPNG(data []byte) bool { return bytes.HasPrefix(data, []byte("\x89PNG")) }

// shapes are the elements of SVG that ink is seen of; unseen are those that draw nothing
// themselves.
var (
	shapes = strings.Fields("path rect circle ellipse polygon polyline line text tspan use")
	unseen = strings.Fields("clipPath mask pattern symbol marker metadata title desc script")
	cssInk = regexp.MustCompile(`(?i)(?:fill|stroke|stop-color)\s*:\s*([^;}!]+)`)
)

// maxInks is the number of colors from which on no others are counted.
const maxInks = 64

// A drawing is what is known of an SVG image while it is read.
type drawing struct {
	inks     []string // in hex, each once
	isFilled bool     // the first shape is a ground that fills the view box

	width, height string   // of a view box that begins at 0, 0, as written
	hasShape      bool     // the first shape has been read
	fills         []string // of the open elements
	hidden        int      // open elements of which nothing is seen
	styles        int      // open style elements
	styled        bool     // a style sheet gives classes their inks
}

// readSVG returns what is known of an SVG image, nothing of what is none. A shape without a
// color is black, as in browsers. What one sees through is light or shade on the other inks.
func readSVG(data []byte) drawing {
	if !bytes.HasPrefix(bytes.TrimLeft(data, "\xef\xbb\xbf \t\r\n"), []byte("<")) {
		return drawing{}
	}
	tokens := xml.NewDecoder(bytes.NewReader(data))
	tokens.Strict = false
	var d drawing
	for {
		token, err := tokens.RawToken()
		if err != nil { // the end, or what an import has refused already
			return d
		}
		switch t := token.(type) {
		case xml.StartElement:
			d.start(t)
		case xml.EndElement:
			d.end()
		case xml.CharData:
			d.readStyles(t)
		}
	}
}

func (d *drawing) start(t xml.StartElement) {
	if d.hidden > 0 || slices.Contains(unseen, t.Name.Local) {
		d.hidden++
		return
	}
	switch t.Name.Local {
	case "style":
		d.styles++
	case "svg":
		d.readViewBox(t)
	}
	set, hasClass := inksOf(t)
	fill := set["fill"]
	if fill == "" && len(d.fills) > 0 {
		fill = d.fills[len(d.fills)-1]
	}
	d.fills = append(d.fills, fill)
	if t.Name.Local == "stop" && !isSeenThrough(set["stop-opacity"]) {
		d.add(set["stop-color"])
	}
	if !slices.Contains(shapes, t.Name.Local) {
		return
	}
	if fill == "" && !(hasClass && d.styled) {
		fill = "black"
	}
	if !d.hasShape {
		d.hasShape = true
		d.isFilled = fill != "none" && fills(t, d.width, d.height)
	}
	if !isSeenThrough(set["fill-opacity"]) {
		d.add(fill)
	}
	d.add(set["stroke"])
}

// ViewBox returns the numbers of a view box, as written (SVG 2, section 8.6).
func ViewBox(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
}

// readViewBox reads the size of the outermost view box.
func (d *drawing) readViewBox(t xml.StartElement) {
	box := ViewBox(attribute(t, "viewBox"))
	if d.width == "" && len(box) == 4 && box[0] == "0" && box[1] == "0" {
		d.width, d.height = box[2], box[3]
	}
}

func (d *drawing) end() {
	d.styles = 0
	if d.hidden > 0 {
		d.hidden--
	} else if len(d.fills) > 0 {
		d.fills = d.fills[:len(d.fills)-1]
	}
}

func (d *drawing) readStyles(text []byte) {
	if d.styles == 0 {
		return
	}
	for _, found := range cssInk.FindAllSubmatch(text, -1) {
		d.styled = true
		d.add(string(found[1]))
	}
}

// add adds an ink. What is no color, such as none and url(#gradient), is not added.
func (d *drawing) add(text string) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "currentColor") {
		text = "black" // in a picture
	}
	color, err := css.ParseColor(text)
	if err != nil {
		return
	}
	hex, _ := color.Hex()
	const faint = 26
	c := css.Channels(hex)
	if ink := css.HexOf(c[:3]...); c[3] >= faint && len(d.inks) < maxInks && !slices.Contains(d.inks, ink) {
		d.inks = append(d.inks, ink)
	}
}

// isSeenThrough reports whether an opacity is half at most.
func isSeenThrough(opacity string) bool {
	number, isShare := strings.CutSuffix(opacity, "%")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	if isShare {
		value /= 100
	}
	return value <= 0.5
}

// inksOf returns the inks that the attributes of an element set, and whether it has a class.
func inksOf(t xml.StartElement) (set map[string]string, hasClass bool) {
	set = map[string]string{}
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "fill", "stroke", "stop-color", "stop-opacity", "fill-opacity":
			set[a.Name.Local] = a.Value
		case "class":
			hasClass = true
		}
	}
	for _, a := range t.Attr {
		if a.Name.Local != "style" {
			continue
		}
		for _, declaration := range strings.Split(a.Value, ";") {
			name, value, _ := strings.Cut(declaration, ":")
			set[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return set, hasClass
}

// decodePNG decodes a PNG image of at most four megapixels. It returns nil for others and for damaged ones.
func decodePNG(data []byte) image.Image {
	const most = 4_000_000
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width*config.Height > most {
		return nil
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return picture
}

// pointInks returns the main colors of a picture: those of a twelfth of what is seen.
func pointInks(picture image.Image) []string {
	const share = 12
	count, seen := map[[3]uint8]int{}, 0
	bounds := picture.Bounds()
	step := max(1, max(bounds.Dx(), bounds.Dy())/256)
	for y := bounds.Min.Y; y < bounds.Max.Y; y += step {
		for x := bounds.Min.X; x < bounds.Max.X; x += step {
			c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
			if c.A < 200 {
				continue
			}
			seen++
			count[[3]uint8{c.R &^ 15, c.G &^ 15, c.B &^ 15}]++
		}
	}
	var inks []string
	for c, n := range count {
		if n*share >= seen {
			inks = append(inks, css.HexOf(c[0]|c[0]>>4, c[1]|c[1]>>4, c[2]|c[2]>>4))
		}
	}
	slices.Sort(inks)
	return inks
}
