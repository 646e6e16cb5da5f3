package cli

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/files"
	"designmanual/api/sources"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/lint"
	"designmanual/tokenize/lint/syntax"
)

func (p *program) lintCommand() *cobra.Command {
	var o lintOptions
	cmd := newCommand("lint", arguments("SRC", 1, anyNumber), interruptible(
		func(cmd *cobra.Command, paths []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if o.sarif && p.json {
				return usageErrorf("--json and --sarif exclude each other")
			}
			return p.lint(cmd.Context(), paths, o)
		}))
	cmd.Flags().StringVar(&o.manual, "manual", "", "the address of a manual, or a seed file: `URL|SEED`")
	cmd.Flags().StringVar(&o.slug, "slug", "", "the `SLUG` of the manual in a seed file (default: the primary one)")
	cmd.Flags().StringVar(
		&o.from, "from", "",
		"find uses of what has changed since this release of the manual, or since a saved tokens.json: `VERSION|FILE`",
	)
	cmd.Flags().StringVar(
		&o.to, "to", "",
		"with --from: up to this release, or another tokens.json, `VERSION|FILE` (default: the manual as it is)",
	)
	cmd.Flags().StringArrayVar(
		&o.exclude, "exclude", nil,
		"pass over files and folders that match `PATTERN`, as in .gitignore; may be repeated",
	)
	cmd.Flags().BoolVar(
		&o.fix, "fix", false, "write tokens into the files where it is plain which; what is left is printed",
	)
	cmd.Flags().BoolVar(&o.sarif, "sarif", false, "print the findings as SARIF 2.1.0, for code review")
	p.jsonFlag(cmd, "the findings")
	return cmd
}

type lintOptions struct {
	manual, slug string
	from, to     string
	exclude      []string
	fix, sarif   bool
}

// maxLinted is the size of the largest file that is read, in bytes.
const maxLinted = 8 << 20

// lint checks the files at paths, prints what is found and says what was read.
func (p *program) lint(ctx context.Context, paths []string, o lintOptions) error {
	chosen, err := sources.Select(paths, sources.Options{Known: syntax.Known, MaxSize: maxLinted, Exclude: o.exclude})
	if err != nil {
		return err
	}
	for _, name := range chosen.Large {
		fmt.Fprintf(
			p.stderr, "designmanual: %s is passed over: it is larger than %d MiB\n", manual.Printable(name),
			maxLinted>>20,
		)
	}
	if len(chosen.Files) == 0 {
		return usageErrorf("no file was read, %s; lint reads %s", passedOver(chosen), syntax.Languages)
	}
	linter, err := p.linter(ctx, o)
	if err != nil {
		return err
	}
	run := lintRun{linter: linter, fix: o.fix, found: []lint.Finding{}}
	if err := run.files(chosen.Files); err != nil {
		return err
	}
	if run.count > len(run.found) {
		fmt.Fprintf(p.stderr, "designmanual: these are the first %d of %d findings\n", len(run.found), run.count)
	}
	if err := p.printFindings(run.found, o.sarif); err != nil {
		return err
	}
	summary := fmt.Sprintf("read %s, %s", counted(len(chosen.Files), "file"), passedOver(chosen))
	if o.fix {
		summary += fmt.Sprintf(", replaced %s in %s", counted(run.replaced, "place"), counted(run.changed, "file"))
	}
	fmt.Fprintln(p.stderr, summary)
	return failIfFound(run.count > 0)
}

// linter returns the linter for the tokens of the manual, or for what has changed of them.
func (p *program) linter(ctx context.Context, o lintOptions) (*lint.Linter, error) {
	if o.from != "" {
		return p.changesLinter(ctx, o)
	}
	tokens, err := manualTokens(ctx, o.manual, o.slug)
	if err != nil {
		return nil, err
	}
	return lint.New(&tokens), nil
}

// mostKinds is how many kinds of files, or folders, a summary names.
const mostKinds = 5

// passedOver says how many files and folders were passed over, and the most frequent
// kinds of them.
func passedOver(chosen *sources.Selection) string {
	said := fmt.Sprintf("passed over %d", total(chosen.Passed))
	var kinds []string
	for _, kind := range mostFrequent(chosen.Passed) {
		kinds = append(kinds, fmt.Sprintf("%d %s", chosen.Passed[kind], kind))
	}
	if len(kinds) > 0 {
		said += " (" + strings.Join(shortList(kinds), ", ") + ")"
	}
	if len(chosen.Folders) > 0 {
		said += fmt.Sprintf(
			" and %s (%s)", counted(total(chosen.Folders), "folder"),
			strings.Join(shortList(mostFrequent(chosen.Folders)), ", "),
		)
	}
	return manual.Printable(said)
}

func total(counts map[string]int) int {
	var sum int
	for _, n := range counts {
		sum += n
	}
	return sum
}

// mostFrequent returns the keys with the largest counts first.
func mostFrequent(counts map[string]int) []string {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(a, b string) int { return counts[b] - counts[a] })
	return keys
}

// shortList returns the first entries of a list, and dots if there are more.
func shortList(list []string) []string {
	if len(list) <= mostKinds {
		return list
	}
	return append(list[:mostKinds:mostKinds], "…")
}

// A lintRun checks files one after the other.
type lintRun struct {
	linter            *lint.Linter
	fix               bool
	found             []lint.Finding // the first ones, with fix of what is left
	count             int            // of all findings
	replaced, changed int            // places, and files that have some
}

// files checks files.
func (r *lintRun) files(names []string) error {
	for _, name := range names { // a property may be defined in another file
		data, err := files.Read(name, maxLinted)
		if err != nil {
			return err
		}
		r.linter.Define(data)
	}
	for _, name := range names {
		if err := r.file(name); err != nil {
			return err
		}
	}
	return nil
}

func (r *lintRun) file(name string) error {
	data, err := files.Read(name, maxLinted)
	if err != nil {
		return err
	}
	findings := r.linter.Check(name, data)
	fixed := lint.Fix(data, findings)
	if !r.fix || bytes.Equal(fixed, data) {
		r.add(findings)
		return nil
	}
	if err := files.Replace(name, data, fixed); err != nil {
		return err
	}
	left := r.linter.Check(name, fixed)
	r.replaced += len(findings) - len(left)
	r.changed++
	r.add(left)
	return nil
}

// add counts findings and keeps the first [lint.MaxFindings].
func (r *lintRun) add(findings []lint.Finding) {
	r.count += len(findings)
	room := min(len(findings), lint.MaxFindings-len(r.found))
	r.found = append(r.found, findings[:room]...)
}

// check returns an error of usage for flags that lack another one.
func (o lintOptions) check() error {
	if o.from == "" && o.to != "" {
		return usageErrorf("--to needs --from: it says since which release")
	}
	needsManual := o.from == "" || o.to == "" || versionForm.MatchString(o.from) || versionForm.MatchString(o.to)
	if needsManual && o.manual == "" {
		return usageErrorf("--manual is missing: it names the address of a manual, or a seed file")
	}
	return nil
}

// changesLinter returns the linter for what has changed between two releases or files, and says
// how much that is.
func (p *program) changesLinter(ctx context.Context, o lintOptions) (*lint.Linter, error) {
	before, err := tokensOf(ctx, o, o.from)
	if err != nil {
		return nil, err
	}
	after, err := tokensOf(ctx, o, o.to)
	if err != nil {
		return nil, err
	}
	d := difference.Between(before, after)
	to := o.to
	if to == "" {
		to = "the manual as it is"
	}
	fmt.Fprintln(p.stderr, manual.Printable(fmt.Sprintf("from %s to %s: %s", o.from, to, d.Summary())))
	return lint.NewChanges(&before, &after, &d), nil
}
