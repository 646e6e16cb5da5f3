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
		Long: "Prints the JSON Schema (draft 2020-12) of seed files. Keep it beside them as\n" +
			seed.SchemaName + " and name it in their $schema, and an editor completes and checks them.",
		Args: takes(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := p.stdout.Write(seed.Schema())
			return err
		},
	}
}

func (p *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages of all commands into a folder",
		Args:  takes(cobra.ExactArgs(1)),
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
