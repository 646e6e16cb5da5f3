package admin

import (
	"context"
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

func (h *Handler) removeManual(ctx context.Context, slug string) (removed Removed, err error) {
	err = h.Store.Update(ctx, func(tx *db.Tx) error {
		e, err := find(tx.Index(), slug)
		if err != nil {
			return err
		}
		left := -1 // without this one
		for range e.Brand.Manuals() {
			left++
		}
		if e.Primary && left > 0 {
			return requestErrorf("the primary manual cannot be removed while there are others: %s.%s is the primary one of brand %s, which has %d besides; make another one primary with an import first, or remove the whole brand with `remove --brand %s`",
				e.Brand.Slug, e.Slug, e.Brand.Slug, left, e.Brand.Slug)
		}
		removed = Removed{
			Brand: e.Brand.Slug, Left: left,
			Manuals: []ManualInfo{manualInfo(tx.Index().Site, e)}, Tokens: []TokenInfo{},
		}
		return tx.Remove(e.Brand.Slug, e.ID)
	})
	if err == nil {
		h.Log.Info("manual removed", "brand", removed.Brand, "manual", removed.Manuals[0].Slug, "id", removed.Manuals[0].ID)
	}
	return removed, err
}

func (h *Handler) removeBrand(ctx context.Context, slug string) (Removed, error) {
	slug = strings.ToLower(slug)
	removed := Removed{Brand: slug, Whole: true, Manuals: []ManualInfo{}, Tokens: []TokenInfo{}}
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		b := tx.Index().Brand(slug)
		if b == nil {
			return noBrand(slug)
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
	if err == nil {
		h.Log.Info("brand removed", "brand", slug, "manuals", len(removed.Manuals), "tokens", len(removed.Tokens))
	}
	return removed, err
}

func noBrand(slug string) error { return requestErrorf("no brand %q; `list` shows them", slug) }
