package certs

import (
	"context"
	"fmt"

	"github.com/caddyserver/certmagic"
)

// fail tells those who wait for the certificate of a host that an order has failed.
func (m *Manager) fail(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	failed := m.managed[name]
	if failed == nil {
		return
	}
	select {
	case <-failed:
	default:
		close(failed)
	}
}

// forget ends the management of a host, which begins again when it is covered again.
func (m *Manager) forget(name string) {
	m.fail(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.managed, name)
}

// event handles an event of certmagic. It returns an error to prevent an order for
// a host that is no longer covered, and logs the results of the others.
func (m *Manager) event(_ context.Context, event string, data map[string]any) error {
	host, _ := data["identifier"].(string)
	switch event {
	case "cert_obtaining":
		if !m.covers(host) {
			m.forget(host)
			return certmagic.ErrNoRetry{Err: fmt.Errorf("%s is not to have a certificate any more", host)}
		}
	case "cached_managed_cert":
		names, _ := data["sans"].([]string)
		for _, name := range names {
			if cert := m.cached(name); cert != nil {
				m.o.Log.Info("certificate ready", "host", name, "expires", cert.Leaf.NotAfter.UTC())
			}
		}
	case "cert_obtained":
		if data["renewal"] == true {
			m.o.Log.Info("certificate renewed", "host", host)
		}
	case "cert_failed":
		m.logFailure(host, data)
		m.fail(host)
	}
	return nil
}

// logFailure logs that an order has failed, unless the manager is closed.
func (m *Manager) logFailure(host string, data map[string]any) {
	if m.ctx.Err() != nil {
		return
	}
	if data["renewal"] == true {
		m.o.Log.Warn("certificate not renewed", "host", host, "error", data["error"])
		return
	}
	m.o.Log.Warn("no certificate", "host", host, "error", data["error"], "then", "tried again, at growing intervals")
}
