package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

// A question is a request of a test.
type question struct {
	method string // GET when empty
	host   string // the site when empty
	path   string
	token  string // name of an access token, or empty
	header map[string]string
	body   io.Reader
}

// An answer is what came back, its body read and decompressed.
type answer struct {
	*http.Response
	sent []byte // the body as it was sent
	body string
}

// ask sends the request and holds the answer against the OpenAPI document.
func (w *world) ask(t testing.TB, q question) answer {
	t.Helper()
	a := w.askUnheld(t, q)
	describes(t, a.Request.Method, q.path, a)
	return a
}

// askUnheld sends the request.
func (w *world) askUnheld(t testing.TB, q question) answer {
	t.Helper()
	request, err := http.NewRequest(q.method, w.server.URL+q.path, q.body)
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
	response, err := w.server.Client().Transport.RoundTrip(request) // no client: redirects are to be seen
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	a := answer{Response: response}
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
func problemOf(t testing.TB, a answer) (p struct {
	Type, Title, Detail, Instance string
	Status                        int
}) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &p); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
	return p
}
