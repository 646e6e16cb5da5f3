package seed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	pathpkg "path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/db"
	"designmanual/db/manual"
)

// Limits of the files that a seed file names.
const (
	MaxNamedBytes  = 64 << 20 // of one file
	MaxManualBytes = 1 << 30  // of all distinct files of a manual
	maxNameBytes   = 255      // of one name on the way to a file
)

// A fileFault says what is wrong with a named file, as a problem tells it.
type fileFault string

func (f fileFault) Error() string { return string(f) }

// A namedFile is one that a seed file names, once it has been looked at.
type namedFile struct {
	manual.File
	in   fs.FS  // the folder of the seed file
	path string // in it
	err  error
}

// A fileURL is a place in a block's content that may name a file, with the
// typeface that it belongs to, if any.
type fileURL struct{ place, font place }

// fileURLs returns those of a block, as they stand one behind the other.
func fileURLs(content place, kind manual.Kind) (urls []fileURL) {
	list := fileLists[kind]
	if list == "" {
		return nil
	}
	for _, entry := range content.get(list).items() {
		if kind != manual.Typography { // whose entries have a list of files each
			urls = append(urls, fileURL{place: entry.get("url")})
			continue
		}
		for _, file := range entry.get("files").items() {
			urls = append(urls, fileURL{file.get("url"), entry})
		}
	}
	return urls
}

// urlScheme is the beginning of a URL that is not relative (RFC 3986, section
// 4.1).
var urlScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

const expectedURL = "expected an http(s) URL or the path of a file in the folder of the seed file, found "

// filePath returns the path in the folder of the seed file that a URL names,
// or an empty one where the URL is of elsewhere. The error is a [fileFault].
func filePath(ref string) (string, error) {
	switch {
	case ref == "":
		return "", nil
	case len(ref) >= 5 && strings.EqualFold(ref[:5], "data:"):
		return "", fileFault(expectedURL + "a data: URL")
	case urlScheme.MatchString(ref):
		return "", nil
	case strings.HasPrefix(ref, "//"):
		return "", fileFault(expectedURL + "the address of a host (//)")
	case strings.HasPrefix(ref, "/"):
		return "", fileFault(expectedURL + "an absolute path")
	case strings.Contains(ref, "?"):
		return "", fileFault(expectedURL + "a query (a question mark in a name is written %3F)")
	case strings.Contains(ref, "#"):
		return "", fileFault(expectedURL + "a fragment (a number sign in a name is written %23)")
	case strings.Contains(strings.ToLower(ref), "%2f"):
		return "", fileFault(expectedURL + "%2F, which no name may have")
	}
	decoded, err := url.PathUnescape(ref)
	switch {
	case err != nil:
		return "", fileFault(expectedURL + "a percent sign that two hexadecimal digits do not follow")
	case !utf8.ValidString(decoded):
		return "", fileFault(expectedURL + "a path that is not UTF-8")
	case strings.ContainsFunc(decoded, unicode.IsControl):
		return "", fileFault("expected a file name without control characters")
	}
	clean := pathpkg.Clean(decoded)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fileFault(expectedInFolder + "a path that leads out of it")
	}
	for segment := range strings.SplitSeq(clean, "/") {
		if len(segment) > maxNameBytes {
			return "", fileFault(fmt.Sprintf("expected a file name of at most %d bytes, found one of %d", maxNameBytes, len(segment)))
		}
	}
	return clean, nil
}

const expectedInFolder = "expected a file in the folder, found "

// openNamed opens a file that a seed file names, and nothing but a regular
// file of a size that it may have: it looks before it opens, since opening a
// FIFO waits for somebody to write. The error is a [fileFault].
func openNamed(files fs.FS, name string) (io.ReadCloser, int64, error) {
	if files == nil {
		return nil, 0, fileFault("expected an http(s) URL: the seed file has no folder that a file could be in")
	}
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, 0, openFault(name, err)
	}
	switch size := info.Size(); {
	case info.IsDir():
		return nil, 0, fileFault("expected a file, found a folder")
	case !info.Mode().IsRegular():
		return nil, 0, fileFault("expected a regular file, found a pipe, a device or a socket")
	case size == 0:
		return nil, 0, fileFault("expected a file with something in it, found an empty one")
	case size > MaxNamedBytes:
		return nil, 0, fileFault(fmt.Sprintf("expected a file of at most %d MiB, found %d bytes", MaxNamedBytes>>20, size))
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, 0, openFault(name, err)
	}
	return f, info.Size(), nil
}

// openFault says why a file cannot be opened.
func openFault(name string, err error) error {
	var fault fileFault
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, fs.ErrNotExist):
		return fileFault(fmt.Sprintf("%snothing at %q", expectedInFolder, shortened(name)))
	}
	return fileFault(plainError(err).Error())
}

// look returns the file at a path in the folder of the seed file, read once.
func (f *file) look(name string, o Options) *namedFile {
	n := f.named[name]
	if n == nil {
		n = &namedFile{in: f.Files, path: name, File: manual.File{Name: pathpkg.Base(name)}}
		n.err = n.read(o)
		if f.named == nil {
			f.named = make(map[string]*namedFile)
		}
		f.named[name] = n
	}
	return n
}

// read reads the file to its end, in pieces, hashes and inspects it. The error
// is a [fileFault]; those of reading come first.
func (n *namedFile) read(o Options) error {
	f, size, err := openNamed(n.in, n.path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	limited := &io.LimitedReader{R: f, N: MaxNamedBytes + 1}
	r := io.TeeReader(limited, h)
	var fault error
	n.Width, n.Height, fault = inspect(r, n.Name, o)
	if _, err := io.Copy(io.Discard, r); err != nil {
		return openFault(n.path, err)
	}
	if found := MaxNamedBytes + 1 - limited.N; fault == nil && found != size {
		fault = fileFault(fmt.Sprintf("expected %d bytes, found %d: the file changed while it was read", size, found))
	}
	n.Size = size
	h.Sum(n.Sum[:0])
	return fault
}

// named checks every file that a block names. Of an address that has been
// refused already nothing more is said.
func (c *checker) named(content place, kind manual.Kind) {
	for _, found := range fileURLs(content, kind) {
		at := found.place
		if !at.is('"') || !c.options.AllowActiveHTML && activeContent(at.str()) != "" {
			continue
		}
		name, err := filePath(at.str())
		if err == nil && name != "" {
			if found.font.there() && !fontNames[extension(name)] {
				err = fileFault("expected a font file (.woff2, .woff, .ttf or .otf)")
			} else {
				n := at.file.look(name, c.options)
				if err = n.err; err == nil {
					err = c.count(n)
				}
			}
		}
		if err != nil {
			c.faults.at(at, "%v", err)
		}
	}
}

// count counts the bytes of the distinct files of a manual.
func (c *checker) count(n *namedFile) error {
	if c.counted[n.Sum] {
		return nil
	}
	c.counted[n.Sum] = true
	if c.fileBytes += n.Size; c.fileBytes > MaxManualBytes {
		return fileFault(fmt.Sprintf("expected files of at most %d MiB in one manual, found more with this one", MaxManualBytes>>20))
	}
	return nil
}

// filesOf returns the files that published parts name, in page order, each
// URL once.
func filesOf(page []*part) []manual.File {
	var files []manual.File
	known := make(map[string]bool)
	shared := make(map[[sha256.Size]byte]bool)
	eachPublished(page, func(content place, kind manual.Kind) {
		for _, at := range fileURLs(content, kind) {
			ref := at.place.str()
			name, err := filePath(ref)
			if name == "" || err != nil {
				continue
			}
			n := content.file.named[name]
			if at.font.get("shared").boolean(false) {
				shared[n.Sum] = true
			}
			if !known[ref] {
				known[ref] = true
				file := n.File
				file.Ref = ref
				files = append(files, file)
			}
		}
	})
	for i := range files {
		files[i].Shared = shared[files[i].Sum]
	}
	return files
}

// storeFiles puts the files that the published manuals name into the store, unless
// it has them. What would be refused is refused before.
func storeFiles(ctx context.Context, d *db.DB, files []*file, batch *db.FileBatch, o Options) error {
	if o.DryRun || !slices.ContainsFunc(files, func(f *file) bool { return f.named != nil }) {
		return nil
	}
	var p *plan
	err := d.View(ctx, func(tx *db.Tx) (err error) {
		p, err = newPlan(files, tx, manual.Site{}, o)
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range p.manuals() {
		if !m.Published {
			continue
		}
		for _, file := range filesOf(m.page) {
			name, _ := filePath(file.Ref) // which has been checked
			if err := m.place.file.named[name].put(ctx, batch); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// put stores the file, unless the store has it.
func (n *namedFile) put(ctx context.Context, batch *db.FileBatch) error {
	if len(batch.Missing([][sha256.Size]byte{n.Sum})) == 0 {
		return nil
	}
	f, _, err := openNamed(n.in, n.path)
	if err != nil {
		return err
	}
	defer f.Close()
	return batch.Put(ctx, n.Sum, n.Size, f)
}
