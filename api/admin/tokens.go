package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"designmanual/db"
)

// A TokenInfo is an access token of the list. Times are in UTC; null is
// where there is none.
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

// errDeclared is returned for a token that only its seed file can change.
var errDeclared = errors.New("the access token is declared in a seed file")

// A NewToken asks for an access token.
type NewToken struct {
	Brand   string        `json:"brand"`
	Name    string        `json:"name"`
	Expires time.Duration `json:"expires"` // from now
}

// A CreatedToken is a token with its secret, which is told this once.
type CreatedToken struct {
	TokenInfo
	Secret string `json:"secret"`
}

func tokenInfo(t *db.AccessToken) TokenInfo {
	return TokenInfo{
		ID: t.ID, Brand: t.Brand, Name: t.Name,
		Created: moment(t.Created), Expires: moment(t.Expires), Revoked: moment(t.Revoked), LastUsed: moment(t.LastUsed()), Declared: t.File,
	}
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func (h *Handler) getTokens(w http.ResponseWriter, r *http.Request) error {
	tokens := []TokenInfo{}
	for t := range h.store.Index().Tokens() {
		tokens = append(tokens, tokenInfo(t))
	}
	return answer(w, tokens)
}

func (h *Handler) postToken(w http.ResponseWriter, r *http.Request) error {
	var ask NewToken
	if err := json.NewDecoder(r.Body).Decode(&ask); err != nil {
		return fmt.Errorf("%w: %w", errBadRequest, err)
	}
	created, err := CreateToken(r.Context(), h.store, ask, h.now())
	if err != nil {
		return err
	}
	h.log.Info("access token created", "id", created.ID, "brand", created.Brand, "name", created.Name)
	return answer(w, created)
}

// CreateToken makes an access token in a store. The secret that it returns is
// kept nowhere.
func CreateToken(ctx context.Context, store *db.DB, ask NewToken, now time.Time) (CreatedToken, error) {
	token, secret, err := newToken(ask, now)
	if err != nil {
		return CreatedToken{}, err
	}
	err = store.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Brand(ask.Brand) == nil {
			return unknown("no brand %q; `list` shows them", ask.Brand)
		}
		return tx.PutToken(token)
	})
	if err != nil {
		return CreatedToken{}, err
	}
	return CreatedToken{tokenInfo(&token), secret}, nil
}

// newToken makes an access token that is not in a store yet, and its secret.
func newToken(ask NewToken, now time.Time) (db.AccessToken, string, error) {
	secret, err := db.NewSecret(rand.Reader)
	if err != nil {
		return db.AccessToken{}, "", err
	}
	sum, _ := db.SecretSum(secret) // its own checksum holds
	now = now.UTC().Truncate(time.Second)
	return db.AccessToken{
		ID: NewTokenID(), Brand: ask.Brand, Name: ask.Name,
		Sum: sum, Created: now, Expires: now.Add(ask.Expires),
	}, secret, nil
}

// NewTokenID returns a public id for an access token.
func NewTokenID() string { return "tok_" + strings.ToLower(rand.Text()[:12]) }

func (h *Handler) revokeToken(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	var revoked db.AccessToken
	err := h.store.Update(r.Context(), func(tx *db.Tx) error {
		t, err := findToken(tx.Index(), id)
		if err != nil {
			return err
		}
		if t.File != "" {
			return fmt.Errorf("%w: %s stands in %s; take it out there and import the file", errDeclared, id, t.File)
		}
		revoked = *t
		if !revoked.Revoked.IsZero() {
			return nil // the first time counts
		}
		revoked.Revoked = h.now().UTC().Truncate(time.Second)
		return tx.PutToken(revoked)
	})
	if err != nil {
		return err
	}
	h.log.Info("access token revoked", "id", id, "brand", revoked.Brand)
	return answer(w, tokenInfo(&revoked))
}
