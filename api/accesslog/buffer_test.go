package accesslog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A gate is a writer that lets each write through when it is told to.
type gate struct {
	open chan struct{}
	got  bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	return g.got.Write(p)
}

// A sheet is what has been written.
type sheet struct {
	mu   sync.Mutex
	text []byte
}

func (s *sheet) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	return len(p), nil
}

func (s *sheet) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text)
}

// A line is held back for a second at most.
func TestHeldForASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out sheet
		b := newBuffer(&out)
		b.Write([]byte("a\n"))
		time.Sleep(heldFor - time.Nanosecond)
		synctest.Wait()
		if out.String() != "" {
			t.Error("written at once")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if out.String() != "a\n" {
			t.Errorf("%q after a second", out.String())
		}
		b.Write([]byte("b\n"))
		if err := b.flush(); err != nil || out.String() != "a\nb\n" {
			t.Errorf("%v, %q when flushed", err, out.String())
		}
		b.Write([]byte("c\n"))
		if err := b.flush(); err != nil || out.String() != "a\nb\nc\n" {
			t.Errorf("%v, %q at the end", err, out.String())
		}
	})
}

// Much is written though the second has not passed; a writer that does not
// keep up holds up who adds, and all comes in the end.
func TestNothingIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		b := newBuffer(g)
		line := bytes.Repeat([]byte("x"), writeBytes)
		added := 0
		go func() {
			for range 30 {
				b.Write(line)
				added++
			}
		}()
		synctest.Wait()
		if added != 0 {
			t.Errorf("%d lines are taken, though none is written", added)
		}
		close(g.open)
		synctest.Wait()
		if added != 30 || g.got.Len() != 30*len(line) {
			t.Errorf("%d lines and %d bytes", added, g.got.Len())
		}
	})
}

// Lines of many goroutines stay whole, each goroutine's in its order.
func TestLinesStayWhole(t *testing.T) {
	const goroutines, each = 8, 2000
	var out bytes.Buffer
	b := newBuffer(&out)
	var group sync.WaitGroup
	for g := range goroutines {
		group.Go(func() {
			for i := range each {
				b.Write(fmt.Appendf(nil, "%d %d %s\n", g, i, strings.Repeat("x", i%50)))
			}
		})
	}
	group.Wait()
	if err := b.flush(); err != nil {
		t.Error(err)
	}
	var next [goroutines]int
	for line := range strings.Lines(out.String()) {
		var g, i int
		if _, err := fmt.Sscanf(line, "%d %d", &g, &i); err != nil || next[g] != i || !strings.HasSuffix(line, " "+strings.Repeat("x", i%50)+"\n") {
			t.Fatalf("%v: %q, want line %v", err, line, next)
		}
		next[g]++
	}
	for g, n := range next {
		if n != each {
			t.Errorf("%d lines of goroutine %d", n, g)
		}
	}
}

// broken is a writer that fails.
type broken struct{ err error }

func (w broken) Write([]byte) (int, error) { return 0, w.err }

// That a line could not be written is told in the end.
func TestWriterFails(t *testing.T) {
	full := errors.New("no room")
	b := newBuffer(broken{full})
	b.Write([]byte("a\n"))
	for range 2 {
		if err := b.flush(); !errors.Is(err, full) {
			t.Errorf("flush: %v", err)
		}
	}
}
