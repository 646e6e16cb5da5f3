package http1

import (
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A response is the [http.ResponseWriter] of a simple request. A connection
// reuses it for all its requests. It sends the answer itself as long as that is
// simple: the status and the header fields leave nothing to interpret, and the
// body is empty or has a Content-Type and a Content-Length. When the handler does
// anything else, net/http answers, and gets what
// the handler has done so far.
type response struct {
	request  *request
	header   http.Header
	native   http.ResponseWriter // net/http's, once that answers
	isHead   bool
	close    bool  // the connection closes after the response
	hasClose bool  // the header has Connection: close
	hasType  bool  // the header has Content-Type
	status   int   // 0 until WriteHeader
	length   int64 // Content-Length, or -1
	sent     bool  // the head, and what there was of the body
	left     int64 // bytes of the body that have not been sent
	err      error // of sending

	head    []byte      // the status line and the header fields, as they were at WriteHeader
	names   []string    // of the header fields, sorted
	parts   [2][]byte   // head and body, for one write
	buffers net.Buffers // of parts
}

// reset prepares the response for a request.
func (w *response) reset(rq *request) {
	header := w.header
	if header == nil {
		header = make(http.Header, 16)
	}
	clear(header) // handlers must not keep it
	*w = response{
		request: rq, header: header, isHead: rq.http.Method == http.MethodHead, close: rq.http.Close, length: -1,
		head: w.head[:0], names: w.names,
	}
	if cap(w.head) > maxSimpleBytes {
		w.head = nil
	}
}

// Header returns the header fields of the response.
func (w *response) Header() http.Header { return w.header }

// WriteHeader sets the status of the response.
func (w *response) WriteHeader(status int) {
	switch {
	case w.native != nil:
		w.nativeWriter().WriteHeader(status)
	case w.status != 0:
		w.request.conn.conn.server.ErrorLog.Printf("http: superfluous response.WriteHeader call by a handler")
	case w.encode(status):
		w.status = status
	default:
		w.nativeWriter().WriteHeader(status)
	}
}

// Write sends a part of the body. The error is the connection's,
// [http.ErrContentLength] or [http.ErrBodyNotAllowed].
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 && w.native == nil {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case len(p) == 0 && w.native == nil:
	case w.sent && w.left < int64(len(p)):
		w.close = w.close || !w.isHead
		return 0, http.ErrContentLength
	case w.sent:
		w.left -= int64(len(p))
		if !w.isHead && w.err == nil {
			_, w.err = w.request.conn.Conn.Write(p)
		}
	case !w.hasType || w.length < int64(len(p)) || !w.send(p):
		return w.nativeWriter().Write(p)
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// finish sends what has not been sent yet. It reports whether the connection
// stays open for another request here.
func (w *response) finish() (keepAlive bool) {
	if w.status == 0 && w.native == nil {
		w.WriteHeader(http.StatusOK)
	}
	if !w.sent && (w.length > 0 && !w.isHead || !w.send(nil)) {
		w.nativeWriter() // net/http sends trailers, and handles a body that is too short
		return false
	}
	return !w.close && w.err == nil && (w.left == 0 || w.isHead)
}

// nativeWriter has net/http answer from now on. It returns net/http's writer, with
// everything the handler has done so far and the header as it is now.
func (w *response) nativeWriter() http.ResponseWriter {
	if w.native == nil {
		w.request.mu.Lock()
		w.native, _ = w.request.delegate()
		w.request.mu.Unlock()
		if w.status != 0 {
			header := w.native.Header()
			for _, line := range strings.Split(string(w.head), "\r\n")[1:] {
				if name, value, ok := strings.Cut(line, ": "); ok {
					header[name] = append(header[name], value)
				}
			}
			if w.hasClose {
				header["Connection"] = []string{"close"}
			}
			w.native.WriteHeader(w.status)
		}
	}
	header := w.native.Header()
	clear(header)
	maps.Copy(header, w.header)
	return w.native
}

// Unwrap returns net/http's writer, for [http.ResponseController]; nil once the
// response has been sent.
func (w *response) Unwrap() http.ResponseWriter {
	if w.sent {
		return nil
	}
	return w.nativeWriter()
}

// FlushError sends what has been written.
func (w *response) FlushError() error {
	if w.sent {
		return w.err
	}
	return http.NewResponseController(w.nativeWriter()).Flush()
}

// encode encodes the status line and the header fields, sorted by name. It
// reports whether they are simple.
func (w *response) encode(status int) bool {
	text := http.StatusText(status)
	if status < 200 || text == "" {
		return false
	}
	w.head = append(append(append(strconv.AppendInt(append(w.head, "HTTP/1.1 "...), int64(status), 10), ' '), text...), "\r\n"...)
	if len(w.names) == len(w.header) && w.encodeFields(status) {
		return true // the previous response had the same names, sorted already
	}
	w.names = slices.AppendSeq(w.names[:0], maps.Keys(w.header))
	slices.Sort(w.names)
	return w.encodeFields(status)
}

// encodeFields encodes the header fields if w.names are their names and they
// are simple.
func (w *response) encodeFields(status int) bool {
	head := w.head
	w.length, w.hasType, w.hasClose = -1, false, false
	for _, name := range w.names {
		values := w.header[name]
		if len(values) == 0 || !isToken(name) {
			return false
		}
		switch name {
		case "Connection":
			if len(values) > 1 || values[0] != "close" {
				return false
			}
			w.hasClose = true
			continue // send adds it as the last field
		case "Content-Length":
			n, err := strconv.ParseInt(values[0], 10, 64)
			if len(values) > 1 || err != nil || n < 0 || !allowsBody(status) {
				return false
			}
			w.length = n
		case "Content-Type":
			w.hasType = true
			if !allowsBody(status) {
				return false
			}
		case "Date", "Trailer", "Transfer-Encoding":
			return false
		}
		for _, value := range values {
			if value == "" || value[0] == ' ' || value[len(value)-1] == ' ' || !isPrintable(value) {
				return false
			}
			head = append(append(append(append(head, name...), ": "...), value...), "\r\n"...)
		}
	}
	w.head, w.close = head, w.close || w.hasClose
	return true
}

func allowsBody(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// send sends the response with the body. It returns false if net/http has the
// connection already.
func (w *response) send(body []byte) bool {
	if !w.request.startSending() {
		return false
	}
	w.sent, w.left = true, max(w.length, 0)-int64(len(body))
	c, now := w.request.conn, time.Now()
	if w.length < 0 && allowsBody(w.status) && !w.isHead {
		w.head = append(w.head, "Content-Length: 0\r\n"...)
	}
	w.head = now.UTC().AppendFormat(append(w.head, "Date: "...), http.TimeFormat)
	if w.close = w.close || c.conn.server.isEnding(); w.close {
		w.head = append(w.head, "\r\nConnection: close"...)
	}
	w.head = append(w.head, "\r\n\r\n"...)
	w.parts[0] = w.head
	w.buffers = w.parts[:1]
	if len(body) > 0 && !w.isHead {
		w.parts[1] = body
		w.buffers = w.parts[:]
	}
	if c.tls == nil {
		_, w.err = c.conn.writeBuffers(&w.buffers, now)
	} else {
		_, w.err = w.buffers.WriteTo(c.Conn)
	}
	w.parts, w.buffers = [2][]byte{}, nil // frees the body
	return true
}
