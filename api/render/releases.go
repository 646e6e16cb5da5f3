package render

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// releasesOf returns the releases of a manual of an index, the newest first, with the names of their
// documents alone. Errors are those of [db.DB.File].
func releasesOf(store *db.DB, ix *db.Index, m *db.Head) ([]*release.Release, error) {
	var releases []*release.Release
	for _, known := range m.Releases {
		record, err := io.ReadAll(store.File(ix, known.Files()[0]))
		if err != nil {
			return nil, err
		}
		r, err := release.ReadRecord(record)
		if err != nil {
			return nil, fmt.Errorf("release %s of %s: %w", known.Version, m.Name(), err)
		}
		for _, d := range known.Documents {
			r.Documents = append(r.Documents, release.Document{Name: d.Name})
		}
		releases = append(releases, r)
	}
	return releases, nil
}

// A history is the list of the releases of a manual for programs.
type history struct {
	Manual   string           `json:"manual"` // id
	Page     string           `json:"page"`   // address
	Releases []historyRelease `json:"releases"`
}

type historyRelease struct {
	Version    string                 `json:"version"`
	Date       string                 `json:"date"`
	Notes      string                 `json:"notes,omitempty"`      // Markdown
	Breaking   bool                   `json:"breaking"`             // a build that uses the release before may break
	Difference *difference.Difference `json:"difference,omitempty"` // to the release before; none of the first one
	Documents  map[string]string      `json:"documents"`            // addresses by file name
}

// renderHistory returns the list of the releases of a manual as JSON, the newest first, nil without
// any.
func renderHistory(v *View) []byte {
	if len(v.Releases) == 0 {
		return nil
	}
	h := history{Manual: v.Manual.ID, Page: v.Address() + manual.ReleasesPath + "/"}
	for _, r := range v.Releases {
		shown := historyRelease{
			Version: r.Version.String(), Date: r.Date, Notes: r.Notes, Difference: r.Difference,
			Documents: make(map[string]string),
			Breaking:  r.Difference != nil && r.Difference.Breaking(),
		}
		for _, d := range r.Documents {
			shown.Documents[d.Name] = v.Address() + manual.ReleasePath(shown.Version, d.Name)
		}
		h.Releases = append(h.Releases, shown)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(h) // of strings and numbers
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// Released returns a document of a release of a manual of an index, compressed or not, which the
// caller must not change. It is kept as the manual's own documents are. Errors are those of
// [Cache.Body].
func (c *Cache) Released(ctx context.Context, ix *db.Index, m *db.Head, f manual.File, inGzip bool) ([]byte, error) {
	key := documentKey{manualID: m.ID, gzip: inGzip, releasedHash: f.Sum}
	return c.findOrMake(ctx, ix, key, func() ([]byte, error) {
		body, err := io.ReadAll(c.db.File(ix, f))
		if err != nil || !inGzip {
			return body, err
		}
		return gzip.Compress(body), nil
	})
}
