package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/text/unicode/norm"
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

// AbsolutePath returns a path from the root, or the path itself where there is no working folder.
func AbsolutePath(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return absolute
}

// OpenFolder returns a folder of the file system, of which it opens nothing yet. It need not exist.
func OpenFolder(path string) fs.FS {
	path = AbsolutePath(path) // so that absolute links compare with it
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f := folder{path: path}
	data, _ := filepath.EvalSymlinks(filepath.Join(path, dataLink)) // empty where there is no such link
	if filepath.Dir(data) == path {
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
	target, _ := os.Readlink(filepath.Join(base, first)) // empty for no link
	if f.data != "" && target == filepath.Join(dataLink, first) {
		base = f.data
	}
	real, err := filepath.EvalSymlinks(filepath.Join(base, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		if other := otherForm(base, name); other != "" {
			real, err = filepath.EvalSymlinks(filepath.Join(base, other))
		}
	}
	if err != nil {
		return nil, "", linkError(base, name, err)
	}
	inside, err := filepath.Rel(base, real)
	if err != nil || !filepath.IsLocal(inside) {
		fault := AssetError(expectedInFolder + "a link that leads out of it. Copy the file into the folder.")
		return nil, "", linkError(base, name, fault)
	}
	root, err := os.OpenRoot(base)
	return root, filepath.ToSlash(inside), err
}

// linkError returns the error of a path that leads to no file of the folder.
func linkError(base, name string, err error) error {
	target, linkErr := os.Readlink(filepath.Join(base, filepath.FromSlash(name)))
	if linkErr == nil && strings.Contains(filepath.ToSlash(target), ".git/annex/objects/") {
		return AssetError("expected the file itself, found a link of git-annex. " +
			"`git annex get` fetches the file, and `git annex unlock` puts it in place of the link.")
	}
	if errors.Is(err, syscall.ENOTDIR) { // a file stands where the name has a folder
		return fs.ErrNotExist
	}
	var path *fs.PathError
	var fault AssetError
	if errors.As(err, &path) || errors.As(err, &fault) {
		return err
	}
	return AssetError(expectedInFolder + "a link that leads to itself")
}

// otherForm returns the path below base whose names equal those of a path in another
// Unicode form, such as that with decomposed letters which a Mac writes (Unicode
// Standard Annex 15), or "".
func otherForm(base, path string) string {
	found := ""
	for segment := range strings.SplitSeq(path, "/") {
		if _, err := os.Lstat(filepath.Join(base, found, segment)); err == nil {
			found = filepath.Join(found, segment)
			continue
		}
		composed := norm.NFC.String(segment)
		if norm.NFD.String(segment) == composed { // it has one form alone
			return ""
		}
		entries, err := os.ReadDir(filepath.Join(base, found))
		if err != nil {
			return ""
		}
		n := slices.IndexFunc(entries, func(e os.DirEntry) bool { return norm.NFC.String(e.Name()) == composed })
		if n < 0 {
			return ""
		}
		found = filepath.Join(found, entries[n].Name())
	}
	return found
}

// Open implements [fs.FS].
func (f folder) Open(name string) (fs.File, error) {
	root, name, err := f.find(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	// A pipe may have taken the place of a file since it was looked at.
	return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
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

// clockStep is more than the steps in which systems count the time of a change.
const clockStep = 20 * time.Millisecond

// Identity returns a text that is another one once the file has changed: device,
// inode, size, and the times of its last modification and last change, which no
// program can set. It is empty where the system does not tell them. Who reads the file
// must wait for that long first, so that a later change has another time.
//
// A file system that does not change these times with the content defeats it.
func Identity(info fs.FileInfo) (text string, wait time.Duration) {
	id, ok := identify(info)
	age := time.Since(id.changed)
	if !ok || age < 0 {
		return "", 0
	}
	state := fmt.Sprint(id.device, id.inode, info.Size(), info.ModTime().UnixNano(), id.changed.UnixNano())
	return state, clockStep - age
}
