// Package files reads and writes the files of a user: what a command is given, and the
// folders that it writes into. Nothing is replaced that has not been read.
package files

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

// A Folder is a folder that a command writes files into. It never replaces
// a file. Unless [Folder.Complete] is called, Close removes what was written.
type Folder struct {
	root *os.Root
	fs.FS
	written  []string
	complete bool // Close keeps the files
}

// OpenFolder opens a folder, which is made if it does not exist.
func OpenFolder(folder string) (*Folder, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, FS: root.FS()}, nil
}

// Put writes a new file with the content of r.
func (f *Folder) Put(name string, r io.Reader) error {
	if err := f.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	target := filepath.Join(f.root.Name(), name)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and nothing is replaced", target)
	}
	if err != nil {
		// of the *fs.PathError, which has the name alone
		return fmt.Errorf("writing %s: %w", target, errors.Unwrap(err))
	}
	f.written = append(f.written, name)
	_, err = io.Copy(file, r)
	return errors.Join(err, file.Close())
}

// Write writes a new file.
func (f *Folder) Write(name string, data []byte) error {
	return f.Put(name, bytes.NewReader(data))
}

// Has reports whether there is anything with a name.
func (f *Folder) Has(name string) bool {
	_, err := f.root.Lstat(name)
	return err == nil
}

// Complete makes Close keep the files.
func (f *Folder) Complete() { f.complete = true }

// Close removes the written files unless they are complete.
func (f *Folder) Close() {
	if !f.complete {
		for _, name := range f.written {
			_ = f.root.Remove(name) // the command has failed already and says why
		}
	}
	f.root.Close()
}

// In returns the files in a folder and below it that are wanted, or a file itself.
// Folders with these names, and those that begin with a dot, are passed over.
func In(folder string, wanted func(path string, d fs.DirEntry) bool, passed ...string) ([]string, error) {
	var (
		paths []string
		err   error
	)
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || slices.Contains(passed, d.Name())) {
			return filepath.SkipDir
		}
		if !d.IsDir() && wanted(path, d) {
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

// Read reads a regular file of at most that many bytes.
func Read(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q: expected a regular file", name)
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%q: expected a file of at most %d MiB", name, most>>20)
	}
	return os.ReadFile(name)
}

// Replace writes a file anew, unless it is not the one that was read.
func Replace(name string, before, after []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || !bytes.Equal(data, before) {
		return errors.New("the file has changed while it was read, and is left as it is")
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".designmanual-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(after)
	if err := errors.Join(err, temporary.Chmod(info.Mode().Perm()), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
