package serve

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"designmanual/api/certs"
	"designmanual/db"
	"designmanual/db/manual"
)

// A certificate given by file is judged at the start, each day, and when another takes its place.
func TestCertificateIsJudged(t *testing.T) {
	folder := t.TempDir()
	store, err := db.Open(filepath.Join(folder, "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Update(t.Context(), func(tx *db.Tx) error { return tx.SetSite(manual.Site{Scheme: "https", Host: "acme.example"}) }); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		hour := func(n int) time.Time { return time.Now().Add(time.Duration(n) * time.Hour) }
		pair := makePair(t, folder, x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"other.example"}, NotBefore: hour(1), NotAfter: hour(30)})
		var log bytes.Buffer
		s := &server{Options: Options{Log: slog.New(slog.NewTextHandler(&log, nil)), TLS: TLS{Cert: "cert.pem"}}, db: store}
		ctx, stop := context.WithCancel(t.Context())
		go s.warnOfCertificate(ctx, pair)
		time.Sleep(49 * time.Hour) // in the bubble
		stop()
		synctest.Wait()
		const uncovered = `the certificate does not cover a host that is served`
		var found []string
		for _, line := range regexp.MustCompile(`msg="([^"]*)"`).FindAllStringSubmatch(log.String(), -1) {
			found = append(found, line[1])
		}
		want := []string{"the certificate is not valid yet", uncovered, uncovered, "the certificate has expired", uncovered}
		if strings.Join(found, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q, want %q", found, want)
		}

		for host, warns := range map[string]bool{"other.example": true, "acme.example": false} {
			log.Reset()
			makePair(t, folder, x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: []string{host}, NotBefore: hour(-1), NotAfter: hour(30)})
			s.reloadCertificate(pair)
			if strings.Contains(log.String(), uncovered) != warns {
				t.Errorf("a new certificate for %s: %s", host, log.String())
			}
			log.Reset()
			if s.reloadCertificate(pair); log.Len() > 0 {
				t.Errorf("the same again: %s", log.String())
			}
		}
	})
}

// makePair writes a certificate of its own making into a folder, and loads it.
func makePair(t *testing.T, folder string, c x509.Certificate) *certs.Pair {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &c, &c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pair, err := certs.LoadPair(filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return pair
}
