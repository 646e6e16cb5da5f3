package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"designmanual/api/files"
	"designmanual/api/mcp"
	"designmanual/api/pull"
	"designmanual/api/remote"
)

// tokenVariable is the environment variable with the access token that pull and
// mcp send.
const tokenVariable = "DESIGNMANUAL_TOKEN"

func (p *program) pullCommand() *cobra.Command {
	var o pull.Options
	var folder string
	cmd := newCommand("pull", arguments("URL", 1, anyNumber), interruptible(
		func(cmd *cobra.Command, addresses []string) error {
			return p.pull(cmd.Context(), addresses, folder, o)
		}))
	parsedFlag(
		cmd, &o.Brand, "brand", "", brandSlug, "the `SLUG` of the brand (default: the first part of the address)",
	)
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the brand (default: made from the slug)")
	cmd.Flags().StringVar(&folder, "files", "", "write the seed file and the manuals' files into this `FOLDER`")
	cmd.Flags().BoolVar(&o.Lossy, "lossy", false, "leave out what a seed file cannot hold")
	return cmd
}

// pull reads manuals of other servers as seed files, and writes them into a folder or prints the only one.
func (p *program) pull(ctx context.Context, addresses []string, folder string, o pull.Options) error {
	client := remote.New(os.Getenv(tokenVariable))
	var found []*remote.FoundManual
	for _, address := range addresses {
		s, err := client.Find(ctx, address)
		if err != nil {
			return err
		}
		found = append(found, s)
	}
	var out *files.Folder
	if folder != "" {
		var err error
		if out, err = files.OpenFolder(folder); err != nil {
			return err
		}
		defer out.Close()
		o.Files = out
	}
	seeds, err := pull.Manuals(ctx, found, o)
	if err != nil {
		return err
	}
	if err := p.printDifferences(seeds, o.Lossy); err != nil {
		return err
	}
	if out == nil && len(seeds) > 1 {
		return usageErrorf("these manuals are of several brands, each of which is a file: use --files FOLDER")
	}
	if out == nil {
		_, err := p.stdout.Write(seeds[0].JSON)
		return err
	}
	for _, f := range seeds {
		if err := out.Write(f.Brand+".json", f.JSON); err != nil {
			return err
		}
		fmt.Fprintln(p.stdout, filepath.Join(folder, f.Brand+".json"))
	}
	out.Complete()
	return nil
}

// printDifferences lists what the seed files do not hold. Unless lossy, that is a
// failure.
func (p *program) printDifferences(files []pull.File, lossy bool) error {
	found := false
	for _, f := range files {
		found = found || len(f.Deviations) > 0
		for _, d := range append(f.Notes, f.Deviations...) {
			fmt.Fprintln(p.stderr, d)
		}
	}
	if found && !lossy {
		fmt.Fprintln(
			p.stderr, "designmanual: a seed file cannot hold all of it; --lossy leaves out what is listed above",
		)
		return errPrinted
	}
	return nil
}

func (p *program) mcpCommand() *cobra.Command {
	return newCommand("mcp", arguments("URL", 1, anyNumber), interruptible(
		func(cmd *cobra.Command, addresses []string) error {
			for _, address := range addresses {
				if _, err := remote.ParseAddress(address); err != nil {
					return err
				}
			}
			client := remote.New(os.Getenv(tokenVariable))
			return mcp.Serve(cmd.Context(), client, addresses, programVersion().Version, cmd.InOrStdin(), p.stdout)
		}))
}
