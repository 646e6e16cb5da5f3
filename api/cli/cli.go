// Package cli is the command line: the commands and their flags, and the
// wiring of the store, the importer, the administration and the public
// server to one another.
//
// [Run] is the whole program. Results go to standard output and all else to
// standard error; a flag comes before its environment variable
// (DESIGNMANUAL_ and the flag's name in upper case), that before the
// default. The exit status is 0 where the thing was done, 1 where it was
// refused or failed, 2 for wrong usage, 3 where a flag asks for it. Nothing is decided here that another
// front end would have to decide again.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"designmanual/seed"
)

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitAsked  = 3 // what a flag asks to be told of
)

// The defaults that several commands share.
const (
	defaultDatabase = "designmanual.db"
	defaultListen   = "127.0.0.1:8080"
)

// Run carries out the command line in args (without the program's name) and
// returns the exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot(&program{stdout: stdout, stderr: stderr})
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	var problems seed.Problems
	switch {
	case errors.Is(err, errBreaking):
		return exitAsked
	case errors.Is(err, errSaid):
	case errors.As(err, &problems):
		printProblems(stderr, problems)
	default:
		fmt.Fprintln(stderr, "designmanual: "+err.Error())
	}
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "See `%s --help`.\n", usage.command)
		return exitUsage
	}
	return exitFailed
}

// errSaid is returned by a command that has told its failure itself.
var errSaid = errors.New("said already")

// errBreaking is returned by an import that was asked to tell of removed
// tokens, and has.
var errBreaking = errors.New("tokens are removed")

// usageError is a command line that is wrong.
type usageError struct {
	err     error
	command string
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// wrongUsage makes an error of a flag's or an argument's value one of usage.
func wrongUsage(cmd *cobra.Command, err error) error {
	return usageError{err, cmd.CommandPath()}
}

// program is what the commands share.
type program struct {
	stdout, stderr io.Writer
	database       string
	json           bool
}

func newRoot(p *program) *cobra.Command {
	root := &cobra.Command{
		Use:   "designmanual",
		Short: "Publishes brand manuals and their design tokens as JSON",
		Long: "designmanual keeps the published state of brand manuals in one file and serves each as one\n" +
			"JSON document, and its design tokens as another in the W3C format, read-only.\n\n" +
			"Begin with `designmanual dev`: it serves the manuals that come with the program.",
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return readEnvironment(cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongUsage(cmd, fmt.Errorf("unknown command %q", args[0]))
			}
			return cmd.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetFlagErrorFunc(wrongUsage)
	root.AddCommand(
		p.devCommand(), p.serveCommand(), p.importCommand(), p.checkCommand(),
		p.listCommand(), p.showCommand(), p.tokenCommand(), p.versionCommand(),
		p.explainCommand(), p.removeCommand(), p.passwordCommand(), p.backupCommand(), p.restoreCommand(), p.doctorCommand(),
		p.schemaCommand(), p.healthcheckCommand(), p.manCommand(),
	)
	for _, command := range root.Commands() {
		tellEnvironment(command)
	}
	completeUsage(root)
	return root
}

// tellEnvironment adds to the help of a command, and so to its manual page,
// how environment variables set its flags.
func tellEnvironment(cmd *cobra.Command) {
	example, without := "", ""
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case !readsEnvironment(f):
			without += " --" + f.Name + " has none."
		case example == "":
			example = fmt.Sprintf("%s for --%s", environmentName(f.Name), f.Name)
		}
	})
	for _, command := range cmd.Commands() {
		tellEnvironment(command)
	}
	if example == "" {
		return
	}
	if cmd.Long == "" {
		cmd.Long = cmd.Short + "."
	}
	cmd.Long += "\n\nWhere a flag is not set, its environment variable is read: DESIGNMANUAL_ and the flag's\n" +
		"name in upper case, with _ for -; " + example + "." + without
}

// completeUsage has wrong arguments of the commands that cobra adds by itself
// be wrong usage: those print their help instead, as if it had been asked for.
func completeUsage(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return wrongUsage(cmd, fmt.Errorf("unknown command %q", strings.Join(args, " ")))
			}
			return about.Help()
		},
	})
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil || completion == root {
		return
	}
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
		shell.Args = takes(cobra.NoArgs)
	}
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, _ []string) error {
		return wrongUsage(cmd, fmt.Errorf("expected a shell: %s", strings.Join(shells, ", ")))
	}
}

// readEnvironment gives every flag that the command line does not set the
// value of its environment variable. Where a flag may be repeated, the
// variable holds a list: of paths as PATH does, of networks with commas.
func readEnvironment(cmd *cobra.Command) error {
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || !readsEnvironment(f) || failed != nil {
			return
		}
		name := environmentName(f.Name)
		value := os.Getenv(name)
		if value == "" { // as containers leave what nobody sets
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			values = filepath.SplitList(value)
		}
		for _, value := range values {
			if err := cmd.Flags().Set(f.Name, value); err != nil {
				failed = wrongUsage(cmd, fmt.Errorf("%s=%s: %w", name, value, err))
				return
			}
		}
	})
	return failed
}

// commandLineOnly marks a flag that has no environment variable.
const commandLineOnly = "command line only"

// ofCommandLine has a flag read no environment variable.
func ofCommandLine(cmd *cobra.Command, flag string) {
	cmd.Flags().Lookup(flag).Annotations = map[string][]string{commandLineOnly: {}}
}

// readsEnvironment tells whether a flag has an environment variable.
func readsEnvironment(f *pflag.Flag) bool {
	return f.Name != "help" && f.Annotations[commandLineOnly] == nil
}

func environmentName(flag string) string {
	return "DESIGNMANUAL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// takes makes the check of a command's arguments one of usage. An empty one,
// as of a variable that is not set, is none that any command takes.
func takes(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return wrongUsage(cmd, err)
		}
		if i := slices.Index(args, ""); i >= 0 {
			return wrongUsage(cmd, fmt.Errorf("argument %d is empty", i+1))
		}
		return nil
	}
}

func (p *program) jsonFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print "+what+" as JSON")
}

func (p *program) databaseFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.database, "db", defaultDatabase, "the database `file`")
}
