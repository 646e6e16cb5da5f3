package accesslog

import (
	"io"
	"sync"
	"time"
)

const (
	heldFor    = time.Second
	writeBytes = 64 << 10 // are written though the second has not passed
)

// A buffer holds lines back, so that one write takes many. It drops none: a
// writer that does not keep up holds up those who add. Lines are only ever
// written whole, in their order.
type buffer struct {
	to io.Writer

	mu    sync.Mutex
	held  []byte
	timer *time.Timer // until what is held is written
	err   error       // the first of the writer
}

func newBuffer(to io.Writer) *buffer {
	b := &buffer{to: to}
	b.timer = time.AfterFunc(heldFor, func() { _ = b.flush() }) // the last flush tells of it
	return b
}

// Write takes a line. The error of the writer is told by flush.
func (b *buffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.held) == 0 {
		b.timer.Reset(heldFor)
	}
	if b.held = append(b.held, line...); len(b.held) >= writeBytes {
		b.write()
	}
	return len(line), nil
}

// flush writes all that is held. The error is that of the writer, of now or of
// before.
func (b *buffer) flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer.Stop()
	b.write()
	return b.err
}

func (b *buffer) write() {
	if len(b.held) == 0 {
		return
	}
	if _, err := b.to.Write(b.held); b.err == nil {
		b.err = err
	}
	b.held = b.held[:0]
}
