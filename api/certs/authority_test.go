package certs

import (
	"crypto/x509"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	pebbledb "github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

// TestMain has Pebble validate every challenge, without a pause before it.
func TestMain(m *testing.M) {
	os.Setenv("PEBBLE_AUTHZREUSE", "0")
	os.Setenv("PEBBLE_VA_NOSLEEP", "1")
	os.Exit(m.Run())
}

// An authority is Pebble, Let's Encrypt's own server for tests, in this
// process.
type authority struct {
	directory string
	roots     *x509.CertPool // its own server's
	issued    *x509.CertPool // the root of what it issues
	nameless  *hostSet       // hosts that its DNS does not know
}

// newAuthority starts an authority whose certificates are valid for so many
// seconds, and which finds every host at the server.
func newAuthority(t *testing.T, s *server, seconds uint64) *authority {
	t.Helper()
	quiet := log.New(io.Discard, "", 0)
	a := &authority{roots: x509.NewCertPool(), issued: x509.NewCertPool(), nameless: new(hostSet)}
	store := pebbledb.NewMemoryStore()
	issuer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: seconds}})
	validator := va.New(quiet, portOf(s.plain), portOf(s.secure), true, a.serveNames(t), store)
	front := wfe.New(quiet, store, validator, issuer, []string{"pebble.letsencrypt.org"}, true, false, 0, 0)
	web := httptest.NewTLSServer(front.Handler())
	t.Cleanup(web.Close)
	a.directory = web.URL + wfe.DirectoryPath
	a.roots.AddCert(web.Certificate())
	if !a.issued.AppendCertsFromPEM(issuer.GetRootCert(0).PEM()) {
		t.Fatal("the authority has no root")
	}
	return a
}

func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// serveNames starts a name server that finds every host on this machine, but
// for those that the authority is not to find, and returns its address.
func (a *authority) serveNames(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	names := &dns.Server{Listener: l, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, question *dns.Msg) {
		answer := new(dns.Msg).SetReply(question)
		for _, q := range question.Question {
			if q.Qtype == dns.TypeA && !a.nameless.has(strings.TrimSuffix(q.Name, ".")) {
				header := dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}
				answer.Answer = append(answer.Answer, &dns.A{Hdr: header, A: net.IPv4(127, 0, 0, 1)})
			}
		}
		_ = w.WriteMsg(answer) // whoever asked may be gone
	})}
	go names.ActivateAndServe()
	t.Cleanup(func() { _ = names.Shutdown() })
	return l.Addr().String()
}

// A hostSet is a set of hosts that changes while servers look at it.
type hostSet struct{ m sync.Map }

func (s *hostSet) add(host string)      { s.m.Store(host, true) }
func (s *hostSet) remove(host string)   { s.m.Delete(host) }
func (s *hostSet) has(host string) bool { _, ok := s.m.Load(host); return ok }

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
	for line := range l.lines {
		if strings.Contains(line, part) {
			return
		}
		if !strings.Contains(line, "level=INFO") {
			t.Fatal(line)
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
func newManager(t *testing.T, a *authority, o Options) (*Manager, *testLog) {
	t.Helper()
	said := &testLog{lines: make(chan string, 1000)} // more than a test makes

	o.Directory, o.Roots, o.Email, o.Log = a.directory, a.roots, "you@example.com", slog.New(slog.NewTextHandler(said, nil))
	m, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, said
}
