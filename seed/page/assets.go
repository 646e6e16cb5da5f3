package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
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

//go:embed assets templates words.json
var files embed.FS

var (
	stylesheet = newAsset("page", "css", "text/css; charset=utf-8")
	script     = newAsset("page", "js", "text/javascript; charset=utf-8")
)

// forReaders matches what only readers of the source need: indentation, and
// comments that begin a line.
var forReaders = regexp.MustCompile(`(?m)^[ \t]*(//.*\n|/\*(?s:.*?)\*/\n)?`)

// newAsset names a file after its content: page.<hash>.css.
func newAsset(name, extension, mediaType string) Asset {
	source, _ := files.ReadFile("assets/" + name + "." + extension) // is in the program
	body := forReaders.ReplaceAll(source, nil)
	sum := sha256.Sum256(body)
	return Asset{mediaType, body, AssetPrefix + name + "." + hex.EncodeToString(sum[:8]) + "." + extension}
}

// generation counts the changes of this package's Go code that change pages.
const generation = "2"

// Version names what pages are made by: the templates, the style sheet, the
// script, the words and the code. Pages of another version are made anew.
var Version = sync.OnceValue(func() string {
	sum := sha256.New()
	io.WriteString(sum, generation)
	fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		text, _ := files.ReadFile(name) // nothing of a folder
		sum.Write(text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:8])
})

// Assets returns the style sheet and the script by their paths.
func Assets() map[string]Asset {
	return map[string]Asset{stylesheet.path: stylesheet, script.path: script}
}

// iconName matches the path of an icon by its color.
var iconName = regexp.MustCompile(`^` + AssetPrefix + `icon\.([0-9a-f]{6})\.svg$`)

// FindAsset returns the asset at a path under [AssetPrefix]: one of [Assets],
// or the icon of a color, which is made from its name (icon.0f2a43.svg).
func FindAsset(path string) (Asset, bool) {
	if a, ok := Assets()[path]; ok {
		return a, true
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
