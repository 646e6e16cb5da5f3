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
	return newCommand("mcp", arguments("URL", 1, many), func(cmd *cobra.Command, addresses []string) error {
		for _, address := range addresses {
			if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
				return fmt.Errorf("%w (https://…), found %q", remote.ErrAddress, address)
			}
		}
		ctx, stop := untilStopped(cmd)
		defer stop()
		options := mcp.Options{Addresses: addresses, Token: os.Getenv(tokenVariable), Version: programVersion().Version}
		return mcp.Serve(ctx, options, io.NopCloser(cmd.InOrStdin()), nopCloser{p.stdout})
	})
}

// nopCloser is a writer that is closed by nobody.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
