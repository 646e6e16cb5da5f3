package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/caddyserver/certmagic"

	"designmanual/db"
)

// Tests with an authority run in parallel, each with its own hosts: certmagic shares
// challenges and failures within the process.

// The first handshake of a host gets its certificate. A restarted server loads it
// from the folder, without the authority.
func TestIssueAndReload(t *testing.T) {
	t.Parallel()
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(time.Hour)
	s.start(s.store.Index)
	for _, host := range []string{siteHost, "brand.acme.example", "acme-press." + siteHost} {
		if err := s.firstVisit(host); err != nil {
			t.Errorf("%s: %v\n%s", host, err, &s.log)
		}
	}
	served := s.manager.Certificates()
	if len(served) != 3 || served[0].DNSNames[0] != "acme-press."+siteHost || time.Until(served[0].NotAfter) < 50*time.Minute {
		t.Errorf("certificates %v", served)
	}
	first, _, err := s.handshake(siteHost)
	if err != nil {
		t.Fatal(err)
	}
	if log := s.log.String(); strings.Contains(log, "PRIVATE") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
	err = filepath.Walk(s.folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // Windows has no such modes
			t.Errorf("%s: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}

	again := newServer(t, "https://"+siteHost, seedFiles)
	again.folder, again.directory, again.issued = s.folder, s.directory, s.issued // it does not trust the authority
	again.start(again.store.Index)
	second, _, err := again.handshake(strings.ToUpper(siteHost))
	if err != nil || !second.Equal(first) {
		t.Errorf("after a restart: %v, or another certificate\n%s", err, &again.log)
	}
}

// A certificate is renewed before it expires, and the new one is used.
func TestRenewal(t *testing.T) {
	t.Parallel()
	const host = "gate." + siteHost
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(time.Hour)
	old := s.serveOld(host)
	visits := time.NewTicker(50 * time.Millisecond)
	defer visits.Stop()
	for renewed, end := old, time.Now().Add(patience); renewed.Equal(old); <-visits.C { // until a handshake gets the new certificate
		var err error
		if renewed, _, err = s.handshake(host); err != nil { // the client verifies it
			t.Fatal(err, &s.log)
		}
		if strings.Contains(s.log.String(), "level=WARN") || time.Now().After(end) {
			t.Fatal(&s.log)
		}
	}
	s.log.find(t, `msg="certificate renewed" host=`+host)
}

// A failed renewal is logged with its cause, and the old certificate stays in use.
func TestFailedRenewal(t *testing.T) {
	t.Parallel()
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(time.Hour)
	s.authority.Hide("acme.example")
	old := s.serveOld("acme.example")
	s.log.find(t, "certificate ready")
	if line := <-s.log.lines; !strings.Contains(line, `msg="certificate not renewed" host=acme.example`) || !strings.Contains(line, "urn:ietf:params:acme:error:") {
		t.Error(line)
	}
	if second, _, err := s.handshake("acme.example"); err != nil || !second.Equal(old) {
		t.Error(err, &s.log)
	}
}

// A host with an expired certificate in the folder gets a new one as if it had none.
func TestExpiredCertificate(t *testing.T) {
	t.Parallel()
	const host = "acme-guide." + siteHost
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(48 * time.Hour)
	old := s.storeOld(host, -time.Hour)
	s.start(s.store.Index)
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if _, _, err = s.handshake(host); err == nil { // the client verifies it
			break
		}
	}
	if served := s.manager.Certificates(); err != nil || len(served) != 1 || served[0].NotAfter.Equal(old.NotAfter) {
		t.Errorf("%v, certificates %v\n%s", err, served, &s.log)
	}
}

// serveOld starts the server with a certificate of the host in the folder that is
// valid and due for renewal.
func (s *testServer) serveOld(host string) *x509.Certificate {
	s.t.Helper()
	old := s.storeOld(host, 24*time.Hour)
	s.start(s.store.Index)
	if first, _, err := s.handshake(host); err != nil || !first.Equal(old) {
		s.t.Fatal(err, &s.log)
	}
	return old
}

// storeOld puts an old certificate of the host, with so much time left, into the folder.
func (s *testServer) storeOld(host string, left time.Duration) *x509.Certificate {
	s.t.Helper()
	made, err := selfSigned(host, time.Now().Add(-89*24*time.Hour), time.Now().Add(left))
	if err != nil {
		s.t.Fatal(err)
	}
	cert, key := pemOf(s.t, made)
	issuer := (&certmagic.ACMEIssuer{CA: s.directory}).IssuerKey()
	storage := &certmagic.FileStorage{Path: s.folder}
	for name, data := range map[string][]byte{
		certmagic.StorageKeys.SiteCert(issuer, host):       cert,
		certmagic.StorageKeys.SitePrivateKey(issuer, host): key,
		certmagic.StorageKeys.SiteMeta(issuer, host):       []byte(`{"sans": ["` + host + `"]}`),
	} {
		if err := storage.Store(s.t.Context(), name, data); err != nil {
			s.t.Fatal(err)
		}
	}
	old, err := x509.ParseCertificate(made.Certificate[0])
	if err != nil {
		s.t.Fatal(err)
	}
	s.issued.AddCert(old)
	return old
}

// Handshakes for all hosts that are not covered fail with the same bytes, and
// without the authority. A client that sends no host name gets a certificate
// without information.
func TestUnknownHosts(t *testing.T) {
	s := newServer(t, "https://"+siteHost, seedFiles)
	s.start(s.store.Index)
	for _, host := range otherHosts {
		if host == "127.0.0.1" { // cannot be a server name
			continue
		}
		for _, protocol := range []string{"http/1.1", "h2", "acme-tls/1"} {
			_, sent, err := s.handshake(host, protocol)
			alert := []byte{21, 3, 3, 0, 2, 2, 112} // fatal, unrecognized_name: RFC 6066, section 3
			if err == nil || !bytes.Equal(sent, alert) {
				t.Errorf("%s, %s: %v, %x", host, protocol, err, sent)
			}
		}
	}
	if cert, _, err := s.handshake(""); err != nil || !slices.Equal(cert.DNSNames, []string{"localhost"}) {
		t.Error(cert, err)
	}
	if files, err := os.ReadDir(s.folder); err != nil || len(files) != 0 || s.manager.Certificates() != nil || s.log.String() != "" {
		t.Errorf("%v, %v in the folder, certificates %v\n%s", files, err, s.manager.Certificates(), &s.log)
	}
}

// Hosts get their certificates before visitors come, also after an import. A host
// that is no longer covered answers as an unknown host.
func TestImports(t *testing.T) {
	t.Parallel()
	s := newServer(t, "https://"+followHost, pressManual("unlisted")).withAuthority(time.Hour)
	s.start(s.store.Index)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.manager.Run(ctx); close(done) }()
	want := []string{"acme-press." + followHost, "acme." + followHost, followHost, "zz.acme.example"}
	for range want {
		s.log.find(t, `msg="certificate ready"`)
	}
	stop()
	<-done
	for i, c := range s.manager.Certificates() {
		if c.DNSNames[0] != want[i] {
			t.Errorf("a certificate of %s, want %s", c.DNSNames[0], want[i])
		}
	}
	s.importSeeds(pressManual("private"))
	if err := s.firstVisit("acme-new." + followHost); err != nil {
		t.Errorf("a new host: %v\n%s", err, &s.log)
	}
	if _, _, err := s.handshake("acme-press." + followHost); err == nil || err.Error() != "remote error: tls: unrecognized name" {
		t.Errorf("a host that has become private: %v", err)
	}
	for _, c := range s.manager.Certificates() {
		if c.DNSNames[0] == want[0] {
			t.Error("the certificate of a host that has become private is listed")
		}
	}
}

const followHost = "follow.example"

// pressManual returns the seed file of a brand with a manual of that visibility. If
// that is private, the brand has another, public manual.
func pressManual(visibility string) fstest.MapFS {
	text := `{"brand": {"slug": "acme", "name": "Acme", "domains": ["zz.acme.example"]}, "manuals": [
		{"slug": "press", "title": "P", "visibility": "` + visibility + `", "primary": true, "sections": [], "subdomain": "acme-press"}`
	if visibility == "private" {
		text += `, {"slug": "new", "title": "N", "visibility": "public", "sections": [], "subdomain": "acme-new"}`
	}
	return fstest.MapFS{"acme.json": {Data: []byte(text + `]}`)}}
}

// No certificate is ordered for a host that becomes private during the handshake.
func TestPrivateBeforeOrder(t *testing.T) {
	t.Parallel()
	s := newServer(t, "https://"+followHost, pressManual("unlisted")).withAuthority(time.Hour)
	before := s.store.Index()
	s.importSeeds(pressManual("private"))
	var calls atomic.Int32
	s.start(func() *db.Index { // the handshake makes the first call
		if calls.Add(1) == 1 {
			return before
		}
		return s.store.Index()
	})
	if _, _, err := s.handshake("acme-press." + followHost); err == nil {
		t.Error("the host has a certificate")
	}
	if _, err := os.Stat(filepath.Join(s.folder, "acme")); !errors.Is(err, fs.ErrNotExist) || s.log.String() != "" { // the folder of the account, which every order needs
		t.Errorf("%v\n%s", err, &s.log)
	}
}

// A failed order is logged with its cause. Visitors cause no other one: certmagic tries
// again, at growing intervals.
func TestFailedOrder(t *testing.T) {
	t.Parallel()
	const host = "gate.example"
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(time.Hour)
	s.start(s.store.Index)
	s.authority.Hide(host)
	if err := s.firstVisit(host); err == nil {
		t.Fatal("a certificate for a host that the authority cannot reach")
	}
	for range 3 {
		if _, _, err := s.handshake(host); err == nil {
			t.Fatal("a certificate for a host that the authority cannot reach")
		}
	}
	log := s.log.String()
	for _, want := range []string{`msg="no certificate" host=gate.example error=`, "urn:ietf:params:acme:error:", `then="tried again, at growing intervals"`} {
		if strings.Count(log, want) != 1 && want[0] != 'u' || !strings.Contains(log, want) {
			t.Errorf("the log has not %q once:\n%s", want, log)
		}
	}
}

// A certificate in the folder that cannot be read is told once.
func TestUnreadableCertificate(t *testing.T) {
	const host = "acme.example"
	s := newServer(t, "https://"+siteHost, seedFiles)
	s.issued = x509.NewCertPool()
	s.storeOld(host, time.Hour)
	err := filepath.Walk(s.folder, func(path string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		return os.WriteFile(path, []byte("no certificate"), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.start(s.store.Index)
	for range 3 {
		if _, _, err := s.handshake(host); err == nil {
			t.Error("a handshake without a certificate")
		}
	}
	if log := s.log.String(); strings.Count(log, `msg="no certificate: mend or remove what is in the folder, and start again" host=acme.example`) != 1 {
		t.Error(log)
	}
}

// No client is served with a cipher suite without authenticated encryption (RFC 9325,
// section 4.2).
func TestCipherSuites(t *testing.T) {
	s := newServer(t, "https://"+siteHost, seedFiles)
	s.start(s.store.Index)
	suites := append(tls.CipherSuites(), tls.InsecureCipherSuites()...)
	for _, suite := range suites {
		if !slices.Contains(suite.SupportedVersions, tls.VersionTLS12) {
			continue
		}
		conn, err := tls.Dial("tcp", s.secure.Addr().String(), &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite.ID}})
		if err != nil {
			continue
		}
		conn.Close()
		if !strings.Contains(suite.Name, "GCM") && !strings.Contains(suite.Name, "POLY1305") {
			t.Errorf("a handshake with %s", suite.Name)
		}
	}
	if _, _, err := s.handshake(""); err != nil {
		t.Error(err)
	}
}

// If the TLS challenge fails, as behind a proxy that terminates TLS, the HTTP
// challenge is used.
func TestChallengeOverHTTP(t *testing.T) {
	t.Parallel()
	s := newServer(t, "https://"+siteHost, seedFiles).withAuthority(time.Hour)
	s.noALPN = true
	s.start(s.store.Index)
	if err := s.firstVisit("acme-past." + siteHost); err != nil {
		t.Errorf("%v\n%s", err, &s.log)
	}
}

// New fails if the folder cannot be created.
func TestBadFolder(t *testing.T) {
	if _, err := New(Options{Folder: filepath.Join(os.Args[0], "below a file")}); err == nil {
		t.Error("a folder below a file")
	}
}
