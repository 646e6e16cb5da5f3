package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
	"designmanual/seed"
)

func (p *program) importCommand() *cobra.Command {
	var o admin.ImportOptions
	var failOnBreaking bool
	cmd := &cobra.Command{
		Use:   "import PATH…",
		Short: "Publish seed files, or folders of them",
		Long: `Checks seed files, or all *.json files of a folder, and publishes them in one transaction:
either all of them are published or, if one is wrong, none. It then reports what is new,
changed and removed, and what is not served and why.`,
		Example: `  designmanual import seeds
  designmanual import --dry-run --fail-on-breaking seeds/acme.json`,
		Args: someArguments("PATH"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			sources := seed.ReadPaths(paths)
			client, err := p.dial(false)
			if errors.Is(err, admin.ErrNoStore) {
				if o.DryRun { // into a store that would be new, where nothing can break
					return p.check(sources, o.Seed(time.Now))
				}
				client, err = p.dialNew(sources, o)
			}
			if err != nil {
				return err
			}
			defer client.Close()
			report, err := client.Import(cmd.Context(), sources, o)
			if err := p.report(report, err); err != nil {
				return err
			}
			if failOnBreaking && report.Breaking() {
				fmt.Fprintln(p.stderr, "designmanual: tokens are removed, which breaks builds that use them")
				return errFlag
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&failOnBreaking, "fail-on-breaking", false, "exit with 3 if tokens are removed (with --dry-run, before they are)")
	cmd.Flags().BoolVar(&o.DryRun, "dry-run", false, "do everything except writing")
	cmd.Flags().BoolVar(&o.Prune, "prune", false, "remove manuals of these brands that the files do not have")
	allowFlags(cmd, &o)
	p.jsonFlag(cmd, "the report")
	p.databaseFlag(cmd)
	return cmd
}

// dialNew makes the database and reaches it, unless the files are at fault:
// what is refused leaves nothing behind.
func (p *program) dialNew(sources []seed.Source, o admin.ImportOptions) (*admin.Client, error) {
	err := seed.Faults(sources, manual.Site{}, o.Seed(time.Now))
	var problems seed.Problems
	if errors.As(err, &problems) {
		return nil, p.refuse(problems)
	}
	if err != nil {
		return nil, err
	}
	return p.dial(true)
}

// allowFlags are the flags of every command that reads seed files.
func allowFlags(cmd *cobra.Command, o *admin.ImportOptions) {
	cmd.Flags().BoolVar(&o.AllowActiveHTML, "allow-active-html", false, "allow scripts, event handlers and javascript: addresses in content")
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "refuse files with warnings too")
	cmd.Flags().BoolVar(&o.AllowAnchorChange, "allow-anchor-change", false, "allow the anchor of a known section or block to change")
}

func (p *program) checkCommand() *cobra.Command {
	var o admin.ImportOptions
	var contrast string
	cmd := &cobra.Command{
		Use:   "check PATH…",
		Short: "Check seed files without publishing them",
		Long: `Checks seed files, or all *.json files of a folder, without a database, and reports what an
import into an empty one would do. With --contrast AA it also finds themes whose text is hard to
read, and exits with 3 for them.`,
		Example: `  designmanual check --strict seeds
  designmanual check --contrast AA seeds
  designmanual check --json seeds/acme.json`,
		Args: someArguments("PATH"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			if contrast != "" && contrast != "AA" {
				return wrongUsage(cmd, fmt.Errorf("--contrast: expected AA, found %q", contrast))
			}
			return p.checkFiles(seed.ReadPaths(paths), o.Seed(time.Now), contrast != "")
		},
	}
	allowFlags(cmd, &o)
	cmd.Flags().StringVar(&contrast, "contrast", "", "exit with 3 if a theme's text has less contrast than this `LEVEL` of WCAG: AA")
	p.jsonFlag(cmd, "all problems, errors and warnings,")
	return cmd
}

// checkFiles checks files and prints what it finds: for programs all problems,
// warnings too, as an array.
func (p *program) checkFiles(sources []seed.Source, o seed.Options, contrast bool) error {
	report, err := seed.Check(sources, o)
	var problems seed.Problems
	if errors.As(err, &problems) && p.json && !o.Strict { // else the warnings are among them
		err = append(problems, report.Warnings...)
	}
	if err != nil {
		return p.report(nil, err)
	}
	var faint seed.Problems
	if contrast {
		if faint, err = seed.Contrast(sources, o, seed.ContrastAA); err != nil {
			return err
		}
	}
	if p.json {
		err = printJSON(p.stdout, append(append(seed.Problems{}, report.Warnings...), faint...))
	} else {
		err = p.printReport(report)
		printProblems(p.stderr, faint)
	}
	if err == nil && len(faint) > 0 {
		err = errFlag
	}
	return err
}

// check reports what an import of the files into an empty store would do.
func (p *program) check(sources []seed.Source, o seed.Options) error {
	return p.report(seed.Check(sources, o))
}

// report prints what came of an import or a check.
func (p *program) report(report *seed.Report, err error) error {
	var problems seed.Problems
	if errors.As(err, &problems) {
		return p.refuse(problems)
	}
	if err != nil {
		return err
	}
	return p.printReport(report)
}

func (p *program) printReport(r *seed.Report) error {
	if p.json {
		return printJSON(p.stdout, r)
	}
	printProblems(p.stderr, r.Warnings)
	out := bufio.NewWriter(p.stdout) // which keeps the first error
	for _, m := range r.Manuals {
		printManual(out, m)
	}
	for _, a := range r.Access {
		fmt.Fprintf(out, "%-9s  access token %s (%s) of brand %s\n", a.Status, a.ID, a.Name, a.Brand)
	}
	fmt.Fprintln(out, summary(r))
	return out.Flush()
}

// summary is the last line of a report.
func summary(r *seed.Report) string {
	verdict := "imported"
	switch {
	case r.DryRun:
		verdict = "nothing written"
	case r.Count(seed.Unchanged) == len(r.Manuals) && len(r.Access) == 0:
		verdict = "nothing has changed"
	}
	return fmt.Sprintf("%s: %d new, %d changed, %d unchanged, %d removed; %s", counted(len(r.Manuals), "manual"),
		r.Count(seed.New), r.Count(seed.Changed), r.Count(seed.Unchanged), r.Count(seed.Removed), verdict)
}

// printManual prints what an import does to a manual: a line, and what is
// worth knowing indented below it. Of one that stays or goes the line says
// everything; `explain` has the rest.
func printManual(w io.Writer, m seed.ManualReport) {
	fmt.Fprintf(w, "%-9s  %s.%s  %s%s\n", m.Status, m.Brand, m.Slug, m.Address, tokenCounts(m))
	switch m.Status {
	case seed.Unchanged, seed.Removed:
		return
	case seed.New:
		m.Tokens.Added = nil // the count in the line says it
	}
	for _, t := range m.Tokens.Added {
		fmt.Fprintf(w, "           token added    %s\n", t)
	}
	for _, t := range m.Tokens.Changed {
		fmt.Fprintf(w, "           token changed  %s: %s → %s\n", t.Token, t.From, t.To)
	}
	for _, t := range m.Tokens.Removed {
		fmt.Fprintf(w, "           token removed  %s (breaking for builds that use it)\n", t)
	}
	for _, n := range m.LeftOut {
		fmt.Fprintf(w, "           %s\n", printedNote(n))
	}
	if open := openSummary(m.Open); open != "" {
		fmt.Fprintf(w, "           left to this store: %s\n", open)
	}
}

func tokenCounts(m seed.ManualReport) string {
	switch added, removed := len(m.Tokens.Added), len(m.Tokens.Removed); {
	case m.Status == seed.New && added > 0:
		return "  " + counted(added, "token")
	case m.Status == seed.Removed && removed > 0:
		return fmt.Sprintf("  with %s (breaking for builds that use them)", counted(removed, "token"))
	}
	return ""
}

func printedNote(n manual.Note) string {
	where := strings.Join(nonEmpty(n.Section, n.Block, n.Token), " ")
	if where == "" {
		return n.Text
	}
	return where + ": " + n.Text
}

func nonEmpty(words ...string) []string {
	var kept []string
	for i, w := range words {
		if w != "" && (i == 0 || w != words[i-1]) {
			kept = append(kept, w)
		}
	}
	return kept
}

// openSummary counts what the file leaves to the store; --json has it all.
func openSummary(notes []manual.Note) string {
	var anchors, ids int
	var summary []string
	for _, n := range notes {
		switch n.Code {
		case manual.NoteOpenTime:
			summary = append(summary, "updatedAt")
		case manual.NoteOpenPrimary:
			summary = append(summary, "the primary manual")
		case manual.NoteOpenBrand:
			summary = append(summary, "the brand's settings")
		case manual.NoteOpenAnchor:
			anchors++
		case manual.NoteOpenID:
			ids++
		}
	}
	if anchors > 0 {
		summary = append(summary, counted(anchors, "anchor"))
	}
	if ids > 0 {
		summary = append(summary, counted(ids, "section")+" without id and anchor")
	}
	return strings.Join(summary, ", ")
}
