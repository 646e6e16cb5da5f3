package api

import (
	"slices"
	"sync/atomic"
)

// smallBodies keeps copies of bodies under [sharedBytes] that are asked for
// often: to open a transaction would be most of the work of such an answer. A
// body has one place, by its fingerprint, so there are at most 512 copies, of
// 8 MiB in all and far less as a rule. A copy is found by the hash of what it
// holds, so it is never out of date.
//
// Whoever asks for another body of the place takes from the credit of the one
// that is kept there, and has to be the one after the last of it to take the
// place: what is asked for often stays, and what is asked for once is seldom
// copied.
type smallBodies [512]atomic.Pointer[smallBody]

// A smallBody is a copy that is not written to any more.
type smallBody struct {
	fingerprint fingerprint
	gzip        bool
	bytes       []byte
	credit      atomic.Int32
}

const (
	firstCredit = 8
	mostCredit  = 16
)

func (s *smallBodies) place(of fingerprint, gzip bool) *atomic.Pointer[smallBody] {
	return &s[keyOf(of, gzip)%uint64(len(s))]
}

// get returns the body of that fingerprint, compressed or not, or nil.
func (s *smallBodies) get(of fingerprint, gzip bool) []byte {
	kept := s.place(of, gzip).Load()
	if kept == nil || kept.fingerprint != of || kept.gzip != gzip {
		return nil
	}
	if kept.credit.Load() < mostCredit { // else all processors would write to it for nothing
		kept.credit.Add(1)
	}
	return kept.bytes
}

// offer has a copy of the body kept, if it is its turn.
func (s *smallBodies) offer(of fingerprint, gzip bool, body []byte) {
	place := s.place(of, gzip)
	kept := place.Load()
	if kept != nil && (kept.fingerprint != of || kept.gzip != gzip) && kept.credit.Add(-1) >= 0 {
		return
	}
	made := &smallBody{fingerprint: of, gzip: gzip, bytes: slices.Clone(body)}
	made.credit.Store(firstCredit)
	place.Store(made)
}
