//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"designmanual/scripts/torture.d/lab"
)

const (
	mostTimes  = 3         // slower than on an idle server may the 99th percentile be
	mostMemory = 100 << 20 // may be taken more
	slack      = 2 * time.Second
	crawlers   = 4
	crawlTime  = 45 * time.Second
	idlest     = time.Millisecond // a percentile below says more of the machine than of the server
)

// slow holds connections in all the ways there are, and looks whether others
// are answered as fast as ever, how much memory the server takes, and whether
// the connections are gone in time.
func (y *yard) slow(ctx context.Context) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := y.serve(ctx, "--rate", "off")
	if err != nil {
		return "", err
	}
	defer s.Kill()
	if _, err := y.percentiles(ctx, s, 1); err != nil { // what is made at the first use is made
		return "", err
	}
	idle, err := y.percentiles(ctx, s, y.windows())
	if err != nil {
		return "", err
	}
	memory, err := s.memory()
	if err != nil {
		return "", err
	}
	descriptors, err := s.descriptors()
	if err != nil {
		return "", err
	}
	most := s.watchMemory(ctx)
	a := y.attack(ctx, s)
	defer a.over()
	if err := a.stands(ctx, descriptors+y.number*9/10); err != nil {
		return "", err
	}
	busy, err := y.stillFast(ctx, s, idle)
	if err != nil {
		return "", err
	}
	a.end()
	more := max(most()-memory, 0)
	if more > mostMemory {
		return "", lab.Broken("%d connections take %d MiB of memory, at most %d should be", y.number, more>>20, mostMemory>>20)
	}
	if err := a.allGone(ctx, descriptors); err != nil {
		return "", err
	}
	if err := a.crawled(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d connections held, %d opened in all: 99 of 100 requests of others within %v (%v on an idle server), %d MiB more, all gone in time",
		y.number, a.opened(), busy, idle, more>>20), s.Stop()
}

// stillFast returns the 99th percentile of a server that is kept busy. What
// else runs on the machine may spoil a measurement, but hardly three.
func (y *yard) stillFast(ctx context.Context, s *server, idle time.Duration) (busy time.Duration, err error) {
	for range 3 {
		if busy, err = y.percentiles(ctx, s, y.windows()); err != nil || busy <= mostTimes*max(idle, idlest) {
			return busy, err
		}
	}
	return 0, lab.Broken("99 of 100 requests take %v, and %v on an idle server", busy, idle)
}

// windows is in how many windows the probe looks.
func (y *yard) windows() int { return max(int(y.time/(2*time.Second)), 1) }

// An attack is clients at work.
type attack struct {
	yard    *yard
	server  *server
	ways    []harm
	ended   time.Time     // when the last connection was opened
	stopped chan struct{} // closed when no more are to be opened
	cancel  context.CancelFunc
	clients sync.WaitGroup
	crawls  chan error

	mu    sync.Mutex
	count int
}

// attack has all clients begin. Whose connection is closed opens another one,
// until the attack ends.
func (y *yard) attack(ctx context.Context, s *server) *attack {
	ctx, cancel := context.WithCancel(ctx)
	a := &attack{yard: y, server: s, ways: harms(), stopped: make(chan struct{}), cancel: cancel, crawls: make(chan error, crawlers)}
	var shares []int
	for i, way := range a.ways {
		shares = append(shares, slices.Repeat([]int{i}, way.share)...)
	}
	for n := range y.number {
		way := a.ways[shares[n%len(shares)]]
		a.clients.Go(func() {
			for !a.isStopped() && ctx.Err() == nil {
				a.mu.Lock()
				a.count++
				a.mu.Unlock()
				if err := way.hold(ctx, s.Address); err != nil {
					time.Sleep(100 * time.Millisecond) // and again
				}
			}
		})
	}
	for range crawlers {
		go func() { a.crawls <- crawl(ctx, s.Address, crawlTime) }()
	}
	return a
}

func (a *attack) isStopped() bool {
	select {
	case <-a.stopped:
		return true
	default:
		return false
	}
}

// stands waits until the server has that many descriptors open.
func (a *attack) stands(ctx context.Context, want int) error {
	for range 200 {
		open, err := a.server.descriptors()
		if err != nil || open >= want {
			return err
		}
		if err := wait(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	return lab.Broken("the server does not have the connections open that clients hold: it wants %d descriptors", want)
}

// end has no more connections opened.
func (a *attack) end() {
	a.ended = time.Now()
	close(a.stopped)
}

// over ends all that the clients do.
func (a *attack) over() {
	a.cancel()
	a.clients.Wait()
}

func (a *attack) opened() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count
}

// allGone looks, each time that connections are to be gone, whether the
// server has closed them.
func (a *attack) allGone(ctx context.Context, before int) error {
	var shares, due int
	for _, way := range a.ways {
		shares += way.share
	}
	for i, way := range a.ways {
		due += way.share
		if i+1 < len(a.ways) && a.ways[i+1].gone == way.gone {
			continue
		}
		if err := wait(ctx, time.Until(a.ended.Add(way.gone+slack))); err != nil {
			return err
		}
		open, err := a.server.descriptors()
		if err != nil {
			return err
		}
		left := (a.yard.number+shares-1)/shares*(shares-due) + crawlers
		if open > before+left {
			return lab.Broken("%v after the last of them came, clients that are %s are not gone: %d descriptors are open, at most %d should be", way.gone+slack, way.name, open, before+left)
		}
	}
	return nil
}

func (a *attack) crawled() error {
	for range crawlers {
		if err := <-a.crawls; err != nil {
			return err
		}
	}
	return nil
}

// watchMemory looks from now on how much memory the server takes, and returns
// a function that tells the most there has been.
func (s *server) watchMemory(ctx context.Context) (most func() int) {
	var mu sync.Mutex
	var found int
	go func() {
		for wait(ctx, 100*time.Millisecond) == nil {
			now, err := s.memory()
			if err != nil {
				return // it has ended, which others tell
			}
			mu.Lock()
			found = max(found, now)
			mu.Unlock()
		}
	}()
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		return found
	}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
