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

	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

const (
	handshakeWait = 5 * time.Second  // for the first certificate of a host, as long as a server waits for a handshake
	sweepPeriod   = 10 * time.Second // between two looks at which hosts there are
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
	attempt chan struct{} // closed when the attempt under way is over, nil while there is none
	pause   time.Duration // after the last failure
	retry   time.Time     // not before
}

// An issuer is the authority. It never asks at a terminal.
type issuer struct{ *certmagic.ACMEIssuer }

// PreCheck tells whether a certificate of the names can be had.
func (i issuer) PreCheck(ctx context.Context, names []string, _ bool) error {
	return i.ACMEIssuer.PreCheck(ctx, names, false)
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
		CA: o.Directory, TestCA: o.Directory, Email: o.Email, TrustedRoots: o.Roots,
		Agreed:      true, // who starts the server with TLS by itself agrees
		AltHTTPPort: o.HTTPPort, AltTLSALPNPort: o.TLSPort, DisableHTTPChallenge: o.HTTPPort == 0,
		Logger: log,
	})
	m.config.Issuers = []certmagic.Issuer{issuer{m.acme}}
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
	var last *tls.Certificate
	for _, c := range m.cache.AllMatchingCertificates(name) {
		if !m.o.Now().After(c.Leaf.NotAfter) && (last == nil || c.Leaf.NotAfter.After(last.Leaf.NotAfter)) {
			last = &c.Certificate
		}
	}
	return last
}

// attempt begins to get the certificate of a host, out of the folder or from
// the authority, and returns what is closed when that is over. One attempt for
// a host goes on at a time, and none soon after one that has failed.
func (m *Manager) attempt(name string) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.hosts[name]
	if h == nil {
		h = new(host)
		m.hosts[name] = h
	}
	if h.attempt != nil {
		return h.attempt
	}
	done := make(chan struct{})
	if m.ctx.Err() != nil || m.o.Now().Before(h.retry) {
		close(done)
		return done
	}
	h.attempt = done
	m.working.Go(func() {
		defer close(done)
		cert, err := m.obtain(name)
		m.mu.Lock()
		defer m.mu.Unlock()
		h.attempt = nil
		switch {
		case err == nil:
			h.pause = 0
			m.o.Log.Info("certificate ready", "host", name, "expires", cert.Leaf.NotAfter.UTC())
		case m.ctx.Err() == nil:
			h.pause = min(max(3*h.pause, firstPause), lastPause)
			h.retry = m.o.Now().Add(h.pause)
			m.o.Log.Warn("no certificate", "host", name, "error", err, "again-in", h.pause)
		}
	})
	return done
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

// event logs what comes of the renewals that certmagic makes by itself.
func (m *Manager) event(_ context.Context, name string, data map[string]any) error {
	if data["renewal"] == true && m.ctx.Err() == nil {
		switch name {
		case "cert_obtained":
			m.o.Log.Info("certificate renewed", "host", data["identifier"])
		case "cert_failed":
			m.o.Log.Warn("certificate not renewed", "host", data["identifier"], "error", data["error"])
		}
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
	for {
		m.sweep()
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

// sweep forgets the hosts that are not covered any more.
func (m *Manager) sweep() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, h := range m.hosts {
		if h.attempt == nil && !m.covers(name) {
			m.cache.RemoveManaged([]certmagic.SubjectIssuer{{Subject: name}})
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
