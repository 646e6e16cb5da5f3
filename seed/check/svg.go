package check

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"designmanual/seed/source"
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xhtmlSpace = "http://www.w3.org/1999/xhtml"
)

const (
	maxSVGElements = 1_000_000
	maxSVGDepth    = 256    // elements inside one another, as in libxml2, which browsers read images with
	maxSVGLoads    = 10_000 // addresses in a style sheet or an attribute
)

const expectedSVG = "expected an SVG image as the name says"

// inspectSVG reads an SVG image as XML, as browsers do, and returns its size. An
// image that could run or load something is a [source.AssetError] unless active content
// is allowed.
func inspectSVG(r io.Reader, o Options) (width, height int, err error) {
	s, tokens := svg{options: o}, xml.NewDecoder(r)
	for err == nil {
		token, tokenErr := tokens.Token()
		switch {
		case errors.Is(tokenErr, io.EOF) && s.root:
			return s.width, s.height, s.active(activeCSS(s.css.String()))
		case tokenErr != nil:
			err = svgError(tokenErr)
		default:
			err = s.read(token)
		}
	}
	return 0, 0, err
}

// An svg is the state of reading an SVG image.
type svg struct {
	options       Options
	root          bool // the root element has begun
	elements      int
	depth, styles int // open elements, and open style elements
	css           strings.Builder
	width, height int
}

// active returns an error for active content, unless it is allowed.
func (s *svg) active(what string) error {
	if what == "" || s.options.AllowActiveHTML {
		return nil
	}
	return source.AssetError("expected an SVG image without active content, found " + what + " (--allow-active-html lets it pass)")
}

// read handles one token.
func (s *svg) read(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		switch {
		case s.depth == 0 && s.root:
			return source.AssetError(expectedSVG + ", found more than one element at its root")
		case !s.root && t.Name == xml.Name{Local: "svg"}:
			return source.AssetError(expectedSVG + `, found <svg> without xmlns="` + svgSpace + `", which browsers do not show`)
		case !s.root && t.Name != xml.Name{Space: svgSpace, Local: "svg"}:
			return source.AssetError(expectedSVG + ", found an element " + strconv.Quote(source.Truncate(t.Name.Local)))
		case !s.root:
			s.root = true
			s.width, s.height = svgSize(t)
		}
		if s.elements++; s.elements > maxSVGElements {
			return source.AssetError(expectedSVG + " of at most " + strconv.Itoa(maxSVGElements) + " elements, found more")
		}
		if s.depth++; s.depth > maxSVGDepth {
			return source.AssetError(expectedSVG + " of at most " + strconv.Itoa(maxSVGDepth) + " elements inside one another, found more")
		}
		if t.Name.Local == "style" {
			s.styles++
		}
		return s.active(activeElement(t))
	case xml.EndElement:
		if s.depth--; t.Name.Local == "style" {
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
			return s.active("an instruction <?" + source.Truncate(t.Target) + "?>")
		}
	case xml.Directive:
		if !plainDoctype.Match(t) {
			return s.active("a declaration other than the W3C's DOCTYPE")
		}
	}
	return nil
}

func svgError(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return source.AssetError(expectedSVG + ": line " + strconv.Itoa(syntax.Line) + ": " + source.Truncate(syntax.Msg))
	case errors.Is(err, io.EOF):
		return source.AssetError(expectedSVG + ", found no element")
	case strings.Contains(err.Error(), "encoding"):
		return source.AssetError("expected an SVG image in UTF-8, found another encoding")
	}
	return source.AssetError(expectedSVG + ": " + source.Truncate(err.Error()))
}

// plainDoctype matches a DOCTYPE that names the W3C's document type, or none, and
// declares nothing.
var plainDoctype = regexp.MustCompile(`^DOCTYPE\s+svg(\s+PUBLIC\s+["']-//W3C//DTD SVG [^"'\[\]]*["'](\s+["']https?://www\.w3\.org/[^"'\[\]]*["'])?)?\s*$`)

// activeNames are elements that run something or embed documents.
var activeNames = map[string]bool{
	"script": true, "foreignobject": true, "handler": true, "listener": true, "iframe": true, "object": true, "embed": true,
	"audio": true, "video": true, "link": true, "base": true, "meta": true,
}

func activeElement(e xml.StartElement) string {
	local := strings.ToLower(e.Name.Local)
	if activeNames[local] || e.Name.Space == xhtmlSpace {
		return "an element <" + source.Truncate(e.Name.Local) + ">"
	}
	for _, attr := range e.Attr {
		name, value := strings.ToLower(attr.Name.Local), strings.TrimSpace(attr.Value)
		switch {
		case attr.Name.Space == "xmlns" || attr.Name.Space == "" && name == "xmlns":
			if value == xhtmlSpace {
				return "elements of HTML"
			}
			continue
		case len(name) > 2 && strings.HasPrefix(name, "on"):
			return "an event handler (" + source.Truncate(attr.Name.Local) + ")"
		case name == "base", name == "ping", (name == "href" || name == "src") && !allowedRef.MatchString(local+" "+value):
			return "an address in " + name + " of <" + source.Truncate(e.Name.Local) + ">"
		case name == "href", name == "src":
			continue
		case name == "attributename" && animatesActive.MatchString(value):
			return "an animation of " + source.Truncate(attr.Value)
		}
		what := activeAddress(value, active)
		if what == "" && attr.Name.Space == "" { // attributes with a namespace are no styles
			what = activeCSS(value)
		}
		if what != "" {
			return what + " in " + source.Truncate(attr.Name.Local)
		}
	}
	return ""
}

var animatesActive = regexp.MustCompile(`(?i)^on|href$`)

// pixelData matches the beginning of a data: URL of a pixel image.
const pixelData = `data:image/(png|jpe?g|gif|webp|avif)[;,]`

// allowedRef matches an element's name and its reference: to the file itself, to
// a pixel image, or a link that only a reader follows.
var allowedRef = regexp.MustCompile(`(?i)^([^ ]+ (#|$)|a (https?|mailto):|(image|feimage) ` + pixelData + `)`)

var (
	// cssLetter matches an escaped letter, which could hide what loads something
	// (CSS Syntax Module Level 3, section 4.3.7).
	cssLetter  = regexp.MustCompile(`(?i)\\(0{0,4}[4-7][0-9a-f]|[g-z])`)
	cssLoads   = regexp.MustCompile(`(?i)@import|(image-set|image|src)\(|url\(\s*["']?\s*([^"')]{0,24})`)
	cssAllowed = regexp.MustCompile(`(?i)^(#|` + pixelData + `|data:(font|application)/)`)
)

// activeCSS describes what loads something in a style sheet or a style attribute.
// It returns "" if nothing does.
func activeCSS(text string) string {
	if !strings.ContainsAny(text, "(@") {
		return ""
	}
	if cssLetter.MatchString(text) {
		return "an escaped letter"
	}
	n := 0
	for found := cssLoads.FindStringSubmatchIndex(text); found != nil; found = cssLoads.FindStringSubmatchIndex(text) {
		if n++; n > maxSVGLoads {
			return "more than " + strconv.Itoa(maxSVGLoads) + " addresses"
		}
		if what := strings.ToLower(text[found[0]:found[1]]); !strings.HasPrefix(what, "url(") {
			return strings.TrimSuffix(what, "(")
		}
		if !cssAllowed.MatchString(text[found[4]:found[5]]) {
			return "an address in url()"
		}
		text = text[found[1]:]
	}
	return ""
}

// svgSize returns the size of an image in pixels: that of the view box, else
// width and height if both are plain lengths, else 0, 0.
func svgSize(root xml.StartElement) (width, height int) {
	const longest = 200 // of an attribute with four numbers
	var box []string
	plain := make([]string, 4) // in the form of a view box
	for _, attr := range root.Attr {
		switch {
		case attr.Name.Space != "" || len(attr.Value) > longest:
		case attr.Name.Local == "viewBox":
			box = strings.FieldsFunc(attr.Value, func(r rune) bool { return strings.ContainsRune(", \t\n\r", r) })
		case attr.Name.Local == "width":
			plain[2] = attr.Value
		case attr.Name.Local == "height":
			plain[3] = attr.Value
		}
	}
	for _, size := range [][]string{box, plain} {
		if len(size) == 4 && pixels(size[2]) > 0 && pixels(size[3]) > 0 {
			return pixels(size[2]), pixels(size[3])
		}
	}
	return 0, 0
}

// pixels parses a length in px and rounds it up. It returns 0 if it is none.
func pixels(text string) int {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil || !(n > 0 && n <= 1<<20) {
		return 0
	}
	return int(math.Ceil(n))
}
