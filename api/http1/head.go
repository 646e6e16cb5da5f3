package http1

import (
	"bytes"
	"net/http"
)

// headEnd returns the index behind the empty line that ends a head, where that
// is not before from, or 0. Lines end in LF or CR LF, as for net/http.
func headEnd(in []byte, from int) int {
	for i := from; ; {
		at := bytes.IndexByte(in[i:], '\n')
		if at < 0 {
			return 0
		}
		at += i
		if at >= 1 && in[at-1] == '\n' || at >= 2 && in[at-1] == '\r' && in[at-2] == '\n' {
			return at + 1
		}
		i = at + 1
	}
}

// tooLarge tells whether a head, as far as it has come, is beyond the limits.
func (s *Server) tooLarge(head []byte) bool {
	lines := s.MaxHeaderFields + 2 // with the first and the last one
	return s.MaxHeaderBytes > 0 && len(head) > s.MaxHeaderBytes+4<<10 ||
		s.MaxHeaderFields > 0 && len(head) > lines && bytes.Count(head, []byte{'\n'}) > lines
}

// tooMany tells whether fields that were sent another way are beyond what may
// be sent as a head.
func (s *Server) tooMany(header http.Header) bool {
	fields, size := 0, 0
	for name, values := range header {
		for _, value := range values {
			fields, size = fields+1, size+len(name)+len(value)+len(": \r\n")
		}
	}
	return s.MaxHeaderFields > 0 && fields > s.MaxHeaderFields || s.MaxHeaderBytes > 0 && size > s.MaxHeaderBytes+4<<10
}

// requestLine tells whether the first line, as far as it has come, may be the
// one of a request: what is no HTTP/1 is told so at once.
func requestLine(in []byte) bool {
	line, _, whole := bytes.Cut(in, []byte{'\n'})
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return !whole || bytes.HasSuffix(line, []byte(" HTTP/1.1")) || bytes.HasSuffix(line, []byte(" HTTP/1.0"))
}
