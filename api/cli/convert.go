package cli

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/seed"
	"designmanual/seed/convert"
	"designmanual/tokenize"
)

func (p *program) convertCommand() *cobra.Command {
	var o convert.Options
	var roles []string
	var verbose bool
	var reportFile string
	cmd := newCommand("convert", arguments("FILE", 1, anyNumber), func(cmd *cobra.Command, names []string) error {
		if cmd.Flags().Changed("brand") {
			if err := checkBrand(o.Brand); err != nil {
				return err
			}
		}
		var err error
		if o.Roles, err = parseRoles(roles); err != nil {
			return err
		}
		files, err := readTokenFiles(names)
		if err != nil {
			return err
		}
		text, report, err := convertFiles(files, o)
		if report != nil {
			if err := p.tellReport(report, verbose, reportFile); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		_, err = p.stdout.Write(text)
		return err
	})
	cmd.Flags().StringVar(&o.Brand, "brand", "", "the `SLUG` of the brand (default: made from the name of the first file)")
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the brand (default: made from the name of the first file)")
	cmd.Flags().StringVar(&o.Selector, "selector", "", "read the rules of style sheets for `SELECTOR` as those for the whole page")
	cmd.Flags().StringArrayVar(&roles, "role", nil, "take a color for a role of themes, as `ROLE=NAME`: primary=accent")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print every value that is left out")
	cmd.Flags().StringVar(&reportFile, "report", "", "write what became of every value to `FILE`")
	return cmd
}

// parseRoles parses ROLE=NAME.
func parseRoles(roles []string) (map[string]string, error) {
	parsed := map[string]string{}
	for _, text := range roles {
		role, name, ok := strings.Cut(text, "=")
		if !ok || name == "" || !slices.Contains(tokenize.ThemeRoles[:], role) {
			return nil, usageErrorf("--role: expected ROLE=NAME with a role of %s, found %q", strings.Join(tokenize.ThemeRoles[:], ", "), text)
		}
		parsed[role] = name
	}
	return parsed, nil
}

// convertFiles converts files. What it returns passes the strict check, besides
// files beside it.
func convertFiles(files []convert.File, o convert.Options) ([]byte, *convert.Report, error) {
	text, report, err := convert.Convert(files, o)
	if err != nil {
		return nil, report, err
	}
	if len(text) > seed.MaxFileBytes {
		return nil, report, fmt.Errorf("expected a seed file of at most %d MiB, but these values make one of %d MiB: convert fewer files", seed.MaxFileBytes>>20, len(text)>>20)
	}
	brand := cmp.Or(o.Brand, "brand") + ".json"
	if !o.Assets.Empty() {
		return text, report, nil // checked with its files
	}
	if _, err := seed.Check([]seed.Source{{Name: brand, Data: text}}, seed.Options{Strict: true}); err != nil {
		return nil, report, fmt.Errorf("these values make a seed file that cannot be imported: %v", err) // not wrapped: its places are in no file of the user
	}
	return text, report, nil
}

// tellReport prints notes and summary, and the values left out if verbose, and
// writes every value to a file if one is named.
func (p *program) tellReport(report *convert.Report, verbose bool, file string) error {
	var all strings.Builder
	for _, e := range report.Entries {
		fmt.Fprintln(&all, e)
		if verbose && e.Token == "" {
			fmt.Fprintln(p.stderr, e)
		}
	}
	for _, note := range report.Notes {
		fmt.Fprintln(p.stderr, note)
	}
	fmt.Fprintln(p.stderr, report.Summary())
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte(all.String()), 0o644)
}

// tokenFiles are the endings of files that may have tokens.
var tokenFiles = []string{".json", ".tokens", ".css", ".scss", ".yml", ".yaml"}

// readTokenFiles reads files, and the token files in folders and below them.
func readTokenFiles(names []string) (files []convert.File, err error) {
	total := 0
	for _, name := range names {
		paths := []string{name}
		found := false
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			found = true
			if paths, err = tokenFilesIn(name); err != nil {
				return nil, err
			}
		}
		for _, path := range paths {
			data, err := readInput(path, seed.MaxFileBytes)
			if err != nil {
				return nil, err
			}
			if total += len(data); total > seed.MaxFileBytes {
				return nil, fmt.Errorf("expected files of at most %d MiB together", seed.MaxFileBytes>>20)
			}
			files = append(files, convert.File{Name: path, Data: data, Found: found})
		}
	}
	return files, nil
}

func tokenFilesIn(folder string) (paths []string, err error) {
	paths, err = filesIn(folder, func(path string, d fs.DirEntry) bool {
		return slices.Contains(tokenFiles, strings.ToLower(filepath.Ext(path))) || d.Name() == "DESIGN.md"
	}, "node_modules")
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("%s: expected a folder with token files (%s), found none", folder, strings.Join(tokenFiles, ", "))
	}
	return paths, err
}
