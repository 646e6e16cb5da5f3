package seed

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
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

// A file elsewhere tells nothing: else whatever happens beside the folders would
// have the files read.
func TestWatchPassesOver(t *testing.T) {
	root := t.TempDir()
	put(t, root+"/x/seeds/aa.json", "one")
	put(t, root+"/other/bb.json", "one")
	w, err := Watch([]string{root + "/x/seeds/"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for name, want := range map[string]bool{
		"x/seeds/aa.json": true, "x/seeds/new.json": true, "x/seeds": true, "x": true, "x/other": false, "other": false,
	} {
		if got := w.matters(filepath.Join(root, name)); got != want {
			t.Errorf("%s matters: %t, want %t", name, got, want)
		}
	}
}

// Where a path no longer leads is not watched any more.
func TestWatchOnlyWherePathsLead(t *testing.T) {
	root := t.TempDir()
	put(t, root+"/releases/1/aa.json", "one")
	put(t, root+"/releases/2/aa.json", "two")
	link(t, "releases/1", root+"/current")
	w, err := Watch([]string{root + "/current", root + "/releases"})
	if err != nil {
		t.Fatal(err)
	}
	link(t, "releases/2", root+"/current")
	if err := w.follow(); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	list := w.events.WatchList()
	for folder, want := range map[string]bool{"": true, "releases": true, "releases/2": true, "releases/1": false, "current": false} {
		if slices.Contains(list, filepath.Join(root, folder)) != want {
			t.Errorf("%s is watched: %t, want %t; watched are %s", folder, !want, want, list)
		}
	}
}
