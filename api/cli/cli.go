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
	"errors"
	"fmt"
	"io"
	"os"
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
	if path := os.Getenv(boltPagesVariable); path != "" { // checkBoltPages started this process to check pages
		return answerBoltPageCheck(path, stderr)
	}
	stderr = editedWriter{stderr, func(text string) string { return manual.HideSecrets(manual.Printable(text)) }}
	p := &program{stdout: stdout, stderr: stderr}
	root := newRoot(p)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	var problems seed.Problems
	if p.json && errors.As(err, &problems) {
		err = errPrinted
		if printErr := printJSON(stdout, problems); printErr != nil {
			err = printErr
		}
	}
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errFoundByFlag) {
		return exitFlag
	}
	if !errors.Is(err, errPrinted) {
		printError(p.stderr, err)
	}
	var usage usageError
	if errors.As(err, &usage) || errors.As(err, new(serve.UsageError)) ||
		errors.Is(err, remote.ErrAddress) || errors.Is(err, pull.ErrBrand) {
		fmt.Fprintf(stderr, "See `%s --help`.\n", cmp.Or(usage.command, cmd).CommandPath())
		return exitUsage
	}
	return exitFailed
}

// errPrinted is returned by a command that has already printed its failure.
var errPrinted = errors.New("printed already")

// errFoundByFlag is returned by a command that has found what a flag such as
// --fail-on-breaking looks for, and has printed it.
var errFoundByFlag = errors.New("found what a flag asked for")

// program is the state shared by all commands.
type program struct {
	stdout   io.Writer
	stderr   io.Writer // without secrets, which users put in the wrong place, and control characters
	database string
	json     bool
}

// newRoot returns the command of the program with all others below it. Before any of them runs, flags
// that are not on the command line are read from the environment.
func newRoot(p *program) *cobra.Command {
	root := newCommand("designmanual", cobra.ArbitraryArgs, help)
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetOut(p.stdout) // before completion is added, which keeps it
	root.SetErr(p.stderr)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		p.stderr = editedWriter{p.stderr, func(text string) string { return withoutOtherFlags(cmd, text) }}
		if !cmd.Hidden && cmd.Name() != "serve" { // serve logs them itself; a shell runs hidden commands for completion
			for _, warning := range unknownVariableWarnings(root) {
				fmt.Fprintf(p.stderr, "designmanual: warning: %s\n", warning)
			}
		}
		return readEnvironment(cmd)
	}
	root.Version = programVersion().Version
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(
		strings.ReplaceAll(root.UsageTemplate(), "LocalFlags.FlagUsages", "LocalFlags.FlagUsagesWrapped 80"),
	)
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Start here:", []*cobra.Command{p.initCommand(), p.devCommand(), p.serveCommand()}},
		{"Publish:", []*cobra.Command{
			p.importCommand(), p.checkCommand(), p.idsCommand(), p.releaseCommand(), p.removeCommand(),
			p.schemaCommand(), p.exportCommand(), p.pullCommand(), p.convertCommand(),
		}},
		{"Look at what is published:", []*cobra.Command{
			storeCommand(p, "list", noArguments, admin.Manuals, noInput, "the list"), p.showCommand(),
			storeCommand(p, "explain", arguments("SLUG", 1, 1), admin.Explain, firstArg, "the explanation"),
			p.shareCommand(), p.mcpCommand(), p.lintCommand(),
		}},
		{"Give access:", []*cobra.Command{p.tokenCommand(), p.passwordCommand()}},
		{"Look after the database:", []*cobra.Command{p.backupCommand(), p.restoreCommand(), p.doctorCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	root.AddCommand(p.healthcheckCommand(), p.versionCommand())
	addHelp(root)
	return root
}

// failIfFound returns errFoundByFlag if a command has found what a flag asks for.
func failIfFound(found bool) error {
	if found {
		return errFoundByFlag
	}
	return nil
}

func (p *program) jsonFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print "+what+" as JSON")
}

func (p *program) databaseFlag(cmd *cobra.Command) {
	parsedFlag(cmd, &p.database, "db", defaultDatabase, func(path string) (string, error) {
		if path == "" {
			return "", expectedError("a file")
		}
		return path, nil
	}, "the database `FILE`")
}

// databaseFlags adds --json and --db, the flags of a command that prints a result
// about a database.
func (p *program) databaseFlags(cmd *cobra.Command, what string) {
	p.jsonFlag(cmd, what)
	p.databaseFlag(cmd)
}
