package cli

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// run runs a command line and checks its exit status.
func run(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	if got := Run(context.Background(), args, &out, &errors); got != status {
		t.Fatalf("%q: exit status %d, want %d\n%s%s", args, got, status, &out, &errors)
	}
	return out.String(), errors.String()
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A testServer is a `serve` in this process.
type testServer struct {
	t     *testing.T
	lines chan string // lines of its log that have not been read yet
	read  []string    // lines that have been read
	stop  context.CancelFunc
	exit  chan int
}

// newServer runs `serve` until the test ends. Its exit status must be 0.
func newServer(t *testing.T, args ...string) *testServer {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := &testServer{t: t, lines: make(chan string, 1<<12), stop: stop, exit: make(chan int, 1)}
	reader, writer := io.Pipe()
	go func() {
		s.exit <- Run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), io.Discard, writer)
		writer.Close()
	}()
	go func() {
		defer close(s.lines)
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			s.lines <- lines.Text()
		}
	}()
	t.Cleanup(s.end)
	return s
}

// patience is how long tests wait for what should come at once: longer than any machine
// needs, so that no test fails because one is slow or busy, and shorter than go test waits.
const patience = 5 * time.Minute

// waitUntil asks again and again until the answer is yes. It fails the test after patience,
// with what describe returns.
func waitUntil(t testing.TB, isTrue func() bool, describe func() string) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for long := time.After(patience); !isTrue(); {
		select {
		case <-ticks.C:
		case <-long:
			t.Fatal(describe())
		}
	}
}

// until reads the log up to a line that matches, and returns the match.
func (s *testServer) until(pattern string) []string {
	s.t.Helper()
	for long := time.After(patience); ; {
		select {
		case line, ok := <-s.lines:
			if s.read = append(s.read, line); !ok {
				s.t.Fatalf("the log has no line that matches %s:\n%s", pattern, strings.Join(s.read, "\n"))
			}
			if m := regexp.MustCompile(pattern).FindStringSubmatch(line); m != nil {
				return m
			}
		case <-long:
			s.t.Fatalf("no line has matched %s in time:\n%s", pattern, strings.Join(s.read, "\n"))
		}
	}
}

// address waits until the server is ready and returns its address.
func (s *testServer) address() string {
	s.t.Helper()
	return s.until(addressInLog.String())[1]
}

// end stops the server and reads the rest of its log.
func (s *testServer) end() {
	s.stop()
	for line := range s.lines {
		s.read = append(s.read, line)
	}
	if s.exit == nil {
		return
	}
	if code := <-s.exit; code != exitDone {
		s.t.Errorf("exit status %d:\n%s", code, strings.Join(s.read, "\n"))
	}
	s.exit = nil
}

// freeAddress returns a loopback address with a free port.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// fetch sends a GET request, with header fields as "Name: value", and returns the
// response and its body, or nil if there is no response.
func fetch(t *testing.T, client *http.Client, address string, fields ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		request.Header.Add(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, ""
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response, string(body)
}

// exchange sends a request, with header fields as "Name: value", and returns the status,
// header fields and body of the response. Over TLS, it takes any certificate and says
// whether it is that of the file cert.pem.
func exchange(t *testing.T, method, address, body string, fields ...string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		request.Header.Add(name, value)
	}
	request.Host = request.Header.Get("Host")
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: secureHost}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		return "no answer"
	}
	defer response.Body.Close()
	var out bytes.Buffer
	fmt.Fprintln(&out, response.StatusCode)
	if response.TLS != nil {
		fmt.Fprintln(&out, "TLS")
		own, _ := os.ReadFile("cert.pem")
		if block, _ := pem.Decode(own); block != nil && bytes.Equal(block.Bytes, response.TLS.PeerCertificates[0].Raw) {
			fmt.Fprintln(&out, "certificate of cert.pem")
		}
	}
	if err := response.Header.Write(&out); err != nil {
		t.Error(err)
	}
	if _, err := out.ReadFrom(response.Body); err != nil {
		t.Error(err)
	}
	return out.String()
}
