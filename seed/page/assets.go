package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io/fs"
	"iter"
	"regexp"
	"sync"

	"designmanual/db/manual"
)

// AssetPrefix is the path under which the files of a page lie.
const AssetPrefix = "/-/"

// An Asset is a file that pages use. It is shared: do not write to its body.
type Asset struct {
	Type string // the media type
	Body []byte

	path string
}

//go:embed assets/page.css
var stylesheetSource []byte

//go:embed assets/page.js
var scriptSource []byte

var (
	stylesheet = newAsset("page", "css", "text/css; charset=utf-8", stylesheetSource)
	script     = newAsset("page", "js", "text/javascript; charset=utf-8", scriptSource)
)

// forReaders matches what only readers of the source need: indentation, and
// comments that begin a line.
var forReaders = regexp.MustCompile(`(?m)^[ \t]*(//.*\n|/\*(?s:.*?)\*/\n)?`)

// newAsset names a file after its content: page.<hash>.css.
func newAsset(name, extension, mediaType string, body []byte) Asset {
	body = forReaders.ReplaceAll(body, nil)
	sum := sha256.Sum256(body)
	return Asset{mediaType, body, AssetPrefix + name + "." + hex.EncodeToString(sum[:8]) + "." + extension}
}

// generation counts the changes of this package's Go code that change pages.
const generation = "2"

// Version names what pages are made by: the templates, the style sheet, the
// script, the words and the code. Pages of another version are made anew.
var Version = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, part := range []string{generation, stylesheet.path, script.path} {
		sum.Write([]byte(part + "\n"))
	}
	names, _ := fs.Glob(templateFiles, "templates/*.html")
	for _, name := range names {
		text, _ := templateFiles.ReadFile(name) // its name comes from there
		sum.Write(text)
	}
	sum.Write(wordsFile)
	return hex.EncodeToString(sum.Sum(nil)[:8])
})

// Assets returns the style sheet and the script by their paths.
func Assets() iter.Seq2[string, Asset] {
	return func(yield func(string, Asset) bool) {
		_ = yield(stylesheet.path, stylesheet) && yield(script.path, script)
	}
}

// iconName matches the path of an icon by its color.
var iconName = regexp.MustCompile(`^` + AssetPrefix + `icon\.([0-9a-f]{6})\.svg$`)

// FindAsset returns the asset at a path under [AssetPrefix]: one of [Assets],
// or the icon of a color, which is made from its name (icon.0f2a43.svg).
func FindAsset(path string) (Asset, bool) {
	switch path {
	case stylesheet.path:
		return stylesheet, true
	case script.path:
		return script, true
	}
	if color := iconName.FindStringSubmatch(path); color != nil {
		return Asset{"image/svg+xml", icon(parseHex("#" + color[1])), path}, true
	}
	return Asset{}, false
}

// Favicon returns the icon of a manual, an SVG image in the first color of
// the brand; in near black where it has none.
func Favicon(tokens *manual.TokenDocument) []byte { return icon(newFrame(tokens).cover) }

// iconPath is where the icon of a color lies.
func iconPath(c rgba) string { return AssetPrefix + "icon." + c.hex()[1:] + ".svg" }

// icon draws an open book of swatches on the color.
func icon(c rgba) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
		`<rect width="32" height="32" rx="7" fill="` + c.hex() + `"/>` +
		`<g fill="` + c.ink().hex() + `"><path d="M8 8h7v16H8z"/><path d="M17 8h7v7h-7z" opacity=".6"/><path d="M17 17h7v7h-7z" opacity=".3"/></g></svg>`)
}
