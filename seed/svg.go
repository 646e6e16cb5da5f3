package seed

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xhtmlSpace = "http://www.w3.org/1999/xhtml"
)

const expectedSVG = "expected an SVG image as the name says"

// inspectSVG reads an SVG image as XML, as browsers do, and returns the size
// of its view box. Unless active content is allowed, whatever could run or
// load something makes it a [fileFault].
func inspectSVG(r io.Reader, o Options) (width, height int, err error) {
	s, tokens := svg{options: o}, xml.NewDecoder(r)
	for err == nil {
		token, tokenErr := tokens.Token()
		switch {
		case errors.Is(tokenErr, io.EOF) && s.root:
			return s.width, s.height, s.active(activeCSS(s.css.String()))
		case tokenErr != nil:
			err = noSVG(tokenErr)
		default:
			err = s.read(token)
		}
	}
	return 0, 0, err
}

// An svg is what has been read of an SVG image.
type svg struct {
	options       Options
	root          bool // has begun
	depth, styles int  // of the elements that are open, and of style elements among them
	css           strings.Builder
	width, height int
}

// active is the fault of what could run or load something, if it is one.
func (s *svg) active(what string) error {
	if what == "" || s.options.AllowActiveHTML {
		return nil
	}
	return fileFault("expected an SVG image without active content, found " + what + " (--allow-active-html lets it pass)")
}

// read takes in a token.
func (s *svg) read(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		switch {
		case s.depth == 0 && s.root:
			return fileFault(expectedSVG + ", found more than one element at its root")
		case !s.root && (t.Name.Local != "svg" || t.Name.Space != svgSpace && t.Name.Space != ""):
			return fileFault(expectedSVG + ", found an element " + strconv.Quote(shortened(t.Name.Local)))
		case !s.root:
			s.root = true
			s.width, s.height = svgSize(t)
		}
		if s.depth++; t.Name.Local == "style" {
			s.styles++
		}
		return s.active(activeElement(t))
	case xml.EndElement:
		if s.depth--; t.Name.Local == "style" {
			s.styles--
		}
	case xml.CharData:
		if s.depth == 0 && strings.Trim(string(t), " \t\r\n\ufeff") != "" {
			return fileFault(expectedSVG + ", found text outside of its root")
		}
		if s.styles > 0 {
			s.css.Write(t)
		}
	case xml.ProcInst:
		if t.Target != "xml" {
			return s.active("an instruction <?" + shortened(t.Target) + "?>")
		}
	case xml.Directive:
		if !plainDoctype.Match(t) {
			return s.active("a declaration other than the W3C's DOCTYPE")
		}
	}
	return nil
}

func noSVG(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fileFault(expectedSVG + ": line " + strconv.Itoa(syntax.Line) + ": " + shortened(syntax.Msg))
	case errors.Is(err, io.EOF):
		return fileFault(expectedSVG + ", found no element")
	case strings.Contains(err.Error(), "encoding"):
		return fileFault("expected an SVG image in UTF-8, found another encoding")
	}
	return fileFault(expectedSVG + ": " + shortened(err.Error()))
}

// plainDoctype is a DOCTYPE that names the W3C's document type and declares
// nothing of its own, or names none.
var plainDoctype = regexp.MustCompile(`^DOCTYPE\s+svg(\s+PUBLIC\s+["']-//W3C//DTD SVG [^"'\[\]]*["'](\s+["']https?://www\.w3\.org/[^"'\[\]]*["'])?)?\s*$`)

// activeNames are the elements that run something or show documents.
var activeNames = map[string]bool{
	"script": true, "foreignobject": true, "handler": true, "listener": true, "iframe": true, "object": true, "embed": true,
	"audio": true, "video": true, "link": true, "base": true, "meta": true,
}

func activeElement(e xml.StartElement) string {
	local := strings.ToLower(e.Name.Local)
	if activeNames[local] || e.Name.Space == xhtmlSpace {
		return "an element <" + shortened(e.Name.Local) + ">"
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
			return "an event handler (" + shortened(attr.Name.Local) + ")"
		case name == "base", name == "ping", (name == "href" || name == "src") && !harmless.MatchString(local+" "+value):
			return "an address in " + name + " of <" + shortened(e.Name.Local) + ">"
		case name == "href", name == "src":
			continue
		case name == "attributename" && animatesActive.MatchString(value):
			return "an animation of " + shortened(attr.Value)
		}
		what := activeAddress(value, active)
		if what == "" && attr.Name.Space == "" { // else it is no style
			what = activeCSS(value)
		}
		if what != "" {
			return what + " in " + shortened(attr.Name.Local)
		}
	}
	return ""
}

var animatesActive = regexp.MustCompile(`(?i)^on|href$`)

// pixelData begins the address of a picture that is no document.
const pixelData = `data:image/(png|jpe?g|gif|webp|avif)[;,]`

// harmless matches an element and what it refers to: to a place in the file
// itself, to a picture, or to what is only followed by a reader.
var harmless = regexp.MustCompile(`(?i)^([^ ]+ (#|$)|a (https?|mailto):|(image|feimage) ` + pixelData + `)`)

var (
	// cssLetter is a letter written as an escape, which may spell what loads
	// something (CSS Syntax Module Level 3, section 4.3.7).
	cssLetter   = regexp.MustCompile(`(?i)\\(0{0,4}[4-7][0-9a-f]|[g-z])`)
	cssLoads    = regexp.MustCompile(`(?i)@import|(image-set|image|src)\(|url\(\s*["']?\s*([^"')]{0,24})`)
	cssHarmless = regexp.MustCompile(`(?i)^(#|` + pixelData + `|data:(font|application)/)`)
)

// activeCSS says what in a style sheet, or in an attribute that may be one,
// loads something, or returns an empty string.
func activeCSS(text string) string {
	if !strings.ContainsAny(text, "(@") {
		return ""
	}
	if cssLetter.MatchString(text) {
		return "an escaped letter"
	}
	for _, found := range cssLoads.FindAllStringSubmatch(text, -1) {
		if what := strings.ToLower(found[0]); !strings.HasPrefix(what, "url(") {
			return strings.TrimSuffix(what, "(")
		}
		if !cssHarmless.MatchString(found[2]) {
			return "an address in url()"
		}
	}
	return ""
}

// svgSize returns the size of an image in pixels: that of the view box, else
// width and height where both are plain lengths.
func svgSize(root xml.StartElement) (width, height int) {
	attrs := make(map[xml.Name]string)
	for _, attr := range root.Attr {
		attrs[attr.Name] = attr.Value
	}
	box := strings.FieldsFunc(attrs[xml.Name{Local: "viewBox"}], func(r rune) bool { return strings.ContainsRune(", \t\n\r", r) })
	for _, size := range [][]string{box, {"", "", attrs[xml.Name{Local: "width"}], attrs[xml.Name{Local: "height"}]}} {
		if len(size) == 4 && pixels(size[2]) > 0 && pixels(size[3]) > 0 {
			return pixels(size[2]), pixels(size[3])
		}
	}
	return 0, 0
}

// pixels reads a length in px, rounded up, or returns 0.
func pixels(text string) int {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil || !(n > 0 && n <= 1<<20) {
		return 0
	}
	return int(math.Ceil(n))
}
