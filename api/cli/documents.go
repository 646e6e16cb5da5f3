package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"designmanual/seed"
)

func (p *program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of seed files, for editors",
		Long: `Prints the JSON Schema (draft 2020-12) of seed files. Write it beside your seed files as
` + seed.SchemaName + ` and name it in their $schema. Your editor then completes and checks them.`,
		Example: "  designmanual schema > seeds/" + seed.SchemaName,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := p.stdout.Write(seed.Schema())
			return err
		},
	}
}

func (p *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the manual pages of all commands into a folder",
		Example: "  designmanual man /usr/local/share/man/man1",
		Args:    oneArgument("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if err := doc.GenManTree(root, &doc.GenManHeader{Title: "DESIGNMANUAL", Section: "1", Source: "designmanual", Manual: "designmanual"}, args[0]); err != nil {
				return fmt.Errorf("writing manual pages: %w", err)
			}
			return nil
		},
	}
}
