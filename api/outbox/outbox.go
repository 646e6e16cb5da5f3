// Package outbox writes what a running server tells, so that nobody waits for its reader.
package outbox

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// A Box writes the texts of a running server, each a whole line or more, in their order
// from a goroutine of its own. What a server tells never decides whether it answers: the
// reader of its standard error may be gone or stuck, or the disk full that it is kept on.
// So a text that finds the outbox full, or that cannot be written, is dropped and counted,
// and nobody waits or learns of it. The number is told once all that waits is written.
type Box struct {
	texts   chan outgoing
	count   func(dropped int) []byte // returns the text that tells how many were dropped
	closing chan struct{}
	closed  chan struct{}
	sigpipe chan os.Signal

	mu      sync.Mutex
	dropped int       // since it was told last
	to      io.Writer // of the last dropped text
}

// An outgoing is a text for a writer.
type outgoing struct {
	to   io.Writer
	text []byte
}

const (
	// MaxTexts is how many texts wait at most. A line of a log is seldom longer than 1 KiB.
	MaxTexts = 1 << 10
	// drain is how long a server that ends waits for its last texts to be written.
	drain = time.Second
)

// Open returns an outbox, which must be closed. Count returns the text that tells how many texts
// were dropped. While an outbox is open a closed pipe does not end the process: Go raises SIGPIPE
// after a write to a standard stream that nobody reads, unless the program takes that signal
// (package os/signal, "SIGPIPE").
func Open(count func(dropped int) []byte) *Box {
	b := &Box{
		texts: make(chan outgoing, MaxTexts), count: count,
		closing: make(chan struct{}), closed: make(chan struct{}), sigpipe: make(chan os.Signal, 1),
	}
	signal.Notify(b.sigpipe, syscall.SIGPIPE)
	go b.run()
	return b
}

// Close waits a second at most until what was written before is out.
func (b *Box) Close() {
	close(b.closing)
	select {
	case <-b.closed:
	case <-time.After(drain):
	}
	signal.Stop(b.sigpipe)
}

// Writer returns a writer whose texts go to another one by way of the outbox. It never
// waits and never fails.
func (b *Box) Writer(to io.Writer) io.Writer { return boxWriter{b, to} }

type boxWriter struct {
	box *Box
	to  io.Writer
}

func (w boxWriter) Write(text []byte) (int, error) {
	select {
	case w.box.texts <- outgoing{w.to, bytes.Clone(text)}:
	default:
		w.box.drop(w.to, 1)
	}
	return len(text), nil
}

func (b *Box) drop(to io.Writer, texts int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropped += texts
	b.to = to
}

// run writes the texts until the outbox is closed and nothing waits.
func (b *Box) run() {
	defer close(b.closed)
	isCut := false // of the last text only a part was written
	for {
		select {
		case next := <-b.texts:
			isCut = b.write(next, isCut)
		case <-b.closing:
			if len(b.texts) == 0 {
				return
			}
		}
	}
}

// write writes a text, on a new line if the last one was cut. It returns whether this one
// was cut.
func (b *Box) write(next outgoing, afterCut bool) bool {
	if afterCut {
		next.text = append([]byte{'\n'}, next.text...)
	}
	n, err := next.to.Write(next.text)
	if err != nil {
		b.drop(next.to, 1)
		return n > 0 || afterCut
	}
	if len(b.texts) == 0 {
		b.tell()
	}
	return false
}

// tell writes how many texts were dropped since it was told last, if any were.
func (b *Box) tell() {
	b.mu.Lock()
	dropped, to := b.dropped, b.to
	b.dropped = 0
	b.mu.Unlock()
	if dropped == 0 {
		return
	}
	if _, err := to.Write(b.count(dropped)); err != nil {
		b.drop(to, dropped)
	}
}
