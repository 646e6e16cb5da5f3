//go:build linux

package lab

import (
	"strings"
	"sync"
	"time"
)

// A Record is what a process has logged. Its zero value is of nothing.
type Record struct {
	mu    sync.Mutex
	lines []string
}

// Add adds a line.
func (r *Record) Add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

// Since returns the lines after the first n.
func (r *Record) Since(n int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.lines[n:]...)
}

// Whole returns all lines.
func (r *Record) Whole() string { return strings.Join(r.Since(0), "\n") }

// String returns the last lines, for an error.
func (r *Record) String() string {
	lines := r.Since(0)
	return strings.Join(lines[max(len(lines)-20, 0):], "\n")
}

// Tells waits until the log tells of a text, which comes through a pipe and so
// may be later than an answer. It gives up after a while.
func (r *Record) Tells(text string) bool {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(time.Millisecond) {
		told := strings.Contains(r.Whole(), text)
		if told || time.Now().After(end) {
			return told
		}
	}
}
