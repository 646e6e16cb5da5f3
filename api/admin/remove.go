package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"designmanual/db"
)

// Removed is what a removal took out of the store: a manual, or a brand with
// all that belongs to it.
type Removed struct {
	Brand   string       `json:"brand"`   // slug
	Whole   bool         `json:"whole"`   // the brand itself is removed
	Left    int          `json:"left"`    // how many manuals the brand still has
	Manuals []ManualInfo `json:"manuals"` // those removed, with the ledger of anchors and the notes kept of each
	Tokens  []TokenInfo  `json:"tokens"`  // the access tokens removed
}

// errPrimary is returned for a primary manual that is not the last of its
// brand: a brand with manuals has exactly one that is primary.
var errPrimary = errors.New("the primary manual cannot be removed while there are others")

// RemoveManual removes a manual and all that is kept of it. slug has one of
// the three forms that the site takes. A primary manual is only removed when
// it is the last of its brand, which then stays without one.
func (c *Client) RemoveManual(ctx context.Context, slug string) (Removed, error) {
	return call[Removed](ctx, c, http.MethodDelete, "/manuals/"+segment(slug), nil)
}

// RemoveBrand removes a brand, its manuals and its access tokens.
func (c *Client) RemoveBrand(ctx context.Context, slug string) (Removed, error) {
	return call[Removed](ctx, c, http.MethodDelete, "/brands/"+segment(slug), nil)
}

func (h *Handler) deleteManual(w http.ResponseWriter, r *http.Request) error {
	var removed Removed
	err := h.store.Update(r.Context(), func(tx *db.Tx) error {
		e, err := find(tx.Index(), r.PathValue("slug"))
		if err != nil {
			return err
		}
		left := -1 // without this one
		for range e.Brand.Manuals() {
			left++
		}
		if e.Primary() && left > 0 {
			return fmt.Errorf("%w: %s.%s is the primary one of brand %s, which has %d besides; make another one primary with an import first, or remove the whole brand with `remove --brand %s`",
				errPrimary, e.Brand.Slug, e.Slug(), e.Brand.Slug, left, e.Brand.Slug)
		}
		removed = Removed{
			Brand: e.Brand.Slug, Left: left,
			Manuals: []ManualInfo{manualInfo(tx.Index().Site, e)}, Tokens: []TokenInfo{},
		}
		return tx.Remove(e.Brand.Slug, e.ID())
	})
	if err != nil {
		return err
	}
	h.log.Info("manual removed", "brand", removed.Brand, "manual", removed.Manuals[0].Slug, "id", removed.Manuals[0].ID)
	return answer(w, removed)
}

func (h *Handler) deleteBrand(w http.ResponseWriter, r *http.Request) error {
	slug := strings.ToLower(r.PathValue("slug"))
	removed := Removed{Brand: slug, Whole: true, Manuals: []ManualInfo{}, Tokens: []TokenInfo{}}
	err := h.store.Update(r.Context(), func(tx *db.Tx) error {
		b := tx.Index().Brand(slug)
		if b == nil {
			return unknown("no brand %q; `list` shows them", slug)
		}
		for e := range b.Manuals() {
			removed.Manuals = append(removed.Manuals, manualInfo(tx.Index().Site, e))
		}
		for t := range tx.Index().Tokens() {
			if t.Brand == slug {
				removed.Tokens = append(removed.Tokens, tokenInfo(t))
			}
		}
		return tx.RemoveBrand(slug)
	})
	if err != nil {
		return err
	}
	h.log.Info("brand removed", "brand", slug, "manuals", len(removed.Manuals), "tokens", len(removed.Tokens))
	return answer(w, removed)
}
