package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // roots to trust authorities by, where the system has none: an image of nothing but the program

	"designmanual/api/certs"
	"designmanual/api/http1"
	"designmanual/api/service"
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
func (f *tlsFlags) check() error {
	switch {
	case (f.cert == "") != (f.key == ""):
		return usageErrorf("--tls-cert and --tls-key: expected both or none")
	case f.cert != "" && !f.on:
		return usageErrorf("--tls-cert: expected --tls beside it")
	case !f.on:
		return nil
	case f.listen != "off":
		if err := checkListen("http-listen", f.listen); err != nil {
			return err
		}
	}
	var err error
	if f.strict, err = certs.ParseStrictTransport(f.strict); err != nil {
		return usageErrorf("--hsts: %w", err)
	}
	if !strings.HasPrefix(f.directory, "https://") {
		return usageErrorf("--acme-directory: expected an https:// address, found %q", f.directory)
	}
	return nil
}

// checkSite finds a base URL that TLS cannot be had for.
func (f *tlsFlags) checkSite(site manual.Site) error {
	switch {
	case !f.on:
		return nil
	case site.Scheme != "https":
		return usageErrorf("--base-url: expected an https:// address with --tls, found %s", site)
	case f.cert == "" && !strings.Contains(site.Host, "."):
		return usageErrorf("--base-url: no authority gives a certificate for %s; expected a public host name, or --tls-cert", site.Host)
	}
	return nil
}

// certificates are those of a server that speaks TLS.
type certificates interface {
	Config() *tls.Config
	Run(ctx context.Context) // keeps them up until ctx is done
	Certificates() []*x509.Certificate
	Close()
}

// addTLS makes the public server speak TLS, and serves what leads plain HTTP
// there, where the flags say so.
func (s *server) addTLS(ctx context.Context, f *tlsFlags, sockets service.Sockets) error {
	if !f.on {
		return nil
	}
	if f.listen != "off" {
		if err := listen(ctx, sockets, httpSocket, f.listen); err != nil {
			return err
		}
	}
	var manager *certs.Manager // nil for a certificate of one's own
	var err error
	if f.cert != "" {
		s.certificates, err = openPair(f.cert, f.key, s.log)
	} else if manager, err = s.newManager(f, sockets); err == nil {
		s.certificates = manager
	}
	if err != nil {
		return err
	}
	s.public.Handler = certs.StrictTransport(s.handler, f.strict)
	s.public.TLSConfig = s.certificates.Config()
	s.public.ErrorLog = certs.ErrorLog(s.log)
	if f.listen != "off" {
		plain := http1.NewServer(certs.Plain(s.store.Index, manager), s.log)
		_, plain.MaxConns = http1.MaxConns()
		plain.Client = s.public.Client
		s.parts = append(s.parts, part{plain, sockets.Take(httpSocket), "leading plain HTTP to HTTPS"})
	}
	return nil
}

// newManager returns what gets certificates from an authority.
func (s *server) newManager(f *tlsFlags, sockets service.Sockets) (*certs.Manager, error) {
	roots, err := f.roots()
	if err != nil {
		return nil, fmt.Errorf("--acme-root: %w", err)
	}
	return certs.New(certs.Options{
		Index: s.store.Index, Folder: cmp.Or(f.folder, s.store.Path()+tlsFolder), Directory: f.directory, Email: f.email, Roots: roots, Now: time.Now, Log: s.log,
		TLSPort: portOf(s.listener), HTTPPort: portOf(sockets[httpSocket]),
	})
}

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

// A watchedPair is a certificate of one's own that is read again when its
// files change.
type watchedPair struct {
	*certs.Pair
	watcher *seed.Watcher
}

func openPair(cert, key string, log *slog.Logger) (certificates, error) {
	watcher := seed.Watch([]string{cert, key}) // before they are read, so that no change goes unseen
	pair, err := certs.LoadPair(cert, key, log)
	if err != nil {
		return nil, err
	}
	return watchedPair{pair, watcher}, nil
}

// Run reads the files again whenever they change, until ctx is done.
func (p watchedPair) Run(ctx context.Context) {
	p.watcher.Run(ctx, func() (again bool) {
		p.Reload()
		return false
	})
}

// Close has nothing to let go of.
func (p watchedPair) Close() {}
