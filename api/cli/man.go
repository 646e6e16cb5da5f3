package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func (p *program) manCommand() *cobra.Command {
	return newCommand("man", arguments("FOLDER", 1, 1), func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return err
		}
		if err := writeManPages(cmd.Root(), args[0]); err != nil {
			return fmt.Errorf("writing manual pages: %w", err)
		}
		return nil
	})
}

// writeManPages writes a page for the command and for each one below it.
func writeManPages(c *cobra.Command, folder string) error {
	c.InitDefaultHelpFlag()
	if err := os.WriteFile(filepath.Join(folder, manName(c)+".1"), manPage(c), 0o644); err != nil {
		return err
	}
	for _, below := range c.Commands() {
		if !below.IsAvailableCommand() {
			continue
		}
		if err := writeManPages(below, folder); err != nil {
			return err
		}
	}
	return nil
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage returns the manual page of a command in the macros of man(7).
func manPage(c *cobra.Command) []byte {
	var page strings.Builder
	fmt.Fprintf(&page, ".TH %s 1 \"\" designmanual designmanual\n", roff(strings.ToUpper(manName(c))))
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&page, ".SH %s\n%s\n", title, roff(text))
		}
	}
	section("NAME", manName(c)+" - "+c.Short)
	section("SYNOPSIS", c.UseLine())
	verbatim := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&page, ".SH %s\n.nf\n%s\n.fi\n", title, roff(strings.Trim(text, "\n")))
		}
	}
	verbatim("DESCRIPTION", c.Long)
	verbatim("OPTIONS", c.LocalFlags().FlagUsages())
	verbatim("EXAMPLE", c.Example)
	var others []string
	if c.HasParent() {
		others = append(others, manName(c.Parent())+"(1)")
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			others = append(others, manName(below)+"(1)")
		}
	}
	section("SEE ALSO", strings.Join(others, ", "))
	return []byte(page.String())
}

// roff returns text as it stands on a manual page: a backslash, a hyphen that
// is to be copied, and a line that would be a macro are escaped.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
