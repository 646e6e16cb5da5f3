package start

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/api/files"
	"designmanual/seed"
	"designmanual/seed/convert"
)

// tokenFiles are the endings of files that may have tokens.
var tokenFiles = []string{".json", ".tokens", ".css", ".scss", ".yml", ".yaml"}

func isTokenFile(path string) bool {
	return slices.Contains(tokenFiles, strings.ToLower(filepath.Ext(path))) || filepath.Base(path) == "DESIGN.md"
}

// ReadTokens reads files, and the token files in folders and below them.
func ReadTokens(names []string) (found []convert.File, err error) {
	total := 0
	for _, name := range names {
		paths := []string{name}
		info, err := os.Stat(name)
		folder := err == nil && info.IsDir()
		if folder {
			paths, err = files.In(name, func(path string, _ fs.DirEntry) bool { return isTokenFile(path) }, "node_modules")
			if err == nil && len(paths) == 0 {
				err = fmt.Errorf("%s: expected a folder with token files (%s), found none", name, strings.Join(tokenFiles, ", "))
			}
			if err != nil {
				return nil, err
			}
		}
		for _, path := range paths {
			data, err := files.Read(path, seed.MaxFileBytes)
			if err != nil {
				return nil, err
			}
			if total += len(data); total > seed.MaxFileBytes {
				return nil, fmt.Errorf("expected files of at most %d MiB together", seed.MaxFileBytes>>20)
			}
			found = append(found, convert.File{Name: path, Data: data, Found: folder})
		}
	}
	return found, nil
}

// Convert converts files. What it returns passes the strict check; with files for the
// manual it is checked when they are beside it.
func Convert(files []convert.File, o convert.Options) ([]byte, *convert.Report, error) {
	text, report, err := convert.Convert(files, o)
	if err != nil {
		return nil, report, err
	}
	if len(text) > seed.MaxFileBytes {
		return nil, report, fmt.Errorf("expected a seed file of at most %d MiB, but these values make one of %d MiB: convert fewer files", seed.MaxFileBytes>>20, len(text)>>20)
	}
	if !o.Assets.Empty() {
		return text, report, nil
	}
	source := seed.Source{Name: cmp.Or(o.Brand, "brand") + ".json", Data: text}
	if _, err := seed.Check([]seed.Source{source}, seed.Options{Strict: true}); err != nil {
		return nil, report, fmt.Errorf("these values make a seed file that cannot be imported: %v", err) // not wrapped: its places are in no file of the user
	}
	return text, report, nil
}
