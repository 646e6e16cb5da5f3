package trial

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Proxy is one that runs. Its clients ask for hosts of the site and are
// connected to it.
type Proxy struct {
	Name   string
	Scheme string         // that clients ask with
	Caches bool           // whether it stores anything
	Plain  string         // the address where it leads from HTTP to HTTPS, or empty
	Listen string         // its address
	roots  *x509.CertPool // that clients trust, nil without TLS
}

// Client returns a client of the proxy that has the address, on loopback.
func (p *Proxy) Client(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	dial := func(ctx context.Context, _, to string) (net.Conn, error) {
		if strings.HasSuffix(to, ":80") && p.Plain != "" {
			return dialer.DialContext(ctx, "tcp", p.Plain)
		}
		return dialer.DialContext(ctx, "tcp", p.Listen)
	}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dial, TLSClientConfig: &tls.Config{RootCAs: p.roots},
			DisableCompression: true, MaxIdleConnsPerHost: 256, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       20 * time.Second,
	}
}

// ready waits until the proxy answers.
func (p *Proxy) ready(ctx context.Context, process *Process) error {
	err := process.answers(ctx, p.Client("127.0.0.1"), p.Scheme+"://"+Site+"/healthz")
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	return nil
}

// A change of a proxy's file: what it says, and what it says in the trial.
type change struct{ from, to string }

// derive writes the file as the trial has it and returns its path.
func (t *Trial) derive(file, name string, changes []change) (string, error) {
	text, err := os.ReadFile(filepath.Join(t.files, file))
	if err != nil {
		return "", err
	}
	changed := string(text)
	for _, c := range changes {
		if !strings.Contains(changed, c.from) {
			return "", fmt.Errorf("%s: there is no %q to change", file, c.from)
		}
		changed = strings.ReplaceAll(changed, c.from, c.to)
	}
	path := filepath.Join(t.Dir, name)
	return path, os.WriteFile(path, []byte(changed), 0o600)
}

// addresses returns that many addresses that nothing listens on.
func (t *Trial) addresses(n int) ([]string, error) {
	free := make([]string, n)
	for i := range free {
		for free[i] == "" || slices.Contains(free[:i], free[i]) {
			var err error
			if free[i], err = t.Address(); err != nil {
				return nil, err
			}
		}
	}
	return free, nil
}
