package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

func (p *program) explainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain SLUG",
		Short: "Say where tokens come from, and what is not served and why",
		Long: `Prints each design token with the section and the block that it comes from. Below them it
prints what of the manual is not served, with the reasons, and what the seed file leaves open
for this database to decide. SLUG is a brand, BRAND.MANUAL or a manual's own subdomain.`,
		Example: `  designmanual explain acme
  designmanual explain acme.press --json`,
		Args: oneArgument("SLUG"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return ask(p, cmd, func(ctx context.Context, c *admin.Client) (admin.Explanation, error) {
				return c.Explain(ctx, args[0])
			}, func(x admin.Explanation) error { return printExplanation(p.stdout, x) })
		},
	}
	p.jsonFlag(cmd, "the explanation")
	p.databaseFlag(cmd)
	return cmd
}

func printExplanation(w io.Writer, x admin.Explanation) error {
	fmt.Fprintf(w, "%s.%s  %s  %s\n%s\n", x.Brand, x.Slug, x.Address, x.ID, x.Standing)
	fmt.Fprintf(w, "\n%s\n", heading("Tokens", len(x.Tokens)))
	if err := printSources(w, x); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s\n", heading("Not served, or served otherwise", len(x.NotServed)))
	if err := printReasons(w, x.NotServed); err != nil {
		return err
	}
	if len(x.Open) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s\n", heading("Left to this database", len(x.Open)))
	return printReasons(w, x.Open)
}

func heading(title string, n int) string {
	if n == 0 {
		return title + ": none"
	}
	return fmt.Sprintf("%s (%d)", title, n)
}

// printSources prints the tokens, a line each, with an empty line between the
// groups. The columns are aligned over all of them; the values, which may be
// long, come last.
func printSources(out io.Writer, x admin.Explanation) error {
	if len(x.Tokens) == 0 {
		return nil
	}
	t := newTable("TOKEN", "SECTION", "BLOCK", "FROM", "VALUE")
	before := ""
	for i, token := range x.Tokens {
		group, _, _ := strings.Cut(token.Token, ".")
		if i > 0 && group != before {
			t.row("", "", "", "", "")
		}
		before = group
		from := strconv.Quote(x.Sections[token.Section]) + ", " + token.Kind.Label()
		t.row(token.Token, token.Section, token.Block, from, token.Value)
	}
	return t.print(out)
}

// printReasons prints notes, a line each.
func printReasons(out io.Writer, notes []manual.Note) error {
	if len(notes) == 0 {
		return nil
	}
	t := newTable("REASON", "SECTION", "BLOCK", "TOKEN", "WHAT")
	for _, n := range notes {
		t.row(string(n.Code), dash(n.Section), dash(n.Block), dash(n.Token), n.Text)
	}
	return t.print(out)
}

// table is an indented table whose columns are aligned.
type table struct {
	text    strings.Builder
	aligned *tabwriter.Writer
}

func newTable(columns ...string) *table {
	t := new(table)
	t.aligned = tabwriter.NewWriter(&t.text, 0, 0, 2, ' ', 0)
	t.row(columns...)
	return t
}

func (t *table) row(cells ...string) {
	fmt.Fprintln(t.aligned, "  "+strings.Join(cells, "\t")) // to memory: cannot fail
}

// print prints the table, without the spaces that would end its lines.
func (t *table) print(out io.Writer) error {
	if err := t.aligned.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(t.text.String()) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// dash stands for what there is none of.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
