package cli

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

func (p *program) explainCommand() *cobra.Command {
	cmd := newCommand("explain", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		return ask(p, cmd, admin.Explain, args[0], p.printExplanation)
	})
	p.storeFlags(cmd, "the explanation")
	return cmd
}

func (p *program) printExplanation(x admin.Explanation) error {
	w := p.stdout
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
func printSources(w io.Writer, x admin.Explanation) error {
	if len(x.Tokens) == 0 {
		return nil
	}
	rows := [][]string{{"TOKEN", "SECTION", "BLOCK", "FROM", "VALUE"}}
	before := ""
	for i, token := range x.Tokens {
		group, _, _ := strings.Cut(token.Token, ".")
		if i > 0 && group != before {
			rows = append(rows, make([]string, 5))
		}
		before = group
		from := strconv.Quote(x.Sections[token.Section]) + ", " + token.Kind.Label()
		rows = append(rows, []string{token.Token, token.Section, token.Block, from, token.Value})
	}
	return printTable(w, "  ", rows)
}

// printReasons prints notes, a line each.
func printReasons(w io.Writer, notes []manual.Note) error {
	if len(notes) == 0 {
		return nil
	}
	rows := [][]string{{"REASON", "SECTION", "BLOCK", "TOKEN", "WHAT"}}
	for _, n := range notes {
		rows = append(rows, []string{string(n.Code), cmp.Or(n.Section, "-"), cmp.Or(n.Block, "-"), cmp.Or(n.Token, "-"), n.Text})
	}
	return printTable(w, "  ", rows)
}
