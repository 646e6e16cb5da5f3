package cli

import (
	"fmt"
	"io"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"designmanual/api/mcp"
	"designmanual/api/remote"
)

func (p *program) mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp URL…",
		Short: "Let a coding agent read manuals (Model Context Protocol)",
		Long: `Serves manuals to a coding agent over standard input and output, read-only. URL is the address
of a manual's page or of its document, at this program or any other service that speaks the
interface. The access token for private manuals is read from ` + tokenVariable + `.

The agent can list the manuals, read sections, find tokens by name or by color, search, and check
the contrast of two colors.`,
		Example: "  designmanual mcp https://acme.manuals.example.com",
		Args:    arguments("URL", 1, many),
		RunE: func(cmd *cobra.Command, addresses []string) error {
			for _, address := range addresses {
				if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
					return fmt.Errorf("%w (https://…), found %q", remote.ErrAddress, address)
				}
			}
			ctx, stop := untilStopped(cmd)
			defer stop()
			options := mcp.Options{Addresses: addresses, Token: os.Getenv(tokenVariable), Version: programVersion().Version}
			return mcp.Serve(ctx, options, io.NopCloser(cmd.InOrStdin()), unclosed{p.stdout})
		},
	}
}

// unclosed is a writer that is closed by nobody.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
