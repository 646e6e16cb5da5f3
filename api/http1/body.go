package http1

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Write sends a part of the body. The error is that of the connection,
// [http.ErrContentLength], [http.ErrBodyNotAllowed] or [http.ErrHijacked].
// What is written to a HEAD goes nowhere.
func (w *response) Write(p []byte) (int, error) {
	size := len(p)
	if err := w.admit(size); err != nil || size == 0 {
		return 0, err
	}
	b := w.buffers
	room := bufferedBody - len(b.body)
	if size <= room {
		b.body = append(b.body, p...)
		return size, nil
	}
	if !w.begun {
		beginning := p
		if len(b.body) > 0 {
			b.body = append(b.body, p[:room]...)
			beginning, p = b.body, p[room:]
		}
		w.complete(beginning, false)
	}
	if err := w.send(p, false); err != nil {
		return 0, err
	}
	return size, nil
}

// admit tells whether so many bytes more may be written.
func (w *response) admit(size int) error {
	if w.done {
		return http.ErrHijacked
	}
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if size == 0 {
		return nil
	}
	if !allowsBody(w.status) {
		return http.ErrBodyNotAllowed
	}
	if w.written += int64(size); w.length >= 0 && w.written > w.length {
		return http.ErrContentLength
	}
	return w.err
}

// joined is the size up to which pieces leave as one, which costs less than
// to tell the system where each is.
const joined = 4 << 10

// send sends what waits, and p, and with final what ends the body.
func (w *response) send(p []byte, final bool) error {
	b := w.buffers
	if w.isHead {
		b.body, p = b.body[:0], nil
	}
	b.tail = b.tail[:0]
	if size := len(b.body) + len(p); w.chunked && size > 0 {
		b.head = append(strconv.AppendInt(b.head, int64(size), 16), "\r\n"...)
		b.tail = append(b.tail, "\r\n"...)
	}
	if w.chunked && final {
		b.tail = append(w.appendTrailers(append(b.tail, "0\r\n"...)), "\r\n"...)
	}
	b.head, b.body = append(b.head, b.body...), b.body[:0]
	if len(p) <= joined {
		b.head, p = append(append(b.head, p...), b.tail...), nil
		b.tail = b.tail[:0]
	}
	if w.err == nil && len(b.head)+len(p) > 0 {
		if w.err = w.write(p); w.err != nil {
			w.context.fail()
		}
	}
	b.head = b.head[:0]
	return w.err
}

// write writes head, p and tail.
func (w *response) write(p []byte) (err error) {
	b, s := w.buffers, w.session
	if p == nil {
		_, err = s.net.Write(b.head)
		return err
	}
	b.pieces = [...][]byte{b.head, p, b.tail}
	b.vector = b.pieces[:]
	if len(b.tail) == 0 {
		b.vector = b.pieces[:2]
	}
	if s.tls == nil {
		err = s.conn.writeAll(&b.vector)
	} else {
		_, err = b.vector.WriteTo(s.net)
	}
	b.pieces, b.vector = [3][]byte{}, nil
	return err
}

// appendTrailers appends the trailers that the header has now.
func (w *response) appendTrailers(to []byte) []byte {
	if !w.trailing && len(w.header) == 0 {
		return to
	}
	for name, values := range w.header {
		if name, ok := strings.CutPrefix(name, http.TrailerPrefix); ok {
			to = appendField(to, name, values)
		}
	}
	for _, name := range w.trailers {
		to = appendField(to, name, w.header[name])
	}
	return to
}

// Flush sends what has been written.
func (w *response) Flush() { _ = w.FlushError() } // the next write tells

// FlushError sends what has been written. The error is that of the
// connection, or [http.ErrHijacked].
func (w *response) FlushError() error {
	if err := w.admit(0); err != nil {
		return err
	}
	if !w.begun {
		w.complete(w.buffers.body, false)
	}
	return w.send(nil, false)
}

// ReadFrom sends the rest of what r has as a part of the body.
func (w *response) ReadFrom(r io.Reader) (int64, error) {
	piece := pieces.Get().(*[32 << 10]byte)
	defer pieces.Put(piece)
	return io.CopyBuffer(struct{ io.Writer }{w}, r, piece[:])
}

var pieces = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// end sends what has not been sent, and tells whether another answer may
// follow.
func (w *response) end() bool {
	if w.done {
		return false
	}
	defer w.release()
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.begun {
		w.complete(w.buffers.body, true)
	}
	err := w.send(nil, true)
	whole := w.isHead || w.length < 0 || w.length == w.written || !allowsBody(w.status)
	return err == nil && whole && !w.last
}

// SetReadDeadline sets until when it may take to read from the connection,
// during this answer.
func (w *response) SetReadDeadline(t time.Time) error {
	w.session.readArmed = time.Time{} // the next one is set anew
	return w.session.net.SetReadDeadline(t)
}

// SetWriteDeadline sets until when writes of this answer may last, in place of
// the server's WriteTimeout.
func (w *response) SetWriteDeadline(t time.Time) error { return w.session.net.SetWriteDeadline(t) }

// EnableFullDuplex does nothing: there is no body to be read.
func (w *response) EnableFullDuplex() error { return nil }

// Hijack gives the connection to the handler, with what has been read of it.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if w.done {
		return nil, nil, http.ErrHijacked
	}
	if w.status != 0 {
		w.Flush()
	}
	w.context.release()
	w.release()
	s := w.session
	over := s.net
	s.net = nil
	if err := over.SetDeadline(time.Time{}); err != nil {
		return nil, nil, err
	}
	read := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(s.in), over), max(len(s.in), minRead))
	if _, err := read.Peek(len(s.in)); err != nil {
		return nil, nil, err
	}
	return over, bufio.NewReadWriter(read, bufio.NewWriter(over)), nil
}
