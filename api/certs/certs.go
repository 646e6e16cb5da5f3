// Package certs has what a server with TLS needs: certificates for its hosts, the
// redirect from plain HTTP to HTTPS, and Strict-Transport-Security.
//
// A [Manager] gets one certificate for each public host of the index from an ACME
// authority (RFC 8555), usually Let's Encrypt. certmagic stores them in a folder
// and renews them, and tries again what fails. The manager adds this: a host gets its
// certificate soon after the import that publishes it, and the first visitor of a new host
// waits for the certificate.
//
// A [Pair] is a certificate of the operator's own, reloaded on request. [Plain]
// handles plain HTTP, [StrictTransport] adds its field to the responses over
// HTTPS, and [ErrorLog] is the error log of both servers.
//
// Certificates are public: authorities publish every name in transparency logs.
// So no certificate ever names a manual that not everyone may read, and neither a
// handshake nor plain HTTP distinguishes the host of such a manual from an
// unknown host.
package certs

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"log"
	"log/slog"
	"math/big"
	"time"
)

// secureSuites are the cipher suites of TLS 1.2, those with authenticated encryption alone
// (RFC 9325, section 4.2); those of TLS 1.3 all have it. Every browser that knows TLS 1.2
// with elliptic curves has one of them.
var secureSuites = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

// newConfig returns the TLS configuration of a server that gets its certificates from a
// function.
func newConfig(certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: secureSuites, GetCertificate: certificate}
}

// selfSigned returns a new self-signed certificate.
func selfSigned(host string, from, to time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: host},
		DNSNames:     []string{host},
		NotBefore:    from,
		NotAfter:     to,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}

// ErrorLog returns the error log of a server with TLS. Errors are warnings, except
// failed handshakes and HTTP/2 protocol errors, which anyone on the network can
// cause: those have the level DEBUG.
func ErrorLog(to *slog.Logger) *log.Logger { return log.New(errorWriter{to}, "", 0) }

type errorWriter struct{ to *slog.Logger }

// Write logs a line.
func (w errorWriter) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) ||
		bytes.HasPrefix(line, []byte("http2: server connection error")) {
		level = slog.LevelDebug
	}
	w.to.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
