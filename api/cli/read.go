package cli

import (
	"strconv"

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
