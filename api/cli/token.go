package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

func (p *program) tokenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Create, list, rotate and revoke access tokens",
		Long:  "An access token reads every manual of its brand, private ones too. Only its hash is kept.",
		Example: `  designmanual token create --brand acme --name "build server"
  designmanual token list`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return wrongUsage(cmd, errors.New("expected create, list, new, rotate or revoke"))
		},
	}
	cmd.AddCommand(p.tokenCreateCommand(), p.tokenListCommand(), p.tokenNewCommand(), p.tokenRotateCommand(), p.tokenRevokeCommand())
	return cmd
}

func (p *program) tokenCreateCommand() *cobra.Command {
	var wanted admin.NewToken
	var expires string
	cmd := &cobra.Command{
		Use:   "create --brand BRAND --name NAME",
		Short: "Make an access token and print its secret",
		Long: `Makes an access token and prints its secret alone on standard output. The secret is shown only
this once: the database keeps its hash.`,
		Example: `  designmanual token create --brand acme --name "build server" --expires 90d`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := readToken(&wanted, expires); err != nil {
				return wrongUsage(cmd, err)
			}
			return ask(p, cmd, func(ctx context.Context, c *admin.Client) (admin.CreatedToken, error) {
				return c.CreateToken(ctx, wanted)
			}, func(created admin.CreatedToken) error {
				fmt.Fprintf(p.stderr, "access token %s of brand %s, valid until %s. Its secret is shown only this once:\n",
					created.ID, created.Brand, shortTime(created.Expires))
				_, err := fmt.Fprintln(p.stdout, created.Secret)
				return err
			})
		},
	}
	tokenFlags(cmd, &wanted, &expires)
	p.jsonFlag(cmd, "the token and its secret")
	p.databaseFlag(cmd)
	return cmd
}

func tokenFlags(cmd *cobra.Command, wanted *admin.NewToken, expires *string) {
	cmd.Flags().StringVar(&wanted.Brand, "brand", "", "the `SLUG` of the brand whose manuals it reads")
	cmd.Flags().StringVar(&wanted.Name, "name", "", "a `NAME` for lists and logs, such as what the token is for")
	cmd.Flags().StringVar(expires, "expires", "365d", "how `LONG` it is valid: a whole number with s, m, h or d")
}

// readToken checks the flags of a new token.
func readToken(wanted *admin.NewToken, expires string) (err error) {
	if wanted.Brand == "" || strings.TrimSpace(wanted.Name) == "" {
		return errors.New("expected --brand and --name")
	}
	if strings.ContainsFunc(wanted.Name, unicode.IsControl) {
		return fmt.Errorf("--name: expected one line of text, found %q", wanted.Name)
	}
	if db.HideSecrets(wanted.Name) != wanted.Name {
		return errors.New("--name: expected what the token is for, found the secret of one")
	}
	if wanted.Expires, err = parseSpan(expires); err != nil {
		return fmt.Errorf("--expires: %w", err)
	}
	return nil
}

func (p *program) tokenListCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List access tokens, without their secrets",
		Example: `  designmanual token list
  designmanual token list --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return ask(p, cmd, func(ctx context.Context, c *admin.Client) ([]admin.TokenInfo, error) {
				return c.Tokens(ctx)
			}, p.printTokens)
		},
	}
	p.jsonFlag(cmd, "the list")
	p.databaseFlag(cmd)
	return cmd
}

func (p *program) printTokens(tokens []admin.TokenInfo) error {
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tBRAND\tNAME\tCREATED\tEXPIRES\tREVOKED\tLAST USED")
	for _, t := range tokens {
		created := shortTime(t.Created)
		if t.Declared != "" {
			created = "declared: " + t.Declared
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", t.ID, t.Brand, t.Name,
			created, shortTime(t.Expires), shortTime(t.Revoked), shortTime(t.LastUsed))
	}
	return w.Flush()
}

func (p *program) tokenRevokeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "revoke ID",
		Short:   "Revoke an access token, from the next request on",
		Example: "  designmanual token revoke tok_k3v9x2m4q7w1",
		Args:    oneArgument("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return ask(p, cmd, func(ctx context.Context, c *admin.Client) (admin.TokenInfo, error) {
				return c.RevokeToken(ctx, args[0])
			}, func(t admin.TokenInfo) error {
				_, err := fmt.Fprintf(p.stdout, "revoked %s (%s, brand %s) as of %s\n", t.ID, t.Name, t.Brand, shortTime(t.Revoked))
				return err
			})
		},
	}
	p.jsonFlag(cmd, "the token")
	p.databaseFlag(cmd)
	return cmd
}

var span = regexp.MustCompile(`^([0-9]{1,9})([smhd])$`)

// parseSpan reads a span of time: a whole number above zero with s, m, h or
// d, at most a hundred years.
func parseSpan(s string) (time.Duration, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	const most = 100 * 365 * 24 * time.Hour
	parts := span.FindStringSubmatch(s)
	if parts == nil {
		return 0, fmt.Errorf("expected a whole number with s, m, h or d (365d), found %q", s)
	}
	n, err := strconv.Atoi(parts[1])
	unit := units[parts[2]]
	if err != nil || n == 0 || time.Duration(n) > most/unit {
		return 0, fmt.Errorf("expected more than nothing and at most 36500d, found %q", s)
	}
	return time.Duration(n) * unit, nil
}
