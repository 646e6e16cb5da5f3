package cli

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"
)

// helpText is what the commands say of themselves, a section each: how it is
// called, what it does in a line and in more words, and examples.
//
//go:embed help.md
var helpText string

// newCommand returns the command of that name ("token create") with the texts
// of its section of help.md.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Args: args, RunE: run}
	for section := range strings.SplitSeq(helpText, "\n## ") {
		heading, text, _ := strings.Cut(section, "\n\n")
		if !strings.HasPrefix(heading+" ", name+" ") {
			continue
		}
		cmd.Use = heading[strings.LastIndex(name, " ")+1:]
		text, examples, _ := strings.Cut(strings.TrimSpace(text), "\n\n    ")
		cmd.Short, cmd.Long, _ = strings.Cut(text, "\n\n")
		if examples != "" {
			cmd.Example = "  " + strings.ReplaceAll(examples, "\n    ", "\n  ")
		}
		break
	}
	return cmd
}
