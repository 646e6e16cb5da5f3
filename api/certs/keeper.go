package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// How long a host is left alone after it got no certificate: three times as
// long after each failure, so that the limits of Let's Encrypt (5 failures of
// a host an hour) are not spent on one host that leads elsewhere.
const (
	firstPause = 5 * time.Minute
	pauseStep  = 3
	lastPause  = 12 * time.Hour
)

var (
	errLater = errors.New("no certificate yet: the last attempt failed")
	errNone  = errors.New("no certificate: the attempt failed")
)

// A keeper has the certificate of one host. Each has an autocert manager of
// its own: what goes over its transport is known to be about the host, so that it can
// be stopped when the host is not covered any more, and be told of by name.
type keeper struct {
	host string
	leaf atomic.Pointer[x509.Certificate] // what is being served, nil while there is none
	asks atomic.Pointer[asker]            // another one after each failure, since autocert keeps that in mind

	mu       sync.Mutex
	done     chan struct{} // closed when the attempt under way is over, nil while there is none
	failures int           // since the start
	retry    time.Time     // not before
}

func (m *Manager) newKeeper(host string) *keeper {
	k := &keeper{host: host}
	k.asks.Store(m.newAsker(host))
	return k
}

// An asker is an autocert manager of one host.
type asker struct {
	*autocert.Manager
	challenges http.Handler // answers those of RFC 8555, section 8.3
}

func (m *Manager) newAsker(host string) *asker {
	a := &asker{Manager: &autocert.Manager{
		Prompt: autocert.AcceptTOS, // who starts the server with TLS by itself agrees
		Cache:  m.folder,
		Email:  m.o.Email,
		HostPolicy: func(_ context.Context, asked string) error {
			if asked != host {
				return errNotCovered
			}
			return nil
		},
		Client: &acme.Client{
			Key: m.account.key, DirectoryURL: m.o.Directory, UserAgent: "designmanual", RetryBackoff: retryBackoff,
			HTTPClient: &http.Client{
				Timeout:   answerTime,
				Transport: &transport{host: host, covers: m.covers, closing: m.ctx, account: m.account, to: m.client, log: m.o.Log},
			},
		},
	}}
	a.challenges = a.HTTPHandler(nil)
	return a
}

// certificate returns the host's certificate. Where there is none yet, it
// waits for the attempt to get one, or for ctx.
func (m *Manager) certificate(ctx context.Context, k *keeper) (*tls.Certificate, error) {
	m.forget(k)
	if k.leaf.Load() == nil {
		done, err := m.attempt(k)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.host, err)
		}
		select {
		case <-done:
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: waiting for a certificate: %w", k.host, context.Cause(ctx))
		}
		if k.leaf.Load() == nil {
			return nil, fmt.Errorf("%s: %w", k.host, errNone)
		}
	}
	cert, err := k.ask()
	if err != nil {
		return nil, err
	}
	if before := k.leaf.Swap(cert.Leaf); !before.Equal(cert.Leaf) {
		m.o.Log.Info("certificate renewed", "host", k.host, "expires", cert.Leaf.NotAfter.UTC())
	}
	return cert, nil
}

// forget lets go of a certificate that has expired: autocert would serve it
// until the next of its hourly tries to renew it.
func (m *Manager) forget(k *keeper) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if leaf := k.leaf.Load(); leaf != nil && m.o.Now().After(leaf.NotAfter) {
		k.leaf.Store(nil)
		k.asks.Store(m.newAsker(k.host))
	}
}

// ask returns what autocert has for the host, or has it got. It is asked as
// a client would that knows ECDSA, since a client that does not is from
// before 2015 and would cost a second certificate.
func (k *keeper) ask() (*tls.Certificate, error) {
	return k.asks.Load().GetCertificate(&tls.ClientHelloInfo{
		ServerName:   k.host,
		CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
}

// attempt begins to get the first certificate of a host, out of the folder or
// from the authority, and returns what is closed when that is over. One
// attempt for a host goes on at a time. The error is errLater.
func (m *Manager) attempt(k *keeper) (<-chan struct{}, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.done != nil {
		return k.done, nil
	}
	if m.ctx.Err() != nil || m.o.Now().Before(k.retry) {
		return nil, errLater
	}
	done := make(chan struct{})
	k.done = done
	m.working.Go(func() {
		m.slots <- struct{}{}
		cert, err := k.ask()
		<-m.slots
		m.ended(k, cert, err)
		close(done)
	})
	return done, nil
}

// ended notes how an attempt has ended.
func (m *Manager) ended(k *keeper, cert *tls.Certificate, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done = nil
	if err == nil {
		k.failures = 0
		k.leaf.Store(cert.Leaf)
		m.o.Log.Info("certificate ready", "host", k.host, "expires", cert.Leaf.NotAfter.UTC())
		return
	}
	k.asks.Store(m.newAsker(k.host))
	wait := pause(k.failures)
	k.failures++
	k.retry = m.o.Now().Add(wait)
	if m.ctx.Err() == nil {
		m.o.Log.Warn("no certificate", "host", k.host, "error", err, "again-in", wait)
	}
}

// pause returns how long to leave a host alone after that many failures and
// one more.
func pause(failures int) time.Duration {
	wait := firstPause
	for range failures {
		wait = min(wait*pauseStep, lastPause)
	}
	return wait
}
