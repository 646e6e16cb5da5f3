package certs

import (
	"crypto/x509"
	"iter"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"designmanual/api/certs/certstest"
)

// A testAuthority issues for a server of a test.
type testAuthority struct {
	*certstest.Authority
	tlsPort, httpPort int
	roots, issued     *x509.CertPool // what its own server and its certificates are verified by
}

// newAuthority starts an authority whose certificates live so long, and which
// finds every host at the server.
func newAuthority(t *testing.T, s *server, life time.Duration) *testAuthority {
	t.Helper()
	started, err := certstest.Start(certstest.Options{TLSPort: portOf(s.secure), HTTPPort: portOf(s.plain), Life: life})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(started.Close)
	a := &testAuthority{started, portOf(s.secure), portOf(s.plain), x509.NewCertPool(), x509.NewCertPool()}
	a.roots.AddCert(started.Server)
	a.issued.AddCert(started.Root)
	return a
}

func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// offline returns an authority that does not answer.
func offline() *testAuthority {
	return &testAuthority{Authority: &certstest.Authority{Directory: "https://127.0.0.1:1/"}}
}

// A testLog keeps what is logged.
type testLog struct {
	mu    sync.Mutex
	text  strings.Builder
	lines chan string
}

func (l *testLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines <- string(line)
	return l.text.Write(line)
}

func (l *testLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits for a line with that in it; a warning before it fails the test.
func (l *testLog) wait(t *testing.T, part string) {
	t.Helper()
	for line := range l.until(t, part) {
		if strings.Contains(line, part) {
			return
		}
		if !strings.Contains(line, "level=INFO") {
			t.Fatal(line)
		}
	}
}

// until returns the lines as they come; what does not come within twenty
// seconds fails the test.
func (l *testLog) until(t *testing.T, what string) iter.Seq[string] {
	t.Helper()
	return func(yield func(string) bool) {
		over := time.After(20 * time.Second)
		for {
			select {
			case line := <-l.lines:
				if !yield(line) {
					return
				}
			case <-over:
				t.Fatalf("the log has no %q within twenty seconds:\n%s", what, l)
			}
		}
	}
}

// await waits for one of the messages about a host.
func (l *testLog) await(t *testing.T, host string, messages ...string) {
	t.Helper()
	for line := range l.until(t, host) {
		for _, message := range messages {
			if strings.Contains(line, "msg=\""+message+"\" host="+host+" ") {
				return
			}
		}
	}
}

// A testClock is put forward by hand.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// newManager starts a manager that asks the authority.
func newManager(t *testing.T, a *testAuthority, o Options) (*Manager, *testLog) {
	t.Helper()
	said := &testLog{lines: make(chan string, 1000)} // more than a test makes

	o.TLSPort, o.HTTPPort = a.tlsPort, a.httpPort
	o.Directory, o.Roots, o.Email, o.Log = a.Directory, a.roots, "you@example.com", slog.New(slog.NewTextHandler(said, nil))
	m, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, said
}
