package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/ratelimit"
	"designmanual/api/serve"
	"designmanual/db/manual"
	"designmanual/seed"
)

// settings are the flags of serve and dev that are parsed, and the options for the
// server that they result in.
type settings struct {
	serve.Options
	baseURL, brand               string
	rate, tokenRate              string
	proxies                      []string
	logForm, logLevel, accessLog string
	sessionKey                   string
	tls                          tlsFlags
}

// addShared adds the flags that serve and dev share.
func (f *settings) addShared(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Listen, "listen", defaultListen, "the `ADDRESS` to listen on")
	flags.StringVar(&f.rate, "rate", ratelimit.DefaultRate, "the `RATE` of requests for a client address: a number with -S, -M, -H or -D, or off")
	flags.StringVar(&f.tokenRate, "token-rate", ratelimit.DefaultTokenRate, "the `RATE` of requests for an access token, or off")
	flags.StringSliceVar(&f.proxies, "trusted-proxy", nil, "a network (`CIDR`) of proxies whose X-Forwarded-For is trusted; repeatable")
	allowFlags(cmd, &f.Import)
	anchorFlag(cmd, &f.Import)
}

// checkShared parses the flags of addShared. Its errors are usage errors.
func (f *settings) checkShared() error {
	rate, err := ratelimit.ParseRate(f.rate)
	tokenRate, tokenErr := ratelimit.ParseRate(f.tokenRate)
	if err := cmp.Or(valueError("rate", err), valueError("token-rate", tokenErr)); err != nil {
		return err
	}
	f.API = api.Options{Now: time.Now, Log: f.Log, Rate: rate, TokenRate: tokenRate}
	for _, proxy := range f.proxies {
		network, err := netip.ParsePrefix(proxy)
		if err != nil {
			return usageErrorf("--trusted-proxy: expected a network as 10.0.0.0/8 or, for one address, 127.0.0.1/32, found %q", proxy)
		}
		f.API.TrustedProxies = append(f.API.TrustedProxies, network)
	}
	return checkListen("listen", f.Listen)
}

func (p *program) serveCommand() *cobra.Command {
	f := new(settings)
	cmd := newCommand("serve", noArguments, func(cmd *cobra.Command, _ []string) error {
		if err := f.openLogs(p.stderr); err != nil {
			return err
		}
		defer f.closeLogs()
		for _, warning := range strayVariables(cmd.Root()) {
			f.Log.Warn(warning)
		}
		if err := f.check(cmd); err != nil {
			return err
		}
		f.Reporter = &logReporter{Logger: f.Log, program: p}
		return p.serve(cmd, f)
	})
	flags := cmd.Flags()
	flags.StringVar(&f.baseURL, "base-url", "", "the `URL` that all addresses are made from; the database keeps it (default: http://localhost with the port of --listen)")
	flags.StringVar(&f.brand, "brand", "", "the `SLUG` of the brand whose primary manual is at the base URL itself; the database keeps it")
	flags.StringArrayVar(&f.Seeds, "seed", nil, "a seed file or folder (`PATH`) to import at start; repeatable")
	flags.BoolVar(&f.Watch, "watch", false, "import the seed files again when they change, and remove manuals that they no longer have")
	flags.BoolVar(&f.Import.RefuseBreaking, "fail-on-breaking", false, "refuse an import that removes or renames a token or an anchor, or changes a slug, and serve what there is; import --accept-breaking lets it through")
	flags.BoolVar(&f.RequireSeed, "require-seed", false, "exit with 1 if the seed files cannot be imported at the start, also where the database holds an earlier state that could be served")
	flags.StringVar(&f.logForm, "log-format", "text", "the `FORM` of the log: text or json")
	flags.StringVar(&f.logLevel, "log-level", "info", "the lowest `LEVEL` that is logged: info, warn or error")
	flags.StringVar(&f.accessLog, "access-log", "off", "the `FORM` in which each request is logged, with the client's address: off, text or json")
	flags.StringVar(&f.MetricsListen, "metrics-listen", "", "an `ADDRESS` for metrics and readiness, for Prometheus and operators; off without it")
	flags.StringVar(&f.sessionKey, "session-key", "", "a `FILE` with a key made by token new --session-key: a password entered on one server opens the page on all that have the same key")
	flags.BoolVar(&f.NoAgents, "no-mcp", false, "do not answer agents at "+manual.AgentsPath+" (Model Context Protocol)")
	f.addShared(cmd)
	f.tls.add(cmd)
	p.databaseFlag(cmd)
	return cmd
}

// check parses the flags of serve.
func (f *settings) check(cmd *cobra.Command) (err error) {
	if err := f.checkShared(); err != nil {
		return err
	}
	if f.MetricsListen != "" {
		if err := checkListen("metrics-listen", f.MetricsListen); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("base-url") {
		f.Site, err = manual.ParseSite(f.baseURL)
	}
	if cmd.Flags().Changed("brand") {
		f.Brand = &f.brand
	}
	switch {
	case err != nil:
		return valueError("base-url", err)
	case f.brand != "" && !manual.Label(f.brand):
		return checkBrand(f.brand)
	case slices.Contains(f.Seeds, ""):
		return usageErrorf("--seed: expected a seed file or folder, found nothing")
	case f.Watch && len(f.Seeds) == 0:
		return usageErrorf("--watch: expected --seed with what to watch")
	case f.RequireSeed && len(f.Seeds) == 0:
		return usageErrorf("--require-seed: expected --seed beside it")
	}
	if f.tls.Enabled && !cmd.Flags().Changed("listen") {
		f.Listen = tlsListen
	}
	if err := f.tls.check(); err != nil {
		return err
	}
	f.API.SessionKey, err = readSessionKey(f.sessionKey)
	return err
}

// serve runs the server until SIGINT or SIGTERM.
func (p *program) serve(cmd *cobra.Command, f *settings) error {
	if err := p.checkDatabase(true); err != nil {
		return err
	}
	ctx, stop := signalContext(cmd)
	defer stop()
	v := programVersion()
	f.Database, f.TLS, f.Version, f.Commit = p.database, f.tls.TLS, v.Version, v.Commit
	return serve.Run(ctx, f.Options)
}

// openLogs creates the logs that serve writes to standard error. Its errors are
// usage errors.
func (f *settings) openLogs(w io.Writer) error {
	var level slog.Level
	err := cmp.Or(
		oneOf("log-level", f.logLevel, "info, warn or error"),
		oneOf("log-format", f.logForm, "text or json"),
		oneOf("access-log", f.accessLog, "off, text or json"),
		level.UnmarshalText([]byte(f.logLevel)),
	)
	if err != nil {
		return err
	}
	options := &slog.HandlerOptions{Level: level}
	f.Log = slog.New(slog.NewTextHandler(w, options))
	if f.logForm == "json" {
		f.Log = slog.New(slog.NewJSONHandler(w, options))
	}
	if f.accessLog != "off" {
		f.Access = accesslog.New(w, f.accessLog == "json", level)
	}
	return nil
}

// closeLogs logs an error if requests are missing in the access log.
func (f *settings) closeLogs() {
	if f.Access == nil {
		return
	}
	if err := f.Access.Err(); err != nil {
		f.Log.Error("requests are missing in the access log", "error", err)
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
	if brands := slices.Collect(ix.Brands()); len(brands) == 1 && ix.Home() == nil && !ix.Site.Guessed && len(brands[0].Domains) == 0 {
		l.Info("the only brand has a host of its own; with --brand it is at the base URL itself", "brand", brands[0].Slug, "host", ix.Site.BrandAddress(brands[0].Brand))
	}
}

func (l *logReporter) Imported(_ context.Context, _ serve.Running, r *seed.Report) {
	for _, w := range r.Warnings.Summary() {
		l.Warn("warning about a seed file", "problem", w.String())
	}
	admin.LogImport(l.Logger, r)
	hidden := 0
	for _, m := range r.Manuals {
		if m.Status != seed.Removed && !(m.Published && m.Visibility.Open()) {
			hidden++
		}
	}
	if hidden > 0 && !l.looked {
		l.looked = true
		l.Info("some manuals are not public; this command prints a link to the first", "manuals", hidden, "command", l.program.howToLook(r))
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

// checkListen returns a usage error unless the address of a flag has a port. Names
// of hosts and ports are not resolved.
func checkListen(flag, address string) error {
	_, port, err := net.SplitHostPort(address)
	if _, unknown := net.LookupPort("tcp", port); err != nil || port == "" || unknown != nil {
		return usageErrorf("--%s: expected an address as 127.0.0.1:8080, or :8080 for all networks of this machine, found %q", flag, address)
	}
	return nil
}
