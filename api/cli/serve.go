package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// drainTime is how long answers in flight may take once the server is told to
// stop.
const drainTime = 10 * time.Second

// serveFlags are the flags of `serve`.
type serveFlags struct {
	listen, baseURL string
	seeds           []string
	watch           bool
	options         admin.ImportOptions
	public          publicFlags
	tls             tlsFlags
}

// publicFlags are those of the public interface, which `dev` has too.
type publicFlags struct {
	rate, tokenRate string
	proxies         []string
}

func (f *publicFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.rate, "rate", api.DefaultRate, "requests a client address may make: a number with -S, -M, -H or -D, or off")
	cmd.Flags().StringVar(&f.tokenRate, "token-rate", api.DefaultTokenRate, "requests an access token may make, or off")
	cmd.Flags().StringSliceVar(&f.proxies, "trusted-proxy", nil, "a network (`CIDR`) whose X-Forwarded-For is believed; repeatable")
}

// options reads the flags; an error is one of usage.
func (f *publicFlags) options(cmd *cobra.Command, log *slog.Logger) (api.Options, error) {
	o := api.Options{Now: time.Now, Log: log}
	var err error
	if o.Rate, err = api.ParseRate(f.rate); err != nil {
		return o, wrongUsage(cmd, fmt.Errorf("--rate: %w", err))
	}
	if o.TokenRate, err = api.ParseRate(f.tokenRate); err != nil {
		return o, wrongUsage(cmd, fmt.Errorf("--token-rate: %w", err))
	}
	for _, proxy := range f.proxies {
		network, err := netip.ParsePrefix(proxy)
		if err != nil {
			return o, wrongUsage(cmd, fmt.Errorf("--trusted-proxy: expected a network as 10.0.0.0/8, found %q", proxy))
		}
		o.TrustedProxies = append(o.TrustedProxies, network)
	}
	return o, nil
}

func (p *program) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the manuals of a database",
		Long: "Serves the manuals of a database until it is told to stop (SIGTERM), and takes the\n" +
			"administration commands meanwhile, over a socket beside the database.",
		Args: takes(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd, &f) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", defaultListen, "the `address` to listen on")
	cmd.Flags().StringVar(&f.baseURL, "base-url", manual.DefaultSite, "the `URL` that addresses are made from; kept in the database")
	cmd.Flags().StringArrayVar(&f.seeds, "seed", nil, "a seed file or folder to import at start; repeatable")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "import the seed files again when they change; manuals they no longer have go")
	f.public.add(cmd)
	f.tls.add(cmd)
	allowFlags(cmd, &f.options)
	p.databaseFlag(cmd)
	return cmd
}

func (p *program) serve(cmd *cobra.Command, f *serveFlags) error {
	log := newLog(p.stderr, slog.LevelInfo)
	options, err := f.public.options(cmd, log)
	if err != nil {
		return err
	}
	site, err := manual.ParseSite(f.baseURL)
	if err != nil {
		return wrongUsage(cmd, fmt.Errorf("--base-url: %w", err))
	}
	if f.watch && len(f.seeds) == 0 {
		return wrongUsage(cmd, errors.New("--watch: expected --seed with what to watch"))
	}
	if err := f.tls.check(cmd); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sockets, err := service.Inherited(publicSocket, httpSocket, metricsSocket)
	if err != nil {
		return err
	}
	defer sockets.Close()
	store, err := p.openToServe(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	if stored := store.Index().Site; !cmd.Flags().Changed("base-url") && stored != (manual.Site{}) {
		site = stored // what nobody asks to change stays
	}
	if err := f.tls.checkSite(cmd, site); err != nil {
		return err
	}
	if err := seed.SetSite(ctx, store, site); err != nil {
		return fmt.Errorf("setting the base URL %s: %w", site, err)
	}
	options.Pages = sitePages(false)
	s, err := newServers(ctx, store, f.tls.address(cmd, f.listen), sockets, options, log)
	if err != nil {
		return err
	}
	if err := s.secure(ctx, &f.tls, sockets); err != nil {
		s.close()
		return err
	}
	if err := allTaken(sockets); err != nil {
		s.close()
		return err
	}
	s.manager = service.NewManager(log)
	files := &seeds{
		store: store, paths: f.seeds, options: f.options.Seed(time.Now), watch: f.watch, log: log,
		imported: func(r *seed.Report) { admin.LogImport(log, r) },
		hangup:   s.manager.Reload,
	}
	s.manager.Starting(fmt.Sprintf("Importing the seed files into %s", p.database))
	return s.run(ctx, files, func() {
		site := store.Index().Site
		log.Info("serving", "listen", s.address(), "base-url", site.String(), "db", p.database)
		s.manager.Ready(fmt.Sprintf("Serving %s on %s from %s", site, s.address(), p.database))
	})
}

// openToServe opens the database; where another server has it, the error
// says which.
func (p *program) openToServe(ctx context.Context) (*db.DB, error) {
	store, err := db.Open(p.database)
	if !errors.Is(err, db.ErrLocked) {
		return store, err
	}
	client, dialed := p.dial(false)
	if dialed != nil {
		return nil, dialed
	}
	defer client.Close()
	status, asked := client.Status(ctx)
	if asked != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s is being served already: process %d, listening on %s, base URL %s", p.database, status.PID, status.Listen, status.BaseURL)
}

// servers are the public server and the one of the administration, over one
// store.
type servers struct {
	store          *db.DB
	handler        *api.Handler
	public, admin  *http.Server
	publicListener net.Listener
	adminListener  net.Listener
	secured        *secured // nil for a server that speaks plain HTTP
	manager        service.Manager
	memory         *memory
	log            *slog.Logger
}

// newServers opens both listeners. The administration socket may be opened,
// since the store's lock is held.
func newServers(ctx context.Context, store *db.DB, address string, sockets service.Sockets, o api.Options, log *slog.Logger) (*servers, error) {
	handler, err := api.New(store, o)
	if err != nil {
		return nil, err
	}
	s := &servers{store: store, handler: handler, log: log, memory: newMemory(), public: api.NewServer(handler, log)}
	if s.publicListener, err = listen(ctx, sockets, publicSocket, address); err != nil {
		return nil, err
	}
	if s.adminListener, err = admin.Listen(store.Path()); err != nil {
		s.publicListener.Close()
		return nil, err
	}
	s.admin = admin.NewServer(admin.NewHandler(store, time.Now, log, func() admin.Status {
		return admin.Status{PID: os.Getpid(), Listen: s.address(), BaseURL: store.Index().Site.String()}
	}))
	s.admin.Handler = s.memory.afterWrites(s.admin.Handler)
	return s, nil
}

// close lets go of the listeners, where nothing has been served on them.
func (s *servers) close() {
	s.publicListener.Close()
	s.adminListener.Close()
	if s.secured != nil {
		s.secured.close()
	}
}

func (s *servers) address() string { return s.publicListener.Addr().String() }

// run imports the seed files, serves until ctx is done, and then lets the
// answers in flight finish. Manuals are answered for from when announce is
// called. Files that are broken at the start end the run; later ones are
// reported, and what is served stays.
func (s *servers) run(ctx context.Context, files *seeds, announce func()) error {
	ended := make(chan error, 3)
	following, stop := context.WithCancel(ctx)
	all := s.serve(following, ended)
	imported := files.imported
	files.imported = func(r *seed.Report) {
		imported(r)
		s.memory.after()
	}
	follow, err := files.start(following)
	if err == nil {
		s.handler.SetReady(true)
		announce()
		follow()
		s.memory.after()
		files.following.Go(func() { s.memory.run(following) })
		files.following.Go(func() { s.manager.Watch(following, s.healthy) })
		select {
		case <-ctx.Done():
			s.log.Info("stopping")
			s.manager.Stopping()
		case err = <-ended:
			err = fmt.Errorf("serving: %w", err)
		}
	}
	stop()
	files.following.Wait()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	var draining sync.WaitGroup
	for _, one := range all {
		draining.Go(func() { api.Drain(drain, one.server, one.listener) })
	}
	draining.Wait()
	if s.secured != nil {
		s.secured.end()
	}
	return err
}

// served is a server with the listener that it serves.
type served struct {
	server   *http.Server
	listener net.Listener
}

// serve begins to serve on all listeners and returns their servers; ended
// gets an error from each that ends.
func (s *servers) serve(ctx context.Context, ended chan<- error) []served {
	go func() { ended <- s.admin.Serve(s.adminListener) }()
	if s.secured == nil {
		go func() { ended <- s.public.Serve(s.publicListener) }()
		return []served{{s.public, s.publicListener}, {s.admin, s.adminListener}}
	}
	go func() { ended <- s.public.ServeTLS(s.publicListener, "", "") }()
	s.secured.serve(ctx, ended)
	all := []served{{s.public, s.publicListener}, {s.admin, s.adminListener}}
	if s.secured.listener != nil {
		all = append(all, served{s.secured.plain, s.secured.listener})
	}
	return all
}
