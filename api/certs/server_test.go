package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/api/certs/certstest"
	"designmanual/api/http1"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
)

const siteHost = "manuals.example.com"

// seedFiles have a brand with a manual of every visibility, brands with only a private
// manual, or one that asks for a password, or one that has none to ask for, and a brand
// without a published manual.
var seedFiles = fstest.MapFS{
	"acme.json": {Data: []byte(`{"brand": {"slug": "acme", "name": "Acme", "domains": ["brand.acme.example", "acme.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "public", "primary": true, "sections": [], "subdomain": "acme-guide"},
		{"slug": "press", "title": "P", "visibility": "unlisted", "sections": [], "subdomain": "acme-press"},
		{"slug": "past", "title": "P", "visibility": "public", "sections": [], "subdomain": "acme-past", "expiresAt": "2001-01-01T00:00:00Z"},
		{"slug": "vault", "title": "V", "visibility": "private", "sections": [], "subdomain": "acme-vault"},
		{"slug": "locked", "title": "L", "visibility": "password", "sections": [], "subdomain": "acme-locked"},
		{"slug": "draft", "title": "D", "visibility": "public", "published": false, "sections": [], "subdomain": "acme-draft"},
		{"slug": "plain", "title": "P", "visibility": "public", "sections": []}]}`)},
	"hush.json": {Data: []byte(`{"brand": {"slug": "hush", "name": "Hush", "domains": ["hush.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "private", "sections": []}]}`)},
	"gate.json": {Data: []byte(`{"brand": {"slug": "gate", "name": "Gate", "domains": ["gate.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "password", "password": "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", "subdomain": "gate-guide", "sections": []}]}`)},
	"mute.json": {Data: []byte(`{"brand": {"slug": "mute", "name": "Mute", "domains": ["mute.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "password", "sections": []}]}`)},
	"idle.json": {Data: []byte(`{"brand": {"slug": "idle", "name": "Idle", "domains": ["idle.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "public", "published": false, "sections": []}]}`)},
}

// The covered hosts of the seed files, and similar hosts that are not covered.
var (
	coveredHosts = []string{
		siteHost, "www." + siteHost, "acme." + siteHost, "brand.acme.example", "acme.example",
		"acme-guide." + siteHost, "acme-press." + siteHost, "acme-past." + siteHost, "gate." + siteHost, "gate.example",
	}
	otherHosts = []string{
		"acme-vault." + siteHost, "acme-locked." + siteHost, "acme-draft." + siteHost, "idle." + siteHost, "idle.example",
		"hush." + siteHost, "hush.example", "mute." + siteHost, "mute.example", "gate-guide." + siteHost,
		"nobody." + siteHost, "a.acme." + siteHost, "www.acme.example", "example.com", "com", "localhost", "127.0.0.1",
	}
)

func TestCovered(t *testing.T) {
	ix := newServer(t, "https://"+siteHost, seedFiles).store.Index()
	all := slices.Concat(coveredHosts, otherHosts, []string{"", ".", "." + siteHost, "*." + siteHost})
	if got := slices.DeleteFunc(all, func(host string) bool { return !isCovered(ix, host) }); !slices.Equal(got, coveredHosts) {
		t.Errorf("covered %q, want %q", got, coveredHosts)
	}
	got, want := append(Hosts(ix), "www."+siteHost), slices.Sorted(slices.Values(coveredHosts))
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("hosts %q, want %q", got, want)
	}
}

// A testServer serves a store's hosts on two loopback ports, for TLS and for plain
// HTTP.
type testServer struct {
	t             *testing.T
	store         *db.DB
	secure, plain net.Listener
	folder        string       // of certificates
	ahead         atomic.Int64 // of the manager's clock, in nanoseconds
	log           testLog
	manager       *Manager
	noALPN        bool // no TLS-ALPN challenges

	authority *certstest.Authority // nil for one that does not answer
	directory string               // URL of the authority
	issued    *x509.CertPool       // with which clients verify certificates; nil for no verification
}

// newServer opens the store and the listeners of a server.
func newServer(t *testing.T, site string, files fstest.MapFS) *testServer {
	t.Helper()
	s := &testServer{t: t, folder: filepath.Join(t.TempDir(), "certs"), directory: "https://127.0.0.1:1/"}
	s.log.lines = make(chan string, 1000) // more than a test logs
	var err error
	if s.store, err = db.Open(filepath.Join(t.TempDir(), "designmanual.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.store.Close() })
	base, err := manual.ParseSite(site)
	if err != nil {
		t.Fatal(err)
	}
	if err := seed.SetSite(t.Context(), s.store, base); err != nil {
		t.Fatal(err)
	}
	s.importSeeds(files)
	for _, l := range []*net.Listener{&s.secure, &s.plain} {
		if *l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*l).Close() })
	}
	return s
}

// withAuthority starts an authority that issues certificates with that lifetime,
// and reaches every host at the server.
func (s *testServer) withAuthority(life time.Duration) *testServer {
	s.t.Helper()
	var err error
	s.authority, err = certstest.Start(certstest.Options{TLSPort: portOf(s.secure), HTTPPort: portOf(s.plain), Life: life})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.authority.Close)
	s.directory, s.issued = s.authority.Directory, x509.NewCertPool()
	s.issued.AddCert(s.authority.Root)
	return s
}

func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

func (s *testServer) importSeeds(files fstest.MapFS) {
	s.t.Helper()
	if _, err := seed.Import(s.t.Context(), s.store, source.ReadFS(files, "seeds"), seed.Options{Now: time.Now}); err != nil {
		s.t.Fatal(err)
	}
}

// start starts the server with a manager of certificates for the index.
func (s *testServer) start(index func() *db.Index) *testServer {
	s.t.Helper()
	o := Options{
		Index: index, Folder: s.folder, Directory: s.directory, Email: "you@example.com", Roots: x509.NewCertPool(),
		TLSPort: portOf(s.secure), HTTPPort: portOf(s.plain), Log: slog.New(slog.NewTextHandler(&s.log, nil)),
		Now: func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) },
	}
	if s.authority != nil {
		o.Roots.AddCert(s.authority.Server)
	}
	var err error
	if s.manager, err = New(o); err != nil {
		s.t.Fatal(err)
	}
	config := s.manager.Config()
	if s.noALPN {
		config.NextProtos = nil
	}
	s.serve(config, s.manager)
	s.t.Cleanup(s.manager.Close)
	return s
}

// serve starts the server with that TLS configuration, and Plain for m.
func (s *testServer) serve(config *tls.Config, m *Manager) {
	log := slog.New(slog.DiscardHandler)
	secure := http1.NewServer(StrictTransport(http.NotFoundHandler(), DefaultStrictTransport), log)
	secure.TLSConfig, secure.ErrorLog = config, ErrorLog(log)
	plain := http1.NewServer(Plain(s.store.Index, m), log)
	go secure.Serve(s.secure)
	go plain.Serve(s.plain)
	s.t.Cleanup(func() { secure.Close(); plain.Close() })
}

// handshake performs a TLS handshake for a host, and returns the certificate and the
// bytes that the server has sent.
func (s *testServer) handshake(host string, protocols ...string) (*x509.Certificate, []byte, error) {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.secure.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	var sent bytes.Buffer
	client := tls.Client(recordedConn{conn, io.TeeReader(conn, &sent)}, &tls.Config{ServerName: host, RootCAs: s.issued, NextProtos: protocols, InsecureSkipVerify: s.issued == nil})
	if err := client.HandshakeContext(s.t.Context()); err != nil {
		return nil, sent.Bytes(), err
	}
	return client.ConnectionState().PeerCertificates[0], sent.Bytes(), nil
}

// A recordedConn reads from its reader.
type recordedConn struct {
	net.Conn
	reader io.Reader
}

func (c recordedConn) Read(p []byte) (int, error) { return c.reader.Read(p) }

// firstVisit performs the first handshake for a host, waits until the order for its
// certificate is finished, and returns the error of a second handshake. The first
// must succeed too unless it took as long as a handshake may.
func (s *testServer) firstVisit(host string) error {
	s.t.Helper()
	began := time.Now()
	_, _, first := s.handshake(host)
	late := time.Since(began) >= handshakeWait
	s.log.find(s.t, `msg="certificate ready" host=`+host+" ", `msg="no certificate" host=`+host+" ")
	_, _, err := s.handshake(host)
	if err == nil && first != nil && !late {
		s.t.Errorf("%s: the first handshake: %v", host, first)
	}
	return err
}

// A testLog collects the log.
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

// patience is how long tests wait for what should come at once: longer than any machine
// needs, so that no test fails because one is slow or busy, and shorter than go test waits.
const patience = 5 * time.Minute

// find returns the next line that contains one of the texts. It waits for
// [patience] at most.
func (l *testLog) find(t *testing.T, texts ...string) string {
	t.Helper()
	over := time.After(patience)
	for {
		select {
		case line := <-l.lines:
			if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(line, text) }) {
				return line
			}
		case <-over:
			t.Fatalf("the log has none of %q in time:\n%s", texts, l)
		}
	}
}
