package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"designmanual/db"
)

// LetsEncrypt is the address of the directory of Let's Encrypt.
const LetsEncrypt = autocert.DefaultACMEDirectory

const (
	handshakeWait = 5 * time.Second  // for the first certificate of a host, as long as a server waits for a handshake
	sweepPeriod   = 10 * time.Second // between two looks at which hosts there are
	atATime       = 4                // certificates that are being asked for at a time
)

// Options are what [New] is told.
type Options struct {
	Index     func() *db.Index // the current state of the store, whose hosts get certificates
	Folder    string           // where certificates and keys are kept; made if need be, for its owner alone
	Directory string           // the address of the authority's directory (RFC 8555, section 7.1.1)
	Email     string           // where the authority may write to, or empty
	Roots     *x509.CertPool   // what the authority's own certificate is verified by; the system's when nil
	Now       func() time.Time // time.Now when nil
	Log       *slog.Logger     // none when nil
}

// A Manager gets and renews certificates. Make one with [New]; have
// [Manager.Run] go on beside the server, and end with [Manager.Close].
type Manager struct {
	o        Options
	account  *account
	folder   folder
	nameless *tls.Certificate
	client   *http.Transport
	slots    chan struct{}

	ctx     context.Context // done once the manager is closed
	stop    context.CancelFunc
	working sync.WaitGroup // attempts under way

	mu    sync.Mutex
	hosts map[string]*keeper
}

// A Certificate is one that is being served.
type Certificate struct {
	Host                string
	NotBefore, NotAfter time.Time
}

// New returns a manager of the certificates in the folder. The error is one
// of the file system, or of a key of the account that does not read.
func New(o Options) (*Manager, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	m := &Manager{
		o: o, folder: folder{autocert.DirCache(o.Folder), o.Log}, slots: make(chan struct{}, atATime),
		client: authorityTransport(o.Roots), hosts: make(map[string]*keeper),
	}
	m.ctx, m.stop = context.WithCancel(context.Background())
	key, err := accountKey(m.ctx, m.folder)
	if err != nil {
		return nil, fmt.Errorf("certificates in %s: %w", o.Folder, err)
	}
	m.account = newAccount(key)
	if m.nameless, err = nameless(o.Now()); err != nil {
		return nil, fmt.Errorf("a certificate for clients that name no host: %w", err)
	}
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
// does that asks an IP address, gets a certificate that says nothing. A host that
// is not covered is refused as every unknown one, with unrecognized_name
// (RFC 6066, section 3): that is how crypto/tls takes it when there is neither
// a certificate nor an error.
func (m *Manager) getCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if hello.ServerName == "" {
		return m.nameless, nil
	}
	k := m.keeper(hostName(hello.ServerName))
	if k == nil {
		return nil, nil
	}
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return k.asks.Load().GetCertificate(hello)
	}
	ctx, cancel := context.WithTimeout(hello.Context(), handshakeWait)
	defer cancel()
	return m.certificate(ctx, k)
}

// keeper returns the keeper of a host's certificate, nil where the host is
// not covered.
func (m *Manager) keeper(host string) *keeper {
	if !m.covers(host) {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.hosts[host]
	if k == nil {
		k = m.newKeeper(host)
		m.hosts[host] = k
	}
	return k
}

func (m *Manager) covers(host string) bool { return Covered(m.o.Index(), host) }

// Certificates returns what is being served, sorted by host; hosts that are
// not covered any more are not among them.
func (m *Manager) Certificates() []Certificate {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Certificate
	for host, k := range m.hosts {
		if leaf := k.leaf.Load(); leaf != nil && m.covers(host) {
			all = append(all, Certificate{host, leaf.NotBefore, leaf.NotAfter})
		}
	}
	slices.SortFunc(all, func(a, b Certificate) int { return cmp.Compare(a.Host, b.Host) })
	return all
}

// Run gets the certificates of the hosts that the store names, ahead of their
// first visitors, and of new ones soon after they are imported, until ctx is
// done. Without it certificates are still got when somebody asks for them, but those
// that nobody asks for are not renewed.
func (m *Manager) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepPeriod)
	defer ticker.Stop()
	var of *db.Index
	var hosts []string
	for {
		if ix := m.o.Index(); ix != of {
			of, hosts = ix, slices.Collect(Hosts(ix))
		}
		for _, host := range hosts {
			m.keep(ctx, host)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// keep gets the certificate of a host, and takes note of one that was
// renewed. What goes wrong has been logged.
func (m *Manager) keep(ctx context.Context, host string) {
	if k := m.keeper(host); k != nil && ctx.Err() == nil {
		_, _ = m.certificate(ctx, k)
	}
}

// closeTime is how long Close waits for what is under way to end.
const closeTime = time.Second

// Close ends what is under way with the authority. Renewals end too. An
// attempt that sleeps for as long as the authority has asked for, which no
// context ends, is not waited for: it asks nothing any more when it wakes.
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
	m.client.CloseIdleConnections()
}
