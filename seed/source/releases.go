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

// ReleaseFolder returns the path of the folder of a manual's release files.
func ReleaseFolder(brand, slug string) string { return ReleasesFolder + "/" + brand + "." + slug }

// releasePaths returns the paths of the release files in a folder, in order, also of those that stand
// in the folder of no manual. A folder that cannot be read stands for its files, so that reading it
// tells why.
func releasePaths(files fs.FS) (paths []string) {
	for _, folder := range namesIn(files, ReleasesFolder, &paths) {
		path := pathpkg.Join(ReleasesFolder, folder)
		if info, err := fs.Stat(files, path); err == nil && !info.IsDir() && seedName(folder) {
			paths = append(paths, path)
		}
		for _, name := range namesIn(files, path, &paths) {
			if seedName(name) {
				paths = append(paths, pathpkg.Join(path, name))
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// namesIn returns the names in a folder without hidden ones, none if there is no such folder. A
// folder that cannot be read is added to the paths.
func namesIn(files fs.FS, path string, paths *[]string) (names []string) {
	info, err := fs.Stat(files, path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil
	}
	var entries []fs.DirEntry
	if err == nil {
		entries, err = fs.ReadDir(files, path)
	}
	if err != nil { // a link that leads out of the folder, or rights that are missing
		*paths = append(*paths, path)
		return nil
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// ReleasePaths returns the paths of the release files of a manual.
func (s *Source) ReleasePaths(brand, slug string) (paths []string) {
	folder := ReleaseFolder(brand, slug)
	for _, path := range s.Releases {
		if path == ReleasesFolder || path == folder || strings.HasPrefix(path, folder+"/") {
			paths = append(paths, path)
		}
	}
	return paths
}

// ReadRelease reads the release file at a path in the folder of a seed file. The error is an
// [AssetError].
func (s *Source) ReadRelease(path string) ([]byte, error) {
	if info, err := fs.Stat(s.Files, path); err == nil && info.IsDir() {
		if _, err := fs.ReadDir(s.Files, path); err != nil {
			return nil, OpenError(path, err)
		}
	}
	return ReadFile(s.Files, path)
}

// ManualReleases returns the paths of the release files of all manuals of a seed file.
func (f *ParsedFile) ManualReleases() (paths []string) {
	if f.Broken {
		return nil
	}
	for _, m := range f.Tree.Root.Get("manuals").List() {
		paths = append(paths, f.ReleasePaths(f.Brand(), m.Get("slug").Text())...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
