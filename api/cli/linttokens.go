package cli

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
)

// manualTokens returns the tokens of a manual at an address or in seed files.
func manualTokens(ctx context.Context, from, slug string) (manual.TokenDocument, error) {
	if !isAddress(from) {
		m, err := seed.FindPublished(source.ReadPaths([]string{from}), slug, seed.Options{})
		return m.Tokens, err
	}
	var tokens manual.TokenDocument
	if slug != "" {
		return tokens, usageErrorf("--slug chooses a manual of a seed file: leave it out with the address of a manual")
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

// isAddress reports whether --manual is an address, and not a path.
func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// versionForm matches the version of a release.
var versionForm = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// tokensOf returns the tokens of a release, of a saved document, or without a name those that the
// manual has now. All come of documents, so that they compare.
func tokensOf(ctx context.Context, o lintOptions, name string) (difference.Set, error) {
	documents, err := documentsOf(ctx, o, name)
	if err != nil {
		return difference.Set{}, err
	}
	set, err := difference.Read(documents...)
	if err != nil {
		return set, fmt.Errorf("%s:%w", name, err)
	}
	return set, nil
}

func documentsOf(ctx context.Context, o lintOptions, name string) ([][]byte, error) {
	if name == "" {
		tokens, err := manualTokens(ctx, o.manual, o.slug)
		if err != nil {
			return nil, err
		}
		return export.Interface(&tokens), nil
	}
	if !versionForm.MatchString(name) {
		data, err := files.Read(name, source.MaxFileBytes)
		return [][]byte{data}, err
	}
	if !isAddress(o.manual) {
		return seedRelease(o, name)
	}
	found, err := remote.New(os.Getenv(tokenVariable)).Find(ctx, o.manual)
	if err != nil {
		return nil, err
	}
	return found.Release(ctx, name)
}

// seedRelease returns the release file of a manual of a seed file or folder.
func seedRelease(o lintOptions, version string) ([][]byte, error) {
	m, err := seed.FindPublished(source.ReadPaths([]string{o.manual}), o.slug, seed.Options{})
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(o.manual)
	if err != nil {
		return nil, err
	}
	folder := o.manual
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
