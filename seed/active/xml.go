package active

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// The namespaces that tell what an element is.
const (
	SVGSpace   = "http://www.w3.org/2000/svg"
	AdobeSpace = "http://ns.adobe.com/"
	xhtmlSpace = "http://www.w3.org/1999/xhtml"
	mathSpace  = "http://www.w3.org/1998/Math/MathML"
	xlinkSpace = "http://www.w3.org/1999/xlink"
)

// maxLoads limits the addresses in a style sheet or an attribute.
const maxLoads = 10_000

// activeNames are elements that run something or embed documents.
var activeNames = map[string]bool{
	"script": true, "foreignobject": true, "handler": true, "listener": true, "iframe": true, "object": true,
	"embed": true,
	"audio": true, "video": true, "link": true, "base": true, "meta": true,
}

// Element describes what an element of a drawing runs or loads. It returns "" if nothing.
func Element(e xml.StartElement) string {
	if activeNames[strings.ToLower(e.Name.Local)] || e.Name.Space == xhtmlSpace {
		return "an element <" + content.Truncate(e.Name.Local) + ">"
	}
	return Attributes(e)
}

// IsAdobeObject reports whether an element is the <foreignObject> by which Illustrator
// refers to its own copy of the drawing. Browsers know no such extension and pass over
// it.
func IsAdobeObject(e xml.StartElement) bool {
	if e.Name != (xml.Name{Space: SVGSpace, Local: "foreignObject"}) {
		return false
	}
	for _, attr := range e.Attr {
		if attr.Name == (xml.Name{Local: "requiredExtensions"}) {
			return strings.HasPrefix(attr.Value, AdobeSpace)
		}
	}
	return false
}

// loadingNames are elements of SVG and HTML whose href or src a browser follows.
var loadingNames = map[string]bool{
	"image": true, "img": true, "use": true, "feimage": true, "a": true, "pattern": true, "lineargradient": true,
	"radialgradient": true, "filter": true,
	"textpath": true, "mpath": true, "set": true, "animate": true, "animatemotion": true, "animatetransform": true,
	"tref": true, "cursor": true,
	"font-face-uri": true, "style": true, "source": true, "track": true, "input": true, "frame": true, "svg": true,
	"discard": true,
}

// isEditors reports whether an element is one of an editor's own, which browsers show
// nothing of and whose addresses they do not follow.
func isEditors(name xml.Name) bool {
	switch name.Space {
	case "", SVGSpace, xhtmlSpace, mathSpace, xlinkSpace:
		return false
	}
	return !loadingNames[strings.ToLower(name.Local)]
}

// Attributes describes what the attributes of an element run or load. It returns ""
// if nothing.
func Attributes(e xml.StartElement) string {
	for _, attr := range e.Attr {
		if attr.Name.Space == "xmlns" || attr.Name == (xml.Name{Local: "xmlns"}) {
			if strings.TrimSpace(attr.Value) == xhtmlSpace {
				return "elements of HTML"
			}
			continue
		}
		if what := activeXMLAttribute(e.Name, attr); what != "" {
			return what
		}
	}
	return ""
}

// activeXMLAttribute describes what an attribute of an element runs or loads.
func activeXMLAttribute(element xml.Name, attr xml.Attr) string {
	local, name := strings.ToLower(element.Local), strings.ToLower(attr.Name.Local)
	value := strings.TrimSpace(attr.Value)
	if len(name) > 2 && strings.HasPrefix(name, "on") {
		return "an event handler (" + content.Truncate(attr.Name.Local) + ")"
	}
	address := name == "href" || name == "src"
	if name == "base" || name == "ping" || address && !isEditors(element) && !allowedRef.MatchString(local+" "+value) {
		return "an address in " + name + " of <" + content.Truncate(element.Local) + ">"
	}
	if address && !isEditors(element) {
		return ""
	}
	if name == "attributename" && animatesActive.MatchString(value) {
		return "an animation of " + content.Truncate(attr.Value)
	}
	what := activeAddress(value, active)
	if what == "" && attr.Name.Space == "" { // attributes with a namespace are no styles
		what = StyleSheet(value)
	}
	if what == "" {
		return ""
	}
	return what + " in " + content.Truncate(attr.Name.Local)
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

// StyleSheet describes what loads something in a style sheet or a style attribute.
// It returns "" if nothing does.
func StyleSheet(text string) string {
	if !strings.ContainsAny(text, "(@") {
		return ""
	}
	if cssLetter.MatchString(text) {
		return "an escaped letter"
	}
	n := 0
	for found := cssLoads.FindStringSubmatchIndex(text); found != nil; found = cssLoads.FindStringSubmatchIndex(text) {
		if n++; n > maxLoads {
			return "more than " + strconv.Itoa(maxLoads) + " addresses"
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
