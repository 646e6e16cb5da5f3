package api

import (
	"errors"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// A reply is the [http.ResponseWriter] of a lane. It writes the head of an
// answer as one text, in memory that is used for one after the other, and has
// it leave together with the body.
//
// A [Handler] announces the fields as they go out; those of any other handler
// are taken from the header that it fills.
type reply struct {
	conn    *conn
	writing deadline
	header  http.Header
	fields  fields // as they go out, or nil for those of the header
	length  int64  // of the body, or -1 where it is not known
	isHead  bool   // it answers HEAD, and so has no body
	last    bool   // the connection closes after it
	status  int    // 0 as long as none is given
	head    []byte // as it goes out
	sent    bool   // the head has been
	left    int64  // bytes of the body to come, or -1
	parts   [2][]byte
	vector  net.Buffers // parts, as they are written
	second  int64       // of date
	date    []byte      // the field, as it goes out
}

// begin begins the answer to the request, which may take so long to be
// written. After the last one the connection closes.
func (w *reply) begin(r *http.Request, limit time.Duration, last bool) error {
	clear(w.header)
	w.fields, w.length, w.status, w.sent = nil, -1, 0, false
	w.isHead, w.last = r.Method == http.MethodHead, last || r.Close
	now := time.Now()
	if second := now.Unix(); second != w.second {
		w.second = second
		w.date = append(now.UTC().AppendFormat(append(w.date[:0], "Date: "...), http.TimeFormat), lineEnd...)
	}
	return w.writing.within(now, limit, w.conn.SetWriteDeadline)
}

// end sends what has not been sent, and tells whether another answer may
// follow.
func (w *reply) end() bool {
	if w.status == 0 {
		w.header.Set("Content-Length", "0")
		w.WriteHeader(http.StatusOK)
	}
	if !w.sent {
		w.sent = true
		if _, err := w.write(w.head); err != nil {
			return false
		}
	}
	return w.left == 0 && !w.last
}

// announce has the fields go out with the answer, in place of those of the
// header, and says how many bytes its body has. They are not to be changed
// until the status is given.
func (w *reply) announce(f fields, length int) { w.fields, w.length = f, int64(length) }

// Header returns the header fields of the answer, to be filled before its
// status is given.
func (w *reply) Header() http.Header { return w.header }

// WriteHeader gives the answer its status. Without a Content-Length, the end
// of the connection is the end of the body (RFC 9112, section 6.3). A status
// that comes before the last one, below 200, is not sent.
func (w *reply) WriteHeader(status int) {
	if w.status != 0 || status < http.StatusOK {
		return
	}
	w.status = status
	if w.fields == nil {
		w.fold()
	}
	w.left = 0
	if w.hasBody() {
		w.left = w.length
		w.last = w.last || w.left < 0
	}
	head := strconv.AppendInt(append(w.head[:0], "HTTP/1.1 "...), int64(status), 10)
	head = append(append(append(append(head, ' '), http.StatusText(status)...), lineEnd...), w.fields...)
	head = append(head, w.date...)
	if w.last {
		head = append(head, "Connection: close\r\n"...)
	}
	w.head = append(head, lineEnd...)
}

// fold makes the fields of the header those that go out.
func (w *reply) fold() {
	for name, values := range w.header {
		for _, value := range values {
			switch name {
			case "Connection":
				w.last = w.last || strings.EqualFold(value, "close")
				continue
			case "Content-Length":
				length, err := strconv.ParseUint(value, 10, 63)
				if err != nil {
					continue
				}
				w.length = int64(length)
			}
			w.fields.text(name, value)
		}
	}
}

// hasBody tells whether the answer has a body, be it an empty one.
func (w *reply) hasBody() bool {
	return !w.isHead && w.status != http.StatusNoContent && w.status != http.StatusNotModified
}

// Write sends a part of the body, the first one together with the head. The
// error is that of the connection, or [http.ErrContentLength] or
// [http.ErrBodyNotAllowed]. What is written to a HEAD goes nowhere.
func (w *reply) Write(p []byte) (n int, err error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.isHead:
		return len(p), nil
	case !w.hasBody():
		return 0, http.ErrBodyNotAllowed
	case w.left >= 0 && int64(len(p)) > w.left:
		return 0, http.ErrContentLength
	}
	if w.sent {
		n, err = w.write(p)
	} else {
		w.sent = true
		n, err = w.writeFirst(p)
	}
	if w.left >= 0 {
		w.left -= int64(n)
	}
	return n, err
}

// SetWriteDeadline sets until when writes may last.
func (w *reply) SetWriteDeadline(t time.Time) error {
	return w.writing.move(t, w.conn.SetWriteDeadline)
}

// write writes p until the deadline and returns how many bytes were taken.
func (w *reply) write(p []byte) (taken int, err error) {
	for {
		n, err := w.conn.Write(p[taken:])
		taken += n
		if !w.writing.goesOn(err, w.conn.SetWriteDeadline) {
			return taken, err
		}
	}
}

// writeFirst writes the head and p, in one call of the system where the
// connection has one for it, and returns how many bytes of p were taken.
func (w *reply) writeFirst(p []byte) (int, error) {
	w.parts = [...][]byte{w.head, p}
	w.vector = w.parts[:]
	err := w.writeVector(len(p) > pieceBytes)
	left := 0
	for _, part := range w.vector {
		left += len(part)
	}
	w.parts, w.vector = [2][]byte{}, nil
	return max(len(p)-left, 0), err
}

// fillTime is what the system may take to fill the room that it has.
const fillTime = time.Second

// writeVector writes the vector. Where that is large, a reader who is slow but
// goes on has its time for each 64 KiB; what the system has room for is no
// sign of a reader.
func (w *reply) writeVector(large bool) error {
	if large {
		if err := w.SetWriteDeadline(time.Now().Add(fillTime)); err != nil {
			return err
		}
	}
	_, err := w.writeParts()
	for taken := int64(pieceBytes); large && taken >= pieceBytes && errors.Is(err, os.ErrDeadlineExceeded); {
		if err = w.SetWriteDeadline(time.Now().Add(pieceTime - fillTime)); err == nil {
			taken, err = w.writeParts()
		}
	}
	if !large || err != nil {
		return err
	}
	return w.SetWriteDeadline(time.Now().Add(pieceTime))
}

// writeParts writes the vector until the deadline and returns how many bytes
// were taken.
func (w *reply) writeParts() (taken int64, err error) {
	for {
		n, err := w.vector.WriteTo(w.conn.Conn)
		taken += n
		if !w.writing.goesOn(err, w.conn.SetWriteDeadline) {
			return taken, err
		}
	}
}
