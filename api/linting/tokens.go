// Package linting does the work of the command lint: it finds the tokens of a manual at an address or in seed files,
// and those of its releases, checks source files against them, and writes tokens into these. What is found in one
// file is up to package lint.
package linting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"designmanual/api/files"
	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/export"
	"designmanual/tokenize/lint"
)

// Tokens say which tokens source files may use.
type Tokens struct {
	Manual      string // the address of a manual, or the path of a seed file
	Slug        string // of the manual in a seed file; empty for the primary one
	From, To    string // versions of releases of the manual, or paths of saved documents; empty for the manual as it is
	AccessToken string // for a manual at an address; may be empty
}

// NewLinter returns the linter for the tokens of a manual or, with From, for what has changed of them; then it says
// how much that is too.
func NewLinter(ctx context.Context, t Tokens) (linter *lint.Linter, changes string, err error) {
	if t.From == "" {
		tokens, err := t.ofManual(ctx)
		if err != nil {
			return nil, "", err
		}
		return lint.New(&tokens), "", nil
	}
	before, err := t.version(ctx, t.From)
	if err != nil {
		return nil, "", err
	}
	after, err := t.version(ctx, t.To)
	if err != nil {
		return nil, "", err
	}
	d := difference.Between(before, after)
	to := t.To
	if to == "" {
		to = "the manual as it is"
	}
	return lint.NewChanges(&before, &after, &d), fmt.Sprintf("from %s to %s: %s", t.From, to, d.Summary()), nil
}

// ofManual returns the tokens that the manual has now.
func (t Tokens) ofManual(ctx context.Context) (manual.TokenDocument, error) {
	if !IsAddress(t.Manual) {
		m, err := seed.FindPublished(source.ReadPaths([]string{t.Manual}), t.Slug, seed.Options{})
		return m.Tokens, err
	}
	found, err := remote.New(t.AccessToken).Find(ctx, t.Manual)
	if err != nil {
		return manual.TokenDocument{}, err
	}
	sections, err := content.Sections(&manual.Manual{Sections: found.Document.Sections})
	if err != nil {
		return manual.TokenDocument{}, fmt.Errorf("%s: %w", t.Manual, err)
	}
	tokens, _, err := tokenize.Document(sections)
	return tokens, err
}

// IsAddress reports whether a manual is named by its address, and not by the path of a seed file.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

var versionForm = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// IsVersion reports whether a text is the version of a release, and not a path.
func IsVersion(text string) bool { return versionForm.MatchString(text) }

// version returns the tokens of a release, of a saved document, or without a name those that the
// manual has now. All come of documents, so that they compare.
func (t Tokens) version(ctx context.Context, name string) (difference.Set, error) {
	documents, err := t.documents(ctx, name)
	if err != nil {
		return difference.Set{}, err
	}
	set, err := difference.Read(documents...)
	if err != nil {
		return set, fmt.Errorf("%s:%w", name, err)
	}
	return set, nil
}

// documents returns the documents of the tokens of a version.
func (t Tokens) documents(ctx context.Context, name string) ([][]byte, error) {
	if name == "" {
		tokens, err := t.ofManual(ctx)
		if err != nil {
			return nil, err
		}
		return export.Interface(&tokens), nil
	}
	if !IsVersion(name) {
		data, err := files.Read(name, source.MaxFileBytes)
		return [][]byte{data}, err
	}
	if !IsAddress(t.Manual) {
		return t.seedRelease(name)
	}
	found, err := remote.New(t.AccessToken).Find(ctx, t.Manual)
	if err != nil {
		return nil, err
	}
	return found.Release(ctx, name)
}

// seedRelease returns the release file of a manual of a seed file or folder.
func (t Tokens) seedRelease(version string) ([][]byte, error) {
	m, err := seed.FindPublished(source.ReadPaths([]string{t.Manual}), t.Slug, seed.Options{})
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(t.Manual)
	if err != nil {
		return nil, err
	}
	folder := t.Manual
	if !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	file := filepath.Join(folder, filepath.FromSlash(source.ManualReleaseFolder(m.Brand, m.Slug)), version+".json")
	data, err := files.Read(file, source.MaxFileBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("release %s of %s.%s: there is no file %s", version, m.Brand, m.Slug, file)
	}
	return [][]byte{data}, err
}
