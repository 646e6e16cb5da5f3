//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"designmanual/scripts/torture.d/lab"
)

// A scene is an import that calls are made to fail in.
type scene struct {
	name    string
	base    string // the store before it, empty for none
	before  int
	after   int
	through bool // a server's socket
}

// scenes are the imports: into no file, into one that has to grow, and into
// one that is large enough; each is carried out offline, and, but for the
// first, through a socket.
func (y *yard) scenes(ctx context.Context) ([]scene, error) {
	small, large := filepath.Join(y.folder, "small.db"), filepath.Join(y.folder, "large.db")
	for store, imports := range map[string][]int{small: {0}, large: {0, 4, 3, 2, 1, 2}} {
		for _, v := range imports {
			if out, err := y.command(ctx, "import", "--db", store, y.versions[v].seeds).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("%w: %s", err, out)
			}
		}
	}
	return []scene{
		{"into no file", "", absent, 0, false},
		{"through the socket", small, 0, 4, true},
		{"into a file that grows", small, 0, 4, false},
		{"into a large file", large, 2, 3, false},
		{"through the socket into a large file", large, 2, 3, true},
	}, nil
}

// faults makes every call of an import fail in turn, in every way. rounds is
// how many of the scenes are played.
func (y *yard) faults(ctx context.Context) (string, error) {
	scenes, err := y.scenes(ctx)
	if err != nil {
		return "", err
	}
	injected := 0
	for _, s := range scenes[:min(y.rounds, len(scenes))] {
		n, err := y.play(ctx, s)
		if err != nil {
			return "", fmt.Errorf("import %s: %w", s.name, err)
		}
		injected += n
	}
	return fmt.Sprintf("%d faults in the calls of %d imports: old state or new each time, no failure reported as success; %d calls beside the store not reached",
		injected, min(y.rounds, len(scenes)), y.missed.Load()), nil
}

// play plays a scene once for every fault and returns how many there were.
func (y *yard) play(ctx context.Context, s scene) (int, error) {
	whole, err := y.trial(ctx, s, 0, nil)
	if err != nil {
		return 0, fmt.Errorf("without a fault: %w", err)
	}
	effects := []fault{{effect: "error=EIO"}, {effect: "error=ENOSPC"}, {effect: "signal=SIGKILL"}}
	if s.through {
		effects = append(effects, fault{effect: "error=EIO", onward: true})
	}
	queue := make(chan fault)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	counts := make([]int, 2)
	for worker := range counts {
		running.Go(func() {
			for f := range queue {
				n, err := y.everyCall(ctx, s, worker+1, f, whole)
				if err != nil {
					cancel(fmt.Errorf("%s %s: %w", f.call, f.effect, err))
				}
				counts[worker] += n
			}
		})
	}
	for _, f := range effects {
		for _, call := range calls() {
			f.call = call
			queue <- f
		}
	}
	close(queue)
	running.Wait()
	return counts[0] + counts[1], context.Cause(ctx)
}

// everyCall plays a scene until that fault has been put into each of the
// calls of its name that the scene makes. Since strace counts for each
// thread, it counts calls on any file in one turn, and those on the store and
// standard output alone in the next. A turn goes on until a count is reached
// by no thread: one may make all the calls that several made in the whole
// scene, and a process that is killed does not tell how many it would make.
func (y *yard) everyCall(ctx context.Context, s scene, worker int, f fault, whole traced) (int, error) {
	// Far more than are needed, but on a machine with other work goroutines do
	// move. What the runtime calls beside the store is not worth so many.
	const few, turns = 20, 100
	left := map[spot]bool{}
	for at := range whole.made {
		if at.call == f.call {
			left[at] = true
		}
	}
	n, counted := 0, whole.counted
	beside := func(at spot) bool { return at.on == "beside the store" }
	for turn := range turns {
		for at := range left {
			if turn == few && beside(at) {
				y.missed.Add(1)
				delete(left, at)
			}
		}
		f.storeOnly = s.base != "" || turn%2 == 1
		known, next := most(f.call, counted), map[nth]bool{}
		for f.nth = 1; len(left) > 0; f.nth++ {
			if ctx.Err() != nil {
				return n, nil // another worker says why
			}
			if turn == 0 && f.nth < known && !counted[nth{f.call, f.nth}] {
				continue // a call of the start of a process
			}
			seen, err := y.trial(ctx, s, worker, &f)
			if err != nil {
				return n, fmt.Errorf("%v: %w", &f, err)
			}
			n++
			for at := range left {
				traced := !f.storeOnly || !beside(at)
				if seen.struck[at] || seen.whole && traced && !seen.made[at] { // how many pages there are varies
					delete(left, at)
				}
			}
			maps.Copy(next, seen.counted)
			if f.nth >= known && len(seen.struck) == 0 {
				break
			}
		}
		maps.Copy(next, counted)
		counted = next
	}
	if len(left) > 0 {
		return n, fmt.Errorf("calls that were not reached: %v", left)
	}
	return n, nil
}

// most returns the highest count of a call.
func most(call string, counted map[nth]bool) (n int) {
	for c := range counted {
		if c.call == call {
			n = max(n, c.n)
		}
	}
	return n
}

// trial plays a scene with a fault, or none, and then without one: what was
// refused must work again.
func (y *yard) trial(ctx context.Context, s scene, worker int, f *fault) (traced, error) {
	folder := filepath.Join(y.folder, fmt.Sprintf("trial-%d", worker))
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700)); err != nil {
		return traced{}, err
	}
	store := filepath.Join(folder, "store.db")
	if s.base != "" {
		if err := copyFile(store, s.base); err != nil {
			return traced{}, err
		}
	}
	play := y.importFaulty
	if s.through {
		play = y.serveFaulty
	}
	seen, err := play(ctx, s, store, filepath.Join(y.folder, fmt.Sprintf("trace-%d", worker)), f)
	if err != nil {
		return seen, err
	}
	out, err := y.command(ctx, "import", "--db", store, y.versions[s.after].seeds).CombinedOutput()
	if err != nil {
		return seen, lab.Broken("the import does not work once the fault is gone: %s", out)
	}
	found, err := y.inspect(ctx, store)
	if err != nil {
		return seen, err
	}
	return seen, oneOf(found, s.after)
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}
