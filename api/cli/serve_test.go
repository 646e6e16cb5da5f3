package cli

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeSeed writes a seed file with one public manual, which has a file of so
// many bytes, and returns its path.
func writeSeed(t *testing.T, folder, brand string, size int) string {
	t.Helper()
	content := make([]byte, size)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(content) // it has no errors
	copy(content, "PK\x03\x04")
	if err := os.WriteFile(filepath.Join(folder, brand+".zip"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{
		"brand": map[string]any{"slug": brand, "name": brand},
		"manuals": []any{map[string]any{"slug": "guide", "title": "Guide", "visibility": "public", "sections": []any{map[string]any{
			"title": "Files", "blocks": []any{map[string]any{"type": "DOWNLOADS", "content": map[string]any{
				"files": []any{map[string]any{"name": "Noise", "url": brand + ".zip"}},
			}}},
		}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, brand+".json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Behind a proxy that --trusted-proxy names, each client has a limit of its
// own; without the flag all that come from there have one.
func TestServeTrustedProxy(t *testing.T) {
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"--trusted-proxy", "127.0.0.0/8"}, "200 200 429 200"},
		{[]string{"--trusted-proxy", "10.0.0.0/8"}, "200 200 429 429"},
		{nil, "200 200 429 429"},
	} {
		args := append([]string{"--db", filepath.Join(t.TempDir(), "designmanual.db"), "--rate", "2-H"}, row.args...)
		address := serveForTest(t, args...)
		var got []string
		for _, hop := range []string{"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/api/v1/openapi.json", nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Forwarded-For", "203.0.113.9, "+hop)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			got = append(got, fmt.Sprint(response.StatusCode))
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%q: %q, want %s", row.args, got, row.want)
		}
	}
}

// A server is ready no sooner than the manuals of its first import are there.
func TestServeReadyAfterImport(t *testing.T) {
	folder := t.TempDir()
	for i := range 40 { // which take a while
		writeSeed(t, folder, fmt.Sprintf("brand-%d", i), 256<<10)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	database := filepath.Join(t.TempDir(), "designmanual.db")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"serve", "--listen", address, "--db", database, "--seed", folder}, io.Discard, io.Discard)
	}()
	status := func(path string) int {
		response, err := http.Get("http://" + address + path)
		if err != nil {
			return 0 // it does not listen yet
		}
		response.Body.Close()
		return response.StatusCode
	}
	for end := time.Now().Add(20 * time.Second); status("/readyz") != http.StatusOK; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server is not ready after twenty seconds")
		}
	}
	if got := status("/api/v1/manuals/brand-39.json"); got != http.StatusOK {
		t.Errorf("ready, and the last manual is answered with %d", got)
	}
	stop()
	if exit := <-ended; exit != exitDone {
		t.Errorf("exit status %d", exit)
	}
}

// A server that waits for its first seed file says that it is not ready.
func TestServeNotReadyBeforeImport(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "acme.json")
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"serve", "--listen", address, "--db", filepath.Join(folder, "new.db"), "--seed", pipe}, io.Discard, io.Discard)
	}()
	status := 0
	for end := time.Now().Add(20 * time.Second); status == 0; time.Sleep(time.Millisecond) {
		if response, err := http.Get("http://" + address + "/readyz"); err == nil {
			response.Body.Close()
			status = response.StatusCode
		} else if time.Now().After(end) {
			t.Fatal("the server does not listen after twenty seconds")
		}
	}
	if status != http.StatusServiceUnavailable {
		t.Errorf("before the import /readyz answers %d", status)
	}
	stop()
	if exit := <-ended; exit != exitDone {
		t.Errorf("exit status %d", exit)
	}
}

// A server that is told to stop lets a reader who goes on reading have all of
// an answer, and accepts no one else meanwhile.
func TestServeStopsBehindAnswers(t *testing.T) {
	const size = 24 << 20 // more than the system takes unread
	seeds := writeSeed(t, t.TempDir(), "acme", size)
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "designmanual.db"), "--seed", seeds}, io.Discard, writer)
		writer.Close()
	}()
	lines := bufio.NewScanner(reader)
	until := func(text string) string {
		for lines.Scan() {
			if strings.Contains(lines.Text(), text) {
				return lines.Text()
			}
		}
		t.Fatalf("never said %q", text)
		return ""
	}
	address := addressInLog.FindStringSubmatch(until("msg=serving "))[1]
	response, err := http.Get("http://" + address + "/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	_, path, found := strings.Cut(string(body), "/-/files/")
	path, _, _ = strings.Cut(path, `"`)
	if !found {
		t.Fatalf("no file in %s", body)
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c, "GET /-/files/%s HTTP/1.1\r\nHost: acme.localhost:8080\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	answer, err := http.ReadResponse(in, nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	stop()
	until("msg=stopping")
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		other, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		other.Close()
		if time.Now().After(end) {
			t.Fatal("connections are accepted twenty seconds after the end")
		}
	}
	if n, err := io.Copy(io.Discard, answer.Body); err != nil || n != size {
		t.Errorf("%d bytes of %d: %v", n, size, err)
	}
	go func() { _, _ = io.Copy(io.Discard, reader) }()
	if exit := <-ended; exit != exitDone {
		t.Errorf("exit status %d", exit)
	}
}

// HTTPS is TLS 1.2 or later.
func TestServeOldTLS(t *testing.T) {
	folder := t.TempDir()
	roots := x509.NewCertPool()
	roots.AddCert(writeOwn(t, folder))
	address := serveForTest(t, "--db", filepath.Join(folder, "designmanual.db"), "--base-url", "https://"+secureHost, "--http-listen", "off",
		"--tls", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"))
	for version, ok := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		c, err := tls.Dial("tcp", address, &tls.Config{RootCAs: roots, ServerName: secureHost, MinVersion: tls.VersionTLS10, MaxVersion: version})
		if (err == nil) != ok {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
		if err == nil {
			c.Close()
		}
	}
}
