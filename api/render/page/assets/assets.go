// Package assets has the style sheets, the scripts and the icons that pages load: the files of this folder go in,
// and files under [manual.InternalPath] come out, each called after a hash of its content.
//
// Scripts are written in early.js and in the folder js. What is served of them is in the folder min, made with esbuild by
// go test -update; the test fails where a script was changed since.
package assets

import (
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

//go:embed *.css min/*.js
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
	Style, SiteStyle, LaterStyle manual.PageFile // SiteStyle follows Style on pages without a manual
	WritingStyle                 manual.PageFile // follows Style on pages whose writing is not Latin
	LongStyle                    manual.PageFile // follows Style on pages of really long manuals
	Script, Later                manual.PageFile // Later takes from Script what it needs
	Early                        []byte          // stands in the page
	Scripts                      [2]Script       // the scripts that a page loads: at once, and when it is first used
}

// Load returns the files.
func Load() *Files { return load() }

// load makes the files when the first page is drawn: most commands draw none.
var load = sync.OnceValue(func() *Files {
	o := &Files{
		Style:        newAsset("page.css", styleType, read("page.css")),
		SiteStyle:    newAsset("site.css", styleType, read("site.css")),
		WritingStyle: newAsset("writing.css", styleType, read("writing.css")),
		LaterStyle:   newAsset("later.css", styleType, read("later.css")),
		LongStyle:    newAsset("long.css", styleType, read("long.css")),
		Script:       newAsset("page.js", scriptType, read("min/page.js")),
		Later:        newAsset("later.js", scriptType, laterScript()),
		Early:        []byte(read("min/early.js")),
	}
	o.Scripts = [...]Script{
		{Path: o.Script.Path, Integrity: Integrity(o.Script.Body)},
		{Path: o.Later.Path, Integrity: Integrity(o.Later.Body), Later: true},
	}
	return o
})

// laterScript returns the script that is loaded later, with the words of the search.
func laterScript() string {
	return "{const usual=" + search.Script() + ";" + read("min/later.js") + "}"
}

const (
	scriptType = "text/javascript; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
)

// read returns the text of an embedded file.
func read(name string) string {
	text, _ := files.ReadFile(name) // embedded
	return string(text)
}

// shorten leaves out of a style sheet what is not served: indentation, empty lines, and comments that start a
// line.
func shorten(text string) string {
	var short strings.Builder
	for text != "" {
		text = strings.TrimLeft(text, " \t")
		end := "\n"
		if strings.HasPrefix(text, "/*") {
			end = "*/\n"
		}
		part, rest, _ := strings.Cut(text, end)
		if part != "" && !strings.HasPrefix(part, "/*") {
			short.WriteString(part + "\n")
		}
		text = rest
	}
	return short.String()
}

// spaces leaves out of a style sheet the spaces that mean nothing: in its strings stands none of these
// pairs, and a space before a colon belongs to a selector.
var spaces = strings.NewReplacer("; }\n", "}", ";\n}\n", "}", "; }", "}", ": ", ":", "; ", ";", ";\n", ";", ", ", ",", ",\n", ",", " { ", "{", " {\n", "{", "}\n", "}", " }\n", "}", " }", "}", " > ", ">")

// cssComment matches a comment behind a rule.
var cssComment = pattern.New(` */\*.*?\*/`)

// newAsset returns a text as a file that is named by a hash of its content:
// page.<hash>.css.
func newAsset(name, mediaType, text string) manual.PageFile {
	if mediaType == styleType {
		text = spaces.Replace(cssComment.ReplaceAllString(shorten(text), ""))
	}
	body := []byte(text)
	sum := sha256.Sum256(body)
	name, extension, _ := strings.Cut(name, ".")
	path := manual.InternalPath + name + "." + hex.EncodeToString(sum[:8]) + "." + extension
	return manual.PageFile{Path: path, Type: mediaType, Body: body}
}

// All returns the style sheets and the scripts by path.
func All() map[string]manual.PageFile {
	o, found := Load(), map[string]manual.PageFile{}
	styles := []manual.PageFile{o.Style, o.SiteStyle, o.LaterStyle, o.WritingStyle, o.LongStyle}
	for _, a := range append(styles, o.Script, o.Later) {
		found[a.Path] = a
	}
	return found
}

// iconName matches the path of an icon; the color is in it.
var iconName = regexp.MustCompile(`^` + manual.InternalPath + `icon\.([0-9a-f]{6})\.svg$`)

// Find returns the asset at a path: one of [All], or the icon of a
// color, drawn on request (/-/icon.0f2a43.svg).
func Find(path string) (manual.PageFile, bool) {
	if a, ok := All()[path]; ok {
		return a, true
	}
	if color := iconName.FindStringSubmatch(path); color != nil {
		return manual.PageFile{Path: path, Type: "image/svg+xml", Body: Icon(rgb.Parse("#" + color[1]))}, true
	}
	return manual.PageFile{}, false
}

// IconPath returns the path of the icon of a color.
func IconPath(color rgb.Color) string {
	return manual.InternalPath + "icon." + color.Hex()[1:] + ".svg"
}

// Icon draws an open book of swatches on a color.
func Icon(color rgb.Color) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
		`<rect width="32" height="32" rx="7" fill="` + color.Hex() + `"/>` +
		`<g fill="` + color.Ink().Hex() + `"><path d="M8 8h7v16H8z"/><path d="M17 8h7v7h-7z" opacity=".6"/>` +
		`<path d="M17 17h7v7h-7z" opacity=".3"/></g></svg>`)
}

// Single returns the style sheet and the script of a page that loads nothing.
func Single() (sheet, script string) {
	o := Load()
	for _, style := range []manual.PageFile{o.Style, o.WritingStyle, o.LongStyle, o.SiteStyle, o.LaterStyle} {
		sheet += string(style.Body)
	}
	return sheet, string(o.Script.Body) + string(o.Later.Body)
}
