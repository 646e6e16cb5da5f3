package source

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	pathpkg "path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// MaxAssetBytes limits a file that a seed file refers to.
const MaxAssetBytes = 64 << 20

const maxNameBytes = 255 // of one path segment

// An AssetError says what is wrong with a file, in the words of the problem.
type AssetError string

func (e AssetError) Error() string { return string(e) }

// A FileURL is a value in a block that may refer to a file, and the typeface that
// the file belongs to, or nil.
type FileURL struct {
	Node, Font *content.Value
	URL        string
	Written    string // in a text beside the seed file
}

// FileURLs returns the file URLs of a block in the order of the text.
func FileURLs(block *content.Value, kind manual.Kind) (urls []FileURL) {
	for _, path := range kind.Info().Files {
		list, _, _ := strings.Cut(path, ".")
		for _, entry := range block.Get(list).List() {
			var font *content.Value
			if kind == manual.Typography {
				font = entry
			}
			for _, url := range entry.Find(path[len(list)+1:]) {
				urls = append(urls, FileURL{Node: url, Font: font, URL: url.Text()})
			}
		}
	}
	for _, path := range kind.Info().RichKeys() {
		for _, text := range block.Find(path) {
			urls = append(urls, pictureURLs(text)...)
		}
	}
	slices.SortStableFunc(urls, func(a, b FileURL) int { return cmp.Compare(a.Node.Start, b.Node.Start) })
	return urls
}

// Pictures are the file name extensions of images that browsers show.
var Pictures = []string{".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"}

// HeadURLs returns what refers to files in the notes and the cover of a manual or brand:
// pictures of texts, a logo that has the extension of a picture, and the image.
func HeadURLs(p *content.Value) (urls []FileURL) {
	for _, note := range p.Get("notes").List() {
		if html := note.Get("html"); html != nil {
			urls = append(urls, pictureURLs(html)...)
		}
	}
	cover := p.Get("cover")
	if logo := cover.Get("logo"); slices.Contains(Pictures, strings.ToLower(pathpkg.Ext(logo.Text()))) {
		urls = append(urls, FileURL{Node: logo, URL: logo.Text()})
	}
	if image := cover.Get("image"); image.Is('"') {
		urls = append(urls, FileURL{Node: image, URL: image.Text()})
	}
	return urls
}

// URLScheme matches the beginning of an absolute URL (RFC 3986, section 4.1).
var URLScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// pictureURLs returns the URLs of the pictures in a text beside the seed file.
func pictureURLs(text *content.Value) (urls []FileURL) {
	for _, picture := range text.Tree.Pictures {
		urls = append(urls, FileURL{Node: text, URL: picture.Ref, Written: picture.Written})
	}
	return urls
}

// fileScheme matches the beginning of a file: URL and of a path with a drive letter.
var fileScheme = regexp.MustCompile(`^(?i)(file|[a-z]):`)

// ExpectedURL begins the errors of [AssetPath].
const ExpectedURL = "expected an http(s) URL or the path of a file in the folder of the seed file, found "

// AssetPath returns the path, in the folder of the seed file, that a URL refers to,
// or "" if the URL points elsewhere. The error is a [AssetError].
func AssetPath(ref string) (string, error) {
	switch {
	case ref == "":
		return "", nil
	case len(ref) >= 5 && strings.EqualFold(ref[:5], "data:"):
		return "", AssetError(ExpectedURL + "a data: URL")
	case fileScheme.MatchString(ref):
		return "", AssetError(ExpectedURL + "a path of one machine")
	case URLScheme.MatchString(ref):
		return "", nil
	case strings.Contains(ref, `\`):
		return "", AssetError(ExpectedURL + `a backslash (folders are separated by /, and \ in a name is written %5C)`)
	case strings.HasPrefix(ref, "//"):
		return "", AssetError(ExpectedURL + "the address of a host (//)")
	case strings.HasPrefix(ref, "/"):
		return "", AssetError(ExpectedURL + "an absolute path (leave out the / at its beginning)")
	case strings.Contains(ref, "?"):
		return "", AssetError(ExpectedURL + "a query (a question mark in a name is written %3F)")
	case strings.Contains(ref, "#"):
		return "", AssetError(ExpectedURL + "a fragment (a number sign in a name is written %23)")
	case strings.Contains(strings.ToLower(ref), "%2f"):
		return "", AssetError(ExpectedURL + "%2F, which no name may have")
	}
	decoded, err := url.PathUnescape(ref)
	switch {
	case err != nil:
		return "", AssetError(ExpectedURL + "a percent sign that two hexadecimal digits do not follow")
	case !utf8.ValidString(decoded):
		return "", AssetError(ExpectedURL + "a path that is not UTF-8")
	case strings.ContainsFunc(decoded, unicode.IsControl):
		return "", AssetError("expected a file name without control characters")
	}
	clean := pathpkg.Clean(decoded)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", AssetError(ExpectedInFolder + "a path that leads out of it")
	}
	for segment := range strings.SplitSeq(clean, "/") {
		if len(segment) > maxNameBytes {
			return "", AssetError(fmt.Sprintf("expected a file name of at most %d bytes, found one of %d", maxNameBytes, len(segment)))
		}
	}
	return clean, nil
}

const ExpectedInFolder = "expected a file in the folder, found "

// OpenAsset opens a file that a seed file refers to and returns its state. It
// checks the kind and the size first, because opening a FIFO blocks until someone
// writes. The error is a [AssetError].
func OpenAsset(files fs.FS, name string) (fs.File, fs.FileInfo, error) {
	if files == nil {
		return nil, nil, AssetError("expected an http(s) URL: the seed file has no folder that a file could be in")
	}
	info, err := fs.Stat(files, name)
	if err != nil {
		said := OpenError(name, err)
		if other := similarName(files, name); other != "" && errors.Is(err, fs.ErrNotExist) {
			said = AssetError(fmt.Sprintf("%v (there is %q)", said, Truncate(other)))
		} else if strings.HasPrefix(name, "www.") {
			said = AssetError(fmt.Sprintf("%v (an address on another server begins with https://)", said))
		}
		return nil, nil, said
	}
	switch size := info.Size(); {
	case info.IsDir():
		return nil, nil, AssetError("expected a file, found a folder")
	case !info.Mode().IsRegular():
		return nil, nil, AssetError("expected a regular file, found a pipe, a device or a socket")
	case size == 0:
		return nil, nil, AssetError("expected a file with something in it, found an empty one")
	case size > MaxAssetBytes:
		return nil, nil, AssetError(fmt.Sprintf("expected a file of at most %d MiB, found %d bytes", MaxAssetBytes>>20, size))
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, nil, OpenError(name, err)
	}
	opened, err := f.Stat()
	if err != nil || opened.Mode().Type() != info.Mode().Type() || opened.Size() != info.Size() {
		f.Close()
		return nil, nil, AssetError("expected a file that stays the same, found one that was replaced while it was opened")
	}
	return f, opened, nil
}

// similarName returns the path of a file that differs from a missing one in case, or
// else in the extension, or "".
func similarName(files fs.FS, missing string) (other string) {
	in := pathpkg.Dir(missing)
	if _, err := fs.Stat(files, in); err != nil && in != "." {
		if in = similarName(files, in); in == "" {
			return ""
		}
	}
	entries, err := fs.ReadDir(files, in)
	if err != nil {
		return ""
	}
	base := pathpkg.Base(missing)
	stem := strings.TrimSuffix(base, pathpkg.Ext(base))
	for _, e := range entries {
		name := e.Name()
		found := pathpkg.Join(in, name)
		switch {
		case found == missing: // a link to nothing
		case strings.EqualFold(name, base):
			return found
		case other == "" && !e.IsDir() && strings.EqualFold(strings.TrimSuffix(name, pathpkg.Ext(name)), stem):
			other = found
		}
	}
	return other
}

// OpenError returns the error of opening a file in the words of a problem.
func OpenError(name string, err error) error {
	var fault AssetError
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, fs.ErrNotExist):
		return AssetError(fmt.Sprintf("%snothing at %q", ExpectedInFolder, Truncate(name)))
	}
	return AssetError(plainError(err).Error())
}
