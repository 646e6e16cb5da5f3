package cli

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// A runFunc is what a command does.
type runFunc = func(*cobra.Command, []string) error

// interruptible makes SIGINT and SIGTERM cancel the context of a command, which ends
// then by itself.
func interruptible(run runFunc) runFunc { return endingOn(run, os.Interrupt, syscall.SIGTERM) }

// endingWithTerminal is interruptible for a command that also ends when its terminal is
// closed, which sends SIGHUP, unless it was started with that signal ignored, as by nohup.
func endingWithTerminal(run runFunc) runFunc {
	return func(cmd *cobra.Command, args []string) error {
		if signal.Ignored(syscall.SIGHUP) {
			return interruptible(run)(cmd, args)
		}
		return endingOn(run, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)(cmd, args)
	}
}

// endingOn makes signals cancel the context of a command.
func endingOn(run runFunc, signals ...os.Signal) runFunc {
	return func(cmd *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(cmd.Context(), signals...)
		defer stop()
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}

// hasTerminal reports whether this process was started on a terminal: one of its standard
// streams is one. SIGHUP tells it then that the terminal is closed (POSIX, General Terminal
// Interface), and anywhere else that its files are to be read again, as services have it.
func hasTerminal() bool {
	return onTerminal(os.Stdin) || onTerminal(os.Stdout) || onTerminal(os.Stderr)
}
