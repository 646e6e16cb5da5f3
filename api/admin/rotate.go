package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"designmanual/db"
)

// A Rotation asks for a new secret in place of an access token's.
type Rotation struct {
	Overlap time.Duration `json:"overlap"` // how long from now the old secret stays valid
	Expires time.Duration `json:"expires"` // of the new one, from now; zero for as long as the old one was made for
}

// A RotatedToken is the new token with its secret, which is told this once,
// and the old one as it now stands.
type RotatedToken struct {
	CreatedToken
	Replaced TokenInfo `json:"replaced"`
}

// errNotValid is returned for a token that is revoked or expired: there is
// nothing for a new secret to overlap with.
var errNotValid = errors.New("the access token is not valid any more")

// RotateToken makes an access token with the brand and the name of the one of
// that id, which stays valid for the overlap and never longer than it was.
// The new token has an id of its own: an id names a secret in lists and logs,
// so that one can see which of the two is still in use.
func (c *Client) RotateToken(ctx context.Context, id string, ask Rotation) (RotatedToken, error) {
	return call[RotatedToken](ctx, c, http.MethodPost, "/tokens/"+segment(id)+"/rotate", ask)
}

func (h *Handler) rotateToken(w http.ResponseWriter, r *http.Request) error {
	var ask Rotation
	if err := json.NewDecoder(r.Body).Decode(&ask); err != nil {
		return fmt.Errorf("%w: %w", errBadRequest, err)
	}
	now := h.now().UTC().Truncate(time.Second)
	var old, made db.AccessToken
	var secret string
	err := h.store.Update(r.Context(), func(tx *db.Tx) error {
		known, err := findToken(tx.Index(), r.PathValue("id"))
		if err != nil {
			return err
		}
		if known.File != "" {
			return fmt.Errorf("%w: %s stands in %s; make another with `token new`, declare both there and take this one out later", errDeclared, known.ID, known.File)
		}
		if !known.Valid(h.now()) {
			return fmt.Errorf("%w: %s was revoked or has expired; make another with `token create --brand %s --name %q`", errNotValid, known.ID, known.Brand, known.Name)
		}
		old = *known
		if ask.Expires == 0 {
			ask.Expires = old.MadeFor()
		}
		made, secret, err = newToken(NewToken{Brand: old.Brand, Name: old.Name, Expires: ask.Expires}, now)
		if err != nil {
			return err
		}
		if end := now.Add(ask.Overlap); end.Before(old.Expires) {
			old.Span, old.Expires = old.MadeFor(), end
		}
		if err := tx.PutToken(old); err != nil {
			return err
		}
		return tx.PutToken(made)
	})
	if err != nil {
		return err
	}
	h.log.Info("access token rotated", "id", old.ID, "new", made.ID, "brand", made.Brand, "name", made.Name)
	return answer(w, RotatedToken{CreatedToken{tokenInfo(&made), secret}, tokenInfo(&old)})
}

// findToken returns the access token of that id. The error is an unknownError.
func findToken(index *db.Index, id string) (*db.AccessToken, error) {
	for t := range index.Tokens() {
		if t.ID == id {
			return t, nil
		}
	}
	return nil, unknown("no access token %q; `token list` shows them", id)
}
