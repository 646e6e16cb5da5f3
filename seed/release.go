package seed

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/export"
	"designmanual/tokenize/release"
)

// ReleaseOptions configure [PrepareRelease].
type ReleaseOptions struct {
	Manual  string // BRAND.MANUAL; may be empty if the files have one manual
	Version release.Version
	Date    string // YYYY-MM-DD
	Notes   string // Markdown, or empty
	Allowed []string
}

// A PreparedRelease is a release that was not written yet.
type PreparedRelease struct {
	Manual  string // BRAND.MANUAL
	Folder  string // of its seed file
	Path    string // in the folder, with slashes
	Last    string // the version of the release before, or empty
	Release *release.Release
}

// PrepareRelease makes the next release of a manual of seed files from what is published of it. The
// error is the one that [Check] returns, or says why the manual cannot have this release.
func PrepareRelease(sources []Source, o Options, wanted ReleaseOptions) (*PreparedRelease, error) {
	i, _, err := importWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	fm, err := i.manualToRelease(wanted.Manual)
	if err != nil {
		return nil, err
	}
	next := &PreparedRelease{Manual: fm.name(), Folder: filepath.Dir(fm.file.name)}
	next.Path = source.ManualReleaseFolder(fm.brand, fm.Slug) + "/" + wanted.Version.String() + ".json"
	next.Release = &release.Release{
		Version: wanted.Version, Date: wanted.Date, Manual: fm.ID, Notes: wanted.Notes,
		Tokens: difference.Of(&fm.tokens),
	}
	next.Release.Documents = releaseDocuments(&fm.tokens)
	if len(fm.releases) == 0 {
		return next, nil
	}
	return next, next.compare(fm, wanted)
}

// compare compares a release with the last one of its manual, and says whether its version is one
// that may come after that.
func (next *PreparedRelease) compare(fm *fileManual, wanted ReleaseOptions) error {
	last := fm.releases[0]
	if wanted.Version.Compare(last.version) <= 0 {
		return fmt.Errorf(
			"expected a version above %s, the last release of %s, found %s", last.version, fm.name(), wanted.Version,
		)
	}
	var problems problem.Collector
	before, _ := fm.file.readRelease(last.path, &problems)
	if before == nil {
		return problems.Errors(false)
	}
	d := difference.Between(before.Tokens, next.Release.Tokens)
	next.Last, next.Release.Difference = last.version.String(), &d
	var texts []string
	for _, r := range release.Refuse(last.version, wanted.Version, &d, wanted.Allowed) {
		texts = append(texts, r.Error())
	}
	if len(texts) > 0 {
		return fmt.Errorf("%s cannot come after %s:\n%s", wanted.Version, last.version, strings.Join(texts, "\n"))
	}
	return nil
}

// name returns the slugs of the brand and the manual.
func (fm *fileManual) name() string { return fm.brand + "." + fm.Slug }

// manualToRelease returns the manual of a name, or the only one.
func (i *importer) manualToRelease(name string) (*fileManual, error) {
	var names []string
	var found *fileManual
	for _, fm := range i.fileManuals() {
		names = append(names, fm.name())
		if name == fm.name() || name == "" {
			found = fm
		}
	}
	slices.Sort(names)
	if name == "" && len(names) > 1 {
		return nil, fmt.Errorf(
			"the files have %d manuals: choose one with `--slug`: %s", len(names), strings.Join(names, ", "),
		)
	}
	if found == nil {
		return nil, fmt.Errorf("the files have no manual %q; they have %s", name, strings.Join(names, ", "))
	}
	if found.model == nil {
		return nil, fmt.Errorf(
			"the manual %s is not published, and a release has what is published: publish it first", found.name(),
		)
	}
	if found.file.path == "" {
		return nil, fmt.Errorf("the seed file of %s stays nowhere, so that no release can lie beside it", found.name())
	}
	return found, nil
}

// releaseDocuments returns the documents of a release as they are today.
func releaseDocuments(tokens *manual.TokenDocument) []release.Document {
	var documents []release.Document
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
