package cli

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/seed"
)

// flagHint matches a hint in parentheses that names a flag.
var flagHint = regexp.MustCompile(` \([^()\n]*--([a-z][a-z-]*)[^()\n]*\)`)

// withoutOtherFlags drops the hints that name a flag which the command has not, unless they
// name the command that has it.
func withoutOtherFlags(cmd *cobra.Command, text string) string {
	return flagHint.ReplaceAllStringFunc(text, func(hint string) string {
		name := flagHint.FindStringSubmatch(hint)[1]
		if cmd.Flags().Lookup(name) != nil || strings.Contains(hint, "designmanual ") || !isFlag(cmd.Root(), name) {
			return hint
		}
		return ""
	})
}

// isFlag reports whether a command has a flag, or a command below it: (first: --blue) names a
// custom property.
func isFlag(cmd *cobra.Command, name string) bool {
	if cmd.Flags().Lookup(name) != nil {
		return true
	}
	return slices.ContainsFunc(cmd.Commands(), func(below *cobra.Command) bool { return isFlag(below, name) })
}

// printProblems prints problems, each with its line and a caret under the place.
func printProblems(w io.Writer, problems seed.Problems) {
	for _, p := range problems.Summary() {
		fmt.Fprintln(w, p.Detail())
	}
}

// printRefusal says last that --strict has refused files with warnings alone, or with
// errors too.
func printRefusal(w io.Writer, problems seed.Problems) {
	errors, warnings := 0, 0
	for _, p := range problems.Summary() {
		if p.Severity == seed.Warning {
			warnings++
		} else {
			errors++
		}
	}
	if warnings == 0 {
		return
	}
	if errors == 0 {
		fmt.Fprintf(w, "designmanual: refused: %s, which --strict takes as errors\n", counted(warnings, "warning"))
		return
	}
	fmt.Fprintf(
		w, "designmanual: refused: %s, and %s, which --strict takes as errors\n", counted(errors, "error"),
		counted(warnings, "warning"),
	)
}
