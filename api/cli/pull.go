package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

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
	cmd := newCommand("pull", arguments("URL", 1, anyNumber), func(cmd *cobra.Command, addresses []string) error {
		ctx, stop := signalContext(cmd)
		defer stop()
		return p.pull(ctx, cmd, addresses, folder, o)
	})
	cmd.Flags().StringVar(&o.Brand, "brand", "", "the `SLUG` of the brand (default: the first part of the address)")
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the brand (default: made from the slug)")
	cmd.Flags().StringVar(&folder, "files", "", "write the seed file and the manuals' files into this `FOLDER`")
	cmd.Flags().BoolVar(&o.Lossy, "lossy", false, "leave out what a seed file cannot hold")
	return cmd
}

func (p *program) pull(ctx context.Context, cmd *cobra.Command, addresses []string, folder string, o pull.Options) error {
	if cmd.Flags().Changed("brand") {
		if err := checkBrand(o.Brand); err != nil {
			return err
		}
	}
	client := remote.New(os.Getenv(tokenVariable))
	var found []*remote.Source
	for _, address := range addresses {
		s, err := client.Find(ctx, address)
		if err != nil {
			return err
		}
		found = append(found, s)
	}
	var out *outputFolder
	if folder != "" {
		var err error
		if out, err = openOutputFolder(folder); err != nil {
			return err
		}
		defer out.close()
		o.Files = out
	}
	files, err := pull.Manuals(ctx, found, o)
	if err != nil {
		return err
	}
	if err := p.printDifferences(files, o.Lossy); err != nil {
		return err
	}
	if out == nil {
		if len(files) > 1 {
			return usageErrorf("these manuals are of several brands, each of which is a file: use --files FOLDER")
		}
		_, err := p.stdout.Write(files[0].JSON)
		return err
	}
	for _, f := range files {
		if err := out.write(f.Brand+".json", f.JSON); err != nil {
			return err
		}
		fmt.Fprintln(p.stdout, filepath.Join(folder, f.Brand+".json"))
	}
	out.complete = true
	return nil
}

// printDifferences lists what the seed files do not hold. Unless lossy, that is a
// failure.
func (p *program) printDifferences(files []pull.File, lossy bool) error {
	found := false
	for _, f := range files {
		found = found || len(f.Differences) > 0
		for _, d := range append(f.Notes, f.Differences...) {
			fmt.Fprintln(p.stderr, d)
		}
	}
	if found && !lossy {
		fmt.Fprintln(p.stderr, "designmanual: a seed file cannot hold all of it; --lossy leaves out what is listed above")
		return errPrinted
	}
	return nil
}

func (p *program) mcpCommand() *cobra.Command {
	return newCommand("mcp", arguments("URL", 1, anyNumber), func(cmd *cobra.Command, addresses []string) error {
		for _, address := range addresses {
			if _, err := remote.ParseAddress(address); err != nil {
				return err
			}
		}
		ctx, stop := signalContext(cmd)
		defer stop()
		options := mcp.Options{Addresses: addresses, Token: os.Getenv(tokenVariable), Version: programVersion().Version}
		return mcp.Serve(ctx, options, io.NopCloser(cmd.InOrStdin()), nopCloser{p.stdout})
	})
}

// A nopCloser is a writer with a Close method that does nothing.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
