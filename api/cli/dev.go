package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
	"designmanual/seed"
)

func (p *program) devCommand() *cobra.Command {
	f := new(settings)
	cmd := newCommand("dev", arguments("PATH", 0, many), func(cmd *cobra.Command, paths []string) error { return p.dev(cmd, paths, f) })
	f.addShared(cmd)
	return cmd
}

// dev serves from a database in a temporary folder.
func (p *program) dev(cmd *cobra.Command, paths []string, f *settings) error {
	f.log = slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := f.checkShared(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "designmanual-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p.database = filepath.Join(folder, "dev.db")
	f.seeds, f.examples, f.watch = paths, len(paths) == 0, len(paths) > 0
	f.api.Dev, f.api.Preview = true, rand.Text()
	return p.serve(cmd, f, &devReporter{program: p, settings: f, secrets: make(map[string]string)})
}

// A devReporter says where everything is, and what becomes of the files.
type devReporter struct {
	*program
	*settings
	secrets  map[string]string // of the access tokens, by brand
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
			_ = d.render(d.stdout, "manual", m)
		}
	}
	_ = d.render(d.stdout, "summary", r)
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
			fmt.Fprintln(d.stdout)
			_ = d.render(d.stdout, "welcome brand", []string{b.Name, created.Secret})
		}
	}
	return nil
}

// localSite is the base URL of a server on this machine: localhost with the
// port that the listener has got. Every browser takes the hosts under
// localhost for this machine (RFC 6761, section 6.3).
func localSite(l net.Listener) manual.Site {
	site := manual.Site{Scheme: "http", Host: "localhost"}
	if port := portOf(l); port != 80 {
		site.Port = strconv.Itoa(port)
	}
	return site
}

// elsewhere returns an address that localhost does not lead to, and nothing
// for one that it leads to, or for all of the machine's.
func elsewhere(listens *net.TCPAddr) string {
	if listens.IP.IsUnspecified() || listens.IP.Equal(net.IPv4(127, 0, 0, 1)) || listens.IP.Equal(net.IPv6loopback) {
		return ""
	}
	return listens.String()
}

// A welcome says where everything is.
type welcome struct {
	*devReporter
	Index         *db.Index
	Secrets       map[string]string
	Elsewhere     string // where it listens, if localhost does not lead there
	Examples      string // the password of the examples, if these are served
	Open, Private string // what curl can ask for, without an access token and with one
}

func (d *devReporter) serving(s *server) {
	d.welcomed = true
	w := welcome{devReporter: d, Index: s.store.Index(), Secrets: d.secrets, Elsewhere: elsewhere(s.listener.Addr().(*net.TCPAddr))}
	if d.examples {
		w.Examples = fixtures.Password
	}
	for b := range w.Index.Brands() {
		for e := range b.Manuals() {
			switch document := w.Document(e) + ".json"; {
			case !current(e):
			case e.Visibility.Open():
				w.Open = cmp.Or(w.Open, document)
			default:
				w.Private = cmp.Or(w.Private, fmt.Sprintf("-H 'Authorization: Bearer %s' %s", d.secrets[b.Slug], document))
			}
		}
	}
	_ = d.render(d.stdout, "welcome", w)
}

// Slug is the shortest slug of a manual.
func (w welcome) Slug(e *db.Entry) string {
	if e.Primary {
		return e.Brand.Slug
	}
	return e.Brand.Slug + "." + e.Slug
}

// Document is the address of a manual's documents, without what tells them apart.
func (w welcome) Document(e *db.Entry) string {
	return w.Index.Site.String() + "/api/v1/manuals/" + w.Slug(e)
}

// Page is the address of a manual's page on this machine. A link to one that
// not everybody may read opens it all the same.
func (w welcome) Page(e *db.Entry) string {
	address := w.Index.Site.Address(localBrand(e.Brand, true), e.Slug, e.Subdomain, e.Primary)
	if e.Visibility.Open() || !current(e) {
		return address
	}
	if e.Primary || e.Subdomain != "" {
		address += "/"
	}
	return address + "?preview=" + w.api.Preview
}

// current tells whether anybody can read the manual now.
func current(e *db.Entry) bool {
	return e.Published && !e.Expired(time.Now())
}

// Standing says who may read a manual just now.
func (w welcome) Standing(e *db.Entry) string {
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
