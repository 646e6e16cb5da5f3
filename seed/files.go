package seed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	pathpkg "path"
	"regexp"
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
	path string // in the folder of the seed file
	err  error
}

// fileURLs returns the places in a block's content that may name a file, each
// with the typeface that it belongs to, if any.
func fileURLs(content place, kind manual.Kind) iter.Seq2[place, place] {
	return func(yield func(url, font place) bool) {
		list := blockKinds[kind].files
		if list == "" {
			return
		}
		for _, entry := range content.get(list).items() {
			if kind != manual.Typography { // whose entries have a list of files each
				if !yield(entry.get("url"), place{}) {
					return
				}
				continue
			}
			for _, file := range entry.get("files").items() {
				if !yield(file.get("url"), entry) {
					return
				}
			}
		}
	}
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

func changedFault(before, after int64) error {
	return fileFault(fmt.Sprintf("expected %d bytes, found %d: the file changed while it was read", before, after))
}

// readNamed reads a named file to its end, in pieces, and says what it is.
func readNamed(files fs.FS, name string, o Options) *namedFile {
	n := &namedFile{path: name, File: manual.File{Name: pathpkg.Base(name)}}
	f, size, err := openNamed(files, name)
	if err != nil {
		n.err = err
		return n
	}
	defer f.Close()
	h := sha256.New()
	counted := &counter{r: io.TeeReader(io.LimitReader(f, MaxNamedBytes+1), h)}
	n.Width, n.Height, n.err = inspect(counted, n.Name, o)
	if _, err := io.Copy(io.Discard, counted); err != nil {
		n.err = openFault(name, err)
	}
	if n.err == nil && counted.n != size {
		n.err = changedFault(size, counted.n)
	}
	n.Size = counted.n
	h.Sum(n.Sum[:0])
	return n
}

// A counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// look returns the file at a path in the folder of the seed file, read once.
func (f *file) look(name string, o Options) *namedFile {
	if n, ok := f.named[name]; ok {
		return n
	}
	n := readNamed(f.files, name, o)
	if f.named == nil {
		f.named = make(map[string]*namedFile)
	}
	f.named[name] = n
	return n
}

// named checks every file that a block names. Of an address that has been
// refused already nothing more is said.
func (c *checker) named(content place, kind manual.Kind) {
	for at, font := range fileURLs(content, kind) {
		if !at.is('"') || !c.options.AllowActiveHTML && activeContent(at.str()) != "" {
			continue
		}
		name, err := filePath(at.str())
		if err == nil && name != "" {
			if font.there() && !fontNames[extension(name)] {
				err = fileFault("expected a font file (.woff2, .woff, .ttf or .otf)")
			} else {
				n := at.file.look(name, c.options)
				if err = n.err; err == nil {
					err = c.files.add(n)
				}
			}
		}
		if err != nil {
			c.faults.at(at, "%v", err)
		}
	}
}

// A fileSum is the distinct files of a manual.
type fileSum struct {
	known map[[sha256.Size]byte]struct{}
	bytes int64
}

// add counts a file.
func (s *fileSum) add(n *namedFile) error {
	if _, counted := s.known[n.Sum]; counted {
		return nil
	}
	if s.known == nil {
		s.known = make(map[[sha256.Size]byte]struct{})
	}
	s.known[n.Sum] = struct{}{}
	if s.bytes += n.Size; s.bytes > MaxManualBytes {
		return fileFault(fmt.Sprintf("expected files of at most %d MiB in one manual, found more with this one", MaxManualBytes>>20))
	}
	return nil
}

// filesOf returns the files that published parts name, in page order, each
// URL once.
func filesOf(page []sectionPart) []manual.File {
	var files []manual.File
	known := make(map[string]int) // places in files, by URL
	shared := make(map[[sha256.Size]byte]bool)
	eachPublished(page, func(content place, kind manual.Kind) {
		for at, font := range fileURLs(content, kind) {
			ref := at.str()
			name, err := filePath(ref)
			if name == "" || err != nil {
				continue
			}
			n := content.file.named[name]
			if font.get("shared").boolean(false) {
				shared[n.Sum] = true
			}
			if _, ok := known[ref]; !ok {
				known[ref] = len(files)
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

// store puts the files that the published manuals name into the store, unless
// it has them. What would be refused is refused before.
func (files *parsedFiles) store(ctx context.Context, d *db.DB, batch *db.FileBatch, o Options) error {
	if o.DryRun || files.faults.refused(o.Strict) != nil {
		return nil
	}
	type found struct {
		*namedFile
		in fs.FS
	}
	known := make(map[[sha256.Size]byte]found)
	var sums [][sha256.Size]byte
	for _, f := range files.files {
		for _, m := range (place{f, &f.root}).get("manuals").items() {
			mp := readManual(m, "")
			if !mp.published {
				continue
			}
			for _, file := range filesOf(readPage(mp.version(), "")) {
				if _, ok := known[file.Sum]; !ok {
					name, _ := filePath(file.Ref) // which has been checked
					known[file.Sum] = found{f.named[name], f.files}
					sums = append(sums, file.Sum)
				}
			}
		}
	}
	missing := batch.Missing(sums)
	if len(missing) == 0 {
		return nil
	}
	err := d.View(ctx, func(tx *db.Tx) error {
		_, err := newImport(files, tx, manual.Site{}, o)
		return err
	})
	for i := 0; i < len(missing) && err == nil; i++ {
		err = known[missing[i]].put(ctx, batch, known[missing[i]].in)
	}
	return err
}

// put stores the file.
func (n *namedFile) put(ctx context.Context, batch *db.FileBatch, in fs.FS) error {
	f, _, err := openNamed(in, n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", n.path, err)
	}
	defer f.Close()
	if err := batch.Put(ctx, n.Sum, n.Size, f); err != nil {
		return fmt.Errorf("%s: %w", n.path, err)
	}
	return nil
}
