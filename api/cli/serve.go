package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/ratelimit"
	"designmanual/db/manual"
	"designmanual/seed"
)

// settings are the flags of serve and dev, and the values parsed from them.
type settings struct {
	listen, metricsListen, baseURL string
	rate, tokenRate                string
	proxies                        []string
	logForm, logLevel, accessLog   string
	sessionKey                     string
	seeds                          []string // files and folders
	examples                       bool     // serve the seed files embedded in the program
	watch                          bool
	imports                        seed.Options
	tls                            tlsFlags

	api      api.Options
	site     manual.Site
	keepSite bool // prefer the base URL in the database
	log      *slog.Logger
	access   *accesslog.Log // nil if requests are not logged
}

// addShared adds the flags that serve and dev share.
func (f *settings) addShared(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", defaultListen, "the `ADDRESS` to listen on")
	flags.StringVar(&f.rate, "rate", ratelimit.DefaultRate, "the `RATE` of requests for a client address: a number with -S, -M, -H or -D, or off")
	flags.StringVar(&f.tokenRate, "token-rate", ratelimit.DefaultTokenRate, "the `RATE` of requests for an access token, or off")
	flags.StringSliceVar(&f.proxies, "trusted-proxy", nil, "a network (`CIDR`) of proxies whose X-Forwarded-For is trusted; repeatable")
	allowFlags(cmd, &f.imports)
}

// checkShared parses the flags of addShared. Its errors are usage errors.
func (f *settings) checkShared() error {
	rate, err := ratelimit.ParseRate(f.rate)
	tokenRate, tokenErr := ratelimit.ParseRate(f.tokenRate)
	if err := cmp.Or(valueError("rate", err), valueError("token-rate", tokenErr)); err != nil {
		return err
	}
	f.api = api.Options{Now: time.Now, Log: f.log, Rate: rate, TokenRate: tokenRate}
	for _, proxy := range f.proxies {
		network, err := netip.ParsePrefix(proxy)
		if err != nil {
			return usageErrorf("--trusted-proxy: expected a network as 10.0.0.0/8, found %q", proxy)
		}
		f.api.TrustedProxies = append(f.api.TrustedProxies, network)
	}
	return checkListen("listen", f.listen)
}

func (p *program) serveCommand() *cobra.Command {
	f := new(settings)
	cmd := newCommand("serve", noArguments, func(cmd *cobra.Command, _ []string) error {
		if err := f.openLogs(p.stderr); err != nil {
			return err
		}
		defer f.closeLogs()
		if err := f.check(cmd); err != nil {
			return err
		}
		return p.serve(cmd, f, &logReporter{f.log, p.database})
	})
	flags := cmd.Flags()
	flags.StringVar(&f.baseURL, "base-url", manual.DefaultSite, "the `URL` that all addresses are made from; the database keeps it")
	flags.StringArrayVar(&f.seeds, "seed", nil, "a seed file or folder (`PATH`) to import at start; repeatable")
	flags.BoolVar(&f.watch, "watch", false, "import the seed files again when they change, and remove manuals that they no longer have")
	flags.StringVar(&f.logForm, "log-format", "text", "the `FORM` of the log: text or json")
	flags.StringVar(&f.logLevel, "log-level", "info", "the lowest `LEVEL` that is logged: info, warn or error")
	flags.StringVar(&f.accessLog, "access-log", "off", "the `FORM` in which each request is logged, with the client's address: off, text or json")
	flags.StringVar(&f.metricsListen, "metrics-listen", "", "an `ADDRESS` for metrics and readiness, for Prometheus and operators; off without it")
	flags.StringVar(&f.sessionKey, "session-key", "", "a `FILE` with a key made by token new --session-key: a password entered on one server opens the page on all that have the same key")
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
	if f.metricsListen != "" {
		if err := checkListen("metrics-listen", f.metricsListen); err != nil {
			return err
		}
	}
	f.site, err = manual.ParseSite(f.baseURL)
	switch {
	case err != nil:
		return valueError("base-url", err)
	case slices.Contains(f.seeds, ""):
		return usageErrorf("--seed: expected a seed file or folder, found nothing")
	case f.watch && len(f.seeds) == 0:
		return usageErrorf("--watch: expected --seed with what to watch")
	}
	f.keepSite = !cmd.Flags().Changed("base-url")
	if f.tls.enabled && !cmd.Flags().Changed("listen") {
		f.listen = tlsListen
	}
	if err := f.tls.check(); err != nil {
		return err
	}
	f.api.SessionKey, err = readSessionKey(f.sessionKey)
	return err
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
	f.log = slog.New(slog.NewTextHandler(w, options))
	if f.logForm == "json" {
		f.log = slog.New(slog.NewJSONHandler(w, options))
	}
	if f.accessLog != "off" {
		f.access = accesslog.New(w, f.accessLog == "json", level)
	}
	return nil
}

// closeLogs logs an error if requests are missing in the access log.
func (f *settings) closeLogs() {
	if f.access == nil {
		return
	}
	if err := f.access.Err(); err != nil {
		f.log.Error("requests are missing in the access log", "error", err)
	}
}

// A reporter reports the events of a server: serve logs them, dev prints them.
type reporter interface {
	serving(s *server)
	imported(ctx context.Context, s *server, r *seed.Report)
	refused(err error) // by an import after the first
}

// A logReporter is the reporter of serve.
type logReporter struct {
	*slog.Logger
	database string
}

func (l *logReporter) serving(s *server) {
	site := s.store.Index().Site
	l.Info("serving", "listen", s.address(), "base-url", site.String(), "db", l.database)
	s.manager.Ready(fmt.Sprintf("Serving %s on %s from %s", site, s.address(), l.database))
}

func (l *logReporter) imported(_ context.Context, _ *server, r *seed.Report) {
	for _, w := range r.Warnings {
		l.Warn("seed files are doubtful", "problem", w.String())
	}
	admin.LogImport(l.Logger, r)
}

func (l *logReporter) refused(err error) {
	var problems seed.Problems
	if !errors.As(err, &problems) {
		l.Error("seed files not imported", "error", err)
	}
	for _, p := range problems {
		l.Error("seed files refused", "problem", p.String())
	}
}
