package seed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// A trail is where watched paths lead just now: through one folder after
// another and along links to files, or as far as there is anything. All its
// folders are watched, from the root down or, for a relative path, from the
// working folder down: whichever goes away, the one around it tells when it
// is back.
type trail struct {
	watch   func(folder string) error
	folders map[string]watchedFolder
	names   map[string]bool // what the paths lead through; other names in a folder are not theirs
	whole   map[string]bool // folders in which every name counts
	shut    map[string]bool // what could not be opened or gone into
}

// A watchedFolder is one of a trail.
type watchedFolder struct {
	info fs.FileInfo
	err  error // why it cannot be watched
}

// maxLinks is how many links a path may lead along, as on Linux: others go in
// circles.
const maxLinks = 40

// newTrail follows the paths and calls watch for every folder on the way. The
// error is that of a path whose last folder cannot be watched; the others are
// followed all the same.
func newTrail(paths []string, watch func(folder string) error) (*trail, error) {
	t := &trail{
		watch: watch, folders: make(map[string]watchedFolder),
		names: make(map[string]bool), whole: make(map[string]bool), shut: make(map[string]bool),
	}
	var failed []error
	for _, path := range paths {
		if err := t.follow(path); err != nil {
			failed = append(failed, fmt.Errorf("watching %s: %w", path, err))
		}
	}
	return t, errors.Join(failed...)
}

// follow follows a path, and the links in the folder that it may be. Folders
// further up need not be watchable: many may be passed through and not read.
func (t *trail) follow(path string) error {
	last, rest := t.walk(steps(path))
	if len(rest) <= 1 {
		// File systems differ in what they take for the same name, so that
		// every name counts where the path ends.
		t.whole[last] = true
	}
	t.see(last, rest)
	if err := t.folders[last].err; err != nil || len(rest) > 0 {
		return err
	}
	entries, err := os.ReadDir(last)
	t.note(last, err)
	for _, e := range entries {
		if !seedName(e.Name()) {
			continue
		}
		place, rest := last, []string{e.Name()}
		if e.Type()&fs.ModeSymlink != 0 {
			place, rest = t.walk(place, rest)
			// What nobody may look into is a fault of that link when it is read.
			if err := t.folders[place].err; err != nil && !errors.Is(err, fs.ErrPermission) {
				return err
			}
		}
		t.see(place, rest)
	}
	return nil
}

// walk goes from a folder through the names, as the system does when it opens
// a path. It returns the folder that it came to and the names that are left:
// none where that is all of the path, one where it is a file in the folder or
// only that is missing. Every folder is watched before it is looked into, so
// that no change goes unseen.
func (t *trail) walk(start string, names []string) (last string, rest []string) {
	last = t.add(start)
	for links := 0; len(names) > 0; {
		next := filepath.Join(last, names[0])
		t.names[next] = true
		info, err := os.Lstat(next)
		if err != nil {
			t.note(last, err)
			return last, names
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(next)
			if links++; err != nil || links > maxLinks {
				return last, names
			}
			from, more := steps(target)
			if from != here {
				last = t.add(from)
			}
			names = append(more, names[1:]...)
			continue
		}
		if info, err := os.Stat(next); err != nil || !info.IsDir() { // a folder mounted on Windows is one by Stat alone
			return last, names
		}
		last, names = t.add(next), names[1:]
	}
	return last, nil
}

// add watches a folder and returns the name under which it is watched: one
// folder can be come by in two ways, and events tell one of them.
func (t *trail) add(name string) string {
	if _, ok := t.folders[name]; ok {
		return name
	}
	info, err := os.Stat(name)
	if err == nil {
		for known, other := range t.folders {
			if os.SameFile(info, other.info) {
				return known
			}
		}
	}
	err = t.watch(name)
	t.note(name, err)
	t.folders[name] = watchedFolder{info, err}
	t.names[name] = true
	return name
}

// see notes whether the file that a walk ended at can be opened.
func (t *trail) see(last string, rest []string) {
	if len(rest) != 1 {
		return
	}
	if file := filepath.Join(last, rest[0]); unreadable(file) {
		t.shut[file] = true
	}
}

// note notes what an error says of a folder.
func (t *trail) note(name string, err error) {
	if errors.Is(err, fs.ErrPermission) {
		t.shut[name] = true
	}
}

// unreadable tells whether a file or folder is there and may not be opened.
// Nothing else is tried: a pipe would keep whoever opens it waiting.
func unreadable(name string) bool {
	info, err := os.Stat(name)
	if err == nil && (info.Mode().IsRegular() || info.IsDir()) {
		var f *os.File
		if f, err = os.Open(name); err == nil {
			f.Close()
		}
	}
	return errors.Is(err, fs.ErrPermission)
}

// here is where a relative path begins.
const here = "."

// steps cuts a path into the folder that it begins at and the names on the
// way, a slash at the end or not. It leaves "link/.." to [trail.walk]: that
// need not be the folder that the link is in.
func steps(path string) (start string, names []string) {
	volume := filepath.VolumeName(path)
	rest := path[len(volume):]
	start = volume + here
	if rest != "" && os.IsPathSeparator(rest[0]) {
		start = volume + string(filepath.Separator)
	}
	return start, strings.FieldsFunc(rest, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })
}
