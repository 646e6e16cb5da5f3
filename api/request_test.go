package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// A testRequest is a request of a test.
type testRequest struct {
	method string // GET when empty
	host   string // the site when empty
	path   string
	token  string // name of an access token, or empty
	header map[string]string
	body   io.Reader
}

// A testResponse is what came back, its body read and decompressed.
type testResponse struct {
	*http.Response
	sent []byte // the body as it was sent
	body string
}

// doBoth sends the request and holds the answer against the OpenAPI document,
// and against what comes over net/http.
func (w *testServer) doBoth(t testing.TB, q testRequest) testResponse {
	t.Helper()
	var body []byte
	if q.body != nil {
		var err error
		if body, err = io.ReadAll(q.body); err != nil {
			t.Fatal(err)
		}
		q.body = again(q.body, body)
	}
	a := w.do(t, q)
	describes(t, a.Request.Method, q.path, a)
	if w.other != nil {
		q.body = again(q.body, body)
		same(t, a, w.other.do(t, q))
	}
	return a
}

// again returns a reader of the body, of known length where the one that was
// read is.
func again(read io.Reader, body []byte) io.Reader {
	switch read.(type) {
	case nil:
		return nil
	case *strings.Reader, *bytes.Reader:
		return bytes.NewReader(body)
	}
	return io.MultiReader(bytes.NewReader(body))
}

// same holds an answer that came over http1 against the one that came over
// net/http: all the fields, and the body as it was sent.
func same(t testing.TB, a, other testResponse) {
	t.Helper()
	for _, of := range []testResponse{a, other} {
		of.Header.Set("Date", "")
		if cookie, _, set := strings.Cut(of.Header.Get("Set-Cookie"), "="); set {
			of.Header.Set("Set-Cookie", cookie)
		}
	}
	if a.StatusCode != other.StatusCode || a.ContentLength != other.ContentLength || a.Close != other.Close ||
		!maps.EqualFunc(a.Header, other.Header, slices.Equal) || !bytes.Equal(a.sent, other.sent) {
		t.Errorf("%d %v %d %q over http1,\n%d %v %d %q over net/http",
			a.StatusCode, a.Header, a.ContentLength, a.sent, other.StatusCode, other.Header, other.ContentLength, other.sent)
	}
}

// do sends the request.
func (w *testServer) do(t testing.TB, q testRequest) testResponse {
	t.Helper()
	request, err := http.NewRequest(q.method, w.url+q.path, q.body)
	if err != nil {
		t.Fatal(err)
	}
	if request.Host = q.host; q.host == "" {
		request.Host = siteHost
	}
	if q.token != "" {
		request.Header.Set("Authorization", "Bearer "+secretOf(q.token))
	}
	for name, value := range q.header {
		request.Header.Set(name, value)
	}
	response, err := w.client.Transport.RoundTrip(request) // no client: redirects are to be seen
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	a := testResponse{Response: response}
	if a.sent, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	a.body = string(a.sent)
	if response.Header.Get("Content-Encoding") == "gzip" && len(a.sent) > 0 {
		a.body = gunzip(t, a.sent)
	}
	return a
}

func gunzip(t testing.TB, compressed []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// problemOf reads a problem document.
func problemOf(t testing.TB, a testResponse) (p struct {
	Type, Title, Detail, Instance string
	Status                        int
}) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &p); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
	return p
}

// receive waits for what comes from a channel, for at most 20 seconds.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("nothing has come for 20 s")
		panic("unreachable")
	}
}
