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

// addTLS adds the flags about TLS.
func addTLS(cmd *cobra.Command, t *serve.TLS) {
	flags := cmd.Flags()
	flags.BoolVar(&t.Enabled, "tls", false, "serve HTTPS with certificates from Let's Encrypt, whose subscriber agreement you accept with it (the default of --listen is "+tlsListen+" then)")
	parsedFlag(cmd, &t.PlainListen, "http-listen", plainListen, addressOrOff, "with --tls, the `ADDRESS` that redirects plain HTTP to HTTPS and answers for certificates, or off")
	flags.StringVar(&t.Folder, "tls-folder", "", "the `FOLDER` of the certificates and their keys (default: the database's path with "+serve.TLSFolder+")")
	parsedFlag(cmd, &t.Directory, "acme-directory", certs.LetsEncrypt, acmeDirectory, "the `URL` of the certificate authority's ACME directory")
	flags.StringVar(&t.Email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	flags.StringVar(&t.Root, "acme-root", "", "a PEM `FILE` of roots by which the certificate authority's own server is trusted, besides the system's")
	flags.StringVar(&t.Cert, "tls-cert", "", "a PEM `FILE` with a certificate of your own and its chain, instead of an authority; read again when it changes")
	flags.StringVar(&t.Key, "tls-key", "", "the PEM `FILE` with its key")
	parsedFlag(cmd, &t.StrictTransport, "hsts", certs.DefaultStrictTransport, certs.ParseStrictTransport, "the `VALUE` of Strict-Transport-Security on HTTPS, or off")
}

// addressOrOff parses an address with a port, or off, which becomes nothing.
func addressOrOff(address string) (string, error) {
	if address == "off" {
		return "", nil
	}
	return listenAddress(address)
}

// acmeDirectory parses the URL of an ACME directory.
func acmeDirectory(url string) (string, error) {
	if !strings.HasPrefix(url, "https://") {
		return "", expectedError("an https:// address")
	}
	return url, nil
}
