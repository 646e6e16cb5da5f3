package api

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// discard is a response writer that drops the body.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// requestFunc returns a function that calls the handler with the request of a [row],
// without a connection, and returns the status.
func (ts *testServer) requestFunc(t testing.TB, request, fields string) (answer func() (status int)) {
	t.Helper()
	q := newTestRequest(request, fields)
	r := must(http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + q.path + " HTTP/1.1\r\nHost: " + q.host + "\r\nUser-Agent: benchmark\r\n\r\n"))))
	for name, values := range q.header {
		r.Header[name] = values
	}
	r.RemoteAddr = "192.0.2.1:4711"
	return func() int {
		d := discard{header: make(http.Header, 16)}
		ts.handler.ServeHTTP(&d, r)
		return d.status
	}
}

// BenchmarkHandler calls the handler without a connection.
func BenchmarkHandler(b *testing.B) {
	ts := newServer(b, rates("2000000000-M", "2000000000-M"))
	s := snapshotOf("acme", "guide", manual.Public, primary)
	s.Document = []byte(fmt.Sprintf(`{"x":%q}`, incompressible(60<<10)))
	ts.put(b, s)
	key, ix := must(ts.db.SessionKey(b.Context())), ts.db.Index()
	session, _, _ := strings.Cut(pages.SessionKey(key).Enter(ix.Brand("inn").Manual("house"), ix.Site, "", noon), ";")
	for name, r := range map[string]row{
		"200 identity":      {guide, "", 200, "", ""},
		"200 gzip":          {guide, "Accept-Encoding: gzip, deflate, br", 200, "", ""},
		"200 token":         {guide, "token: acme", 200, "", ""},
		"304":               {guide, `If-None-Match: "` + fingerprint(s.Document) + `"`, 304, "", ""},
		"404":               {"/api/v1/manuals/nobody.json", "", 404, "", ""},
		"page":              {"acme /", "", 200, "", ""},
		"page in a session": {"inn /", "Cookie: " + session, 200, "", ""},
		"form":              {"inn /", "", 200, "", ""},
		"index":             {"/", "", 200, "", ""},
		"asset":             {"acme /-/page.0123.css", "", 200, "", ""},
		"file":              {"acme " + filePath("", "Größe 1\".png", 60<<10), "", 200, "", ""},
		"page 404":          {"acme /nobody", "", 404, "", ""},
	} {
		b.Run(name, func(b *testing.B) {
			answer := ts.requestFunc(b, r.request, r.fields)
			b.ReportAllocs()
			for b.Loop() {
				if status := answer(); status != r.status {
					b.Fatalf("%d, want %d", status, r.status)
				}
			}
		})
	}
}

// incompressible returns a text of that size that gzip hardly compresses.
func incompressible(size int) string {
	var text strings.Builder
	for n := 0; text.Len() < size; n++ {
		text.WriteString(fingerprint(fmt.Append(nil, n)))
	}
	return text.String()[:size]
}

// BenchmarkZipf reads manuals of 2 KB over one connection, with the frequencies of Zipf's
// law, from stores of three sizes. Reads of the smallest store alternate with those of the
// others, so that both run under the same load.
func BenchmarkZipf(b *testing.B) {
	small := zipfReader(b, 1000)
	for _, manuals := range []int{10_000, 100_000} {
		large := zipfReader(b, manuals)
		b.Run(fmt.Sprint(manuals), func(b *testing.B) {
			var took [2]time.Duration
			for b.Loop() {
				for i, read := range []func(){small, large} {
					began := time.Now()
					read()
					took[i] += time.Since(began)
				}
			}
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "of-the-rate-at-1000")
			b.ReportMetric(float64(b.N)/took[1].Seconds(), "answers/s")
		})
	}
}

// zipfReader fills a store with that many manuals, a hundred per brand, and returns a
// function that reads one of them.
func zipfReader(b *testing.B, manuals int) (read func()) {
	const each = 100
	ts := newServer(b, rates("2000000000-M", "off"))
	text := incompressible(2 << 10)
	for first := 0; first < manuals; first += 10_000 {
		ts.update(b, func(tx *db.Tx) error {
			for n := first; n < min(first+10_000, manuals); n++ {
				brand := fmt.Sprintf("brand-%04d", n/each)
				if n%each == 0 {
					must(0, tx.PutBrand(manual.BrandSettings{Slug: brand, Name: brand}))
				}
				body := fmt.Appendf(nil, `{"n":%d,"x":%q}`, n, text)
				s := &snapshot{
					Brand: brand, Primary: n%each == 0, Published: true, Document: body, Tokens: []byte("{}"),
					Manual: manual.Manual{ID: fmt.Sprint("zipf-", n), Slug: fmt.Sprintf("m%02d", n%each), Visibility: manual.Public, UpdatedAt: noon},
				}
				must(0, tx.PutManual(s.packed()))
			}
			return nil
		})
	}
	zipf := rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 1.01, 1, uint64(manuals-1))
	c := must(net.Dial("tcp", strings.TrimPrefix(ts.url, "http://")))
	b.Cleanup(func() { c.Close() })
	answers := bufio.NewReader(c)
	return func() {
		n := zipf.Uint64()
		must(fmt.Fprintf(c, "GET /api/v1/manuals/brand-%04d.m%02d.json HTTP/1.1\r\nHost: %s\r\n\r\n", n/each, n%each, siteHost))
		response := must(http.ReadResponse(answers, nil))
		if must(io.Copy(io.Discard, response.Body)) < 2<<10 || response.StatusCode != 200 {
			b.Fatal(response.Status)
		}
	}
}
