package api

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"sync/atomic"
)

// maxRequestID is the length, in bytes, of the longest X-Request-Id that is
// taken for one.
const maxRequestID = 128

// A RequestID names a request: as the client does in X-Request-Id, or else
// with a name of this process.
type RequestID struct {
	sent   string
	prefix string
	number uint64
}

// Sent returns the name that the client sent, at most 128 characters of those
// that RFC 3986 calls unreserved and of +, /, = and :. It is not ok where the
// name is ours, of hexadecimal digits and a hyphen.
func (id RequestID) Sent() (name string, ok bool) { return id.sent, id.sent != "" }

// AppendTo appends the name.
func (id RequestID) AppendTo(text []byte) []byte {
	if id.sent != "" {
		return append(text, id.sent...)
	}
	return strconv.AppendUint(append(text, id.prefix...), id.number, 10)
}

// String returns the name.
func (id RequestID) String() string { return string(id.AppendTo(nil)) }

// requestNames makes the names that no client has sent: random ones for the
// process, and a number for each. No two servers that write into one log come
// to the same.
type requestNames struct {
	prefix string
	last   atomic.Uint64
}

func newRequestNames() requestNames {
	var random [4]byte
	_, _ = rand.Read(random[:]) // it has no errors
	return requestNames{prefix: hex.EncodeToString(random[:]) + "-"}
}

// requestID returns the name of the request, the same each time.
func (h *Handler) requestID(rq *request) RequestID {
	id := &rq.observation.ID
	if id.sent = rq.requestID; id.sent == "" && id.number == 0 {
		id.prefix, id.number = h.names.prefix, h.names.last.Add(1)
	}
	return *id
}

// sentID returns the X-Request-Id of a request, or nothing where it has none,
// several, or one that could be taken for something else in a log or a field.
func sentID(fields []string) string {
	if len(fields) != 1 || fields[0] == "" || len(fields[0]) > maxRequestID {
		return ""
	}
	for i := range len(fields[0]) {
		if !namesRequests(fields[0][i]) {
			return ""
		}
	}
	return fields[0]
}

func namesRequests(c byte) bool {
	switch c {
	case '.', '_', '~', '+', '/', '=', ':', '-':
		return true
	}
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
