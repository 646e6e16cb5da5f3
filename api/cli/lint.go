package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/files"
	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/lint"
)

func (p *program) lintCommand() *cobra.Command {
	var from, slug string
	var fix, sarif bool
	cmd := newCommand("lint", arguments("SRC", 1, anyNumber), interruptible(func(cmd *cobra.Command, paths []string) error {
		if from == "" {
			return usageErrorf("--manual: expected the address of a manual, or a seed file")
		}
		if sarif && p.json {
			return usageErrorf("expected either --json or --sarif")
		}
		names, err := sourceFiles(paths)
		if err != nil {
			return err
		}
		tokens, err := manualTokens(cmd.Context(), from, slug)
		if err != nil {
			return err
		}
		findings, err := lintFiles(lint.New(&tokens), names, fix)
		if err != nil {
			return err
		}
		return flagged(len(findings) > 0, p.printFindings(findings, sarif))
	}))
	cmd.Flags().StringVar(&from, "manual", "", "the address of a manual, or a seed file: `URL|SEED`")
	cmd.Flags().StringVar(&slug, "slug", "", "the `SLUG` of the manual in a seed file (default: the primary one)")
	cmd.Flags().BoolVar(&fix, "fix", false, "write tokens into the files where it is plain which; what is left is printed")
	cmd.Flags().BoolVar(&sarif, "sarif", false, "print the findings as SARIF 2.1.0, for code review")
	p.jsonFlag(cmd, "the findings")
	return cmd
}

// manualTokens returns the tokens of a manual at an address or in seed files.
func manualTokens(ctx context.Context, from, slug string) (tokens manual.TokenDocument, err error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return seed.Tokens(source.ReadPaths([]string{from}), slug, seed.Options{})
	}
	if slug != "" {
		return tokens, usageErrorf("--slug: expected a seed file, found the address of a manual")
	}
	found, err := remote.New(os.Getenv(tokenVariable)).Find(ctx, from)
	if err != nil {
		return tokens, err
	}
	sections, err := content.Sections(&manual.Manual{Sections: found.Document.Sections})
	if err != nil {
		return tokens, fmt.Errorf("%s: %w", from, err)
	}
	tokens, _, err = tokenize.Document(sections)
	return tokens, err
}

// sourceFiles returns the files named, and those in folders and below them that lint
// reads.
func sourceFiles(paths []string) (names []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if !lint.Known(path) {
				return nil, usageErrorf("%s: expected CSS, SCSS, JSX, TSX, Vue, Svelte or HTML", path)
			}
			names = append(names, path)
			continue
		}
		below, err := files.In(path, func(path string, d fs.DirEntry) bool { return d.Type().IsRegular() && lint.Known(path) }, "node_modules", "dist")
		if err != nil {
			return nil, err
		}
		names = append(names, below...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

const maxLinted = 8 << 20

// lintFiles checks files and returns what is found, with fix what is left.
func lintFiles(l *lint.Linter, names []string, fix bool) ([]lint.Finding, error) {
	for _, name := range names { // a property may be defined in another file
		data, err := files.Read(name, maxLinted)
		if err != nil {
			return nil, err
		}
		l.Define(data)
	}
	found := []lint.Finding{}
	for _, name := range names {
		data, err := files.Read(name, maxLinted)
		if err != nil {
			return nil, err
		}
		findings := l.Check(name, data)
		if fixed := lint.Fix(data, findings); fix && !bytes.Equal(fixed, data) {
			if err := files.Replace(name, data, fixed); err != nil {
				return nil, err
			}
			findings = l.Check(name, fixed)
		}
		if found = append(found, findings...); len(found) >= lint.MaxFindings {
			return found[:lint.MaxFindings], nil
		}
	}
	return found, nil
}

func (p *program) printFindings(findings []lint.Finding, sarif bool) (err error) {
	switch {
	case sarif:
		err = printJSON(p.stdout, sarifLog(findings))
	case p.json:
		err = printJSON(p.stdout, findings)
	default:
		for _, f := range findings {
			fmt.Fprintf(p.stdout, "%s\n", manual.Printable(fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)))
		}
	}
	if len(findings) >= lint.MaxFindings {
		fmt.Fprintf(p.stderr, "designmanual: there may be more than these %d findings\n", len(findings))
	}
	return err
}

// sarifLog returns findings in the Static Analysis Results Interchange Format 2.1.0.
func sarifLog(findings []lint.Finding) any {
	type object map[string]any
	rules, results := []object{}, []object{}
	for _, r := range lint.Rules {
		rules = append(rules, object{"id": r.ID, "shortDescription": object{"text": r.Text}})
	}
	for _, f := range findings {
		place := object{"artifactLocation": object{"uri": fileURI(f.File)}, "region": object{"startLine": f.Line, "startColumn": f.Column}}
		results = append(results, object{"ruleId": f.Rule, "level": "warning", "message": object{"text": f.Message},
			"locations": []object{{"physicalLocation": place}}})
	}
	driver := object{"name": "designmanual", "version": programVersion().Version, "rules": rules}
	return object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}}}
}

// fileURI returns the path of a file as a relative or absolute URI.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}
