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
	"designmanual/api/ratelimit"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// settings are what a server is to do: the flags of `serve`, or what `dev`
// makes of its own.
type settings struct {
	listen, baseURL string
	seeds           []string // files and folders
	examples        bool     // serve the seed files that are in the program
	watch           bool
	imports         seed.Options
	public          publicFlags
	tls             tlsFlags
	logs            logFlags
	metrics         string
	sessionKey      string

	api      api.Options
	site     manual.Site
	keepSite bool // where the database has one
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
	f := settings{imports: seed.Options{Now: time.Now}}
	cmd := newCommand("serve", noArguments, func(cmd *cobra.Command, _ []string) error {
		log, err := f.logs.open(p.stderr)
		if err != nil {
			return err
		}
		defer log.close()
		if err := f.check(cmd, log); err != nil {
			return err
		}
		return p.serve(cmd, &f, log, &logReporter{log, p.database})
	})
	cmd.Flags().StringVar(&f.listen, "listen", defaultListen, "the `ADDRESS` to listen on")
	cmd.Flags().StringVar(&f.baseURL, "base-url", manual.DefaultSite, "the `URL` that all addresses are made from; the database keeps it")
	cmd.Flags().StringArrayVar(&f.seeds, "seed", nil, "a seed file or folder (`PATH`) to import at start; repeatable")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "import the seed files again when they change, and remove manuals that they no longer have")
	f.public.add(cmd)
	f.tls.add(cmd)
	f.logs.add(cmd)
	cmd.Flags().StringVar(&f.metrics, "metrics-listen", "", "an `ADDRESS` for metrics and readiness, for Prometheus and operators; off without it")
	cmd.Flags().StringVar(&f.sessionKey, "session-key", "", "a `FILE` with a key made by token new --session-key: a password entered on one server opens the page on all that have the same key")
	allowFlags(cmd, &f.imports)
	p.databaseFlag(cmd)
	return cmd
}

// check reads the flags as far as that takes no store.
func (f *settings) check(cmd *cobra.Command, log *logs) (err error) {
	if f.api, err = f.public.options(log.Logger); err != nil {
		return err
	}
	if err := checkListen("listen", f.listen); err != nil {
		return err
	}
	if f.metrics != "" {
		if err := checkListen("metrics-listen", f.metrics); err != nil {
			return err
		}
	}
	f.site, err = manual.ParseSite(f.baseURL)
	switch {
	case err != nil:
		return usageErrorf("--base-url: %w", err)
	case slices.Contains(f.seeds, ""):
		return usageErrorf("--seed: expected a seed file or folder, found nothing")
	case f.watch && len(f.seeds) == 0:
		return usageErrorf("--watch: expected --seed with what to watch")
	}
	f.keepSite = !cmd.Flags().Changed("base-url")
	if f.tls.on && !cmd.Flags().Changed("listen") {
		f.listen = tlsListen
	}
	if err := f.tls.check(); err != nil {
		return err
	}
	f.api.SessionKey, err = readSessionKey(f.sessionKey)
	return err
}

// A reporter says what becomes of a server and its seed files: `serve` in its
// log, `dev` to who works on the files.
type reporter interface {
	serving(s *server)
	imported(ctx context.Context, s *server, r *seed.Report)
	refused(err error) // an import after the first
}

// serve serves until the program is told to stop. Where that comes while it
// starts, it has done what it was told.
func (p *program) serve(cmd *cobra.Command, f *settings, log *logs, tell reporter) error {
	ctx, stop := untilStopped(cmd)
	defer stop()
	err := p.serveUntil(ctx, f, log, tell)
	if err == nil || ctx.Err() == nil {
		return err
	}
	log.Info("stopping")
	return nil
}

// serveUntil serves until ctx is done.
func (p *program) serveUntil(ctx context.Context, f *settings, log *logs, tell reporter) error {
	sockets, err := service.Inherited(publicSocket, httpSocket, metricsSocket)
	if err != nil {
		return err
	}
	defer sockets.Close()
	if err := f.checkSeeds(ctx, p.database); err != nil {
		return err
	}
	// Both before the store, so that an address in use leaves no database behind.
	if err := listen(ctx, sockets, publicSocket, f.listen); err != nil {
		return cmp.Or(p.servedAlready(), err)
	}
	if f.metrics != "" {
		if err := listen(ctx, sockets, metricsSocket, f.metrics); err != nil {
			return err
		}
	}
	store, err := p.openToServe(log)
	if err != nil {
		return err
	}
	defer store.Close()
	if f.api.Dev {
		f.site = localSite(sockets[publicSocket])
	}
	if err := f.setSite(ctx, store); err != nil {
		return err
	}
	s, err := newServer(ctx, store, f, log, sockets)
	if err != nil {
		return err
	}
	defer s.close()
	s.manager.Starting(fmt.Sprintf("Importing the seed files into %s", p.database))
	return s.run(ctx, &seeds{server: s, settings: f, tell: tell})
}

// setSite has the addresses in the store made from the base URL; the one that
// it has stays where nobody asks to change it.
func (f *settings) setSite(ctx context.Context, store *db.DB) error {
	site := f.site
	if stored := store.Index().Site; f.keepSite && stored != (manual.Site{}) {
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
func (f *settings) checkSeeds(ctx context.Context, database string) error {
	if _, err := os.Stat(database); len(f.seeds) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, path := range f.seeds {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return nil
		}
	}
	sources, err := f.readSeeds(ctx)
	if err != nil {
		return err
	}
	return seed.Faults(sources, f.site, f.imports)
}
