package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/metrics"
	"designmanual/api/ratelimit"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// serveFlags are the flags of `serve`.
type serveFlags struct {
	listen, baseURL string
	seeds           []string
	watch           bool
	options         seed.Options
	public          publicFlags
	tls             tlsFlags
	logs            logFlags
	metrics         string
	sessionKey      string
}

// publicFlags are those of the public interface, which `dev` has too.
type publicFlags struct {
	rate, tokenRate string
	proxies         []string
}

func (f *publicFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.rate, "rate", ratelimit.DefaultRate, "the `RATE` of requests for a client address: a number with -S, -M, -H or -D, or off")
	cmd.Flags().StringVar(&f.tokenRate, "token-rate", ratelimit.DefaultTokenRate, "the `RATE` of requests for an access token, or off")
	cmd.Flags().StringSliceVar(&f.proxies, "trusted-proxy", nil, "a network (`CIDR`) of proxies whose X-Forwarded-For is trusted; repeatable")
}

// options reads the flags; an error is one of usage.
func (f *publicFlags) options(log *slog.Logger) (api.Options, error) {
	o := api.Options{Now: time.Now, Log: log}
	var err error
	if o.Rate, err = ratelimit.ParseRate(f.rate); err != nil {
		return o, usageErrorf("--rate: %w", err)
	}
	if o.TokenRate, err = ratelimit.ParseRate(f.tokenRate); err != nil {
		return o, usageErrorf("--token-rate: %w", err)
	}
	for _, proxy := range f.proxies {
		network, err := netip.ParsePrefix(proxy)
		if err != nil {
			return o, usageErrorf("--trusted-proxy: expected a network as 10.0.0.0/8, found %q", proxy)
		}
		o.TrustedProxies = append(o.TrustedProxies, network)
	}
	return o, nil
}

func (p *program) serveCommand() *cobra.Command {
	f := serveFlags{options: seed.Options{Now: time.Now}}
	cmd := newCommand("serve", noArguments, func(cmd *cobra.Command, _ []string) error { return p.serve(cmd, &f) })
	cmd.Flags().StringVar(&f.listen, "listen", defaultListen, "the `ADDRESS` to listen on")
	cmd.Flags().StringVar(&f.baseURL, "base-url", manual.DefaultSite, "the `URL` that all addresses are made from; the database keeps it")
	cmd.Flags().StringArrayVar(&f.seeds, "seed", nil, "a seed file or folder (`PATH`) to import at start; repeatable")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "import the seed files again when they change, and remove manuals that they no longer have")
	f.public.add(cmd)
	f.tls.add(cmd)
	f.logs.add(cmd)
	cmd.Flags().StringVar(&f.metrics, "metrics-listen", "", "an `ADDRESS` for metrics and readiness, for Prometheus and operators; off without it")
	cmd.Flags().StringVar(&f.sessionKey, "session-key", "", "a `FILE` with a key made by token new --session-key: a password entered on one server opens the page on all that have the same key")
	allowFlags(cmd, &f.options)
	p.databaseFlag(cmd)
	return cmd
}

func (p *program) serve(cmd *cobra.Command, f *serveFlags) error {
	log, err := f.logs.open(p.stderr)
	if err != nil {
		return err
	}
	defer log.close()
	options, site, err := f.check(log)
	if err != nil {
		return err
	}
	if options.SessionKey, err = readSessionKey(f.sessionKey); err != nil {
		return err
	}
	ctx, stop := untilStopped(cmd)
	defer stop()
	err = p.serveUntil(ctx, cmd, f, options, site, log)
	return unlessStopped(ctx, log.Logger, err)
}

// unlessStopped returns the error of a server, or nil where it was told to
// stop while it started: then it has done what it was told.
func unlessStopped(ctx context.Context, log *slog.Logger, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	log.Info("stopping")
	return nil
}

// serveUntil serves until ctx is done.
func (p *program) serveUntil(ctx context.Context, cmd *cobra.Command, f *serveFlags, options api.Options, site manual.Site, log *logs) error {
	sockets, err := service.Inherited(publicSocket, httpSocket, metricsSocket)
	if err != nil {
		return err
	}
	defer sockets.Close()
	if err := f.checkSeeds(ctx, p.database, site); err != nil {
		return err
	}
	// Both before the store, so that an address in use leaves no database behind.
	if err := listen(ctx, sockets, publicSocket, f.tls.address(cmd, f.listen)); err != nil {
		return cmp.Or(p.servedAlready(), err)
	}
	if f.metrics != "" {
		if err := listen(ctx, sockets, metricsSocket, f.metrics); err != nil {
			return err
		}
	}
	store, err := p.openToServe()
	if err != nil {
		return err
	}
	defer store.Close()
	if warning := store.Warning(); warning != "" {
		log.Warn("the database was recovered", "db", p.database, "warning", warning)
	}
	if err := f.setSite(ctx, cmd, store, site); err != nil {
		return err
	}
	var counts *metrics.Metrics
	if sockets[metricsSocket] != nil {
		v := programVersion()
		counts = metrics.New(metrics.Options{Store: store, Verified: time.Now(), Version: v.Version, Commit: v.Commit})
	}
	options.Observe = observer(log.access, counts)
	s, err := newServer(store, sockets, options, log.Logger)
	if err != nil {
		return err
	}
	defer s.close()
	s.metrics, s.access = counts, log.access
	if err := s.addTLS(ctx, &f.tls, sockets); err != nil {
		return err
	}
	if err := s.addMetrics(sockets); err != nil {
		return err
	}
	if err := checkAllTaken(sockets); err != nil {
		return err
	}
	s.manager = service.NewManager(log.Logger)
	s.manager.Starting(fmt.Sprintf("Importing the seed files into %s", p.database))
	return s.run(ctx, f.files(s, log), func() {
		site := store.Index().Site
		log.Info("serving", "listen", s.address(), "base-url", site.String(), "db", p.database)
		s.manager.Ready(fmt.Sprintf("Serving %s on %s from %s", site, s.address(), p.database))
	})
}

// observer returns what is told of each request; nil where nobody asks.
func observer(log *accesslog.Log, counts *metrics.Metrics) func(*api.Observation) {
	if log == nil && counts == nil {
		return nil
	}
	return func(o *api.Observation) {
		if counts != nil {
			counts.Observe(o)
		}
		if log != nil {
			log.Observe(o)
		}
	}
}

// check reads the flags as far as that takes no store; an error is one of
// usage.
func (f *serveFlags) check(log *logs) (api.Options, manual.Site, error) {
	options, err := f.public.options(log.Logger)
	if err != nil {
		return options, manual.Site{}, err
	}
	if err := checkListen("listen", f.listen); err != nil {
		return options, manual.Site{}, err
	}
	if f.metrics != "" {
		if err := checkListen("metrics-listen", f.metrics); err != nil {
			return options, manual.Site{}, err
		}
	}
	site, err := manual.ParseSite(f.baseURL)
	switch {
	case err != nil:
		return options, site, usageErrorf("--base-url: %w", err)
	case slices.Contains(f.seeds, ""):
		return options, site, usageErrorf("--seed: expected a seed file or folder, found nothing")
	case f.watch && len(f.seeds) == 0:
		return options, site, usageErrorf("--watch: expected --seed with what to watch")
	}
	return options, site, f.tls.check()
}

// setSite has the addresses in the store made from the base URL; the one that
// it has stays where nobody asks to change it.
func (f *serveFlags) setSite(ctx context.Context, cmd *cobra.Command, store *db.DB, site manual.Site) error {
	if stored := store.Index().Site; !cmd.Flags().Changed("base-url") && stored != (manual.Site{}) {
		site = stored
	}
	if err := f.tls.checkSite(site); err != nil {
		return err
	}
	if err := seed.SetSite(ctx, store, site); err != nil {
		return fmt.Errorf("setting the base URL %s: %w", site, err)
	}
	return nil
}

// checkSeeds checks the seed files before a database is made, so that files at
// fault leave none behind. A pipe may give nothing for long, and gives it
// once: it is read when the server answers that it is not ready yet.
func (f *serveFlags) checkSeeds(ctx context.Context, database string, site manual.Site) error {
	if _, err := os.Stat(database); len(f.seeds) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, path := range f.seeds {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return nil
		}
	}
	sources, err := readSeeds(ctx, f.seeds)
	if err != nil {
		return err
	}
	return seed.Faults(sources, site, f.options)
}

// files returns the seed files that the server serves.
func (f *serveFlags) files(s *server, log *logs) *seeds {
	count := s.countImport(metrics.Seeds)
	return &seeds{
		store: s.store, paths: f.seeds, options: f.options, watch: f.watch, refused: logRefused(log.Logger),
		imported: func(r *seed.Report, err error) {
			count(r, err)
			if err != nil {
				return
			}
			for _, w := range r.Warnings {
				log.Warn("seed files are doubtful", "problem", w.String())
			}
			admin.LogImport(log.Logger, r)
		},
	}
}

// openToServe opens the database; where another server has it, the error
// says which.
func (p *program) openToServe() (*db.DB, error) {
	if err := p.checkDatabase(true); err != nil {
		return nil, err
	}
	store, err := db.Open(p.database)
	if errors.Is(err, db.ErrLocked) {
		err = cmp.Or(p.servedAlready(), err)
	}
	return store, err
}

// servedAlready returns an error that says which server has the database, or
// nil where none does.
func (p *program) servedAlready() error {
	server, err := p.findServer()
	if err == nil && server != "" {
		err = fmt.Errorf("%s is being served already: %s", p.database, server)
	}
	return err
}

// findServer says in words which server has the database; empty for none.
func (p *program) findServer() (string, error) {
	status, err := admin.FindServer(p.database)
	switch {
	case errors.Is(err, admin.ErrNoServer):
		return "", nil
	case err != nil:
		return "", err
	}
	return fmt.Sprintf("process %d, listening on %s, base URL %s", status.PID, status.Listen, status.BaseURL), nil
}
