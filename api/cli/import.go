package cli

import (
	"context"
	"errors"
	"fmt"
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
// stays below 200 MB and takes a tenth longer than with Go's default of 100.
const gcPercent = 50

func (p *program) importCommand() *cobra.Command {
	var o seed.Options
	var failOnBreaking bool
	cmd := newCommand("import", arguments("PATH", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		debug.SetGCPercent(gcPercent)
		report, err := p.importFiles(cmd.Context(), source.ReadPaths(paths), o)
		if err == nil {
			err = p.printReport(report)
		}
		if err == nil && failOnBreaking && report.Breaking() {
			fmt.Fprintln(p.stderr, "designmanual: tokens are removed, which breaks builds that use them")
			err = errFlag
		}
		return err
	})
	cmd.Flags().BoolVar(&failOnBreaking, "fail-on-breaking", false, "exit with 3 if tokens are removed (with --dry-run, before they are)")
	cmd.Flags().BoolVar(&o.DryRun, "dry-run", false, "do everything except writing")
	cmd.Flags().BoolVar(&o.Prune, "prune", false, "remove manuals of these brands that the files do not have")
	allowFlags(cmd, &o)
	p.storeFlags(cmd, "the report")
	return cmd
}

// importFiles imports seed files into the database, which is created if it does not
// exist and this is no dry run.
func (p *program) importFiles(ctx context.Context, sources []source.Source, o seed.Options) (*seed.Report, error) {
	client, err := p.dial(false)
	if errors.Is(err, admin.ErrNoStore) {
		if o.DryRun {
			return seed.Check(sources, o)
		}
		// Check first, so that refused files leave no database behind.
		if err := seed.Validate(sources, manual.Site{}, o); err != nil {
			return nil, err
		}
		client, err = p.dial(true)
	}
	if errors.Is(err, db.ErrOlderSchema) && !o.DryRun {
		// Check first here too, so that refused files change nothing.
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
	defer client.Close()
	return client.Import(ctx, sources, o)
}

// allowFlags adds the flags of every command that reads seed files.
func allowFlags(cmd *cobra.Command, o *seed.Options) {
	o.Now = time.Now
	cmd.Flags().BoolVar(&o.AllowActiveHTML, "allow-active-html", false, "allow scripts, event handlers and javascript: addresses in content")
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "refuse files with warnings too")
	cmd.Flags().BoolVar(&o.AllowAnchorChange, "allow-anchor-change", false, "allow the anchor of a known section or block to change")
}

func (p *program) checkCommand() *cobra.Command {
	var o seed.Options
	var contrast string
	cmd := newCommand("check", arguments("PATH", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		wanted := cmd.Flags().Changed("contrast")
		if wanted && contrast != "AA" {
			return usageErrorf("--contrast: expected AA, found %q", contrast)
		}
		return p.checkFiles(source.ReadPaths(paths), o, wanted)
	})
	allowFlags(cmd, &o)
	cmd.Flags().StringVar(&contrast, "contrast", "", "exit with 3 if a theme's text has less contrast than this `LEVEL` of WCAG: AA")
	p.jsonFlag(cmd, "all problems, errors and warnings,")
	return cmd
}

// checkFiles checks files and prints the result. With --json that is an array of
// all problems, including warnings.
func (p *program) checkFiles(sources []source.Source, o seed.Options, contrast bool) error {
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
		err = p.printReport(report)
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

// printReport prints the report of an import or a check.
func (p *program) printReport(r *seed.Report) error {
	if !p.json {
		printProblems(p.stderr, r.Warnings)
	}
	return p.print("report", r)
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

// openSummary says in a line what the seed file leaves open for the database to
// decide; --json has every note.
func openSummary(notes []manual.Note) string {
	names := map[manual.NoteCode]string{
		manual.NoteOpenTime: "updatedAt", manual.NoteOpenPrimary: "the primary manual", manual.NoteOpenBrand: "the brand's settings",
	}
	counts := make(map[manual.NoteCode]int)
	var summary []string
	for _, n := range notes {
		counts[n.Code]++
		if name := names[n.Code]; name != "" {
			summary = append(summary, name)
		}
	}
	if n := counts[manual.NoteOpenAnchor]; n > 0 {
		summary = append(summary, counted(n, "anchor"))
	}
	if n := counts[manual.NoteOpenID]; n > 0 {
		summary = append(summary, counted(n, "section")+" without id and anchor")
	}
	return strings.Join(summary, ", ")
}
