// Package sources finds the files of a project that a tool is to read: those named, and
// those in folders and below them that the project itself has written. What a Git
// repository ignores, what was built, minified or taken from others, and what is hidden
// is passed over and counted.
package sources

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Options say what is selected.
type Options struct {
	Known   func(name string) bool // whether a file of the name can be read
	MaxSize int64                  // in bytes
	Exclude []string               // patterns of .gitignore, from the current folder
}

// A Selection is what [Select] found.
type Selection struct {
	Files   []string       // to read, in order
	Passed  map[string]int // files passed over: how many, by their ending or by the reason
	Folders map[string]int // folders passed over: how many, by name
	Large   []string       // files passed over because of their size
}

// The reasons for which files are passed over, besides their endings.
const (
	Ignored  = "ignored by Git"
	Excluded = "excluded"
	Minified = "minified"
	Large    = "too large"
	Special  = "no regular file"
)

// builtFolders hold what tools made or others wrote, by name.
var builtFolders = []string{
	"node_modules", "bower_components", "jspm_packages", "vendor", "vendors", "third_party", "third-party", "dist",
	"build", "out", "_site", "coverage", "storybook-static", "target", "__snapshots__",
}

// sourceFolders are hidden folders in which a project keeps sources of its own.
var sourceFolders = []string{".storybook", ".vitepress", ".vuepress", ".dumi"}

var minifiedName = regexp.MustCompile(`(?i)[.-](?:min|bundle)\.[a-z]+$`)

// Select returns the files named, and those in the folders named and below them. A file
// or folder that is named is read although a repository ignores it or it was built; an
// excluded one is not.
func Select(paths []string, o Options) (*Selection, error) {
	current, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &selector{Options: o, found: &Selection{Passed: map[string]int{}, Folders: map[string]int{}}}
	for _, line := range o.Exclude {
		s.excluded.add(current, line)
	}
	for _, path := range paths {
		if err := s.named(path); err != nil {
			return nil, err
		}
	}
	slices.Sort(s.found.Files)
	s.found.Files = slices.Compact(s.found.Files)
	return s.found, nil
}

type selector struct {
	Options
	excluded patterns
	found    *Selection
}

// named selects what the path of a command names.
func (s *selector) named(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if s.excluded.match(full, info.IsDir()) {
		s.pass(Excluded)
		return nil
	}
	if !info.IsDir() {
		s.file(path, info)
		return nil
	}
	ignored, err := repositoryPatterns(full)
	if err != nil {
		return err
	}
	return s.folder(path, full, ignored)
}

// folder selects the files in a folder and below it. Full is its absolute path.
func (s *selector) folder(path, full string, ignored patterns) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	if ignored.inRepository {
		if ignored, err = ignored.with(full, filepath.Join(full, ".gitignore")); err != nil {
			return err
		}
	}
	for _, entry := range entries {
		name := entry.Name()
		if err := s.entry(filepath.Join(path, name), filepath.Join(full, name), entry, ignored); err != nil {
			return err
		}
	}
	return nil
}

// entry selects a file or folder in a folder.
func (s *selector) entry(path, full string, entry fs.DirEntry, ignored patterns) error {
	name := entry.Name()
	if entry.IsDir() {
		if name == ".git" {
			return nil
		}
		hidden := strings.HasPrefix(name, ".") && !slices.Contains(sourceFolders, name)
		if hidden || slices.Contains(builtFolders, name) || s.excluded.match(full, true) || ignored.match(full, true) {
			s.found.Folders[name]++
			return nil
		}
		return s.folder(path, full, ignored)
	}
	if s.excluded.match(full, false) {
		s.pass(Excluded)
		return nil
	}
	if !s.Known(name) {
		s.pass(ending(name))
		return nil
	}
	if ignored.match(full, false) {
		s.pass(Ignored)
		return nil
	}
	if minifiedName.MatchString(name) {
		s.pass(Minified)
		return nil
	}
	info, err := entry.Info()
	if err != nil {
		return err
	}
	s.file(path, info)
	return nil
}

// file selects a file that is known and not too large.
func (s *selector) file(path string, info fs.FileInfo) {
	if !s.Known(path) {
		s.pass(ending(path))
		return
	}
	if !info.Mode().IsRegular() {
		s.pass(Special)
		return
	}
	if info.Size() > s.MaxSize {
		s.pass(Large)
		s.found.Large = append(s.found.Large, path)
		return
	}
	s.found.Files = append(s.found.Files, path)
}

func (s *selector) pass(reason string) { s.found.Passed[reason]++ }

// ending returns the ending of a file's name, or the name if it has none.
func ending(name string) string {
	name = filepath.Base(name)
	if end := strings.ToLower(filepath.Ext(name)); end != "" {
		return end
	}
	return name
}
