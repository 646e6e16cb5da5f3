package seed

import (
	"context"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// importWithoutStore imports files as into an empty store with a base URL, and keeps nothing of them but the importer.
// The zero Site stands for [manual.DefaultSite]. If the files have errors, importWithoutStore returns them as
// [Problems], with a report that has only the warnings.
func importWithoutStore(sources []Source, site manual.Site, o Options) (*importer, *Report, error) {
	o.DryRun = true
	i := newImporter(nil, site, o)
	report, err := i.importFiles(context.Background(), sources)
	return i, report, err
}

// Check checks files without a store, and returns the report of an import into an empty one. If the files have errors,
// Check returns them as [Problems], with a report that has only the warnings.
func Check(sources []Source, o Options) (*Report, error) {
	_, report, err := importWithoutStore(sources, manual.Site{}, o)
	return report, err
}

// WithoutFaulty leaves out the files with errors, and returns those that an import into an empty store with that base
// URL takes. It returns none if an import fails and no file is at fault.
func WithoutFaulty(sources []Source, site manual.Site, o Options) []Source {
	for len(sources) > 0 {
		i, _, err := importWithoutStore(sources, site, o)
		if err == nil {
			return sources
		}
		faulty := i.problems.FaultyFiles(o.Strict)
		var faultless []Source
		for n, s := range sources {
			if !faulty[n] {
				faultless = append(faultless, s)
			}
		}
		if len(faultless) == len(sources) {
			return nil
		}
		sources = faultless
	}
	return nil
}

// A PublishedManual is a manual of a file as an import publishes it.
type PublishedManual struct {
	Brand   string // slug
	Slug    string
	ID      string
	Primary bool
	Model   *manual.Manual // nil if the manual is not published
	Tokens  manual.TokenDocument
}

// ReadPublished returns the manuals of files as an import into an empty store publishes them, in
// the order of the files. The error is the one that [Check] returns.
func ReadPublished(sources []Source, o Options) ([]PublishedManual, error) {
	i, _, err := importWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	var published []PublishedManual
	for _, fm := range i.fileManuals() {
		published = append(published, PublishedManual{
			Brand: fm.brand, Slug: fm.Slug, ID: fm.ID, Primary: fm.Primary,
			Model: fm.model, Tokens: fm.tokens,
		})
	}
	return published, nil
}

// FindPublished returns a manual of files as [ReadPublished] does: the one with a slug, or the primary
// one. The error says if there is no such manual, or if it is not published.
func FindPublished(sources []Source, slug string, o Options) (PublishedManual, error) {
	published, err := ReadPublished(sources, o)
	var m PublishedManual
	if err != nil {
		return m, err
	}
	var chosen []PublishedManual
	var slugs []string
	for _, p := range published {
		slugs = append(slugs, p.Slug)
		if slug == "" && p.Primary || slug != "" && slug == p.Slug {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) != 1 {
		return m, fmt.Errorf(
			"expected one manual, found %d; the files have %s", len(chosen), strings.Join(slugs, ", "),
		)
	}
	if chosen[0].Model == nil {
		return m, fmt.Errorf("the manual %s is not published", chosen[0].Slug)
	}
	return chosen[0], nil
}
