package http1

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// BenchmarkServers answers the same requests with this package and with
// net/http: go test -run - -bench Servers -count 5 puts them side by side.
func BenchmarkServers(b *testing.B) {
	for _, size := range []int{0, 300, 8 << 10, 60 << 10, 200 << 10} {
		body := []byte(strings.Repeat("x", size))
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			for _, name := range []string{"ETag", "Vary", "Cache-Control", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} {
				header[name] = []string{"1234567890"}
			}
			if size == 0 {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			header["Content-Type"] = []string{"application/json"}
			header["Content-Length"] = []string{strconv.Itoa(size)}
			_, _ = w.Write(body)
		})
		name := strconv.Itoa(size)
		b.Run(name+"/net/http", func(b *testing.B) { exchanges(b, serveBare(b, h), size) })
		b.Run(name+"/http1", func(b *testing.B) { exchanges(b, serve(b, h, nil), size) })
	}
}

// exchanges asks over 16 connections.
func exchanges(b *testing.B, address string, size int) {
	request := []byte("GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: bench\r\nAccept-Encoding: gzip\r\nAccept: */*\r\n\r\n")
	b.SetBytes(int64(size))
	b.ReportAllocs()
	b.SetParallelism(8)
	var failed atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		c, err := net.Dial("tcp", address)
		if err != nil {
			failed.Add(1)
			return
		}
		defer c.Close()
		in := bufio.NewReaderSize(c, 64<<10)
		for pb.Next() {
			if _, err = c.Write(request); err != nil {
				break
			}
			for line := []byte{0, 0, 0}; err == nil && len(line) > 2; {
				line, err = in.ReadSlice('\n')
			}
			if _, err = io.CopyN(io.Discard, in, int64(size)); err != nil {
				break
			}
		}
		if err != nil {
			failed.Add(1)
		}
	})
	if failed.Load() > 0 {
		b.Fatalf("%d clients failed", failed.Load())
	}
}
