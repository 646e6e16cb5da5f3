package cli

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // root certificates for a system without any, such as a minimal image

	"designmanual/api/certs"
	"designmanual/api/http1"
	"designmanual/db/manual"
	"designmanual/seed"
)

// The defaults of a server with --tls.
const (
	tlsListen   = ":443"
	plainListen = ":80"
	tlsFolder   = ".certs" // appended to the path of the database
)

// tlsFlags are the flags about TLS.
type tlsFlags struct {
	enabled                bool
	listen                 string // for plain HTTP
	folder                 string
	directory, email, root string
	cert, key              string
	hsts                   string
}

func (f *tlsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.enabled, "tls", false, "serve HTTPS with certificates from Let's Encrypt, whose subscriber agreement you accept with it (the default of --listen is "+tlsListen+" then)")
	flags.StringVar(&f.listen, "http-listen", plainListen, "with --tls, the `ADDRESS` that redirects plain HTTP to HTTPS and answers for certificates, or off")
	flags.StringVar(&f.folder, "tls-folder", "", "the `FOLDER` of the certificates and their keys (default: the database's path with "+tlsFolder+")")
	flags.StringVar(&f.directory, "acme-directory", certs.LetsEncrypt, "the `URL` of the certificate authority's ACME directory")
	flags.StringVar(&f.email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	flags.StringVar(&f.root, "acme-root", "", "a PEM `FILE` of roots by which the certificate authority's own server is trusted, besides the system's")
	flags.StringVar(&f.cert, "tls-cert", "", "a PEM `FILE` with a certificate of your own and its chain, instead of an authority; read again when it changes")
	flags.StringVar(&f.key, "tls-key", "", "the PEM `FILE` with its key")
	flags.StringVar(&f.hsts, "hsts", certs.DefaultStrictTransport, "the `VALUE` of Strict-Transport-Security on HTTPS, or off")
}

// check returns a usage error if the flags contradict each other.
func (f *tlsFlags) check() error {
	switch {
	case (f.cert == "") != (f.key == ""):
		return usageErrorf("--tls-cert and --tls-key: expected both or none")
	case f.cert != "" && !f.enabled:
		return usageErrorf("--tls-cert: expected --tls beside it")
	case !f.enabled:
		return nil
	case f.listen != "off":
		if err := checkListen("http-listen", f.listen); err != nil {
			return err
		}
	}
	var err error
	if f.hsts, err = certs.ParseStrictTransport(f.hsts); err != nil {
		return valueError("hsts", err)
	}
	if !strings.HasPrefix(f.directory, "https://") {
		return usageErrorf("--acme-directory: expected an https:// address, found %q", f.directory)
	}
	return nil
}

// checkSite returns a usage error if no certificate can be had for the base URL.
func (f *tlsFlags) checkSite(site manual.Site) error {
	switch {
	case !f.enabled:
		return nil
	case site.Scheme != "https":
		return usageErrorf("--base-url: expected an https:// address with --tls, found %s", site)
	case f.cert == "" && !strings.Contains(site.Host, "."):
		return usageErrorf("--base-url: no authority gives a certificate for %s; expected a public host name, or --tls-cert", site.Host)
	}
	return nil
}

// openTLS configures TLS for the public server and adds the endpoint that redirects
// plain HTTP to HTTPS, if the flags ask for them.
func (s *server) openTLS(ctx context.Context) error {
	f := &s.tls
	if !f.enabled {
		return nil
	}
	if f.listen != "off" {
		if err := s.listenOn(ctx, httpSocket, f.listen); err != nil {
			return err
		}
	}
	var manager *certs.Manager // nil with --tls-cert
	if f.cert != "" {
		watcher := seed.Watch([]string{f.cert, f.key}) // before the files are read, so that no change is missed
		pair, err := certs.LoadPair(f.cert, f.key, s.log)
		if err != nil {
			return err
		}
		s.public.TLSConfig, s.certificates = pair.Config(), pair.Certificates
		s.maintainCertificates = func(ctx context.Context) {
			watcher.Run(ctx, func() (again bool) { pair.Reload(); return false })
		}
	} else {
		roots, err := readRoots(f.root)
		if err != nil {
			return fmt.Errorf("--acme-root: %w", err)
		}
		manager, err = certs.New(certs.Options{
			Index: s.store.Index, Folder: cmp.Or(f.folder, s.store.Path()+tlsFolder), Directory: f.directory, Email: f.email, Roots: roots, Now: time.Now, Log: s.log,
			TLSPort: portOf(s.listener), HTTPPort: portOf(s.sockets[httpSocket]),
		})
		if err != nil {
			return err
		}
		s.public.TLSConfig, s.certificates = manager.Config(), manager.Certificates
		s.maintainCertificates, s.closeCertificates = manager.Run, manager.Close
	}
	s.public.Handler = certs.StrictTransport(s.handler, f.hsts)
	s.public.ErrorLog = certs.ErrorLog(s.log)
	if f.listen != "off" {
		plain := http1.NewServer(certs.Plain(s.store.Index, manager), s.log)
		_, plain.MaxConns = http1.MaxConns()
		plain.Client = s.public.Client
		s.endpoints = append(s.endpoints, endpoint{plain, s.sockets.Take(httpSocket), "leading plain HTTP to HTTPS"})
	}
	return nil
}

// readRoots returns the system's root certificates and those in a file. Without a
// file it returns nil, which x509 takes as the system's.
func readRoots(file string) (*x509.CertPool, error) {
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
