package admin

import (
	"net/http"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A BrandInfo is a brand of the list.
type BrandInfo struct {
	Slug    string       `json:"slug"`
	Name    string       `json:"name"`
	Domains []string     `json:"domains"`
	Address string       `json:"address"`
	Manuals []ManualInfo `json:"manuals"`
}

// A ManualInfo is a manual of the list. What an unpublished one does not have
// is empty.
type ManualInfo struct {
	ID         string            `json:"id"`
	Slug       string            `json:"slug"`
	Primary    bool              `json:"primary"`
	Subdomain  string            `json:"subdomain"`
	Address    string            `json:"address"`
	Published  bool              `json:"published"`
	Visibility manual.Visibility `json:"visibility"`
	UpdatedAt  time.Time         `json:"updatedAt"`
	ExpiresAt  *time.Time        `json:"expiresAt"`
	Bytes      int               `json:"bytes"` // of the manual document
	ETag       string            `json:"etag"`
	TokenBytes int               `json:"tokenBytes"` // of the token document
	TokenETag  string            `json:"tokenEtag"`
}

func (h *Handler) getManuals(w http.ResponseWriter, r *http.Request) error {
	index := h.store.Index()
	brands := []BrandInfo{}
	for b := range index.Brands() {
		info := BrandInfo{
			Slug: b.Slug, Name: b.Name, Domains: append([]string{}, b.Domains...),
			Address: index.Site.BrandAddress(b.Brand), Manuals: []ManualInfo{},
		}
		for e := range b.Manuals() {
			info.Manuals = append(info.Manuals, manualInfo(index.Site, e))
		}
		brands = append(brands, info)
	}
	return answer(w, brands)
}

func manualInfo(site manual.Site, e db.Entry) ManualInfo {
	info := ManualInfo{
		ID: e.ID(), Slug: e.Slug(), Primary: e.Primary(), Subdomain: e.Subdomain(), Published: e.Published(),
		Address:    site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary()),
		Visibility: e.Visibility(), UpdatedAt: e.UpdatedAt().UTC(),
	}
	if !e.ExpiresAt().IsZero() {
		end := e.ExpiresAt().UTC()
		info.ExpiresAt = &end
	}
	if d, ok := e.Document(manual.ManualDocument); ok {
		info.Bytes, info.ETag = d.IdentityBytes, quoted(d.ETag())
	}
	if d, ok := e.Document(manual.TokensDocument); ok {
		info.TokenBytes, info.TokenETag = d.IdentityBytes, quoted(d.ETag())
	}
	return info
}

func quoted(tag string) string { return `"` + tag + `"` }

// getDocument answers a document of a manual, whatever its visibility and
// its end date.
func (h *Handler) getDocument(w http.ResponseWriter, r *http.Request) error {
	slug, kind := r.PathValue("slug"), manual.DocumentKind(r.PathValue("kind"))
	var body []byte
	err := h.store.View(r.Context(), func(tx *db.Tx) error {
		e, err := find(tx.Index(), slug)
		if err != nil {
			return err
		}
		if !e.Published() {
			return unknown("manual %q is not published", slug)
		}
		if _, ok := e.Document(kind); !ok {
			return unknown("manual %q has no such document", slug)
		}
		body, err = tx.Body(e, kind)
		return err
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, err = w.Write(body)
	return err
}
