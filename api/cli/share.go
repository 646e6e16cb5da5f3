package cli

import (
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

func (p *program) shareCommand() *cobra.Command {
	var r admin.ShareRequest
	var keyFile string
	cmd := storeCommand(p, "share", arguments("SLUG", 1, 1), admin.Share, func(args []string) (_ admin.ShareRequest, err error) {
		r.Slug = args[0]
		r.Key, err = readSessionKey(keyFile)
		return r, err
	}, "the link")
	parsedFlag(cmd, &r.Lasts, "expires", "7d", duration(1, int(manual.MaxShareTime/(24*time.Hour))), "how `LONG` the link opens the page: a whole number with s, m, h or d, at most 30d")
	cmd.Flags().BoolVar(&r.Draft, "draft", false, "open the draft of a manual under review")
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
