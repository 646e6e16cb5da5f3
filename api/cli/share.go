package cli

import (
	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

func (p *program) shareCommand() *cobra.Command {
	var expires, keyFile string
	var draft bool
	cmd := storeCommand(p, "share", arguments("SLUG", 1, 1), admin.Share, func(args []string) (r admin.ShareRequest, err error) {
		r.Slug, r.Draft = args[0], draft
		if r.Lasts, err = parseDuration("expires", expires, 1); err != nil {
			return r, err
		}
		if r.Lasts > manual.MaxShareTime {
			return r, usageErrorf("--expires: expected at most 30d, found %q", expires)
		}
		r.Key, err = readSessionKey(keyFile)
		return r, err
	}, "the link")
	cmd.Flags().StringVar(&expires, "expires", "7d", "how `LONG` the link opens the page: a whole number with s, m, h or d, at most 30d")
	cmd.Flags().BoolVar(&draft, "draft", false, "open the draft of a manual under review")
	cmd.Flags().StringVar(&keyFile, "session-key", "", "the `FILE` of the server's --session-key, where it has one and is not running here")
	return cmd
}

// shareCommandFor returns the command line that prints a link to a manual.
func (p *program) shareCommandFor(slug string) string {
	line := called() + " share " + slug
	if p.database != defaultDatabase {
		line += " --db " + quoteArgument(p.database)
	}
	return line
}
