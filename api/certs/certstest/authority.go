// Package certstest is an ACME authority for tests: Pebble, the test server of
// Let's Encrypt, in this process and on loopback, with a name server that
// resolves every host to this machine.
//
// It validates orders as Let's Encrypt does, but connects to ports that the test
// chooses. Only tests may import it.
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

// Options are the options of [Start].
type Options struct {
	TLSPort  int           // for TLS-ALPN challenges (RFC 8737)
	HTTPPort int           // for HTTP challenges (RFC 8555, section 8.3)
	Life     time.Duration // lifetime of the certificates, in whole seconds
}

// An Authority is a running authority.
type Authority struct {
	Directory string            // URL of its directory
	Server    *x509.Certificate // of its own server
	Root      *x509.Certificate // of the certificates it issues

	web   *httptest.Server
	names *names
}

// Start starts an authority. It sets two environment variables that make Pebble
// validate every challenge, without delay.
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
	issuer := ca.New(
		quiet, store, "", "ecdsa", 0, 1,
		map[string]ca.Profile{"default": {ValidityPeriod: uint64(o.Life / time.Second)}},
	)
	validator := va.New(quiet, o.HTTPPort, o.TLSPort, true, names.address, store)
	front := wfe.New(quiet, store, validator, issuer, []string{"pebble.letsencrypt.org"}, true, false, 0, 0)
	web := httptest.NewTLSServer(front.Handler())
	return &Authority{
		Directory: web.URL + wfe.DirectoryPath, Server: web.Certificate(), Root: issuer.GetRootCert(0).Cert,
		web: web, names: names,
	}, nil
}

// Hide hides a host from the authority.
func (a *Authority) Hide(host string) { a.names.hidden.Store(host, true) }

// Close stops the authority.
func (a *Authority) Close() {
	a.web.Close()
	a.names.close()
}
