package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"golang.org/x/crypto/acme"

	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

const (
	handshakeWait = 5 * time.Second  // for the first certificate of a host, as long as a server waits for a handshake
	sweepPeriod   = 10 * time.Second // between two looks at which hosts there are
	maxOrders     = 4                // certificates on order at a time
	closeTime     = time.Second      // for what is under way when the manager is closed

	firstPause = 5 * time.Minute // after a failure
	pauseStep  = 3
	lastPause  = 12 * time.Hour
)

var (
	errLater = errors.New("no certificate yet: the last attempt failed")
	errNone  = errors.New("no certificate: the attempt failed")
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
	Now       func() time.Time // time.Now when nil
	Log       *slog.Logger     // none when nil
}

// A Manager gets and renews certificates. Make one with [New]; have
// [Manager.Run] go on beside the server, and end with [Manager.Close].
type Manager struct {
	o        Options
	config   *certmagic.Config
	cache    *certmagic.Cache
	acme     *certmagic.ACMEIssuer
	fallback *tls.Certificate // for clients that name no host

	ctx     context.Context // done once the manager is closed
	stop    context.CancelFunc
	working sync.WaitGroup // attempts under way

	mu    sync.Mutex
	hosts map[string]*host
}

// A host is what the manager knows of one besides its certificate, which is in
// certmagic's cache.
type host struct {
	done     chan struct{} // closed when the attempt under way is over, nil while there is none
	failures int           // since the start
	retry    time.Time     // not before
}

// A Certificate is one that is being served.
type Certificate struct {
	Host                string
	NotBefore, NotAfter time.Time
}

// New returns a manager of the certificates in the folder. The error is one
// of the file system.
func New(o Options) (*Manager, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	m := &Manager{o: o, hosts: make(map[string]*host)}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("certificates in %s: %w", o.Folder, err)
	}
	var err error
	if m.fallback, err = selfSigned("localhost", o.Now().Add(-time.Hour), o.Now().Add(selfSignedLife)); err != nil {
		return nil, fmt.Errorf("a certificate for clients that name no host: %w", err)
	}
	m.ctx, m.stop = context.WithCancel(context.WithValue(context.Background(), once{}, true))
	log := authorityLog(o.Log)
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
		CA: o.Directory, TestCA: o.Directory, Email: o.Email, TrustedRoots: o.Roots,
		Agreed:      true, // who starts the server with TLS by itself agrees
		AltHTTPPort: o.HTTPPort, AltTLSALPNPort: o.TLSPort, DisableHTTPChallenge: o.HTTPPort == 0,
		Logger: log,
	})
	m.config.Issuers = []certmagic.Issuer{&issuer{m.acme, m.covers, make(chan struct{}, maxOrders)}}
	return m, nil
}

// Config returns the configuration of a server, with HTTP/2 and the
// challenges of RFC 8737; the versions and suites are the standard library's.
func (m *Manager) Config() *tls.Config {
	return &tls.Config{
		GetCertificate: m.getCertificate,
		NextProtos:     []string{"h2", "http/1.1", acme.ALPNProto},
		MinVersion:     tls.VersionTLS12,
	}
}

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
	ctx, cancel := context.WithTimeout(hello.Context(), handshakeWait)
	defer cancel()
	return m.certificate(ctx, name)
}

func (m *Manager) covers(name string) bool { return Covered(m.o.Index(), name) }

// cached returns the certificate of a host that is being served, nil where
// there is none or it has expired.
func (m *Manager) cached(name string) *tls.Certificate {
	var last *tls.Certificate
	for _, c := range m.cache.AllMatchingCertificates(name) {
		if !m.o.Now().After(c.Leaf.NotAfter) && (last == nil || c.Leaf.NotAfter.After(last.Leaf.NotAfter)) {
			last = &c.Certificate
		}
	}
	return last
}

// certificate returns the host's certificate. Where there is none yet, it
// waits for the attempt to get one, or for ctx.
func (m *Manager) certificate(ctx context.Context, name string) (*tls.Certificate, error) {
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	done, err := m.attempt(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	select {
	case <-done:
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: waiting for a certificate: %w", name, context.Cause(ctx))
	}
	if cert := m.cached(name); cert != nil {
		return cert, nil
	}
	return nil, fmt.Errorf("%s: %w", name, errNone)
}

// attempt begins to get the certificate of a host, out of the folder or from
// the authority, and returns what is closed when that is over. One attempt for
// a host goes on at a time. The error is errLater.
func (m *Manager) attempt(name string) (<-chan struct{}, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.hosts[name]
	if h == nil {
		h = new(host)
		m.hosts[name] = h
	}
	if h.done != nil {
		return h.done, nil
	}
	if m.ctx.Err() != nil || m.o.Now().Before(h.retry) {
		return nil, errLater
	}
	done := make(chan struct{})
	h.done = done
	m.working.Go(func() {
		err := m.obtain(name)
		m.ended(name, h, err)
		close(done)
	})
	return done, nil
}

// obtain gets a certificate into the cache. One in the folder that is due is
// served while it is renewed.
func (m *Manager) obtain(name string) error {
	cert, err := m.config.CacheManagedCertificate(m.ctx, name)
	if err == nil && !m.o.Now().After(cert.Leaf.NotAfter) {
		if cert.NeedsRenewal(m.config) {
			m.working.Go(func() { _ = m.renew(name) }) // which is logged; certmagic tries again
		}
		return nil
	}
	if err == nil {
		return m.renew(name)
	}
	if err := m.config.ObtainCertAsync(m.ctx, name); err != nil {
		return err
	}
	_, err = m.config.CacheManagedCertificate(m.ctx, name)
	return err
}

// renew orders a certificate anew and has it served in place of the old one.
func (m *Manager) renew(name string) error {
	if err := m.config.RenewCertAsync(m.ctx, name, true); err != nil {
		return err
	}
	var old []string
	for _, c := range m.cache.AllMatchingCertificates(name) {
		old = append(old, c.Hash())
	}
	if _, err := m.config.CacheManagedCertificate(m.ctx, name); err != nil {
		return err
	}
	m.cache.Remove(old)
	return nil
}

// forget has a host's certificate not served and not renewed any more.
func (m *Manager) forget(name string) {
	m.cache.RemoveManaged([]certmagic.SubjectIssuer{{Subject: name}})
}

// ended notes how an attempt has ended.
func (m *Manager) ended(name string, h *host, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h.done = nil
	if err == nil {
		h.failures = 0
		if cert := m.cached(name); cert != nil {
			m.o.Log.Info("certificate ready", "host", name, "expires", cert.Leaf.NotAfter.UTC())
		}
		return
	}
	wait := pause(h.failures)
	h.failures++
	h.retry = m.o.Now().Add(wait)
	if m.ctx.Err() == nil {
		m.o.Log.Warn("no certificate", "host", name, "error", err, "again-in", wait)
	}
}

// event takes note of what certmagic has renewed by itself.
func (m *Manager) event(_ context.Context, name string, data map[string]any) error {
	if name == "cert_obtained" && data["renewal"] == true {
		m.o.Log.Info("certificate renewed", "host", data["identifier"])
	}
	return nil
}

// Certificates returns what is being served, sorted by host; hosts that are
// not covered any more are not among them.
func (m *Manager) Certificates() []Certificate {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Certificate
	for name := range m.hosts {
		if cert := m.cached(name); cert != nil && m.covers(name) {
			all = append(all, Certificate{name, cert.Leaf.NotBefore, cert.Leaf.NotAfter})
		}
	}
	slices.SortFunc(all, func(a, b Certificate) int { return cmp.Compare(a.Host, b.Host) })
	return all
}

// Run gets the certificates of the hosts that the store names, ahead of their
// first visitors, and of new ones soon after they are imported, until ctx is
// done. Those of hosts that are not covered any more are not renewed.
func (m *Manager) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepPeriod)
	defer ticker.Stop()
	var of *db.Index
	var names []string
	for {
		if ix := m.o.Index(); ix != of {
			of, names = ix, slices.Collect(Hosts(ix))
			m.sweep()
		}
		for _, name := range names {
			if ctx.Err() == nil && m.cached(name) == nil {
				_, _ = m.attempt(name) // what goes wrong is logged
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// sweep forgets the hosts that are not covered any more.
func (m *Manager) sweep() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, h := range m.hosts {
		if h.done == nil && !m.covers(name) {
			m.forget(name)
			delete(m.hosts, name)
		}
	}
}

// Close ends what is under way with the authority, and renewals.
func (m *Manager) Close() {
	m.mu.Lock()
	closed := m.ctx.Err() != nil
	m.stop()
	m.mu.Unlock()
	if closed {
		return
	}
	ended := make(chan struct{})
	go func() { m.working.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closeTime):
	}
	m.cache.Stop()
}
