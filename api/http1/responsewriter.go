package http1

import (
	"net"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// A responseWriter is the [http.ResponseWriter] of a simple request. A connection reuses it
// for all its requests. The body is sent as it is written; if the handler does not state
// its length, it ends with the connection.
type responseWriter struct {
	conn    *httpConn
	header  http.Header
	isHead  bool
	close   bool  // the connection closes after the response
	status  int   // 0 until WriteHeader
	length  int64 // Content-Length, or -1
	written int64 // bytes of the body
	sent    bool  // the head
	err     error // of sending

	head    []byte        // the status line and the header fields, as they were at WriteHeader
	fields  []headerField // the header fields, sorted
	parts   [2][]byte     // of buffers
	buffers net.Buffers   // for one write

	second int64  // of date, in Unix time
	date   []byte // the Date that was sent last
}

// A headerField is a header field with its values.
type headerField struct {
	name   string
	values []string
}

// reset prepares the response for a request.
func (w *responseWriter) reset(c *httpConn, r *http.Request) {
	header := w.header
	if header == nil {
		header = make(http.Header, 14)
	}
	clear(header) // handlers must not keep it
	*w = responseWriter{
		conn: c, header: header, isHead: r.Method == http.MethodHead, close: r.Close, length: -1,
		head: w.head[:0], fields: w.fields, second: w.second, date: w.date,
	}
	if cap(w.head) > bufferBytes {
		w.head = nil
	}
}

// Header returns the header fields of the response.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader sets the status of the response. There are no informational ones.
func (w *responseWriter) WriteHeader(status int) {
	if w.status != 0 {
		return
	}
	w.status = status
	text := http.StatusText(status)
	if text == "" {
		text = "status code " + strconv.Itoa(status)
	}
	w.head = append(append(strconv.AppendInt(append(w.head, "HTTP/1.1 "...), int64(status), 10), ' '), text...)
	w.head = append(w.head, "\r\n"...)
	w.sortFields()
	for _, f := range w.fields {
		w.encode(f.name, f.values)
	}
}

// sortFields sets the fields to those of the header. Mostly they have the names that the previous
// response had, which are sorted already.
func (w *responseWriter) sortFields() {
	same := len(w.fields) == len(w.header)
	for i := range w.fields {
		f := &w.fields[i]
		f.values = w.header[f.name]
		same = same && f.values != nil
	}
	if same {
		return
	}
	w.fields = w.fields[:0]
	for name, values := range w.header {
		w.fields = append(w.fields, headerField{name, values})
	}
	slices.SortFunc(w.fields, func(a, b headerField) int { return strings.Compare(a.name, b.name) })
}

// encode adds the lines of a header field to the head, unless the response has its own.
func (w *responseWriter) encode(name string, values []string) {
	switch name {
	case "Connection": // send adds the line
		w.close = w.close || slices.Contains(values, "close")
		return
	case "Content-Length":
		n, err := strconv.ParseInt(strings.Join(values, ","), 10, 64)
		if err != nil || n < 0 {
			return
		}
		w.length = n
		if !w.allowsBody() {
			return
		}
	case "Content-Type":
		if w.status == http.StatusNotModified {
			return
		}
	case "Date", "Trailer", "Transfer-Encoding":
		return
	}
	if !httpguts.ValidHeaderFieldName(name) {
		return
	}
	for _, value := range values {
		if strings.IndexByte(value, '\n') >= 0 || strings.IndexByte(value, '\r') >= 0 {
			value = noLineEnds.Replace(value)
		}
		w.head = append(append(append(append(w.head, name...), ": "...), textproto.TrimString(value)...), "\r\n"...)
	}
}

// noLineEnds keeps a value in its line.
var noLineEnds = strings.NewReplacer("\n", " ", "\r", " ")

func (w *responseWriter) allowsBody() bool {
	return w.status != http.StatusNoContent && w.status != http.StatusNotModified
}

// Write sends a part of the body. The error is the connection's, [http.ErrContentLength]
// or [http.ErrBodyNotAllowed].
func (w *responseWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if len(p) == 0 {
		return 0, w.err
	}
	w.written += int64(len(p))
	if !w.allowsBody() {
		return 0, http.ErrBodyNotAllowed
	}
	if w.length >= 0 && w.written > w.length {
		return 0, http.ErrContentLength
	}
	if !w.sent {
		w.close = w.close || w.length < 0 && !w.isHead
		w.send(p)
	} else if !w.isHead && w.err == nil {
		_, w.err = w.conn.Conn.Write(p)
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// finish sends what has not been sent yet. It reports whether the connection stays
// open for another request.
func (w *responseWriter) finish() (keepAlive bool) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.sent {
		if w.length < 0 && w.allowsBody() && !w.isHead {
			w.head = append(w.head, "Content-Length: 0\r\n"...)
		}
		w.send(nil)
	}
	whole := w.isHead || !w.allowsBody() || w.length < 0 || w.written == w.length
	return whole && !w.close && w.err == nil
}

// send sends the head with the first part of the body.
func (w *responseWriter) send(body []byte) {
	w.sent = true
	now := time.Now()
	if second := now.Unix(); second != w.second {
		w.second, w.date = second, now.UTC().AppendFormat(w.date[:0], http.TimeFormat)
	}
	w.head = append(append(w.head, "Date: "...), w.date...)
	w.close = w.close || w.conn.counted.server.isEnding()
	if w.close {
		w.head = append(w.head, "\r\nConnection: close"...)
	}
	w.head = append(w.head, "\r\n\r\n"...)
	w.buffers = append(w.parts[:0], w.head)
	if len(body) > 0 && !w.isHead {
		w.buffers = append(w.buffers, body)
	}
	if w.conn.tls == nil {
		_, w.err = w.conn.counted.writeBuffers(&w.buffers, now)
	} else {
		_, w.err = w.buffers.WriteTo(w.conn.Conn)
	}
	w.parts, w.buffers = [2][]byte{}, nil // frees the body
}
