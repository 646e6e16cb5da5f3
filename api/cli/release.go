package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/files"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

func (p *program) releaseCommand() *cobra.Command {
	var releaseOptions seed.ReleaseOptions
	var notes string
	o := seed.Options{Now: time.Now}
	cmd := newCommand(
		"release", arguments("VERSION or PATH", 2, anyNumber), func(cmd *cobra.Command, args []string) error {
			var err error
			if releaseOptions.Version, err = release.ParseVersion(args[0]); err != nil {
				return usageErrorf("VERSION: %w", err)
			}
			if notes != "" {
				text, err := files.Read(notes, release.MaxNotes)
				if err != nil {
					return fmt.Errorf("--notes: %w", err)
				}
				releaseOptions.Notes = strings.TrimSpace(string(text))
			}
			releaseOptions.Date = o.Now().UTC().Format(time.DateOnly)
			return p.release(args[1:], o, releaseOptions)
		})
	cmd.Flags().StringVar(
		&releaseOptions.Manual, "slug", "", "the manual as `BRAND.MANUAL`, where the files have several",
	)
	cmd.Flags().StringVar(&notes, "notes", "", "a `FILE` of Markdown that says what is new")
	parsedFlag(
		cmd, &releaseOptions.Allowed, "allow", "", allowances,
		"let through what the version does not allow: a `LIST` of removed, renamed, kind, added",
	)
	activeFlag(cmd, &o)
	p.jsonFlag(cmd, "the release without its documents")
	return cmd
}

// allowances parses a list of [release.Allowances].
func allowances(list string) ([]string, error) {
	var words []string
	for word := range strings.SplitSeq(list, ",") {
		if _, err := oneOf(strings.Join(release.Allowances, ", "))(word); err != nil {
			return nil, expectedError("a list of " + strings.Join(release.Allowances, ", "))
		}
		words = append(words, word)
	}
	return words, nil
}

// A releaseReport is a release as the command prints it.
type releaseReport struct {
	File       string                 `json:"file"`
	Manual     string                 `json:"manual"` // BRAND.MANUAL
	Version    string                 `json:"version"`
	Date       string                 `json:"date"`
	Last       string                 `json:"last,omitempty"` // the version of the release before
	Difference *difference.Difference `json:"difference,omitempty"`
	Markdown   string                 `json:"markdown,omitempty"` // the difference as a list
	Words      []string               `json:"-"`
}

// release writes the next release of a manual of seed files beside them.
func (p *program) release(paths []string, o seed.Options, releaseOptions seed.ReleaseOptions) error {
	next, err := seed.PrepareRelease(source.ReadPaths(paths), o, releaseOptions)
	if err != nil {
		return err
	}
	file := filepath.Join(next.Folder, filepath.FromSlash(next.Path))
	if err := writeRelease(file, next.Release.Write()); err != nil {
		return err
	}
	report := releaseReport{
		File: filepath.ToSlash(file), Manual: next.Manual,
		Version: releaseOptions.Version.String(), Date: releaseOptions.Date, Last: next.Last,
		Difference: next.Release.Difference, Words: []string{},
	}
	if report.Difference != nil {
		report.Words, report.Markdown = report.Difference.Words(), report.Difference.Markdown()
	}
	return p.print("release", report)
}

// writeRelease writes a release file, which must not be there.
func writeRelease(file string, text []byte) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf(
			"%s is there already, and a release stays as it is: take the next version", manual.Printable(file),
		)
	}
	folder, err := files.OpenFolder(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Write(path.Base(filepath.ToSlash(file)), text); err != nil {
		return err
	}
	folder.Complete()
	return nil
}
