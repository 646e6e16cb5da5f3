package cli

import (
	"github.com/spf13/cobra"

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
