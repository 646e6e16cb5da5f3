package http1

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/http2"
)

// bodyHandler answers with the length and the body that it sees.
var bodyHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %d %q %v", r.Method, r.ContentLength, body, err)
})

// A body without a byte of content is none, however it is framed (RFC 9110, section 6.4;
// RFC 9112, section 7.1).
func TestEmptyBodies(t *testing.T) {
	address := serve(t, bodyHandler, nil)
	for _, row := range []struct{ request, want string }{
		{"GET / HTTP/1.1\r\nHost: b\r\n\r\n", `GET 0 "" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n", `GET 0 "" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", `GET 0 "" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\nX: y\r\n\r\n", `GET 0 "" <nil>`},
		{"OPTIONS / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", `OPTIONS 0 "" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", `GET -1 "x" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n2\r\nab\r\n0\r\n\r\n", `GET -1 "xyzab" <nil>`},
		{"GET / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nxy", `GET 2 "xy" <nil>`},
		{"POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", `POST -1 "" <nil>`},
	} {
		answers := parseResponses(send(t, address, row.request), []string{"GET"})
		if len(answers) != 1 || answers[0].body != row.want {
			t.Errorf("%q: %q, want %s", row.request, answers, row.want)
		}
	}
}

// An empty DATA frame is no body (RFC 9113, section 6.1).
func TestEmptyDataFrame(t *testing.T) {
	address, _ := serveTLS(t, bodyHandler, nil)
	for _, row := range []struct{ data, want string }{
		{"", `GET 0 "" <nil>`},
		{"xy", `GET -1 "xy" <nil>`},
	} {
		framer := requestHTTP2Open(t, address)
		if err := framer.WriteData(1, true, []byte(row.data)); err != nil {
			t.Fatal(err)
		}
		if got := readData(t, framer); got != row.want {
			t.Errorf("DATA %q: %s, want %s", row.data, got, row.want)
		}
	}
}

// requestHTTP2Open sends the header fields of a GET over HTTP/2, on stream 1, and leaves the
// stream open for a body.
func requestHTTP2Open(t *testing.T, address string) *http2.Framer {
	t.Helper()
	framer := requestHTTP2(t, address, "/", 0)
	if err := framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, EndHeaders: true, BlockFragment: encodeGet("/")}); err != nil {
		t.Fatal(err)
	}
	return framer
}

// readData returns the body of the response on stream 1.
func readData(t *testing.T, framer *http2.Framer) string {
	t.Helper()
	var body strings.Builder
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Fatalf("%v, after %q", err, body.String())
		}
		data, ok := frame.(*http2.DataFrame)
		if !ok {
			continue
		}
		body.Write(data.Data())
		if data.StreamEnded() {
			return body.String()
		}
	}
}
