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
		address := s.Document.URL + manual.ReleasePath(url.PathEscape(version), kind.Info().File)
		body, err := s.getOwn(ctx, address, jsonType, maxDocument)
		if errors.Is(err, ErrNotFound) && kind == manual.TokensDocument {
			return nil, fmt.Errorf("release %s of %s: %w", version, s.Document.URL, ErrNoRelease)
		}
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		documents = append(documents, body)
	}
	return documents, nil
}
