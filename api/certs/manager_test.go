package certs

import (
	"bytes"
	"context"
	"crypto/x509"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/caddyserver/certmagic"

	"designmanual/api/certs/certstest"
)

// A certificate is got in the handshake that needs it, serves HTTP/2, and is
// kept: a server that starts anew asks the authority for nothing.
func TestIssueServeAndKeep(t *testing.T) {
	t.Parallel()
	store, s, folder := openStore(t, "https://"+siteHost, seedFiles), listen(t), filepath.Join(t.TempDir(), "certs")
	a := newAuthority(t, s, time.Hour)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: folder})
	s.serve(t, store, m.Config(), m)

	for _, host := range []string{siteHost, "brand.acme.example", "acme-press." + siteHost} {
		if err := s.arrive(t, said, host, a.issued); err != nil {
			t.Errorf("%s: %v\n%s", host, err, said)
		}
		for version := 1; version <= 2; version++ {
			response := s.get(t, "https://"+host+"/api/v1/manuals/acme.press.json", a.issued, version)
			body, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != 200 || response.ProtoMajor != version || !strings.Contains(string(body), `"slug":"press"`) {
				t.Errorf("%s: %s %s %s %v", host, response.Proto, response.Status, body, err)
			}
			if got := response.Header.Get(strictTransportField); got != DefaultStrictTransport {
				t.Errorf("%s, %s: Strict-Transport-Security %q", host, response.Proto, got)
			}
		}
	}
	served := m.Certificates()
	if len(served) != 3 || served[0].Host != "acme-press."+siteHost || time.Until(served[0].NotAfter) < 50*time.Minute {
		t.Errorf("certificates %v", served)
	}
	first, err := s.handshake(t, siteHost, a.issued)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(said.String(), "PRIVATE") || strings.Contains(said.String(), "level=ERROR") {
		t.Error(said)
	}
	checkModes(t, folder)
	m.Close()

	again := listen(t)
	gone := &testAuthority{Authority: &certstest.Authority{Directory: a.Directory}} // it is not trusted
	m, said = newManager(t, gone, Options{Index: store.Index, Folder: folder})
	again.serve(t, store, m.Config(), m)
	second, err := again.handshake(t, strings.ToUpper(siteHost), a.issued)
	if err != nil || !second.Equal(first) {
		t.Errorf("after a new start: %v, another certificate\n%s", err, said)
	}
}

// checkModes holds the folder and the files in it to be for their owner alone.
func checkModes(t *testing.T, folder string) {
	t.Helper()
	if runtime.GOOS == "windows" { // its files have no such modes
		return
	}
	err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A certificate is renewed before it expires, and the new one is served. Each
// test of renewals has a host of its own: certmagic notes their failures for
// all of the process.
func TestRenew(t *testing.T) {
	t.Parallel()
	store, s, folder := openStore(t, "https://"+siteHost, seedFiles), listen(t), t.TempDir()
	a := newAuthority(t, s, time.Hour)
	old := keepOld(t, folder, a, siteHost)
	a.issued.AddCert(old)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: folder})
	s.serve(t, store, m.Config(), m)
	if first, err := s.handshake(t, siteHost, a.issued); err != nil || !first.Equal(old) {
		t.Fatal(err, said)
	}
	visits := time.NewTicker(50 * time.Millisecond)
	defer visits.Stop()
	for renewed, end := old, time.Now().Add(time.Minute); renewed.Equal(old); <-visits.C { // what the renewal brings is seen by the next one who asks
		var err error
		if renewed, err = s.handshake(t, siteHost, a.issued); err != nil { // which verifies it
			t.Fatal(err, said)
		}
		if strings.Contains(said.String(), "level=WARN") || time.Now().After(end) {
			t.Fatal(said)
		}
	}
	said.wait(t, `msg="certificate renewed" host=`+siteHost)
}

// Where a renewal fails, that is told with its cause, and the certificate goes
// on being served.
func TestRenewalFails(t *testing.T) {
	t.Parallel()
	store, s, folder := openStore(t, "https://"+siteHost, seedFiles), listen(t), t.TempDir()
	a := newAuthority(t, s, time.Hour)
	a.Hide("acme.example")
	old := keepOld(t, folder, a, "acme.example")
	a.issued.AddCert(old)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: folder})
	s.serve(t, store, m.Config(), m)
	if first, err := s.handshake(t, "acme.example", a.issued); err != nil || !first.Equal(old) {
		t.Fatal(err, said)
	}
	said.wait(t, "certificate ready")
	if line := <-said.lines; !strings.Contains(line, `msg="certificate not renewed" host=acme.example`) || !strings.Contains(line, "urn:ietf:params:acme:error:") {
		t.Error(line)
	}
	if second, err := s.handshake(t, "acme.example", a.issued); err != nil || !second.Equal(old) {
		t.Error(err, said)
	}
}

// A certificate that has expired is not served on: the host is one without.
func TestExpired(t *testing.T) {
	t.Parallel()
	store, s, folder, clock := openStore(t, "https://"+siteHost, seedFiles), listen(t), t.TempDir(), &testClock{now: time.Now()}
	a := newAuthority(t, s, 48*time.Hour)
	old := keepOld(t, folder, a, "brand.acme.example")
	m, said := newManager(t, a, Options{Index: store.Index, Folder: folder, Now: clock.time})
	s.serve(t, store, m.Config(), m)
	a.Hide("brand.acme.example") // so that the renewal, which is due, does not come first
	if first, err := s.handshake(t, "brand.acme.example", nil); err != nil || !first.Equal(old) {
		t.Fatal(err, said)
	}
	said.wait(t, "certificate ready")
	a.Show("brand.acme.example")
	clock.pass(25 * time.Hour)
	if err := s.arrive(t, said, "brand.acme.example", a.issued); err != nil {
		t.Error(err, said)
	}
	if served := m.Certificates(); len(served) != 1 || served[0].NotAfter.Equal(old.NotAfter) {
		t.Errorf("certificates %v", served)
	}
}

// keepOld puts a certificate of a host into the folder, so old that it is to
// be renewed at once, and valid for as long as a test may take.
func keepOld(t *testing.T, folder string, a *testAuthority, host string) *x509.Certificate {
	t.Helper()
	made, err := selfSigned(host, time.Now().Add(-89*24*time.Hour), time.Now().Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	cert, key := pemOf(t, made)
	issuer := (&certmagic.ACMEIssuer{CA: a.Directory}).IssuerKey()
	storage := &certmagic.FileStorage{Path: folder}
	for name, data := range map[string][]byte{
		certmagic.StorageKeys.SiteCert(issuer, host):       cert,
		certmagic.StorageKeys.SitePrivateKey(issuer, host): key,
		certmagic.StorageKeys.SiteMeta(issuer, host):       []byte(`{"sans": ["` + host + `"]}`),
	} {
		if err := storage.Store(t.Context(), name, data); err != nil {
			t.Fatal(err)
		}
	}
	old, err := x509.ParseCertificate(made.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// A host that is not covered is refused, whatever it is, with the very bytes
// of one that nobody has, and the authority is not asked for it.
func TestRefuse(t *testing.T) {
	t.Parallel()
	store, s, folder := openStore(t, "https://"+siteHost, seedFiles), listen(t), t.TempDir()
	a := newAuthority(t, s, time.Hour)
	m, _ := newManager(t, a, Options{Index: store.Index, Folder: folder})
	s.serve(t, store, m.Config(), m)
	for _, host := range otherHosts {
		if host == "127.0.0.1" { // is no server name
			continue
		}
		for _, protocol := range []string{"http/1.1", "h2", "acme-tls/1"} {
			_, said, err := s.shake(t, host, nil, protocol)
			alert := []byte{21, 3, 3, 0, 2, 2, 112} // fatal, unrecognized_name: RFC 6066, section 3
			if err == nil || !bytes.Equal(said, alert) {
				t.Errorf("%s, %s: %v, %x", host, protocol, err, said)
			}
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("%v, %v in the folder", files, err)
	}
	if m.Certificates() != nil {
		t.Error(m.Certificates())
	}
}

// Whoever names no host learns nothing, and gets an answer all the same.
func TestNoServerName(t *testing.T) {
	t.Parallel()
	store, s := openStore(t, "https://"+siteHost, seedFiles), listen(t)
	m, _ := newManager(t, offline(), Options{Index: store.Index, Folder: t.TempDir()})
	s.serve(t, store, m.Config(), m)
	cert, err := s.handshake(t, "", nil)
	if err != nil || !slices.Equal(cert.DNSNames, []string{"localhost"}) {
		t.Error(cert, err)
	}
}

// Hosts get their certificates ahead of visitors, those of an import too; one
// that is not covered any more is as unknown as any.
func TestFollowTheStore(t *testing.T) {
	t.Parallel()
	store, s := openStore(t, "https://"+siteHost, fstest.MapFS{"acme.json": {Data: []byte(
		`{"brand": {"slug": "acme", "name": "Acme", "domains": ["acme.example"]}, "manuals": [
		{"slug": "press", "title": "P", "visibility": "unlisted", "sections": [], "subdomain": "acme-press"}]}`)}}), listen(t)
	a := newAuthority(t, s, time.Hour)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: t.TempDir()})
	s.serve(t, store, m.Config(), m)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { m.Run(ctx); close(done) }()
	want := []string{"acme-press." + siteHost, "acme.example", "acme." + siteHost, siteHost}
	for range want {
		said.wait(t, `msg="certificate ready"`)
	}
	stop()
	<-done
	for i, c := range m.Certificates() {
		if c.Host != want[i] {
			t.Errorf("a certificate of %s, want %s", c.Host, want[i])
		}
	}
	importSeeds(t, store, fstest.MapFS{"more.json": {Data: []byte(`{"brand": "acme", "manuals": [
		{"slug": "press", "title": "P", "visibility": "private", "primary": true, "sections": [], "subdomain": "acme-press"},
		{"slug": "new", "title": "N", "visibility": "public", "sections": [], "subdomain": "acme-new"}]}`)}})
	if err := s.arrive(t, said, "acme-new."+siteHost, a.issued); err != nil {
		t.Errorf("imported just now: %v\n%s", err, said)
	}
	if _, err := s.handshake(t, "acme-press."+siteHost, nil); err == nil || err.Error() != "remote error: tls: unrecognized name" {
		t.Errorf("private by now: %v", err)
	}
	if slices.ContainsFunc(m.Certificates(), func(c Certificate) bool { return c.Host == "acme-press."+siteHost }) {
		t.Error(m.Certificates())
	}
}

// What goes wrong is told with its cause, and the host is left alone for a
// while; then all is tried again.
func TestFailAndRetry(t *testing.T) {
	t.Parallel()
	store, s, clock := openStore(t, "https://"+siteHost, seedFiles), listen(t), &testClock{now: time.Now()}
	a := newAuthority(t, s, time.Hour)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: t.TempDir(), Now: clock.time})
	s.serve(t, store, m.Config(), m)
	a.Hide("brand.acme.example")
	if err := s.arrive(t, said, "brand.acme.example", a.issued); err == nil {
		t.Fatal("a certificate for a host that leads nowhere")
	}
	log := said.String()
	for _, want := range []string{`msg="no certificate" host=brand.acme.example error=`, "urn:ietf:params:acme:error:", "again-in=5m0s"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q:\n%s", want, log)
		}
	}
	a.Show("brand.acme.example")
	clock.pass(firstPause - time.Second)
	_, err := s.handshake(t, "brand.acme.example", a.issued)
	if tries := strings.Count(said.String(), `msg="no certificate"`); err == nil || tries != 1 { // what the first try left to be done may be told late
		t.Errorf("too early: %v\n%s", err, said)
	}
	clock.pass(time.Second)
	if err := s.arrive(t, said, "brand.acme.example", a.issued); err != nil {
		t.Errorf("in time: %v\n%s", err, said)
	}
}

// A folder that cannot be made is refused.
func TestBadFolder(t *testing.T) {
	store := openStore(t, "https://"+siteHost, seedFiles)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Options{Index: store.Index, Folder: filepath.Join(file, "below")}); err == nil {
		t.Error("a folder below a file")
	}
}
