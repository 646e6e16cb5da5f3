package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func manCommand() *cobra.Command {
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

// writeManPages writes a manual page, in the macros of man(7), for the command
// and each of its subcommands.
func writeManPages(c *cobra.Command, folder string) error {
	c.InitDefaultHelpFlag()
	var others []string
	if c.HasParent() {
		others = append(others, manName(c.Parent())+"(1)")
	}
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		others = append(others, manName(sub)+"(1)")
		if err := writeManPages(sub, folder); err != nil {
			return err
		}
	}
	var page strings.Builder
	err := outputTemplates.ExecuteTemplate(&page, "man", map[string]any{"Name": manName(c), "Command": c, "Others": others})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, manName(c)+".1"), []byte(page.String()), 0o644)
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// roff escapes text for a manual page: backslashes, hyphens (so that they can be
// copied), and lines that would be read as macros.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.Trim(text, "\n"))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
