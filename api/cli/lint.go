package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/linting"
	"designmanual/api/sources"
	"designmanual/db/manual"
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
			o.AccessToken = os.Getenv(tokenVariable)
			return p.lint(cmd.Context(), paths, o)
		}))
	cmd.Flags().StringVar(&o.Manual, "manual", "", "the address of a manual, or a seed file: `URL|SEED`")
	cmd.Flags().StringVar(&o.Slug, "slug", "", "the `SLUG` of the manual in a seed file (default: the primary one)")
	cmd.Flags().StringVar(
		&o.From, "from", "",
		"find uses of what has changed since this release of the manual, or since a saved tokens.json: `VERSION|FILE`",
	)
	cmd.Flags().StringVar(
		&o.To, "to", "",
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
	linting.Tokens
	exclude    []string
	fix, sarif bool
}

// lint checks the files at paths, prints what is found and says what was read.
func (p *program) lint(ctx context.Context, paths []string, o lintOptions) error {
	chosen, err := sources.Select(
		paths, sources.Options{Known: syntax.Known, MaxSize: linting.MaxFileBytes, Exclude: o.exclude},
	)
	if err != nil {
		return err
	}
	for _, name := range chosen.Large {
		fmt.Fprintf(
			p.stderr, "designmanual: %s is passed over: it is larger than %d MiB\n", manual.Printable(name),
			linting.MaxFileBytes>>20,
		)
	}
	if len(chosen.Files) == 0 {
		return usageErrorf("no file was read, %s; lint reads %s", passedOver(chosen), syntax.Languages)
	}
	linter, changes, err := linting.NewLinter(ctx, o.Tokens)
	if err != nil {
		return err
	}
	if changes != "" {
		fmt.Fprintln(p.stderr, manual.Printable(changes))
	}
	result, err := linting.Run(linter, chosen.Files, o.fix)
	if err != nil {
		return err
	}
	if result.Count > len(result.Found) {
		fmt.Fprintf(p.stderr, "designmanual: these are the first %d of %d findings\n", len(result.Found), result.Count)
	}
	if err := p.printFindings(result.Found, o.sarif); err != nil {
		return err
	}
	summary := fmt.Sprintf("read %s, %s", counted(len(chosen.Files), "file"), passedOver(chosen))
	if o.fix {
		summary += fmt.Sprintf(", replaced %s in %s", counted(result.Replaced, "place"), counted(result.Changed, "file"))
	}
	fmt.Fprintln(p.stderr, summary)
	return failIfFound(result.Count > 0)
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

// check returns an error of usage for flags that lack another one.
func (o lintOptions) check() error {
	if o.From == "" && o.To != "" {
		return usageErrorf("--to needs --from: it says since which release")
	}
	needsManual := o.From == "" || o.To == "" || linting.IsVersion(o.From) || linting.IsVersion(o.To)
	if needsManual && o.Manual == "" {
		return usageErrorf("--manual is missing: it names the address of a manual, or a seed file")
	}
	if o.Slug != "" && linting.IsAddress(o.Manual) {
		return usageErrorf("--slug chooses a manual of a seed file: leave it out with the address of a manual")
	}
	return nil
}

// printFindings prints findings as text, JSON or SARIF.
func (p *program) printFindings(findings []lint.Finding, sarif bool) error {
	if sarif {
		return printJSON(p.stdout, linting.SARIF(findings, programVersion().Version))
	}
	if p.json {
		return printJSON(p.stdout, findings)
	}
	for _, f := range findings {
		fmt.Fprintf(
			p.stdout, "%s\n",
			manual.Printable(fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)),
		)
	}
	return nil
}
