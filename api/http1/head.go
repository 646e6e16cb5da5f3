package http1

import (
	"bytes"
	"net/http"
)

// A headScanner follows the head of a request as it comes, to where it ends.
type headScanner struct {
	size, lines int  // so far
	text        bool // the last line has more than its end
	ended       bool
}

// follow goes on with what has come, and returns how much of it is head. Lines
// end in LF or CR LF, as for net/http.
func (h *headScanner) follow(in []byte) (size int) {
	for size < len(in) && !h.ended {
		line := in[size:]
		end := bytes.IndexByte(line, '\n')
		if end >= 0 {
			line = line[:end]
		}
		h.text = h.text || len(line) > 1 || len(line) == 1 && line[0] != '\r'
		if size += len(line); end >= 0 {
			size++
			h.lines++
			h.ended, h.text = !h.text, false
		}
	}
	h.size += size
	return size
}

// tooLarge tells whether a head, as far as it has come, is beyond the limits.
func (s *Server) tooLarge(h *headScanner) bool {
	return h.size > s.MaxHeaderBytes+4<<10 || h.lines > s.MaxHeaderFields+2 // with the first and the last one
}

// tooMany tells whether fields that came over HTTP/2 are beyond what may be
// sent as a head.
func (s *Server) tooMany(header http.Header) bool {
	fields, size := 0, 0
	for name, values := range header {
		for _, value := range values {
			fields, size = fields+1, size+len(name)+len(value)+len(": \r\n")
		}
	}
	return fields > s.MaxHeaderFields || size > s.MaxHeaderBytes+4<<10
}

// requestLine tells whether the first line, as far as it has come, may be the
// one of a request: what is no HTTP/1 is told so at once.
func requestLine(in []byte) bool {
	line, _, whole := bytes.Cut(in, []byte{'\n'})
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return !whole || bytes.HasSuffix(line, []byte(" HTTP/1.1")) || bytes.HasSuffix(line, []byte(" HTTP/1.0"))
}
