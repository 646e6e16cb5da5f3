package api

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// discard is a response writer that drops what is written.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// requester returns what has a handler answer a request, with a header field
// more or, where that is empty, none, and returns the status.
func requester(t testing.TB, h http.Handler, host, path, field string) (answer func() (status int)) {
	t.Helper()
	if field != "" {
		field += "\r\n"
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: benchmark\r\n" + field + "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	r.RemoteAddr = "192.0.2.1:4711"
	return func() int {
		w := discard{header: make(http.Header, 16)}
		h.ServeHTTP(&w, r)
		return w.status
	}
}

// BenchmarkHandler measures the whole of an answer, limiter, access tokens and
// CORS on, without a connection.
func BenchmarkHandler(b *testing.B) {
	for _, size := range []int{8 << 10, 60 << 10} {
		s := snapshotOf("acme", "guide", manual.Public)
		body := fmt.Sprintf(`{"x":%q}`, incompressible(size))
		s.Documents[manual.ManualDocument] = documentOf(body)
		h := benchmarked(b, s)
		tag := `"` + s.Documents[manual.ManualDocument].ETag + `"`
		for _, row := range []struct {
			name, path, field string
			status            int
		}{
			{"200 identity", "/api/v1/manuals/acme.json", "", 200},
			{"200 gzip", "/api/v1/manuals/acme.json", "Accept-Encoding: gzip, deflate, br", 200},
			{"200 token", "/api/v1/manuals/acme.json", "Authorization: Bearer " + secretOf("acme"), 200},
			{"304", "/api/v1/manuals/acme.json", "If-None-Match: " + tag, 304},
			{"404", "/api/v1/manuals/nobody.json", "", 404},
		} {
			b.Run(fmt.Sprintf("%s/%dKB", row.name, size>>10), func(b *testing.B) {
				answer := requester(b, h, siteHost, row.path, row.field)
				b.ReportAllocs()
				for b.Loop() {
					if status := answer(); status != row.status {
						b.Fatalf("%d, want %d", status, row.status)
					}
				}
			})
		}
	}
}

// incompressible returns text of that size that gzip makes little of.
func incompressible(size int) string {
	var text strings.Builder
	for n := 0; text.Len() < size; n++ {
		text.WriteString(manual.Fingerprint(fmt.Append(nil, n)))
	}
	return text.String()[:size]
}

// benchmarked returns a handler of a store with that manual, its limits too
// high to be reached.
func benchmarked(b testing.TB, s *manual.Snapshot) *Handler {
	b.Helper()
	w := newServer(b, func(o *Options) {
		rates("2000000000-M", "2000000000-M")(o)
		shift := time.Until(noon) // a real clock, by which the tokens are valid
		o.Now = func() time.Time { return time.Now().Add(shift) }
	})
	primary(s)
	w.put(b, s)
	return w.handler
}

// BenchmarkPages measures what people are served: a page, the index of the
// site, a page behind a session, and one that there is not.
func BenchmarkPages(b *testing.B) {
	w := newServer(b, rates("2000000000-M", "off"))
	key, ix := must(w.db.SessionKey(b.Context())), w.db.Index()
	session, _, _ := strings.Cut(pages.Key(key).Begin(ix.Brand("inn").Manual("house"), ix.Site, noon), ";")
	for name, r := range map[string]row{
		"page":              {"acme /", "", 200, "", ""},
		"page at a slug":    {"acme /press", "", 200, "", ""},
		"page in a session": {"inn /", "Cookie: " + session, 200, "", ""},
		"form":              {"inn /", "", 200, "", ""},
		"index":             {"/", "", 200, "", ""},
		"asset":             {"acme /-/page.0123.css", "", 200, "", ""},
		"404":               {"acme /nobody", "", 404, "", ""},
	} {
		b.Run(name, func(b *testing.B) {
			q := ask(r.request, "")
			answer := requester(b, w.handler, q.host, q.path, r.fields)
			b.ReportAllocs()
			for b.Loop() {
				if status := answer(); status != r.status {
					b.Fatalf("%d, want %d", status, r.status)
				}
			}
		})
	}
}

// BenchmarkZipf reads manuals of 4 KB by Zipf's law, out of stores of three
// sizes.
func BenchmarkZipf(b *testing.B) {
	const each = 100 // manuals of a brand
	for _, manuals := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(manuals), func(b *testing.B) {
			w := newServer(b, rates("2000000000-M", "2000000000-M"))
			text := incompressible(4 << 10)
			for first := 0; first < manuals; first += 100 * each {
				err := w.db.Update(b.Context(), func(tx *db.Tx) error {
					for n := first; n < min(first+100*each, manuals); n++ {
						s := snapshotOf(fmt.Sprintf("brand-%04d", n/each), fmt.Sprintf("m%02d", n%each), manual.Public)
						s.Manual.ID, s.Primary = fmt.Sprint("zipf-", n), n%each == 0
						s.Documents = map[manual.DocumentKind]manual.Document{manual.ManualDocument: {Identity: fmt.Appendf(nil, `{"n":%d,"x":%q}`, n, text)}}
						if n%each == 0 {
							must(0, tx.PutBrand(manual.Brand{Slug: s.Brand, Name: s.Brand}))
						}
						must(tx.Put(s))
					}
					return nil
				})
				must(0, err)
			}
			zipf := rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 1.01, 1, uint64(manuals-1))
			var answers [1 << 17]func() int
			asked := make(map[uint64]func() int)
			for i := range answers {
				n := zipf.Uint64()
				if asked[n] == nil {
					asked[n] = requester(b, w.handler, siteHost, fmt.Sprintf("/api/v1/manuals/brand-%04d.m%02d.json", n/each, n%each), "")
				}
				answers[i] = asked[n]
			}
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				if status := answers[i%len(answers)](); status != 200 {
					b.Fatal(status)
				}
			}
		})
	}
}
