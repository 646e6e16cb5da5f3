package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
)

// importCommand returns `import`, which prints the report. It ends with these statuses:
//
//	1  the import fails, or a server refuses it because the server was started with --fail-on-breaking
//	3  with --fail-on-breaking: the import breaks what others use. It is done all the same: the flag refuses nothing.
//	3  with --dry-run: such a server would refuse the import
func (p *program) importCommand() *cobra.Command {
	var o seed.Options
	var failOnBreaking bool
	cmd := newCommand("import", arguments("PATH", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		report, err := p.importPaths(cmd.Context(), paths, o)
		if err != nil {
			return err
		}
		if err := p.printReport(report); err != nil {
			return err
		}
		if len(report.Breaks) > 0 && (report.Refused || failOnBreaking) {
			p.printBreaks(report)
			return errFoundByFlag
		}
		return nil
	})
	cmd.Flags().BoolVar(
		&failOnBreaking, "fail-on-breaking", false,
		"exit with 3 if tokens or pages are gone for those who use them (with --dry-run, before they are)",
	)
	cmd.Flags().BoolVar(
		&o.AcceptBreaking, "accept-breaking", false, "import also what a server with --fail-on-breaking would refuse",
	)
	cmd.Flags().BoolVar(&o.DryRun, "dry-run", false, "do everything except writing")
	cmd.Flags().BoolVar(&o.Prune, "prune", false, "remove manuals of these brands that the files do not have")
	allowFlags(cmd, &o)
	anchorFlag(cmd, &o)
	p.databaseFlags(cmd, "the report")
	return cmd
}

// printBreaks prints what the import breaks of what others use, and after a dry run, whether the server would
// refuse it: a real import that it refuses is an error and has no report.
func (p *program) printBreaks(r *seed.Report) {
	for _, gone := range r.Breaks {
		fmt.Fprintf(p.stderr, "breaking: %s\n", gone)
	}
	if r.Refused {
		fmt.Fprintln(
			p.stderr,
			"designmanual: the server has --fail-on-breaking and refuses this import; --accept-breaking imports it",
		)
	}
}

// importPaths imports the seed files at the paths into the database. It makes a missing database; a dry run makes
// none, and only checks the files. If the files change meanwhile, importPaths begins again. The client calls
// [seed.Import], in this process or in that of a running server, through importAndLog of package admin, which adds the
// time and logs the result. The comment of package seed tells the story from there on.
func (p *program) importPaths(ctx context.Context, paths []string, o seed.Options) (*seed.Report, error) {
	watcher := source.NewWatcher(paths)
	o.HasChanged = watcher.HasChanged
	var (
		report *seed.Report
		err    error
	)
	err = watcher.RetryWhileChanging(ctx, func() error {
		sources := watcher.Read()
		limitMemoryForImport(sources)
		open := p.openOrMakeDatabase
		if o.DryRun {
			open = p.openDatabase
		}
		client, err := open()
		if errors.Is(err, admin.ErrNoStore) {
			report, err = seed.Check(sources, o)
			return err
		}
		if err != nil {
			return err
		}
		defer client.Close()
		report, err = client.Import(ctx, sources, o)
		return err
	})
	return report, err
}

// allowFlags adds the flags of every command that reads seed files.
func allowFlags(cmd *cobra.Command, o *seed.Options) {
	activeFlag(cmd, o)
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "refuse files with warnings too")
}

func activeFlag(cmd *cobra.Command, o *seed.Options) {
	cmd.Flags().BoolVar(
		&o.AllowActiveHTML, "allow-active-html", false,
		"allow scripts, event handlers and javascript: addresses in content",
	)
}

// anchorFlag adds the flag of every command that imports seed files into a store.
func anchorFlag(cmd *cobra.Command, o *seed.Options) {
	cmd.Flags().BoolVar(
		&o.AllowAnchorChange, "allow-anchor-change", false, "allow the anchor of a known section or block to change",
	)
}

// printReport prints the report of an import or a check.
func (p *program) printReport(r *seed.Report) error {
	if p.json {
		return printJSON(p.stdout, r)
	}
	printProblems(p.stderr, r.Warnings)
	view := struct {
		*seed.Report
		ShareCommand string
	}{Report: r}
	if !r.DryRun {
		view.ShareCommand = p.shareCommandFor(r)
	}
	return render(p.stdout, "report", view)
}

// shareCommandFor returns the command that prints a link to the first manual of a report
// that not everybody may read, or nothing.
func (p *program) shareCommandFor(r *seed.Report) string {
	i := slices.IndexFunc(r.Manuals, func(m seed.ManualReport) bool {
		return m.Status != seed.Removed && !(m.Published && m.Visibility.ForAnyone())
	})
	if i < 0 {
		return ""
	}
	command := called() + " share " + r.Manuals[i].Brand + "." + r.Manuals[i].Slug
	if p.database != defaultDatabase {
		command += " --db " + quoteArgument(p.database)
	}
	return command
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
