package api

import (
	"encoding/binary"
	"sync"
)

// sharedBytes is the size from which on a body is copied once for all who are
// sent it at a time. A smaller one is copied for each: most are in the system's
// hands as soon as they are written.
const sharedBytes = 16 << 10

// sending holds the copies of the larger bodies that are being sent. Readers
// who are slow, or stop, hold the copy that they are sent for up to half a
// minute: were it one for each of them, a few thousand would take all memory.
// So there are as many copies as there are bodies, never as there are readers.
//
// Some that nobody is being sent stay for who asks next, since to copy a body
// is most of the work of sending it: one in each of a few places, until another
// body takes that, 16 MiB in all at most.
type sending struct {
	mu     sync.Mutex
	copies map[uint64]*bodyCopy // by the beginning of the fingerprint, which costs less to look up
	kept   [16]*bodyCopy        // whose place counts as a reader
}

// A bodyCopy is a body outside of the store.
type bodyCopy struct {
	fingerprint fingerprint
	gzip        bool
	readers     int // who are sent it
	bytes       []byte
}

func (c *bodyCopy) key() uint64 { return keyOf(c.fingerprint, c.gzip) }

func keyOf(of fingerprint, gzip bool) uint64 {
	key := binary.LittleEndian.Uint64(of[:])
	if gzip {
		return ^key
	}
	return key
}

// join returns the copy of the body of that fingerprint, compressed or not, with
// one reader more, or nil.
func (s *sending) join(of fingerprint, gzip bool) *bodyCopy {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.joined(of, gzip)
}

func (s *sending) joined(of fingerprint, gzip bool) *bodyCopy {
	c := s.copies[keyOf(of, gzip)]
	if c == nil || c.fingerprint != of || c.gzip != gzip {
		return nil
	}
	c.readers++
	return c
}

// keep takes the copy that a reader has made for others to join. It returns the
// one that its maker is sent, which is that of a reader who has been faster if
// there is one, and a copy that nobody is sent any more, or nil.
func (s *sending) keep(made *bodyCopy) (sent, unused *bodyCopy) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.joined(made.fingerprint, made.gzip); c != nil {
		return c, made
	}
	made.readers = 1
	if s.copies == nil {
		s.copies = make(map[uint64]*bodyCopy)
	}
	key := made.key()
	if s.copies[key] != nil { // of another body, as good as never
		return made, nil
	}
	s.copies[key] = made
	if cap(made.bytes) > maxPooled {
		return made, nil
	}
	made.readers++
	place := &s.kept[key%uint64(len(s.kept))]
	last := *place
	*place = made
	if last != nil && s.left(last) {
		return made, last
	}
	return made, nil
}

// leave takes one reader off a copy, and tells whether that was the last.
func (s *sending) leave(c *bodyCopy) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left(c)
}

// left is leave for who has the lock. The last one takes the copy out of the
// map.
func (s *sending) left(c *bodyCopy) (last bool) {
	if c.readers--; c.readers != 0 {
		return false
	}
	if key := c.key(); s.copies[key] == c {
		delete(s.copies, key)
	}
	return true
}
