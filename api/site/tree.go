package site

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
)

// A tree is the folder that a site is written into. [os.Root] keeps every path
// inside of it, whatever links there are.
type tree struct {
	root    *os.Root
	list    *os.File        // the list of files as it grows
	before  []string        // the files of an earlier site
	written map[string]bool // files, by path
}

const (
	listName  = ".designmanual-export" // of all files, one a line: a folder with it holds a site
	draftName = ".designmanual-export.new"
)

// openTree reads the list of an earlier site, or finds the folder empty.
func openTree(folder string) (*tree, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, written: make(map[string]bool)}
	list, err := root.ReadFile(listName)
	if errors.Is(err, fs.ErrNotExist) {
		var entries []fs.DirEntry
		if entries, err = fs.ReadDir(root.FS(), "."); len(entries) > 0 {
			err = fmt.Errorf("%s holds other files: expected an empty folder, or one with an earlier export", folder)
		}
	}
	if err == nil {
		t.before = strings.Split(string(list), "\n")
		// Each file is listed before it is there, so that an export that was
		// interrupted is an earlier one as well.
		t.list, err = root.OpenFile(listName, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return t, nil
}

func (t *tree) close() {
	t.list.Close()
	t.root.Close()
}

// draft opens a file that has no name yet, the only one of the tree.
func (t *tree) draft() (*os.File, error) {
	return t.root.OpenFile(draftName, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

func (t *tree) discard() error { return t.root.Remove(draftName) }

// keep gives the draft its name.
func (t *tree) keep(name string) error {
	if _, err := t.list.WriteString(name + "\n"); err != nil {
		return err
	}
	if err := t.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	t.written[name] = true
	return t.root.Rename(draftName, name)
}

// finish removes the files of an earlier site that are not in this one, with
// the folders that they leave empty, and writes the list anew.
func (t *tree) finish() (removed int, err error) {
	slices.Sort(t.before)
	for _, name := range slices.Compact(t.before) {
		if t.written[name] || !fs.ValidPath(name) {
			continue
		}
		switch err := t.root.Remove(name); {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return removed, err
		}
		removed++
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if t.root.Remove(folder) != nil { // it is not empty
				break
			}
		}
	}
	names := slices.Sorted(maps.Keys(t.written))
	if err := t.root.WriteFile(draftName, []byte(strings.Join(append(names, ""), "\n")), 0o644); err != nil {
		return removed, err
	}
	return removed, t.root.Rename(draftName, listName)
}

// An answer is one of the public handler on its way into a file.
type answer struct {
	header http.Header
	status int
	body   *os.File
	failed error // of writing
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(piece []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	n, err := a.body.Write(piece)
	if a.failed == nil {
		a.failed = err
	}
	return n, err
}
