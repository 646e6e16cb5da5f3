package seed

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrNoFiles is the error of a folder without seed files.
var ErrNoFiles = errors.New("expected seed files (*.json) in the folder, found none")

// ReadPaths reads seed files. Of a folder it reads the regular *.json files
// directly inside, in name order, without *.schema.json. A file that cannot be
// read, a link that leads out of its folder and a folder without seed files
// become sources with an error, which [Check] and [Import] report with the
// other problems. A file given twice is read once.
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

// ReadFS reads the seed files at the root of a file system. Their names get
// name as a prefix.
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
			continue // a folder, or a pipe that would block the reader
		}
		if err == nil {
			s.Data, err = readAll(files.Open(e.Name()))
		}
		if err != nil {
			s.Err = openError(e.Name(), err)
		}
		sources = append(sources, s)
	}
	if len(sources) == 0 {
		return []Source{{Name: name, Err: ErrNoFiles}}
	}
	return sources
}

// seedName reports whether a file in a folder is a seed file, rather than a
// schema or an editor's hidden copy.
func seedName(name string) bool {
	return strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".schema.json") && !strings.HasPrefix(name, ".")
}

// readAll reads and closes a file that was just opened. It stops one byte after
// [MaxFileBytes]: enough to refuse the file without reading all of it.
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

// plainError drops the operation and the path of a file error, because the
// problem names the file already.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot be read: %w", path.Err)
	}
	return err
}

// A folder is a directory and everything below it. Paths and links cannot lead
// out of it.
//
// Kubernetes mounts a folder through a link "..data" and replaces that link to
// switch to a new state. A folder resolves this link, and a link to the folder
// itself, once, so that all files are read from the same state.
type folder struct {
	path string // absolute, without links
	data string // the target of ..data, or empty
}

func openFolder(path string) folder {
	if absolute, err := filepath.Abs(path); err == nil { // so that absolute links compare with it
		path = absolute
	}
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

// find returns the root directory that a file is in, and the file's path below
// it without links.
func (f folder) find(name string) (*os.Root, string, error) {
	base := f.path
	first, _, _ := strings.Cut(name, "/")
	if target, err := os.Readlink(filepath.Join(base, first)); err == nil && f.data != "" && target == filepath.Join(dataLink, first) {
		base = f.data
	}
	real, err := filepath.EvalSymlinks(filepath.Join(base, filepath.FromSlash(name)))
	var path *fs.PathError
	switch {
	case errors.Is(err, syscall.ENOTDIR): // a file stands where the name has a folder
		return nil, "", fs.ErrNotExist
	case err != nil && !errors.As(err, &path):
		return nil, "", fileError(expectedInFolder + "a link that leads to itself")
	case err != nil:
		return nil, "", err
	}
	inside, err := filepath.Rel(base, real)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, "", fileError(expectedInFolder + "a link that leads out of it")
	}
	root, err := os.OpenRoot(base)
	return root, filepath.ToSlash(inside), err
}

// Open implements [fs.FS].
func (f folder) Open(name string) (fs.File, error) {
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}

// Stat implements [fs.StatFS] without opening the file.
func (f folder) Stat(name string) (fs.FileInfo, error) {
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fs.Stat(root.FS(), name)
}

// ReadDir implements [fs.ReadDirFS] for the root.
func (f folder) ReadDir(string) ([]fs.DirEntry, error) { return os.ReadDir(f.path) }
