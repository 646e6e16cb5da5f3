package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A Pair is a certificate of one's own and its key, in two PEM files. It is
// served to every client, whatever host it names.
type Pair struct {
	certFile, keyFile string
	log               *slog.Logger
	current           atomic.Pointer[tls.Certificate]
}

// LoadPair reads both files. The error says what of them does not read or
// fit.
func LoadPair(certFile, keyFile string, log *slog.Logger) (*Pair, error) {
	p := &Pair{certFile: certFile, keyFile: keyFile, log: log}
	return p, p.load()
}

func (p *Pair) load() error {
	cert, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return fmt.Errorf("the certificate %s and its key %s: %w", p.certFile, p.keyFile, err)
	}
	before := p.current.Swap(&cert)
	if before != nil && !bytes.Equal(before.Leaf.Raw, cert.Leaf.Raw) {
		p.log.Info("certificate replaced", "file", p.certFile, "expires", cert.Leaf.NotAfter.UTC())
	}
	return nil
}

// Reload reads the files again, for the handshakes from now on. Where they
// do not read or fit, that is logged, and the pair stays as it is.
func (p *Pair) Reload() {
	if err := p.load(); err != nil {
		p.log.Error("the certificate stays as it was", "error", err)
	}
}

// Config returns the configuration of a server.
func (p *Pair) Config() *tls.Config {
	return serverConfig(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.current.Load(), nil })
}

// Certificates returns the one certificate.
func (p *Pair) Certificates() []*x509.Certificate { return []*x509.Certificate{p.current.Load().Leaf} }
