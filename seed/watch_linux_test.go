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
	read, began := make(chan string), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	done := asNobody(t, func() {
		w := Watch(paths)
		close(began)
		w.Run(ctx, func() bool { tell(ctx, read, textsOf(paths)); return false })
	})
	t.Cleanup(func() {
		cancel()
		<-done
	})
	<-began
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

// What could not be read is read once it may be: a file, one behind a link, and
// one in a folder further down.
func TestWatchWhatMayBeReadAgain(t *testing.T) {
	for _, test := range []struct{ name, path, file, shut string }{
		{"file", "seeds/aa.json", "seeds/aa.json", "seeds/aa.json"},
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
