// Package certstest is a certificate authority for tests: Pebble, Let's
// Encrypt's own server for that, in this process and on loopback, with a name
// server that finds every host on this machine.
//
// It validates what it is asked for as Let's Encrypt does, but that it tries
// ports of the test's choice. Nothing that is served may import it.
package certstest

import (
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

// Options are what [Start] is told.
type Options struct {
	TLSPort  int           // where it tries the challenge of TLS (RFC 8737)
	HTTPPort int           // where it tries the challenge of HTTP (RFC 8555, section 8.3)
	Life     time.Duration // of the certificates, in whole seconds
}

// An Authority is a running authority.
type Authority struct {
	Directory string            // the address of its directory
	Server    *x509.Certificate // what its own server is verified by
	Root      *x509.Certificate // what its certificates are verified by

	web   *httptest.Server
	names *names
}

// Start starts an authority. It sets the two environment variables that have
// Pebble validate every challenge, and each at once.
func Start(o Options) (*Authority, error) {
	for _, setting := range [][2]string{{"PEBBLE_VA_NOSLEEP", "1"}, {"PEBBLE_AUTHZREUSE", "0"}} {
		if err := os.Setenv(setting[0], setting[1]); err != nil {
			return nil, fmt.Errorf("setting up Pebble: %w", err)
		}
	}
	names, err := serveNames()
	if err != nil {
		return nil, fmt.Errorf("starting a name server: %w", err)
	}
	quiet := log.New(io.Discard, "", 0)
	store := db.NewMemoryStore()
	issuer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: uint64(o.Life / time.Second)}})
	validator := va.New(quiet, o.HTTPPort, o.TLSPort, true, names.address, store)
	front := wfe.New(quiet, store, validator, issuer, []string{"pebble.letsencrypt.org"}, true, false, 0, 0)
	web := httptest.NewTLSServer(front.Handler())
	return &Authority{
		Directory: web.URL + wfe.DirectoryPath, Server: web.Certificate(), Root: issuer.GetRootCert(0).Cert,
		web: web, names: names,
	}, nil
}

// Hide has the authority not find a host from now on, and Show find it again.
func (a *Authority) Hide(host string) { a.names.hidden.Store(host, true) }

// Show has the authority find a host again.
func (a *Authority) Show(host string) { a.names.hidden.Delete(host) }

// Close ends the authority.
func (a *Authority) Close() {
	a.web.Close()
	a.names.close()
}
