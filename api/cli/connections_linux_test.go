package cli

import (
	"cmp"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// One client gets a quarter of the connections of the public listener, but trusted
// proxies get all; on the others, and on that of metrics, it gets sixteen. One more
// closes the one that has been idle longest.
func TestConnectionsOfOneClient(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Error(err)
		}
	}()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 700, Max: limit.Max}); err != nil { // for 550 connections, and 43 on others
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeOwn(t, ".")
	for _, row := range []struct {
		args, address string
		most          int // connections; one more closes the first
	}{
		{"", `msg=serving listen=(\S+)`, 137},
		{"--tls --tls-cert cert.pem --tls-key key.pem --base-url https://manuals.example.com --http-listen 127.0.0.1:0", `to HTTPS" listen=(\S+)`, 16},
		{"--metrics-listen 127.0.0.1:0", `metrics" listen=(\S+)`, 16},
		{"--trusted-proxy 127.0.0.0/8", `msg=serving listen=(\S+)`, 0},
	} {
		server := newServer(t, strings.Fields(row.args)...)
		address := server.until(row.address)[1]
		if most := debug.SetMemoryLimit(-1); most != 700<<20 {
			t.Errorf("garbage is collected more often from %d MiB on", most>>20)
		}
		var open []net.Conn
		for range cmp.Or(row.most, 160) + 1 {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, c)
		}
		if row.most == 0 {
			_, _ = io.WriteString(open[0], "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		}
		_ = open[0].SetReadDeadline(time.Now().Add(patience)) // the read returns the error
		answer, err := io.ReadAll(open[0])
		closed := len(answer) == 0 && (err == nil || errors.Is(err, syscall.ECONNRESET))
		if closed != (row.most > 0) {
			t.Errorf("%q: the first of %d connections: %v, %q", row.args, len(open), err, answer)
		}
		for _, c := range open {
			c.Close()
		}
		server.end()
	}
}
