package asset

import (
	"strings"
	"testing"
)

const illustratorTypes = `<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_graphs "http://ns.adobe.com/Graphs/1.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
	<!ENTITY st0 "fill:#B3B3B3;font-family:'Arial';">`

const illustratorRoot = `<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns:graph="&ns_graphs;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 50 75">`

// What drawing programs save passes, if it neither runs nor loads anything. Their entities
// are resolved before the drawing is judged.
func TestDrawingPrograms(t *testing.T) {
	const w3c = `PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"`
	for _, tt := range []struct{ name, id, declared, inside, want string }{
		{"Illustrator", w3c, illustratorTypes, `<switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef></foreignObject>
			<g i:extraneous="self"><path style="&st0;" d="M0 0h1"/></g></switch><i:pgf id="adobe_illustrator_pgf"><![CDATA[eJzs<&]]></i:pgf>`, ""},
		{"its styles", w3c, illustratorTypes, `<style type="text/css"><![CDATA[.st0{&st0;}]]></style><metadata><variableSets xmlns="http://ns.adobe.com/Variables/1.0/"><variables/></variableSets><sfw xmlns="http://ns.adobe.com/SaveForWeb/1.0/"><slices/></sfw></metadata>`, ""},
		{"of 1999", `PUBLIC "-//W3C//DTD SVG December 1999//EN" "http://www.w3.org/Graphics/SVG/SVG-19991203.dtd"`, illustratorTypes, ``, ""},
		{"by its address", `SYSTEM "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd"`, illustratorTypes, ``, ""},
		{"single quotes and a comment", ``, illustratorTypes + `<!-- x --><!ENTITY y 'a"b'>`, `<text>&y;</text>`, ""},
		{"Inkscape", w3c, illustratorTypes, `<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:cy="1"><inkscape:grid type="xygrid"/></sodipodi:namedview>
			<inkscape:path-effect xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" effect="spiro" href="other.svg"/>`, ""},
		{"metadata", w3c, illustratorTypes, `<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://creativecommons.org/ns#"><cc:Work rdf:about=""><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/><cc:license xlink:href="http://creativecommons.org/licenses/by/4.0/"/></cc:Work></rdf:RDF></metadata><a xlink:href="https://acme.example/"><path/></a>`, ""},

		{"markup in an entity", w3c, illustratorTypes + `<!ENTITY z "<script/>">`, ``, "a declaration"},
		{"an entity in an entity", w3c, illustratorTypes + `<!ENTITY z "&st0;">`, ``, "a declaration"},
		{"a character in an entity", w3c, illustratorTypes + `<!ENTITY z "&#60;script/>">`, ``, "a declaration"},
		{"an entity of XML", w3c, illustratorTypes + `<!ENTITY lt "x">`, ``, "a declaration"},
		{"an entity elsewhere", w3c, illustratorTypes + `<!ENTITY z SYSTEM "z.txt">`, ``, "a declaration"},
		{"a parameter entity", w3c, illustratorTypes + `<!ENTITY % z "x"> %z;`, ``, "a declaration"},
		{"an attribute", w3c, illustratorTypes + `<!ATTLIST svg onload CDATA "alert(1)">`, ``, "a declaration"},
		{"a long entity", w3c, illustratorTypes + `<!ENTITY z "` + strings.Repeat("x", 600) + `">`, ``, "a declaration"},
		{"a type elsewhere", `SYSTEM "https://x.example/a.dtd"`, illustratorTypes, ``, "a declaration"},
		{"a type of XHTML", `PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"`, illustratorTypes, ``, "a declaration"},
		{"an address by an entity", w3c, illustratorTypes + `<!ENTITY z "https://x.example/">`, `<image xlink:href="&z;a.png"/>`, "an address in href of <image>"},
		{"a script by an entity", w3c, illustratorTypes + `<!ENTITY z "script:">`, `<a xlink:href="java&z;alert(1)"/>`, "an address in href of <a>"},
		{"a style by an entity", w3c, illustratorTypes + `<!ENTITY z "url">`, `<path style="fill:&z;(//x.example)"/>`, "an address in url()"},
		{"a style sheet by an entity", w3c, illustratorTypes + `<!ENTITY z "rl(//x.example)">`, `<style>.a{fill:u&z;}</style>`, "an address in url()"},
		{"elements of HTML by an entity", w3c, illustratorTypes + `<!ENTITY z "http://www.w3.org/1999/xhtml">`, `<g xmlns:h="&z;"><h:img/></g>`, "elements of HTML"},
		{"HTML in Illustrator's object", w3c, illustratorTypes, `<foreignObject requiredExtensions="&ns_ai;"><p/></foreignObject>`, "an element <foreignObject>"},
		{"a script in Illustrator's object", w3c, illustratorTypes, `<foreignObject requiredExtensions="&ns_ai;"><i:script/></foreignObject>`, "an element <script>"},
		{"HTML after Illustrator's object", w3c, illustratorTypes, `<g><foreignObject requiredExtensions="&ns_ai;"/></g><foreignObject/>`, "an element <foreignObject>"},
		{"another extension", w3c, illustratorTypes, `<foreignObject requiredExtensions="http://www.w3.org/1999/xhtml"/>`, "an element <foreignObject>"},
		{"an editor's image", w3c, illustratorTypes, `<image xmlns="http://www.inkscape.org/namespaces/inkscape" href="https://x.example/a.png"/>`, "an address in href of <image>"},
		{"an editor's script address", w3c, illustratorTypes, `<i:ref href="javascript:alert(1)"/>`, "a javascript: address in href"},
		{"an editor's handler", w3c, illustratorTypes, `<i:ref onclick="alert(1)"/>`, "an event handler (onclick)"},
	} {
		text := `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg ` + tt.id + ` [` + tt.declared + `]>` + illustratorRoot + tt.inside + `</svg>`
		found, err := inspect(strings.NewReader(text), int64(len(text)), "a.svg", false)
		if tt.want == "" && (err != nil || found.width != 50) || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "expected an SVG image without active content, found "+tt.want)) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
	text := `<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 400) + `">]><svg xmlns="http://www.w3.org/2000/svg"><text>` + strings.Repeat("&a;", maxReferences+1) + `</text></svg>`
	if _, err := inspect(strings.NewReader(text), int64(len(text)), "a.svg", false); err == nil || !strings.Contains(err.Error(), errReferences.Error()) {
		t.Errorf("a text of 40 MB by its entities: %v", err)
	}
}
