package seed

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
			for _, s := range ReadFS(openFolder(path), path) {
				add(s)
			}
		case !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0:
			add(Source{Name: path, Err: errors.New("expected a file or a folder")})
		default:
			s := Source{Name: path, Files: openFolder(filepath.Dir(path))}
			s.Data, s.Err = readAll(os.Open(path))
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
		if !seedName(e.Name()) {
			continue
		}
		s := Source{Name: filepath.Join(name, e.Name()), Files: files}
		info, err := fs.Stat(files, e.Name())
		if err == nil && !info.Mode().IsRegular() {
			continue // a folder, or what would keep whoever opens it waiting
		}
		if err == nil {
			s.Data, err = readAll(files.Open(e.Name()))
		}
		if err != nil {
			s.Err = openFault(e.Name(), err)
		}
		sources = append(sources, s)
	}
	if len(sources) == 0 {
		return []Source{{Name: name, Err: ErrNoFiles}}
	}
	return sources
}

// seedName tells whether a file in a folder is taken for a seed file: not
// the schema, and not what an editor keeps beside a file.
func seedName(name string) bool {
	return strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".schema.json") && !strings.HasPrefix(name, ".")
}

// readAll reads and closes a file that has just been opened, up to one byte more
// than it may have, so that one too large is refused without being read whole.
func readAll[F fs.File](f F, err error) ([]byte, error) {
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFileBytes+1))
	if err != nil {
		return nil, plainError(err)
	}
	return data, nil
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

// A folder is the files in and below a folder of the system. No path and no
// link leads out of it.
//
// Where the folder is a link, or what is in it is linked by way of the link
// "..data" as Kubernetes does, all is read from where that led at first: the
// link is put in another's place when there is a whole new state.
type folder struct {
	path string // without links
	data string // where ..data leads, or empty
}

func openFolder(path string) folder {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f := folder{path: path}
	if data, err := filepath.EvalSymlinks(filepath.Join(path, dataLink)); err == nil && filepath.Dir(data) == path {
		f.data = data
	}
	return f
}

const dataLink = "..data"

// find opens the folder that a file is in, and returns the file's path in it
// without links.
func (f folder) find(name string) (*os.Root, string, error) {
	base := f.path
	first, _, _ := strings.Cut(name, "/")
	if target, err := os.Readlink(filepath.Join(base, first)); err == nil && f.data != "" && target == filepath.Join(dataLink, first) {
		base = f.data
	}
	real, err := filepath.EvalSymlinks(filepath.Join(base, filepath.FromSlash(name)))
	var path *fs.PathError
	switch {
	case err != nil && !errors.As(err, &path):
		return nil, "", fileFault(expectedInFolder + "a link that leads to itself")
	case err != nil:
		return nil, "", err
	}
	inside, err := filepath.Rel(base, real)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, "", fileFault(expectedInFolder + "a link that leads out of it")
	}
	root, err := os.OpenRoot(base)
	return root, filepath.ToSlash(inside), err
}

// Open opens a file.
func (f folder) Open(name string) (fs.File, error) {
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}

// Stat tells of a file, opening nothing.
func (f folder) Stat(name string) (fs.FileInfo, error) {
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fs.Stat(root.FS(), name)
}

// ReadDir lists the folder itself.
func (f folder) ReadDir(string) ([]fs.DirEntry, error) { return os.ReadDir(f.path) }
