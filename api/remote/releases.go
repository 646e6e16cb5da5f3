package remote

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"designmanual/db/manual"
)

// Release returns the token documents of a release of the manual: as strings, in the
// structured form, and where it has several modes the resolver document. The error
// says if there is no such release.
func (s *FoundManual) Release(ctx context.Context, version string) ([][]byte, error) {
	documents, err := ReadRelease(func(file string) ([]byte, error) { return s.Released(ctx, version, file) })
	if err != nil {
		return nil, err
	}
	if documents == nil {
		return nil, fmt.Errorf("release %s of %s: %w", version, s.Document.URL, errNoRelease)
	}
	return documents, nil
}

// ReadRelease reads the token documents of a release by their file names, where read returns nil
// for one that there is not.
func ReadRelease(read func(file string) ([]byte, error)) ([][]byte, error) {
	var documents [][]byte
	kinds := []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument}
	for _, kind := range kinds {
		body, err := read(kind.Info().File)
		if err != nil {
			return nil, err
		}
		if body != nil {
			documents = append(documents, body)
		}
	}
	return documents, nil
}

// Released returns a JSON document of a release by its file name, nil if there is none; without a
// version the list of the releases.
func (s *FoundManual) Released(ctx context.Context, version, file string) ([]byte, error) {
	path := manual.ReleasesList
	if version != "" {
		path = manual.ReleasePath(url.PathEscape(version), file)
	}
	body, err := s.getOwn(ctx, s.Document.URL+path, jsonType, maxDocument)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return body, err
}
