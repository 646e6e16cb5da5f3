package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
)

func (p *program) tokenRotateCommand() *cobra.Command {
	var overlap, expires string
	cmd := &cobra.Command{
		Use:   "rotate ID",
		Short: "Replace an access token by a new one",
		Long: `Makes a new access token for the same brand and with the same name, and prints its secret
once. The old token stays valid for the overlap, but never longer than before. The new token
has an ID of its own, and ` + "`token list`" + ` shows which of the two is still used.`,
		Example: "  designmanual token rotate tok_k3v9x2m4q7w1 --overlap 24h",
		Args:    oneArgument("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted, err := rotation(args[0], overlap, expires)
			if err != nil {
				return wrongUsage(cmd, err)
			}
			return ask(p, cmd, func(ctx context.Context, c *admin.Client) (admin.RotatedToken, error) {
				return c.RotateToken(ctx, wanted)
			}, func(made admin.RotatedToken) error {
				fmt.Fprintf(p.stderr, "access token %s of brand %s, valid until %s, in place of %s, valid until %s. Its secret is shown only this once:\n",
					made.ID, made.Brand, shortTime(made.Expires), made.Replaced.ID, shortTime(made.Replaced.Expires))
				_, err := fmt.Fprintln(p.stdout, made.Secret)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&overlap, "overlap", "24h", "how `LONG` the old token stays valid: a whole number with s, m, h or d")
	cmd.Flags().StringVar(&expires, "expires", "", "how `LONG` the new token is valid (default: as long as the old one was)")
	p.jsonFlag(cmd, "both tokens and the new secret")
	p.databaseFlag(cmd)
	return cmd
}

// rotation reads the flags. An overlap may be nothing, as for a secret that
// has become known.
func rotation(id, overlap, expires string) (ask admin.Rotation, err error) {
	ask.ID = id
	if parts := span.FindStringSubmatch(overlap); parts == nil || parts[1] != "0" {
		if ask.Overlap, err = parseSpan(overlap); err != nil {
			return ask, fmt.Errorf("--overlap: %w", err)
		}
	}
	if expires != "" {
		if ask.Expires, err = parseSpan(expires); err != nil {
			return ask, fmt.Errorf("--expires: %w", err)
		}
	}
	return ask, nil
}
