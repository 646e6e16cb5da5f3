package api

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A script is a connection over which that is sent, piece by piece and then
// no more, and that keeps what is written to it.
type script struct {
	net.Conn
	pieces []string
	writes []string
	fails  error // of writes
	closed bool
}

func (s *script) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 4711}
}

func (s *script) Read(p []byte) (int, error) {
	if len(s.pieces) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.pieces[0])
	if s.pieces[0] = s.pieces[0][n:]; s.pieces[0] == "" {
		s.pieces = s.pieces[1:]
	}
	return n, nil
}

func (s *script) Write(p []byte) (int, error) {
	if s.fails != nil {
		return 0, s.fails
	}
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

func (s *script) SetReadDeadline(time.Time) error  { return nil }
func (s *script) SetWriteDeadline(time.Time) error { return nil }
func (s *script) Close() error                     { s.closed = true; return nil }

// laneOver returns a lane of its own over the connection.
func laneOver(c net.Conn) *lane { return newLane(new(lanes), &conn{Conn: c, free: func() {}}) }

// runLane has a lane answer what is sent over the connection, and returns what
// was logged.
func runLane(s *script, handler http.HandlerFunc) (log string) {
	var text bytes.Buffer
	laneOver(s).run(NewServer(handler, slog.New(slog.NewTextHandler(&text, nil))))
	return text.String()
}

// dated matches the field that differs from one answer to the next.
var dated = regexp.MustCompile("Date: [^\r]*\r\n")

const (
	askGet  = "GET / HTTP/1.1\r\nHost: here\r\n\r\n"
	askHead = "HEAD / HTTP/1.1\r\nHost: here\r\n\r\n"
)

// Whatever a handler does, what goes out is an answer, and the next one is
// given only where its end is known.
func TestLaneOfAnyHandler(t *testing.T) {
	gone := errors.New("gone")
	put := func(w http.ResponseWriter, bodies ...string) error {
		for _, body := range bodies {
			if n, err := io.WriteString(w, body); err != nil || n != len(body) {
				return fmt.Errorf("%d of %d: %w", n, len(body), err)
			}
		}
		return nil
	}
	for _, row := range []struct {
		name    string
		ask     string
		handler func(w http.ResponseWriter) error
		writes  []string // without the date; as many again where the connection goes on
		goesOn  bool
		fails   error // of the connection
		err     error // of the handler
		log     string
	}{
		{"nothing", askGet, func(w http.ResponseWriter) error { return nil },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}, true, nil, nil, ""},
		{"a status", askGet, func(w http.ResponseWriter) error { w.WriteHeader(204); return nil },
			[]string{"HTTP/1.1 204 No Content\r\n\r\n"}, true, nil, nil, ""},
		{"a status twice", askGet, func(w http.ResponseWriter) error { w.WriteHeader(304); w.WriteHeader(200); return nil },
			[]string{"HTTP/1.1 304 Not Modified\r\n\r\n"}, true, nil, nil, ""},
		{"a status before the last", askGet, func(w http.ResponseWriter) error { w.WriteHeader(103); w.WriteHeader(204); return nil },
			[]string{"HTTP/1.1 204 No Content\r\n\r\n"}, true, nil, nil, ""},
		{"a field", askGet, func(w http.ResponseWriter) error { w.Header()["ETag"] = []string{"x"}; w.WriteHeader(304); return nil },
			[]string{"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"}, true, nil, nil, ""},
		{"a field after the status", askGet, func(w http.ResponseWriter) error { w.WriteHeader(304); w.Header().Set("A", "x"); return nil },
			[]string{"HTTP/1.1 304 Not Modified\r\n\r\n"}, true, nil, nil, ""},
		{"a body of known length", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "text") },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "text"}, true, nil, nil, ""},
		{"in pieces", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "te", "xt") },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "te", "xt"}, true, nil, nil, ""},
		{"too little", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "te") },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "te"}, false, nil, nil, ""},
		{"too much", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "te", "xts") },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "te"}, false, nil, http.ErrContentLength, ""},
		{"a body of unknown length", askGet, func(w http.ResponseWriter) error { return put(w, "te", "xt") },
			[]string{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "te", "xt"}, false, nil, nil, ""},
		{"a length that is none", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "x"); return put(w, "text") },
			[]string{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "text"}, false, nil, nil, ""},
		{"a body for HEAD", askHead, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "text") },
			[]string{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"}, true, nil, nil, ""},
		{"a body where there is none", askGet, func(w http.ResponseWriter) error { w.WriteHeader(304); return put(w, "text") },
			[]string{"HTTP/1.1 304 Not Modified\r\n\r\n"}, true, nil, http.ErrBodyNotAllowed, ""},
		{"close", askGet, func(w http.ResponseWriter) error {
			w.Header().Set("Connection", "close")
			w.WriteHeader(204)
			return nil
		},
			[]string{"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"}, false, nil, nil, ""},
		{"a client that has gone", askGet, func(w http.ResponseWriter) error { w.Header().Set("Content-Length", "4"); return put(w, "text") },
			nil, false, gone, gone, ""},
		{"gone before a head", askGet, func(w http.ResponseWriter) error { w.WriteHeader(204); return nil },
			nil, false, gone, nil, ""},
		{"a panic", askGet, func(http.ResponseWriter) error { panic("a cause") },
			nil, false, nil, nil, "panic serving 192.0.2.1:4711: a cause"},
		{"an abort", askGet, func(http.ResponseWriter) error { panic(http.ErrAbortHandler) },
			nil, false, nil, nil, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := &script{pieces: []string{row.ask + row.ask}, fails: row.fails}
			var err error
			log := runLane(s, func(w http.ResponseWriter, r *http.Request) { err = row.handler(w) })
			for i := range s.writes {
				s.writes[i] = dated.ReplaceAllString(s.writes[i], "")
			}
			want := row.writes
			if row.goesOn {
				want = slices.Concat(want, want)
			}
			if !slices.Equal(s.writes, want) {
				t.Errorf("%q, want %q", s.writes, want)
			}
			if !errors.Is(err, row.err) || !s.closed {
				t.Errorf("%v, want %v; closed: %t", err, row.err, s.closed)
			}
			if row.log == "" && log != "" || !strings.Contains(log, row.log) {
				t.Errorf("logged %q, want %q", log, row.log)
			}
		})
	}
}

// However requests are cut into pieces, the answers are the same.
func TestLaneOfPieces(t *testing.T) {
	text := "GET /a?b HTTP/1.1\r\nHost: here\r\nX-Y: z\r\n\r\n" + askHead + "OPTIONS /c HTTP/1.1\r\nhost: there\r\nConnection: close\r\n\r\n" + askGet
	ask := func(pieces ...string) (seen []string) {
		s := &script{pieces: pieces}
		runLane(s, func(w http.ResponseWriter, r *http.Request) {
			seen = append(seen, fmt.Sprint(r.Method, " ", r.URL, " ", r.Host, " ", r.Header, " ", r.Close))
		})
		return seen
	}
	want := []string{"GET /a?b here map[X-Y:[z]] false", "HEAD / here map[] false", "OPTIONS /c there map[Connection:[close]] true"}
	for at := range len(text) {
		if got := ask(slices.DeleteFunc([]string{text[:at], text[at:]}, func(s string) bool { return s == "" })...); !slices.Equal(got, want) {
			t.Fatalf("cut at %d: %q", at, got)
		}
	}
	if got := ask(strings.Split(text, "")...); !slices.Equal(got, want) {
		t.Errorf("byte by byte: %q", got)
	}
}

// What a connection keeps of one request is not seen by the next.
func TestExchangesAreApart(t *testing.T) {
	w := newWorld(t, nil)
	request := func(path, more string) string {
		return "GET " + path + " HTTP/1.1\r\nHost: " + siteHost + "\r\n" + more + "\r\n"
	}
	const vault, guide = "/api/v1/manuals/acme.vault.json", "/api/v1/manuals/acme.json"
	bearer := "Authorization: Bearer " + secretOf("acme") + "\r\n"
	answers := w.exchangeRaw(t, request(vault, bearer)+request(vault, "")+request(guide, "If-None-Match: *\r\n")+
		request("/healthz", "")+"HEAD"+request(guide, "")[3:]+request("/nothing", "Connection: close\r\n"))
	var statuses []string
	for line := range strings.Lines(answers) {
		if _, rest, found := strings.Cut(line, "HTTP/1.1 "); found {
			statuses = append(statuses, rest[:3])
		}
	}
	if want := []string{"200", "404", "304", "200", "200", "404"}; !slices.Equal(statuses, want) {
		t.Errorf("%q, want %q", statuses, want)
	}
	if n := strings.Count(answers, "Access-Control-Allow-Origin"); n != 3 {
		t.Errorf("%d answers are shared, want 3:\n%s", n, answers)
	}
}

// A connection that is handed over has all its time again: a password that is
// sent long after the page was read arrives, also slowly.
func TestHandedOverInTime(t *testing.T) {
	w := newPageWorld(t, nil)
	const form = "POST / HTTP/1.1\r\nHost: " + onInn + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 14\r\nConnection: close\r\n\r\n"
	overPipe(t, w, func(c net.Conn) {
		in := bufio.NewReader(c)
		ask := func(status int, pieces ...string) {
			for _, piece := range pieces {
				if _, err := io.WriteString(c, piece); err != nil {
					t.Fatal(err)
				}
				time.Sleep(4 * time.Second) // of the bubble
			}
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != status {
				t.Errorf("%d, want %d: %v", answer.StatusCode, status, err)
			}
		}
		ask(200, "GET / HTTP/1.1\r\nHost: "+onInn+"\r\n\r\n")
		time.Sleep(40 * time.Second)
		ask(403, form, "password=", "wrong")
	})
}

// A stream is a connection over which that is sent and no more, and that keeps
// what is written to it until it is closed.
type stream struct {
	script
	mu     sync.Mutex
	closed chan struct{}
	once   sync.Once
}

func newStream(pieces ...string) *stream {
	return &stream{script: script{pieces: pieces}, closed: make(chan struct{})}
}

func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Read(p)
}

func (s *stream) LocalAddr() net.Addr { return s.RemoteAddr() }
func (s *stream) Close() error        { s.once.Do(func() { close(s.closed) }); return nil }

// FuzzConnection sends bytes over a connection that has a lane and over one
// that has none: the answers are the same, to the byte but for the order of
// the fields, and so is where they end.
func FuzzConnection(f *testing.F) {
	const guide = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	for _, text := range []string{
		guide + "\r\n", guide + "Connection: close\r\n\r\n" + guide + "\r\n", guide + "\r\n" + guide + "Accept-Encoding: gzip\r\nIf-None-Match: *\r\n\r\n" + guide,
		"HEAD / HTTP/1.1\r\nHost: " + onAcme + "\r\n\r\nGET /press HTTP/1.1\r\nhost: " + onAcme + "\r\nRange: bytes=0-1\r\n\r\n",
		"OPTIONS /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nOrigin: y\r\nAccess-Control-Request-Method: GET\r\n\r\n" + guide + "\r\n",
		guide + "\r\nPOST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + guide + "\r\n",
		"GET /robots.txt HTTP/1.1\r\nHost: " + onAcme + "\r\n\r\nGET /favicon.ico HTTP/1.0\r\n\r\n", "GET /%61 HTTP/1.1\nHost: x\n\n", "\x16\x03\x01\r\n\r\n",
	} {
		f.Add([]byte(text))
	}
	w := newPageWorld(f, nil)
	discard := slog.New(slog.DiscardHandler)
	f.Fuzz(func(t *testing.T, text []byte) {
		synctest.Test(t, func(t *testing.T) {
			laned, ordinary := newStream(string(text)), newStream(string(text))
			laneOver(laned).run(NewServer(w.handler, discard))
			_ = NewServer(w.plain.handler, discard).Serve(&only{&conn{Conn: ordinary, free: func() {}}}) // ends with its connection
			<-laned.closed
			<-ordinary.closed
			got, want := strings.Join(laned.writes, ""), strings.Join(ordinary.writes, "")
			if !slices.Equal(lines(got), lines(want)) {
				t.Errorf("%q:\nin a lane\n%q,\nwithout one\n%q", text, got, want)
			}
		})
	})
}
