package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
	"designmanual/seed"
)

func (p *program) devCommand() *cobra.Command {
	f := settings{imports: seed.Options{Now: time.Now}}
	cmd := newCommand("dev", arguments("PATH", 0, many), func(cmd *cobra.Command, paths []string) error { return p.dev(cmd, paths, &f) })
	cmd.Flags().StringVar(&f.listen, "listen", defaultListen, "the `ADDRESS` to listen on")
	f.public.add(cmd)
	allowFlags(cmd, &f.imports)
	return cmd
}

// dev serves from a database in a temporary folder.
func (p *program) dev(cmd *cobra.Command, paths []string, f *settings) (err error) {
	log := &logs{Logger: newLog(p.stderr, slog.LevelWarn)}
	if f.api, err = f.public.options(log.Logger); err != nil {
		return err
	}
	if err := checkListen("listen", f.listen); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "designmanual-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p.database = filepath.Join(folder, "dev.db")
	f.seeds, f.examples = paths, len(paths) == 0
	f.watch = !f.examples
	f.api.Dev, f.api.Preview = true, rand.Text()
	return p.serve(cmd, f, log, &devReporter{program: p, preview: f.api.Preview, examples: f.examples, secrets: make(map[string]string)})
}

// A devReporter says where everything is, and what becomes of the files.
type devReporter struct {
	*program
	preview  string            // opens private pages
	secrets  map[string]string // of the access tokens, by brand
	examples bool              // and no files of one's own
	welcomed bool
}

// imported makes tokens for new brands and, once the welcome has been
// printed, tells what an import did.
func (d *devReporter) imported(ctx context.Context, s *server, r *seed.Report) {
	if err := d.makeTokens(ctx, s.store); err != nil && ctx.Err() == nil {
		fmt.Fprintf(d.stderr, "designmanual: no access token was made for the new brand: %v\n", err)
	}
	if !d.examples {
		printProblems(d.stderr, r.Warnings)
	}
	if !d.welcomed {
		return
	}
	fmt.Fprintln(d.stdout)
	for _, m := range r.Manuals {
		if m.Status != seed.Unchanged {
			printManual(d.stdout, m)
		}
	}
	fmt.Fprintln(d.stdout, summary(r))
}

// refused tells what is wrong with files that have changed.
func (d *devReporter) refused(err error) {
	printError(d.stderr, err)
	fmt.Fprintln(d.stderr, "Nothing has changed on the pages. Correct the files, and they are served at once.")
}

// makeTokens makes an access token for each brand that has none yet.
func (d *devReporter) makeTokens(ctx context.Context, store *db.DB) error {
	for b := range store.Index().Brands() {
		if d.secrets[b.Slug] != "" {
			continue
		}
		created, err := admin.CreateToken.Do(ctx, admin.InProcess(store), admin.NewToken{Brand: b.Slug, Name: "dev", Expires: 24 * time.Hour})
		if err != nil {
			return err
		}
		d.secrets[b.Slug] = created.Secret
		if d.welcomed {
			fmt.Fprintf(d.stdout, "\n%s\n  access token  %s\n", b.Name, created.Secret)
		}
	}
	return nil
}

// localSite is the base URL of a server on this machine: localhost with the
// port that the listener has got. Every browser takes the hosts under
// localhost for this machine (RFC 6761, section 6.3).
func localSite(l net.Listener) manual.Site {
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil || port == "80" {
		port = ""
	}
	return manual.Site{Scheme: "http", Host: "localhost", Port: port}
}

// elsewhere returns an address that localhost does not lead to, and nothing
// for one that it leads to, or for all of the machine's.
func elsewhere(listens net.Addr) string {
	at, err := netip.ParseAddrPort(listens.String())
	if err != nil || at.Addr().IsUnspecified() || at.Addr() == netip.IPv6Loopback() || at.Addr().Unmap() == netip.AddrFrom4([4]byte{127, 0, 0, 1}) {
		return ""
	}
	return at.String()
}

// page is the address of a manual's page on this machine. A link to one that
// not everybody may read opens it all the same.
func (d *devReporter) page(site manual.Site, e *db.Entry) string {
	address := site.Address(localBrand(e.Brand, true), e.Slug, e.Subdomain, e.Primary)
	if e.Visibility.Open() || !current(e) {
		return address
	}
	if e.Primary || e.Subdomain != "" {
		address += "/"
	}
	return address + "?preview=" + d.preview
}

// current tells whether anybody can read the manual now.
func current(e *db.Entry) bool {
	return e.Published && !e.Expired(time.Now())
}

// serving prints where everything is.
func (d *devReporter) serving(s *server) {
	d.welcomed = true
	w, index := d.stdout, s.store.Index()
	whose, curl := "Your", "curl -i"
	if d.examples {
		whose = "The example"
	}
	fmt.Fprintf(w, "%s manuals, at %s\n", whose, index.Site)
	if elsewhere := elsewhere(s.listener.Addr()); elsewhere != "" {
		fmt.Fprintf(w, "It listens on %s only: make localhost and the hosts under it lead there.\n", elsewhere)
		curl = "curl --connect-to ::" + elsewhere + " -i"
	}
	var open, locked string // the first that curl gets without an access token, and with one
	for b := range index.Brands() {
		fmt.Fprintf(w, "\n%s\n  access token  %s\n", b.Name, d.secrets[b.Slug])
		for e := range b.Manuals() {
			slug := b.Slug + "." + e.Slug
			if e.Primary {
				slug = b.Slug
			}
			document := fmt.Sprintf("%s/api/v1/manuals/%s", index.Site, slug)
			fmt.Fprintf(w, "\n  %s  (%s)\n    page    %s\n", slug, standing(e), d.page(index.Site, e))
			if d.examples && e.Password != "" {
				fmt.Fprintf(w, "    its password is %s (the link opens the page without it)\n", fixtures.Password)
			}
			fmt.Fprintf(w, "    manual  %s.json\n    tokens  %[1]s/tokens.json\n", document)
			switch {
			case !current(e):
			case e.Visibility.Open():
				open = cmp.Or(open, document+".json")
			default:
				locked = cmp.Or(locked, fmt.Sprintf("-H 'Authorization: Bearer %s' %s.json", d.secrets[b.Slug], document))
			}
		}
	}
	if try := cmp.Or(open, locked); try != "" {
		fmt.Fprintf(w, "\nTry it:\n  %s %s\n", curl, try)
	}
	if !d.examples {
		fmt.Fprintln(w, "\nA change to the files is served at once, and open pages load it.")
	}
	fmt.Fprintln(w, "\nCtrl-C stops it. Nothing is left behind.")
}

// standing says who may read a manual just now.
func standing(e *db.Entry) string {
	switch {
	case !e.Published:
		return "unpublished: 404"
	case e.Expired(time.Now()):
		return string(e.Visibility) + ", past its end date: 410"
	case e.Password != "":
		return string(e.Visibility) + ": visitors are asked for it, programs need the access token"
	case !e.Visibility.Open():
		return string(e.Visibility) + ": visitors get 404, programs need the access token"
	}
	return string(e.Visibility)
}
