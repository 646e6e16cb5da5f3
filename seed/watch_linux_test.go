package seed

import (
	"context"
	"os"
	"runtime"
	"syscall"
	"testing"
)

// nobody is a user that may read what everybody may.
const nobody = 65534

// asNobody runs something as a user that file modes bind, which root is not,
// and returns a channel that is closed after it: what opens the files is one
// thread, and that takes up another user.
func asNobody(t *testing.T, do func()) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		if os.Getuid() == 0 {
			if err := syscall.Setfsuid(nobody); err != nil {
				t.Errorf("another user: %v", err)
			}
		}
		do()
	}()
	return ended
}

// watchedAsNobody is watched as such a user.
func watchedAsNobody(t *testing.T, paths ...string) readings {
	t.Helper()
	read, began := make(chan string), make(chan error)
	ctx, cancel := context.WithCancel(context.Background())
	done := asNobody(t, func() {
		w, err := Watch(paths)
		began <- err
		if err == nil {
			w.Run(ctx, func() bool { tell(ctx, read, paths); return false })
		}
	})
	t.Cleanup(func() {
		cancel()
		<-done
	})
	if err := <-began; err != nil {
		t.Fatal(err)
	}
	return read
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// shut gives something such a mode until the test is over: else the test's
// folder could not be removed.
func shut(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	t.Cleanup(func() { _ = os.Chmod(path, 0o755) })
	chmod(t, path, mode)
}

// What could not be read is read once it may be: a file, the folder that it
// stands in, and one further up.
func TestWatchWhatMayBeReadAgain(t *testing.T) {
	for _, test := range []struct{ name, path, file, shut string }{
		{"file", "seeds/aa.json", "seeds/aa.json", "seeds/aa.json"},
		{"file in a folder", "seeds", "seeds/aa.json", "seeds/aa.json"},
		{"folder", "seeds", "seeds/aa.json", "seeds"},
		{"folder further up", "x/p/aa.json", "x/p/aa.json", "x"},
		{"linked file", "linked", "linked/live/aa.json", "linked/live/aa.json"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			chmod(t, ".", 0o755)
			put(t, "linked/live/keep", "")
			link(t, "live/aa.json", "linked/aa.json")
			put(t, test.file, "one")
			read := watchedAsNobody(t, test.path)
			shut(t, test.shut, 0)
			read.until(t, "!")
			chmod(t, test.shut, 0o755)
			read.until(t, "one")
			put(t, test.file, "two")
			read.until(t, "two")
		})
	}
}

// A file that comes unreadable is taken up by the change of its mode alone.
func TestWatchWhatComesUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	chmod(t, ".", 0o755)
	put(t, "seeds/aa.json", "one")
	read := watchedAsNobody(t, "seeds")
	put(t, "aside", "two")
	chmod(t, "aside", 0)
	rename(t, "aside", "seeds/aa.json")
	read.until(t, "!")
	chmod(t, "seeds/aa.json", 0o644)
	read.until(t, "two")
}

// A folder further up may be one that can only be passed through; the last one
// must be watched, and who names it is told so in the same words.
func TestWatchWhatMayNotBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	chmod(t, ".", 0o755)
	put(t, "x/seeds/aa.json", "one")
	shut(t, "x", 0o111)
	read := watchedAsNobody(t, "x/seeds/")
	put(t, "x/seeds/aa.json", "two")
	read.until(t, "two")

	shut(t, "x/seeds", 0o111)
	var err error
	<-asNobody(t, func() { _, err = Watch([]string{"x/seeds/"}) })
	if err == nil || err.Error() != "watching x/seeds/: permission denied" {
		t.Errorf("error %v", err)
	}
}

// A folder that is moved and removed at once does not bring the watch to a
// stand, whichever comes first: its error, or that the paths are followed.
func TestWatchMovedAndRemoved(t *testing.T) {
	t.Chdir(t.TempDir())
	for range 20 {
		put(t, "p/seeds/aa.json", "one")
		w, err := Watch([]string{"p/seeds"})
		if err != nil {
			t.Fatal(err)
		}
		rename(t, "p", "p2")
		remove(t, "p2")
		if err := w.follow(); err != nil {
			t.Error(err)
		}
		w.Close()
	}
}
