package seed

import (
	"bytes"
	"cmp"
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
	"designmanual/seed/font"
)

// Limits of the files that a seed file refers to.
const (
	maxNamedBytes  = 64 << 20 // of one file
	maxManualBytes = 1 << 30  // of all distinct files of a manual
	maxNameBytes   = 255      // of one path segment
)

// A fileError says what is wrong with a file, in the words of the problem.
type fileError string

func (f fileError) Error() string { return string(f) }

// A namedFile is a file that a seed file refers to, after it has been read.
type namedFile struct {
	manual.File
	in   fs.FS  // the folder of the seed file
	path string // in that folder
	err  error
}

// A fileURL is a value in a block that may refer to a file, and the typeface that
// the file belongs to, or nil.
type fileURL struct{ node, font *node }

// fileURLs returns the file URLs of a block in the order of the text.
func fileURLs(content *node, kind manual.Kind) (urls []fileURL) {
	for _, path := range kind.Info().Files {
		list, _, _ := strings.Cut(path, ".")
		for _, entry := range content.get(list).items() {
			var font *node
			if kind == manual.Typography {
				font = entry
			}
			for _, url := range entry.find(path[len(list)+1:]) {
				urls = append(urls, fileURL{url, font})
			}
		}
	}
	slices.SortFunc(urls, func(a, b fileURL) int { return cmp.Compare(a.node.start, b.node.start) })
	return urls
}

// urlScheme matches the beginning of an absolute URL (RFC 3986, section 4.1).
var urlScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

const expectedURL = "expected an http(s) URL or the path of a file in the folder of the seed file, found "

// filePath returns the path, in the folder of the seed file, that a URL refers to,
// or "" if the URL points elsewhere. The error is a [fileError].
func filePath(ref string) (string, error) {
	switch {
	case ref == "":
		return "", nil
	case len(ref) >= 5 && strings.EqualFold(ref[:5], "data:"):
		return "", fileError(expectedURL + "a data: URL")
	case urlScheme.MatchString(ref):
		return "", nil
	case strings.HasPrefix(ref, "//"):
		return "", fileError(expectedURL + "the address of a host (//)")
	case strings.HasPrefix(ref, "/"):
		return "", fileError(expectedURL + "an absolute path")
	case strings.Contains(ref, "?"):
		return "", fileError(expectedURL + "a query (a question mark in a name is written %3F)")
	case strings.Contains(ref, "#"):
		return "", fileError(expectedURL + "a fragment (a number sign in a name is written %23)")
	case strings.Contains(strings.ToLower(ref), "%2f"):
		return "", fileError(expectedURL + "%2F, which no name may have")
	}
	decoded, err := url.PathUnescape(ref)
	switch {
	case err != nil:
		return "", fileError(expectedURL + "a percent sign that two hexadecimal digits do not follow")
	case !utf8.ValidString(decoded):
		return "", fileError(expectedURL + "a path that is not UTF-8")
	case strings.ContainsFunc(decoded, unicode.IsControl):
		return "", fileError("expected a file name without control characters")
	}
	clean := pathpkg.Clean(decoded)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fileError(expectedInFolder + "a path that leads out of it")
	}
	for segment := range strings.SplitSeq(clean, "/") {
		if len(segment) > maxNameBytes {
			return "", fileError(fmt.Sprintf("expected a file name of at most %d bytes, found one of %d", maxNameBytes, len(segment)))
		}
	}
	return clean, nil
}

const expectedInFolder = "expected a file in the folder, found "

// openNamed opens a file that a seed file refers to and returns its size. It
// checks the kind and the size first, because opening a FIFO blocks until someone
// writes. The error is a [fileError].
func openNamed(files fs.FS, name string) (io.ReadCloser, int64, error) {
	if files == nil {
		return nil, 0, fileError("expected an http(s) URL: the seed file has no folder that a file could be in")
	}
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, 0, openError(name, err)
	}
	switch size := info.Size(); {
	case info.IsDir():
		return nil, 0, fileError("expected a file, found a folder")
	case !info.Mode().IsRegular():
		return nil, 0, fileError("expected a regular file, found a pipe, a device or a socket")
	case size == 0:
		return nil, 0, fileError("expected a file with something in it, found an empty one")
	case size > maxNamedBytes:
		return nil, 0, fileError(fmt.Sprintf("expected a file of at most %d MiB, found %d bytes", maxNamedBytes>>20, size))
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, 0, openError(name, err)
	}
	return f, info.Size(), nil
}

// openError returns the error of opening a file in the words of a problem.
func openError(name string, err error) error {
	var fault fileError
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, fs.ErrNotExist):
		return fileError(fmt.Sprintf("%snothing at %q", expectedInFolder, truncate(name)))
	}
	return fileError(plainError(err).Error())
}

// readNamed reads the file at a path in the folder of the seed file, once.
func (f *file) readNamed(name string, o Options) *namedFile {
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

// read hashes and inspects the file in one pass. The error is a [fileError];
// errors of reading take precedence.
func (n *namedFile) read(o Options) error {
	f, size, err := openNamed(n.in, n.path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	limited := &io.LimitedReader{R: f, N: maxNamedBytes + 1}
	r := io.TeeReader(limited, h)
	var text bytes.Buffer // of a font
	if fontNames[extension(n.Name)] {
		r = io.TeeReader(r, &text)
	}
	var fault error
	n.Width, n.Height, fault = inspect(r, n.Name, o)
	if _, err := io.Copy(io.Discard, r); err != nil {
		return openError(n.path, err)
	}
	if found := maxNamedBytes + 1 - limited.N; fault == nil && found != size {
		fault = fileError(fmt.Sprintf("expected %d bytes, found %d: the file changed while it was read", size, found))
	}
	n.Size, n.Font = size, font.Read(text.Bytes())
	h.Sum(n.Sum[:0])
	return fault
}

// named checks every file that a block refers to. It skips addresses that have
// been refused as active content.
func (c *checker) named(content *node, kind manual.Kind) {
	for _, found := range fileURLs(content, kind) {
		at := found.node
		if !at.is('"') || !c.options.AllowActiveHTML && activeContent(at.str()) != "" {
			continue
		}
		name, err := filePath(at.str())
		if err == nil && name != "" {
			if found.font != nil && !fontNames[extension(name)] {
				err = fileError("expected a font file (.woff2, .woff, .ttf or .otf)")
			} else {
				n := at.file.readNamed(name, c.options)
				if err = n.err; err == nil {
					err = c.count(n)
				}
			}
		}
		if err != nil {
			c.problems.errorAt(at, "%v", err)
		}
	}
}

// count adds a file to the total of the manual, unless it was counted before.
func (c *checker) count(n *namedFile) error {
	if c.counted[n.Sum] {
		return nil
	}
	c.counted[n.Sum] = true
	if c.fileBytes += n.Size; c.fileBytes > maxManualBytes {
		return fileError(fmt.Sprintf("expected files of at most %d MiB in one manual, found more with this one", maxManualBytes>>20))
	}
	return nil
}

// filesOf returns the files that published parts refer to, in page order, each
// URL once.
func filesOf(page []*part) []manual.File {
	var files []manual.File
	known := make(map[string]bool)
	shared := make(map[[sha256.Size]byte]bool)
	for _, b := range publishedBlocks(page) {
		for _, at := range fileURLs(b.content, b.kind) {
			ref := at.node.str()
			name, err := filePath(ref)
			if name == "" || err != nil {
				continue
			}
			n := b.node.file.named[name]
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
	}
	for i := range files {
		files[i].Shared = shared[files[i].Sum]
	}
	return files
}

// storeFiles stores the files of published manuals that the store lacks. It checks
// the whole import first, so that a refused one stores nothing.
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
			name, _ := filePath(file.Ref) // no error: it was checked
			if err := m.node.file.named[name].put(ctx, batch); err != nil {
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
