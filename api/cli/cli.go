// Package cli implements the command line: the commands and their flags. It
// connects the store, the importer, the administration and the running server.
//
// [Run] is the whole program. Results go to standard output, everything else to
// standard error. A flag overrides its environment variable (DESIGNMANUAL_ and
// the flag's name in upper case), and the variable overrides the default. The
// exit status is 0 for success, 1 for a failure or a refusal, 2 for wrong usage,
// and 3 if a flag such as --fail-on-breaking asks for it.
//
// The help texts are in help.md, the templates of the output in output.tmpl.
//
// Users get two dozen commands with output for people and, with --json, for
// programs. Every flag is checked before anything is changed, and every error
// says what was expected.
package cli

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/api/pull"
	"designmanual/api/remote"
	"designmanual/api/serve"
	"designmanual/db/manual"
	"designmanual/seed"
)

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitFlag   = 3 // a flag asks for this status
)

// Defaults shared by several commands.
const (
	defaultDatabase = "designmanual.db"
	defaultListen   = "127.0.0.1:8080"
)

// Run executes the command line in args, which does not include the program's
// name, and returns the exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	p := &program{stdout: stdout, prompts: stderr}
	stderr = editedWriter{stderr, func(text string) string { return manual.HideSecrets(manual.Printable(text)) }}
	p.stderr = stderr
	root := newRoot(p)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	var problems seed.Problems
	if p.json && errors.As(err, &problems) {
		err = cmp.Or(printJSON(stdout, problems), errPrinted)
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errFlag):
		return exitFlag
	case !errors.Is(err, errPrinted):
		printError(stderr, err)
	}
	var usage usageError
	if errors.As(err, &usage) || errors.As(err, new(serve.UsageError)) || errors.Is(err, remote.ErrAddress) || errors.Is(err, pull.ErrBrand) {
		fmt.Fprintf(stderr, "See `%s --help`.\n", cmp.Or(usage.command, cmd).CommandPath())
		return exitUsage
	}
	return exitFailed
}

// errPrinted is returned by a command that has already printed its failure.
var errPrinted = errors.New("printed already")

// errFlag is returned by a command that has found what a flag such as
// --fail-on-breaking looks for, and has printed it.
var errFlag = errors.New("found what a flag asked for")

// program is the state shared by all commands.
type program struct {
	stdout   io.Writer
	stderr   io.Writer // without secrets, which users put in the wrong place, and control characters
	prompts  io.Writer // standard error as it is
	database string
	json     bool
}

func newRoot(p *program) *cobra.Command {
	root := newCommand("designmanual", cobra.ArbitraryArgs, help)
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetOut(p.stdout) // before completion is added, which keeps it
	root.SetErr(p.stderr)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if !cmd.Hidden && cmd.Name() != "serve" { // which logs them
			for _, warning := range strayVariables(root) {
				fmt.Fprintf(p.stderr, "designmanual: warning: %s\n", warning)
			}
		}
		return readEnvironment(cmd)
	}
	root.Version = programVersion().Version
	root.Flags().BoolP("version", "v", false, "print the version")
	var version strings.Builder
	_ = render(&version, "version", programVersion()) // cannot fail: it writes to memory
	root.SetVersionTemplate(version.String())
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usageTemplate(root))
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Start here:", []*cobra.Command{p.initCommand(), p.devCommand(), p.serveCommand()}},
		{"Publish:", []*cobra.Command{p.importCommand(), p.checkCommand(), p.idsCommand(), p.removeCommand(), p.schemaCommand(), p.exportCommand(), p.pullCommand(), p.convertCommand()}},
		{"Look at what is published:", []*cobra.Command{
			storeCommand(p, "list", noArguments, admin.Manuals, noInput, "the list"), p.showCommand(),
			storeCommand(p, "explain", arguments("SLUG", 1, 1), admin.Explain, firstArg, "the explanation"), p.shareCommand(), p.mcpCommand(), p.lintCommand(),
		}},
		{"Give access:", []*cobra.Command{p.tokenCommand(), p.passwordCommand()}},
		{"Look after the database:", []*cobra.Command{p.backupCommand(), p.restoreCommand(), p.migrateCommand(), p.doctorCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	root.AddCommand(p.healthcheckCommand(), p.versionCommand(), manCommand())
	completeUsage(root)
	for _, command := range root.Commands() {
		prepareFlags(command)
	}
	return root
}

// called returns how to call the program again: with the path from here, if it was
// called by one.
func called() string {
	if name := os.Args[0]; strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		return quoteArgument(name)
	}
	return "designmanual"
}

// help runs a command that only has subcommands.
func help(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// usageTemplate returns cobra's template, changed to wrap lines at 80 columns.
func usageTemplate(cmd *cobra.Command) string {
	const columns = "80"
	return strings.NewReplacer(
		"LocalFlags.FlagUsages", "LocalFlags.FlagUsagesWrapped "+columns,
		"Additional Commands:", "Other:",
		"Available Commands:", "Commands:",
		"{{.CommandPath}} [command]{{end}}", "{{.CommandPath}} COMMAND{{end}}",
		"[command] --help", "COMMAND --help", "for more information about", "for more about",
	).Replace(cmd.UsageTemplate())
}

// completeUsage makes the commands that cobra adds (help, completion) fail with
// exitUsage on wrong arguments. By default they print their help and exit with 0.
func completeUsage(root *cobra.Command) {
	root.SetHelpCommand(newCommand("help", cobra.ArbitraryArgs, func(_ *cobra.Command, args []string) error {
		about, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return unknownCommand(root, strings.Join(args, " "))
		}
		return about.Help()
	}))
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Short = "Print a script that completes commands in your shell"
	examples := map[string]string{
		"bash":       "  source <(designmanual completion bash)",
		"fish":       "  designmanual completion fish | source",
		"powershell": "  designmanual completion powershell | Out-String | Invoke-Expression",
		"zsh":        "  source <(designmanual completion zsh)",
	}
	completion.Example = examples["bash"]
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
		shell.Args, shell.Example = noArguments, examples[shell.Name()]
	}
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, _ []string) error {
		return usageErrorf("expected a shell: %s", strings.Join(shells, ", "))
	}
}

func (p *program) jsonFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print "+what+" as JSON")
}

// storeFlags adds --json and --db, the flags of a command that prints a result
// about a database.
func (p *program) storeFlags(cmd *cobra.Command, what string) {
	p.jsonFlag(cmd, what)
	p.databaseFlag(cmd)
}

func (p *program) databaseFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.database, "db", defaultDatabase, "the database `FILE`")
}

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
