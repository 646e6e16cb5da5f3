package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
		s.Path = AbsolutePath(s.Name)
		if !seen[s.Path] {
			seen[s.Path] = true
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
		var unreadReleases *Source
		s.Releases, unreadReleases = releasePaths(s.Files)
		s.Data, s.Err = readAll(os.Open(path))
		s.Absent = s.Err != nil
		add(s)
		if unreadReleases != nil {
			unreadReleases.Name = filepath.Join(filepath.Dir(path), unreadReleases.Name)
			add(*unreadReleases)
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
	releases, unreadReleases := releasePaths(files)
	for _, e := range entries {
		if !seedName(e.Name()) {
			continue
		}
		if s, ok := readSeedFile(files, e.Name()); ok {
			s.Name = filepath.Join(name, e.Name())
			s.Releases = releases
			s.WholeFolder = true
			sources = append(sources, s)
		}
	}
	if len(sources) == 0 {
		return []Source{{Name: name, Err: noFilesError(files, entries), Absent: true}}
	}
	if unreadReleases != nil {
		unreadReleases.Name = filepath.Join(name, unreadReleases.Name)
		sources = append(sources, *unreadReleases)
	}
	return sources
}

// readSeedFile reads a seed file of a folder. It returns false for a folder, and for a pipe,
// which would block the reader.
func readSeedFile(files fs.FS, name string) (Source, bool) {
	var s Source
	s.Files = files
	info, err := fs.Stat(files, name)
	if err != nil {
		return s.unreadable(name, err), true
	}
	if !info.Mode().IsRegular() {
		return s, false
	}
	s.Data, err = readRegular(files.Open(name))
	if err != nil {
		return s.unreadable(name, err), true
	}
	return s, true
}

// unreadable returns the source with the error for which its file cannot be read. It is absent unless the
// fault is one of its address.
func (s Source) unreadable(name string, err error) Source {
	var fault AssetError
	s.Err, s.Absent = OpenError(name, err), !errors.As(err, &fault)
	return s
}

// seedName reports whether a file in a folder is a seed file, rather than a
// schema or an editor's hidden copy.
func seedName(name string) bool {
	return strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".schema.json") && !strings.HasPrefix(name, ".")
}

// readRegular reads and closes a file that was just opened, unless something else
// has taken its place.
func readRegular(f fs.File, err error) ([]byte, error) {
	if err != nil {
		return nil, PlainError(err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, PlainError(err)
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return nil, errors.New("the file was replaced while it was opened: try again")
	}
	return readAll(f, nil)
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
