package seed

import (
	"context"
	"designmanual/seed/source"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const quiet = 250 * time.Millisecond // without a change before changes are reported

// put writes a file and creates the folders that it is in.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// link replaces path with a symbolic link.
func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path+"~"); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	rename(t, path+"~", path)
}

// readings receives what read returns for the watched paths after each change: the
// texts of the files, with ! for one that cannot be read.
type readings <-chan string

// watched watches paths until the end of the test.
func watched(t *testing.T, paths ...string) readings {
	t.Helper()
	return watchedFor(t, textsOf, paths...)
}

// watchedFor is like watched with its own function that reads the paths.
func watchedFor(t *testing.T, read func(paths []string) string, paths ...string) readings {
	t.Helper()
	w := source.Watch(paths)
	found, ended := make(chan string), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(ended)
		w.Run(ctx, func(bool) bool { tell(ctx, found, read(paths)); return false })
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return found
}

func tell(ctx context.Context, found chan<- string, text string) {
	select {
	case found <- text:
	case <-ctx.Done():
	}
}

// textsOf returns the texts of seed files, with ! for one that cannot be read.
func textsOf(paths []string) string {
	var texts []string
	for _, s := range source.ReadPaths(paths) {
		text := string(s.Data)
		if s.Err != nil {
			text = "!"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// until waits until these texts have been read.
func (r readings) until(t *testing.T, texts string) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case read := <-r:
			if read == texts {
				return
			}
			t.Logf("read %q on the way to %q", read, texts)
		case <-deadline:
			t.Fatalf("the files were not read as %q within twenty seconds", texts)
		}
	}
}

// TestWatch watches paths through steps: put FILE TEXT, move FROM TO, remove PATH,
// link TARGET PATH, mode PATH; "= TEXTS" waits until these texts have been read.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		name  string
		paths string
		files string // to create, with the text "one"
		steps []string
	}{
		{"a folder, with a slash", "seeds/", "seeds/aa.json",
			[]string{"move seeds seeds2", "= !", "move seeds2 seeds", "= one", "put seeds/aa.json two", "= two", "remove seeds", "= !", "put seeds/aa.json three", "= three"}},
		{"a folder further up", "w/x/p/bb.json", "w/x/p/bb.json", []string{"move w w2", "= !", "move w2 w", "= one", "put w/x/p/bb.json two", "= two", "remove w", "= !", "put w/x/p/bb.json three", "= three"}},
		{"a folder beside, from the working folder", "./w/../x//bb.json", "w/keep x/bb.json", []string{"move x x2", "= !", "move x2 x", "= one", "put x/bb.json two", "= two"}},
		{"next to a missing file", "gone/aa.json seeds", "gone/aa.json seeds/bb.json",
			[]string{"remove gone", "= ! one", "remove seeds", "= ! !", "put seeds/bb.json two", "= ! two", "put seeds/bb.json three", "= ! three", "put gone/aa.json four", "= four three"}},
		{"a mode that makes a file readable", "aa.json", "aa.json", []string{"mode aa.json", "= one"}},
		{"a link in a folder", "r/seeds", "r/seeds/live/aa.json r/seeds/next/aa.json",
			[]string{"link live/aa.json r/seeds/aa.json", "= one", "put r/seeds/live/aa.json two", "= two", "move r/seeds/live r/seeds/last", "= !", "link next r/seeds/live", "= one", "put r/seeds/next/aa.json three", "= three"}},
		{"a link in the path", "current/aa.json", "releases/1/aa.json releases/2/aa.json",
			[]string{"link releases/1 current", "= one", "put releases/2/aa.json two", "link releases/2 current", "= two", "move releases old", "= !", "move old releases", "= two"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, file := range strings.Fields(tt.files) {
				put(t, file, "one")
			}
			read := watched(t, strings.Fields(tt.paths)...)
			for _, step := range tt.steps {
				do, args, _ := strings.Cut(step, " ")
				first, second, _ := strings.Cut(args, " ")
				switch do {
				case "=":
					read.until(t, args)
				case "put":
					put(t, first, second)
				case "move":
					rename(t, first, second)
				case "remove":
					remove(t, first)
				case "link":
					link(t, first, second)
				case "mode":
					if err := os.Chmod(first, 0o640); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// A change is reported even if changes never stop.
func TestWatchSteadyWrites(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/aa.json", "one")
	read := watched(t, dir)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(quiet / 20); ; {
			select {
			case <-tick.C:
				if err := os.WriteFile(dir+"/aa.json", []byte("two"), 0o644); err != nil {
					t.Error(err)
				}
			case <-stop:
				return
			}
		}
	}()
	read.until(t, "two")
	close(stop)
	<-stopped
}

// The files that a seed file refers to are watched, and new ones as it changes.
func TestWatchNamedFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/seeds/aa.json", logos("logo/mark.svg"))
	put(t, dir+"/seeds/logo/mark.svg", "one")
	read := watchedFor(t, func([]string) string {
		text, err := os.ReadFile(dir + "/seeds/logo/mark.svg")
		if err != nil {
			return "!"
		}
		return string(text)
	}, dir+"/seeds")
	put(t, dir+"/seeds/logo/mark.svg", "two")
	read.until(t, "two")
	remove(t, dir+"/seeds/logo")
	read.until(t, "!")
	put(t, dir+"/seeds/logo/mark.svg", "three")
	read.until(t, "three")
}

// Nothing is reported while Git has its lock, in a checkout or a worktree.
func TestWatchGitLock(t *testing.T) {
	for _, worktree := range []bool{false, true} {
		dir := t.TempDir()
		lock := dir + "/.git/index.lock"
		if worktree {
			lock = dir + "/main/worktrees/w/index.lock"
			put(t, dir+"/.git", "gitdir: main/worktrees/w\n")
		}
		put(t, dir+"/seeds/aa.json", "one")
		read := watched(t, dir+"/seeds")
		put(t, lock, "")
		put(t, dir+"/seeds/aa.json", "half")
		put(t, dir+"/seeds/bb.json", "new")
		select {
		case text := <-read:
			t.Errorf("%q is read while Git holds its lock", text)
		case <-time.After(3 * quiet):
		}
		put(t, dir+"/seeds/aa.json", "whole")
		remove(t, lock)
		read.until(t, "whole new")
	}
}

// Files that were read before Git took its lock are not imported: they may be half
// of a checkout.
func TestWatchGitLockWhileReading(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	lock := dir + "/.git/index.lock"
	put(t, dir+"/.git/HEAD", "")
	text := func(title string) string {
		return strings.Replace(string(acme(aManual("guide")).Data), "Title of guide", title, 1)
	}
	put(t, dir+"/seeds/acme.json", text("One"))
	importAll(t, store, Options{}, source.ReadPaths([]string{dir + "/seeds"})...)
	w := source.Watch([]string{dir + "/seeds"})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	put(t, dir+"/seeds/acme.json", text("Half"))
	tries := 0
	w.Run(ctx, func(bool) bool {
		tries++
		sources := source.ReadPaths([]string{dir + "/seeds"})
		if tries == 1 {
			put(t, lock, "")
		}
		_, err := Import(ctx, store, sources, Options{Changing: w.Changing})
		title := store.Index().Brand("acme").Primary.Title
		if tries == 1 {
			if !errors.Is(err, source.ErrChanging) || title != "One" {
				t.Errorf("while Git holds its lock: %v, served %q", err, title)
			}
			put(t, dir+"/seeds/acme.json", text("Whole"))
			remove(t, lock)
			return true
		}
		if err != nil || title != "Whole" {
			t.Errorf("afterwards: %v, served %q", err, title)
		}
		cancel()
		return false
	})
	if tries != 2 {
		t.Errorf("tried %d times", tries)
	}
}

// A failed import is tried again without a change.
func TestWatchRetries(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/aa.json", "one")
	w := source.Watch([]string{dir})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	put(t, dir+"/aa.json", "two")
	tries := 0
	w.Run(ctx, func(bool) bool {
		if tries++; tries == 2 {
			cancel()
		}
		return true
	})
	if tries != 2 {
		t.Errorf("tried %d times within twenty seconds", tries)
	}
}
