package remote

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"designmanual/db/manual"
)

// Release returns the token documents of a release of the manual: as strings, in the
// structured form, and where it has several modes the resolver document. The error wraps
// [ErrNoRelease] if there is no such release.
func (s *Source) Release(ctx context.Context, version string) (documents [][]byte, err error) {
	for _, kind := range []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument} {
		body, err := s.Released(ctx, version, kind.Info().File)
		if err != nil {
			return nil, err
		}
		if body == nil && kind == manual.TokensDocument {
			return nil, fmt.Errorf("release %s of %s: %w", version, s.Document.URL, ErrNoRelease)
		}
		if body != nil {
			documents = append(documents, body)
		}
	}
	return documents, nil
}

// Released returns a JSON document of a release by its file name, nil if there is none; without a
// version the list of the releases.
func (s *Source) Released(ctx context.Context, version, file string) ([]byte, error) {
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
