package api

import "sync"

// smallBodies keeps copies of bodies under [sharedBytes] that were asked for
// lately: to open a transaction would be most of the work of such an answer. A
// body has one place, by its fingerprint, and takes it from whatever is there,
// so there are at most 512 copies, of 8 MiB in all and far less as a rule. A
// copy is found by the hash of what it holds, so it is never out of date.
//
// Where there are many manuals, most answers make a copy. So the memory of one
// that has lost its place, and that no reader is sent any more, is used again.
type smallBodies [512]smallPlace

type smallPlace struct {
	mu   sync.Mutex
	kept *bodyCopy // whose place counts as a reader
}

func (s *smallBodies) place(of fingerprint, gzip bool) *smallPlace {
	return &s[keyOf(of, gzip)%uint64(len(s))]
}

func (s *smallBodies) join(of fingerprint, gzip bool) *bodyCopy {
	p := s.place(of, gzip)
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.kept; c != nil && c.fingerprint == of && c.gzip == gzip {
		c.readers++
		return c
	}
	return nil
}

func (s *smallBodies) keep(made *bodyCopy) (sent, unused *bodyCopy) {
	p := s.place(made.fingerprint, made.gzip)
	p.mu.Lock()
	defer p.mu.Unlock()
	made.readers = 2
	last := p.kept
	p.kept = made
	if last != nil && last.left() {
		return made, last
	}
	return made, nil
}

func (s *smallBodies) leave(c *bodyCopy) (last bool) {
	p := s.place(c.fingerprint, c.gzip)
	p.mu.Lock()
	defer p.mu.Unlock()
	return c.left()
}
