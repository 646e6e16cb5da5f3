package api

import "sync/atomic"

// smallBodies keeps copies of bodies under [sharedBytes] that were asked for
// lately: to open a transaction would be most of the work of such an answer. A
// body has one place, by its fingerprint, and takes it from whatever is there,
// so there are at most 512 copies, of 8 MiB in all and far less as a rule. A
// copy is found by the hash of what it holds, so it is never out of date.
type smallBodies [512]atomic.Pointer[smallBody]

// A smallBody is a copy that is not written to any more.
type smallBody struct {
	fingerprint fingerprint
	gzip        bool
	bytes       []byte
}

func (s *smallBodies) place(of fingerprint, gzip bool) *atomic.Pointer[smallBody] {
	return &s[keyOf(of, gzip)%uint64(len(s))]
}

// get returns the body of that fingerprint, compressed or not, or nil.
func (s *smallBodies) get(of fingerprint, gzip bool) []byte {
	if kept := s.place(of, gzip).Load(); kept != nil && kept.fingerprint == of && kept.gzip == gzip {
		return kept.bytes
	}
	return nil
}

// put keeps a body.
func (s *smallBodies) put(of fingerprint, gzip bool, body []byte) {
	s.place(of, gzip).Store(&smallBody{of, gzip, body})
}
