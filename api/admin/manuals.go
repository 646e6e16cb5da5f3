package admin

import (
	"context"
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

func (h *Handler) manuals(context.Context, None) ([]BrandInfo, error) {
	index := h.Store.Index()
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
	return brands, nil
}

func manualInfo(site manual.Site, e *db.Entry) ManualInfo {
	info := ManualInfo{
		ID: e.ID, Slug: e.Slug, Primary: e.Primary, Subdomain: e.Subdomain, Published: e.Published,
		Address:    site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary),
		Visibility: e.Visibility, UpdatedAt: e.UpdatedAt.UTC(),
	}
	if !e.ExpiresAt.IsZero() {
		end := e.ExpiresAt.UTC()
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

// A DocumentOf names a document of a manual.
type DocumentOf struct {
	Slug string              `json:"slug"`
	Kind manual.DocumentKind `json:"kind"`
}

func (h *Handler) document(ctx context.Context, of DocumentOf) (body []byte, err error) {
	err = h.Store.View(ctx, func(tx *db.Tx) error {
		e, err := find(tx.Index(), of.Slug)
		if err != nil {
			return err
		}
		if !e.Published {
			return requestErrorf("manual %q is not published", of.Slug)
		}
		if _, ok := e.Document(of.Kind); !ok {
			return requestErrorf("manual %q has no such document", of.Slug)
		}
		body, err = tx.Body(e, of.Kind)
		return err
	})
	return body, err
}
