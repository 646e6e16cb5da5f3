package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"golang.org/x/crypto/acme"
	"golang.org/x/sync/singleflight"

	"designmanual/api/hosts"
	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

const (
	handshakeWait = 5 * time.Second  // for the first certificate of a host; the server's limit for a handshake
	pollInterval  = 10 * time.Second // between two checks for new hosts
	closeTimeout  = time.Second      // for the orders that are in progress when the manager is closed

	// After each failure the pause before the next order for the host is three
	// times as long, to stay within the limits of Let's Encrypt: 5 failures per
	// host and hour.
	firstPause = 5 * time.Minute
	maxPause   = 12 * time.Hour
)

// Options are the options of [New].
type Options struct {
	Index     func() *db.Index // returns the current index, whose hosts get certificates
	Folder    string           // for certificates and keys; created with access for its owner only
	Directory string           // URL of the authority's directory (RFC 8555, section 7.1.1)
	Email     string           // contact address for the authority, or empty
	Roots     *x509.CertPool   // verifies the authority's own certificate; the system's roots if nil
	TLSPort   int              // of this server
	HTTPPort  int              // of this server's plain HTTP, or 0
	Now       func() time.Time
	Log       *slog.Logger
}

// A Manager gets and renews certificates. Make one with [New], call [Manager.Run]
// while the server runs, and [Manager.Close] at the end.
type Manager struct {
	o        Options
	config   *certmagic.Config
	cache    *certmagic.Cache
	acme     *certmagic.ACMEIssuer
	fallback *tls.Certificate // for clients that send no host name

	ctx     context.Context // done once the manager is closed
	stop    context.CancelFunc
	orders  singleflight.Group // by host
	running sync.WaitGroup     // orders

	mu       sync.Mutex
	failures map[string]failure // by host
}

// A failure is that of the latest order for a host.
type failure struct {
	pause time.Duration
	retry time.Time // the earliest time of the next order
}

// New returns a manager of the certificates in the folder. It fails if the folder
// cannot be created.
func New(o Options) (*Manager, error) {
	m := &Manager{o: o, failures: make(map[string]failure)}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("certificates in %s: %w", o.Folder, err)
	}
	var err error
	if m.fallback, err = selfSigned("localhost", o.Now().Add(-time.Hour), o.Now().AddDate(10, 0, 0)); err != nil {
		return nil, fmt.Errorf("a certificate for clients that name no host: %w", err)
	}
	m.ctx, m.stop = context.WithCancel(context.Background())
	log := zap.NewNop() // errors are returned, or are events
	m.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return m.config, nil },
		Logger:           log,
	})
	m.config = certmagic.New(m.cache, certmagic.Config{
		Storage:   &certmagic.FileStorage{Path: o.Folder},
		KeySource: certmagic.StandardKeyGenerator{KeyType: certmagic.P256},
		OCSP:      certmagic.OCSPConfig{DisableStapling: true},
		OnEvent:   m.event,
		Logger:    log,
	})
	m.acme = certmagic.NewACMEIssuer(m.config, certmagic.ACMEIssuer{
		CA: o.Directory, TrustedRoots: o.Roots,
		Email:       cmp.Or(o.Email, " "), // certmagic trims it; it would ask at the terminal for an empty one
		Agreed:      true,                 // operators agree by starting the server with --tls
		AltHTTPPort: o.HTTPPort, AltTLSALPNPort: o.TLSPort, DisableHTTPChallenge: o.HTTPPort == 0,
		Logger: log,
	})
	m.config.Issuers = []certmagic.Issuer{m.acme}
	return m, nil
}

// Config returns the TLS configuration of an http1.Server. It answers TLS-ALPN challenges
// (RFC 8737).
func (m *Manager) Config() *tls.Config {
	return &tls.Config{GetCertificate: m.getCertificate, NextProtos: []string{acme.ALPNProto}}
}

// getCertificate returns the certificate for a handshake. A client that sends no
// host name, because it connects to an IP address, gets a certificate without
// information. For a host that is not covered it returns neither a certificate
// nor an error, which makes crypto/tls send the alert unrecognized_name (RFC
// 6066, section 3).
func (m *Manager) getCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if hello.ServerName == "" {
		return m.fallback, nil
	}
	name := hosts.Name(hello.ServerName)
	switch {
	case !m.covers(name):
		return nil, nil
	case slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}):
		return m.config.GetCertificate(hello)
	}
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	ctx, cancel := context.WithTimeout(hello.Context(), handshakeWait)
	defer cancel()
	select {
	case <-m.order(name):
	case <-ctx.Done():
	}
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	return nil, fmt.Errorf("%s has no certificate yet", name)
}

func (m *Manager) covers(name string) bool { return Covered(m.o.Index(), name) }

// cached returns the certificate in use for a host, or nil if there is none or it
// has expired.
func (m *Manager) cached(name string) *tls.Certificate {
	for _, c := range m.cache.AllMatchingCertificates(name) {
		if !m.o.Now().After(c.Leaf.NotAfter) {
			return &c.Certificate
		}
	}
	return nil
}

// order gets the certificate of a host from the folder or the authority. The channel
// receives a value when it has succeeded or failed. There is one order per host
// at a time, and a pause after a failure.
func (m *Manager) order(name string) <-chan singleflight.Result {
	return m.orders.DoChan(name, func() (any, error) {
		m.mu.Lock()
		failed := m.failures[name]
		wanted := m.ctx.Err() == nil && !m.o.Now().Before(failed.retry)
		if wanted {
			m.running.Add(1)
		}
		m.mu.Unlock()
		if !wanted {
			return nil, nil
		}
		defer m.running.Done()
		cert, err := m.obtain(name)
		m.mu.Lock()
		defer m.mu.Unlock()
		switch {
		case err == nil:
			delete(m.failures, name)
			m.o.Log.Info("certificate ready", "host", name, "expires", cert.Leaf.NotAfter.UTC())
		case m.ctx.Err() == nil && m.covers(name):
			pause := min(max(3*failed.pause, firstPause), maxPause)
			m.failures[name] = failure{pause, m.o.Now().Add(pause)}
			m.o.Log.Warn("no certificate", "host", name, "error", err, "again-in", pause)
		}
		return nil, nil
	})
}

// obtain loads a certificate into certmagic's cache, which renews it. A certificate
// from the folder is used until its renewal, also if that is due.
func (m *Manager) obtain(name string) (cert certmagic.Certificate, err error) {
	cert, err = m.config.CacheManagedCertificate(m.ctx, name)
	switch {
	case err != nil:
		err = m.config.ObtainCertSync(m.ctx, name)
	case m.o.Now().After(cert.Leaf.NotAfter):
		err = m.config.RenewCertSync(m.ctx, name, true)
	default:
		return cert, m.cache.RenewManagedCertificates(m.ctx) // if they are due
	}
	if err != nil {
		return cert, err
	}
	return m.config.CacheManagedCertificate(m.ctx, name)
}

// event handles an event of certmagic. It returns an error to prevent an order for
// a host that is no longer covered, and logs the results of renewals.
func (m *Manager) event(_ context.Context, event string, data map[string]any) error {
	host, _ := data["identifier"].(string)
	switch {
	case event == "cert_obtaining" && !m.covers(host):
		return fmt.Errorf("%s is not to have a certificate any more", host)
	case data["renewal"] != true || m.ctx.Err() != nil:
	case event == "cert_obtained":
		m.o.Log.Info("certificate renewed", "host", host)
	case event == "cert_failed":
		m.o.Log.Warn("certificate not renewed", "host", host, "error", data["error"])
	}
	return nil
}

// Certificates returns the certificates in use, sorted by host.
func (m *Manager) Certificates() []*x509.Certificate {
	ix := m.o.Index()
	names := append(Hosts(ix), "www."+ix.Site.Host)
	slices.Sort(names)
	var all []*x509.Certificate
	for _, name := range names {
		if cert := m.cached(name); cert != nil {
			all = append(all, cert.Leaf)
		}
	}
	return all
}

// Run gets the certificates of all covered hosts before their first visitors come,
// and those of new hosts soon after their import, until ctx is done.
func (m *Manager) Run(ctx context.Context) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		for _, name := range Hosts(m.o.Index()) {
			if ctx.Err() == nil && m.cached(name) == nil {
				m.order(name)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Close cancels orders and stops renewals.
func (m *Manager) Close() {
	m.mu.Lock()
	m.stop()
	m.mu.Unlock()
	ended := make(chan struct{})
	go func() { m.running.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closeTimeout):
	}
	m.cache.Stop()
}
