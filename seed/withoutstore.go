package seed

import (
	"context"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// importWithoutStore imports files into an empty store with a base URL, of which nothing is kept.
// The zero Site is [manual.DefaultSite]. When the files have errors it returns them as [Problems],
// with a report that has only the warnings.
func importWithoutStore(sources []Source, site manual.Site, o Options) (*importer, *Report, error) {
	o.DryRun = true
	i := newImporter(nil, site, o)
	report, err := i.importFiles(context.Background(), sources)
	return i, report, err
}

// Check checks files without a store. It returns the report of an import into an empty store.
// When the files have errors it returns them as [Problems], with a report that has only the
// warnings.
func Check(sources []Source, o Options) (*Report, error) {
	_, report, err := importWithoutStore(sources, manual.Site{}, o)
	return report, err
}

// WithoutFaulty returns the files that an import into an empty store with that base URL takes once
// the others are left out; none if the fault is in none of them.
func WithoutFaulty(sources []Source, site manual.Site, o Options) []Source {
	for len(sources) > 0 {
		i, _, err := importWithoutStore(sources, site, o)
		if err == nil {
			return sources
		}
		faulty := i.problems.FaultyFiles(o.Strict)
		var left []Source
		for n, s := range sources {
			if !faulty[n] {
				left = append(left, s)
			}
		}
		if len(left) == len(sources) {
			return nil
		}
		sources = left
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
