package certs

import (
	"bytes"
	"crypto/tls"
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
	cert, err := p.read()
	if err != nil {
		return nil, err
	}
	p.current.Store(cert)
	return p, nil
}

func (p *Pair) read() (*tls.Certificate, error) {
	cert, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return nil, fmt.Errorf("the certificate %s and its key %s: %w", p.certFile, p.keyFile, err)
	}
	return &cert, nil
}

// Reload reads the files again, for the handshakes from now on. Where they
// do not read or fit, that is logged, and the pair stays as it is.
func (p *Pair) Reload() {
	cert, err := p.read()
	if err != nil {
		p.log.Error("the certificate stays as it was", "error", err)
		return
	}
	before := p.current.Swap(cert)
	if !bytes.Equal(before.Leaf.Raw, cert.Leaf.Raw) {
		p.log.Info("certificate replaced", "file", p.certFile, "expires", cert.Leaf.NotAfter.UTC())
	}
}

// Config returns the configuration of a server, with HTTP/2; the versions
// and suites are the standard library's.
func (p *Pair) Config() *tls.Config {
	return &tls.Config{
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.current.Load(), nil },
		NextProtos:     []string{"h2", "http/1.1"},
		MinVersion:     tls.VersionTLS12,
	}
}

// Certificates returns the one certificate, by the first name in it.
func (p *Pair) Certificates() []Certificate {
	leaf := p.current.Load().Leaf
	host := leaf.Subject.CommonName
	if len(leaf.DNSNames) > 0 {
		host = leaf.DNSNames[0]
	}
	return []Certificate{{host, leaf.NotBefore, leaf.NotAfter}}
}
