package asset

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	pathpkg "path"
	"slices"
	"strings"

	"designmanual/seed/source"
)

// fontNames are the file name extensions of fonts.
var fontNames = []string{".woff2", ".woff", ".ttf", ".otf"}

// IsFont reports whether a file is a font by its name.
func IsFont(name string) bool { return slices.Contains(fontNames, Extension(name)) }

// Extension returns the extension of a file name with its dot, in lower case.
func Extension(name string) string { return strings.ToLower(pathpkg.Ext(name)) }

// A fileType is a format that is recognized by its first bytes.
type fileType struct {
	article    string
	picture    bool     // [pictureSize] knows its size
	signatures []string // the file begins with one of them; ? is any byte
}

var jpegType = fileType{"a JPEG image", true, []string{"\xff\xd8\xff"}}

// fileTypes are the formats that are checked, by extension.
var fileTypes = map[string]fileType{
	".png":   {"a PNG image", true, []string{"\x89PNG\r\n\x1a\n"}},
	".jpg":   jpegType,
	".jpeg":  jpegType,
	".gif":   {"a GIF image", true, []string{"GIF87a", "GIF89a"}},
	".webp":  {"a WebP image", true, []string{"RIFF????WEBP"}},
	".avif":  {"an AVIF image", false, []string{"????ftyp"}}, // isAVIF checks the brand
	".mp4":   {"an MP4 video", false, []string{"????ftyp"}},
	".webm":  {"a WebM video", false, []string{"\x1aE\xdf\xa3"}},
	".vtt":   {"a WebVTT file", false, []string{"WEBVTT", "\xef\xbb\xbfWEBVTT"}},
	".pdf":   {"a PDF document", false, []string{"%PDF-"}},
	".zip":   {"a ZIP archive", false, []string{"PK\x03\x04", "PK\x05\x06", "PK\x07\x08"}},
	".woff":  {"a WOFF font", false, []string{"wOFF"}},
	".woff2": {"a WOFF2 font", false, []string{"wOF2"}},
	".ttf":   {"a TrueType font", false, []string{"\x00\x01\x00\x00", "true"}},
	".otf":   {"an OpenType font", false, []string{"OTTO", "\x00\x01\x00\x00"}},
}

// matches reports whether a file with this beginning may have the format.
func (t fileType) matches(beginning []byte) bool {
	return slices.ContainsFunc(t.signatures, func(mark string) bool {
		for i := range len(mark) {
			if i >= len(beginning) || mark[i] != '?' && mark[i] != beginning[i] {
				return false
			}
		}
		return true
	})
}

// otherTypes are formats that are recognized although files of them are not checked, by extension.
var otherTypes = map[string]fileType{
	".tif":  {"a TIFF image", false, []string{"II*\x00", "MM\x00*"}},
	".heic": {"a HEIC image", false, []string{"????ftyphei", "????ftyphev", "????ftypmif1", "????ftypmsf1"}},
	".psd":  {"a file of Photoshop", false, []string{"8BPS"}},
	".bmp":  {"a BMP image", false, []string{"BM"}},
	".eps":  {"an EPS file", false, []string{"%!PS", "\xc5\xd0\xd3\xc6"}},
}

// recognize says what a file with this beginning is, and what helps with a picture.
func recognize(beginning []byte) string {
	if fileTypes[".avif"].matches(beginning) && isAVIF(beginning) {
		return "an AVIF image. Call it .avif."
	}
	for _, name := range []string{".png", ".jpg", ".gif", ".webp", ".pdf", ".zip", ".woff", ".woff2", ".ttf", ".otf"} {
		t := fileTypes[name]
		if !t.matches(beginning) {
			continue
		}
		if t.picture {
			return t.article + ". Call it " + name + "."
		}
		return t.article
	}
	for _, name := range slices.Sorted(maps.Keys(otherTypes)) {
		if t := otherTypes[name]; t.matches(beginning) {
			return t.article + PictureHelp(name)
		}
	}
	if bytes.HasPrefix(bytes.TrimSpace(beginning), []byte("<")) {
		return "a text in HTML or XML"
	}
	return "something else"
}

// isAVIF reports whether the file type box at the beginning of a file names AVIF
// as a brand (ISO/IEC 14496-12, section 4.3).
func isAVIF(beginning []byte) bool {
	for at := 8; at+4 <= min(int(binary.BigEndian.Uint32(beginning)), len(beginning)); at += 4 {
		if brand := string(beginning[at : at+4]); brand == "avif" || brand == "avis" {
			return true
		}
	}
	return false
}

// pictureFacts are what browsers need to know of a picture: its size in pixels, 0 if it is
// unknown, whether its colors are those of print, and whether browsers cannot scale it.
type pictureFacts struct {
	width, height int
	cmyk          bool
	unscaled      bool // a drawing without a view box, of no size
}

// inspect checks that a file of a size is what its name says and what its author sees,
// and returns what it shows. The error is a [source.AssetError].
func inspect(r io.Reader, size int64, name string, allowActive bool) (pictureFacts, error) {
	in := bufio.NewReaderSize(r, int(min(size, 64<<10)))
	beginning, _ := in.Peek(beginningBytes) // an error comes again when the rest is read
	if err := refusePlaceholder(name, beginning, size); err != nil {
		return pictureFacts{}, err
	}
	if Extension(name) == ".svg" {
		return inspectSVG(in, allowActive)
	}
	t, ok := fileTypes[Extension(name)]
	if !ok {
		return pictureFacts{}, nil
	}
	if !t.matches(beginning) || Extension(name) == ".avif" && !isAVIF(beginning) {
		return pictureFacts{}, source.AssetError(
			"expected " + t.article + " as the name says, found " + recognize(beginning),
		)
	}
	if !t.picture {
		return pictureFacts{}, nil
	}
	picture, err := pictureSize(in)
	if err != nil {
		return pictureFacts{}, source.AssetError(
			"expected " + t.article + " as the name says, found one that is cut short or damaged",
		)
	}
	return picture, nil
}

// otherPictures are formats that browsers do not show as pictures.
var otherPictures = map[string]string{
	".tif": "TIFF", ".tiff": "TIFF", ".heic": "HEIC", ".heif": "HEIC", ".psd": "the files of Photoshop",
	".ai": "the files of Illustrator", ".eps": "EPS",
	".bmp": "BMP", ".raw": "the raw files of cameras", ".dng": "the raw files of cameras",
	".cr2": "the raw files of cameras", ".nef": "the raw files of cameras", ".pdf": "PDF",
}

// PictureHelp says, as the end of a message, what helps where a file of another form stands for a picture.
func PictureHelp(extension string) string {
	form := otherPictures[extension]
	if form == "" {
		return ""
	}
	return fmt.Sprintf(". Browsers do not show %s: export it as PNG, JPEG or SVG.", form)
}
