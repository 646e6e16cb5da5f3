package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/certs"
	"designmanual/api/ratelimit"
	"designmanual/api/serve"
	"designmanual/db/manual"
	"designmanual/seed"
)

// settings are the options for the server of serve and dev, and the flags that become
// options when all are set.
type settings struct {
	serve.Options
	logForm, accessLog string
	logLevel           slog.Level
	sessionKey         string
}

func (f *settings) addShared(cmd *cobra.Command) {
	parsedFlag(cmd, &f.Listen, "listen", defaultListen, listenAddress, "the `ADDRESS` to listen on")
	parsedFlag(
		cmd, &f.API.Rate, "rate", ratelimit.DefaultRate, ratelimit.ParseRate,
		"the `RATE` of requests for a client address: a number with -S, -M, -H or -D, or off",
	)
	parsedFlag(
		cmd, &f.API.TokenRate, "token-rate", ratelimit.DefaultTokenRate, ratelimit.ParseRate,
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

func logLevel(text string) (level slog.Level, err error) {
	if err = level.UnmarshalText([]byte(text)); err != nil {
		err = expectedError("info, warn or error")
	}
	return level, err
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

// runServe returns what serve does. On a terminal it ends with that; elsewhere SIGHUP makes
// it import again.
func (p *program) runServe(f *settings) runFunc {
	run := func(cmd *cobra.Command, _ []string) error {
		box := openOutbox(f.countInLog)
		defer box.Close()
		f.openLogs(box.writer(p.stderr))
		for _, warning := range strayVariables(cmd.Root()) {
			f.Log.Warn(warning)
		}
		if err := f.check(cmd); err != nil {
			return err
		}
		f.Reporter = &logReporter{Logger: f.Log, program: p}
		return p.serve(cmd.Context(), f)
	}
	return func(cmd *cobra.Command, args []string) error {
		if hasTerminal() {
			return endingWithTerminal(run)(cmd, args)
		}
		f.ReloadOnHangup = true
		return interruptible(run)(cmd, args)
	}
}

func (f *settings) check(cmd *cobra.Command) (err error) {
	if slices.Contains(f.Seeds, "") {
		return usageErrorf("--seed: expected a seed file or folder, found nothing")
	}
	if f.Watch && len(f.Seeds) == 0 {
		return usageErrorf("--watch: expected --seed with what to watch")
	}
	if f.RequireSeed && len(f.Seeds) == 0 {
		return usageErrorf("--require-seed: expected --seed beside it")
	}
	if f.Prune && !f.Watch {
		return usageErrorf("--prune: expected --watch beside it")
	}
	if f.TLS.Enabled && !cmd.Flags().Changed("listen") {
		f.Listen = tlsListen
	}
	switch t := f.TLS; {
	case (t.Cert == "") != (t.Key == ""):
		return usageErrorf("--tls-cert and --tls-key: expected both or none")
	case t.Cert != "" && !t.Enabled:
		return usageErrorf("--tls-cert: expected --tls beside it")
	}
	f.API.SessionKey, err = readSessionKey(f.sessionKey)
	return err
}

func (p *program) serve(ctx context.Context, f *settings) error {
	limitMemory(serverMemory)
	allowGarbage(serverGarbage)
	addProcessors()
	v := programVersion()
	f.API.Now, f.API.Log = time.Now, f.Log
	f.Database, f.Version, f.Commit = p.database, v.Version, v.Commit
	f.PageCheck = checkPages
	return serve.Run(ctx, f.Options)
}

// brandAtHome parses the slug of a brand, or nothing for none.
func brandAtHome(slug string) (*string, error) {
	if slug == "" {
		return &slug, nil
	}
	slug, err := brandSlug(slug)
	return &slug, err
}

// newLog returns a log in the form and of the level that the flags name.
func (f *settings) newLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: f.logLevel}
	if f.logForm == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// countInLog returns the line of the log that tells how many lines of it were dropped.
func (f *settings) countInLog(dropped int) []byte {
	var line bytes.Buffer
	f.newLog(&line).Error(
		"lines of the log were lost: their reader was gone or too slow, or its disk full", "lines", dropped,
	)
	return line.Bytes()
}

func (f *settings) openLogs(w io.Writer) {
	f.Log = f.newLog(w)
	if f.accessLog != "off" {
		f.Access = accesslog.New(w, f.accessLog == "json", f.logLevel)
	}
}

// A logReporter is the reporter of serve.
type logReporter struct {
	*slog.Logger
	program *program
	looked  bool // the log says how to look at a manual that is not public
}

func (l *logReporter) Serving(s serve.Running) {
	ix := s.Store.Index()
	l.Info("serving", "listen", s.Listen.String(), "base-url", ix.Site.String(), "db", l.program.database)
	brands := slices.Collect(ix.Brands())
	if len(brands) == 1 && ix.Home() == nil && !ix.Site.Guessed && len(brands[0].Domains) == 0 {
		l.Info(
			"the only brand has a host of its own; with --brand it is at the base URL itself", "brand", brands[0].Slug,
			"host", ix.Site.BrandAddress(brands[0].Brand),
		)
	}
}

func (l *logReporter) Imported(_ context.Context, _ serve.Running, r *seed.Report) {
	for _, w := range r.Warnings.Summary() {
		l.Warn("warning about a seed file", "problem", w.String())
	}
	admin.LogImport(l.Logger, r)
	if command := l.program.shareCommandFor(r); command != "" && !l.looked {
		l.looked = true
		l.Info("some manuals are not public; this command prints a link to the first", "command", command)
	}
}

// Refused logs an error of an import. What was imported before is still served.
func (l *logReporter) Refused(err error, _ bool) {
	var problems seed.Problems
	if !errors.As(err, &problems) {
		l.Error("seed files not imported", "error", err)
	}
	for _, p := range problems {
		l.Error("seed files refused", "problem", p.String())
	}
	l.Warn("what was imported before is served, and the import is tried again every five seconds")
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
