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
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and nothing is replaced", filepath.Join(f.root.Name(), name))
	}
	if err != nil {
		return err
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
