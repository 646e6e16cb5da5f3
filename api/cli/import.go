package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

// gcPercent keeps the memory of an import small: that of a thousand manuals of 16 KB
// stays below 200 MB.
const gcPercent = 50

func (p *program) importCommand() *cobra.Command {
	var o seed.Options
	var failOnBreaking, verbose bool
	cmd := newCommand("import", arguments("PATH", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		debug.SetGCPercent(gcPercent)
		if source.GitLocked(paths) {
			fmt.Fprintln(p.stderr, "designmanual: Git is changing these files; the import waits for it, at most ten seconds")
		}
		var report *seed.Report
		err := source.Steady(cmd.Context(), paths, func(changing func() bool) (err error) {
			o.Changing = changing
			report, err = p.importFiles(cmd.Context(), source.ReadPaths(paths), o)
			return err
		})
		if err == nil {
			err = p.printReport(report, verbose)
		}
		if err == nil && failOnBreaking && report.Breaking() {
			fmt.Fprintln(p.stderr, "designmanual: tokens are removed, which breaks builds that use them")
			err = errFlag
		}
		return err
	})
	cmd.Flags().BoolVar(&failOnBreaking, "fail-on-breaking", false, "exit with 3 if tokens are removed (with --dry-run, before they are)")
	cmd.Flags().BoolVar(&o.AcceptBreaking, "accept-breaking", false, "import also what a server with --fail-on-breaking would refuse")
	verboseFlag(cmd, &verbose)
	cmd.Flags().BoolVar(&o.DryRun, "dry-run", false, "do everything except writing")
	cmd.Flags().BoolVar(&o.Prune, "prune", false, "remove manuals of these brands that the files do not have")
	allowFlags(cmd, &o)
	anchorFlag(cmd, &o)
	p.storeFlags(cmd, "the report")
	return cmd
}

// importFiles imports seed files into the database, which is created if it does not
// exist and this is no dry run.
func (p *program) importFiles(ctx context.Context, sources []source.Source, o seed.Options) (*seed.Report, error) {
	client, err := p.dial(false)
	created := errors.Is(err, admin.ErrNoStore)
	if created {
		if o.DryRun {
			return seed.Check(sources, o)
		}
		client, err = p.dial(true)
	}
	if errors.Is(err, db.ErrOlderSchema) && !o.DryRun {
		// Check first, so that refused files change nothing.
		if err := seed.Validate(sources, manual.Site{}, o); err != nil {
			return nil, err
		}
		if err := p.migrate(ctx); err != nil {
			return nil, err
		}
		client, err = p.dial(false)
	}
	if err != nil {
		return nil, err
	}
	report, err := client.Import(ctx, sources, o)
	refused := created && err != nil && client.Empty()
	_ = client.Close()
	if refused { // leaves no database behind
		if removeErr := os.Remove(p.database); removeErr != nil {
			err = errors.Join(err, removeErr)
		}
	}
	return report, err
}

// allowFlags adds the flags of every command that reads seed files.
func allowFlags(cmd *cobra.Command, o *seed.Options) {
	o.Now = time.Now
	cmd.Flags().BoolVar(&o.AllowActiveHTML, "allow-active-html", false, "allow scripts, event handlers and javascript: addresses in content")
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "refuse files with warnings too")
}

// anchorFlag adds the flag of every command that imports seed files into a store.
func anchorFlag(cmd *cobra.Command, o *seed.Options) {
	cmd.Flags().BoolVar(&o.AllowAnchorChange, "allow-anchor-change", false, "allow the anchor of a known section or block to change")
}

func verboseFlag(cmd *cobra.Command, verbose *bool) {
	cmd.Flags().BoolVar(verbose, "verbose", false, "also say what the files leave for each database to decide, such as anchors")
}

func (p *program) checkCommand() *cobra.Command {
	var o seed.Options
	var base manual.Site
	var home string
	var verbose bool
	cmd := newCommand("check", arguments("PATH", 0, anyNumber), func(cmd *cobra.Command, paths []string) error {
		if base.Host != "" {
			if base.Home = home; len(paths) == 0 {
				paths = []string{"."}
			}
			return p.checkSite(cmd.Context(), base, source.ReadPaths(paths), o)
		}
		switch {
		case home != "":
			return usageErrorf("--brand says who is at home at --site, which is missing")
		case len(paths) == 0:
			return arguments("PATH", 1, anyNumber)(cmd, paths)
		}
		return p.checkFiles(source.ReadPaths(paths), o, cmd.Flags().Changed("contrast"), verbose)
	})
	allowFlags(cmd, &o)
	verboseFlag(cmd, &verbose)
	parsedFlag(cmd, new(string), "contrast", "", oneOf("AA"), "exit with 3 if a theme's text has less contrast than this `LEVEL` of WCAG: AA")
	parsedFlag(cmd, &base, "site", "", manual.ParseSite, "look from outside at the server with this base `URL`; exit with 3 if anything is wrong")
	cmd.Flags().StringVar(&home, "brand", "", "the `SLUG` of the brand at home at --site, if there are several")
	p.jsonFlag(cmd, "all problems, errors and warnings,")
	return cmd
}

// checkFiles checks files and prints the result. With --json that is an array of
// all problems, including warnings.
func (p *program) checkFiles(sources []source.Source, o seed.Options, contrast, verbose bool) error {
	report, err := seed.Check(sources, o)
	var problems seed.Problems
	if errors.As(err, &problems) && p.json && !o.Strict { // with Strict they include the warnings
		return append(problems, report.Warnings...)
	}
	if err != nil {
		return err
	}
	var lowContrast seed.Problems
	if contrast {
		if lowContrast, err = seed.Contrast(sources, o); err != nil {
			return err
		}
	}
	if p.json {
		err = printJSON(p.stdout, append(append(seed.Problems{}, report.Warnings...), lowContrast...))
	} else {
		err = p.printReport(report, verbose)
		printProblems(p.stderr, lowContrast)
	}
	if err == nil && len(lowContrast) > 0 {
		err = errFlag
	}
	return err
}

func (p *program) schemaCommand() *cobra.Command {
	return newCommand("schema", noArguments, func(*cobra.Command, []string) error {
		_, err := p.stdout.Write(check.Schema())
		return err
	})
}

// printReport prints the report of an import or a check. With verbose it has what the
// files leave for the database to decide.
func (p *program) printReport(r *seed.Report, verbose bool) error {
	if p.json {
		return printJSON(p.stdout, r)
	}
	printProblems(p.stderr, r.Warnings)
	view := struct {
		*seed.Report
		Look, Open string // a command, and a list
	}{Report: r, Look: p.howToLook(r)}
	if verbose {
		var open []manual.Note
		for _, m := range r.Manuals {
			open = append(open, m.Open...)
		}
		view.Open = openSummary(open)
	}
	return render(p.stdout, "report", view)
}

// howToLook returns the command that prints a link to the first manual of a report
// that not everybody may read, or nothing if there is none.
func (p *program) howToLook(r *seed.Report) string {
	for _, m := range r.Manuals {
		if !r.DryRun && m.Status != seed.Removed && !(m.Published && m.Visibility.Open()) {
			return p.shareCommandFor(m.Brand + "." + m.Slug)
		}
	}
	return ""
}

// notePlace returns the ids of the section, block and token that a note is about,
// followed by a colon, or nothing if the note is about the whole manual.
func notePlace(n manual.Note) string {
	where := slices.Compact([]string{n.Section, n.Block, n.Token})
	where = slices.DeleteFunc(where, func(id string) bool { return id == "" })
	if len(where) == 0 {
		return ""
	}
	return strings.Join(where, " ") + ": "
}

// openSummary says in a line what seed files leave open for the database to decide;
// --json has every note.
func openSummary(notes []manual.Note) string {
	names := []struct {
		code manual.NoteCode
		noun string
	}{
		{manual.NoteOpenTime, "time of an update"}, {manual.NoteOpenPrimary, "choice of a primary manual"}, {manual.NoteOpenBrand, "brand with its settings"},
		{manual.NoteOpenAnchor, "anchor"}, {manual.NoteOpenID, "section without id and anchor"},
	}
	counts := make(map[manual.NoteCode]int)
	for _, n := range notes {
		counts[n.Code]++
	}
	var summary []string
	for _, name := range names {
		if n := counts[name.code]; n > 0 {
			first, rest, _ := strings.Cut(name.noun, " ")
			summary = append(summary, strings.TrimSpace(counted(n, first)+" "+rest))
		}
	}
	return strings.Join(summary, ", ")
}
