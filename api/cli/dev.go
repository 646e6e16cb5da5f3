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
	"strings"
	"time"

	"github.com/spf13/cobra"
	"rsc.io/qr"

	"designmanual/api/admin"
	"designmanual/api/serve"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
	"designmanual/seed"
	"designmanual/seed/source"
)

func (p *program) devCommand() *cobra.Command {
	f := new(settings)
	var lan bool
	cmd := newCommand("dev", arguments("PATH", 0, anyNumber), endingWithTerminal(func(cmd *cobra.Command, paths []string) error {
		stdout, stderr, box := p.stdout, p.stderr, openOutbox(countForPeople)
		p.stdout, p.stderr = box.writer(stdout), box.writer(stderr)
		defer func() {
			box.Close()
			p.stdout, p.stderr = stdout, stderr
		}()
		return p.dev(cmd.Context(), paths, f, lan, onTerminal(stdout))
	}))
	f.addShared(cmd)
	cmd.Flags().BoolVar(&lan, "lan", false, "listen on the machine's network, for a phone or a colleague; others there can read everything")
	return cmd
}

func (p *program) dev(ctx context.Context, paths []string, f *settings, lan, terminal bool) error {
	f.Log = slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if lan {
		if err := f.listenOnNetwork(); err != nil {
			return err
		}
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return seed.Validate(source.ReadPaths([]string{path}), manual.Site{}, f.Import)
		}
	}
	folder, err := admin.MakeTemporaryFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p.database = filepath.Join(folder, "dev.db")
	f.Seeds, f.Watch = paths, len(paths) > 0
	if len(paths) == 0 {
		f.Examples = fixtures.Files()
	}
	f.API.Dev, f.API.SessionKey = true, []byte(rand.Text())
	f.Reporter = &devReporter{program: p, examples: len(paths) == 0, terminal: terminal, key: manual.NewSessionKey(f.API.SessionKey), secrets: make(map[string]string)}
	return p.serve(ctx, f)
}

// A devReporter prints the addresses of the manuals and the results of imports.
type devReporter struct {
	*program
	examples bool              // the manuals are the examples
	terminal bool              // standard output is a terminal
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
	for _, m := range r.Manuals {
		if m.Status != seed.Unchanged {
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
	fmt.Fprintln(d.stderr, "Nothing has changed on the pages. Correct the files, and they are served at once.")
}

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
			_ = render(d.stdout, "welcome brand", []string{b.Name, created.Secret})
		}
	}
	return nil
}

// A welcome is the data of the template that lists all addresses.
type welcome struct {
	*devReporter
	Index         *db.Index
	Secrets       map[string]string
	Examples      string // the password of the example manuals, if these are served
	Open, Private string // curl arguments to read a manual without and with an access token
}

// Serving prints the addresses.
func (d *devReporter) Serving(s serve.Running) {
	d.welcomed = true
	w := welcome{devReporter: d, Index: s.Store.Index(), Secrets: d.secrets}
	if d.examples {
		w.Examples = fixtures.Password
	}
	if w.Index.Site.IsIP() {
		code, _ := qrCode(w.Index.Site.String(), d.terminal) // an address is never too long for one
		fmt.Fprintln(d.stdout, code)
	}
	for b := range w.Index.Brands() {
		for e := range b.Manuals() {
			switch document := w.Document(e) + manual.ManualSuffix; {
			case !isCurrent(e):
			case e.Visibility.Open():
				w.Open = cmp.Or(w.Open, document)
			default:
				w.Private = cmp.Or(w.Private, fmt.Sprintf("-H 'Authorization: Bearer %s' %s", d.secrets[b.Slug], document))
			}
		}
	}
	_ = render(d.stdout, "welcome", w)
}

// Document returns the address of a manual's documents without their suffix.
func (w welcome) Document(e *db.Manual) string {
	return w.Index.Site.String() + manual.ManualsPath + e.Name()
}

// Page returns the address of a manual's page on this machine. For a manual that is
// not public or not published it is a share link.
func (w welcome) Page(e *db.Manual) string {
	if !w.Index.Site.Reaches(e.Brand.Brand) {
		return "none at an IP address: serve the files of this brand alone"
	}
	if e.Expired(time.Now()) || e.Published && e.Visibility.Open() {
		return w.address(e)
	}
	return w.link(e, false)
}

// Draft returns the share link of the draft of a published manual, or nothing.
func (w welcome) Draft(e *db.Manual) string {
	if _, ok := e.Document(manual.DraftDocument); !ok || !isCurrent(e) || !w.Index.Site.Reaches(e.Brand.Brand) {
		return ""
	}
	return w.link(e, true)
}

// Standing says who can read a manual now.
func (w welcome) Standing(e *db.Manual) string { return admin.Standing(e, time.Now()) }

func (w welcome) address(e *db.Manual) string {
	return w.Index.Site.Address(serve.LocalBrand(e.Brand, true), e.Slug, e.Subdomain, e.Primary)
}

func (w welcome) link(e *db.Manual, draft bool) string {
	return admin.ShareLink(w.key, w.address(e), e, draft, time.Now().Add(manual.MaxShareTime))
}

func isCurrent(e *db.Manual) bool {
	return e.Published && !e.Expired(time.Now())
}

// listenOnNetwork makes dev listen on all addresses of the machine, and its base URL the
// address that others on the network reach it by.
func (f *settings) listenOnNetwork() (err error) {
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

// qrCode draws a QR code with half blocks, two modules in a character, light on dark,
// with the quiet zone of four modules that readers need (ISO/IEC 18004). On a terminal it
// is white on black (xterm's colors 231 and 16, which no theme changes): on a light
// terminal it would be inverted, which readers refuse.
func qrCode(text string, terminal bool) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	const quiet = 4
	halves := map[[2]bool]string{{false, false}: "█", {true, false}: "▄", {false, true}: "▀", {true, true}: " "}
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		if terminal {
			b.WriteString("\x1b[38;5;231;48;5;16m")
		}
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString(halves[[2]bool{code.Black(x, y), code.Black(x, y+1)}])
		}
		if terminal {
			b.WriteString("\x1b[m")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
