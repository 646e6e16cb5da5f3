package seed

import (
	"bufio"
	"bytes"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	pathpkg "path"
	"strings"

	"golang.org/x/image/webp"
)

// fontNames are the extensions of the files that a typeface may name.
var fontNames = map[string]bool{".woff2": true, ".woff": true, ".ttf": true, ".otf": true}

// extension returns the extension of a file name in lower case, dot included.
func extension(name string) string { return strings.ToLower(pathpkg.Ext(name)) }

// A fileType is a format whose files are told by their first bytes.
type fileType struct {
	article string
	begins  func(head []byte) bool
	config  func(r io.Reader) (image.Config, error) // of a picture whose size its header says
}

var jpegType = fileType{"a JPEG image", begins("\xff\xd8\xff"), jpeg.DecodeConfig}

// fileTypes are the formats that are checked, by extension.
var fileTypes = map[string]fileType{
	".png":   {"a PNG image", begins("\x89PNG\r\n\x1a\n"), png.DecodeConfig},
	".jpg":   jpegType,
	".jpeg":  jpegType,
	".gif":   {"a GIF image", begins("GIF87a", "GIF89a"), gif.DecodeConfig},
	".webp":  {"a WebP image", func(b []byte) bool { return begins("RIFF")(b) && begins("WEBP")(after(b, 8)) }, webp.DecodeConfig},
	".avif":  {"an AVIF image", isAVIF, nil},
	".pdf":   {"a PDF document", begins("%PDF-"), nil},
	".zip":   {"a ZIP archive", begins("PK\x03\x04", "PK\x05\x06", "PK\x07\x08"), nil},
	".woff":  {"a WOFF font", begins("wOFF"), nil},
	".woff2": {"a WOFF2 font", begins("wOF2"), nil},
	".ttf":   {"a TrueType font", begins("\x00\x01\x00\x00", "true"), nil},
	".otf":   {"an OpenType font", begins("OTTO", "\x00\x01\x00\x00"), nil},
}

func begins(marks ...string) func(head []byte) bool {
	return func(head []byte) bool {
		for _, mark := range marks {
			if bytes.HasPrefix(head, []byte(mark)) {
				return true
			}
		}
		return false
	}
}

func after(b []byte, n int) []byte { return b[min(n, len(b)):] }

// isAVIF looks for a brand of AVIF in the file type box that such a file
// begins with (ISO/IEC 14496-12, section 4.3).
func isAVIF(head []byte) bool {
	if !begins("ftyp")(after(head, 4)) {
		return false
	}
	size := int(head[0])<<24 | int(head[1])<<16 | int(head[2])<<8 | int(head[3])
	for at := 8; at+4 <= min(size, len(head)); at += 4 {
		if brand := string(head[at : at+4]); brand == "avif" || brand == "avis" {
			return true
		}
	}
	return false
}

// inspect reads as much of a file as tells whether it is what its name says,
// and the size of a picture in pixels, 0 where that is not known. The error
// is a [fileFault].
func inspect(r io.Reader, name string, o Options) (width, height int, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if extension(name) == ".svg" {
		return inspectSVG(in, o)
	}
	t, ok := fileTypes[extension(name)]
	if !ok {
		return 0, 0, nil
	}
	head, _ := in.Peek(512) // the error comes again when the rest is read
	if !t.begins(head) {
		return 0, 0, fileFault("expected " + t.article + " as the name says, found something else")
	}
	if t.config == nil {
		return 0, 0, nil
	}
	config, err := t.config(in)
	var noJPEG jpeg.UnsupportedError
	var noPNG png.UnsupportedError
	switch {
	case errors.As(err, &noJPEG), errors.As(err, &noPNG):
		return 0, 0, nil // which browsers may still show
	case err != nil:
		return 0, 0, fileFault("expected " + t.article + " as the name says, found one that is cut short or damaged")
	}
	return config.Width, config.Height, nil
}
