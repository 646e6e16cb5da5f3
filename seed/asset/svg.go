package asset

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"designmanual/seed/active"
	"designmanual/seed/picture"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

const (
	maxSVGElements = 1_000_000
	maxSVGDepth    = 256 // elements inside one another, as in libxml2, which browsers read images with
)

const expectedSVG = "expected an SVG image as the name says"

// inspectSVG reads an SVG image as XML, as browsers do, and returns its facts. An
// image that could run or load something is a [source.AssetError] unless active content
// is allowed.
func inspectSVG(r *bufio.Reader, allowActive bool) (pictureFacts, error) {
	in := &entityReader{Reader: r}
	s := svg{allowActive: allowActive, tokens: xml.NewDecoder(in), in: in}
	for {
		token, err := s.tokens.Token()
		if errors.Is(err, io.EOF) && s.root {
			return s.facts, s.refuse(active.StyleSheet(s.css.String()))
		}
		if err != nil {
			return pictureFacts{}, svgError(err)
		}
		if err := s.read(token); err != nil {
			return pictureFacts{}, err
		}
	}
}

// An svg is the state of reading an SVG image.
type svg struct {
	allowActive   bool
	tokens        *xml.Decoder
	in            *entityReader
	root          bool // the root element has begun
	elements      int
	depth, styles int // open elements, and open style elements
	adobe         int // depth of an open <foreignObject> of Illustrator, or 0
	css           strings.Builder
	facts         pictureFacts
}

// refuse returns an error for active content, with what helps in the drawing program,
// unless it is allowed.
func (s *svg) refuse(what string) error {
	if what == "" || s.allowActive {
		return nil
	}
	return source.AssetError(
		"expected an SVG image without active content, found " + what + " (--allow-active-html lets it pass). " +
			drawingHelp(what),
	)
}

// drawingHelp says what helps in the drawing program against active content.
func drawingHelp(what string) string {
	for _, help := range []struct{ fault, help string }{
		{
			"of <image>",
			"Embed the picture: in Illustrator with Embed in the panel Links, in Inkscape with Embed Images.",
		},
		{"of <feImage>", "Embed the picture, or draw it without a filter that loads one."},
		{"of <use>", "Copy what it shows into this drawing."},
		{"@import", "Turn texts into paths, so that the drawing loads no font."},
		{"url()", "Embed pictures and turn texts into paths, so that the drawing loads nothing."},
		{"xml-stylesheet", "Export the drawing with its styles inside."},
		{"<foreignObject>", "Turn texts into paths and export again: Export As in Illustrator, Plain SVG in Inkscape."},
		{"of HTML", "Turn texts into paths and export again: Export As in Illustrator, Plain SVG in Inkscape."},
	} {
		if strings.Contains(what, help.fault) {
			return help.help
		}
	}
	return "Export the drawing again without it: Export As in Illustrator, Plain SVG in Inkscape."
}

// read handles one token.
func (s *svg) read(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return s.start(t)
	case xml.EndElement:
		if s.depth--; s.depth < s.adobe {
			s.adobe = 0
		}
		if t.Name.Local == "style" {
			s.styles--
		}
	case xml.CharData:
		if s.depth == 0 && strings.Trim(string(t), " \t\r\n\ufeff") != "" {
			return source.AssetError(expectedSVG + ", found text outside of its root")
		}
		if s.styles > 0 {
			s.css.Write(t)
		}
	case xml.ProcInst:
		if t.Target != "xml" {
			return s.refuse("an instruction <?" + content.Truncate(t.Target) + "?>")
		}
	case xml.Directive:
		entities, ok := doctypeEntities(string(t))
		if !ok {
			return s.refuse("a declaration other than the W3C's DOCTYPE and plain entities")
		}
		s.tokens.Entity, s.in.limited = entities, len(entities) > 0
	}
	return nil
}

// start handles the beginning of an element.
func (s *svg) start(t xml.StartElement) error {
	if err := s.checkRoot(t); err != nil {
		return err
	}
	if s.elements++; s.elements > maxSVGElements {
		return source.AssetError(expectedSVG + " of at most " + strconv.Itoa(maxSVGElements) + " elements, found more")
	}
	if s.depth++; s.depth > maxSVGDepth {
		return source.AssetError(
			expectedSVG + " of at most " + strconv.Itoa(maxSVGDepth) + " elements inside one another, found more",
		)
	}
	if t.Name.Local == "style" {
		s.styles++
	}
	if s.adobe > 0 && !strings.HasPrefix(t.Name.Space, active.AdobeSpace) {
		return s.refuse("an element <foreignObject>")
	}
	if active.IsAdobeObject(t) && s.adobe == 0 {
		s.adobe = s.depth
		return s.refuse(active.Attributes(t))
	}
	return s.refuse(active.Element(t))
}

// checkRoot returns an error unless an element may stand where it does: one <svg> around
// all others.
func (s *svg) checkRoot(t xml.StartElement) error {
	if s.root {
		if s.depth == 0 {
			return source.AssetError(expectedSVG + ", found more than one element at its root")
		}
		return nil
	}
	if t.Name == (xml.Name{Local: "svg"}) {
		return source.AssetError(
			expectedSVG + `, found <svg> without xmlns="` + active.SVGSpace + `", which browsers do not show`,
		)
	}
	if t.Name != (xml.Name{Space: active.SVGSpace, Local: "svg"}) {
		return source.AssetError(expectedSVG + ", found an element " + strconv.Quote(content.Truncate(t.Name.Local)))
	}
	s.root = true
	s.facts = svgFacts(t)
	return nil
}

var errNotUTF8 = source.AssetError(
	"expected an SVG image in UTF-8, found another encoding. Export the drawing again as UTF-8.",
)

func svgError(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) && syntax.Msg == "invalid UTF-8" {
		return errNotUTF8
	}
	if errors.As(err, &syntax) {
		return source.AssetError(
			expectedSVG + ": line " + strconv.Itoa(syntax.Line) + ": " + content.Truncate(syntax.Msg),
		)
	}
	if errors.Is(err, io.EOF) {
		return source.AssetError(expectedSVG + ", found no element")
	}
	if strings.Contains(err.Error(), "encoding") {
		return errNotUTF8
	}
	return source.AssetError(expectedSVG + ": " + content.Truncate(err.Error()))
}

// svgFacts returns the size of an image in pixels: that of the view box, else width and height if
// both are plain lengths, else 0, 0; and whether browsers cannot scale it, since it has neither a view
// box nor lengths of another unit.
func svgFacts(root xml.StartElement) pictureFacts {
	const longest = 200 // of an attribute with four numbers
	var box []string
	plain := make([]string, 4) // in the form of a view box
	for _, attr := range root.Attr {
		if attr.Name.Space != "" || len(attr.Value) > longest {
			continue
		}
		switch attr.Name.Local {
		case "viewBox":
			box = picture.ViewBox(attr.Value)
		case "width":
			plain[2] = attr.Value
		case "height":
			plain[3] = attr.Value
		}
	}
	for _, size := range [][]string{box, plain} {
		if len(size) == 4 && pixels(size[2]) > 0 && pixels(size[3]) > 0 {
			return pictureFacts{width: pixels(size[2]), height: pixels(size[3])}
		}
	}
	return pictureFacts{unscaled: len(box) != 4 && !(absolute.MatchString(plain[2]) && absolute.MatchString(plain[3]))}
}

// absolute matches a length that is no share of the picture's place.
var absolute = regexp.MustCompile(`^\s*[+.]?[0-9][^%]*$`)

// pixels parses a length in px and rounds it up. It returns 0 if it is none.
func pixels(text string) int {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil || !(n > 0 && n <= 1<<20) {
		return 0
	}
	return int(math.Ceil(n))
}
