package certs

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pemOf returns a certificate and its key as PEM blocks.
func pemOf(t *testing.T, of *tls.Certificate) (cert, key []byte) {
	t.Helper()
	secret, err := x509.MarshalPKCS8PrivateKey(of.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: of.Certificate[0]}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}

// writePair writes a new certificate, valid since from, and its key.
func writePair(t *testing.T, certFile, keyFile string, from time.Time) {
	t.Helper()
	made, err := selfSigned("localhost", from, from.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	cert, key := pemOf(t, made)
	for file, text := range map[string][]byte{certFile: cert, keyFile: key} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPair(t *testing.T) {
	s, folder := newServer(t, "https://"+siteHost, seedFiles), t.TempDir()
	certFile, keyFile := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	log := slog.New(slog.NewTextHandler(&s.log, nil))
	if _, err := LoadPair(certFile, keyFile, log); err == nil || !strings.Contains(err.Error(), certFile) {
		t.Errorf("no files: %v", err)
	}
	from := time.Now().Add(-time.Hour).Truncate(time.Second)
	writePair(t, certFile, keyFile, from)
	p, err := LoadPair(certFile, keyFile, log)
	if err != nil {
		t.Fatal(err)
	}
	s.serve(p.Config(), nil)
	served := func(want time.Time) {
		t.Helper()
		for _, host := range []string{siteHost, "acme-vault." + siteHost, ""} { // all get the certificate
			if cert, _, err := s.handshake(host, "h2"); err != nil || !cert.NotBefore.Equal(want) {
				t.Errorf("%q: %v", host, err)
			}
		}
		if all := p.Certificates(); len(all) != 1 || !all[0].NotBefore.Equal(want) {
			t.Error(all)
		}
	}
	served(from)

	p.Reload() // without a change
	later := from.Add(time.Minute)
	writePair(t, certFile, filepath.Join(folder, "other.pem"), later) // keyFile does not match
	p.Reload()
	served(from)
	if log := s.log.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, "stays as it was") {
		t.Error(log)
	}
	writePair(t, certFile, keyFile, later)
	p.Reload()
	served(later)
	if log := s.log.String(); !strings.Contains(log, `msg="certificate replaced"`) || strings.Contains(log, "PRIVATE") {
		t.Error(log)
	}
}
