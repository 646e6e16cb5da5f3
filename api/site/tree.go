package site

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
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
	known   map[string]bool // what was asked for, by path
}

const (
	listName  = ".designmanual-export" // of all files, one a line: a folder with it holds a site
	draftName = ".designmanual-export.new"
)

func openTree(folder string) (*tree, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, written: make(map[string]bool), known: make(map[string]bool)}
	if err := t.begin(folder); err != nil {
		root.Close()
		return nil, err
	}
	return t, nil
}

// begin reads the list of an earlier site, or finds the folder empty.
func (t *tree) begin(folder string) error {
	entries, err := fs.ReadDir(t.root.FS(), ".")
	if err != nil {
		return err
	}
	earlier := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == listName })
	if len(entries) > 0 && !earlier {
		return fmt.Errorf("%s holds other files: expected an empty folder, or one with an earlier export", folder)
	}
	// Each file is listed before it is there, so that an export that was
	// interrupted is an earlier one as well.
	if t.list, err = t.root.OpenFile(listName, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return err
	}
	lines := bufio.NewScanner(t.list)
	for lines.Scan() {
		t.before = append(t.before, lines.Text())
	}
	return lines.Err()
}

func (t *tree) close() {
	t.list.Close()
	t.root.Close()
}

// has tells whether a path was asked for before, and notes that it is.
func (t *tree) has(name string) bool {
	known := t.known[name]
	t.known[name] = true
	return known
}

func (t *tree) read(name string) ([]byte, error) { return fs.ReadFile(t.root.FS(), name) }

// A draft is a file that has no name yet.
type draft struct {
	tree *tree
	file *os.File
}

func (t *tree) create() (*draft, error) {
	file, err := t.root.OpenFile(draftName, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	return &draft{t, file}, err
}

// discard removes the draft.
func (d *draft) discard() error {
	return errors.Join(d.file.Close(), d.tree.root.Remove(draftName))
}

// keep gives the draft its name.
func (d *draft) keep(name string) error {
	if err := d.file.Close(); err != nil {
		return err
	}
	if _, err := d.tree.list.WriteString(name + "\n"); err != nil {
		return err
	}
	if err := d.tree.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	if err := d.tree.root.Rename(draftName, name); err != nil {
		return err
	}
	d.tree.written[name] = true
	return nil
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
	var list strings.Builder
	names := make([]string, 0, len(t.written))
	for name := range t.written {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list.WriteString(name + "\n")
	}
	if err := t.root.WriteFile(draftName, []byte(list.String()), 0o644); err != nil {
		return removed, err
	}
	return removed, t.root.Rename(draftName, listName)
}
