// Package source reads seed files: single ones and folders of them, with the texts and
// assets beside them. [Parse] turns a file into a tree in which every value has its
// place. A [Watcher] tells when files change, on every file system.
//
// Nothing outside of the folder of a seed file is read, whatever a name or a symbolic
// link says. [Watcher.RetryWhileChanging] reads again what changes while it is read.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// MaxFileBytes limits a seed file.
const MaxFileBytes = 32 << 20

// A Source is a seed file, or why one, or the release files of a folder, could not be read.
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
	Tree          *content.Tree
	TextPaths     []string // of those that it names
	Unusable      bool     // nothing can be made of it: not read, not JSON, or beyond a limit; it may have a tree
	ParseProblems problem.Collector
}

// Brand returns the slug of the brand that a file names.
func (f *ParsedFile) Brand() string {
	named := f.Tree.Root.Get("brand")
	return cmp.Or(named.Text(), named.Get("slug").Text())
}

// Parse parses a seed file into a tree, whose values know their places. Where the file names a text file, the
// tree has its HTML. What does not parse is among the problems. Order is the index of the file among those of the
// import.
func Parse(s Source, order int) *ParsedFile {
	f := &ParsedFile{
		Source:   s,
		Tree:     &content.Tree{Name: s.Name, Order: order, Texts: make(map[uint32]*content.Tree)},
		Unusable: true, // until it parses
	}
	if s.Err != nil {
		f.ParseProblems.Add(problem.Error, f.Tree, 0, 0, "%v", s.Err)
		return f
	}
	if len(s.Data) > MaxFileBytes {
		f.Tree.Root = new(content.Value)
		f.ParseProblems.Add(problem.Error, f.Tree, 0, 0, "expected at most %d MiB, found more", MaxFileBytes>>20)
		return f
	}
	f.Tree.Data = s.Data
	var faults []content.Fault
	f.Unusable = !f.Tree.Parse(func(fault content.Fault) { faults = append(faults, fault) })
	if !f.Unusable {
		f.readTexts()
	}
	for _, fault := range faults { // their paths are known now
		f.ParseProblems.Add(problem.Error, f.Tree, fault.Offset, fault.ValueStart, "%s", fault.Text)
	}
	return f
}

// errNoFiles is the error of a folder without seed files.
var errNoFiles = errors.New("the folder has no seed file (*.json)")

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
	paths = append(paths, f.TextPaths...)
	var urls []FileURL
	for block, kind := range f.blocks() {
		urls = append(urls, FileURLs(block, kind)...)
	}
	for _, settings := range append([]*content.Value{f.Tree.Root.Get("brand")}, f.Tree.Root.Get("manuals").List()...) {
		urls = append(urls, SettingsURLs(settings)...)
	}
	for _, found := range urls {
		path, _ := AssetPath(found.URL)
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
		if f.Unusable {
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
