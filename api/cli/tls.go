package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"designmanual/api/certs"
	"designmanual/api/http1"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// The defaults of a server with --tls.
const (
	tlsListen   = ":443"
	plainListen = ":80"
	tlsFolder   = ".certs" // after the path of the database
)

// tlsFlags are the flags of a server that speaks TLS by itself.
type tlsFlags struct {
	on                     bool
	listen                 string // for plain HTTP
	folder                 string
	directory, email, root string
	cert, key              string
	strict                 string
}

func (f *tlsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.on, "tls", false, "serve HTTPS with certificates from Let's Encrypt, whose subscriber agreement you accept with it (the default of --listen is "+tlsListen+" then)")
	flags.StringVar(&f.listen, "http-listen", plainListen, "with --tls, the `ADDRESS` that redirects plain HTTP to HTTPS and answers for certificates, or off")
	flags.StringVar(&f.folder, "tls-folder", "", "the `FOLDER` of the certificates and their keys (default: the database's path with "+tlsFolder+")")
	flags.StringVar(&f.directory, "acme-directory", certs.LetsEncrypt, "the `URL` of the certificate authority's ACME directory")
	flags.StringVar(&f.email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	flags.StringVar(&f.root, "acme-root", "", "a PEM `FILE` of roots by which the certificate authority's own server is trusted, besides the system's")
	flags.StringVar(&f.cert, "tls-cert", "", "a PEM `FILE` with a certificate of your own and its chain, instead of an authority; read again when it changes")
	flags.StringVar(&f.key, "tls-key", "", "the PEM `FILE` with its key")
	flags.StringVar(&f.strict, "hsts", certs.DefaultStrictTransport, "the `VALUE` of Strict-Transport-Security on HTTPS, or off")
}

// check finds flags that contradict each other; an error is one of usage.
func (f *tlsFlags) check(cmd *cobra.Command) error {
	switch {
	case (f.cert == "") != (f.key == ""):
		return wrongUsage(cmd, errors.New("--tls-cert and --tls-key: expected both or none"))
	case f.cert != "" && !f.on:
		return wrongUsage(cmd, errors.New("--tls-cert: expected --tls beside it"))
	case !f.on:
		return nil
	case f.listen != "off":
		if err := checkListen(cmd, "http-listen", f.listen); err != nil {
			return err
		}
	}
	var err error
	if f.strict, err = certs.ParseStrictTransport(f.strict); err != nil {
		return wrongUsage(cmd, fmt.Errorf("--hsts: %w", err))
	}
	if !strings.HasPrefix(f.directory, "https://") {
		return wrongUsage(cmd, fmt.Errorf("--acme-directory: expected an https:// address, found %q", f.directory))
	}
	return nil
}

// checkSite finds a base URL that TLS cannot be had for.
func (f *tlsFlags) checkSite(cmd *cobra.Command, site manual.Site) error {
	switch {
	case !f.on:
		return nil
	case site.Scheme != "https":
		return wrongUsage(cmd, fmt.Errorf("--base-url: expected an https:// address with --tls, found %s", site))
	case f.cert == "" && !strings.Contains(site.Host, "."):
		return wrongUsage(cmd, fmt.Errorf("--base-url: no authority gives a certificate for %s; expected a public host name, or --tls-cert", site.Host))
	}
	return nil
}

// address returns what to listen on: with --tls another default.
func (f *tlsFlags) address(cmd *cobra.Command, listen string) string {
	if f.on && !cmd.Flags().Changed("listen") {
		return tlsListen
	}
	return listen
}

// secured is what a server that speaks TLS has besides the others.
type secured struct {
	certificates source
	plain        *http1.Server // of plain HTTP
	listener     net.Listener  // nil with --http-listen off
	keeping      sync.WaitGroup
	log          *slog.Logger
}

// A source is where certificates come from.
type source interface {
	Config() *tls.Config
	Run(ctx context.Context) // keeps them up until ctx is done
	Certificates() []certs.Certificate
	Close()
}

// secure makes the public server one that speaks TLS, and opens the listener
// of plain HTTP, where the flags say so.
func (s *servers) secure(ctx context.Context, f *tlsFlags, sockets service.Sockets) error {
	if !f.on {
		return nil
	}
	var plain net.Listener
	if f.listen != "off" {
		var err error
		if plain, err = listen(ctx, sockets, httpSocket, f.listen); err != nil {
			return err
		}
	}
	certificates, manager, err := f.source(s.store, s.publicListener, plain, s.log)
	if err != nil {
		if plain != nil {
			plain.Close()
		}
		return err
	}
	with := &secured{certificates: certificates, listener: plain, plain: http1.NewServer(certs.Plain(s.store.Index, manager), s.log), log: s.log}
	with.plain.MaxConns = http1.Beside.MaxConns()
	with.plain.Client = s.public.Client
	s.public.Handler = certs.StrictTransport(s.handler, f.strict)
	s.public.TLSConfig = certificates.Config()
	s.public.ErrorLog = certs.ErrorLog(s.log)
	s.secured = with
	return nil
}

// source opens where the certificates come from; the manager is nil where
// they are one's own. The listener of plain HTTP may be nil.
func (f *tlsFlags) source(store *db.DB, secure, plain net.Listener, log *slog.Logger) (source, *certs.Manager, error) {
	if f.cert != "" {
		pair, err := openPair(f.cert, f.key, log)
		return pair, nil, err
	}
	roots, err := f.roots()
	if err != nil {
		return nil, nil, fmt.Errorf("--acme-root: %w", err)
	}
	folder := f.folder
	if folder == "" {
		folder = store.Path() + tlsFolder
	}
	manager, err := certs.New(certs.Options{
		Index: store.Index, Folder: folder, Directory: f.directory, Email: f.email, Roots: roots, Log: log,
		TLSPort: portOf(secure), HTTPPort: portOf(plain),
	})
	return manager, manager, err
}

// portOf returns the port of a listener, 0 where there is none.
func portOf(l net.Listener) int {
	if l == nil {
		return 0
	}
	address, ok := l.Addr().(*net.TCPAddr)
	if !ok { // a socket that was handed down need not be of TCP
		return 0
	}
	return address.Port
}

// A watchedPair is a certificate of one's own that is read again when its
// files change.
type watchedPair struct {
	*certs.Pair
	watcher *seed.Watcher
}

func openPair(cert, key string, log *slog.Logger) (*watchedPair, error) {
	watcher, err := seed.Watch([]string{cert, key}) // before they are read, so that no change goes unseen
	if err != nil {
		return nil, err
	}
	pair, err := certs.LoadPair(cert, key, log)
	if err != nil {
		watcher.Close()
		return nil, err
	}
	return &watchedPair{pair, watcher}, nil
}

// Run reads the files again whenever they change, until ctx is done.
func (p *watchedPair) Run(ctx context.Context) {
	p.watcher.Run(ctx, func() (again bool) {
		p.Reload()
		return false
	})
}

// Close ends the watch where it is not run.
func (p *watchedPair) Close() { p.watcher.Close() }

// roots returns the system's roots and those of --acme-root; nil, which
// stands for the system's, without it.
func (f *tlsFlags) roots() (*x509.CertPool, error) {
	if f.root == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(f.root)
	if err != nil {
		return nil, err
	}
	roots, err := x509.SystemCertPool()
	if err != nil { // a machine without any
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM form", f.root)
	}
	return roots, nil
}

// close lets go of what secure has opened, where nothing has been served.
func (s *secured) close() {
	s.certificates.Close()
	if s.listener != nil {
		s.listener.Close()
	}
}

// serve serves plain HTTP and keeps the certificates up until ctx is done.
func (s *secured) serve(ctx context.Context, ended chan<- error) {
	s.keeping.Go(func() { s.certificates.Run(ctx) })
	if s.listener != nil {
		s.log.Info("leading plain HTTP to HTTPS", "listen", s.listener.Addr().String())
		go func() { ended <- s.plain.Serve(s.listener) }()
	}
}

// end waits for what serve began; its ctx is done, and plain is shut down.
func (s *secured) end() {
	s.keeping.Wait()
	s.certificates.Close()
}
