package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/api/files"
	"designmanual/api/outbox"
	"designmanual/api/serve"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
	"designmanual/seed"
	"designmanual/seed/source"
)

func (p *program) devCommand() *cobra.Command {
	f := new(settings)
	var lan, docs bool
	cmd := newCommand("dev", arguments("PATH", 0, anyNumber), endingWithTerminal(
		func(cmd *cobra.Command, paths []string) error {
			stdout, stderr, box := p.stdout, p.stderr, outbox.Open(countForPeople)
			p.stdout, p.stderr = box.Writer(stdout), box.Writer(stderr)
			defer func() {
				box.Close()
				p.stdout, p.stderr = stdout, stderr
			}()
			return p.dev(cmd.Context(), paths, f, lan, docs, onTerminal(stdout))
		}))
	f.addShared(cmd)
	cmd.Flags().BoolVar(&docs, "docs", false, "serve the manual of this program in place of the examples")
	parsedFlag(
		cmd, &f.AllowHosts, "allow-host", "", f.moreHosts,
		"a `HOST` that requests may name, such as that of a tunnel, besides the names of this machine; repeatable",
	)
	cmd.Flags().BoolVar(
		&lan, "lan", false,
		"listen on the machine's network, for a phone or a colleague; others there can read everything",
	)
	return cmd
}

// countForPeople returns the line that tells people how many texts were dropped.
func countForPeople(dropped int) []byte {
	return fmt.Appendf(nil, "designmanual: %s could not be written here\n", counted(dropped, "message"))
}

// moreHosts adds the hosts of a list to those that requests may name.
func (f *settings) moreHosts(list string) ([]string, error) {
	allowed := f.AllowHosts
	for host := range strings.SplitSeq(list, ",") {
		host = strings.ToLower(strings.Trim(host, "[]"))
		address, err := netip.ParseAddr(host) // the zero address for a name
		if err != nil && !manual.IsHostName(host) {
			return nil, expectedError("a host as demo.example.com")
		}
		if address.Is6() {
			host = "[" + address.String() + "]"
		}
		allowed = append(allowed, host)
	}
	return allowed, nil
}

// dev serves files, or the examples, for work on this machine, from a database that is gone afterwards.
func (p *program) dev(ctx context.Context, paths []string, f *settings, lan, docs, terminal bool) error {
	f.Log = slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if docs && len(paths) > 0 {
		return usageErrorf("--docs serves the manual of this program alone: leave out %s", paths[0])
	}
	if lan {
		if err := f.listenOnNetwork(); err != nil {
			return err
		}
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			_, err = seed.Check(source.ReadPaths([]string{path}), f.Import)
			return err
		}
	}
	folder, err := files.MakeTemporaryFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p.database = filepath.Join(folder, "dev.db")
	f.Seeds, f.Watch = paths, len(paths) > 0
	if len(paths) == 0 {
		f.Examples = fixtures.Files()
		if docs {
			f.Examples = fixtures.Docs()
		}
	}
	f.API.Dev, f.API.SessionKey = true, []byte(rand.Text())
	f.Reporter = &devReporter{
		program: p, examples: len(paths) == 0, terminal: terminal, network: f.LocalHost,
		key: manual.NewSessionKey(f.API.SessionKey), secrets: make(map[string]string),
	}
	return p.serve(ctx, f)
}

// A devReporter prints the addresses of the manuals and the results of imports.
type devReporter struct {
	*program
	examples bool              // the manuals are the examples
	terminal bool              // standard output is a terminal
	network  string            // the address of this machine there, for --lan
	key      manual.SessionKey // signs the share links of private manuals
	secrets  map[string]string // of the access tokens, by brand
	welcomed bool              // the addresses have been printed
}

// Imported makes access tokens for new brands. After the first import it prints
// what has changed.
func (d *devReporter) Imported(ctx context.Context, s serve.Running, r *seed.Report) {
	if err := d.makeTokens(ctx, s.Store); err != nil && ctx.Err() == nil {
		fmt.Fprintf(d.stderr, "designmanual: no access token was made for the new brand: %v\n", err)
	}
	if !d.examples {
		printProblems(d.stderr, r.Warnings)
	}
	if !d.welcomed {
		return
	}
	fmt.Fprintln(d.stdout)
	for i := range r.Manuals {
		if m := &r.Manuals[i]; m.Status != seed.Unchanged { // its template calls methods of a pointer
			_ = render(d.stdout, "manual", m)
		}
	}
	_ = render(d.stdout, "summary", r)
}

// Refused prints why changed files were not imported, once.
func (d *devReporter) Refused(err error, again bool) {
	if again {
		return
	}
	printError(d.stderr, err)
	fmt.Fprintln(d.stderr, "Nothing of this is on the pages yet. Correct the files, and they are served at once.")
}

// makeTokens makes an access token for each brand, so that the addresses that are printed can be tried.
func (d *devReporter) makeTokens(ctx context.Context, store *db.DB) error {
	for b := range store.Index().Brands() {
		if d.secrets[b.Slug] != "" {
			continue
		}
		created, err := admin.CreateToken.Do(
			ctx, admin.InProcess(store), admin.NewToken{Brand: b.Slug, Name: "dev", Expires: 24 * time.Hour},
		)
		if err != nil {
			return err
		}
		d.secrets[b.Slug] = created.Secret
		if d.welcomed {
			fmt.Fprintln(d.stdout)
			_ = render(d.stdout, "welcome brand", []string{b.Name, created.Secret})
		}
	}
	return nil
}

// listenOnNetwork makes dev listen on all addresses of the machine, and its base URL the
// address that others on the network reach it by.
func (f *settings) listenOnNetwork() error {
	var err error
	if f.LocalHost, err = networkAddress(); err != nil {
		return fmt.Errorf("--lan: this machine has no address on a network: %w", err)
	}
	host, port, _ := net.SplitHostPort(f.Listen) // checked by its flag
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		f.Listen = net.JoinHostPort("", port)
	}
	return nil
}

// networkAddress returns the IP address that connections out of this machine come from.
// It sends nothing: a UDP socket only looks up the route.
func networkAddress() (string, error) {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // reserved for documentation (RFC 5737)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).IP.String(), nil
}
