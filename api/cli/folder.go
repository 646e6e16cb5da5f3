package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// An outputFolder is a folder that a command writes files into. It never replaces
// a file. If the command fails, close removes what was written.
type outputFolder struct {
	root *os.Root
	fs.FS
	written  []string
	complete bool // close keeps the files
}

func openOutputFolder(folder string) (*outputFolder, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &outputFolder{root: root, FS: root.FS()}, nil
}

// Put writes a new file.
func (f *outputFolder) Put(name string, r io.Reader) error {
	if err := f.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch target := filepath.Join(f.root.Name(), name); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already, and nothing is replaced", target)
	case err != nil:
		return fmt.Errorf("writing %s: %w", target, errors.Unwrap(err)) // of the *fs.PathError, which has the name alone
	}
	f.written = append(f.written, name)
	_, err = io.Copy(file, r)
	return errors.Join(err, file.Close())
}

func (f *outputFolder) write(name string, data []byte) error {
	return f.Put(name, bytes.NewReader(data))
}

// has reports whether there is anything with a name.
func (f *outputFolder) has(name string) bool {
	_, err := f.root.Lstat(name)
	return err == nil
}

// close removes the written files unless they are complete.
func (f *outputFolder) close() {
	if !f.complete {
		for _, name := range f.written {
			_ = f.root.Remove(name) // the command has failed already and says why
		}
	}
	f.root.Close()
}

// filesIn returns the files in a folder and below it that are wanted, or a file itself.
// Folders with these names, and those that begin with a dot, are passed over.
func filesIn(folder string, wanted func(path string, d fs.DirEntry) bool, passed ...string) (paths []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || slices.Contains(passed, d.Name())):
			return filepath.SkipDir
		case !d.IsDir() && wanted(path, d):
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

// readInput reads a regular file of at most that many bytes.
func readInput(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q: expected a regular file", name)
	case info.Size() > most:
		return nil, fmt.Errorf("%q: expected a file of at most %d MiB", name, most>>20)
	}
	return os.ReadFile(name)
}
