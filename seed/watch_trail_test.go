package seed

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// A link in a folder is followed to the file elsewhere in the folder, by way
// of further links.
func TestWatchLinksInAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "r/seeds/live/aa.json", "one")
	link(t, "live/aa.json", "r/seeds/aa.json")
	read := watched(t, "r/seeds")
	put(t, "r/seeds/live/aa.json", "two")
	read.until(t, "two")
	put(t, "r/seeds/next/aa.json", "three")
	rename(t, "r/seeds/live", "r/seeds/last")
	read.until(t, "!")
	link(t, "next", "r/seeds/live")
	read.until(t, "three")
	put(t, "r/seeds/next/aa.json", "four")
	read.until(t, "four")
}

// A named path is followed along links in the midst of it.
func TestWatchLinksOnTheWay(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "releases/1/aa.json", "one")
	put(t, "releases/2/aa.json", "two")
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(root, "releases/1"), "current")
	read := watched(t, "current/aa.json")
	link(t, "releases/2", "current")
	read.until(t, "two")
	put(t, "releases/2/aa.json", "three")
	read.until(t, "three")
	rename(t, "releases", "old")
	read.until(t, "!")
	rename(t, "old", "releases")
	read.until(t, "three")
}

// A file elsewhere tells nothing, nor do attributes of one that can be read:
// else whatever happens beside the folders would have the files read.
func TestWatchPassesOver(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "x/seeds/aa.json", "one")
	put(t, "other/bb.json", "one")
	w, err := Watch([]string{"x/seeds/"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, test := range []struct {
		name    string
		op      fsnotify.Op
		matters bool
	}{
		{"x/seeds/aa.json", fsnotify.Write, true},
		{"x/seeds/new.json", fsnotify.Create, true},
		{"x/seeds/aa.json", fsnotify.Create | fsnotify.Chmod, true},
		{"x/seeds/aa.json", fsnotify.Chmod, false},
		{"x/seeds", fsnotify.Chmod, false},
		{"x/seeds", fsnotify.Remove, true},
		{"./x", fsnotify.Rename, true},
		{"x/other", fsnotify.Create, false},
		{"./other", fsnotify.Write, false},
	} {
		if got := w.matters(fsnotify.Event{Name: test.name, Op: test.op}); got != test.matters {
			t.Errorf("%s %s matters: %t, want %t", test.op, test.name, got, test.matters)
		}
	}
}

// Where a path no longer leads is not watched any more, and a folder that two
// paths come by is watched once.
func TestWatchOnlyWherePathsLead(t *testing.T) {
	t.Chdir(t.TempDir())
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	put(t, "releases/1/aa.json", "one")
	put(t, "releases/2/aa.json", "two")
	link(t, "releases/1", "current")
	w, err := Watch([]string{"current", "releases", filepath.Join(root, "releases")})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	link(t, "releases/2", "current")
	if err := w.follow(); err != nil {
		t.Fatal(err)
	}
	list := w.events.WatchList()
	for folder, want := range map[string]bool{
		".": true, "releases": true, "releases/2": true, "releases/1": false, filepath.Join(root, "releases"): false,
	} {
		if slices.Contains(list, filepath.FromSlash(folder)) != want {
			t.Errorf("%s is watched: %t, want %t; watched are %s", folder, !want, want, list)
		}
	}
}
