package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/api"
	"designmanual/api/http1"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

const siteHost = "manuals.example.com"

// The seed files of the tests: a brand with a manual of every kind, one whose only manual is
// private, one with nothing published.
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
	"idle.json": {Data: []byte(`{"brand": {"slug": "idle", "name": "Idle", "domains": ["idle.example"]}, "manuals": [
		{"slug": "guide", "title": "G", "visibility": "public", "published": false, "sections": []}]}`)},
}

// The hosts of the seed files that are covered, and those that look like them
// and are not.
var (
	coveredHosts = []string{
		siteHost, "www." + siteHost, "acme." + siteHost, "brand.acme.example", "acme.example",
		"acme-guide." + siteHost, "acme-press." + siteHost, "acme-past." + siteHost, "hush." + siteHost, "hush.example",
	}
	otherHosts = []string{
		"acme-vault." + siteHost, "acme-locked." + siteHost, "acme-draft." + siteHost, "idle." + siteHost, "idle.example",
		"nobody." + siteHost, "a.acme." + siteHost, "www.acme.example", "example.com", "com", "localhost", "127.0.0.1",
	}
)

// openStore opens a store with seed files in it.
func openStore(t *testing.T, site string, files fstest.MapFS) *db.DB {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	base, err := manual.ParseSite(site)
	if err != nil {
		t.Fatal(err)
	}
	if err := seed.SetSite(t.Context(), store, base); err != nil {
		t.Fatal(err)
	}
	importSeeds(t, store, files)
	return store
}

func importSeeds(t *testing.T, store *db.DB, files fstest.MapFS) {
	t.Helper()
	if _, err := seed.Import(t.Context(), store, seed.ReadFS(files, "seeds"), seed.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
}

// A server is one that speaks TLS on one loopback port and plain HTTP on
// another.
type server struct {
	secure, plain net.Listener
}

// listen opens both listeners, so that an authority can be told of them.
func listen(t *testing.T) *server {
	t.Helper()
	s := new(server)
	for _, l := range []*net.Listener{&s.secure, &s.plain} {
		var err error
		if *l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*l).Close() })
	}
	return s
}

// serve serves the manuals of the store with the manager's certificates.
func (s *server) serve(t *testing.T, store *db.DB, config *tls.Config, m *Manager) {
	t.Helper()
	handler, err := api.New(store, api.Options{})
	if err != nil {
		t.Fatal(err)
	}
	handler.SetReady(true)
	log := slog.New(slog.DiscardHandler)
	secure := http1.NewServer(StrictTransport(handler, DefaultStrictTransport), log)
	secure.TLSConfig, secure.ErrorLog = config, ErrorLog(log)
	plain := http1.NewServer(Plain(store.Index, m), log)
	go secure.Serve(s.secure)
	go plain.Serve(s.plain)
	t.Cleanup(func() { secure.Close(); plain.Close() })
}

// handshake shakes hands as a client does that means a host, and returns the
// certificate. Another protocol than http/1.1 may be asked for.
func (s *server) handshake(t *testing.T, host string, roots *x509.CertPool, protocols ...string) (*x509.Certificate, error) {
	t.Helper()
	cert, _, err := s.shake(t, host, roots, protocols...)
	return cert, err
}

// arrive shakes hands as the first visitor of a host, waits until the attempt
// that this begins is over, and returns the error of another handshake. Only
// one that has waited for as long as a handshake may is left without an
// answer; the next one gets what the attempt has brought.
func (s *server) arrive(t *testing.T, said *testLog, host string, roots *x509.CertPool) error {
	t.Helper()
	began := time.Now()
	_, first := s.handshake(t, host, roots)
	late := time.Since(began) >= handshakeWait
	said.await(t, host, "certificate ready", "no certificate")
	_, err := s.handshake(t, host, roots)
	if err == nil && first != nil && !late {
		t.Errorf("%s: the first visitor got none: %v", host, first)
	}
	return err
}

// shake is handshake, and returns the bytes that the server has sent.
func (s *server) shake(t *testing.T, host string, roots *x509.CertPool, protocols ...string) (*x509.Certificate, []byte, error) {
	t.Helper()
	conn, err := net.Dial("tcp", s.secure.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	heard := &hearing{Conn: conn}
	client := tls.Client(heard, &tls.Config{ServerName: host, RootCAs: roots, NextProtos: protocols, InsecureSkipVerify: roots == nil})
	if err := client.HandshakeContext(t.Context()); err != nil {
		return nil, heard.bytes, err
	}
	return client.ConnectionState().PeerCertificates[0], heard.bytes, nil
}

// A hearing connection keeps what it has read.
type hearing struct {
	net.Conn
	bytes []byte
}

func (h *hearing) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	h.bytes = append(h.bytes, p[:n]...)
	return n, err
}

// get asks for a URL by HTTP/1.1 or HTTP/2; every host is at the server.
func (s *server) get(t *testing.T, url string, roots *x509.CertPool, version int) *http.Response {
	t.Helper()
	var protocols http.Protocols
	protocols.SetHTTP1(version == 1)
	protocols.SetHTTP2(version == 2)
	client := &http.Client{
		Transport: &http.Transport{
			Protocols:         &protocols,
			DisableKeepAlives: true,
			TLSClientConfig:   &tls.Config{RootCAs: roots},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				var d net.Dialer
				return d.DialContext(ctx, network, s.secure.Addr().String())
			},
		},
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	response.Body = io.NopCloser(strings.NewReader(string(body)))
	return response
}
