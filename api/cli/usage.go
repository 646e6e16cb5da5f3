package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"designmanual/seed/check"
)

// A usageError is a mistake in the command line.
type usageError struct {
	error
	command *cobra.Command // the command to see the help of; nil for the one that was called
}

func (e usageError) Unwrap() error { return e.error }

func usageErrorf(format string, args ...any) error {
	return usageError{error: fmt.Errorf(format, args...)}
}

func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return usageError{fmt.Errorf("unknown command %q%s", name, didYouMean(name, names, cmd.CommandPath()+" ")), cmd}
}

// flagError rewrites an error of pflag in plain words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	if errors.As(err, &unknown) {
		name, hyphens := unknown.GetSpecifiedName(), "--"
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			hyphens = "-"
			if long, _, _ := strings.Cut(letters, "="); len(letters) > 1 && meantFlag(cmd, long) != "" { // -listen
				name = long // otherwise without the letters next to it, which may be a password
			}
		}
		return usageErrorf("unknown flag %s%s%s", hyphens, name, meantFlag(cmd, name))
	}
	if errors.As(err, &bare) {
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		return usageErrorf("--%s: expected a value: --%[1]s %s", bare.GetSpecifiedName(), value)
	}
	if errors.As(err, &invalid) {
		return badValue("--"+invalid.GetFlag().Name, errors.Unwrap(invalid), invalid.GetValue())
	}
	return usageError{error: err}
}

// meantFlag suggests a flag of a command for the name of one that it does not have.
func meantFlag(cmd *cobra.Command, wrong string) string {
	if (wrong == "port" || wrong == "p") && cmd.Flags().Lookup("listen") != nil {
		return ": did you mean `--listen 127.0.0.1:PORT`?"
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return didYouMean(wrong, names, "--")
}

// didYouMean suggests the first name that a wrong one begins, or else the closest, with a
// prefix in front of it; nothing if none is close.
func didYouMean(wrong string, names []string, prefix string) string {
	best := check.Closest(wrong, names)
	i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, wrong) })
	if i >= 0 && len(wrong) >= 3 {
		best = names[i]
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean `%s%s`?", prefix, best)
}

// noArguments checks that a command gets no arguments. An argument of `password`
// or `token new` may be a secret, so the error does not show it.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	found := fmt.Sprintf(", found %q", args[0])
	name := commandName(cmd)
	if name == "password" || name == "token new" {
		found = ""
	} else if name == "serve" && strings.HasSuffix(args[0], ".db") {
		found += fmt.Sprintf(": did you mean `--db %s`?", args[0])
	} else if name == "serve" && args[0] != "" {
		found += fmt.Sprintf(": did you mean `--seed %s`?", args[0])
	}
	return usageErrorf("%s takes no arguments%s", cmd.CommandPath(), found)
}

const anyNumber = math.MaxInt

// arguments checks that a command gets between atLeast and atMost arguments, and
// that none is empty: an unset shell variable gives an empty one.
func arguments(name string, atLeast, atMost int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < atLeast {
			return usageErrorf("%s is missing: %s", name, cmd.UseLine())
		}
		if len(args) > atMost {
			return usageErrorf("expected one %s, found %q", name, args)
		}
		if i := slices.Index(args, ""); i >= 0 {
			return usageErrorf("argument %d is empty: expected %s", i+1, name)
		}
		return nil
	}
}
