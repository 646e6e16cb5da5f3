package manual

import (
	"regexp"
	"strings"
)

// A File is a logo, picture, font or download of a manual: a file beside the
// seed file, which refers to it by a relative URL.
type File struct {
	Ref    string   `msgpack:"ref"`  // the URL in the seed file; see [BrandRef]
	Name   string   `msgpack:"name"` // last segment of Ref, decoded
	Sum    [32]byte `msgpack:"sum"`  // SHA-256 of the content
	Size   int64    `msgpack:"size"`
	Width  int      `msgpack:"width"` // of a picture, in pixels; 0 if unknown
	Height int      `msgpack:"height"`
	Shared bool     `msgpack:"shared"` // a font that pages of other origins may load
	Font   Font     `msgpack:"font,omitempty"`
	Ground Ground   `msgpack:"ground,omitempty"` // that of a large PNG is in [SmallerPictures]
}

// A Ground says on which pages a transparent drawing needs a ground to be seen.
type Ground struct {
	OnLight bool `msgpack:"light,omitempty"`
	OnDark  bool `msgpack:"dark,omitempty"`
}

// brandFiles precedes what refers to a file of a brand's cover. No seed file may say it.
const brandFiles = "//brand/"

// BrandRef returns what refers in the manuals of a brand to a file of the brand's cover, given
// what its seed file says: a manual may have another file at the same path.
func BrandRef(ref string) string { return brandFiles + ref }

// OfBrand returns what the seed file of the brand says, if the file is one of its cover.
func (f File) OfBrand() (ref string, ok bool) { return strings.CutPrefix(f.Ref, brandFiles) }

// A Font has the metrics of a font file in ten-thousandths of its em, and the
// weights that it can draw. It is zero for other files and for fonts that cannot be
// read.
type Font struct {
	Ascent    int    `msgpack:"ascent"`
	Descent   int    `msgpack:"descent"` // positive below the baseline
	LineGap   int    `msgpack:"gap"`
	Width     int    `msgpack:"width"`            // average of running text in Latin letters; 0 without them
	Widths    [9]int `msgpack:"widths,omitempty"` // at the weights 100 to 900 of a variable font, else 0
	MinWeight int    `msgpack:"min"`              // the same as MaxWeight unless the weight is variable
	MaxWeight int    `msgpack:"max"`

	// The ranges of width in percent and of slant in degrees; both ends are 0 unless they
	// are variable.
	MinStretch int `msgpack:"narrow,omitempty"`
	MaxStretch int `msgpack:"broad,omitempty"`
	MinSlant   int `msgpack:"upright,omitempty"`
	MaxSlant   int `msgpack:"slanted,omitempty"`

	// It has letters of these scripts.
	Kana   bool `msgpack:"kana,omitempty"`
	Arabic bool `msgpack:"arabic,omitempty"`

	Lacks   string `msgpack:"lacks,omitempty"`   // characters of [SpecimenMarks] that a font with Latin letters lacks
	Letters string `msgpack:"letters,omitempty"` // some letters of a font without Latin ones
}

// SpecimenMarks are the characters of the page's specimens that fonts with Latin letters
// may lack.
const SpecimenMarks = "&?!@€£%§„“«»¿¡ÄÖÜäöüßàâçéèêëîïôœùûÑñáíóúÆØÅæøå0123456789"

// IsZero reports whether there are no metrics.
func (f Font) IsZero() bool { return f == Font{} }

// A PageAsset is a style sheet, script or icon that pages load. Its body is shared: do
// not modify it.
type PageFile struct {
	Path string // begins with [InternalPath] and identifies the content
	Type string // media type
	Body []byte
}

// brandPath matches what [File.BrandPath] returns.
var brandPath = regexp.MustCompile(`files/[0-9a-f]{16}-[a-zA-Z0-9.-]+`)

// BrandFiles returns the files that a _brand.yml names, each with its path beside
// it as the name.
func BrandFiles(document []byte, files []File) []File {
	paths := make(map[string]bool)
	for _, path := range brandPath.FindAll(document, -1) {
		paths[string(path)] = true
	}
	var named []File
	for _, f := range files {
		f.Name = f.BrandPath()
		if paths[f.Name] {
			named = append(named, f)
		}
	}
	return named
}
