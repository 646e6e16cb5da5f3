package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/outbox"
	"designmanual/api/serve"
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

// runServe returns what serve does. On a terminal it ends with that; elsewhere SIGHUP makes
// it import again.
func (p *program) runServe(f *settings) runFunc {
	run := func(cmd *cobra.Command, _ []string) error {
		box := outbox.Open(f.countInLog)
		defer box.Close()
		f.openLogs(box.Writer(p.stderr))
		for _, warning := range unknownVariableWarnings(cmd.Root()) {
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

// check checks what no flag can check by itself: flags that need or exclude each other.
func (f *settings) check(cmd *cobra.Command) error {
	if slices.Contains(f.Seeds, "") {
		return usageErrorf("--seed: expected a seed file or folder, found nothing")
	}
	if f.Watch && len(f.Seeds) == 0 {
		return usageErrorf("--watch needs --seed, which says what to watch")
	}
	if f.RequireSeed && len(f.Seeds) == 0 {
		return usageErrorf("--require-seed needs --seed")
	}
	if f.Prune && !f.Watch {
		return usageErrorf("--prune needs --watch")
	}
	if f.TLS.Enabled && !cmd.Flags().Changed("listen") {
		f.Listen = tlsListen
	}
	if f.MetricsListen == f.Listen && !strings.HasSuffix(f.Listen, ":0") {
		return usageErrorf("--metrics-listen and --listen are both %s: choose two addresses", f.Listen)
	}
	if (f.TLS.Cert == "") != (f.TLS.Key == "") {
		return usageErrorf("--tls-cert and --tls-key need each other")
	}
	if f.TLS.Cert != "" && !f.TLS.Enabled {
		return usageErrorf("--tls-cert needs --tls")
	}
	var err error
	f.API.SessionKey, err = readSessionKey(f.sessionKey)
	return err
}

// serve runs a server with the settings, and the limits of memory and processors of one.
func (p *program) serve(ctx context.Context, f *settings) error {
	limitMemory(serverMemory)
	allowGarbage(serverGarbage)
	addProcessors()
	v := programVersion()
	f.API.Now, f.API.Log = time.Now, f.Log
	f.Database = p.database
	f.Version = v.Version
	f.Commit = v.Commit
	f.PageCheck = checkBoltPages
	return serve.Run(ctx, f.Options)
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
		f.AccessLog = accesslog.New(w, f.accessLog == "json", f.logLevel)
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
			"host", ix.Site.BrandAddress(brands[0].BrandSettings),
		)
	}
}

func (l *logReporter) Imported(_ context.Context, _ serve.Running, r *seed.Report) {
	l.tellProblems(slog.LevelWarn, "warning about a seed file", r.Warnings.Summary())
	admin.LogImport(l.Logger, r)
	if command := l.program.shareCommandFor(r); command != "" && !l.looked {
		l.looked = true
		l.Info("some manuals are not public; this command prints a link to the first", "command", command)
	}
}

// mostProblems is how many problems of an import the log tells one by one: with thousands, those who
// read it lose the lines that count.
const mostProblems = 100

// tellProblems logs the first problems of an import, and how many there are besides.
func (l *logReporter) tellProblems(level slog.Level, message string, problems seed.Problems) {
	ctx := context.Background()
	for _, p := range problems[:min(len(problems), mostProblems)] {
		l.Log(ctx, level, message, "problem", p.String())
	}
	if more := len(problems) - mostProblems; more > 0 {
		l.Log(ctx, level, message, "problem", fmt.Sprintf("%d more: `designmanual check` prints all", more))
	}
}

// Refused logs an error of an import. What was imported before is still served.
func (l *logReporter) Refused(err error, _ bool) {
	var problems seed.Problems
	if !errors.As(err, &problems) {
		l.Error("seed files not imported", "error", err)
	}
	l.tellProblems(slog.LevelError, "seed files refused", problems)
	l.Warn("what was imported before is served, and the import is tried again every five seconds")
}
