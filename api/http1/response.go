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

// A response is the [http.ResponseWriter] of a simple request. A connection reuses it
// for all its requests. If the handler states the length and the type of the body, it
// is sent as it is written. Otherwise its beginning is kept, as net/http does, to find
// out both; a longer body is sent in chunks.
type response struct {
	conn    *httpConn
	header  http.Header
	isHead  bool
	close   bool   // the connection closes after the response
	hasType bool   // the header has Content-Type, or none is needed
	status  int    // 0 until WriteHeader
	length  int64  // Content-Length, or -1
	written int64  // bytes of the body
	kept    []byte // the beginning of the body
	sent    bool   // the head
	chunked bool
	err     error // of sending

	head    []byte      // the status line and the header fields, as they were at WriteHeader
	names   []string    // of the header fields, sorted
	parts   [3][]byte   // of buffers
	buffers net.Buffers // for one write
}

// maxKept is how many bytes of a body are kept before it is sent.
const maxKept = 2048

// reset prepares the response for a request.
func (w *response) reset(c *httpConn, r *http.Request) {
	header := w.header
	if header == nil {
		header = make(http.Header, 16)
	}
	clear(header) // handlers must not keep it
	*w = response{
		conn: c, header: header, isHead: r.Method == http.MethodHead, close: r.Close, length: -1,
		head: w.head[:0], names: w.names, kept: w.kept[:0],
	}
	if cap(w.head) > maxSimpleBytes {
		w.head = nil
	}
}

// Header returns the header fields of the response.
func (w *response) Header() http.Header { return w.header }

// WriteHeader sets the status of the response. There are no informational ones.
func (w *response) WriteHeader(status int) {
	if w.status != 0 {
		w.conn.conn.server.ErrorLog.Printf("http: superfluous response.WriteHeader call by a handler")
		return
	}
	w.status = status
	w.head = strconv.AppendInt(append(w.head, "HTTP/1.1 "...), int64(status), 10)
	if text := http.StatusText(status); text != "" {
		w.head = append(append(w.head, ' '), text...)
	} else {
		w.head = strconv.AppendInt(append(w.head, " status code "...), int64(status), 10)
	}
	w.head = append(w.head, "\r\n"...)
	w.hasType = !w.allowsBody() || len(w.header["Content-Encoding"]) > 0 && w.header["Content-Encoding"][0] != ""
	if len(w.names) != len(w.header) || slices.ContainsFunc(w.names, func(name string) bool { return w.header[name] == nil }) {
		w.names = slices.AppendSeq(w.names[:0], maps.Keys(w.header)) // else they are those of the previous response, sorted already
		slices.Sort(w.names)
	}
	for _, name := range w.names {
		w.encode(name, w.header[name])
	}
}

// encode adds the lines of a header field to the head, unless the response has its own.
func (w *response) encode(name string, values []string) {
	switch name {
	case "Connection": // send adds the line
		w.close = w.close || slices.Contains(values, "close")
		return
	case "Content-Length":
		if n, err := strconv.ParseInt(strings.Join(values, ","), 10, 64); err == nil && n >= 0 {
			w.length = n
		}
		if w.length < 0 || !w.allowsBody() {
			return
		}
	case "Content-Type":
		if w.hasType = true; w.status == http.StatusNotModified {
			return
		}
	case "Date", "Trailer", "Transfer-Encoding":
		return
	}
	if !isToken(name) {
		return
	}
	for _, value := range values {
		if !isPrintable(value) {
			value = noLineEnds.Replace(value)
		}
		w.head = append(append(append(append(w.head, name...), ": "...), strings.Trim(value, " \t")...), "\r\n"...)
	}
}

// noLineEnds keeps a value in its line.
var noLineEnds = strings.NewReplacer("\n", " ", "\r", " ")

func (w *response) allowsBody() bool {
	return w.status != http.StatusNoContent && w.status != http.StatusNotModified
}

// Write sends a part of the body, or keeps it. The error is the connection's,
// [http.ErrContentLength] or [http.ErrBodyNotAllowed].
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case len(p) == 0:
		return 0, nil
	case !w.allowsBody():
		return 0, http.ErrBodyNotAllowed
	}
	w.written += int64(len(p))
	switch {
	case w.length >= 0 && w.written > w.length:
		return 0, http.ErrContentLength
	case w.sent:
		w.sendPart(p)
	case w.hasType && w.length >= 0, len(w.kept) == 0 && len(p) > maxKept:
		w.send(p, false)
	default:
		n := min(len(p), maxKept-len(w.kept))
		if w.kept = append(w.kept, p[:n]...); n < len(p) {
			w.send(w.kept, false)
			w.kept = nil
			w.sendPart(p[n:])
		}
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// FlushError sends what has been written.
func (w *response) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.sent {
		w.send(w.kept, false)
	}
	return w.err
}

// finish sends what has not been sent yet. It reports whether the connection stays
// open for another request.
func (w *response) finish() (keepAlive bool) {
	switch {
	case w.status == 0:
		w.WriteHeader(http.StatusOK)
		fallthrough
	case !w.sent:
		w.send(w.kept, true)
	case w.chunked && w.err == nil:
		w.write([]byte("0\r\n\r\n"), nil, nil)
	}
	whole := w.isHead || !w.allowsBody() || w.length < 0 || w.written == w.length
	return whole && !w.close && w.err == nil
}

// send sends the head with the first part of the body, or all of it.
func (w *response) send(body []byte, all bool) {
	w.sent = true
	now := time.Now()
	switch {
	case !w.allowsBody() || w.length >= 0:
	case all && (!w.isHead || len(body) > 0):
		w.head = append(strconv.AppendInt(append(w.head, "Content-Length: "...), int64(len(body)), 10), "\r\n"...)
	case !w.isHead:
		w.chunked = true
		w.head = append(w.head, "Transfer-Encoding: chunked\r\n"...)
	}
	if !w.hasType && len(body) > 0 {
		w.head = append(append(append(w.head, "Content-Type: "...), http.DetectContentType(body)...), "\r\n"...)
	}
	w.head = now.UTC().AppendFormat(append(w.head, "Date: "...), http.TimeFormat)
	if w.close = w.close || w.conn.conn.server.isEnding(); w.close {
		w.head = append(w.head, "\r\nConnection: close"...)
	}
	w.head = append(w.head, "\r\n\r\n"...)
	switch {
	case w.isHead:
		w.write(w.head, nil, nil)
	case w.chunked && len(body) > 0:
		w.head = append(strconv.AppendInt(w.head, int64(len(body)), 16), "\r\n"...)
		w.write(w.head, body, []byte("\r\n"))
	default:
		w.write(w.head, body, nil)
	}
}

// sendPart sends a further part of the body.
func (w *response) sendPart(p []byte) {
	switch {
	case w.isHead || w.err != nil:
	case w.chunked:
		w.write(append(strconv.AppendInt(nil, int64(len(p)), 16), "\r\n"...), p, []byte("\r\n"))
	default:
		_, w.err = w.conn.Conn.Write(p)
	}
}

// write sends up to three buffers at once.
func (w *response) write(head, body, end []byte) {
	w.buffers = append(w.parts[:0], head)
	for _, more := range [...][]byte{body, end} {
		if len(more) > 0 {
			w.buffers = append(w.buffers, more)
		}
	}
	if w.conn.tls == nil {
		_, w.err = w.conn.conn.writeBuffers(&w.buffers, time.Now())
	} else {
		_, w.err = w.buffers.WriteTo(w.conn.Conn)
	}
	w.parts, w.buffers = [3][]byte{}, nil // frees the body
}
