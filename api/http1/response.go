package http1

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// bufferedBody is how much of a body waits for more, or for the end: one that
// ends within it has a Content-Length, as with net/http.
const bufferedBody = 2 << 10

// A response is the [http.ResponseWriter] of a usual request. The fields of the
// header are written out when the status is given; what depends on the body
// is added when that, or the first of it, is sent.
type response struct {
	session *session
	context *requestContext
	header  http.Header
	isHead  bool
	last    bool // the connection closes after it
	status  int  // 0 until it is given
	fields
	length  int64 // of the body, or -1
	written int64 // of it
	begun   bool  // the header is complete
	chunked bool
	done    bool // answered, or the connection is somebody else's
	err     error
	buffers *buffers
}

// fields are what the header said when the status was given.
type fields struct {
	contentLength bool // any, also a wrong one
	contentType   bool
	coded         bool // Content-Encoding
	date          bool
	transfer      string
	connection    []string
	trailers      []string
	trailing      bool // there are trailers, whatever their names
}

// buffers are what is to be sent.
type buffers struct {
	head   []byte      // the header, and whatever goes out before body
	body   []byte      // waits for more, or for the end
	tail   []byte      // behind what is written
	pieces [3][]byte   // of one write
	vector net.Buffers // of pieces
	names  []string    // of the fields, to be sorted
}

var bufferPool = sync.Pool{New: func() any {
	return &buffers{head: make([]byte, 0, 1<<10), body: make([]byte, 0, bufferedBody)}
}}

type dated struct {
	second int64
	field  string
}

var lastDate atomic.Pointer[dated]

// begin begins the answer to the request.
func (w *response) begin(s *session, r *http.Request, x *requestContext) {
	w.session, w.context, w.length = s, x, -1
	w.isHead, w.last = r.Method == http.MethodHead, r.Close
	w.buffers = bufferPool.Get().(*buffers)
	w.buffers.head, w.buffers.body = w.buffers.head[:0], w.buffers.body[:0]
}

// release gives the buffers back.
func (w *response) release() {
	w.done = true
	if b := w.buffers; b != nil {
		w.buffers = nil
		if cap(b.head) <= maxHeaderBytes {
			bufferPool.Put(b)
		}
	}
}

// Header returns the header fields of the answer. What is changed after the
// status was given counts for trailers only.
func (w *response) Header() http.Header {
	if w.header == nil {
		w.header = make(http.Header, 8)
	}
	return w.header
}

// WriteHeader gives the answer its status. One that comes before the last
// one, below 200, is sent at once.
func (w *response) WriteHeader(status int) {
	switch {
	case w.done:
		w.session.server.logf("http: response.WriteHeader on a connection that was taken over")
		return
	case w.status != 0:
		w.session.server.logf("http: superfluous response.WriteHeader call by a handler")
		return
	case status < 100 || status > 999:
		panic(fmt.Sprintf("invalid WriteHeader code %v", status))
	}
	if status < 200 && status != http.StatusSwitchingProtocols {
		w.appendStatus(status)
		w.appendFields(true)
		w.buffers.head = append(w.buffers.head, "\r\n"...)
		w.fields = fields{}
		_ = w.send(nil, false) // the next write tells
		return
	}
	w.status = status
	te := first(w.header["Transfer-Encoding"])
	if value := first(w.header["Content-Length"]); value != "" && (te == "" || te == "identity") {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
			w.length = n
		} else {
			w.session.server.logf("http: invalid Content-Length of %q", value)
		}
	}
	w.appendStatus(status)
	w.appendFields(false)
}

func (w *response) appendStatus(status int) {
	head := strconv.AppendInt(append(w.buffers.head, "HTTP/1.1 "...), int64(status), 10)
	if text := http.StatusText(status); text != "" {
		head = append(append(head, ' '), text...)
	} else {
		head = strconv.AppendInt(append(head, " status code "...), int64(status), 10)
	}
	w.buffers.head = append(head, "\r\n"...)
}

// appendFields writes the fields of the header out, as they are spelt there, in
// the order of the names, but for those that are not the handler's to say.
func (w *response) appendFields(informational bool) {
	b := w.buffers
	names := b.names[:0]
	for name := range w.header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		values := w.header[name]
		switch name {
		case "Connection":
			if w.connection = slices.Clone(values); !informational {
				w.last = w.last || first(values) == "close"
				continue
			}
		case "Content-Length":
			w.contentLength = true
			if w.length < 0 || !allowsBody(w.status) {
				continue
			}
			values = values[:1]
		case "Transfer-Encoding":
			w.transfer = first(values)
			continue
		case "Content-Type":
			w.contentType = true
			if w.status == http.StatusNotModified {
				continue
			}
		case "Content-Encoding":
			w.coded = first(values) != ""
		case "Date":
			w.date = true
		case "Trailer":
			w.declareTrailers(values)
		}
		if strings.HasPrefix(name, http.TrailerPrefix) {
			w.trailing = true
			continue
		}
		b.head = appendField(b.head, name, values)
	}
	clear(names)
	b.names = names[:0]
}

// declareTrailers has those fields be trailers too, but for those that must
// not be any (RFC 9110, section 6.5.1).
func (w *response) declareTrailers(values []string) {
	for _, value := range values {
		w.trailing = true
		for name := range strings.SplitSeq(value, ",") {
			name = http.CanonicalHeaderKey(strings.TrimSpace(name))
			if name != "" && !strings.HasPrefix(name, "If-") && !slices.Contains(noTrailers, name) {
				w.trailers = append(w.trailers, name)
			}
		}
	}
}

// noTrailers are the fields that say how a message is to be read, and so come
// before it, as net/http has them.
var noTrailers = []string{
	"Authorization", "Cache-Control", "Connection", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type",
	"Expect", "Host", "Keep-Alive", "Max-Forwards", "Pragma", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
	"Range", "Realm", "Te", "Trailer", "Transfer-Encoding", "Www-Authenticate",
}

// appendField appends a field for each value, and none for a name that is none.
// A line end in a value is a blank.
func appendField(to []byte, name string, values []string) []byte {
	if name == "" || !all(name, inName) {
		return to
	}
	for _, value := range values {
		if value != "" && (value[0] <= ' ' || value[len(value)-1] <= ' ') {
			value = strings.Trim(value, " \t\r\n")
		}
		to = append(append(to, name...), ": "...)
		at := len(to)
		to = append(append(to, value...), "\r\n"...)
		for i := at; i < len(to)-2; i++ {
			if to[i] == '\r' || to[i] == '\n' {
				to[i] = ' '
			}
		}
	}
	return to
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

func allowsBody(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified
}

// hasBody tells whether the answer has a body, be it an empty one.
func (w *response) hasBody() bool { return !w.isHead && allowsBody(w.status) }

// complete completes the header by what is known of the body: the beginning
// of it, which is all where the handler has ended.
func (w *response) complete(body []byte, ended bool) {
	w.begun = true
	head := w.buffers.head
	if ended && !w.trailing && w.transfer == "" && allowsBody(w.status) && !w.contentLength && (!w.isHead || len(body) > 0) {
		w.length = int64(len(body))
		head = append(strconv.AppendInt(append(head, "Content-Length: "...), w.length, 10), "\r\n"...)
	}
	if allowsBody(w.status) && !w.coded && !w.contentType && w.transfer == "" && len(body) > 0 {
		head = append(append(append(head, "Content-Type: "...), http.DetectContentType(body)...), "\r\n"...)
	}
	if !w.date {
		head = append(head, date()...)
	}
	if w.hasBody() && w.length < 0 {
		if w.chunked = w.transfer != "identity"; w.chunked {
			head = append(head, "Transfer-Encoding: chunked\r\n"...)
		}
		w.last = w.last || !w.chunked
	}
	ending := w.session.server.ending.Load()
	w.last = w.last || ending
	switch {
	case !w.last || !ending && hasToken(first(w.connection), "close"):
		head = appendField(head, "Connection", w.connection)
	default:
		head = append(head, "Connection: close\r\n"...)
	}
	w.buffers.head = append(head, "\r\n"...)
}

// hasToken tells whether a list has a token in it.
func hasToken(list, token string) bool {
	for element := range strings.SplitSeq(list, ",") {
		if strings.EqualFold(strings.TrimSpace(element), token) {
			return true
		}
	}
	return false
}
