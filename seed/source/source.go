// Package source reads seed files: single ones and folders of them, with the texts and
// assets beside them. [Parse] turns a file into a tree in which every value has its
// place; a [Collector] collects problems at such places, in the order of the files. [Watch]
// tells when files change, on every file system.
//
// Nothing outside of the folder of a seed file is read, whatever a name or a symbolic
// link says. [Watcher.UntilSteady] reads again what changes while it is read.
package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// MaxFileBytes limits a seed file.
const MaxFileBytes = 32 << 20

// A Source is a seed file.
type Source struct {
	Name  string // for messages
	Path  string // absolute; empty if the file does not stay where it was read
	Data  []byte
	Files fs.FS // the folder of the files that it refers to, or nil
	Err   error // why Data could not be read; reported with the other problems

	Releases    []string // the paths of the release files in the folder, see [ReleasesFolder]
	WholeFolder bool     // it is read with all other seed files of its folder

	// Absent says that Err is about a file that is gone or cannot be read, or a folder
	// that is gone, cannot be read or has no seed file: an accident as well as a wish.
	Absent bool
}

// A ParsedFile is a parsed seed file. The texts beside it that it names are strings in its
// tree.
type ParsedFile struct {
	Source
	Tree     *content.Tree
	Texts    []string  // the paths of those that it names
	Broken   bool      // not JSON, too large or not read: there is no tree
	Problems Collector // of parsing
}

// Brand returns the slug of the brand that a file names.
func (f *ParsedFile) Brand() string {
	named := f.Tree.Root.Get("brand")
	return cmp.Or(named.Text(), named.Get("slug").Text())
}

// Parse parses a seed file into a tree whose values know their places, with the texts beside it that it
// names in their stead. What does not parse is among the problems. Order is the index of the file among
// those of the import.
func Parse(s Source, order int) *ParsedFile {
	f := &ParsedFile{
		Source: s, Tree: &content.Tree{Name: s.Name, Order: order, Texts: make(map[uint32]*content.Tree)}, Broken: true,
	}
	if s.Err != nil {
		f.Problems.Add(Error, f.Tree, 0, 0, "%v", s.Err)
		return f
	}
	if len(s.Data) > MaxFileBytes {
		f.Tree.Root = new(content.Value)
		f.Problems.Add(Error, f.Tree, 0, 0, "expected at most %d MiB, found more", MaxFileBytes>>20)
		return f
	}
	f.Tree.Data = s.Data
	var faults []content.Fault
	f.Broken = !f.Tree.Parse(func(c content.Fault) { faults = append(faults, c) })
	if !f.Broken {
		f.readTexts()
	}
	for _, c := range faults { // their paths are known now
		f.Problems.Add(Error, f.Tree, c.Offset, c.At, "%s", c.Text)
	}
	return f
}

// ErrNoFiles is the error of a folder without seed files.
var ErrNoFiles = errors.New("the folder has no seed file (*.json)")

// ReadPaths reads seed files. Of a folder it reads the regular *.json files
// directly inside, in name order, without *.schema.json. A file that cannot be
// read, a link that leads out of its folder and a folder without seed files
// become sources with an error, which an import reports with the
// other problems. A file given twice is read once.
func ReadPaths(paths []string) []Source { return readPaths(paths, OpenFolder) }

// readPaths is [ReadPaths] with a function that opens folders.
func readPaths(paths []string, openFolder func(path string) fs.FS) []Source {
	var sources []Source
	seen := make(map[string]bool)
	add := func(s Source) {
		key, err := filepath.Abs(s.Name)
		if err != nil {
			key = s.Name
		}
		s.Path = key
		if !seen[key] {
			seen[key] = true
			sources = append(sources, s)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			add(Source{Name: path, Err: PlainError(err), Absent: true})
			continue
		}
		if info.IsDir() {
			for _, s := range ReadFS(openFolder(path), path) {
				add(s)
			}
			continue
		}
		if !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
			add(Source{Name: path, Err: errors.New("expected a file or a folder")})
			continue
		}
		s := Source{Name: path, Files: openFolder(filepath.Dir(path))}
		var unread *Source
		s.Releases, unread = releasePaths(s.Files)
		s.Data, s.Err = readAll(os.Open(path))
		s.Absent = s.Err != nil
		add(s)
		if unread != nil {
			unread.Name = filepath.Join(filepath.Dir(path), unread.Name)
			add(*unread)
		}
	}
	return sources
}

// ReadFS reads the seed files at the root of a file system. Their names get
// name as a prefix.
func ReadFS(files fs.FS, name string) []Source {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return []Source{{Name: name, Err: PlainError(err), Absent: true}}
	}
	var sources []Source
	releases, unread := releasePaths(files)
	for _, e := range entries {
		if !seedName(e.Name()) {
			continue
		}
		if s, ok := readSeedFile(files, e.Name()); ok {
			s.Name, s.Releases, s.WholeFolder = filepath.Join(name, e.Name()), releases, true
			sources = append(sources, s)
		}
	}
	if len(sources) == 0 {
		return []Source{{Name: name, Err: noFilesError(files, entries), Absent: true}}
	}
	if unread != nil {
		unread.Name = filepath.Join(name, unread.Name)
		sources = append(sources, *unread)
	}
	return sources
}

// readSeedFile reads a seed file of a folder. It returns false for a folder, and for a pipe,
// which would block the reader.
func readSeedFile(files fs.FS, name string) (Source, bool) {
	var s Source
	s.Files = files
	info, err := fs.Stat(files, name)
	if err == nil && !info.Mode().IsRegular() {
		return s, false
	}
	if err == nil {
		s.Data, err = readRegular(files.Open(name))
	}
	if err != nil {
		var fault AssetError
		s.Err, s.Absent = OpenError(name, err), !errors.As(err, &fault)
	}
	return s, true
}

// seedName reports whether a file in a folder is a seed file, rather than a
// schema or an editor's hidden copy.
func seedName(name string) bool {
	return strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".schema.json") && !strings.HasPrefix(name, ".")
}

// readRegular reads and closes a file that was just opened, unless something else
// has taken its place.
func readRegular(f fs.File, err error) ([]byte, error) {
	if err == nil {
		if info, statErr := f.Stat(); statErr == nil && !info.Mode().IsRegular() {
			f.Close()
			return nil, errors.New(
				"the file was replaced while it was opened: try again",
			)
		}
	}
	return readAll(f, err)
}

// readAll reads and closes a file that was just opened. It stops one byte after
// [MaxFileBytes]: enough to refuse the file without reading all of it.
func readAll[F fs.File](f F, err error) ([]byte, error) {
	if err != nil {
		return nil, PlainError(err)
	}
	defer f.Close()
	var data bytes.Buffer
	if info, err := f.Stat(); err == nil {
		data.Grow(int(min(info.Size(), MaxFileBytes)) + bytes.MinRead) // it stays in memory as it is
	}
	if _, err := data.ReadFrom(io.LimitReader(f, MaxFileBytes+1)); err != nil {
		return nil, PlainError(err)
	}
	return data.Bytes(), nil
}

// PlainError drops the operation and the path of a file error, because the
// problem names the file already.
func PlainError(err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return err
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf(
			"cannot be read: %w. Let the user of this program read it and enter the folders above it (chmod a+rX)",
			path.Err,
		)
	}
	return fmt.Errorf("cannot be read: %w", path.Err)
}

// AssetPaths returns the paths of the files that a seed file refers to, each once:
// texts, then the others of the blocks, then those of the brand and the manuals.
func (f *ParsedFile) AssetPaths() []string {
	var paths []string
	paths = append(paths, f.Texts...)
	var urls []FileURL
	for block, kind := range f.blocks() {
		urls = append(urls, FileURLs(block, kind)...)
	}
	for _, head := range append([]*content.Value{f.Tree.Root.Get("brand")}, f.Tree.Root.Get("manuals").List()...) {
		urls = append(urls, HeadURLs(head)...)
	}
	for _, at := range urls {
		path, _ := AssetPath(at.URL)
		paths = append(paths, path)
	}
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(paths, func(path string) bool {
		known := seen[path]
		seen[path] = true
		return known
	})
}

// blocks iterates over the contents of the sections and blocks of all versions of all
// manuals, and their kinds.
func (f *ParsedFile) blocks() iter.Seq2[*content.Value, manual.Kind] {
	return func(yield func(*content.Value, manual.Kind) bool) {
		if f.Broken {
			return
		}
		for _, m := range f.Tree.Root.Get("manuals").List() {
			for _, version := range []*content.Value{m, m.Get("approved")} {
				for _, s := range version.Get("sections").List() {
					for _, b := range append([]*content.Value{s}, s.Get("blocks").List()...) {
						if !yield(b.Get("content"), manual.Kind(b.Get("type").Text())) {
							return
						}
					}
				}
			}
		}
	}
}
