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

	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

const (
	handshakeWait = 5 * time.Second  // for the first certificate of a host, as long as a server waits for a handshake
	lookPeriod    = 10 * time.Second // between two looks at which hosts there are
	closeTime     = time.Second      // for what is under way when the manager is closed

	// After a failure a host is left alone, three times as long after each: so
	// the limits of Let's Encrypt (5 failures of a host an hour) are not spent on
	// one that leads elsewhere.
	firstPause = 5 * time.Minute
	lastPause  = 12 * time.Hour
)

// Options are what [New] is told.
type Options struct {
	Index     func() *db.Index // the current state of the store, whose hosts get certificates
	Folder    string           // where certificates and keys are kept; made if need be, for its owner alone
	Directory string           // the address of the authority's directory (RFC 8555, section 7.1.1)
	Email     string           // where the authority may write to, or empty
	Roots     *x509.CertPool   // what the authority's own certificate is verified by; the system's when nil
	TLSPort   int              // where this server speaks TLS
	HTTPPort  int              // where it speaks plain HTTP, 0 where it does not
	Now       func() time.Time
	Log       *slog.Logger
}

// A Manager gets and renews certificates. Make one with [New]; have
// [Manager.Run] go on beside the server, and end with [Manager.Close].
type Manager struct {
	o        Options
	config   *certmagic.Config
	cache    *certmagic.Cache
	acme     *certmagic.ACMEIssuer
	fallback *tls.Certificate // for clients that name no host

	ctx      context.Context // done once the manager is closed
	stop     context.CancelFunc
	attempts singleflight.Group // by host
	working  sync.WaitGroup     // attempts under way

	mu       sync.Mutex
	failures map[string]failure // by host
}

// A failure is that of the last attempt for a host.
type failure struct {
	pause time.Duration
	retry time.Time // not before
}

// New returns a manager of the certificates in the folder. The error is one
// of the file system.
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
	log := zap.NewNop() // what goes wrong comes back as an error or an event
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
		Email:       cmp.Or(o.Email, " "), // which it trims; where it is empty, it asks at the terminal
		Agreed:      true,                 // who starts the server with TLS by itself agrees
		AltHTTPPort: o.HTTPPort, AltTLSALPNPort: o.TLSPort, DisableHTTPChallenge: o.HTTPPort == 0,
		Logger: log,
	})
	m.config.Issuers = []certmagic.Issuer{m.acme}
	return m, nil
}

// Config returns the configuration of a server, with the challenges of RFC
// 8737.
func (m *Manager) Config() *tls.Config { return serverConfig(m.getCertificate, acme.ALPNProto) }

// getCertificate answers a handshake. A client that names no host, as one
// does that connects to an IP address, gets a certificate that says nothing. A
// host that is not covered is refused as every unknown one, with
// unrecognized_name (RFC 6066, section 3): that is how crypto/tls takes it
// when there is neither a certificate nor an error.
func (m *Manager) getCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if hello.ServerName == "" {
		return m.fallback, nil
	}
	name := db.HostName(hello.ServerName)
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
	case <-m.attempt(name):
	case <-ctx.Done():
	}
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	return nil, fmt.Errorf("%s has no certificate yet", name)
}

func (m *Manager) covers(name string) bool { return Covered(m.o.Index(), name) }

// cached returns the certificate of a host that is being served, nil where
// there is none or it has expired.
func (m *Manager) cached(name string) *tls.Certificate {
	for _, c := range m.cache.AllMatchingCertificates(name) {
		if !m.o.Now().After(c.Leaf.NotAfter) {
			return &c.Certificate
		}
	}
	return nil
}

// attempt begins to get the certificate of a host, out of the folder or from
// the authority, and returns what tells that this is over. One attempt for
// a host goes on at a time, and none soon after one that has failed.
func (m *Manager) attempt(name string) <-chan singleflight.Result {
	return m.attempts.DoChan(name, func() (any, error) {
		m.mu.Lock()
		failed := m.failures[name]
		wanted := m.ctx.Err() == nil && !m.o.Now().Before(failed.retry)
		if wanted {
			m.working.Add(1)
		}
		m.mu.Unlock()
		if !wanted {
			return nil, nil
		}
		defer m.working.Done()
		cert, err := m.obtain(name)
		m.mu.Lock()
		defer m.mu.Unlock()
		switch {
		case err == nil:
			delete(m.failures, name)
			m.o.Log.Info("certificate ready", "host", name, "expires", cert.Leaf.NotAfter.UTC())
		case m.ctx.Err() == nil && m.covers(name):
			pause := min(max(3*failed.pause, firstPause), lastPause)
			m.failures[name] = failure{pause, m.o.Now().Add(pause)}
			m.o.Log.Warn("no certificate", "host", name, "error", err, "again-in", pause)
		}
		return nil, nil
	})
}

// obtain gets a certificate into certmagic's cache, which has it renewed. One
// in the folder that is due is served until that has happened.
func (m *Manager) obtain(name string) (cert certmagic.Certificate, err error) {
	cert, err = m.config.CacheManagedCertificate(m.ctx, name)
	switch {
	case err != nil:
		err = m.config.ObtainCertSync(m.ctx, name)
	case m.o.Now().After(cert.Leaf.NotAfter):
		err = m.config.RenewCertSync(m.ctx, name, true)
	default:
		return cert, m.cache.RenewManagedCertificates(m.ctx) // those that are due
	}
	if err != nil {
		return cert, err
	}
	return m.config.CacheManagedCertificate(m.ctx, name)
}

// event is told what certmagic does. An error keeps it from an order: none is
// made for a host that an import has just taken away. What comes of the
// renewals that it makes by itself is logged.
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

// Certificates returns what is being served, sorted by host.
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

// Run gets the certificates of the hosts that the store names, ahead of their
// first visitors, and of new ones soon after they are imported, until ctx is
// done.
func (m *Manager) Run(ctx context.Context) {
	ticker := time.NewTicker(lookPeriod)
	defer ticker.Stop()
	for {
		for _, name := range Hosts(m.o.Index()) {
			if ctx.Err() == nil && m.cached(name) == nil {
				m.attempt(name)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Close ends what is under way with the authority, and renewals.
func (m *Manager) Close() {
	m.mu.Lock()
	m.stop()
	m.mu.Unlock()
	ended := make(chan struct{})
	go func() { m.working.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closeTime):
	}
	m.cache.Stop()
}
