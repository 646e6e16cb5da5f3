package trial

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// A pair is a certificate and its key, as files.
type pair struct {
	certificate, key string
	err              error
}

// certificate returns a certificate for the names of the trials, in the place
// of the one that a user has.
func (t *Trial) certificate() (pair, error) {
	t.certify.Do(func() { t.pair = makePair(t.Dir) })
	return t.pair, t.pair.err
}

func makePair(dir string) pair {
	made := pair{certificate: filepath.Join(dir, "fullchain.pem"), key: filepath.Join(dir, "privkey.pem")}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return pair{err: err}
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{Site, "*." + Site, "brand.acme.example"},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return pair{err: err}
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return pair{err: err}
	}
	made.err = errors.Join(writePEM(made.certificate, "CERTIFICATE", certificate), writePEM(made.key, "PRIVATE KEY", private))
	return made
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}

// readRoots returns the certificates in the file as those to trust.
func readRoots(path string) (*x509.CertPool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s holds no certificate", path)
	}
	return roots, nil
}
