package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/certs"
	"designmanual/api/serve"
)

// The defaults of a server with --tls.
const (
	tlsListen   = ":443"
	plainListen = ":80"
)

// tlsFlags are the flags about TLS.
type tlsFlags struct {
	serve.TLS
	plainListen string // or off
	hsts        string // or off
}

func (f *tlsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Enabled, "tls", false, "serve HTTPS with certificates from Let's Encrypt, whose subscriber agreement you accept with it (the default of --listen is "+tlsListen+" then)")
	flags.StringVar(&f.plainListen, "http-listen", plainListen, "with --tls, the `ADDRESS` that redirects plain HTTP to HTTPS and answers for certificates, or off")
	flags.StringVar(&f.Folder, "tls-folder", "", "the `FOLDER` of the certificates and their keys (default: the database's path with "+serve.TLSFolder+")")
	flags.StringVar(&f.Directory, "acme-directory", certs.LetsEncrypt, "the `URL` of the certificate authority's ACME directory")
	flags.StringVar(&f.Email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	flags.StringVar(&f.Root, "acme-root", "", "a PEM `FILE` of roots by which the certificate authority's own server is trusted, besides the system's")
	flags.StringVar(&f.Cert, "tls-cert", "", "a PEM `FILE` with a certificate of your own and its chain, instead of an authority; read again when it changes")
	flags.StringVar(&f.Key, "tls-key", "", "the PEM `FILE` with its key")
	flags.StringVar(&f.hsts, "hsts", certs.DefaultStrictTransport, "the `VALUE` of Strict-Transport-Security on HTTPS, or off")
}

// check returns a usage error if the flags contradict each other.
func (f *tlsFlags) check() error {
	switch {
	case (f.Cert == "") != (f.Key == ""):
		return usageErrorf("--tls-cert and --tls-key: expected both or none")
	case f.Cert != "" && !f.Enabled:
		return usageErrorf("--tls-cert: expected --tls beside it")
	case !f.Enabled:
		return nil
	case f.plainListen != "off":
		if err := checkListen("http-listen", f.plainListen); err != nil {
			return err
		}
		f.PlainListen = f.plainListen
	}
	var err error
	if f.StrictTransport, err = certs.ParseStrictTransport(f.hsts); err != nil {
		return valueError("hsts", err)
	}
	if !strings.HasPrefix(f.Directory, "https://") {
		return usageErrorf("--acme-directory: expected an https:// address, found %q", f.Directory)
	}
	return nil
}
