package accesslog

import (
	"io"
	"sync"
	"time"
)

const (
	heldFor    = time.Second
	writeBytes = 64 << 10 // are written though the second has not passed
	mostBytes  = 1 << 20  // are held; then whoever adds waits for the writer
)

// A buffer holds lines back, so that one write takes many. It drops none: a
// writer that does not keep up holds up those who add. Lines are only ever
// written whole, in their order.
type buffer struct {
	to io.Writer

	writing sync.Mutex // held while something is taken and written
	spare   []byte

	mu   sync.Mutex
	room sync.Cond // that what was held has been taken
	held []byte
	err  error // the first of the writer

	full   chan struct{} // told when there is enough to be written
	ending chan struct{}
	ended  chan struct{}
}

func newBuffer(to io.Writer) *buffer {
	b := &buffer{to: to, full: make(chan struct{}, 1), ending: make(chan struct{}), ended: make(chan struct{})}
	b.room.L = &b.mu
	go b.run()
	return b
}

// Write takes a line. The error of the writer is told by flush.
func (b *buffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	for len(b.held) > 0 && len(b.held)+len(line) > mostBytes {
		b.room.Wait()
	}
	b.held = append(b.held, line...)
	enough := len(b.held) >= writeBytes
	b.mu.Unlock()
	if enough {
		select {
		case b.full <- struct{}{}:
		default: // told already
		}
	}
	return len(line), nil
}

// run writes every second, and whenever there is enough, until close.
func (b *buffer) run() {
	defer close(b.ended)
	tick := time.NewTicker(heldFor)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-b.full:
		case <-b.ending:
			return
		}
		_ = b.flush() // close tells of it
	}
}

// flush writes all that is held.
func (b *buffer) flush() error {
	b.writing.Lock()
	defer b.writing.Unlock()
	b.mu.Lock()
	held := b.held
	b.held = b.spare[:0]
	b.room.Broadcast()
	b.mu.Unlock()
	var err error
	if len(held) > 0 {
		_, err = b.to.Write(held)
	}
	b.spare = held
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
	return b.err
}

// close writes all that is held, and ends what writes every second.
func (b *buffer) close() error {
	close(b.ending)
	<-b.ended
	return b.flush()
}
