// Package certs is what a server that speaks TLS by itself needs: the
// certificates of its hosts, the way from plain HTTP to HTTPS, and the field
// that keeps browsers on it.
//
// A [Manager] gets certificates from an authority that speaks ACME (RFC 8555),
// Let's Encrypt as a rule, one for each host that [Covered] names; certmagic
// keeps them in a folder and renews them. Beyond that a user gets this: which
// host has one follows each import at once, the first visitor of a host waits
// for its certificate, and a host that fails is left alone ever longer.
// A [Pair] is a certificate of one's own, read again when it changes. [Plain]
// answers on the listener of plain HTTP, [StrictTransport] wraps what answers
// on the other, [ErrorLog] is for the server of both.
//
// Certificates are public: every authority writes the names in them into logs
// that anyone may read. So the package never orders one that names a manual
// which not everybody may read, and neither a handshake nor plain HTTP tells
// such a host from one that nobody has.
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

// serverConfig is the configuration of a server with HTTP/2 and perhaps
// another protocol; the suites are the standard library's.
func serverConfig(get func(*tls.ClientHelloInfo) (*tls.Certificate, error), protocol ...string) *tls.Config {
	return &tls.Config{
		GetCertificate: get,
		NextProtos:     append([]string{"h2", "http/1.1"}, protocol...),
		MinVersion:     tls.VersionTLS12,
	}
}

// selfSigned makes a certificate that nobody vouches for.
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

// ErrorLog returns the ErrorLog of a server that speaks TLS: what goes wrong
// is a warning, but a failed handshake or a breach of HTTP/2, which anybody on
// the network can cause, is for debugging.
func ErrorLog(to *slog.Logger) *log.Logger { return log.New(errorWriter{to}, "", 0) }

type errorWriter struct{ to *slog.Logger }

// Write logs a line of net/http.
func (w errorWriter) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) || bytes.HasPrefix(line, []byte("http2: server connection error")) {
		level = slog.LevelDebug
	}
	w.to.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
