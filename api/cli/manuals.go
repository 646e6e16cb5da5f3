package cli

import (
	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

func (p *program) showCommand() *cobra.Command {
	var tokens bool
	kind := manual.ManualDocument
	cmd := newCommand("show", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		if tokens && kind == manual.ManualDocument {
			kind = manual.TokensDocument
		}
		body, err := callStore(p, cmd, admin.Document, admin.DocumentRequest{Slug: args[0], Kind: kind})
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
	parsedFlag(cmd, &kind, "format", "", tokensKind, "print the token document in another `FORM`: 2025.10 or 2025.10-resolver")
	p.databaseFlag(cmd)
	return cmd
}

// tokensKind parses the form of a token document.
func tokensKind(form string) (manual.DocumentKind, error) {
	kind, known := manual.TokensKind(form)
	if !known || form == "" {
		return kind, expectedError("2025.10 or 2025.10-resolver")
	}
	return kind, nil
}

func (p *program) removeCommand() *cobra.Command {
	var brand bool
	cmd := newCommand("remove", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		remove := admin.RemoveManual
		if brand {
			remove = admin.RemoveBrand
		}
		removed, err := callStore(p, cmd, remove, args[0])
		if err != nil {
			return err
		}
		return p.print("remove", removed)
	})
	cmd.Flags().BoolVar(&brand, "brand", false, "remove a whole brand with its manuals and its access tokens")
	p.storeFlags(cmd, "what was removed")
	return cmd
}
