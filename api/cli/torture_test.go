//go:build torture && linux

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A process is a server in a separate process.
type process struct {
	cmd     *exec.Cmd
	address string
	mu      sync.Mutex
	log     strings.Builder
}

// startProcess runs `serve` with the example manuals and a limit of open files, until
// the test ends.
func startProcess(t *testing.T, files int, args ...string) *process {
	t.Helper()
	shell := fmt.Sprintf(`ulimit -n %d; exec designmanual serve --listen 127.0.0.1:0 --db "$0" --seed ../../fixtures "$@"`, files)
	p := &process{cmd: exec.Command("sh", append([]string{"-c", shell, filepath.Join(t.TempDir(), "designmanual.db")}, args...)...)}
	said, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for p.address == "" && lines.Scan() {
		fmt.Fprintln(&p.log, lines.Text())
		if m := addressInLog.FindStringSubmatch(lines.Text()); m != nil {
			p.address = m[1]
		}
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines.Scan() {
			p.mu.Lock()
			fmt.Fprintln(&p.log, lines.Text())
			p.mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Signal(syscall.SIGTERM) // fails if it has ended
		<-read
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("serve: %v: %s", err, p.logText())
		}
	})
	if p.address == "" {
		t.Fatalf("serve does not begin: %s", p.logText())
	}
	return p
}

func (p *process) logText() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// resident returns the resident memory of the process in bytes.
func (p *process) resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// connect connects from a loopback address.
func (p *process) connect(t *testing.T, from string) (net.Conn, error) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: patience}
	c, err := d.Dial("tcp", p.address)
	if err == nil {
		t.Cleanup(func() { c.Close() })
		err = c.SetDeadline(time.Now().Add(time.Minute))
	}
	return c, err
}

// request sends a GET request over a connection and returns the status.
func request(c net.Conn, path, fields string) (int, error) {
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", path, fields); err != nil {
		return 0, err
	}
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// answersSoon checks that the server answers a client at an address within two
// seconds.
func (p *process) answersSoon(t *testing.T, from string) {
	t.Helper()
	began := time.Now()
	for {
		c, err := p.connect(t, from)
		if err == nil {
			var status int
			if status, err = request(c, "/healthz", "Connection: close\r\n"); status == http.StatusOK && time.Since(began) < 2*time.Second {
				return
			}
		}
		if time.Since(began) > 2*time.Second {
			t.Errorf("from %s: no answer within two seconds: %v", from, err)
			return
		}
	}
}

const tooMany = "too many open files"

// A client that opens more connections than the server can have, and sends a request
// on each, does not block other clients or itself, with and without a rate limit.
func TestTortureOneAddress(t *testing.T) {
	p := startProcess(t, 1024, "--rate", "1-H")
	for path, kept := range map[string]bool{"/api/v1/openapi.json": false, "/healthz": true} {
		open := 0
		for i := range 1200 {
			c, err := p.connect(t, "127.0.0.1")
			if err != nil {
				t.Fatal(err)
			}
			status, err := request(c, path, "")
			if err != nil {
				t.Fatalf("connection %d: %v", i, err)
			}
			if status == http.StatusTooManyRequests {
				if n, err := c.Read(make([]byte, 1)); n != 0 || err != io.EOF {
					t.Fatalf("connection %d stays behind a 429: %v", i, err)
				}
				continue
			}
			open++
		}
		if kept && open != 1200 {
			t.Errorf("%s: %d connections were answered", path, open)
		}
		p.answersSoon(t, "127.0.0.1")
		p.answersSoon(t, "127.0.0.2")
	}
	if strings.Contains(p.logText(), tooMany) {
		t.Error("the server had too many files open")
	}
	count(t, 2*1200, 0)
}

// A server without free file descriptors recovers when it gets some.
func TestTortureDescriptors(t *testing.T) {
	p := startProcess(t, 1024)
	early, err := p.connect(t, "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	if status, err := request(early, "/healthz", ""); err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	pid := p.cmd.Process.Pid
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: uint64(len(open)), Max: 1024}, nil); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		_, _ = p.connect(t, "127.0.0.1") // they are not accepted
	}
	waitUntil(t, func() bool { return strings.Contains(p.logText(), tooMany) }, func() string {
		return "the log does not mention the shortage: " + p.logText()
	})
	if status, err := request(early, "/healthz", ""); err != nil || status != http.StatusOK {
		t.Errorf("a connection from before the shortage: %d, %v", status, err)
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 1024, Max: 1024}, nil); err != nil {
		t.Fatal(err)
	}
	p.answersSoon(t, "127.0.0.1")
	count(t, 50, 50)
}

// Requests from 300,000 addresses use a bounded amount of memory, and a client that
// is over its limit stays over it.
func TestTortureFlood(t *testing.T) {
	p := startProcess(t, 1024, "--rate", "3-H", "--trusted-proxy", "127.0.0.0/8")
	c, err := p.connect(t, "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	known := func(want int) {
		t.Helper()
		c, err := p.connect(t, "127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		if status, err := request(c, "/api/v1/openapi.json", "X-Forwarded-For: 192.0.2.1\r\n"); err != nil || status != want {
			t.Fatalf("the known client: %d, want %d: %v", status, want, err)
		}
	}
	for range 3 {
		known(200)
	}
	known(429)
	if _, err := request(c, "/api/v1/openapi.json", "X-Forwarded-For: 2001:db8::1\r\n"); err != nil {
		t.Fatal(err)
	}
	before := p.resident(t)
	in := bufio.NewReader(c)
	for batch := range 3000 {
		var text strings.Builder
		for i := range 100 {
			fmt.Fprintf(&text, "HEAD /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8:%x:%x::1\r\n\r\n", batch, i)
		}
		if _, err := io.WriteString(c, text.String()); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			response, err := http.ReadResponse(in, &http.Request{Method: http.MethodHead})
			if err != nil || response.StatusCode != 200 && response.StatusCode != 429 {
				t.Fatal(response, err)
			}
			if response.StatusCode == 429 { // the server has closed the connection
				if c, err = p.connect(t, "127.0.0.1"); err != nil {
					t.Fatal(err)
				}
				in = bufio.NewReader(c)
				break
			}
		}
		if batch%100 == 0 {
			known(429)
			if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if grown := p.resident(t) - before; grown > 48<<20 {
		t.Errorf("the flood holds %d MiB", grown>>20)
	}
	count(t, 300_000, 0)
}

// mark is a word that only occurs in the requests of this test.
const mark = "zqxjkvbp"

// hostile are values that try to inject headers, markup, terminal codes or log lines.
var hostile = []string{
	mark, "\r\n", "\n", "\r", "\r\nSet-Cookie: " + mark + "=1", "%0d%0aSet-Cookie:%20" + mark, "%0D%0A%0D%0A<script>", "\x00", "%00", "\x1b[2J", "%1b]0;" + mark + "%07", "\x7f",
	`"`, `'`, `\`, "%22", "%5c", "<script>" + mark + "</script>", "%3Cimg%20src=x%20onerror=" + mark + "%3E", "{{.}}", "${" + mark + "}", "\u2028", "\u202e", "\x9b31m", "\xff\xfe", "%ff", "%zz", "%",
	"\nlevel=ERROR msg=" + mark, "../../etc/passwd", "..%2f..%2f", "//" + mark, ";", "?", "#", "&", "=", " ", "\t", ",", "é", strings.Repeat("A", 300), strings.Repeat(mark, 300),
}

// Hostile values in any part of a request do not appear in a response, except in the
// path of a problem, and cannot forge lines of the log.
func TestTortureWords(t *testing.T) {
	p := startProcess(t, 1024, "--rate", "off", "--access-log", "text")
	const rounds = 20_000
	number := rand.Uint64()
	t.Logf("rand.NewPCG(7, %d)", number)
	random := rand.New(rand.NewPCG(7, number))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	word := func() string { return pick(hostile...) + pick("", pick(hostile...)) }
	for n := range rounds {
		var text strings.Builder
		fmt.Fprintf(&text, "%s %s%s HTTP/1.1\r\nHost: %s\r\n", pick("GET", "GET", "POST", "OPTIONS"),
			pick("/api/v1/manuals/varve.json", "/api/v1/manuals/", "/", "/-/", "/api/", "/robots.txt"), pick("", word(), "?format="+word()), pick("localhost:8080", "varve.localhost", word()))
		for range random.IntN(4) {
			fmt.Fprintf(&text, "%s: %s%s\r\n", pick("User-Agent", "Authorization", "Cookie", "X-Request-Id", "Origin", "If-None-Match", "Accept-Encoding", "Range", "Content-Type", "X"), pick("", "Bearer ", "Basic "), word())
		}
		text.WriteString("Connection: close\r\n\r\n")
		c, err := p.connect(t, "127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, text.String()) // it may reportRefused before all is sent
		_ = c.(*net.TCPConn).CloseWrite()
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			c.Close()
			continue // the server has reset the connection
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		c.Close()
		id := response.Header.Get("X-Request-Id")
		if response.Header.Del("X-Request-Id"); id != "" && !regexp.MustCompile(`^[A-Za-z0-9._~+/=:-]{1,128}$`).MatchString(id) {
			t.Fatalf("request %d, %q: the id %q comes back", n, &text, id)
		}
		if strings.Contains(fmt.Sprint(response.Header), mark) {
			t.Fatalf("request %d, %q: %v", n, &text, response.Header)
		}
		if response.Header.Get("Content-Type") == "application/problem+json" {
			var problem map[string]any
			if err := json.Unmarshal(body, &problem); err != nil {
				t.Fatalf("request %d, %q: %v: %s", n, &text, err, body)
			}
			delete(problem, "instance")
			body = []byte(fmt.Sprint(problem))
		}
		if strings.Contains(string(body), mark) {
			t.Fatalf("request %d, %q: %s", n, &text, body)
		}
	}
	line := regexp.MustCompile(`^time=\S+ level=(INFO|WARN) msg=([a-z]+|"[a-z][a-zA-Z ]+"|"http: [^"]*") ?[ -~]*$`)
	_, after, _ := strings.Cut(p.logText(), p.address)
	_, after, _ = strings.Cut(after, "\n")
	for said := range strings.Lines(after) {
		if !line.MatchString(strings.TrimSuffix(said, "\n")) {
			t.Fatalf("the log has the line %q", said)
		}
	}
	count(t, rounds, rounds)
}
