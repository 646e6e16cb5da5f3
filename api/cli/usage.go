package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A usageError is a command line that is wrong.
type usageError struct {
	error
	command *cobra.Command // whose help explains it; nil for the one that was called
}

func (e usageError) Unwrap() error { return e.error }

func usageErrorf(format string, args ...any) error {
	return usageError{error: fmt.Errorf(format, args...)}
}

// valueError is the error of a flag's value; nil where err is.
func valueError(flag string, err error) error {
	if err == nil {
		return nil
	}
	return usageErrorf("--%s: %w", flag, err)
}

// oneOf finds a flag that has none of the words that are expected, such as "a,
// b or c".
func oneOf(flag, value, expected string) error {
	if slices.Contains(strings.Split(strings.ReplaceAll(expected, " or ", ", "), ", "), value) {
		return nil
	}
	return usageErrorf("--%s: expected %s, found %q", flag, expected, value)
}

// unknownCommand is the error for a command that there is none of below cmd.
func unknownCommand(cmd *cobra.Command, name string) error {
	return usageError{fmt.Errorf("unknown command %q%s", name, didYouMean(cmd, name, cmd.CommandPath()+" ")), cmd}
}

// flagError is an error of a flag in plain words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		flags := new(cobra.Command) // cobra suggests commands only
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags.AddCommand(&cobra.Command{Use: f.Name, RunE: help}) })
		err = fmt.Errorf("unknown flag: --%s%s", unknown.GetSpecifiedName(), didYouMean(flags, unknown.GetSpecifiedName(), "--"))
	case errors.As(err, &unknown):
		err = fmt.Errorf("unknown flag: -%s", unknown.GetSpecifiedName()) // and not what else stands with it
	case errors.As(err, &bare):
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		err = fmt.Errorf("--%s: expected a value: --%[1]s %s", bare.GetSpecifiedName(), value)
	case errors.As(err, &invalid):
		err = fmt.Errorf("--%s: %w, found %q", invalid.GetFlag().Name, errors.Unwrap(invalid), invalid.GetValue())
	}
	return usageError{error: err}
}

// didYouMean suggests the first command below cmd whose name is near a wrong
// one; before is written before the name.
func didYouMean(cmd *cobra.Command, wrong, before string) string {
	cmd.Commands() // which puts them in order
	cmd.SuggestionsMinimumDistance = max(1, len(wrong)/3)
	near := cmd.SuggestionsFor(wrong)
	if len(wrong) < 2 || len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean `%s%s`?", before, near[0])
}

// noArguments is the check of a command that takes none. What `password` and
// `token new` are given may be a secret, and is not shown.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	found := fmt.Sprintf(", found %q", args[0])
	switch name := commandName(cmd); {
	case name == "password" || name == "token new":
		found = ""
	case name == "serve" && args[0] != "":
		found += fmt.Sprintf("; did you mean `--seed %s`?", args[0])
	}
	return usageErrorf("%s takes no arguments%s", cmd.CommandPath(), found)
}

// any number of arguments.
const many = math.MaxInt

// arguments is the check of a command that takes so many arguments, none of
// them empty, as one of a variable that is not set is.
func arguments(name string, least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch i := slices.Index(args, ""); {
		case len(args) < least:
			return usageErrorf("%s is missing: %s", name, cmd.UseLine())
		case len(args) > most:
			return usageErrorf("expected one %s, found %q", name, args)
		case i >= 0:
			return usageErrorf("argument %d is empty: expected %s", i+1, name)
		}
		return nil
	}
}

// prepare completes a command and those below it: the help tells how
// environment variables set the flags, and a flag that is on or off takes the
// words that people write.
func prepare(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "bool" {
			f.Value = switchValue{f.Value}
		}
	})
	describeEnvironment(cmd)
	for _, below := range cmd.Commands() {
		prepare(below)
	}
}

// describeEnvironment adds to the help of a command, and so to its manual
// page, how environment variables set its flags: the shortest is the example.
func describeEnvironment(cmd *cobra.Command) {
	example, without := "", ""
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case !readsEnvironment(cmd, f):
			without += " --" + f.Name + " has none."
		case example == "" || len(f.Name) < len(example):
			example = f.Name
		}
	})
	if example == "" {
		return
	}
	if cmd.Long == "" {
		cmd.Long = cmd.Short + "."
	}
	cmd.Long += fmt.Sprintf("\n\nFlags can also be set by environment variables, such as %s for --%s.\nA flag on the command line comes first.%s", environmentName(example), example, without)
}

// readEnvironment gives every flag that the command line does not set the
// value of its environment variable. Where a flag may be repeated, the
// variable holds a list: of paths as PATH does, of networks with commas.
func readEnvironment(cmd *cobra.Command) error {
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || !readsEnvironment(cmd, f) || failed != nil {
			return
		}
		name := environmentName(f.Name)
		value := os.Getenv(name)
		if value == "" { // containers pass variables that nobody has set
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			values = filepath.SplitList(value)
		}
		for _, value := range values {
			if err := f.Value.Set(value); err != nil {
				failed = usageErrorf("%s: %w, found %q", name, err, value)
				return
			}
			f.Changed = true
		}
	})
	return failed
}

// withoutVariable are the flags that no environment variable sets. Elsewhere
// DESIGNMANUAL_BRAND is a slug, and a forgotten variable must not remove a
// brand; DESIGNMANUAL_SESSION_KEY is a file for `serve`.
var withoutVariable = []string{"remove --brand", "token new --session-key"}

// readsEnvironment tells whether a flag has an environment variable.
func readsEnvironment(cmd *cobra.Command, f *pflag.Flag) bool {
	return f.Name != "help" && f.Name != "version" && !slices.Contains(withoutVariable, commandName(cmd)+" --"+f.Name)
}

// commandName is how a command is called after the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

func environmentName(flag string) string {
	return "DESIGNMANUAL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// switchValue is the value of a flag that is on or off.
type switchValue struct{ pflag.Value }

func (v switchValue) Set(word string) error {
	switch strings.ToLower(word) {
	case "true", "yes", "on", "1":
		return v.Value.Set("true")
	case "false", "no", "off", "0":
		return v.Value.Set("false")
	}
	return errors.New("expected true, yes, on or 1, or false, no, off or 0")
}
