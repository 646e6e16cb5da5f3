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

// A newFolder is a folder that a command writes files into. No file that is
// there is replaced, and what was written goes again unless it is complete.
type newFolder struct {
	root *os.Root
	fs.FS
	written  []string
	complete bool
}

func openNewFolder(folder string) (*newFolder, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &newFolder{root: root, FS: root.FS()}, nil
}

// Put writes a file that is not there yet.
func (f *newFolder) Put(name string, r io.Reader) error {
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

func (f *newFolder) write(name string, data []byte) error { return f.Put(name, bytes.NewReader(data)) }

// close takes back what an incomplete command has written.
func (f *newFolder) close() {
	if !f.complete {
		for _, name := range f.written {
			_ = f.root.Remove(name) // it failed already, and said why
		}
	}
	f.root.Close()
}
