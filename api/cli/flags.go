package cli

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An expectedError is what a flag takes. [badValue] adds what was found.
type expectedError string

func (e expectedError) Error() string { return "expected " + string(e) }

// badValue returns the error for the value of a flag or of an environment variable. An
// error that is no expectedError says itself what was found, which may be a secret.
func badValue(name string, err error, value string) error {
	if errors.As(err, new(*strconv.NumError)) { // of pflag
		err = expectedError("true or false")
	}
	return usageErrorf("%s: %w", name, describeFound(err, value))
}

// describeFound adds to an expectedError what was found.
func describeFound(err error, value string) error {
	if errors.As(err, new(expectedError)) {
		return fmt.Errorf("%w, found %q", err, value)
	}
	return err
}

// parsedFlag adds a flag whose value is parsed, with a default unless that is empty.
func parsedFlag[T any](cmd *cobra.Command, to *T, name, standard string, parse func(string) (T, error), usage string) {
	set := func(text string) error {
		value, err := parse(text)
		if err != nil {
			return err
		}
		*to = value
		return nil
	}
	cmd.Flags().Func(name, usage, set)
	if standard != "" && set(standard) != nil {
		panic("the default of --" + name + " is not a value of it")
	}
	cmd.Flags().Lookup(name).DefValue = standard
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

var durationPattern = regexp.MustCompile(`^([0-9]{1,9})([smhd])$`)

// duration returns a function that parses a whole number, at least atLeast, with s, m, h
// or d, of at most so many days.
func duration(atLeast, days int) func(string) (time.Duration, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	most := " (365d)"
	if days < 365 {
		most = fmt.Sprintf(", at most %dd", days)
	}
	return func(s string) (time.Duration, error) {
		parts := durationPattern.FindStringSubmatch(s)
		if parts == nil {
			return 0, expectedError("a whole number with s, m, h or d" + most)
		}
		n, err := strconv.Atoi(parts[1])
		unit := units[parts[2]]
		if err != nil || n < atLeast || time.Duration(n) > time.Duration(days)*units["d"]/unit {
			return 0, expectedError(fmt.Sprintf("more than nothing and at most %dd", days))
		}
		return time.Duration(n) * unit, nil
	}
}

// noEnvironment lists the flags without an environment variable, because another
// command has a flag of the same name: DESIGNMANUAL_BRAND is a slug, and must not
// make `remove` delete a whole brand; DESIGNMANUAL_SESSION_KEY is a file.
var noEnvironment = []string{"remove --brand", "token new --session-key"}

func readsEnvironment(cmd *cobra.Command, f *pflag.Flag) bool {
	return f.Name != "help" && f.Name != "version" && !slices.Contains(noEnvironment, commandName(cmd)+" --"+f.Name)
}

const environmentPrefix = "DESIGNMANUAL_"

func environmentName(flag string) string {
	return environmentPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// variables returns the names, without their prefix, of the environment variables that a
// command and its subcommands read.
func variables(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if readsEnvironment(cmd, f) {
			names = append(names, strings.TrimPrefix(environmentName(f.Name), environmentPrefix))
		}
	})
	for _, sub := range cmd.Commands() {
		names = append(names, variables(sub)...)
	}
	return names
}

// readEnvironment sets every flag that is not on the command line from its
// environment variable. The variable of a repeatable flag holds a list: paths are
// separated as in PATH, networks by commas.
func readEnvironment(cmd *cobra.Command) error {
	var first error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := environmentName(f.Name)
		value := os.Getenv(name) // containers often pass unset variables as empty
		if f.Changed || value == "" || !readsEnvironment(cmd, f) {
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			values = filepath.SplitList(value)
		}
		for _, value := range values {
			if err := f.Value.Set(value); err != nil && first == nil {
				first = badValue(name, err, value)
			}
			f.Changed = true
		}
	})
	return first
}

// unknownVariableWarnings returns a warning for each environment variable that looks like one of
// this program and is none.
func unknownVariableWarnings(root *cobra.Command) []string {
	names := append(variables(root), strings.TrimPrefix(tokenVariable, environmentPrefix))
	var warnings []string
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		rest, ours := strings.CutPrefix(name, environmentPrefix)
		if ours && value != "" && !slices.Contains(names, rest) {
			warnings = append(warnings, fmt.Sprintf(
				"the environment variable %s means nothing to this program%s", name,
				didYouMean(rest, names, environmentPrefix),
			))
		}
	}
	return warnings
}
