package seed

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/export"
	"designmanual/tokenize/release"
)

// ReleaseOptions configure [NewRelease].
type ReleaseOptions struct {
	Manual  string // BRAND.MANUAL; may be empty if the files have one manual
	Version release.Version
	Date    string // YYYY-MM-DD
	Notes   string // Markdown, or empty
	Allowed []string
}

// A NewReleaseFile is a release that was not written yet.
type NewReleaseFile struct {
	Manual  string // BRAND.MANUAL
	Folder  string // of its seed file
	Path    string // in the folder, with slashes
	Last    string // the version of the release before, or empty
	Release *release.Release
}

// NewRelease makes the next release of a manual of seed files from what is published of it. The
// error is the one that [Check] returns, or says why the manual cannot have this release.
func NewRelease(sources []Source, o Options, of ReleaseOptions) (*NewReleaseFile, error) {
	i, err := runWithoutStore(sources, o)
	if err != nil {
		return nil, err
	}
	e, err := i.entryToRelease(of.Manual)
	if err != nil {
		return nil, err
	}
	next := &NewReleaseFile{Manual: e.name(), Folder: filepath.Dir(e.file.name)}
	next.Path = source.ReleaseFolder(e.brand, e.head.Slug) + "/" + of.Version.String() + ".json"
	next.Release = &release.Release{Version: of.Version, Date: of.Date, Manual: e.head.ID, Notes: of.Notes, Tokens: difference.Of(&e.tokens)}
	next.Release.Documents = releaseDocuments(&e.tokens)
	if len(e.releases) == 0 {
		return next, nil
	}
	return next, next.compare(e, of)
}

// compare compares a release with the last one of its manual, and says whether its version is one
// that may come after that.
func (next *NewReleaseFile) compare(e *entry, of ReleaseOptions) error {
	last := e.releases[0]
	if of.Version.Compare(last.version) <= 0 {
		return fmt.Errorf("expected a version above %s, the last release of %s, found %s", last.version, e.name(), of.Version)
	}
	var problems source.Collector
	before, _ := e.file.readRelease(last.path, &problems)
	if before == nil {
		return problems.Refusing(false)
	}
	d := difference.Between(before.Tokens, next.Release.Tokens)
	next.Last, next.Release.Difference = last.version.String(), &d
	var texts []string
	for _, r := range release.Refuse(last.version, of.Version, &d, of.Allowed) {
		texts = append(texts, r.Error())
	}
	if len(texts) > 0 {
		return fmt.Errorf("%s cannot come after %s:\n%s", of.Version, last.version, strings.Join(texts, "\n"))
	}
	return nil
}

// name returns the slugs of the brand and the manual.
func (e *entry) name() string { return e.brand + "." + e.head.Slug }

// entryToRelease returns the manual of a name, or the only one.
func (i *importer) entryToRelease(name string) (*entry, error) {
	var names []string
	var found *entry
	for _, e := range i.entries() {
		names = append(names, e.name())
		if name == e.name() || name == "" {
			found = e
		}
	}
	slices.Sort(names)
	if name == "" && len(names) > 1 {
		return nil, fmt.Errorf("the files have %d manuals: choose one with `--slug`: %s", len(names), strings.Join(names, ", "))
	}
	if found == nil {
		return nil, fmt.Errorf("the files have no manual %q; they have %s", name, strings.Join(names, ", "))
	}
	if found.model == nil {
		return nil, fmt.Errorf("the manual %s is not published, and a release has what is published", found.name())
	}
	if found.file.path == "" {
		return nil, fmt.Errorf("the seed file of %s stays nowhere, so that no release can lie beside it", found.name())
	}
	return found, nil
}

// releaseDocuments returns the documents of a release as they are today.
func releaseDocuments(tokens *manual.TokenDocument) (documents []release.Document) {
	add := func(kind manual.DocumentKind, body []byte) {
		documents = append(documents, release.Document{Name: kind.Info().File, Body: body})
	}
	add(manual.TokensDocument, export.Tokens(tokens))
	add(manual.StructuredDocument, export.Structured(tokens))
	if resolver, ok := export.Resolver(tokens); ok {
		add(manual.ResolverDocument, resolver)
	}
	add(manual.CSSDocument, export.CSS(tokens))
	return documents
}
