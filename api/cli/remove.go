package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
)

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
