package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"golang.org/x/crypto/acme"

	"designmanual/api/hosts"
	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

const (
	handshakeWait = 5 * time.Second        // for the first certificate of a host; the server's limit for a handshake
	handshakePoll = 100 * time.Millisecond // between two looks for it
	pollInterval  = 10 * time.Second       // between two checks for new hosts
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

	ctx  context.Context // done once the manager is closed
	stop context.CancelFunc

	mu      sync.Mutex
	managed map[string]chan struct{} // by host that certmagic manages; closed once an order has failed
}

// New returns a manager of the certificates in the folder. It fails if the folder
// cannot be created.
func New(o Options) (*Manager, error) {
	m := &Manager{o: o, managed: make(map[string]chan struct{})}
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
	config := newConfig(m.getCertificate)
	config.NextProtos = []string{acme.ALPNProto}
	return config
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
	if !m.covers(name) {
		return nil, nil
	}
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return m.config.GetCertificate(hello)
	}
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	ctx, cancel := context.WithTimeout(hello.Context(), handshakeWait)
	defer cancel()
	if cert := m.await(ctx, name); cert != nil {
		return cert, nil
	}
	return nil, fmt.Errorf("%s has no certificate yet", name)
}

// await returns the certificate of a host as soon as there is one, or nil if an order for it
// has failed or ctx is done.
func (m *Manager) await(ctx context.Context, name string) *tls.Certificate {
	failed := m.manage(name)
	poll := time.NewTicker(handshakePoll)
	defer poll.Stop()
	for {
		if cert := m.cached(name); cert != nil {
			return cert
		}
		select {
		case <-poll.C:
		case <-failed:
			return m.cached(name)
		case <-ctx.Done():
			return nil
		}
	}
}

func (m *Manager) covers(name string) bool { return isCovered(m.o.Index(), name) }

// loadOrOrder loads the certificate of a host from the folder and renews it in the background if
// that is due, or orders one.
func (m *Manager) loadOrOrder(name string) error {
	_, err := m.config.CacheManagedCertificate(m.ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return m.config.ManageAsync(m.ctx, []string{name})
	}
	if err != nil {
		return err
	}
	return m.cache.RenewManagedCertificates(m.ctx)
}

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

// manage has certmagic load the certificate of a host from the folder or order it, and renew
// it from then on. certmagic tries again at growing intervals, which stay within the limits
// of Let's Encrypt. The channel is closed once an order has failed.
func (m *Manager) manage(name string) (failed <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.managed[name]; known != nil {
		return known
	}
	done := make(chan struct{})
	m.managed[name] = done
	if err := m.loadOrOrder(name); err != nil {
		close(done)
		m.o.Log.Warn(
			"no certificate: mend or remove what is in the folder, and start again", "host", name, "folder", m.o.Folder,
			"error", err,
		)
	}
	return done
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
			if ctx.Err() == nil {
				m.manage(name)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Close cancels orders and stops renewals. It removes the locks of orders that go on, so
// that the next server need not wait for them.
func (m *Manager) Close() {
	m.stop()
	certmagic.CleanUpOwnLocks(context.Background(), zap.NewNop())
	m.cache.Stop()
}
