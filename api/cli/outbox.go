package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// An outbox writes the texts of a running server, each a whole line or more, in their order
// from a goroutine of its own. What a server tells never decides whether it answers: the
// reader of its standard error may be gone or stuck, or the disk full that it is kept on.
// So a text that finds the outbox full, or that cannot be written, is dropped and counted,
// and nobody waits or learns of it. The number is told once all that waits is written.
type outbox struct {
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
	// outboxTexts is how many texts wait at most. A line of a log is seldom longer than
	// 1 KiB.
	outboxTexts = 1 << 10
	// outboxDrain is how long a server that ends waits for its last texts to be written.
	outboxDrain = time.Second
)

// openOutbox returns an outbox, which must be closed. While it is open a closed pipe does
// not end the process: Go raises SIGPIPE after a write to a standard stream that nobody
// reads, unless the program takes that signal (package os/signal, "SIGPIPE").
func openOutbox(count func(dropped int) []byte) *outbox {
	o := &outbox{
		texts: make(chan outgoing, outboxTexts), count: count,
		closing: make(chan struct{}), closed: make(chan struct{}), sigpipe: make(chan os.Signal, 1),
	}
	signal.Notify(o.sigpipe, syscall.SIGPIPE)
	go o.run()
	return o
}

// Close waits a second at most until what was written before is out.
func (o *outbox) Close() {
	close(o.closing)
	select {
	case <-o.closed:
	case <-time.After(outboxDrain):
	}
	signal.Stop(o.sigpipe)
}

// writer returns a writer whose texts go to another one by way of the outbox. It never
// waits and never fails.
func (o *outbox) writer(to io.Writer) io.Writer { return outboxWriter{o, to} }

type outboxWriter struct {
	outbox *outbox
	to     io.Writer
}

func (w outboxWriter) Write(text []byte) (int, error) {
	select {
	case w.outbox.texts <- outgoing{w.to, bytes.Clone(text)}:
	default:
		w.outbox.drop(w.to, 1)
	}
	return len(text), nil
}

func (o *outbox) drop(to io.Writer, texts int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.dropped += texts
	o.to = to
}

// run writes the texts until the outbox is closed and nothing waits.
func (o *outbox) run() {
	defer close(o.closed)
	isCut := false // of the last text only a part was written
	for {
		select {
		case next := <-o.texts:
			isCut = o.write(next, isCut)
		case <-o.closing:
			if len(o.texts) == 0 {
				return
			}
		}
	}
}

// write writes a text, on a new line if the last one was cut. It returns whether this one
// was cut.
func (o *outbox) write(next outgoing, afterCut bool) (isCut bool) {
	if afterCut {
		next.text = append([]byte{'\n'}, next.text...)
	}
	n, err := next.to.Write(next.text)
	if err != nil {
		o.drop(next.to, 1)
		return n > 0 || afterCut
	}
	if len(o.texts) == 0 {
		o.tell()
	}
	return false
}

// tell writes how many texts were dropped since it was told last, if any were.
func (o *outbox) tell() {
	o.mu.Lock()
	dropped, to := o.dropped, o.to
	o.dropped = 0
	o.mu.Unlock()
	if dropped == 0 {
		return
	}
	if _, err := to.Write(o.count(dropped)); err != nil {
		o.drop(to, dropped)
	}
}

// countForPeople returns the line that tells people how many texts were dropped.
func countForPeople(dropped int) []byte {
	return fmt.Appendf(nil, "designmanual: %s could not be written here\n", counted(dropped, "message"))
}
