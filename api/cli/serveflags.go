package cli

import (
	"log/slog"
	"net/netip"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/certs"
	"designmanual/api/ratelimit"
	"designmanual/api/serve"
	"designmanual/db/manual"
)

// addShared adds the flags that serve and dev have in common.
func (f *settings) addShared(cmd *cobra.Command) {
	parsedFlag(cmd, &f.Listen, "listen", defaultListen, listenAddress, "the `ADDRESS` to listen on")
	parsedFlag(
		cmd, &f.API.Rate, "rate", ratelimit.DefaultRate, ratelimit.ParseRate,
		"the `RATE` of requests for a client address: a number with -S, -M, -H or -D, or off",
	)
	parsedFlag(
		cmd, &f.API.AccessTokenRate, "token-rate", ratelimit.DefaultTokenRate, ratelimit.ParseRate,
		"the `RATE` of requests for an access token, or off",
	)
	parsedFlag(
		cmd, &f.API.TrustedProxies, "trusted-proxy", "", f.moreProxies,
		"a network (`CIDR`) of proxies whose X-Forwarded-For is trusted; repeatable",
	)
	allowFlags(cmd, &f.Import)
	anchorFlag(cmd, &f.Import)
}

// moreProxies adds the networks of a list to the trusted ones.
func (f *settings) moreProxies(list string) ([]netip.Prefix, error) {
	proxies := f.API.TrustedProxies
	for proxy := range strings.SplitSeq(list, ",") {
		network, err := netip.ParsePrefix(proxy)
		if err != nil {
			return nil, expectedError("a network as 10.0.0.0/8 or, for one address, 127.0.0.1/32")
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}

func logLevel(text string) (slog.Level, error) {
	var level slog.Level
	if !slices.Contains([]string{"info", "warn", "error"}, strings.ToLower(text)) {
		return level, expectedError("info, warn or error")
	}
	return level, level.UnmarshalText([]byte(text))
}

func (p *program) serveCommand() *cobra.Command {
	f := new(settings)
	cmd := newCommand("serve", noArguments, p.runServe(f))
	flags := cmd.Flags()
	parsedFlag(
		cmd, &f.Site, "base-url", "", manual.ParseSite,
		"the `URL` that all addresses are made from; the database keeps it (default: http://localhost with the port "+
			"of --listen)",
	)
	parsedFlag(
		cmd, &f.Brand, "brand", "", brandAtHome,
		"the `SLUG` of the brand whose primary manual is at the base URL itself; the database keeps it",
	)
	f.addSeeds(cmd)
	f.addLogs(cmd)
	parsedFlag(
		cmd, &f.MetricsListen, "metrics-listen", "", listenAddress,
		"an `ADDRESS` for metrics and readiness, for Prometheus and operators; off without it",
	)
	flags.StringVar(
		&f.sessionKey, "session-key", "",
		"a `FILE` with a key made by token new --session-key: a password entered on one server opens the page on "+
			"all that have the same key",
	)
	flags.BoolVar(
		&f.NoAgents, "no-mcp", false, "do not answer agents at "+manual.AgentsPath+" (Model Context Protocol)",
	)
	f.addShared(cmd)
	addTLS(cmd, &f.TLS)
	p.databaseFlag(cmd)
	return cmd
}

// addSeeds adds the flags of what is imported.
func (f *settings) addSeeds(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.Seeds, "seed", nil, "a seed file or folder (`PATH`) to import at start; repeatable")
	flags.BoolVar(
		&f.Watch, "watch", false,
		"import the seed files again when they change; what vanishes from them is served as before",
	)
	flags.BoolVar(
		&f.Prune, "prune", false, "with --watch: remove manuals that have been gone from the files for a minute",
	)
	flags.BoolVar(
		&f.Import.RefuseBreaking, "fail-on-breaking", false,
		"refuse an import that removes or renames a token, a value in a mode or an anchor, changes a slug, or takes "+
			"a manual from its readers, and serve what there is; import --accept-breaking lets it through",
	)
	flags.BoolVar(
		&f.RequireSeed, "require-seed", false,
		"exit with 1 if the seed files cannot be imported at the start, also where the database holds an earlier "+
			"state that could be served",
	)
}

// addLogs adds the flags of the logs.
func (f *settings) addLogs(cmd *cobra.Command) {
	parsedFlag(cmd, &f.logForm, "log-format", "text", oneOf("text or json"), "the `FORM` of the log: text or json")
	parsedFlag(
		cmd, &f.logLevel, "log-level", "info", logLevel, "the lowest `LEVEL` that is logged: info, warn or error",
	)
	parsedFlag(
		cmd, &f.accessLog, "access-log", "off", oneOf("off, text or json"),
		"the `FORM` in which each request is logged, with the client's address: off, text or json",
	)
}

// brandAtHome parses the slug of a brand, or nothing for none.
func brandAtHome(slug string) (*string, error) {
	if slug == "" {
		return &slug, nil
	}
	slug, err := brandSlug(slug)
	return &slug, err
}

// The defaults of a server with --tls.
const (
	tlsListen   = ":443"
	plainListen = ":80"
)

func addTLS(cmd *cobra.Command, t *serve.TLS) {
	flags := cmd.Flags()
	flags.BoolVar(
		&t.Enabled, "tls", false,
		"serve HTTPS with certificates from Let's Encrypt, whose subscriber agreement you accept with it (the "+
			"default of --listen is "+tlsListen+" then)",
	)
	parsedFlag(
		cmd, &t.PlainListen, "http-listen", plainListen, addressOrOff,
		"with --tls, the `ADDRESS` that redirects plain HTTP to HTTPS and answers for certificates, or off",
	)
	flags.StringVar(
		&t.Folder, "tls-folder", "",
		"the `FOLDER` of the certificates and their keys (default: the database's path with "+serve.TLSFolder+")",
	)
	parsedFlag(
		cmd, &t.Directory, "acme-directory", certs.LetsEncrypt, acmeDirectory,
		"the `URL` of the certificate authority's ACME directory",
	)
	flags.StringVar(&t.Email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	flags.StringVar(
		&t.Root, "acme-root", "",
		"a PEM `FILE` of roots by which the certificate authority's own server is trusted, besides the system's",
	)
	flags.StringVar(
		&t.Cert, "tls-cert", "",
		"a PEM `FILE` with a certificate of your own and its chain, instead of an authority; read again when it "+
			"changes",
	)
	flags.StringVar(&t.Key, "tls-key", "", "the PEM `FILE` with its key")
	parsedFlag(
		cmd, &t.StrictTransport, "hsts", certs.DefaultStrictTransport, certs.ParseStrictTransport,
		"the `VALUE` of Strict-Transport-Security on HTTPS, or off",
	)
}

// addressOrOff parses an address with a port, or off, which becomes nothing.
func addressOrOff(address string) (string, error) {
	if address == "off" {
		return "", nil
	}
	return listenAddress(address)
}

func acmeDirectory(url string) (string, error) {
	if !strings.HasPrefix(url, "https://") {
		return "", expectedError("an https:// address")
	}
	return url, nil
}
