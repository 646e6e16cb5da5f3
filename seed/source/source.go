package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"designmanual/tokenize/content"
)

// MaxFileBytes limits a seed file.
const MaxFileBytes = 32 << 20

// A Source is a seed file.
type Source struct {
	Name  string // for messages
	Data  []byte
	Files fs.FS // the folder of the files that it refers to, or nil
	Err   error // why Data could not be read; reported with the other problems
}

// A File is a parsed seed file. The texts beside it that it names are strings in its
// tree.
type File struct {
	Source
	Tree     *content.Tree
	Texts    []NamedFile // that were read
	Broken   bool        // not JSON, too large or not read: there is no tree
	Problems Collector   // of parsing

	textPaths []string // of all texts, in the folder of the file
}

// Parse parses a seed file. Order is its index among the files of the import.
func Parse(s Source, order int) *File {
	f := &File{Source: s, Tree: &content.Tree{Name: s.Name, Order: order}, Broken: true}
	fault := func(c content.Fault) { f.Problems.Add(Error, f.Tree, c.Offset, c.At, "%s", c.Text) }
	switch {
	case s.Err != nil:
		fault(content.Fault{Text: s.Err.Error()})
	case len(s.Data) > MaxFileBytes:
		f.Tree.Root = new(content.Node)
		fault(content.Fault{Text: fmt.Sprintf("expected at most %d MiB, found more", MaxFileBytes>>20)})
	default:
		f.Tree.Data = s.Data
		if f.Broken = !f.Tree.Parse(fault); !f.Broken {
			f.readTexts()
		}
	}
	return f
}

// ErrNoFiles is the error of a folder without seed files.
var ErrNoFiles = errors.New("expected seed files (*.json) in the folder, found none (folders in it are not read; designmanual init writes a first file)")

// ReadPaths reads seed files. Of a folder it reads the regular *.json files
// directly inside, in name order, without *.schema.json. A file that cannot be
// read, a link that leads out of its folder and a folder without seed files
// become sources with an error, which an import reports with the
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
			for _, s := range ReadFS(OpenFolder(path), path) {
				add(s)
			}
		case !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0:
			add(Source{Name: path, Err: errors.New("expected a file or a folder")})
		default:
			s := Source{Name: path, Files: OpenFolder(filepath.Dir(path))}
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
			s.Data, err = readRegular(files.Open(e.Name()))
		}
		if err != nil {
			s.Err = OpenError(e.Name(), err)
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

// readRegular reads and closes a file that was just opened, unless something else
// has taken its place.
func readRegular(f fs.File, err error) ([]byte, error) {
	if err == nil {
		if info, statErr := f.Stat(); statErr == nil && !info.Mode().IsRegular() {
			f.Close()
			return nil, errors.New("expected a file that stays the same, found one that was replaced while it was opened")
		}
	}
	return readAll(f, err)
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
