package cli

import (
	_ "embed"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/db"
)

// helpText has a section for each command: its usage line, a short and a long
// description, and examples.
//
//go:embed help.md
var helpText string

// newCommand returns a command with the texts that help.md has for its full
// name, such as "token create".
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

func help(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// addHelp adds cobra's commands help and completion, of which wrong arguments are wrong
// usage; cobra itself prints a help text and ends with 0.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(newCommand("help", cobra.ArbitraryArgs, func(_ *cobra.Command, args []string) error {
		about, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return unknownCommand(root, strings.Join(args, " "))
		}
		return about.Help()
	}))
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(*cobra.Command, []string) error {
		return usageErrorf("expected bash, fish, powershell or zsh")
	}
	for _, shell := range completion.Commands() {
		shell.Args = noArguments
	}
}

// A version is the output of the version command.
type version struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	Schema  int    `json:"schema"` // of the database
}

// programVersion returns the version that the program was built as.
func programVersion() version {
	v := version{Version: "(devel)", Commit: "unknown", Go: runtime.Version(), Schema: db.Schema}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		} else if s.Key == "vcs.modified" && s.Value == "true" {
			v.Commit += " with changes"
		}
	}
	return v
}

func (p *program) versionCommand() *cobra.Command {
	cmd := newCommand("version", noArguments, func(*cobra.Command, []string) error {
		return p.print("version", programVersion())
	})
	p.jsonFlag(cmd, "the version")
	return cmd
}
