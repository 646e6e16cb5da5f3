package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A Pair is a certificate and its key, in two PEM files of the operator. Every
// client gets it, whatever host it names.
type Pair struct {
	certFile, keyFile string
	log               *slog.Logger
	current           atomic.Pointer[tls.Certificate]
}

// LoadPair reads both files. It fails if one is unreadable or they do not match.
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

// Reload reads the files again, and reports whether another certificate is in use then. If it
// fails it logs the error and keeps the old certificate.
func (p *Pair) Reload() (replaced bool) {
	cert, err := p.read()
	if err != nil {
		p.log.Error("the certificate stays as it was", "error", err)
		return false
	}
	before := p.current.Swap(cert)
	if bytes.Equal(before.Leaf.Raw, cert.Leaf.Raw) {
		return false
	}
	p.log.Info("certificate replaced", "file", p.certFile, "expires", cert.Leaf.NotAfter.UTC())
	return true
}

// LacksChain reports whether the certificate in use stands in its file without that of its
// authority, although it is neither self-signed nor signed by a root of the system: clients that
// have not seen the certificate of its authority elsewhere do not trust it (RFC 8446, section 4.4.2).
func (p *Pair) LacksChain() bool {
	cert := p.current.Load()
	if bytes.Equal(cert.Leaf.RawIssuer, cert.Leaf.RawSubject) {
		return false
	}
	for _, der := range cert.Certificate[1:] {
		authority, err := x509.ParseCertificate(der)
		if err != nil {
			continue
		}
		if cert.Leaf.CheckSignatureFrom(authority) == nil {
			return false
		}
	}
	_, err := cert.Leaf.Verify(x509.VerifyOptions{CurrentTime: cert.Leaf.NotBefore}) // the chain alone is judged
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	return unknown
}

// Config returns the TLS configuration of an http1.Server.
func (p *Pair) Config() *tls.Config {
	return newConfig(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.current.Load(), nil })
}

// Certificates returns the certificate in use.
func (p *Pair) Certificates() []*x509.Certificate { return []*x509.Certificate{p.current.Load().Leaf} }
