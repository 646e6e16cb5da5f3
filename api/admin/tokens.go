package admin

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"designmanual/db"
)

// A TokenInfo describes an access token in a list. Times are in UTC, or nil.
type TokenInfo struct {
	ID       string     `json:"id"`
	Brand    string     `json:"brand"`
	Name     string     `json:"name"`
	Created  *time.Time `json:"created"`
	Expires  *time.Time `json:"expires"`
	Revoked  *time.Time `json:"revoked"`
	LastUsed *time.Time `json:"lastUsed"`
	Declared string     `json:"declared,omitempty"` // the seed file that declares it
}

// A NewToken is the argument of [CreateToken].
type NewToken struct {
	Brand   string        `json:"brand"`
	Name    string        `json:"name"`
	Expires time.Duration `json:"expires"` // from now
}

// A CreatedToken is a new token with its secret, which is not stored.
type CreatedToken struct {
	TokenInfo
	Secret string `json:"secret"`
}

func newTokenInfo(t *db.AccessToken) TokenInfo {
	return TokenInfo{
		ID: t.ID, Brand: t.Brand, Name: t.Name,
		Created: utc(t.Created), Expires: utc(t.Expires), Revoked: utc(t.Revoked), LastUsed: utc(t.LastUsed()),
		Declared: t.File,
	}
}

// utc returns a time in UTC, or nil for the zero time.
func utc(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func (h *Handler) tokens(context.Context, None) ([]TokenInfo, error) {
	tokens := []TokenInfo{}
	for t := range h.Store.Index().AccessTokens() {
		tokens = append(tokens, newTokenInfo(t))
	}
	return tokens, nil
}

func (h *Handler) createToken(ctx context.Context, request NewToken) (CreatedToken, error) {
	token, secret := MakeToken(request, h.Now())
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Brand(request.Brand) == nil {
			return noBrandError(request.Brand)
		}
		return tx.PutAccessToken(token)
	})
	if err != nil {
		return CreatedToken{}, err
	}
	h.Log.Info("access token created", "id", token.ID, "brand", token.Brand, "name", token.Name)
	return CreatedToken{newTokenInfo(&token), secret}, nil
}

// MakeToken makes an access token and its secret, and stores neither.
func MakeToken(request NewToken, now time.Time) (db.AccessToken, string) {
	var random [32]byte
	rand.Read(random[:]) // never fails
	secret := db.NewSecret(random)
	sum, _ := db.SecretSum(secret) // a new secret is valid
	now = now.UTC().Truncate(time.Second)
	return db.AccessToken{
		ID: "tok_" + strings.ToLower(rand.Text()[:12]), Brand: request.Brand, Name: request.Name,
		Sum: sum, Created: now, Expires: now.Add(request.Expires),
	}, secret
}

// findAccessToken returns the access token with an id. The error is a requestError, also
// for a token that a seed file declares: only the file can change it, and cure says how.
func findAccessToken(index *db.Index, id, cure string) (*db.AccessToken, error) {
	for t := range index.AccessTokens() {
		if t.ID != id {
			continue
		}
		if t.File != "" {
			return nil, requestErrorf(
				"the access token is declared in a seed file: %s stands in %s; %s", id, t.File, cure,
			)
		}
		return t, nil
	}
	return nil, requestErrorf("no access token %q; `token list` shows them", id)
}

func (h *Handler) revokeToken(ctx context.Context, id string) (TokenInfo, error) {
	var revoked db.AccessToken
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		t, err := findAccessToken(tx.Index(), id, "take it out there and import the file")
		if err != nil {
			return err
		}
		revoked = *t
		if !revoked.Revoked.IsZero() {
			return nil // the time of the first revocation stays
		}
		revoked.Revoked = h.Now().UTC().Truncate(time.Second)
		return tx.PutAccessToken(revoked)
	})
	if err != nil {
		return TokenInfo{}, err
	}
	h.Log.Info("access token revoked", "id", id, "brand", revoked.Brand)
	return newTokenInfo(&revoked), nil
}

// A Rotation is the argument of [RotateToken].
type Rotation struct {
	ID      string        `json:"id"`
	Overlap time.Duration `json:"overlap"` // how long the old secret stays valid, from now
}

// A RotatedToken is the new token with its secret, and the old token.
type RotatedToken struct {
	CreatedToken
	Replaced TokenInfo `json:"replaced"`
}

func (h *Handler) rotateToken(ctx context.Context, request Rotation) (RotatedToken, error) {
	now := h.Now().UTC().Truncate(time.Second)
	var old, created db.AccessToken
	var secret string
	err := h.Store.Update(ctx, func(tx *db.Tx) error {
		known, err := findAccessToken(
			tx.Index(), request.ID, "make another with `token new`, declare both there and take this one out later",
		)
		if err != nil {
			return err
		}
		if !known.Valid(h.Now()) {
			return requestErrorf(
				"the access token is not valid any more: %s was revoked or has expired; make another with `token "+
					"create --brand %s --name %q`",
				known.ID, known.Brand, known.Name,
			)
		}
		old = *known
		created, secret = MakeToken(NewToken{Brand: old.Brand, Name: old.Name, Expires: old.Lifetime()}, now)
		if end := now.Add(request.Overlap); end.Before(old.Expires) {
			old.Span, old.Expires = old.Lifetime(), end
		}
		if err := tx.PutAccessToken(old); err != nil {
			return err
		}
		return tx.PutAccessToken(created)
	})
	if err != nil {
		return RotatedToken{}, err
	}
	h.Log.Info(
		"access token rotated", "id", old.ID, "new", created.ID, "brand", created.Brand, "name", created.Name,
	)
	return RotatedToken{CreatedToken{newTokenInfo(&created), secret}, newTokenInfo(&old)}, nil
}
