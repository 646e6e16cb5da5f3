package seed

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
	"designmanual/tokenize/release"
)

// releaseOrder is the order of release files in reports, after all seed files.
const releaseOrder = 1 << 20

// A checkedRelease is what stays of a release file once it was read and checked: no documents.
type checkedRelease struct {
	manual.StoredRelease
	path    string // in the folder of the seed file
	version release.Version
}

// readReleases reads and checks the release files of a manual. It returns them with the newest first.
func (fm *fileManual) readReleases() []checkedRelease {
	var releases []checkedRelease
	for _, path := range fm.file.source.ReleasePaths(fm.brand, fm.Slug) {
		r, place := fm.file.readRelease(path, &fm.problems)
		if r == nil {
			continue
		}
		releases = append(releases, checkedRelease{newStoredRelease(r), path, r.Version})
		if fm.hasID && r.Manual != fm.ID {
			fm.problems.WarnAtPlace(
				place, "this is a release of the manual %q, and the folder is that of %q", content.Truncate(r.Manual),
				content.Truncate(fm.ID),
			)
		}
	}
	slices.SortFunc(releases, func(a, b checkedRelease) int { return b.version.Compare(a.version) })
	return releases
}

// beside returns the name of a file in the folder of the seed file, for messages.
func (f *sourceFile) beside(path string) string {
	return filepath.Join(filepath.Dir(f.name), filepath.FromSlash(path))
}

// readRelease reads a release file, and returns where it names its manual. It returns nil for one
// with errors.
func (f *sourceFile) readRelease(path string, problems *problem.Collector) (*release.Release, problem.Place) {
	t := &content.Tree{Name: f.beside(path), Order: releaseOrder}
	report := func(fault content.Fault) {
		problems.Add(problem.Error, t, fault.Offset, fault.ValueStart, "%s", fault.Text)
	}
	var err error
	t.Data, err = source.ReadFile(f.source.Files, path)
	if errors.Is(err, source.ErrEmpty) {
		t.Root = new(content.Value) // a file that was read: the problem has a line
	}
	if err != nil {
		report(content.Fault{Text: err.Error()})
		return nil, problem.Place{}
	}
	if len(t.Data) > source.MaxFileBytes {
		report(content.Fault{Text: fmt.Sprintf("expected at most %d MiB, found more", source.MaxFileBytes>>20)})
		return nil, problem.Place{}
	}
	if err := asset.RefusePlaceholder(path, t.Data); err != nil {
		report(content.Fault{Text: err.Error()})
		return nil, problem.Place{}
	}
	r := release.Parse(t, report)
	if r == nil {
		return nil, problem.Place{}
	}
	if name := r.Version.String() + ".json"; name != pathpkg.Base(path) {
		offset := int(t.Root.Get("version").Start)
		text := fmt.Sprintf("this is release %s. Call the file %s.", r.Version, name)
		report(content.Fault{Offset: offset, ValueStart: offset, Text: text})
		return nil, problem.Place{}
	}
	return r, problem.PlaceIn(t.Root, "manual")
}

// newStoredRelease returns a release as the head of its manual names it.
func newStoredRelease(r *release.Release) manual.StoredRelease {
	record := newStoredReleaseFile("release.json", r.Record())
	named := manual.StoredRelease{Version: r.Version.String(), Date: r.Date, Record: record}
	for _, d := range r.Documents {
		named.Documents = append(named.Documents, newStoredReleaseFile(d.Name, d.Body))
	}
	return named
}

func newStoredReleaseFile(name string, body []byte) manual.StoredReleaseFile {
	return manual.StoredReleaseFile{Name: name, Sum: sha256.Sum256(body), Size: int64(len(body))}
}

// storedReleases returns the releases of a manual as its head has them.
func (fm *fileManual) storedReleases() []manual.StoredRelease {
	var releases []manual.StoredRelease
	for _, r := range fm.releases {
		releases = append(releases, r.StoredRelease)
	}
	return releases
}

// saveReleases saves the files of a manual's releases that the store lacks or has damaged. It reads these releases
// again for that.
func (i *importer) saveReleases(fm *fileManual) error {
	for _, checked := range fm.releases {
		lacks := slices.ContainsFunc(checked.Files(), func(f manual.File) bool { return !i.tx.HasFile(f.Sum, f.Size) })
		if !lacks {
			continue
		}
		var problems problem.Collector
		r, _ := fm.file.readRelease(checked.path, &problems)
		if r == nil {
			return problems.Errors(false)
		}
		if err := i.saveRelease(checked.StoredRelease, r); err != nil {
			return fmt.Errorf("%s: %w", fm.file.beside(checked.path), err)
		}
	}
	return nil
}

// saveRelease saves the files of a release. The store refuses files that are not those that were checked.
func (i *importer) saveRelease(checked manual.StoredRelease, r *release.Release) error {
	bodies := [][]byte{r.Record()}
	for _, d := range r.Documents {
		bodies = append(bodies, d.Body)
	}
	files := checked.Files()
	if len(files) != len(bodies) {
		return source.ErrChanged
	}
	for n, f := range files {
		if i.tx.HasFile(f.Sum, f.Size) {
			continue
		}
		if err := i.tx.SaveFile(f.Sum, f.Size, bytes.NewReader(bodies[n])); err != nil {
			return err
		}
	}
	return nil
}

// checkReleaseFolders warns of folders of releases that belong to no manual of the files. It passes over those beside
// a seed file that is not read with its whole folder: they may belong to a manual of another file there.
func (i *importer) checkReleaseFolders() {
	manuals := make(map[string][]string) // by the folder of their seed file
	for _, f := range i.files {
		for _, fm := range f.manuals {
			in := filepath.Dir(f.name)
			manuals[in] = append(manuals[in], fm.brand+"."+fm.Slug)
		}
	}
	checked := make(map[string]bool)
	for _, f := range i.files {
		for _, path := range f.source.Releases {
			folder, name := pathpkg.Split(path)
			inside := strings.TrimPrefix(pathpkg.Clean(folder), source.ReleasesFolder+"/")
			in := filepath.Dir(f.name)
			place := problem.Place{File: f.beside(pathpkg.Clean(folder)), Order: releaseOrder}
			if checked[place.File] || !f.source.WholeFolder {
				continue
			}
			checked[place.File] = true
			if pathpkg.Clean(folder) == source.ReleasesFolder {
				place.File = f.beside(path)
				i.problems.WarnAtPlace(
					place, "expected a folder for each manual, as %s, found the file %s, which is not read",
					exampleOf(manuals[in]), name,
				)
			} else if !slices.Contains(manuals[in], inside) {
				i.problems.WarnAtPlace(
					place,
					"no manual of these files is called %s, so its releases are not served. The folder of a manual "+
						"is called as %s.",
					content.Truncate(inside), exampleOf(manuals[in]),
				)
			}
		}
	}
}

// exampleOf returns a name of a manual.
func exampleOf(manuals []string) string {
	if len(manuals) == 0 {
		return "brand.manual"
	}
	return manuals[0]
}
