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

func (p *program) listCommand() *cobra.Command {
	cmd := newCommand("list", noArguments, func(cmd *cobra.Command, _ []string) error {
		return ask(p, cmd, admin.Manuals, admin.None{}, p.printList)
	})
	p.storeFlags(cmd, "the list")
	return cmd
}

func (p *program) printList(brands []admin.BrandInfo) error {
	rows := [][]string{{"SLUG", "ADDRESS", "VISIBILITY", "UPDATED", "EXPIRES", "BYTES", "ETAG"}}
	for _, b := range brands {
		if len(b.Manuals) == 0 {
			rows = append(rows, []string{b.Slug, "-", "no manual", "-", "-", "-", "-"})
		}
		for _, m := range b.Manuals {
			visibility, tag := string(m.Visibility), m.ETag
			if !m.Published {
				visibility, tag = "unpublished", "-"
			}
			rows = append(rows, []string{b.Slug + "." + m.Slug, m.Address, visibility,
				shortTime(&m.UpdatedAt), shortTime(m.ExpiresAt), strconv.Itoa(m.Bytes), shortTag(tag)})
		}
	}
	return printTable(p.stdout, "", rows)
}

// shortTag cuts an entity tag to what tells two of them apart on a screen;
// --json has the whole.
func shortTag(tag string) string {
	const most = 17
	if len(tag) > most {
		return tag[:most-1] + `…"`
	}
	return tag
}

func (p *program) showCommand() *cobra.Command {
	var tokens bool
	var format string
	cmd := newCommand("show", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		kind, err := shownKind(tokens, format)
		if err != nil {
			return err
		}
		client, err := p.dial(false)
		if err != nil {
			return err
		}
		defer client.Close()
		body, err := admin.Document.Do(cmd.Context(), client, admin.DocumentOf{Slug: args[0], Kind: kind})
		if err != nil {
			return err
		}
		if onTerminal(p.stdout) {
			body = append(body, '\n')
		}
		_, err = p.stdout.Write(body)
		return err
	})
	cmd.Flags().BoolVar(&tokens, "tokens", false, "print the token document")
	cmd.Flags().StringVar(&format, "format", "", "print the token document in another `FORM`: 2025.10 or 2025.10-resolver")
	p.databaseFlag(cmd)
	return cmd
}

func shownKind(tokens bool, format string) (manual.DocumentKind, error) {
	switch {
	case format == "" && !tokens:
		return manual.ManualDocument, nil
	case format == "":
		return manual.TokensDocument, nil
	case format == "2025.10":
		return manual.StructuredDocument, nil
	case format == "2025.10-resolver":
		return manual.ResolverDocument, nil
	}
	return "", usageErrorf("--format: expected 2025.10 or 2025.10-resolver, found %q", format)
}

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

func (p *program) removeCommand() *cobra.Command {
	var brand bool
	cmd := newCommand("remove", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		remove := admin.RemoveManual
		if brand {
			remove = admin.RemoveBrand
		}
		return ask(p, cmd, remove, args[0], p.printRemoved)
	})
	cmd.Flags().BoolVar(&brand, "brand", false, "remove a whole brand with its manuals and its access tokens")
	onlyOnCommandLine(cmd, "brand") // elsewhere DESIGNMANUAL_BRAND is a slug, and a forgotten variable must not remove a brand
	p.storeFlags(cmd, "what was removed")
	return cmd
}

func (p *program) printRemoved(r admin.Removed) error {
	var out strings.Builder
	for _, m := range r.Manuals {
		fmt.Fprintf(&out, "removed %s.%s (%s), %s\n", r.Brand, m.Slug, m.ID, m.Address)
	}
	for _, t := range r.Tokens {
		fmt.Fprintf(&out, "removed access token %s (%s)\n", t.ID, t.Name)
	}
	switch {
	case r.Whole:
		fmt.Fprintf(&out, "removed brand %s: %s and %s\n", r.Brand, counted(len(r.Manuals), "manual"), counted(len(r.Tokens), "access token"))
	case r.Left == 0:
		fmt.Fprintf(p.stderr, "brand %s has no manual now; `remove --brand %s` removes it and its access tokens\n", r.Brand, r.Brand)
	}
	return p.print(r, out.String())
}
