//go:build torture

package http1

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// 100 HTTP/2 connections, each with 250 streams of 16 KiB of header fields and a
// window of 0, hold at most 400 MiB, and other clients are answered.
func TestTortureStreams(t *testing.T) {
	const connections, streams, most = 100, 250, 400 << 20
	body := []byte(strings.Repeat("x", 1<<20))
	address, client := serveTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body)
	}), nil)
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0)
	for _, field := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":path", "/"}, {":authority", "b"}} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	for i := range 250 {
		_ = encoder.WriteField(hpack.HeaderField{Name: fmt.Sprintf("x%d", i), Value: strings.Repeat("~", 25), Sensitive: true})
	}
	before := inUse()
	var open sync.WaitGroup
	for range connections {
		open.Go(func() {
			c, err := tls.Dial("tcp", strings.TrimPrefix(address, "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { c.Close() })
			framer := http2.NewFramer(c, c)
			_, _ = io.WriteString(c, http2.ClientPreface)
			_ = framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			for i := range streams {
				if framer.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*i + 1), BlockFragment: block.Bytes(), EndHeaders: true, EndStream: true}) != nil {
					return // the server has closed a connection with too many streams
				}
			}
		})
	}
	open.Wait()
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, response.Body); err != nil || n != int64(len(body)) {
		t.Errorf("%d bytes, %v", n, err)
	}
	response.Body.Close()
	if held := inUse() - before; held > most {
		t.Errorf("%d connections hold %d MiB, want at most %d", connections, held>>20, most>>20)
	} else {
		t.Logf("%d connections hold %d MiB", connections, held>>20)
	}
	t.Attr("rounds", fmt.Sprint(connections*streams))
}

// While many clients hold connections in every state, half of them with
// responses they do not read, others are answered. After Close no goroutine is
// left.
func TestTortureClients(t *testing.T) {
	body := []byte(strings.Repeat("x", 4<<20))
	goroutines := runtime.NumGoroutine()
	s := NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.Context().Done()
		if r.URL.Path == "/large" {
			_, _ = w.Write(body)
		}
	}), slog.New(slog.DiscardHandler))
	l, served := listen(t), make(chan error)
	go func() { served <- s.Serve(l) }()
	const large = "GET /large HTTP/1.1\r\nHost: b\r\n\r\n"
	texts := []string{"", "G", get, get + "GET", "GET / HTTP/1.1\r\nX: y\r\n", large, large + large, "PUT / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nx", "\x16\x03", "PUT /large HTTP/1.1\r\nHost: b\r\n\r\n"}
	before := inUse()
	for i := range 1500 {
		c := dial(t, l.Addr().String())
		_, _ = io.WriteString(c, texts[i%len(texts)])
		if i%3 == 0 {
			c.Close()
		}
		if i%100 == 0 {
			if status, _ := getPath(t, dial(t, l.Addr().String()), "/"); status != 200 {
				t.Errorf("client %d: %d", i, status)
			}
		}
	}
	if held := inUse() - before; held > 150<<20 {
		t.Errorf("the clients hold %d MiB", held>>20)
	}
	s.Close()
	<-served
	waitUntil(t, func() bool { return runtime.NumGoroutine() <= goroutines }, func() string {
		return fmt.Sprintf("%d goroutines before, %d after", goroutines, runtime.NumGoroutine())
	})
	t.Attr("rounds", "1500")
}

// A connection takes at most the memory that limits.go says: one that has sent
// as many header fields as it may, and reads nothing of a large response.
func TestTortureCosts(t *testing.T) {
	body := make([]byte, 16<<20)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		if r.URL.Path != "/chunked" {
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		}
		_, _ = w.Write(body)
	})
	plain := serve(t, h, nil)
	certificate := newCertificate(t)
	secure := serve(t, h, func(s *Server) { s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}} })
	var fields strings.Builder
	for i := range 250 {
		fmt.Fprintf(&fields, "x%d: %s\r\n", i, strings.Repeat("y", 55))
	}
	const connections = 400
	for _, row := range []struct {
		name, request string
		tls           bool
		most          int64
	}{
		{"plain", "GET /", false, 100 << 10},
		{"plain, response by net/http", "GET /chunked", false, 100 << 10},
		{"plain, request by net/http", "PUT /", false, 100 << 10},
		{"TLS, with the client's side", "GET /", true, 200 << 10},
		{"a header that has not ended", "", false, 50 << 10},
	} {
		before := settled()
		var all []net.Conn
		for range connections {
			var c net.Conn = dial(t, plain)
			if row.tls {
				c = tls.Client(dial(t, secure), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}})
			}
			all = append(all, c)
			if row.request == "" {
				_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: b\r\n"+fields.String())
				continue
			}
			_, _ = io.WriteString(c, row.request+" HTTP/1.1\r\nHost: b\r\n"+fields.String()+"\r\n")
			if _, err := io.ReadFull(c, make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
		}
		each := (inUse() - before) / connections
		t.Logf("%s: %d bytes a connection", row.name, each)
		if each > row.most {
			t.Errorf("%s: %d bytes a connection, want at most %d", row.name, each, row.most)
		}
		for _, c := range all {
			c.Close()
		}
	}
	t.Attr("rounds", fmt.Sprint(5*connections))
}

// settled returns inUse once it has stopped falling, because the connections of
// earlier tests and rows have ended.
func settled() int64 {
	for before := inUse(); ; {
		<-time.After(100 * time.Millisecond)
		now := inUse()
		if now > before-1<<20 {
			return now
		}
		before = now
	}
}
