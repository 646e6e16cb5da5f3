package api

import "sync"

// sharedBytes is the size from which on a body is copied once for all who are
// sent it at a time. Smaller ones leave at once as a rule, since the system
// takes them whole.
const sharedBytes = 16 << 10

// sending holds the copies of the larger bodies that are being sent. Readers
// who are slow, or stop, hold the copy that they are sent for up to half a
// minute: were it one for each of them, a few thousand would take all memory.
// So there are as many copies as there are bodies, never as there are readers.
type sending struct {
	mu     sync.Mutex
	copies map[copyKey]*bodyCopy
}

// A copyKey is what makes a body another one.
type copyKey struct {
	fingerprint fingerprint
	gzip        bool
}

// A bodyCopy is a body outside of the store, with how many it is sent to.
type bodyCopy struct {
	key     copyKey
	readers int
	buffer  *[]byte
}

// join returns the copy of a body that is being sent already, with one reader
// more, or nil.
func (s *sending) join(key copyKey) *bodyCopy {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.copies[key]
	if c != nil {
		c.readers++
	}
	return c
}

// begin keeps a new copy of a body, with one reader. Where another reader has
// been faster it is that one's copy, and the buffer is not kept.
func (s *sending) begin(key copyKey, buffer *[]byte) (c *bodyCopy, kept bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.copies[key]; c != nil {
		c.readers++
		return c, false
	}
	if s.copies == nil {
		s.copies = make(map[copyKey]*bodyCopy)
	}
	c = &bodyCopy{key, 1, buffer}
	s.copies[key] = c
	return c, true
}

// leave takes one reader off a copy, and tells whether that was the last one,
// so that its buffer is free.
func (s *sending) leave(c *bodyCopy) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.readers--
	if c.readers > 0 {
		return false
	}
	delete(s.copies, c.key)
	return true
}
