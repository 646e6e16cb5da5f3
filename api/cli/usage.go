package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// An expectedError is what a flag takes. [badValue] adds what was found.
type expectedError string

func (e expectedError) Error() string { return "expected " + string(e) }

// badValue returns the error for the value of a flag or of an environment variable. An
// error that is no expectedError says itself what was found, which may be a secret.
func badValue(name string, err error, value string) error {
	if errors.As(err, new(expectedError)) {
		return usageErrorf("%s: %w, found %q", name, err, value)
	}
	return usageErrorf("%s: %w", name, err)
}

// A parsedValue is a [pflag.Value] that is parsed when it is set.
type parsedValue[T any] struct {
	to    *T
	parse func(string) (T, error)
	text  string
}

func (v *parsedValue[T]) String() string { return v.text }
func (v *parsedValue[T]) Type() string   { return "string" }

// Set implements [pflag.Value].
func (v *parsedValue[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err == nil {
		*v.to, v.text = parsed, text
	}
	return err
}

// parsedFlag adds a flag whose value is parsed, with a default unless that is empty.
func parsedFlag[T any](cmd *cobra.Command, to *T, name, standard string, parse func(string) (T, error), usage string) {
	value := &parsedValue[T]{to: to, parse: parse}
	if standard != "" && value.Set(standard) != nil {
		panic("the default of --" + name + " is not a value of it")
	}
	cmd.Flags().Var(value, name, usage)
}

// oneOf returns a function that parses one of the words that are given as "a, b or c".
func oneOf(words string) func(string) (string, error) {
	return func(word string) (string, error) {
		if slices.Contains(strings.Split(strings.ReplaceAll(words, " or ", ", "), ", "), word) {
			return word, nil
		}
		return "", expectedError(words)
	}
}

// listenAddress parses an address with a port, or nothing. Names of hosts and ports are
// not resolved.
func listenAddress(address string) (string, error) {
	_, port, err := net.SplitHostPort(address)
	if _, unknown := net.LookupPort("tcp", port); err != nil || port == "" || unknown != nil {
		return "", expectedError("an address as 127.0.0.1:8080, or :8080 for all networks of this machine")
	}
	return address, nil
}

// oneLine reports whether a text is UTF-8 without control characters.
func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// unknownCommand returns the error for a name that is no subcommand of cmd.
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
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		err = fmt.Errorf("unknown flag: --%s%s", unknown.GetSpecifiedName(), meantFlag(cmd, unknown.GetSpecifiedName()))
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedShortnames()) > 1: // -listen
		name, _, _ := strings.Cut(unknown.GetSpecifiedShortnames(), "=")
		meant := meantFlag(cmd, name)
		if meant == "" {
			name = name[:1] // the rest may be a password
		}
		err = fmt.Errorf("unknown flag: -%s%s", name, meant)
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName() // without the letters next to it
		err = fmt.Errorf("unknown flag: -%s%s", name, meantFlag(cmd, name))
	case errors.As(err, &bare):
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		err = fmt.Errorf("--%s: expected a value: --%[1]s %s", bare.GetSpecifiedName(), value)
	case errors.As(err, &invalid):
		return badValue("--"+invalid.GetFlag().Name, errors.Unwrap(invalid), invalid.GetValue())
	}
	return usageError{error: err}
}

// meantFlag suggests a flag of a command for the name of one that it does not have.
func meantFlag(cmd *cobra.Command, wrong string) string {
	other := map[string]string{"port": "listen 127.0.0.1:PORT", "p": "listen 127.0.0.1:PORT", "host": "listen", "address": "listen", "addr": "listen", "bind": "listen", "url": "base-url", "database": "db", "seeds": "seed"}
	if meant := other[wrong]; meant != "" && cmd.Flags().Lookup(strings.Fields(meant)[0]) != nil {
		return fmt.Sprintf("; did you mean `--%s`?", meant)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return didYouMean(wrong, names, "--")
}

// didYouMean suggests the first name that a wrong one begins, or else the closest, with a
// prefix in front of it; nothing if none is close.
func didYouMean(wrong string, names []string, prefix string) string {
	best := check.Closest(wrong, names)
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, wrong) }); i >= 0 && len(wrong) >= 3 {
		best = names[i]
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean `%s%s`?", prefix, best)
}

// noArguments checks that a command gets no arguments. An argument of `password`
// or `token new` may be a secret, so the error does not show it.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	found := fmt.Sprintf(", found %q", args[0])
	switch name := commandName(cmd); {
	case name == "password" || name == "token new":
		found = ""
	case name == "serve" && strings.HasSuffix(args[0], ".db"):
		found += fmt.Sprintf("; did you mean `--db %s`?", args[0])
	case name == "serve" && args[0] != "":
		found += fmt.Sprintf("; did you mean `--seed %s`?", args[0])
	}
	return usageErrorf("%s takes no arguments%s", cmd.CommandPath(), found)
}

const anyNumber = math.MaxInt

// arguments checks that a command gets between atLeast and atMost arguments, and
// that none is empty: an unset shell variable gives an empty one.
func arguments(name string, atLeast, atMost int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch i := slices.Index(args, ""); {
		case len(args) < atLeast:
			return usageErrorf("%s is missing: %s", name, cmd.UseLine())
		case len(args) > atMost:
			return usageErrorf("expected one %s, found %q", name, args)
		case i >= 0:
			return usageErrorf("argument %d is empty: expected %s", i+1, name)
		}
		return nil
	}
}

// prepareFlags lets the flags of a command and its subcommands be set by
// environment variables, says so in the help with the shortest flag as an example, and
// lets boolean flags take words such as yes and off.
func prepareFlags(cmd *cobra.Command) {
	example, without := "", ""
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "bool" {
			f.Value = boolValue{f.Value}
		}
		switch {
		case !readsEnvironment(cmd, f):
			without += " --" + f.Name + " has none."
		case example == "" || len(f.Name) < len(example):
			example = f.Name
		}
	})
	if example != "" {
		cmd.Long = cmp.Or(cmd.Long, cmd.Short+".") + fmt.Sprintf("\n\nA flag can also be set by an environment variable:\n%s for --%s.\nA flag on the command line comes first.%s", environmentName(example), example, without)
	}
	for _, sub := range cmd.Commands() {
		prepareFlags(sub)
	}
}

// readEnvironment sets every flag that is not on the command line from its
// environment variable. The variable of a repeatable flag holds a list: paths are
// separated as in PATH, networks by commas.
func readEnvironment(cmd *cobra.Command) error {
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || !readsEnvironment(cmd, f) || failed != nil {
			return
		}
		name := environmentName(f.Name)
		value := os.Getenv(name)
		if value == "" { // containers often pass unset variables as empty
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			values = filepath.SplitList(value)
		}
		for _, value := range values {
			if err := f.Value.Set(value); err != nil {
				failed = badValue(name, err, value)
				return
			}
			f.Changed = true
		}
	})
	return failed
}

// strayVariables returns a warning for each environment variable that looks like one of
// this program and is none.
func strayVariables(root *cobra.Command) (warnings []string) {
	const prefix = "DESIGNMANUAL_"
	known := []string{strings.TrimPrefix(tokenVariable, prefix)}
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if readsEnvironment(cmd, f) {
				known = append(known, strings.TrimPrefix(environmentName(f.Name), prefix))
			}
		})
		for _, sub := range cmd.Commands() {
			add(sub)
		}
	}
	add(root)
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if rest, ours := strings.CutPrefix(name, prefix); ours && value != "" && !slices.Contains(known, rest) {
			warnings = append(warnings, fmt.Sprintf("the environment variable %s means nothing to this program%s", name, didYouMean(rest, known, prefix)))
		}
	}
	slices.Sort(warnings)
	return warnings
}

// noEnvironment lists the flags without an environment variable, because another
// command has a flag of the same name: DESIGNMANUAL_BRAND is a slug, and must not
// make `remove` delete a whole brand; DESIGNMANUAL_SESSION_KEY is a file.
var noEnvironment = []string{"remove --brand", "token new --session-key"}

// readsEnvironment reports whether a flag has an environment variable.
func readsEnvironment(cmd *cobra.Command, f *pflag.Flag) bool {
	return f.Name != "help" && f.Name != "version" && !slices.Contains(noEnvironment, commandName(cmd)+" --"+f.Name)
}

// commandName returns the name of a command without the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

func environmentName(flag string) string {
	return "DESIGNMANUAL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// boolValue is a boolean flag that also takes yes, no, on and off.
type boolValue struct{ pflag.Value }

func (v boolValue) Set(word string) error {
	switch strings.ToLower(word) {
	case "true", "yes", "on", "1":
		return v.Value.Set("true")
	case "false", "no", "off", "0":
		return v.Value.Set("false")
	}
	return expectedError("true, yes, on or 1, or false, no, off or 0")
}
