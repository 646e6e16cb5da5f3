package admin

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"designmanual/api/hosts"
	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
)

// A BrandInfo describes a brand in a list.
type BrandInfo struct {
	Slug    string       `json:"slug"`
	Name    string       `json:"name"`
	Domains []string     `json:"domains"`
	Address string       `json:"address"`
	Manuals []ManualInfo `json:"manuals"`
}

// A ManualInfo describes a manual in a list. An unpublished manual has no documents,
// so their sizes and tags are empty.
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
			Address: index.Site.BrandAddress(b.BrandSettings), Manuals: []ManualInfo{},
		}
		for m := range b.Manuals() {
			info.Manuals = append(info.Manuals, newManualInfo(index.Site, m))
		}
		brands = append(brands, info)
	}
	return brands, nil
}

// newManualInfo describes a manual.
func newManualInfo(site manual.Site, m *db.Head) ManualInfo {
	info := ManualInfo{
		ID: m.ID, Slug: m.Slug, Primary: m.Primary, Subdomain: m.Subdomain, Published: m.Published,
		Address:    m.Address(site),
		Visibility: m.Visibility, UpdatedAt: m.UpdatedAt, ExpiresAt: utc(m.ExpiresAt),
	}
	if m.Published {
		info.Bytes = int(m.ManualJSON.UncompressedBytes)
		info.ETag = strconv.Quote(m.ManualJSON.ETag())
		info.TokenBytes = int(m.TokensJSON.UncompressedBytes)
		info.TokenETag = strconv.Quote(m.TokensJSON.ETag())
	}
	return info
}

// FindManual returns the manual with a slug, which may have any of the three forms
// and any case. The error is a requestError.
func FindManual(index *db.Index, slug string) (*db.Head, error) {
	if m := (hosts.Scope{AllBrands: true}).Find(index, slug, func(*db.Head) bool { return true }); m != nil {
		return m, nil
	}
	return nil, requestErrorf("no manual %q; `list` shows them", slug)
}

// A DocumentRequest is the argument of [Document].
type DocumentRequest struct {
	Slug string              `json:"slug"`
	Kind manual.DocumentKind `json:"kind"`
}

func (h *Handler) document(ctx context.Context, request DocumentRequest) ([]byte, error) {
	var body []byte
	err := h.Store.Read(ctx, func(tx *db.Tx) error {
		m, err := FindManual(tx.Index(), request.Slug)
		if err != nil {
			return err
		}
		if !m.Published {
			return requestErrorf("manual %q is not published", request.Slug)
		}
		if request.Kind == manual.ResolverDocument && m.ModeCount < 2 {
			return requestErrorf("manual %q has fewer than two themes, so it has no resolver document", request.Slug)
		}
		if !m.Has(request.Kind) || request.Kind == manual.DraftDocument {
			return requestErrorf("manual %q has no such document", request.Slug)
		}
		body, err = render.Document(h.Store, tx.Index(), m, request.Kind)
		return err
	})
	return body, err
}

// A ShareRequest is the argument of [Share].
type ShareRequest struct {
	Slug  string        `json:"slug"`
	Lasts time.Duration `json:"lasts"` // from now, at most manual.MaxShareTime
	Draft bool          `json:"draft"`
	Key   []byte        `json:"key"` // the secret of --session-key, or nil for the server's own key
}

// A Shared is a link that opens the page of a manual until it expires.
type Shared struct {
	Brand   string     `json:"brand"`
	Slug    string     `json:"slug"`
	Draft   bool       `json:"draft"`
	Link    string     `json:"link"`
	Expires *time.Time `json:"expires"`
}

func (h *Handler) share(ctx context.Context, request ShareRequest) (Shared, error) {
	index := h.Store.Index()
	m, err := FindManual(index, request.Slug)
	if err != nil {
		return Shared{}, err
	}
	address := m.Address(index.Site)
	if m.Expired(h.Now()) {
		return Shared{}, requestErrorf("manual %q is past its end date (expiresAt), so no link opens it", request.Slug)
	}
	if request.Draft && !m.HasDraft {
		return Shared{}, requestErrorf(
			"manual %q has no draft: its seed file has one with \"review\": true", request.Slug,
		)
	}
	if !request.Draft && m.Published && m.Visibility.ForAnyone() {
		return Shared{}, requestErrorf(
			"manual %q needs no link: it is %s, and everybody can open %s", request.Slug, m.Visibility, address,
		)
	}
	key, secret := manual.SessionKey{}, request.Key
	if secret == nil {
		secret = h.SessionKey
	}
	if secret != nil {
		key = manual.NewSessionKey(secret)
	} else if key, err = h.Store.SessionKey(ctx); err != nil {
		return Shared{}, err
	}
	end := h.Now().Add(request.Lasts).UTC().Truncate(time.Second)
	return Shared{
		Brand: m.Brand.Slug, Slug: m.Slug, Draft: request.Draft, Link: ShareLink(key, address, m, request.Draft, end),
		Expires: &end,
	}, nil
}

// ShareLink returns the link that opens the page of a manual, or its draft, at an address
// until end.
func ShareLink(key manual.SessionKey, address string, m *db.Head, draft bool, end time.Time) string {
	share := key.Share(manual.Share{ID: m.ID, Password: m.PasswordHash, Draft: draft}, end)
	return withPath(address) + "?" + manual.ShareParameter + "=" + share
}

// withPath returns an address with the path / if it has none.
func withPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path != "" {
		return address
	}
	return address + "/"
}

// Removed is the result of [RemoveManual] and [RemoveBrand].
type Removed struct {
	Brand   string       `json:"brand"`   // slug
	Whole   bool         `json:"whole"`   // the brand itself was removed
	Left    int          `json:"left"`    // number of manuals that the brand still has
	Manuals []ManualInfo `json:"manuals"` // the removed manuals
	Tokens  []TokenInfo  `json:"tokens"`  // the removed access tokens
}

func (h *Handler) removeManual(ctx context.Context, slug string) (Removed, error) {
	var removed Removed
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		m, err := FindManual(tx.Index(), slug)
		if err != nil {
			return err
		}
		brand := m.Brand.Slug
		removed = Removed{
			Brand: brand, Left: -1, Manuals: []ManualInfo{newManualInfo(tx.Index().Site, m)}, Tokens: []TokenInfo{},
		}
		for range m.Brand.Manuals() {
			removed.Left++
		}
		if m.Primary && removed.Left > 0 {
			return requestErrorf(
				"%s.%s is the primary manual of brand %s, which has %d others: make another one primary with an "+
					"import first, or remove the whole brand with `remove --brand %s`",
				brand, m.Slug, brand, removed.Left, brand,
			)
		}
		return tx.RemoveManual(brand, m.ID)
	})
	if err != nil {
		return Removed{}, err
	}
	h.Log.Info(
		"manual removed", "brand", removed.Brand, "manual", removed.Manuals[0].Slug, "id", removed.Manuals[0].ID,
	)
	return removed, nil
}

func (h *Handler) removeBrand(ctx context.Context, slug string) (Removed, error) {
	slug = strings.ToLower(slug)
	removed := Removed{Brand: slug, Whole: true, Manuals: []ManualInfo{}, Tokens: []TokenInfo{}}
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		b := tx.Index().Brand(slug)
		if b == nil {
			return noBrandError(slug)
		}
		for m := range b.Manuals() {
			removed.Manuals = append(removed.Manuals, newManualInfo(tx.Index().Site, m))
		}
		for t := range tx.Index().AccessTokens() {
			if t.Brand == slug && t.Revoked.IsZero() { // a revoked one stays
				removed.Tokens = append(removed.Tokens, newTokenInfo(t))
			}
		}
		return tx.RemoveBrand(slug)
	})
	if err != nil {
		return Removed{}, err
	}
	h.Log.Info("brand removed", "brand", slug, "manuals", len(removed.Manuals), "tokens", len(removed.Tokens))
	return removed, nil
}

func noBrandError(slug string) error { return requestErrorf("no brand %q; `list` shows them", slug) }
