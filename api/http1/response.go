package http1

import (
	"bufio"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A response is the [http.ResponseWriter] of a usual request; a connection has
// one for all. It answers by itself as long as the answer is usual: its status
// and header fields leave nothing to be judged, and it has no body or one that
// has a Content-Length and comes in one write. Whatever else a handler does,
// net/http answers, and is told what came before.
type response struct {
	exchange *exchange
	header   http.Header
	native   http.ResponseWriter // net/http's, once that answers
	isHead   bool
	last     bool  // the connection closes after it
	closes   bool  // as the header says
	status   int   // 0 until it is given
	length   int64 // of the body, or -1
	typed    bool  // it has a Content-Type
	sent     bool
	err      error // of sending

	head   []byte      // the status line and the fields of the header, as they were when the status was given
	names  []string    // of the fields, sorted
	pieces [2][]byte   // of one write: head and body
	vector net.Buffers // of pieces
}

// begin begins the answer to the request.
func (w *response) begin(x *exchange) {
	header := w.header
	if header == nil {
		header = make(http.Header, 16)
	}
	clear(header) // no handler may use it any more
	*w = response{
		exchange: x, header: header, isHead: x.request.Method == http.MethodHead, last: x.request.Close, length: -1,
		head: w.head[:0], names: w.names,
	}
	if cap(w.head) > maxUsual {
		w.head = nil
	}
}

// Header returns the header fields of the answer.
func (w *response) Header() http.Header { return w.header }

// WriteHeader gives the answer its status.
func (w *response) WriteHeader(status int) {
	switch {
	case w.native != nil:
		w.handOff().WriteHeader(status)
	case w.status != 0:
		w.exchange.session.conn.server.ErrorLog.Printf("http: superfluous response.WriteHeader call by a handler")
	case w.encode(status):
		w.status = status
	default:
		w.handOff().WriteHeader(status)
	}
}

// Write sends the body. The error is that of the connection,
// [http.ErrContentLength] or [http.ErrBodyNotAllowed].
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 && w.native == nil {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.sent && len(p) > 0:
		w.last = w.last || !w.isHead
		return 0, http.ErrContentLength
	case w.sent, len(p) == 0 && w.native == nil:
		return 0, nil
	case !w.typed || w.length != int64(len(p)) || !w.send(p):
		return w.handOff().Write(p)
	case w.err != nil:
		return 0, w.err
	}
	return len(p), nil
}

// end sends what has not been sent, and tells whether another answer may
// follow.
func (w *response) end() bool {
	if w.status == 0 && w.native == nil {
		w.WriteHeader(http.StatusOK)
	}
	if whole := w.sent || w.length <= 0 || w.isHead; !whole || !w.sent && !w.send(nil) {
		w.handOff() // and with it the trailers, or what is missing
		return false
	}
	return !w.last && w.err == nil
}

// handOff has net/http answer from here on, with all that the handler has said so
// far, and returns its writer with the header as it is now.
func (w *response) handOff() http.ResponseWriter {
	if w.native == nil {
		w.exchange.mu.Lock()
		w.native, _ = w.exchange.handOff()
		w.exchange.mu.Unlock()
		if w.status != 0 {
			header := w.native.Header()
			for _, line := range strings.Split(string(w.head), "\r\n")[1:] {
				if name, value, ok := strings.Cut(line, ": "); ok {
					header[name] = append(header[name], value)
				}
			}
			if w.closes {
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

// Unwrap returns net/http's writer, for what a controller does; nil once the
// answer has been sent.
func (w *response) Unwrap() http.ResponseWriter {
	if w.sent {
		return nil
	}
	return w.handOff()
}

// Flush sends what has been written.
func (w *response) Flush() { _ = w.FlushError() } // the next write tells

// FlushError sends what has been written.
func (w *response) FlushError() error {
	if w.sent {
		return w.err
	}
	return http.NewResponseController(w.handOff()).Flush()
}

// Hijack gives the connection to the handler.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.Unwrap()).Hijack()
}

// encode writes out the status line and the fields of the header, in the order
// of their names, and tells whether they are usual.
func (w *response) encode(status int) bool {
	text := http.StatusText(status)
	if status < 200 || text == "" {
		return false
	}
	w.head = append(append(append(strconv.AppendInt(append(w.head, "HTTP/1.1 "...), int64(status), 10), ' '), text...), "\r\n"...)
	if len(w.names) == len(w.header) && w.encodeFields(status) {
		return true // with the names of the answer before
	}
	w.names = slices.AppendSeq(w.names[:0], maps.Keys(w.header))
	slices.Sort(w.names)
	return w.encodeFields(status)
}

// encodeFields writes out the fields of the header, if they are those of the
// names and usual.
func (w *response) encodeFields(status int) bool {
	head := w.head
	w.length, w.typed, w.closes = -1, false, false
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
			w.closes = true
			continue // it is the last one
		case "Content-Length":
			n, err := strconv.ParseInt(values[0], 10, 64)
			if len(values) > 1 || err != nil || n < 0 || !allowsBody(status) {
				return false
			}
			w.length = n
		case "Content-Type":
			w.typed = true
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
	w.head, w.last = head, w.last || w.closes
	return true
}

func allowsBody(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// send sends the answer, and tells whether that is so: else net/http has it.
func (w *response) send(body []byte) bool {
	if !w.exchange.send() {
		return false
	}
	w.sent = true
	s, now := w.exchange.session, time.Now()
	if w.length < 0 && allowsBody(w.status) && !w.isHead {
		w.head = append(w.head, "Content-Length: 0\r\n"...)
	}
	w.head = now.UTC().AppendFormat(append(w.head, "Date: "...), http.TimeFormat)
	if w.last = w.last || s.conn.server.isEnding(); w.last {
		w.head = append(w.head, "\r\nConnection: close"...)
	}
	w.head = append(w.head, "\r\n\r\n"...)
	w.pieces[0] = w.head
	w.vector = w.pieces[:1]
	if len(body) > 0 && !w.isHead {
		w.pieces[1] = body
		w.vector = w.pieces[:]
	}
	if s.tls == nil {
		_, w.err = s.conn.writeAll(&w.vector, now)
	} else {
		_, w.err = w.vector.WriteTo(s.Conn)
	}
	w.pieces, w.vector = [2][]byte{}, nil // which hold the body
	return true
}
