package serve

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"designmanual/api/certs"
	"designmanual/api/http1"
	"designmanual/api/ratelimit"
	"designmanual/api/remote"
	"designmanual/seed/source"
)

// listen opens the listeners that the options ask for.
func (s *server) listen(ctx context.Context) error {
	var err error
	if s.listener, err = listenOn(ctx, "listen", s.Listen); err != nil {
		return err
	}
	if s.TLS.Enabled && s.TLS.PlainListen != "" {
		if s.httpListener, err = listenOn(ctx, "http-listen", s.TLS.PlainListen); err != nil {
			return err
		}
	}
	if s.MetricsListen != "" {
		s.metricsListener, err = listenOn(ctx, "metrics-listen", s.MetricsListen)
	}
	return err
}

func (s *server) closeListeners() {
	for _, l := range []net.Listener{s.listener, s.httpListener, s.metricsListener} {
		if l != nil {
			l.Close()
		}
	}
}

// listenOn listens on the address that a flag names.
func listenOn(ctx context.Context, flag, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf(
			"%s is in use by %s: stop that one, or choose another address with --%s (%w)", address,
			describeListener(address), flag, syscall.EADDRINUSE,
		)
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf(
			"this user may not listen on %s: choose a port from 1024 on with --%s, or on Linux let root run "+
				"`setcap cap_net_bind_service=+ep` on the program (%w)",
			address, flag, fs.ErrPermission,
		)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return l, nil
}

// describeListener says who listens on an address, as far as this user may know. Most often
// it is a designmanual that was started before and is out of sight.
func describeListener(address string) string {
	_, name, _ := net.SplitHostPort(address) // checked by its flag
	port, err := net.LookupPort("tcp", name)
	if err != nil {
		return "another program"
	}
	id, command := findListener(port)
	if id == 0 {
		return "another program"
	}
	program, arguments, _ := strings.Cut(command, " ")
	program = filepath.Base(program)
	if program != filepath.Base(os.Args[0]) {
		return fmt.Sprintf("another program (%s, process %d)", program, id)
	}
	return fmt.Sprintf("another %s (process %d: %s %s)", program, id, program, arguments)
}

func portOf(l net.Listener) int {
	if l == nil {
		return 0
	}
	return l.Addr().(*net.TCPAddr).Port
}

// connectionKey returns the function that names the client of a connection, so that
// the server can limit the connections of each: the same key as for the rate limit,
// or nothing for trusted proxies, which connect for many clients.
func connectionKey(trusted ratelimit.Proxies) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, ok := ratelimit.ParseAddress(peer.String())
		if !ok || trusted.Contains(address) {
			return ""
		}
		return ratelimit.Key(address)
	}
}

// TLSFolder is appended to the path of the database for the default of [TLS.Folder].
const TLSFolder = ".certs"

// TLS says how a server gets its certificates: from files or, without them, from an
// authority.
type TLS struct {
	Enabled         bool
	PlainListen     string // the address that redirects plain HTTP, or nothing
	Folder          string // of the certificates of an authority; nothing for the database's path and TLSFolder
	Directory       string // the URL of the authority's ACME directory
	Email           string // that the authority may write to
	Root            string // a PEM file of roots for the authority's own server, or nothing
	Cert, Key       string // PEM files
	StrictTransport string // the value of Strict-Transport-Security, or nothing
}

// addTLS configures TLS for the public server, which says so to browsers, and adds the listener that
// redirects plain HTTP to HTTPS, if there is an address for that.
func (s *server) addTLS() error {
	t := &s.TLS
	var certManager *certs.Manager // nil with --tls-cert
	if t.Cert != "" {
		watcher := source.NewWatcher([]string{t.Cert, t.Key}) // before the files are read, so that no change is missed
		pair, err := certs.LoadPair(t.Cert, t.Key, s.Log)
		if err != nil {
			return err
		}
		s.public.TLSConfig, s.certificates = pair.Config(), pair.Certificates
		s.readyTasks = append(s.readyTasks, func(ctx context.Context) { s.warnOfCertificate(ctx, pair) })
		s.tasks = append(s.tasks, func(ctx context.Context) {
			watcher.Run(ctx, func(bool) (again bool) { s.reloadCertificate(pair); return false })
		})
	} else {
		roots, err := readRoots(t.Root)
		if err != nil {
			return fmt.Errorf("--acme-root: %w", err)
		}
		certManager, err = certs.New(certs.Options{
			Index: s.db.Index, Folder: cmp.Or(t.Folder, s.db.Path()+TLSFolder), Directory: t.Directory,
			Email: t.Email, Roots: roots, Now: time.Now, Log: s.Log,
			TLSPort: portOf(s.listener), HTTPPort: portOf(s.httpListener),
		})
		if err != nil {
			return err
		}
		s.public.TLSConfig = certManager.Config()
		s.certificates = certManager.Certificates
		s.tasks, s.closers = append(s.tasks, certManager.Run), append(s.closers, certManager.Close)
	}
	s.public.Handler = certs.StrictTransport(s.public.Handler, t.StrictTransport)
	s.public.ErrorLog = certs.ErrorLog(s.Log)
	if s.httpListener != nil {
		plain := http1.NewServer(certs.Plain(s.db.Index, certManager), s.Log)
		_, plain.MaxConns = http1.MaxConns()
		plain.ClientKey = s.public.ClientKey
		s.servedListeners = append(
			s.servedListeners, servedListener{plain, s.httpListener, "leading plain HTTP to HTTPS"},
		)
	}
	return nil
}

// reloadCertificate reads a certificate given by file again, and judges the one that takes its place.
func (s *server) reloadCertificate(pair *certs.Pair) {
	if pair.Reload() {
		s.judgeCertificate(pair)
	}
}

// warnOfCertificate judges a certificate given by file, now and each day until ctx is done.
func (s *server) warnOfCertificate(ctx context.Context, pair *certs.Pair) {
	daily := time.NewTicker(24 * time.Hour)
	defer daily.Stop()
	for ctx.Err() == nil {
		s.judgeCertificate(pair)
		select {
		case <-daily.C:
		case <-ctx.Done():
		}
	}
}

// judgeCertificate logs if a certificate given by file lacks its chain, is not valid at the time, or
// does not cover a host that is served.
func (s *server) judgeCertificate(pair *certs.Pair) {
	if pair.LacksChain() {
		s.Log.Warn(
			"the certificate stands without those of its authority, and clients that do not know these refuse it: "+
				"put them behind it into the file (fullchain.pem)",
			"file", s.TLS.Cert,
		)
	}
	leaf := pair.Certificates()[0]
	now := time.Now()
	if now.After(leaf.NotAfter) {
		s.Log.Warn("the certificate has expired", "file", s.TLS.Cert, "expired", leaf.NotAfter)
	}
	if now.Before(leaf.NotBefore) {
		s.Log.Warn("the certificate is not valid yet", "file", s.TLS.Cert, "from", leaf.NotBefore)
	}
	for _, host := range certs.Hosts(s.db.Index()) {
		if leaf.VerifyHostname(strings.Trim(host, "[]")) != nil {
			s.Log.Warn("the certificate does not cover a host that is served", "file", s.TLS.Cert, "host", host)
		}
	}
}

// readRoots returns the system's root certificates and those in a file. Without a
// file it returns nil, which x509 takes as the system's.
func readRoots(file string) (*x509.CertPool, error) {
	remote.AddRoots()
	if file == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots, err := x509.SystemCertPool()
	if err != nil { // the system has none
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM form", file)
	}
	return roots, nil
}
