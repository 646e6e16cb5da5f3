package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"
)

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

// OpenFolder returns a folder of the file system. It need not exist.
func OpenFolder(path string) fs.FS {
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
		return nil, "", AssetError(ExpectedInFolder + "a link that leads to itself")
	case err != nil:
		return nil, "", err
	}
	inside, err := filepath.Rel(base, real)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, "", AssetError(ExpectedInFolder + "a link that leads out of it")
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
	return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe may have taken the place of a file since it was looked at
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

// ReadDir implements [fs.ReadDirFS].
func (f folder) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." {
		return os.ReadDir(f.path)
	}
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fs.ReadDir(root.FS(), name)
}

// settleTime is more than the steps in which systems count the time of a change.
const settleTime = 20 * time.Millisecond

// Identity returns a text that is another one once the file has changed: device,
// inode, size, and the times of its last modification and last change, which no
// program can set. It is empty where the system tells no such times, or tells them in
// whole seconds. Who reads the file must wait for that long first, so that a later change
// has another time.
//
// A file system that does not change these times with the content defeats it.
func Identity(info fs.FileInfo) (identity string, wait time.Duration) {
	stat := reflect.Indirect(reflect.ValueOf(info.Sys())) // syscall.Stat_t
	if stat.Kind() != reflect.Struct {
		return "", 0
	}
	changed := stat.FieldByName("Ctim")
	if !changed.IsValid() {
		changed = stat.FieldByName("Ctimespec") // of BSD and macOS
	}
	if !changed.IsValid() {
		return "", 0
	}
	at := time.Unix(changed.Field(0).Int(), changed.Field(1).Int())
	age := time.Since(at)
	if at.Nanosecond() == 0 || age < 0 {
		return "", 0
	}
	return fmt.Sprint(stat.FieldByName("Dev"), stat.FieldByName("Ino"), info.Size(), info.ModTime().UnixNano(), at.UnixNano()), settleTime - age
}
