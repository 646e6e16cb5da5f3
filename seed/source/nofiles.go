package source

import (
	"fmt"
	"io/fs"
	"strings"

	"designmanual/seed/problem"
)

// A noFiles error is [errNoFiles] with what helps.
type noFiles string

func (help noFiles) Error() string { return errNoFiles.Error() + ". " + string(help) }

// Unwrap returns the error itself.
func (noFiles) Unwrap() error { return errNoFiles }

// noFilesError returns the error of a folder without seed files. It names what is there
// that may be meant: a file with another ending, or one in a folder of the folder.
func noFilesError(files fs.FS, entries []fs.DirEntry) error {
	for _, e := range entries {
		name := e.Name()
		stem, _, ok := strings.Cut(strings.ToLower(name), ".json")
		if e.IsDir() || !ok || stem == "" || strings.HasSuffix(stem, ".schema") || strings.HasPrefix(name, ".") {
			continue
		}
		return noFiles(
			fmt.Sprintf("There is %s: call it %s.json.", problem.QuoteFileName(name), problem.QuoteFileName(name[:len(stem)])),
		)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") || e.Name() == ReleasesFolder {
			continue
		}
		below, _ := fs.ReadDir(files, e.Name()) // an unreadable folder has none
		for _, inside := range below {
			if seedName(inside.Name()) && !inside.IsDir() {
				return noFiles(fmt.Sprintf(
					"There is %s in the folder %s, which is not read: name that folder.",
					problem.QuoteFileName(inside.Name()), problem.QuoteFileName(e.Name()),
				))
			}
		}
	}
	return noFiles("`designmanual init` writes a first file.")
}
