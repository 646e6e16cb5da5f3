// Package certs has what a server with TLS needs: certificates for its hosts, the
// redirect from plain HTTP to HTTPS, and Strict-Transport-Security.
//
// A [Manager] gets one certificate for each host that [Covered] names from an ACME
// authority (RFC 8555), usually Let's Encrypt. certmagic stores them in a folder
// and renews them. The manager adds this: a host gets its certificate soon after
// the import that publishes it, the first visitor of a new host waits for the
// certificate, and failing hosts are retried at growing intervals.
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
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) || bytes.HasPrefix(line, []byte("http2: server connection error")) {
		level = slog.LevelDebug
	}
	w.to.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
