package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A change is what is asked for: put FILE TEXT, move FROM TO, remove PATH, link TARGET
// PATH, mode PATH.
func change(t *testing.T, step string) {
	t.Helper()
	do, args, _ := strings.Cut(step, " ")
	first, second, _ := strings.Cut(args, " ")
	var err error
	switch do {
	case "put":
		err = put(first, second)
	case "move":
		err = os.Rename(first, second)
	case "remove":
		err = os.RemoveAll(first)
	case "link":
		if err = os.Symlink(first, second+"~"); err == nil {
			err = os.Rename(second+"~", second)
		}
	case "mode":
		err = os.Chmod(first, 0o640)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file, again until the system tells another time of its change: it counts
// in steps of some milliseconds.
func put(path, text string) error {
	before, _ := os.Stat(path)
	for {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		after, err := os.Stat(path)
		if err != nil || before == nil {
			return err
		}
		was, _ := identify(before)
		if is, ok := identify(after); !ok || is != was {
			return nil
		}
	}
}

// A watch watches paths until the end of the test and counts what is reported.
type watch struct {
	*Watcher
	reported atomic.Int32
	read     atomic.Value // the texts of the seed files, as read after the last report
}

// reports returns how often the watcher has reported.
func (w *watch) reports() int { return int(w.reported.Load()) }

// texts returns what was read after the last report.
func (w *watch) texts() string {
	text, _ := w.read.Load().(string)
	return text
}

func (w *watch) run(t *testing.T, paths ...string) {
	w.Watcher = NewWatcher(paths)
	textsOf(w.Read())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx, func(bool) bool {
			w.read.Store(textsOf(w.Read()))
			w.reported.Add(1)
			return false
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// textsOf returns the texts of seed files, with ! for one that cannot be read. It opens the files
// that they refer to.
func textsOf(sources []Source) string {
	var texts []string
	for n, s := range sources {
		for _, path := range Parse(s, n).AssetPaths() {
			if f, _, err := OpenAsset(s.Files, path); err == nil {
				f.Close()
			}
		}
		text := string(s.Data)
		if s.Err != nil {
			text = "!"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// pass lets the time of looks pass.
func pass(looks int) {
	time.Sleep(time.Duration(looks)*scanInterval + scanInterval/2)
	synctest.Wait()
}

// TestWatch watches paths through steps; "= TEXTS" are the texts that have been read
// after a second.
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
		{"an edit in place", "seeds", "seeds/aa.json", []string{"put seeds/aa.json two", "= two", "put seeds/aa.json six", "= six"}},
		{"other files", "seeds", "seeds/aa.json", []string{"put other/bb.json x", "put seeds/notes.txt x", "put seeds/sub/cc.json x", "put seeds/seed.schema.json x", "= ", "put seeds/new.json two", "= one two"}},
		{"a link in a folder", "r/seeds", "r/seeds/live/aa.json r/seeds/next/aa.json",
			[]string{"link live/aa.json r/seeds/aa.json", "= one", "put r/seeds/live/aa.json two", "= two", "move r/seeds/live r/seeds/last", "= !", "link next r/seeds/live", "= one", "put r/seeds/next/aa.json three", "= three"}},
		{"a link in the path", "current/aa.json", "releases/1/aa.json releases/2/aa.json",
			[]string{"link releases/1 current", "= one", "put releases/2/aa.json two", "link releases/2 current", "= two", "move releases old", "= !", "move old releases", "= two"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, file := range strings.Fields(tt.files) {
				change(t, "put "+file+" one")
			}
			synctest.Test(t, func(t *testing.T) {
				var w watch
				w.run(t, strings.Fields(tt.paths)...)
				for _, step := range tt.steps {
					texts, ok := strings.CutPrefix(step, "= ")
					if !ok {
						change(t, step)
						continue
					}
					if pass(2); w.texts() != texts {
						t.Fatalf("read %q, want %q", w.texts(), texts)
					}
				}
			})
		})
	}
}

// What changes at every look is not read until two looks agree, and then once.
func TestWatchWaitsForAgreement(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put seeds/aa.json one")
	synctest.Test(t, func(t *testing.T) {
		var w watch
		w.run(t, "seeds")
		time.Sleep(scanInterval / 2) // so that each change is between two looks
		for i := range 7 {
			change(t, fmt.Sprintf("put seeds/aa.json %d", i))
			time.Sleep(scanInterval)
		}
		if w.reports() != 0 {
			t.Errorf("%d reports while the file changes", w.reports())
		}
		if pass(4); w.reports() != 1 || w.texts() != "6" {
			t.Errorf("%d reports, read %q", w.reports(), w.texts())
		}
	})
}

// An edit that leaves size and modification time as they were is seen by the time of the
// change, which no program sets.
func TestWatchSameSizeAndTime(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put aa.json one")
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes("aa.json", at, at); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var w watch
		w.run(t, "aa.json")
		change(t, "put aa.json two")
		if err := os.Chtimes("aa.json", at, at); err != nil {
			t.Fatal(err)
		}
		if pass(2); w.texts() != "two" {
			t.Errorf("read %q", w.texts())
		}
	})
}

// Where a file system tells no such time, the content tells within minutes.
func TestWatchContent(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put seeds/aa.json one")
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	edit := func(text string) {
		change(t, "put seeds/aa.json "+text)
		if err := os.Chtimes("seeds/aa.json", at, at); err != nil {
			t.Fatal(err)
		}
	}
	edit("one")
	synctest.Test(t, func(t *testing.T) {
		w := NewWatcher([]string{"seeds"})
		w.contents.identify = func(fs.FileInfo) (identity, bool) { return identity{}, false }
		w.remember()
		var reports atomic.Int32
		ctx, cancel := context.WithCancel(t.Context())
		go w.Run(ctx, func(bool) bool { reports.Add(1); return false })
		edit("two")
		if pass(10); reports.Load() != 0 {
			t.Errorf("%d reports within five seconds", reports.Load())
		}
		time.Sleep(contentInterval)
		if pass(2); reports.Load() != 1 {
			t.Errorf("%d reports within minutes", reports.Load())
		}
		time.Sleep(2 * contentInterval)
		if pass(2); reports.Load() != 1 {
			t.Errorf("%d reports of a file that stays", reports.Load())
		}
		cancel()
	})
}

const logo = `{"brand":"acme","manuals":[{"sections":[{"content":{"intro":{"file":"voice.md"}},"blocks":[{"type":"LOGO","content":{"logos":[{"url":"logo/%s.svg"}]}}]}]}]}`

// The files that a seed file refers to are watched, those of its texts too, and new ones
// as it changes.
func TestWatchNamedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, step := range []string{"put seeds/aa.json " + fmt.Sprintf(logo, "mark"), "put seeds/logo/mark.svg one", "put seeds/voice.md Hello"} {
		change(t, step)
	}
	synctest.Test(t, func(t *testing.T) {
		var w watch
		w.run(t, "seeds")
		for i, step := range []string{
			"put seeds/logo/mark.svg two", "remove seeds/logo", "put seeds/logo/mark.svg three",
			"put seeds/voice.md ![a](photo.svg)", "put seeds/photo.svg one", "put seeds/photo.svg two",
			"put seeds/aa.json " + fmt.Sprintf(logo, "other"), "put seeds/logo/other.svg one",
			"put seeds/releases/aa.guide/1.0.0.json one", "put seeds/releases/aa.guide/1.0.0.json two", "remove seeds/releases",
		} {
			change(t, step)
			if pass(2); w.reports() != i+1 {
				t.Fatalf("%s: %d reports", step, w.reports())
			}
		}
		change(t, "put seeds/logo/mark.svg four")
		if pass(2); w.reports() != 11 {
			t.Errorf("a file that nothing names any more is watched")
		}
	})
}

// tries are the reports of a watcher: whether each was another try.
type tries struct {
	mutex sync.Mutex
	list  []bool
}

// add adds a report and returns how many there are.
func (t *tries) add(retry bool) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.list = append(t.list, retry)
	return len(t.list)
}

func (t *tries) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return fmt.Sprint(t.list)
}

// What fails is tried again without a change, each five seconds.
func TestWatchRetries(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put aa.json one")
	synctest.Test(t, func(t *testing.T) {
		w := NewWatcher([]string{"aa.json"})
		var tries tries
		ctx, cancel := context.WithCancel(t.Context())
		go w.Run(ctx, func(retry bool) bool {
			return tries.add(retry) < 3
		})
		change(t, "put aa.json two")
		if pass(2); tries.String() != "[false]" {
			t.Errorf("tries %v", &tries)
		}
		time.Sleep(retryDelay + scanInterval)
		if synctest.Wait(); tries.String() != "[false true]" {
			t.Errorf("after five seconds %v", &tries)
		}
		time.Sleep(10 * retryDelay)
		if synctest.Wait(); tries.String() != "[false true true]" {
			t.Errorf("in the end %v", &tries)
		}
		w.Retry()
		time.Sleep(retryDelay + scanInterval)
		if synctest.Wait(); tries.String() != "[false true true true]" {
			t.Errorf("asked for: %v", &tries)
		}
		cancel()
	})
}

// What has changed while it was read is read again.
func TestSteady(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put aa.json one")
	synctest.Test(t, func(t *testing.T) {
		var read []string
		w := NewWatcher([]string{"aa.json"})
		err := w.RetryWhileChanging(t.Context(), func() error {
			read = append(read, textsOf(w.Read()))
			if len(read) == 1 {
				change(t, "put aa.json two")
			}
			if w.HasChanged() {
				return ErrChanged
			}
			return nil
		})
		if err != nil || fmt.Sprint(read) != "[one two]" {
			t.Errorf("read %q, %v", read, err)
		}
		began, tries := time.Now(), 0
		err = w.RetryWhileChanging(t.Context(), func() error {
			tries++
			change(t, fmt.Sprintf("put aa.json %d", tries))
			if w.HasChanged() {
				return ErrChanged
			}
			return errors.New("refused")
		})
		if err == nil || err.Error() != "refused" || time.Since(began) > 2*maxRetryTime {
			t.Errorf("with a file that never stops changing: %v after %v", err, time.Since(began))
		}
	})
}

// A file that a seed file refers to is watched from before it is opened, and one that may be being
// written is looked at a second time, half a second later.
func TestSteadyBesideSeed(t *testing.T) {
	t.Chdir(t.TempDir())
	change(t, "put aa.json "+fmt.Sprintf(logo, "mark"))
	for _, settled := range []bool{false, true} {
		change(t, "put logo/mark.svg one")
		synctest.Test(t, func(t *testing.T) {
			w := NewWatcher([]string{"aa.json"})
			hasChanged := w.HasChanged
			if settled {
				hasChanged = func() bool { return w.HasChangedLately(t.Context()) }
			}
			tries, looked := 0, time.Duration(0)
			err := w.RetryWhileChanging(t.Context(), func() error {
				tries++
				textsOf(w.Read())
				if tries == 1 {
					change(t, "put logo/mark.svg two")
				}
				began := time.Now()
				if hasChanged() {
					return ErrChanged
				}
				looked = time.Since(began)
				return nil
			})
			if err != nil || tries != 2 || settled != (looked >= scanInterval) {
				t.Errorf("settled %v: %v after %d tries, looked again after %v", settled, err, tries, looked)
			}
		})
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	change(t, "put "+path+" one")
}
