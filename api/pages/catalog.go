package pages

import (
	"encoding/json"
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// A target is a link of a linkset (RFC 9264, section 4.2).
type target struct {
	Href string `json:"href"`
	Type string `json:"type"`
}

// MakeCatalog returns the catalog of the JSON API of a host (RFC 9727), and when it changes: its
// description, its list for agents and the documents of the public manuals. It returns nil for a
// host, other than the site's, that has no public manual.
func MakeCatalog(ix *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	listed, until := Listed(ix, s, now)
	if len(listed) == 0 && !s.AllBrands {
		return nil, until, nil
	}
	site := ix.Site.String()
	items := []target{}
	for _, m := range listed {
		documents := site + manual.APIDocumentsPath(m.Brand.Slug, m.Slug)
		items = append(
			items, target{documents + manual.ManualSuffix, "application/json"},
			target{documents + manual.TokensSuffix, "application/json"},
		)
	}
	text, err = json.Marshal(map[string]any{"linkset": []any{map[string]any{
		"anchor":       site + manual.APIPath,
		"service-desc": []target{{site + manual.OpenAPIPath, "application/json"}},
		"describedby":  []target{{s.Address(ix.Site) + manual.LLMsPath, "text/plain"}},
		"item":         items,
	}}})
	return text, until, err
}
