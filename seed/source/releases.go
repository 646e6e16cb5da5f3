package source

import (
	"errors"
	"io/fs"
	pathpkg "path"
	"slices"
	"strings"
)

// ReleasesFolder is the folder beside seed files that has their release files, in a folder for
// each manual: releases/<brand>.<slug>/<version>.json.
const ReleasesFolder = "releases"

// ManualReleaseFolder returns the path of the folder of a manual's release files.
func ManualReleaseFolder(brand, slug string) string { return ReleasesFolder + "/" + brand + "." + slug }

// releasePaths returns the paths of the release files in a folder, in order, also of those that stand
// in the folder of no manual. If a folder of them cannot be read, it returns that as a source whose
// error says why.
func releasePaths(files fs.FS) ([]string, *Source) {
	folders, err := namesIn(files, ReleasesFolder)
	if err != nil {
		return nil, &Source{Name: ReleasesFolder, Err: OpenError(ReleasesFolder, err)}
	}
	var paths []string
	for _, folder := range folders {
		path := pathpkg.Join(ReleasesFolder, folder)
		if seedName(folder) && isFile(files, path) {
			paths = append(paths, path)
		}
		names, err := namesIn(files, path)
		if err != nil {
			return nil, &Source{Name: path, Err: OpenError(path, err)}
		}
		for _, name := range names {
			if seedName(name) {
				paths = append(paths, pathpkg.Join(path, name))
			}
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// isFile reports whether something that is no folder is at a path.
func isFile(files fs.FS, path string) bool {
	info, err := fs.Stat(files, path)
	if err != nil {
		return false
	}
	return !info.IsDir()
}

// namesIn returns the names in a folder without hidden ones, none if there is no such folder.
func namesIn(files fs.FS, path string) ([]string, error) {
	info, err := fs.Stat(files, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil { // a link that leads out of the folder, or rights that are missing
		return nil, err
	}
	if !info.IsDir() {
		return nil, nil
	}
	entries, err := fs.ReadDir(files, path)
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// ReleasePaths returns the paths of the release files of a manual.
func (s *Source) ReleasePaths(brand, slug string) []string {
	var paths []string
	for _, path := range s.Releases {
		if pathpkg.Dir(path) == ManualReleaseFolder(brand, slug) {
			paths = append(paths, path)
		}
	}
	return paths
}

// ManualReleases returns the paths of the release files of all manuals of a seed file.
func (f *ParsedFile) ManualReleases() []string {
	if f.Unusable {
		return nil
	}
	var paths []string
	for _, m := range f.Tree.Root.Get("manuals").List() {
		paths = append(paths, f.ReleasePaths(f.Brand(), m.Get("slug").Text())...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
