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

// inspectSVG reads an SVG image as XML, as browsers do, and returns the size
// of its view box. Unless active content is allowed, whatever could run or
// load something makes it a [fileFault].
func inspectSVG(r io.Reader, o Options) (width, height int, err error) {
	decoder := xml.NewDecoder(r)
	root, style := false, 0
	var css strings.Builder // of the style elements that are open: what is between their comments is one
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && root {
			return width, height, nil
		}
		if err != nil {
			return 0, 0, noSVG(err)
		}
		what := ""
		switch t := token.(type) {
		case xml.StartElement:
			if !root {
				if t.Name.Local != "svg" || t.Name.Space != svgSpace && t.Name.Space != "" {
					return 0, 0, fileFault("expected an SVG image as the name says, found an element " + strconv.Quote(shortened(t.Name.Local)))
				}
				root = true
				width, height = svgSize(t)
			}
			if what = activeElement(t); t.Name.Local == "style" {
				style++
			}
		case xml.EndElement:
			if t.Name.Local == "style" {
				style--
				what = activeCSS(css.String())
			}
		case xml.CharData:
			if style > 0 {
				css.Write(t)
			}
		case xml.ProcInst:
			if t.Target != "xml" {
				what = "an instruction <?" + shortened(t.Target) + "?>"
			}
		case xml.Directive:
			if !plainDoctype.Match(t) {
				what = "a declaration other than the W3C's DOCTYPE"
			}
		}
		if what != "" && !o.AllowActiveHTML {
			return 0, 0, fileFault("expected an SVG image without active content, found " + what + " (--allow-active-html lets it pass)")
		}
	}
}

func noSVG(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fileFault("expected an SVG image as the name says: line " + strconv.Itoa(syntax.Line) + ": " + shortened(syntax.Msg))
	case errors.Is(err, io.EOF):
		return fileFault("expected an SVG image as the name says, found no element")
	case strings.Contains(err.Error(), "encoding"):
		return fileFault("expected an SVG image in UTF-8, found another encoding")
	}
	return fileFault("expected an SVG image as the name says: " + shortened(err.Error()))
}

// plainDoctype is a DOCTYPE that names the W3C's document type and declares
// nothing of its own, or names none.
var plainDoctype = regexp.MustCompile(`^DOCTYPE\s+svg(\s+PUBLIC\s+["']-//W3C//DTD SVG [^"'\[\]]*["'](\s+["']https?://www\.w3\.org/[^"'\[\]]*["'])?)?\s*$`)

// activeNames are the elements that run something or show documents.
var activeNames = map[string]bool{
	"script": true, "foreignobject": true, "handler": true, "listener": true, "iframe": true, "object": true, "embed": true,
	"audio": true, "video": true, "link": true, "base": true, "meta": true,
}

// activeElement says what in an element and its attributes could run or load
// something, or returns an empty string.
func activeElement(e xml.StartElement) string {
	local := strings.ToLower(e.Name.Local)
	if activeNames[local] || e.Name.Space == xhtmlSpace {
		return "an element <" + shortened(e.Name.Local) + ">"
	}
	for _, attr := range e.Attr {
		name, value := strings.ToLower(attr.Name.Local), attr.Value
		switch {
		case attr.Name.Space == "xmlns" || attr.Name.Space == "" && name == "xmlns":
			if value == xhtmlSpace {
				return "elements of HTML"
			}
			continue
		case len(name) > 2 && strings.HasPrefix(name, "on"):
			return "an event handler (" + shortened(attr.Name.Local) + ")"
		case name == "href", name == "src":
			if !harmlessReference(local, value) {
				return "an address in " + name + " of <" + shortened(e.Name.Local) + ">"
			}
			continue
		case name == "attributename" && (strings.HasSuffix(strings.ToLower(value), "href") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(value)), "on")):
			return "an animation of " + shortened(value)
		}
		if what := activeCSS(value); what != "" {
			return what + " in " + shortened(attr.Name.Local)
		}
	}
	return ""
}

// harmlessReference tells whether what an attribute refers to is in the file
// itself, or is only followed by a reader.
func harmlessReference(element, value string) bool {
	value = strings.TrimSpace(value)
	switch {
	case value == "", strings.HasPrefix(value, "#"):
		return true
	case element == "a":
		scheme, _, _ := strings.Cut(strings.ToLower(value), ":")
		return scheme == "https" || scheme == "http" || scheme == "mailto"
	}
	return (element == "image" || element == "feimage") && pixelData(value)
}

// pixelData tells whether a URL holds a picture that is no document.
func pixelData(value string) bool {
	value = strings.ToLower(value)
	for _, kind := range []string{"png", "jpeg", "jpg", "gif", "webp", "avif"} {
		if strings.HasPrefix(value, "data:image/"+kind+";") || strings.HasPrefix(value, "data:image/"+kind+",") {
			return true
		}
	}
	return false
}

var (
	cssEscape  = regexp.MustCompile(`\\(?:([0-9A-Fa-f]{1,6})[ \t\n\f\r]?|(.))`)
	cssComment = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)
	cssLoads   = regexp.MustCompile(`@import|url\(\s*["']?\s*([^"')]{0,24})|(?:image-set|src|image)\(\s*["']|expression\(|-moz-binding|javascript:`)
)

// activeCSS says what in a style sheet, or in an attribute that may be one,
// loads something, or returns an empty string.
func activeCSS(text string) string {
	if !strings.ContainsAny(text, "(@:\\") {
		return ""
	}
	// What looks like a comment may be part of a string, so that it counts too.
	text = strings.ToLower(unescapedCSS(text))
	text += " " + cssComment.ReplaceAllString(text, "")
	for _, found := range cssLoads.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(found[0], "url(") {
			return strings.TrimRight(found[0], `( "'`)
		}
		if to := found[1]; !strings.HasPrefix(to, "#") && !pixelData(to) && !strings.HasPrefix(to, "data:font/") && !strings.HasPrefix(to, "data:application/") {
			return "an address in url()"
		}
	}
	return ""
}

// unescapedCSS replaces the escapes of CSS (CSS Syntax Module Level 3, section
// 4.3.7).
func unescapedCSS(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return cssEscape.ReplaceAllStringFunc(text, func(escape string) string {
		code, err := strconv.ParseUint(strings.TrimRight(escape[1:], " \t\n\f\r"), 16, 32)
		if err != nil {
			return escape[1:]
		}
		return string(rune(code))
	})
}

// svgSize returns the size of an image in pixels: that of the view box, else
// width and height where both are plain lengths.
func svgSize(root xml.StartElement) (width, height int) {
	var w, h, box string
	for _, attr := range root.Attr {
		switch attr.Name {
		case xml.Name{Local: "width"}:
			w = attr.Value
		case xml.Name{Local: "height"}:
			h = attr.Value
		case xml.Name{Local: "viewBox"}:
			box = attr.Value
		}
	}
	if sides := strings.FieldsFunc(box, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' }); len(sides) == 4 {
		if width, height = pixels(sides[2]), pixels(sides[3]); width > 0 && height > 0 {
			return width, height
		}
	}
	if width, height = pixels(w), pixels(h); width > 0 && height > 0 {
		return width, height
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
