package seed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoFiles is what a folder without seed files has as its error.
var ErrNoFiles = errors.New("expected seed files (*.json) in the folder, found none")

// ReadPaths reads seed files, and of a folder the regular *.json files right
// in it in the order of their names, *.schema.json passed over. What cannot be
// read, a link that leads out of its folder, and a folder without seed files
// become sources with an error, which [Check] and [Import] report with the
// other problems. A file that is named twice is read once.
func ReadPaths(paths []string) []Source {
	var sources []Source
	seen := make(map[string]bool)
	add := func(s Source) {
		key, err := filepath.Abs(s.Name)
		if err != nil {
			key = s.Name
		}
		if !seen[key] {
			seen[key] = true
			sources = append(sources, s)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			add(Source{Name: path, Err: plainError(err)})
		case info.IsDir():
			for _, s := range readFolder(path) {
				s.Files = folder(path)
				add(s)
			}
		default:
			s := readFile(path)
			s.Files = folder(filepath.Dir(path))
			add(s)
		}
	}
	return sources
}

// ReadFS reads the seed files right in the root of a file system, as of a
// folder; name stands before theirs in messages.
func ReadFS(files fs.FS, name string) []Source {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return []Source{{Name: name, Err: plainError(err)}}
	}
	var sources []Source
	for _, e := range entries {
		if info, err := fs.Stat(files, e.Name()); !seedName(e.Name()) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		data, err := fs.ReadFile(files, e.Name())
		sources = append(sources, Source{Name: name + "/" + e.Name(), Data: data, Files: files, Err: plainError(err)})
	}
	return sources
}

// A folder is the files in and below a folder of the system. No path and no
// link leads out of it.
type folder string

// Open opens a file.
func (f folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}

// Stat tells of a file, opening nothing.
func (f folder) Stat(name string) (fs.FileInfo, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fs.Stat(root.FS(), name)
}

// seedName tells whether a file in a folder is taken for a seed file: not
// the schema, and not what an editor keeps beside a file.
func seedName(name string) bool {
	return strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".schema.json") && !strings.HasPrefix(name, ".")
}

func readFolder(folder string) []Source {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return []Source{{Name: folder, Err: plainError(err)}}
	}
	var sources []Source
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if !seedName(e.Name()) {
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if err := insideFolder(folder, path); err != nil {
				sources = append(sources, Source{Name: path, Err: err})
				continue
			}
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			continue // a folder, or what would keep whoever opens it waiting
		}
		sources = append(sources, readFile(path))
	}
	if len(sources) == 0 {
		return []Source{{Name: folder, Err: ErrNoFiles}}
	}
	slices.SortFunc(sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	return sources
}

// insideFolder refuses a link that leads out of the folder it stands in.
func insideFolder(folder, link string) error {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return plainError(err)
	}
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return plainError(err)
	}
	relative, err := filepath.Rel(root, target)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return errors.New("expected a file in the folder, found a link that leads out of it")
	}
	return nil
}

// readFile reads a file up to one byte more than it may have, so that one too
// large is refused without being read whole.
func readFile(path string) Source {
	f, err := os.Open(path)
	if err != nil {
		return Source{Name: path, Err: plainError(err)}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Source{Name: path, Err: plainError(err)}
	}
	if !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
		return Source{Name: path, Err: errors.New("expected a file or a folder")}
	}
	var data bytes.Buffer
	data.Grow(int(min(info.Size(), MaxFileBytes)) + bytes.MinRead) // which a pipe has none of
	if _, err := data.ReadFrom(io.LimitReader(f, MaxFileBytes+1)); err != nil {
		return Source{Name: path, Err: plainError(err)}
	}
	return Source{Name: path, Data: data.Bytes()}
}

// plainError drops the operation and the path of a file error: the problem
// names the file already.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot be read: %w", path.Err)
	}
	return err
}
