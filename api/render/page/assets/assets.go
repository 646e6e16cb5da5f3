// Package assets has the style sheets, the scripts and the icons that pages load: the files of this folder go in,
// and files under [manual.InternalPath] come out, each called after a hash of what it has in it.
package assets

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"sync"

	"designmanual/api/render/page/rgb"
	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize/pattern"
)

//go:embed *.css early.js js
var files embed.FS

// A Script is a script at a path, with what the policy allows: its hash.
type Script struct {
	Path, Integrity string
	Later           bool // by another script
}

// Integrity returns the hash of a script as its element and the policy have it
// (Subresource Integrity, section 3.1; Content Security Policy Level 3, section 8.4).
func Integrity(script []byte) string {
	sum := sha256.Sum256(script)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Files are the style sheets and scripts of the pages.
type Files struct {
	Style, SiteStyle, LaterStyle manual.PageAsset // SiteStyle follows Style on pages without a manual
	Script, Later                manual.PageAsset // Later takes from Script what it needs
	Early                        []byte           // stands in the page
	Scripts                      [2]Script        // the scripts that a page loads: at once, and when it is first used
}

// Load returns the files.
func Load() *Files { return load() }

// load makes the files when the first page is drawn: most commands draw none.
var load = sync.OnceValue(func() *Files {
	o := &Files{
		Style:      newAsset("page.css", styleType, read("page.css")),
		SiteStyle:  newAsset("site.css", styleType, read("site.css")),
		LaterStyle: newAsset("later.css", styleType, read("later.css")),
		Script:     newAsset("page.js", scriptType, strict(pageScript())),
		Later:      newAsset("later.js", scriptType, strict(takenNames+laterScript())),
		// It is on one line, since the checker of the W3C hashes no other script.
		Early: bytes.ReplaceAll(shorten(read("early.js")), []byte("\n"), nil),
	}
	o.Scripts = [...]Script{
		{Path: o.Script.Path, Integrity: Integrity(o.Script.Body)},
		{Path: o.Later.Path, Integrity: Integrity(o.Later.Body), Later: true},
	}
	return o
})

// takenNames is what the script that is loaded later takes from the other one.
const takenNames = "const { later, body, all, plain, make, fill, say, inSlices, button, channels, rgb, hsl, hueOf, " +
	"tokenOf, colorOf, prepareSwatch, foldedModes, copy } = globalThis.designmanual;\n"

func pageScript() string { return read("js/base.js", "js/contents.js", "js/copy.js", "js/later.js") }

func laterScript() string {
	return "const usual = " + search.Script() + ";\n" +
		read("js/fold.js", "js/contrast.js", "js/rank.js", "js/search.js", "js/pictures.js")
}

// strict returns the text of a script whose names are its own.
func strict(script string) string { return "\"use strict\";\n(() => {\n" + script + "})();\n" }

const (
	scriptType = "text/javascript; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
)

// read returns the text of embedded files, one after the other.
func read(names ...string) string {
	var text strings.Builder
	for _, name := range names {
		source, _ := files.ReadFile(name) // embedded
		text.Write(source)
	}
	return text.String()
}

// shorten leaves out of a file what is not served: indentation, empty lines, and comments that start a
// line.
func shorten(text string) []byte {
	short := make([]byte, 0, len(text))
	for text != "" {
		text = strings.TrimLeft(text, " \t")
		end := "\n"
		if strings.HasPrefix(text, "/*") {
			end = "*/\n"
		}
		part, rest, _ := strings.Cut(text, end)
		if part != "" && !strings.HasPrefix(part, "//") && !strings.HasPrefix(part, "/*") {
			short = append(short, part+"\n"...)
		}
		text = rest
	}
	return short
}

// spaces leaves out of a style sheet the spaces that mean nothing: in its strings stands none of these
// pairs, and a space before a colon belongs to a selector.
var spaces = strings.NewReplacer("; }\n", "}", ";\n}\n", "}", "; }", "}", ": ", ":", "; ", ";", ";\n", ";", ", ", ",", ",\n", ",", " { ", "{", " {\n", "{", "}\n", "}", " }\n", "}", " }", "}", " > ", ">")

// cssComment matches a comment behind a rule.
var cssComment = pattern.New(` */\*.*?\*/`)

// newAsset returns a text as a file that is named by a hash of its content:
// page.<hash>.css.
func newAsset(name, mediaType, text string) manual.PageAsset {
	body := shorten(text)
	if mediaType == styleType {
		body = []byte(spaces.Replace(cssComment.ReplaceAllString(string(body), "")))
	}
	sum := sha256.Sum256(body)
	name, extension, _ := strings.Cut(name, ".")
	return manual.PageAsset{Path: manual.InternalPath + name + "." + hex.EncodeToString(sum[:8]) + "." + extension, Type: mediaType, Body: body}
}

// All returns the style sheets and the scripts by path.
func All() map[string]manual.PageAsset {
	o, found := Load(), map[string]manual.PageAsset{}
	for _, a := range []manual.PageAsset{o.Style, o.SiteStyle, o.LaterStyle, o.Script, o.Later} {
		found[a.Path] = a
	}
	return found
}

// iconName matches the path of an icon; the color is in it.
var iconName = regexp.MustCompile(`^` + manual.InternalPath + `icon\.([0-9a-f]{6})\.svg$`)

// Find returns the asset at a path: one of [All], or the icon of a
// color, drawn on request (/-/icon.0f2a43.svg).
func Find(path string) (manual.PageAsset, bool) {
	if a, ok := All()[path]; ok {
		return a, true
	}
	if color := iconName.FindStringSubmatch(path); color != nil {
		return manual.PageAsset{Path: path, Type: "image/svg+xml", Body: Icon(rgb.Parse("#" + color[1]))}, true
	}
	return manual.PageAsset{}, false
}

// IconPath returns the path of the icon of a color.
func IconPath(color rgb.Color) string {
	return manual.InternalPath + "icon." + color.Hex()[1:] + ".svg"
}

// Icon draws an open book of swatches on a color.
func Icon(color rgb.Color) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
		`<rect width="32" height="32" rx="7" fill="` + color.Hex() + `"/>` +
		`<g fill="` + color.Ink().Hex() + `"><path d="M8 8h7v16H8z"/><path d="M17 8h7v7h-7z" opacity=".6"/><path d="M17 17h7v7h-7z" opacity=".3"/></g></svg>`)
}

// Single returns the style sheet and the script of a page that loads nothing.
func Single() (sheet, script string) {
	o := Load()
	sheet = string(o.Style.Body) + string(o.SiteStyle.Body) + string(o.LaterStyle.Body)
	return sheet, string(shorten(strict(pageScript() + laterScript())))
}
