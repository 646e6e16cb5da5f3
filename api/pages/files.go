package pages

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"

	"designmanual/api/hosts"
	"designmanual/db/manual"
)

// FindFile returns the file that a path names, by its name and the beginning of
// its hash, or the version of a picture among the files, by its width too. If several
// files match, the result is shared if any of them is.
func FindFile(files []manual.File, smaller []manual.SmallerPictures, p hosts.Path) (manual.File, bool) {
	if width, name, ofPicture := strings.Cut(p.Name, "/"); ofPicture {
		p.Name = name
		for _, f := range manual.SmallerFiles(matching(files, p), smaller) {
			if strconv.Itoa(f.Width) == width {
				return f, true
			}
		}
		return manual.File{}, false
	}
	var (
		found manual.File
		ok    bool
	)
	for _, f := range matching(files, p) {
		f.Shared = f.Shared || ok && found.Shared
		found, ok = f, true
	}
	return found, ok
}

// matching returns the files of a name and the beginning of a hash.
func matching(files []manual.File, p hosts.Path) []manual.File {
	var found []manual.File
	for _, f := range files {
		if f.Name == p.Name && f.Prefix() == p.FileHash {
			found = append(found, f)
		}
	}
	return found
}

// IsLicensed reports whether the file is a font that pages of other origins must
// not load. A manual can share its fonts.
func IsLicensed(f manual.File) bool {
	return !f.Shared && IsFont(f.Name)
}

// IsFont reports whether a file name is that of a font.
func IsFont(name string) bool {
	return strings.HasPrefix(MediaType(name), "font/") || extension(name) == "eot"
}

// MediaType returns the media type for the extension of a file name. It is
// application/octet-stream for HTML, scripts and XML, which a browser could run.
func MediaType(name string) string {
	if known := mediaTypes[extension(name)]; known != "" {
		return known
	}
	return "application/octet-stream"
}

func extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

// Disposition returns the Content-Disposition of a file (RFC 6266): inline if
// browsers can show or play it, else attachment.
func Disposition(name string) string {
	kind := "attachment"
	media := MediaType(name)
	for _, shown := range [...]string{"image/", "font/", "audio/", "video/", "application/pdf"} {
		if strings.HasPrefix(media, shown) {
			kind = "inline"
		}
	}
	return kind + `; filename="` + strings.Map(asciiName, name) + `"; filename*=UTF-8''` + encodeExtended(name)
}

// asciiName returns the replacement of a character in the filename parameter,
// for clients without filename* (RFC 6266, appendix D).
func asciiName(c rune) rune {
	if c < ' ' || c > '~' || strings.ContainsRune(`"%\/`, c) {
		return '_'
	}
	return c
}

// encodeExtended encodes the value of an extended parameter (RFC 8187, section
// 3.2.1).
func encodeExtended(name string) string {
	var out strings.Builder
	out.Grow(len(name))
	for _, c := range []byte(name) {
		if httpguts.IsTokenRune(rune(c)) && strings.IndexByte("*'%", c) < 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

// SVGPolicy is the Content-Security-Policy of an SVG image. Opened as a page, the
// image runs no scripts and loads nothing.
const SVGPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

// mediaTypes maps file extensions to media types.
var mediaTypes = map[string]string{
	// images
	"apng": "image/apng", "avif": "image/avif", "bmp": "image/bmp", "gif": "image/gif", "heic": "image/heic",
	"heif": "image/heif", "ico": "image/vnd.microsoft.icon",
	"jpe": "image/jpeg", "jpeg": "image/jpeg", "jpg": "image/jpeg", "jxl": "image/jxl", "png": "image/png",
	"svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff", "webp": "image/webp",
	// fonts
	"otf": "font/otf", "ttc": "font/collection", "ttf": "font/ttf", "woff": "font/woff", "woff2": "font/woff2",
	"eot": "application/vnd.ms-fontobject",
	// audio
	"aac": "audio/aac", "aif": "audio/aiff", "aiff": "audio/aiff", "flac": "audio/flac", "m4a": "audio/mp4",
	"mid": "audio/midi", "midi": "audio/midi", "mp3": "audio/mpeg",
	"oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "weba": "audio/webm",
	// video
	"avi": "video/x-msvideo", "m4v": "video/mp4", "mkv": "video/matroska", "mov": "video/quicktime", "mp4": "video/mp4",
	"mpeg": "video/mpeg", "mpg": "video/mpeg", "ogv": "video/ogg", "vtt": "text/vtt", "webm": "video/webm",
	// documents
	"csv": "text/csv; charset=utf-8", "doc": "application/msword",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"dotx": "application/vnd.openxmlformats-officedocument.wordprocessingml.template", "epub": "application/epub+zip",
	"json": "application/json", "md": "text/markdown; charset=utf-8",
	"odg": "application/vnd.oasis.opendocument.graphics", "odp": "application/vnd.oasis.opendocument.presentation",
	"ods": "application/vnd.oasis.opendocument.spreadsheet",
	"odt": "application/vnd.oasis.opendocument.text", "pdf": "application/pdf",
	"potx": "application/vnd.openxmlformats-officedocument.presentationml.template",
	"ppt":  "application/vnd.ms-powerpoint",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
	"txt": "text/plain; charset=utf-8", "xls": "application/vnd.ms-excel",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "key": "application/vnd.apple.keynote",
	"numbers": "application/vnd.apple.numbers", "pages": "application/vnd.apple.pages",
	// archives
	"7z": "application/x-7z-compressed", "bz2": "application/x-bzip2", "gz": "application/gzip",
	"rar": "application/vnd.rar", "tar": "application/x-tar", "tgz": "application/gzip",
	"xz": "application/x-xz", "zip": "application/zip", "zst": "application/zstd",
	// design
	"ai": "application/postscript", "eps": "application/postscript", "ps": "application/postscript",
	"psd": "image/vnd.adobe.photoshop", "idml": "application/vnd.adobe.indesign-idml-package",
	"indd": "application/x-indesign", "icc": "application/vnd.iccprofile", "icm": "application/vnd.iccprofile",
	"dxf": "image/vnd.dxf", "sketch": "application/zip", "xd": "application/zip",
	"glb": "model/gltf-binary", "gltf": "model/gltf+json", "obj": "model/obj", "stl": "model/stl",
	"usdz": "model/vnd.usdz+zip", "lottie": "application/zip",
}
